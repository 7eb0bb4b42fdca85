// The decoder of an adaptive range coder; every length that the file says is checked before it
// is used.
#include "tokenize/packed.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/try.h"
#include "diag/report.h"
#include "tokenize/range_decoder.h"
#include "tokenize/steps.h"
#include "tokenize/table.h"

namespace galley {
namespace {

constexpr std::string_view kMagic = "GTV1";

Diagnostic Damaged() { return Report(Code::kTokenizerInvalid, "a packed vocabulary is damaged"); }

enum PackedFlag : uint32_t {
  kPackedCharacters = 1,
  kPackedWholePieces = 2,
  kPackedByteFallback = 4,
  kPackedFuseUnknown = 8,
  kPackedDropsFirstSpace = 16,
  kPackedRanked = 32,  // ranks are not the order of ids
};

// What a token is stored as; tools/pack_tokenizers.py has the same numbers.
enum class Stored : uint8_t {
  kPair,
  kLiteral,
  kByte,
  kUnknown,
  kControl,
  kUserDefined,
  kHole,
  kOfBase,
};

struct Head {
  std::string_view base;
  uint32_t ids = 0;
  uint32_t flags = 0;
  uint32_t decode = 0;
  uint32_t index_bits = 0;
  uint32_t added = 0;
  std::string_view steps;
  std::string_view stream;
};

std::optional<uint32_t> TakeWord(std::string_view* rest) {
  uint32_t word;
  if (rest->size() < sizeof(word)) return std::nullopt;
  std::memcpy(&word, rest->data(), sizeof(word));
  rest->remove_prefix(sizeof(word));
  return word;
}

std::optional<std::string_view> TakeText(std::string_view* rest) {
  const std::optional<uint32_t> size = TakeWord(rest);
  if (!size || *size > rest->size()) return std::nullopt;
  const std::string_view text = rest->substr(0, *size);
  rest->remove_prefix(*size);
  return text;
}

std::optional<Head> ReadHead(std::string_view bytes) {
  if (!bytes.starts_with(kMagic)) return std::nullopt;
  std::string_view rest = bytes.substr(kMagic.size());
  Head head;
  const auto base = TakeText(&rest);
  if (!base) return std::nullopt;
  head.base = *base;
  for (uint32_t* word : {&head.ids, &head.flags, &head.decode, &head.index_bits, &head.added}) {
    const auto value = TakeWord(&rest);
    if (!value) return std::nullopt;
    *word = *value;
  }
  const auto steps = TakeText(&rest);
  if (!steps || head.ids == 0 || head.ids >= kMaxSymbols || head.index_bits > 20 ||
      head.added > kMaxSymbols || head.decode > static_cast<uint32_t>(DecodeRule::kSpaced)) {
    return std::nullopt;
  }
  head.steps = *steps;
  head.stream = rest;
  return head;
}

// A token before its text is known; for pairs the two ids.
struct PackedToken {
  Stored stored = Stored::kHole;
  uint32_t left = 0;  // of kOfBase: the position in the base
  uint32_t right = 0;
  uint32_t rank = 0;
};

class Unpacker {
 public:
  Unpacker(const Head& head, const TokenizerDefinition* base)
      : head_(head),
        base_(base),
        in_(head.stream),
        left_(head.index_bits),
        right_(head.index_bits) {
    for (int i = 0; i < 256; ++i) letters_.emplace_back(8);
    for (int i = 0; i < 8; ++i) kinds_.emplace_back(3);
  }

  Result<TokenizerDefinition> Run();

 private:
  bool ReadTokens();
  bool ReadToken(uint32_t id);
  bool TakeFromBase(uint32_t id);
  bool SpellOut();
  bool MergeAsBase();
  bool ReadAdded();
  std::string Text();
  void AddToDefinition();

