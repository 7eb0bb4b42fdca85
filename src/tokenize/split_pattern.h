// SplitPattern: the regular expressions of split rules that have no scanner.
//
// A small backtracking matcher on the pinned classes of character_class.h, for what such
// rules use: alternatives, groups, classes with ranges, \p{..} and intersections, greedy,
// lazy and possessive repetition, look-ahead, `(?i:..)` on ASCII letters.  Anything else is
// refused, so an expression is never matched in another sense than its author's.  Where
// Oniguruma (tokenizers) and Rust's fancy-regex (tiktoken) read an expression in two
// ways, `$` and `{1,3}+` being such, the dialect decides.
//
// There is no recursion: the expression becomes instructions, and what is still to be
// tried lies on a stack of its own.  Steps are counted against a limit.
#ifndef GALLEY_TOKENIZE_SPLIT_PATTERN_H_
#define GALLEY_TOKENIZE_SPLIT_PATTERN_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "galley/result.h"

namespace galley {

enum class PatternDialect : uint8_t { kOniguruma, kRust };

// A set of characters: any of the ranges and properties, or none of them.
struct SplitCharacters {
  struct Range {
    char32_t first;
    char32_t last;
  };
  struct Property {
    enum class Kind : uint8_t {
      kCategory,
      kHan,
      kSpace,
      kOnigurumaWord,
      kOnigurumaClassWord,
      kRustWord,
    } kind;
    bool negated;
    uint32_t categories;  // with kCategory
  };
  std::vector<Range> ranges;
  std::vector<Property> properties;
  // Classes nested inside (positions in SplitPattern's list of sets), which nest nothing
  // themselves; any of them.
  std::vector<uint32_t> nested;
  // All of these must hold as well: the right sides of `&&`.
  std::vector<uint32_t> also;
  bool negated = false;
};

// Immutable; may be shared between threads.
class SplitPattern {
 public:
  // Fails with tokenizer-unsupported where the expression is outside the subset or not
  // well-formed, with limit-size where it is too long.
  static Result<SplitPattern> Compile(std::string_view expression, PatternDialect dialect);

  struct Match {
    size_t start = 0;
    size_t end = 0;
  };
  // Where matching stopped for want of steps, in place of a match.
  static constexpr size_t kOutOfSteps = static_cast<size_t>(-2);
  static constexpr size_t kNoMatch = static_cast<size_t>(-1);

  // The first match that begins at `from` or later in `text`, valid UTF-8.  `start` is
  // kNoMatch where there is none and kOutOfSteps where `*steps` ran out.
  Match Find(std::string_view text, size_t from, uint64_t* steps) const;

 private:
  friend class SplitPatternCompiler;
  // Places are relative to the instruction, so that code can be copied.
  struct Instruction {
    enum class Op : uint8_t {
      kCharacter,  // a: the code point
      kFolded,     // a: an ASCII letter, lower case, in any case
      kSet,        // a: the set
      kAny,        // everything but a line feed
      kSplit,      // goes on at a, and at b if that fails
      kJump,       // a
      kAtomic,     // what follows up to kCommit gives one answer only
      kCommit,
      kAhead,     // what follows up to kAheadEnd must match and is not consumed
      kAheadEnd,  //
      kNotAhead,  // what follows up to kNotAheadEnd must not match; goes on at a
      kNotAheadEnd,
      kTextStart,
      kTextEnd,
      kLineStart,
      kLineEnd,
      kMatch,
    };
    Op op;
    int32_t a = 0;
    int32_t b = 0;
  };

  size_t MatchAt(std::string_view text, size_t at, uint64_t* steps) const;
  // Without regard to what is nested in the set.
  static bool HoldsFlat(const SplitCharacters& set, char32_t point) noexcept;
  bool Holds(const SplitCharacters& set, char32_t point) const noexcept;

  std::vector<Instruction> code_;
  std::vector<SplitCharacters> sets_;
};

}  // namespace galley

#endif  // GALLEY_TOKENIZE_SPLIT_PATTERN_H_
