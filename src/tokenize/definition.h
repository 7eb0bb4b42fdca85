// TokenizerDefinition: a tokenizer as its author wrote it down, in one form.
//
// Readers of the formats in use (read_*.h) produce it from bytes; CompileTable
// (compile.h) makes the table that counts from it.  A reader translates and checks the
// shape of its format; what no format may say (two tokens with one id, a merge of tokens
// that are not there) is checked by CompileTable, once for all of them.  A reader that
// meets something that this form cannot say refuses it with tokenizer-unsupported and the
// name of the thing: a definition is followed to the letter or not at all.
//
// Text goes through a definition in this order: added tokens are cut out where they are
// recognised; what is between them is changed by the normalizers, cut by the splits, and
// each piece is merged from its units.
#ifndef GALLEY_TOKENIZE_DEFINITION_H_
#define GALLEY_TOKENIZE_DEFINITION_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace galley {

// What a piece is made of before anything is merged.
enum class TokenUnits : uint8_t { kBytes, kCharacters };

enum class TokenKind : uint8_t {
  kNormal,
  // One byte of a character that has no token of its own (`<0x0A>`); `text` is that byte.
  // With TokenUnits::kBytes these are normal tokens.
  kByte,
  // Stands for what nothing else covers.
  kUnknown,
  // Never the outcome of merging; recognised only as an added token.
  kControl,
  // Cut out of every text before merging, whatever the caller says about special tokens.
  kUserDefined,
  // Has an id and a text, and is never produced.
  kUnused,
};

struct DefinedToken {
  std::string text;  // the bytes it stands for; UTF-8 with TokenUnits::kCharacters
  uint32_t id = 0;
  TokenKind kind = TokenKind::kNormal;
  // With MergeOrder::kByRank: when its halves are joined, the lowest first.
  uint32_t rank = 0;
};

enum class MergeOrder : uint8_t {
  // Two neighbours are joined where `merges` lists them, the first of the list first.
  kListed,
  // Two neighbours are joined where the token of their joined text is there, the one of
  // the lowest rank first.
  kByRank,
};

// Positions in TokenizerDefinition::tokens, not ids.
struct DefinedMerge {
  uint32_t left = 0;
  uint32_t right = 0;
  uint32_t result = 0;
};

struct AddedToken {
  std::string text;
  uint32_t id = 0;
  bool special = false;
  // Matched in the text after the normalizers, not before.
  bool normalized = false;
  std::string decoded;  // what its id decodes to; empty: `text`
};

struct NormalizeStep {
  enum class Kind : uint8_t {
    kNfc,
    kNfd,
    kNfkc,
    kNfkd,
    kReplace,  // every `from` becomes `to`; `from` is not empty
    kPrepend,  // `to` before a text that is not empty
    kSqueeze,  // spaces at both ends are dropped, at the end also `from`; runs become one
  };
  Kind kind = Kind::kNfc;
  std::string from;
  std::string to;
};

// What becomes of what a split matches.
enum class SplitBehavior : uint8_t {
  kIsolated,
  kRemoved,
  kMergedWithPrevious,
  kMergedWithNext,
  kContiguous,
};

struct SplitStep {
  enum class Kind : uint8_t {
    // Cuts at the matches of `pattern`, an expression as Oniguruma reads it.
    kPattern,
    // The matches of `pattern`, as Rust reads it, are the pieces; what none covers is
    // dropped.  This is what tiktoken does.
    kMatchesOnly,
    // Cuts at `pattern`, a text.
    kLiteral,
    // Cuts between numbers (\p{N}) and the rest; with `each` between numbers as well.
    kDigits,
    // Puts a space before each piece that does not begin with one.
    kPrefixSpace,
    // Spaces become `pattern`, the replacement, which is put before pieces as `prefix`
    // says; with `each` cut before every replacement.
    kMetaspace,
  };
  enum class Prefix : uint8_t { kAlways, kFirst, kNever };

  Kind kind = Kind::kPattern;
  std::string pattern;
  SplitBehavior behavior = SplitBehavior::kIsolated;
  bool invert = false;
  bool each = false;
  Prefix prefix = Prefix::kNever;
};

struct DecodeStep {
  enum class Kind : uint8_t {
    kReplace,       // every `from` becomes `to`
    kByteFallback,  // tokens that are bytes become the characters they make
    kFuse,          // from here on the tokens are one text
    kStrip,         // up to `start` times `from` off the start of each, `stop` off the end
    kMetaspace,     // `from` becomes a space, none at the start unless prefix is kNever
    kByteLevel,     // what TokenUnits::kBytes means anyway
  };
  Kind kind = Kind::kByteLevel;
  std::string from;
  std::string to;
  uint32_t start = 0;
  uint32_t stop = 0;
  SplitStep::Prefix prefix = SplitStep::Prefix::kNever;
};

enum class DecodeRule : uint8_t {
  kBytes,          // the texts of the tokens, one after the other
  kSteps,          // `decoders` in turn
  kSentencePiece,  // `▁` is a space, and dropped at the start where `drops_first_space`
  kSpaced,         // the texts of the tokens with spaces between them
};

struct TokenizerDefinition {
  TokenUnits units = TokenUnits::kBytes;
  MergeOrder order = MergeOrder::kByRank;
  // Ids are unique; texts are among normal tokens.
  std::vector<DefinedToken> tokens;
  std::vector<DefinedMerge> merges;  // with MergeOrder::kListed
  // Every token has at most one merge, the last one that makes it of its own text, and
  // its own rank says when: there is nothing left to find out.
  bool merges_are_minimal = false;
  std::vector<AddedToken> added;

  std::vector<NormalizeStep> normalizers;
  std::vector<SplitStep> splits;

  // A piece that is a token is that token, whether merges lead to it or not.
  bool whole_pieces = false;
  // With TokenUnits::kCharacters: a character without a token becomes its bytes.
  bool byte_fallback = false;
  // The token for what has none, a position in `tokens`; kNoToken: it is left out.
  uint32_t unknown = kNoToken;
  // Neighbouring unknown characters are one token.
  bool fuse_unknown = false;

  DecodeRule decode = DecodeRule::kBytes;
  std::vector<DecodeStep> decoders;
  // With DecodeRule::kSentencePiece: encoding put a space before the text, or took some away.
  bool drops_first_space = false;

  static constexpr uint32_t kNoToken = UINT32_MAX;
};

}  // namespace galley

#endif  // GALLEY_TOKENIZE_DEFINITION_H_
