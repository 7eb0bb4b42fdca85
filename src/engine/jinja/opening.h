// Openings: where template text ends and a tag, a comment, a raw block or a line
// statement begins.
//
// The leftmost opening wins.  Of two at one place a raw block wins, then the one
// with the longer delimiter.  A line statement or line comment begins with the
// blanks before its prefix.
#ifndef GALLEY_ENGINE_JINJA_OPENING_H_
#define GALLEY_ENGINE_JINJA_OPENING_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/jinja/options.h"

namespace galley::jinja {

// True where `text` holds `expected` at `at`.  Delimiters are so short that a loop
// beats a call.
inline bool MatchesAt(std::string_view text, size_t at, std::string_view expected) noexcept {
  if (text.size() < at + expected.size()) return false;
  for (size_t i = 0; i < expected.size(); ++i) {
    if (text[at + i] != expected[i]) return false;
  }
  return true;
}

enum class OpeningKind : uint8_t {
  kVariable,
  kBlock,
  kComment,
  kRaw,
  kLineStatement,
  kLineComment,
};

struct Opening {
  OpeningKind kind;
  char sign = 0;        // the `-` or `+` behind the delimiter, or 0
  uint32_t begin = 0;   // where the text before it ends
  uint32_t marker = 0;  // its delimiter or prefix
  uint32_t next = 0;    // where what it opens begins
};

// Finds openings in texts, which are valid UTF-8.  Refers to `options`, which outlive
// it.
class OpeningFinder {
 public:
  explicit OpeningFinder(const SyntaxOptions& options) noexcept;

  const SyntaxOptions& options() const noexcept { return options_; }

  // The first opening in `text` from `from` on, where the last tag ended.
  bool Find(std::string_view text, uint32_t from, Opening* opening) const noexcept;

 private:
  struct Rule {
    OpeningKind kind;
    std::string_view delimiter;
  };

  void AddRule(OpeningKind kind, std::string_view delimiter) noexcept;
  uint32_t NextCandidate(std::string_view text, uint32_t at) const noexcept;
  bool MatchUsual(std::string_view text, uint32_t at, Opening* opening) const noexcept;
  bool MatchAt(std::string_view text, uint32_t from, uint32_t at, Opening* opening) const noexcept;
  // The rule's delimiter is at `at`.
  static bool MatchRule(const Rule& rule, std::string_view text, uint32_t from, uint32_t at,
                        Opening* opening) noexcept;
  bool BecomesRaw(std::string_view text, Opening* opening) const noexcept;

  const SyntaxOptions& options_;
  std::array<Rule, 5> rules_{};  // in the order in which they are tried
  size_t rule_count_ = 0;
  bool is_usual_;        // the delimiters are Jinja2's own
  char only_first_ = 0;  // the first byte of every delimiter, if they share it
  std::array<bool, 256> is_first_{};
};

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_OPENING_H_