  const Head& head_;
  const TokenizerDefinition* base_;
  RangeDecoder in_;
  BitTree left_;
  BitTree right_;
  BitTree rank_{20};
  BitTree id_{24};
  BitTree length_{8};
  BitTree marks_{2};
  std::vector<BitTree> letters_;
  std::vector<BitTree> kinds_;
  BitModel used_;
  BitModel in_turn_;
  BitModel next_id_;
  size_t base_at_ = 0;
  uint32_t last_rank_ = 0;
  Stored last_ = Stored::kHole;

  std::vector<PackedToken> tokens_;
  std::vector<std::string> texts_;
  TokenizerDefinition definition_;
};

std::string Unpacker::Text() {
  std::string text;
  unsigned char before = 0;
  for (uint32_t left = in_.Number(length_); left > 0; --left) {
    before = static_cast<unsigned char>(in_.Number(letters_[before]));
    text += static_cast<char>(before);
  }
  return text;
}

// The next token of the base that is used at all.
bool Unpacker::TakeFromBase(uint32_t id) {
  if (!base_) return false;
  for (; base_at_ < base_->tokens.size(); ++base_at_) {
    if (in_.Bit(used_) == 0) continue;
    texts_[id] = base_->tokens[base_at_].text;
    tokens_[id].left = static_cast<uint32_t>(base_at_++);
    return true;
  }
  return false;
}

bool Unpacker::ReadToken(uint32_t id) {
  PackedToken& token = tokens_[id];
  token.stored = static_cast<Stored>(in_.Number(kinds_[static_cast<size_t>(last_)]));
  last_ = token.stored;
  switch (token.stored) {
    case Stored::kHole:
    case Stored::kControl:
      return true;
    case Stored::kOfBase:
      if (!TakeFromBase(id)) return false;
      break;
    case Stored::kLiteral:
    case Stored::kByte:
    case Stored::kUnknown:
    case Stored::kUserDefined:
      texts_[id] = Text();
      if (texts_[id].empty()) return false;
      break;
    case Stored::kPair:
      token.left = in_.Number(left_);
      token.right = in_.Number(right_);
      if (token.left >= head_.ids || token.right >= head_.ids) return false;
      break;
  }
  token.rank = id;
  if ((head_.flags & kPackedRanked) != 0 && token.stored == Stored::kPair) {
    token.rank = in_.Bit(in_turn_) == 0 ? last_rank_ + 1 : in_.Number(rank_);
    last_rank_ = token.rank;
  }
  return !in_.overrun();
}

bool Unpacker::ReadTokens() {
  tokens_.resize(head_.ids);
  texts_.resize(head_.ids);
  for (uint32_t id = 0; id < head_.ids; ++id) {
    if (!ReadToken(id)) return false;
  }
  return true;
}

// Texts of pairs from those of their halves, which may come later; false where a token
// is part of itself.
bool Unpacker::SpellOut() {
  std::vector<uint32_t> open;
  std::vector<bool> entered(head_.ids);
  for (uint32_t id = 0; id < head_.ids; ++id) {
    open.push_back(id);
    while (!open.empty()) {
      const uint32_t at = open.back();
      const PackedToken& token = tokens_[at];
      if (token.stored != Stored::kPair || !texts_[at].empty()) {
        open.pop_back();
        continue;
      }
      const bool ready = !texts_[token.left].empty() && !texts_[token.right].empty();
      if (ready) {
        texts_[at] = texts_[token.left] + texts_[token.right];
        if (texts_[at].size() > 4096) return false;
        open.pop_back();
        continue;
      }
      if (entered[at]) return false;
      entered[at] = true;
      open.push_back(token.right);
      open.push_back(token.left);
    }
  }
  return true;
}

// Tokens of the base are merged of the same halves as there.
bool Unpacker::MergeAsBase() {
  if (!base_) return true;
  std::unordered_map<std::string_view, uint32_t> ids;
  for (uint32_t id = 0; id < head_.ids; ++id) ids.emplace(texts_[id], id);
  std::vector<const DefinedMerge*> merges(base_->tokens.size());
  for (const DefinedMerge& merge : base_->merges) merges[merge.result] = &merge;
  for (PackedToken& token : tokens_) {
    if (token.stored != Stored::kOfBase) continue;
    const DefinedMerge* merge = merges[token.left];
    token.stored = merge ? Stored::kPair : Stored::kLiteral;
    if (!merge) continue;
    const auto left = ids.find(base_->tokens[merge->left].text);
    const auto right = ids.find(base_->tokens[merge->right].text);
    if (left == ids.end() || right == ids.end()) return false;
    token.left = left->second;
    token.right = right->second;
  }
  return true;
}

bool Unpacker::ReadAdded() {
  uint32_t id = 0;
  for (uint32_t i = 0; i < head_.added; ++i) {
    id = in_.Bit(next_id_) == 0 ? id + 1 : in_.Number(id_);
    const uint32_t marks = in_.Number(marks_);
    AddedToken added;
    added.id = id;
    added.special = (marks & 1) != 0;
    added.normalized = (marks & 2) != 0;
    added.text = Text();
    if (in_.overrun() || added.text.empty()) return false;
    definition_.added.push_back(std::move(added));
  }
  return true;
}

TokenKind KindOf(Stored stored) {
  switch (stored) {
    case Stored::kByte:
      return TokenKind::kByte;
    case Stored::kUnknown:
      return TokenKind::kUnknown;
    case Stored::kControl:
      return TokenKind::kControl;
    case Stored::kUserDefined:
      return TokenKind::kUserDefined;
    default:
      return TokenKind::kNormal;
  }
}

void Unpacker::AddToDefinition() {
  std::vector<uint32_t> places(head_.ids);
  for (uint32_t id = 0; id < head_.ids; ++id) {
    const PackedToken& token = tokens_[id];
    if (token.stored == Stored::kHole) continue;
    places[id] = static_cast<uint32_t>(definition_.tokens.size());
    if (token.stored == Stored::kUnknown) definition_.unknown = places[id];
    definition_.tokens.push_back({std::move(texts_[id]), id, KindOf(token.stored), token.rank});
  }
  for (uint32_t id = 0; id < head_.ids; ++id) {
    const PackedToken& token = tokens_[id];
    if (token.stored != Stored::kPair) continue;
    definition_.merges.push_back({places[token.left], places[token.right], places[id]});
  }
}

Result<TokenizerDefinition> Unpacker::Run() {
  TokenizerSteps steps = TRY(ReadSteps(head_.steps));
  if (!ReadTokens() || !SpellOut() || !MergeAsBase() || !ReadAdded()) return Damaged();
  definition_.order = MergeOrder::kListed;
  definition_.merges_are_minimal = true;
  definition_.normalizers = std::move(steps.normalizers);
  definition_.splits = std::move(steps.splits);
  definition_.decoders = std::move(steps.decoders);
  const auto has = [&](PackedFlag flag) { return (head_.flags & flag) != 0; };
  definition_.units = has(kPackedCharacters) ? TokenUnits::kCharacters : TokenUnits::kBytes;
  definition_.whole_pieces = has(kPackedWholePieces);
  definition_.byte_fallback = has(kPackedByteFallback);
  definition_.fuse_unknown = has(kPackedFuseUnknown);
  definition_.drops_first_space = has(kPackedDropsFirstSpace);
  definition_.decode = static_cast<DecodeRule>(head_.decode);
  AddToDefinition();
  return std::move(definition_);
}

}  // namespace

Result<std::string_view> BaseOfPacked(std::string_view bytes) {
  const std::optional<Head> head = ReadHead(bytes);
  if (!head) return Damaged();
  return head->base;
}

Result<TokenizerDefinition> Unpack(std::string_view bytes, const TokenizerDefinition* base) {
  const std::optional<Head> head = ReadHead(bytes);
  if (!head || head->base.empty() != (base == nullptr)) return Damaged();
  return Unpacker(*head, base).Run();
}

}  // namespace galley
