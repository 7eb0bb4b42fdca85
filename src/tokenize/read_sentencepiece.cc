// A reader of protocol buffers that knows the fields it needs and skips others, within bounds.
#include "tokenize/read_sentencepiece.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/try.h"
#include "base/utf8.h"
#include "diag/report.h"

namespace galley {
namespace {

constexpr std::string_view kLowerBlock = "\xE2\x96\x81";

// The numbers of fields in sentencepiece_model.proto.
constexpr uint64_t kModelPieces = 1;
constexpr uint64_t kModelTrainer = 2;
constexpr uint64_t kModelNormalizer = 3;
constexpr uint64_t kPieceText = 1;
constexpr uint64_t kPieceScore = 2;
constexpr uint64_t kPieceType = 3;
constexpr uint64_t kTrainerType = 3;
constexpr uint64_t kTrainerSuffix = 24;
constexpr uint64_t kTrainerByteFallback = 35;
constexpr uint64_t kTrainerUnknownSurface = 44;
constexpr uint64_t kNormalizerMap = 2;
constexpr uint64_t kNormalizerDummyPrefix = 3;
constexpr uint64_t kNormalizerSqueeze = 4;
constexpr uint64_t kNormalizerEscape = 5;

enum PieceType : uint64_t { kNormal = 1, kUnknown, kControl, kUserDefined, kUnused, kByte };

Diagnostic Damaged() {
  return Report(Code::kTokenizerInvalid, "the model is not a protocol buffer of SentencePiece");
}
Diagnostic Unsupported(std::string_view what) {
  return Report(Code::kTokenizerUnsupported,
                std::string(what) + " of SentencePiece is not implemented");
}

// One field: a number, or the bytes of something longer.
struct WireField {
  uint64_t number = 0;
  uint64_t value = 0;
  std::string_view bytes;
};

// The fields of a message, one after the other.
class WireReader {
 public:
  explicit WireReader(std::string_view bytes) : rest_(bytes) {}

  bool AtEnd() const { return rest_.empty(); }

  // Nothing where the bytes are no field.
  std::optional<WireField> Next() {
    WireField field;
    const std::optional<uint64_t> tag = Varint();
    if (!tag) return std::nullopt;
    field.number = *tag >> 3;
    size_t size = 0;
    switch (*tag & 7) {
      case 0: {
        const std::optional<uint64_t> value = Varint();
        if (!value) return std::nullopt;
        field.value = *value;
        return field;
      }
      case 1:
        size = 8;
        break;
      case 2: {
        const std::optional<uint64_t> length = Varint();
        if (!length || *length > rest_.size()) return std::nullopt;
        size = static_cast<size_t>(*length);
        break;
      }
      case 5:
        size = 4;
        break;
      default:
        return std::nullopt;
    }
    if (size > rest_.size()) return std::nullopt;
    field.bytes = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return field;
  }

 private:
  std::optional<uint64_t> Varint() {
    uint64_t value = 0;
    for (int shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(rest_[0]);
      rest_.remove_prefix(1);
      value |= uint64_t{byte & 0x7Fu} << shift;
      if (byte < 0x80) return value;
    }
    return std::nullopt;
  }

  std::string_view rest_;
};

struct Piece {
  std::string_view text;
  float score = 0;
  uint64_t type = kNormal;
};

Result<Piece> ReadPiece(std::string_view bytes) {
  Piece piece;
  for (WireReader in(bytes); !in.AtEnd();) {
    const std::optional<WireField> field = in.Next();
    if (!field) return Damaged();
    if (field->number == kPieceText) piece.text = field->bytes;
    if (field->number == kPieceType) piece.type = field->value;
    if (field->number == kPieceScore) {
      if (field->bytes.size() != sizeof(float)) return Damaged();
      std::memcpy(&piece.score, field->bytes.data(), sizeof(float));
      if (std::isnan(piece.score)) return Damaged();
    }
  }
  return piece;
}

// `<0x0A>`
std::optional<char> ByteOf(std::string_view text) {
  if (text.size() != 6 || !text.starts_with("<0x") || text[5] != '>') return std::nullopt;
  int value = 0;
  for (const char digit : text.substr(3, 2)) {
    if (digit >= '0' && digit <= '9') {
      value = value * 16 + (digit - '0');
    } else if (digit >= 'A' && digit <= 'F') {
      value = value * 16 + (digit - 'A' + 10);
    } else {
      return std::nullopt;
    }
  }
  return static_cast<char>(value);
}

class ModelReader {
 public:
  Result<TokenizerDefinition> Read(std::string_view bytes);

 private:
  Result<void> ReadTrainer(std::string_view bytes);
  Result<void> ReadNormalizer(std::string_view bytes);
  Result<void> AddPiece(const Piece& piece);
  void RankByScore();
  void AddNormalizers();

