// Checks the definition, numbers the symbols, and lays the sections of the image out one behind
// the other.
#include "tokenize/compile.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/seeded_hash.h"
#include "base/try.h"
#include "base/utf8.h"
#include "diag/report.h"
#include "tokenize/derive_merges.h"
#include "tokenize/scanner.h"
#include "tokenize/split_pattern.h"
#include "tokenize/steps.h"
#include "tokenize/table.h"
#include "tokenize/text_cutter.h"
#include "tokenize/trie.h"

namespace galley {
namespace {

Diagnostic Invalid(std::string message) {
  return Report(Code::kTokenizerInvalid, std::move(message));
}

Result<void> CheckTokens(const TokenizerDefinition& definition) {
  if (definition.tokens.empty()) return Invalid("a tokenizer without tokens");
  if (definition.tokens.size() >= kMaxSymbols / 2) {
    return Report(Code::kLimitSize, "a tokenizer has more than 524287 tokens");
  }
  std::unordered_set<uint32_t> ids;
  std::unordered_set<std::string_view, SeededHash> texts;
  for (const DefinedToken& token : definition.tokens) {
    if (token.id > kMaxTokenId) return Invalid("the id of a token is above 16777215");
    if (!ids.insert(token.id).second) return Invalid("two tokens have the same id");
    if (token.kind == TokenKind::kNormal && !texts.insert(token.text).second) {
      return Invalid("two tokens have the same text");
    }
    if (definition.units == TokenUnits::kCharacters && token.kind != TokenKind::kByte &&
        !IsValidUtf8(token.text)) {
      return Invalid("a token of characters is not UTF-8");
    }
  }
  if (definition.unknown != TokenizerDefinition::kNoToken &&
      definition.unknown >= definition.tokens.size()) {
    return Invalid("the token for what is unknown is not there");
  }
  return {};
}

// An added token has the id of a token of the same text, or one that no token has.
Result<void> CheckAdded(const TokenizerDefinition& definition) {
  std::unordered_set<uint32_t> ids;
  for (const DefinedToken& token : definition.tokens) ids.insert(token.id);
  std::unordered_set<std::string_view, SeededHash> texts;
  for (const AddedToken& added : definition.added) {
    if (added.id > kMaxTokenId) return Invalid("the id of a token is above 16777215");
    if (!IsValidUtf8(added.text)) return Invalid("an added token is not UTF-8");
    if (!texts.insert(added.text).second) return Invalid("two added tokens have the same text");
  }
  return {};
}

Result<void> CheckPatterns(const TokenizerDefinition& definition) {
  for (const SplitStep& step : definition.splits) {
    const bool rust = step.kind == SplitStep::Kind::kMatchesOnly;
    if (step.kind != SplitStep::Kind::kPattern && !rust) continue;
    const PatternDialect dialect = rust ? PatternDialect::kRust : PatternDialect::kOniguruma;
    if (ScannerOf(step.pattern, dialect) != Scanner::kNone) continue;
    if (auto pattern = SplitPattern::Compile(step.pattern, dialect); !pattern) {
      return std::move(pattern).error();
    }
  }
  return {};
}

// Open addressing, three quarters full at most, as TokenTable looks things up.
template <class Slot, class IsEmpty>
void Place(std::vector<Slot>* slots, uint64_t hash, const Slot& slot, IsEmpty is_empty) {
  size_t at = FirstSlot(hash, slots->size());
  while (!is_empty((*slots)[at])) at = at + 1 == slots->size() ? 0 : at + 1;
  (*slots)[at] = slot;
}
size_t RoomFor(size_t count) { return count == 0 ? 0 : count + count / 2 + 8; }

class TableWriter {
 public:
  TableWriter(const TokenizerDefinition& definition, const TokenUnitTable& units,
              std::vector<TokenMerge> merges, const TextCutter& normalizer)
      : definition_(definition),
        units_(units),
        merges_(std::move(merges)),
        normalizer_(normalizer) {}

  std::string Write(std::string_view source_digest);

 private:
  bool IsCharacters() const { return definition_.units == TokenUnits::kCharacters; }
  size_t AllCount() const { return definition_.tokens.size() + units_.extra().size(); }

