// Takes the parts of the file in the order in which they apply; what our steps cannot express is
// refused by name.
#include "tokenize/read_huggingface.h"

#include <array>
#include <bitset>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/seeded_hash.h"
#include "base/try.h"
#include "base/utf8.h"
#include "diag/report.h"
#include "tokenize/definition_json.h"
#include "tokenize/scanner.h"

namespace galley {
namespace {

// The letters that stand for bytes in a byte-level vocabulary: printable Latin-1 for
// itself, the other bytes in turn from U+0100 on.
class ByteAlphabet {
 public:
  ByteAlphabet() {
    bytes_.fill(-1);
    char32_t next = 0x100;
    for (int byte = 0; byte < 256; ++byte) {
      const bool printable =
          (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
      bytes_[printable ? static_cast<size_t>(byte) : next++] = static_cast<int16_t>(byte);
    }
  }

  // The bytes that `text` spells, or nothing where it holds another letter.
  std::optional<std::string> Spelled(std::string_view text) const {
    std::string bytes;
    for (size_t at = 0; at < text.size();) {
      const CodePoint next = DecodeUtf8(text, at);
      if (next.value >= bytes_.size() || bytes_[next.value] < 0) return std::nullopt;
      bytes += static_cast<char>(bytes_[next.value]);
      at += next.size;
    }
    return bytes;
  }

 private:
  std::array<int16_t, 0x144> bytes_;
};

// `<0x0A>`
std::optional<char> ByteOf(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  if (text.size() != 6 || !text.starts_with("<0x") || text[5] != '>') return std::nullopt;
  const size_t high = kDigits.find(text[3]);
  const size_t low = kDigits.find(text[4]);
  if (high == kDigits.npos || low == kDigits.npos) return std::nullopt;
  return static_cast<char>(high << 4 | low);
}

// The items of a tree of `Sequence`s, in order, `list` being what they hold.
Result<std::vector<DefinitionFields>> Flatten(const Value& root, std::string_view where,
                                              std::string_view list) {
  std::vector<DefinitionFields> flat;
  std::vector<const Value*> pending = {&root};
  while (!pending.empty()) {
    const Value* next = pending.back();
    pending.pop_back();
    const DefinitionFields fields = TRY(DefinitionFields::Of(*next, where));
    if (TRY(fields.Text("type")) != "Sequence") {
      flat.push_back(fields);
      continue;
    }
    const std::span<const Value> items = TRY(fields.List(list));
    for (size_t i = items.size(); i > 0; --i) pending.push_back(&items[i - 1]);
  }
  return flat;
}

class HuggingFaceReader {
 public:
  Result<TokenizerDefinition> Read(const Value& value);

 private:
  Result<void> ReadNormalizer(const DefinitionFields& root);
  Result<void> ReadPreTokenizer(const DefinitionFields& root);
  Result<void> ReadSplit(const DefinitionFields& fields);
  bool MovesTheStart() const;
  Result<void> ReadMetaspace(const DefinitionFields& fields);
  Result<void> ReadByteLevel(const DefinitionFields& fields);
  bool HasAllBytes() const;
  Result<void> ReadModel(const DefinitionFields& model);
  Result<void> ReadVocabulary(const DefinitionFields& model);
  Result<void> ReadMerges(const DefinitionFields& model);
  Result<uint32_t> TokenAt(std::string_view spelled) const;
  Result<void> ReadAdded(const DefinitionFields& root);
  Result<void> ReadDecoder(const DefinitionFields& root);
  Result<void> AddDecoder(const DefinitionFields& fields);

