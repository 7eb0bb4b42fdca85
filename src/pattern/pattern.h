// Pattern: a compiled ECMAScript regular expression, on PCRE2.
//
// Texts are UTF-16, as ECMAScript sees them: without the flag u a pattern may
// match one half of a character that takes two units.
#ifndef GALLEY_PATTERN_PATTERN_H_
#define GALLEY_PATTERN_PATTERN_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "galley/limits.h"
#include "galley/result.h"
#include "pattern/pattern_tree.h"

namespace galley {

// Any of g i m s u y, each once; nothing for another text.
std::optional<PatternFlags> ReadPatternFlags(std::string_view flags) noexcept;

// Immutable; may be shared between threads.
class Pattern {
 public:
  // `source` is valid UTF-8.  Takes what it costs from `*steps`.  Fails with
  // invalid-pattern where JavaScript refuses it or where it has no translation;
  // with limit-regex where it takes more steps than there are, or its program is
  // larger than limits.regex.
  static Result<Pattern> Compile(std::string_view source, PatternFlags flags, const Limits& limits,
                                 uint64_t* steps);

  Pattern(Pattern&&) noexcept;
  Pattern& operator=(Pattern&&) noexcept;
  ~Pattern();

  PatternFlags flags() const noexcept;
  // Capturing groups, numbered from 1.
  uint32_t groups() const noexcept;
  bool has_names() const noexcept;
  // The number of the group of that name, or 0.
  uint32_t FindGroup(std::string_view name) const noexcept;

 private:
  friend class PatternSearch;
  struct State;
  explicit Pattern(std::unique_ptr<State> state) noexcept;

  std::unique_ptr<State> state_;
};

enum class Found : uint8_t {
  kYes,
  kNo,
  kLimit,  // it took more steps or memory than allowed
};

// One text being searched.  Both `pattern` and `text`, which is valid UTF-16,
// outlive it.
class PatternSearch {
 public:
  // `*steps` is what making it and all the searches may still take; each takes its
  // part.
  PatternSearch(const Pattern& pattern, std::u16string_view text, const Limits& limits,
                uint64_t* steps);
  ~PatternSearch();
  PatternSearch(const PatternSearch&) = delete;
  PatternSearch& operator=(const PatternSearch&) = delete;

  // The first match at `from` or behind; with the flag y, at `from` alone.
  Found Find(size_t from);

  // Of the match found: a group, 0 being the whole; nothing where it took no part.
  std::optional<std::u16string_view> group(uint32_t number) const noexcept;
  size_t begin() const noexcept;
  size_t end() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Whether `pattern` matches anywhere in `text`, which is valid UTF-8: for those who
// need neither groups nor places.  Takes what it costs from `*steps`.
Found SearchPattern(const Pattern& pattern, std::string_view text, const Limits& limits,
                    uint64_t* steps);

}  // namespace galley

#endif  // GALLEY_PATTERN_PATTERN_H_