  void NumberSymbols();
  void AddTexts();
  void AddIds();
  void AddUnits();
  void AddWords();
  void AddPairs();
  void AddNeighbours();
  bool MergesAreOrdered() const;
  void AddWholeCharacters();
  void AddTries();
  uint32_t Flags() const;

  template <class T>
  void Put(TableSection section, const std::vector<T>& items) {
    std::string& bytes = sections_[static_cast<size_t>(section)];
    bytes.assign(reinterpret_cast<const char*>(items.data()), items.size() * sizeof(T));
  }

  const TokenizerDefinition& definition_;
  const TokenUnitTable& units_;
  std::vector<TokenMerge> merges_;
  const TextCutter& normalizer_;
  std::vector<uint32_t> order_;    // by symbol: the number of the token or extra unit
  std::vector<Symbol> symbols_;    // by that number
  std::vector<AddedToken> added_;  // those that have no token of their own
  uint32_t max_id_ = 0;
  uint32_t same_ids_ = 0;
  uint32_t longest_user_defined_ = 0;
  std::array<std::string, static_cast<size_t>(TableSection::kCount)> sections_;
};

// What is not merged comes first, then what is, in its order.
void TableWriter::NumberSymbols() {
  order_.resize(AllCount());
  for (size_t i = 0; i < order_.size(); ++i) order_[i] = static_cast<uint32_t>(i);
  const auto rank = [&](uint32_t number) -> uint64_t {
    if (number >= merges_.size() || !merges_[number].exists()) return 0;
    return uint64_t{merges_[number].rank} + 1;
  };
  std::stable_sort(order_.begin(), order_.end(),
                   [&](uint32_t a, uint32_t b) { return rank(a) < rank(b); });
  symbols_.resize(order_.size());
  for (size_t i = 0; i < order_.size(); ++i) symbols_[order_[i]] = static_cast<Symbol>(i);
  std::vector<uint32_t> priorities;
  bool tied = false;
  for (size_t i = 0; i < order_.size(); ++i) {
    const uint64_t own = rank(order_[i]);
    priorities.push_back(static_cast<uint32_t>(std::min<uint64_t>(own, UINT32_MAX)));
    tied |= i > 0 && own != 0 && own == rank(order_[i - 1]);
  }
  if (tied) Put(TableSection::kPriorities, priorities);
}

void TableWriter::AddTexts() {
  std::vector<uint32_t> offsets;
  std::string texts;
  char bytes[4];
  for (const uint32_t number : order_) {
    offsets.push_back(static_cast<uint32_t>(texts.size()));
    if (number < definition_.tokens.size()) {
      texts += definition_.tokens[number].text;
    } else {
      const char32_t point = units_.extra()[number - definition_.tokens.size()];
      texts.append(bytes, EncodeUtf8(point, bytes));
    }
  }
  for (const AddedToken& added : added_) {
    offsets.push_back(static_cast<uint32_t>(texts.size()));
    texts += added.decoded.empty() ? added.text : added.decoded;
  }
  offsets.push_back(static_cast<uint32_t>(texts.size()));
  Put(TableSection::kOffsets, offsets);
  sections_[static_cast<size_t>(TableSection::kTexts)] = std::move(texts);
}

// Added tokens that are no tokens get symbols behind all others, for decoding.
void TableWriter::AddIds() {
  std::unordered_set<uint32_t> taken;
  for (const DefinedToken& token : definition_.tokens) taken.insert(token.id);
  for (const AddedToken& added : definition_.added) {
    if (taken.insert(added.id).second) added_.push_back(added);
  }
  std::vector<uint32_t> ids;
  for (const uint32_t number : order_) {
    ids.push_back(number < definition_.tokens.size() ? definition_.tokens[number].id : kNoSymbol);
  }
  for (const AddedToken& added : added_) ids.push_back(added.id);
  for (const uint32_t id : ids) {
    if (id != kNoSymbol) max_id_ = std::max(max_id_, id);
  }
  std::vector<Symbol> by_id(size_t{max_id_} + 1, kNoSymbol);
  for (size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] != kNoSymbol) by_id[ids[i]] = static_cast<Symbol>(i);
  }
  // Most vocabularies number their tokens in the order of merging: what is equal is left out,
  // so that there is less to read before the first count.
  while (same_ids_ < ids.size() && ids[same_ids_] == same_ids_) ++same_ids_;
  ids.erase(ids.begin(), ids.begin() + same_ids_);
  by_id.erase(by_id.begin(), by_id.begin() + same_ids_);
  Put(TableSection::kIds, ids);
  Put(TableSection::kSymbols, by_id);
}