  TokenizerDefinition definition_;
  std::vector<float> scores_;
  uint64_t type_ = 1;
  bool dummy_prefix_ = true;
  bool squeeze_ = true;
  bool escape_ = true;
  std::string_view unknown_surface_ = " \xE2\x81\x87 ";  // what it decodes to
};

Result<void> ModelReader::ReadTrainer(std::string_view bytes) {
  for (WireReader in(bytes); !in.AtEnd();) {
    const std::optional<WireField> field = in.Next();
    if (!field) return Damaged();
    if (field->number == kTrainerType) type_ = field->value;
    if (field->number == kTrainerByteFallback) definition_.byte_fallback = field->value != 0;
    if (field->number == kTrainerUnknownSurface) unknown_surface_ = field->bytes;
    if (field->number == kTrainerSuffix && field->value != 0) {
      return Unsupported("`treat_whitespace_as_suffix`");
    }
  }
  return {};
}

Result<void> ModelReader::ReadNormalizer(std::string_view bytes) {
  for (WireReader in(bytes); !in.AtEnd();) {
    const std::optional<WireField> field = in.Next();
    if (!field) return Damaged();
    if (field->number == kNormalizerMap && !field->bytes.empty()) {
      return Unsupported("`precompiled_charsmap`");
    }
    if (field->number == kNormalizerDummyPrefix) dummy_prefix_ = field->value != 0;
    if (field->number == kNormalizerSqueeze) squeeze_ = field->value != 0;
    if (field->number == kNormalizerEscape) escape_ = field->value != 0;
  }
  return {};
}

Result<void> ModelReader::AddPiece(const Piece& piece) {
  if (!IsValidUtf8(piece.text) || piece.text.empty()) return Damaged();
  DefinedToken token;
  token.id = static_cast<uint32_t>(definition_.tokens.size());
  token.text = piece.text;
  switch (piece.type) {
    case kNormal:
      break;
    case kUnknown:
      token.kind = TokenKind::kUnknown;
      definition_.unknown = token.id;
      break;
    case kControl:
      token.kind = TokenKind::kControl;
      definition_.added.push_back({token.text, token.id, true, false, {}});
      token.text.clear();
      break;
    case kUserDefined:
      token.kind = TokenKind::kUserDefined;
      break;
    case kByte: {
      const std::optional<char> byte = ByteOf(piece.text);
      if (!byte) return Damaged();
      token.kind = TokenKind::kByte;
      token.text = std::string(1, *byte);
      break;
    }
    case kUnused:
      return Unsupported("a piece of the type UNUSED");
    default:
      return Damaged();
  }
  definition_.tokens.push_back(std::move(token));
  scores_.push_back(piece.score);
  return {};
}

// The highest score is merged first; equal scores rank alike.
void ModelReader::RankByScore() {
  std::vector<float> sorted = scores_;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  for (size_t i = 0; i < scores_.size(); ++i) {
    const auto at = std::lower_bound(sorted.begin(), sorted.end(), scores_[i], std::greater<>());
    definition_.tokens[i].rank = static_cast<uint32_t>(at - sorted.begin());
  }
}

void ModelReader::AddNormalizers() {
  using Kind = NormalizeStep::Kind;
  const std::string space(escape_ ? kLowerBlock : "");
  if (squeeze_) definition_.normalizers.push_back({Kind::kSqueeze, space, {}});
  if (dummy_prefix_) definition_.normalizers.push_back({Kind::kPrepend, {}, " "});
  definition_.drops_first_space = dummy_prefix_ || squeeze_;
  if (escape_) definition_.normalizers.push_back({Kind::kReplace, " ", std::string(kLowerBlock)});
}

Result<TokenizerDefinition> ModelReader::Read(std::string_view bytes) {
  definition_.units = TokenUnits::kCharacters;
  definition_.fuse_unknown = true;
  definition_.decode = DecodeRule::kSentencePiece;
  for (WireReader in(bytes); !in.AtEnd();) {
    const std::optional<WireField> field = in.Next();
    if (!field) return Damaged();
    if (field->number == kModelTrainer) TRY(ReadTrainer(field->bytes));
    if (field->number == kModelNormalizer) TRY(ReadNormalizer(field->bytes));
    if (field->number == kModelPieces) TRY(AddPiece(TRY(ReadPiece(field->bytes))));
  }
  if (definition_.tokens.empty()) return Damaged();
  if (type_ != 2) {
    return Unsupported(type_ == 1   ? "a model of the type UNIGRAM"
                       : type_ == 3 ? "a model of the type WORD"
                                    : "a model of this type");
  }
  if (definition_.unknown == TokenizerDefinition::kNoToken) {
    return Report(Code::kTokenizerInvalid, "the model has no piece for what is unknown");
  }
  if (!IsValidUtf8(unknown_surface_)) return Damaged();
  definition_.tokens[definition_.unknown].text = unknown_surface_;
  RankByScore();
  AddNormalizers();
  return std::move(definition_);
}

}  // namespace

Result<TokenizerDefinition> ReadSentencePiece(std::string_view bytes) {
  return ModelReader().Read(bytes);
}

}  // namespace galley
