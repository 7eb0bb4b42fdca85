// PatternProgram: a regular expression as PCRE2 gets it, with the checks that
// PCRE2 calls back for.
//
// PCRE2 has Perl's rules.  Where ECMAScript's differ the text asks for a check
// with a callout, `(?C'N')` for number N; a bare `(?C0)` only pays for the step.
// Every choice that backtracking can come back to pays, so the work is bounded
// whatever the pattern is.
#ifndef GALLEY_PATTERN_PATTERN_PROGRAM_H_
#define GALLEY_PATTERN_PATTERN_PROGRAM_H_

#include <cstdint>
#include <string>
#include <vector>

#include "galley/result.h"
#include "pattern/pattern_tree.h"

namespace galley {

enum class CheckKind : uint8_t {
  kPay,       // `first` more steps
  kPayGroup,  // what comparing with the group `first` costs
  // A turn of a loop must have moved on from where the marker `first` was set;
  // kMovedUnlessFirst asks it only where the marker `second` was set since `third`
  // was.
  kMoved,
  kMovedUnlessFirst,
  // The marker `first` was set since `second` was; or it was not.
  kSetSince,
  kNotSetSince,
  // The ECMAScript group `first` was set before the turn at hand of a loop
  // around it began, and so does not count; or it was not.
  kStale,
  kFresh,
  // The program `first`, which runs the other way, matches here; or it does not.
  kLook,
  kNotLook,
};

struct PatternCheck {
  CheckKind kind;
  uint32_t first = 0;
  uint32_t second = 0;
  uint32_t third = 0;
};

inline constexpr uint32_t kNoGroup = UINT32_MAX;

struct PatternProgram {
  std::string text;  // ASCII
  std::vector<PatternCheck> checks;
  bool reversed = false;    // it matches the text from its end to its start
  uint32_t price = 1;       // what looking at 64 characters costs
  uint32_t brackets = 0;    // groups, loops and looks
  uint32_t step_price = 1;  // what a step costs: PCRE2 copies all groups for each

  // PCRE2's number of each ECMAScript group, or kNoGroup; markers have numbers
  // too, so they are not the same.
  std::vector<uint32_t> groups;
  // The markers of the loops around each group: PCRE2's numbers of empty groups
  // that are set where a turn begins.
  std::vector<std::vector<uint32_t>> loops;

  // Of a look with groups: the program it stands in, the marker that is set there
  // where it is made, and the markers of the loops around that.
  uint32_t parent = 0;
  uint32_t place = kNoGroup;
  std::vector<uint32_t> place_loops;
};

// The first is the pattern; the others are looks that PCRE2 cannot make itself.
// Takes what it costs from `*steps`.  Fails with invalid-pattern where there is no
// translation, with limit-regex where the steps do not suffice.
Result<std::vector<PatternProgram>> TranslatePattern(const PatternTree& tree, PatternFlags flags,
                                                     uint64_t* steps);

// The pattern would take more steps than are left for it.
Diagnostic TooManySteps();

}  // namespace galley

#endif  // GALLEY_PATTERN_PATTERN_PROGRAM_H_