void TableWriter::AddUnits() {
  std::vector<Symbol> bytes(256, kNoSymbol);
  for (size_t i = 0; i < definition_.tokens.size(); ++i) {
    const DefinedToken& token = definition_.tokens[i];
    if (token.kind == TokenKind::kByte && token.text.size() == 1) {
      bytes[static_cast<unsigned char>(token.text[0])] = symbols_[i];
    }
  }
  for (size_t byte = 0; !IsCharacters() && byte < 256; ++byte) {
    const uint32_t number = units_.OfByte(static_cast<unsigned char>(byte));
    if (number != TokenUnitTable::kNone) bytes[byte] = symbols_[number];
  }
  Put(TableSection::kBytes, bytes);
  if (!IsCharacters()) return;
  using Slot = std::array<uint32_t, 2>;
  std::vector<Slot> slots(RoomFor(units_.characters().size()), Slot{kNoSymbol, kNoSymbol});
  for (const auto& [point, number] : units_.characters()) {
    Place(&slots, MixHash(point), Slot{point, symbols_[number]},
          [](const Slot& slot) { return slot[0] == kNoSymbol; });
  }
  Put(TableSection::kCharacters, slots);
}

// The texts that a whole piece may be: all, or those that merging leads to anyway.
void TableWriter::AddWords() {
  std::vector<uint32_t> words;
  for (size_t i = 0; i < definition_.tokens.size(); ++i) {
    const DefinedToken& token = definition_.tokens[i];
    if (token.kind != TokenKind::kNormal || token.text.empty()) continue;
    const size_t one = IsCharacters() ? DecodeUtf8(token.text, 0).size : 1;
    if (definition_.whole_pieces || merges_[i].exists() || token.text.size() == one) {
      words.push_back(static_cast<uint32_t>(i));
    }
  }
  const auto is_long = [&](uint32_t word) {
    return definition_.tokens[word].text.size() > kShortWord;
  };
  const auto long_count = static_cast<size_t>(std::count_if(words.begin(), words.end(), is_long));
  WordBucket empty{};
  empty.symbols.fill(kNoSymbol);
  const size_t short_count = words.size() - long_count;
  // Four of five places are taken.
  std::vector<WordBucket> buckets(short_count == 0 ? 0 : short_count * 5 / 12 + 1, empty);
  std::vector<Symbol> slots(RoomFor(long_count), kNoSymbol);
  for (const uint32_t word : words) {
    const std::string& text = definition_.tokens[word].text;
    if (is_long(word)) {
      Place(&slots, HashOfText(text), symbols_[word],
            [](Symbol symbol) { return symbol == kNoSymbol; });
      continue;
    }
    const WordKey key = KeyOf(text);
    size_t at = FirstSlot(HashOf(key), buckets.size());
    for (;;) {
      WordBucket& bucket = buckets[at];
      const auto room = std::find(bucket.symbols.begin(), bucket.symbols.end(), kNoSymbol);
      if (room != bucket.symbols.end()) {
        *room = symbols_[word];
        std::memcpy(bucket.keys[static_cast<size_t>(room - bucket.symbols.begin())].data(), &key,
                    sizeof(key));
        break;
      }
      bucket.overflows = 1;
      at = at + 1 == buckets.size() ? 0 : at + 1;
    }
  }
  Put(TableSection::kShortWords, buckets);
  Put(TableSection::kLongWords, slots);
}

void TableWriter::AddPairs() {
  const auto count = static_cast<size_t>(std::count_if(
      merges_.begin(), merges_.end(), [](const TokenMerge& merge) { return merge.exists(); }));
  std::vector<uint64_t> slots(RoomFor(count), kEmptySlot);
  for (size_t i = 0; i < merges_.size(); ++i) {
    const TokenMerge& merge = merges_[i];
    if (!merge.exists()) continue;
    const Symbol left = symbols_[merge.left];
    const Symbol right = symbols_[merge.right];
    Place(&slots, MixHash(PairKey(left, right)), PairSlot(left, right, symbols_[i]),
          [](uint64_t slot) { return slot == kEmptySlot; });
  }
  Put(TableSection::kPairs, slots);
}