  TokenizerDefinition definition_;
  ByteAlphabet alphabet_;
  bool byte_level_ = false;
  bool has_byte_tokens_ = false;  // <0x00> and its like
  // By how they are spelled in the file; positions in definition_.tokens.
  std::unordered_map<std::string_view, uint32_t, SeededHash> spelled_;
};

// {"String": text}; an expression in its place is refused by name.
Result<std::string_view> LiteralPattern(const DefinitionFields& fields, std::string_view kind) {
  const DefinitionFields pattern = TRY(fields.Fields("pattern"));
  if (pattern.has("Regex")) return UnsupportedInDefinition(kind, "Replace with Regex");
  return pattern.Text("String");
}

Result<void> HuggingFaceReader::ReadNormalizer(const DefinitionFields& root) {
  using Kind = NormalizeStep::Kind;
  const Value* normalizer = root.Find("normalizer");
  if (!normalizer) return {};
  for (const DefinitionFields& fields : TRY(Flatten(*normalizer, "normalizer", "normalizers"))) {
    const std::string_view type = TRY(fields.Text("type"));
    NormalizeStep step;
    if (type == "NFC" || type == "NFD" || type == "NFKC" || type == "NFKD") {
      step.kind = type == "NFC"    ? Kind::kNfc
                  : type == "NFD"  ? Kind::kNfd
                  : type == "NFKC" ? Kind::kNfkc
                                   : Kind::kNfkd;
    } else if (type == "Replace") {
      step.kind = Kind::kReplace;
      step.from = TRY(LiteralPattern(fields, "normalizer"));
      step.to = TRY(fields.Text("content"));
      if (step.from.empty()) return UnsupportedInDefinition("normalizer", "Replace of nothing");
    } else if (type == "Prepend") {
      step.kind = Kind::kPrepend;
      step.to = TRY(fields.Text("prepend"));
      if (step.to.empty()) return UnsupportedInDefinition("normalizer", "Prepend of nothing");
    } else {
      return UnsupportedInDefinition("normalizer", type);
    }
    definition_.normalizers.push_back(std::move(step));
  }
  return {};
}

Result<void> HuggingFaceReader::ReadSplit(const DefinitionFields& fields) {
  SplitStep step;
  const DefinitionFields pattern = TRY(fields.Fields("pattern"));
  const bool literal = !pattern.has("Regex");
  step.kind = literal ? SplitStep::Kind::kLiteral : SplitStep::Kind::kPattern;
  step.pattern = TRY(pattern.Text(literal ? "String" : "Regex"));
  if (literal && step.pattern.empty()) {
    return UnsupportedInDefinition("pre-tokenizer", "Split at nothing");
  }
  step.invert = TRY(fields.Bool("invert", false));
  constexpr std::array<std::pair<std::string_view, SplitBehavior>, 5> kBehaviors = {{
      {"Isolated", SplitBehavior::kIsolated},
      {"Removed", SplitBehavior::kRemoved},
      {"MergedWithPrevious", SplitBehavior::kMergedWithPrevious},
      {"MergedWithNext", SplitBehavior::kMergedWithNext},
      {"Contiguous", SplitBehavior::kContiguous},
  }};
  const std::string_view behavior = TRY(fields.Text("behavior"));
  for (const auto& [name, value] : kBehaviors) {
    if (name != behavior) continue;
    step.behavior = value;
    definition_.splits.push_back(std::move(step));
    return {};
  }
  return UnsupportedInDefinition("split behavior", behavior);
}

// Whether a step may change what stands first: which piece began the text as it was given is not
// known behind it.
bool HuggingFaceReader::MovesTheStart() const {
  const auto moves = [](const NormalizeStep& step) {
    return step.kind == NormalizeStep::Kind::kReplace || step.kind == NormalizeStep::Kind::kPrepend;
  };
  const auto removes = [](const SplitStep& step) {
    return step.behavior == SplitBehavior::kRemoved;
  };
  return std::any_of(definition_.normalizers.begin(), definition_.normalizers.end(), moves) ||
         std::any_of(definition_.splits.begin(), definition_.splits.end(), removes);
}

Result<void> HuggingFaceReader::ReadMetaspace(const DefinitionFields& fields) {
  SplitStep step;
  step.kind = SplitStep::Kind::kMetaspace;
  step.pattern = TRY(fields.Text("replacement"));
  step.each = TRY(fields.Bool("split", true));
  const bool prefix = TRY(fields.Bool("add_prefix_space", true));
  step.prefix = prefix ? SplitStep::Prefix::kAlways : SplitStep::Prefix::kNever;
  if (fields.has("prepend_scheme")) {
    const std::string_view scheme = TRY(fields.Text("prepend_scheme"));
    if (scheme != "always" && scheme != "first" && scheme != "never") {
      return UnsupportedInDefinition("prepend scheme", scheme);
    }
    if (!prefix && scheme != "never") {
      return fields.Wrong("prepend_scheme", "`never`, as `add_prefix_space` says");
    }
    step.prefix = scheme == "always"  ? SplitStep::Prefix::kAlways
                  : scheme == "first" ? SplitStep::Prefix::kFirst
                                      : SplitStep::Prefix::kNever;
  }
  if (step.prefix == SplitStep::Prefix::kFirst && MovesTheStart()) {
    return UnsupportedInDefinition("prepend scheme behind a step that may move the text,", "first");
  }
  definition_.splits.push_back(std::move(step));
  return {};
}

Result<void> HuggingFaceReader::ReadByteLevel(const DefinitionFields& fields) {
  byte_level_ = true;
  if (TRY(fields.Bool("add_prefix_space", true))) {
    SplitStep step;
    step.kind = SplitStep::Kind::kPrefixSpace;
    definition_.splits.push_back(std::move(step));
  }
  if (TRY(fields.Bool("use_regex", true))) {
    SplitStep step;
    step.pattern = PatternOf(Scanner::kGpt2);
    definition_.splits.push_back(std::move(step));
  }
  return {};
}

Result<void> HuggingFaceReader::ReadPreTokenizer(const DefinitionFields& root) {
  const Value* tokenizer = root.Find("pre_tokenizer");
  if (!tokenizer) return {};
  for (const DefinitionFields& fields :
       TRY(Flatten(*tokenizer, "pre_tokenizer", "pretokenizers"))) {
    const std::string_view type = TRY(fields.Text("type"));
    // What follows would see letters that stand for bytes.
    if (byte_level_) return UnsupportedInDefinition("pre-tokenizer behind ByteLevel,", type);
    if (type == "Split") {
      TRY(ReadSplit(fields));
    } else if (type == "Metaspace") {
      TRY(ReadMetaspace(fields));
    } else if (type == "ByteLevel") {
      TRY(ReadByteLevel(fields));
    } else if (type == "Digits") {
      SplitStep step;
      step.kind = SplitStep::Kind::kDigits;
      step.each = TRY(fields.Bool("individual_digits", false));
      definition_.splits.push_back(std::move(step));
    } else {
      return UnsupportedInDefinition("pre-tokenizer", type);
    }
  }
  return {};
}

Result<void> HuggingFaceReader::ReadVocabulary(const DefinitionFields& model) {
  const Value* vocabulary = model.Find("vocab");
  if (!vocabulary || !vocabulary->is_map()) return model.Wrong("vocab", "a map");
  for (const MapEntry& entry : EntriesOf(*vocabulary)) {
    const std::string_view spelled = entry.key.as_string();
    if (!entry.value.is_int() || entry.value.as_int() < 0 || entry.value.as_int() > INT32_MAX) {
      return model.Wrong("vocab", "a map of ids");
    }
    DefinedToken token;
    token.id = static_cast<uint32_t>(entry.value.as_int());
    token.text = spelled;
    has_byte_tokens_ = has_byte_tokens_ || ByteOf(spelled).has_value();
    if (byte_level_) {
      std::optional<std::string> bytes = alphabet_.Spelled(spelled);
      if (bytes) token.text = std::move(*bytes);
      if (!bytes) token.kind = TokenKind::kUnused;
    } else if (const std::optional<char> byte = ByteOf(spelled);
               byte && definition_.byte_fallback) {
      token.kind = TokenKind::kByte;
      token.text = std::string(1, *byte);
    }
    spelled_.emplace(spelled, static_cast<uint32_t>(definition_.tokens.size()));
    definition_.tokens.push_back(std::move(token));
  }
  return {};
}

bool HuggingFaceReader::HasAllBytes() const {
  std::bitset<256> bytes;
  for (const DefinedToken& token : definition_.tokens) {
    const TokenKind wanted = byte_level_ ? TokenKind::kNormal : TokenKind::kByte;
    const bool is_byte = token.kind == wanted && token.text.size() == 1;
    if (is_byte) bytes.set(static_cast<unsigned char>(token.text[0]));
  }
  return bytes.all();
}

Result<uint32_t> HuggingFaceReader::TokenAt(std::string_view spelled) const {
  const auto found = spelled_.find(spelled);
  if (found != spelled_.end()) return found->second;
  return Report(Code::kTokenizerInvalid, "a merge names a token that is not there");
}

// As "a b" or as ["a", "b"].
Result<void> HuggingFaceReader::ReadMerges(const DefinitionFields& model) {
  std::string joined;
  for (const Value& item : TRY(model.List("merges"))) {
    std::string_view left;
    std::string_view right;
    if (item.is_string()) {
      const size_t space = item.as_string().find(' ');
      if (space == std::string_view::npos) return model.Wrong("merges", "a list of pairs");
      left = item.as_string().substr(0, space);
      right = item.as_string().substr(space + 1);
      if (right.find(' ') != right.npos) return model.Wrong("merges", "a list of pairs");
    } else if (item.is_list() && item.size() == 2 && item.items()[0].is_string() &&
               item.items()[1].is_string()) {
      left = item.items()[0].as_string();
      right = item.items()[1].as_string();
    } else {
      return model.Wrong("merges", "a list of pairs");
    }
    joined.assign(left);
    joined += right;
    definition_.merges.push_back({TRY(TokenAt(left)), TRY(TokenAt(right)), TRY(TokenAt(joined))});
  }
  return {};
}

Result<void> HuggingFaceReader::ReadModel(const DefinitionFields& model) {
  if (model.has("type") && TRY(model.Text("type")) != "BPE") {
    return UnsupportedInDefinition("model", TRY(model.Text("type")));
  }
  for (const std::string_view name : {"continuing_subword_prefix", "end_of_word_suffix"}) {
    if (model.has(name) && !TRY(model.Text(name)).empty()) {
      return UnsupportedInDefinition("option", name);
    }
  }
  if (const Value* dropout = model.Find("dropout");
      dropout && !(dropout->is_int() && dropout->as_int() == 0) &&
      !(dropout->is_double() && dropout->as_double() == 0)) {
    return UnsupportedInDefinition("option", "dropout");
  }
  definition_.units = byte_level_ ? TokenUnits::kBytes : TokenUnits::kCharacters;
  definition_.order = MergeOrder::kListed;
  definition_.byte_fallback = TRY(model.Bool("byte_fallback", false));
  definition_.fuse_unknown = TRY(model.Bool("fuse_unk", false));
  definition_.whole_pieces = TRY(model.Bool("ignore_merges", false));
  TRY(ReadVocabulary(model));
  // Where some bytes have tokens, what becomes of the others depends on what stands around them.
  if (definition_.byte_fallback && has_byte_tokens_ && !HasAllBytes()) {
    return UnsupportedInDefinition("option of a vocabulary without all bytes,", "byte_fallback");
  }
  definition_.byte_fallback = definition_.byte_fallback && has_byte_tokens_;
  TRY(ReadMerges(model));
  if (!model.has("unk_token")) return {};
  const auto unknown = spelled_.find(TRY(model.Text("unk_token")));
  if (unknown == spelled_.end()) return model.Wrong("unk_token", "a token of `vocab`");
  definition_.unknown = unknown->second;
  return {};
}

// An added token that is no token of the model gets the next id, whatever the file says.
Result<void> HuggingFaceReader::ReadAdded(const DefinitionFields& root) {
  if (!root.has("added_tokens")) return {};
  std::optional<uint32_t> highest;
  const auto size = static_cast<uint32_t>(definition_.tokens.size());
  for (const Value& item : TRY(root.List("added_tokens"))) {
    const DefinitionFields fields = TRY(DefinitionFields::Of(item, "added_tokens"));
    for (const std::string_view name : {"single_word", "lstrip", "rstrip"}) {
      if (TRY(fields.Bool(name, false))) {
        return UnsupportedInDefinition("option of an added token", name);
      }
    }
    AddedToken added;
    added.text = TRY(fields.Text("content"));
    if (added.text.empty()) continue;
    added.special = TRY(fields.Bool("special", false));
    added.normalized = TRY(fields.Bool("normalized", !added.special));
    if (byte_level_) added.decoded = alphabet_.Spelled(added.text).value_or(added.text);
    const auto known = spelled_.find(added.text);
    added.id = known != spelled_.end()       ? definition_.tokens[known->second].id
               : highest && *highest >= size ? *highest + 1
                                             : size;
    if (added.id != TRY(fields.Number("id"))) {
      return fields.Wrong("id", "the id of the same token in `vocab`, or the next one behind it");
    }
    highest = std::max(highest.value_or(0), added.id);
    definition_.added.push_back(std::move(added));
  }
  return {};
}

Result<void> HuggingFaceReader::AddDecoder(const DefinitionFields& fields) {
  using Kind = DecodeStep::Kind;
  const std::string_view type = TRY(fields.Text("type"));
  DecodeStep step;
  if (type == "Replace") {
    step.kind = Kind::kReplace;
    step.from = TRY(LiteralPattern(fields, "decoder"));
    step.to = TRY(fields.Text("content"));
  } else if (type == "ByteFallback") {
    step.kind = Kind::kByteFallback;
  } else if (type == "Fuse") {
    step.kind = Kind::kFuse;
  } else if (type == "Strip") {
    step.kind = Kind::kStrip;
    step.from = TRY(fields.Text("content"));
    step.start = TRY(fields.Number("start"));
    step.stop = TRY(fields.Number("stop"));
  } else if (type == "Metaspace") {
    step.kind = Kind::kMetaspace;
    step.from = TRY(fields.Text("replacement"));
    const bool prefix = TRY(fields.Bool("add_prefix_space", true));
    const bool never =
        fields.has("prepend_scheme") ? TRY(fields.Text("prepend_scheme")) == "never" : !prefix;
    step.prefix = never ? SplitStep::Prefix::kNever : SplitStep::Prefix::kAlways;
  } else if (type == "ByteLevel" && byte_level_) {
    step.kind = Kind::kByteLevel;
  } else {
    return UnsupportedInDefinition("decoder", type);
  }
  definition_.decoders.push_back(std::move(step));
  return {};
}

Result<void> HuggingFaceReader::ReadDecoder(const DefinitionFields& root) {
  const Value* decoder = root.Find("decoder");
  if (!decoder) {
    definition_.decode = byte_level_ ? DecodeRule::kBytes : DecodeRule::kSpaced;
    return {};
  }
  for (const DefinitionFields& fields : TRY(Flatten(*decoder, "decoder", "decoders"))) {
    TRY(AddDecoder(fields));
  }
  definition_.decode = byte_level_ ? DecodeRule::kBytes : DecodeRule::kSteps;
  if (byte_level_) definition_.decoders.clear();
  return {};
}

Result<TokenizerDefinition> HuggingFaceReader::Read(const Value& value) {
  const DefinitionFields root = TRY(DefinitionFields::Of(value, "tokenizer.json"));
  if (root.has("truncation")) return UnsupportedInDefinition("option", "truncation");
  TRY(ReadNormalizer(root));
  TRY(ReadPreTokenizer(root));
  TRY(ReadModel(TRY(root.Fields("model"))));
  TRY(ReadAdded(root));
  TRY(ReadDecoder(root));
  return std::move(definition_);
}

}  // namespace

Result<TokenizerDefinition> ReadHuggingFace(std::string_view text, const Limits& limits) {
  Heap heap(limits);
  const Value value = TRY(ReadDefinitionJson(text, &heap, limits));
  return HuggingFaceReader().Read(value);
}

}  // namespace galley