void TableWriter::AddNeighbours() {
  if (!IsCharacters()) return;
  std::unordered_set<uint64_t, SeededHash> pairs;
  for (size_t i = 0; i < definition_.tokens.size(); ++i) {
    const DefinedToken& token = definition_.tokens[i];
    const bool whole = definition_.whole_pieces && token.kind == TokenKind::kNormal;
    if (!merges_[i].exists() && !whole) continue;
    char32_t before = 0;
    for (size_t at = 0; at < token.text.size();) {
      const CodePoint next = DecodeUtf8(token.text, at);
      if (at > 0) pairs.insert(PairKey(before, next.value));
      before = next.value;
      at += next.size;
    }
  }
  std::vector<uint64_t> slots(RoomFor(pairs.size()), kEmptySlot);
  for (const uint64_t pair : pairs) {
    Place(&slots, MixHash(pair), pair, [](uint64_t slot) { return slot == kEmptySlot; });
  }
  Put(TableSection::kNeighbours, slots);
}

// Whether halves are always made before what is made of them, and no two merges are equal.
bool TableWriter::MergesAreOrdered() const {
  if (!sections_[static_cast<size_t>(TableSection::kPriorities)].empty()) return false;
  for (size_t i = 0; i < merges_.size(); ++i) {
    const TokenMerge& merge = merges_[i];
    if (!merge.exists()) continue;
    if (symbols_[merge.left] >= symbols_[i] || symbols_[merge.right] >= symbols_[i]) return false;
  }
  return true;
}

// The sets of TokenTable::MayCross, by the bytes at both sides of a boundary of characters.
class Crossings {
 public:
  // Notes where `text` ends or begins inside a character beside whole ones.
  void AddToken(std::string_view text) {
    size_t last = text.size();
    while (last > 0 && IsContinuation(text[last - 1])) --last;
    if (last > 1 && SizeOf(text[last - 1]) > text.size() - last + 1) {
      Mark(0, text[last - 2], text[last - 1]);
    }
    size_t first = 0;
    while (first < text.size() && IsContinuation(text[first])) ++first;
    if (first > 0 && first < text.size()) Mark(1, text[first - 1], text[first]);
  }

  const std::vector<unsigned char>& bytes() const noexcept { return bytes_; }

 private:
  static size_t SizeOf(char lead) noexcept {
    const auto byte = static_cast<unsigned char>(lead);
    return byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
  }
  void Mark(size_t set, char left, char right) {
    const size_t bit =
        size_t{static_cast<unsigned char>(left)} << 8 | static_cast<unsigned char>(right);
    bytes_[set * kCrossingBytes + bit / 8] |= static_cast<unsigned char>(1u << bit % 8);
  }

  std::vector<unsigned char> bytes_ = std::vector<unsigned char>(2 * kCrossingBytes);
};

// A character of several bytes whose parts no token takes across its ends is merged to one
// symbol before that is merged with anything: it need not be made of bytes each time.  This
// holds where halves come before wholes, and where no byte is left out.
void TableWriter::AddWholeCharacters() {
  if (IsCharacters() || !MergesAreOrdered()) return;
  for (int byte = 0; byte < 256; ++byte) {
    if (units_.OfByte(static_cast<unsigned char>(byte)) == TokenUnitTable::kNone) return;
  }
  Crossings crossings;
  std::vector<std::pair<char32_t, Symbol>> whole;
  for (size_t i = 0; i < definition_.tokens.size(); ++i) {
    if (!merges_[i].exists()) continue;
    const std::string& text = definition_.tokens[i].text;
    crossings.AddToken(text);
    if (IsValidUtf8(text) && DecodeUtf8(text, 0).size == text.size()) {
      whole.emplace_back(DecodeUtf8(text, 0).value, symbols_[i]);
    }
  }
  using Slot = std::array<uint32_t, 2>;
  std::vector<Slot> slots(RoomFor(whole.size()), Slot{kNoSymbol, kNoSymbol});
  for (const auto& [point, symbol] : whole) {
    Place(&slots, MixHash(point), Slot{point, symbol},
          [](const Slot& slot) { return slot[0] == kNoSymbol; });
  }
  Put(TableSection::kCharacters, slots);
  Put(TableSection::kCrossings, crossings.bytes());
}

void TableWriter::AddTries() {
  std::vector<std::pair<std::string_view, uint32_t>> defined;
  for (size_t i = 0; i < definition_.tokens.size(); ++i) {
    const DefinedToken& token = definition_.tokens[i];
    if (token.kind == TokenKind::kUserDefined && !token.text.empty()) {
      defined.emplace_back(token.text, symbols_[i]);
      longest_user_defined_ =
          std::max(longest_user_defined_, static_cast<uint32_t>(token.text.size()));
    }
  }
  Put(TableSection::kUserDefined, BuildTrie(std::move(defined)));
  std::vector<std::pair<std::string_view, uint32_t>> before;
  std::vector<std::pair<std::string_view, uint32_t>> after;
  // What is looked for in normalized text is normalized itself.
  std::deque<std::string> normalized;
  for (const AddedToken& added : definition_.added) {
    if (added.text.empty()) continue;
    if (!added.normalized) {
      before.emplace_back(added.text, added.id);
      continue;
    }
    std::string own;
    normalized.emplace_back(normalizer_.Normalize(added.text, &own));
    if (!normalized.back().empty()) after.emplace_back(normalized.back(), added.id);
  }
  Put(TableSection::kAdded, BuildTrie(std::move(before)));
  Put(TableSection::kAddedNormalized, BuildTrie(std::move(after)));
}

uint32_t TableWriter::Flags() const {
  uint32_t flags = 0;
  if (IsCharacters()) flags |= kTableCharacters;
  if (definition_.whole_pieces) flags |= kTableWholePieces;
  if (definition_.byte_fallback) flags |= kTableByteFallback;
  if (definition_.fuse_unknown) flags |= kTableFuseUnknown;
  if (definition_.drops_first_space) flags |= kTableDropsFirstSpace;
  if (MergesAreOrdered()) flags |= kTableOrdered;
  return flags;
}

std::string TableWriter::Write(std::string_view source_digest) {
  NumberSymbols();
  AddIds();
  AddTexts();
  AddUnits();
  AddWords();
  AddPairs();
  AddNeighbours();
  AddWholeCharacters();
  AddTries();
  sections_[static_cast<size_t>(TableSection::kSteps)] =
      WriteSteps({definition_.normalizers, definition_.splits, definition_.decoders});

  TableHeader header{};
  header.magic = kTableMagic;
  header.version = kTableVersion;
  header.flags = Flags();
  std::copy_n(source_digest.begin(), std::min(source_digest.size(), header.source.size()),
              header.source.begin());
  header.symbols = static_cast<uint32_t>(order_.size());
  header.ids = max_id_ + 1;
  const bool unknown = definition_.unknown != TokenizerDefinition::kNoToken;
  header.unknown = unknown ? symbols_[definition_.unknown] : kNoSymbol;
  header.decode_rule = static_cast<uint32_t>(definition_.decode);
  header.longest_user_defined = longest_user_defined_;
  header.same_ids = same_ids_;

  std::string image(kTablePage, '\0');
  for (size_t i = 0; i < sections_.size(); ++i) {
    header.sections[i] = {image.size(), sections_[i].size()};
    image += sections_[i];
    image.resize((image.size() + kTablePage - 1) / kTablePage * kTablePage);
  }
  header.size = image.size();
  std::memcpy(image.data(), &header, sizeof(header));
  header.digest = TableDigest(image);
  std::memcpy(image.data(), &header, sizeof(header));
  return image;
}

}  // namespace

Result<std::string> CompileTable(const TokenizerDefinition& definition,
                                 std::string_view source_digest) {
  TRY(CheckTokens(definition));
  TRY(CheckAdded(definition));
  TRY(CheckPatterns(definition));
  const TokenUnitTable units(definition);
  std::vector<TokenMerge> merges = TRY(DeriveMerges(definition, units));
  const TextCutter normalizer = TRY(TextCutter::Create({definition.normalizers, {}, {}}));
  return TableWriter(definition, units, std::move(merges), normalizer).Write(source_digest);
}

}  // namespace galley
