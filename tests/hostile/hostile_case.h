// What the hostile tests share: building large templates, and the one thing that is
// expected of each of them.
#ifndef GALLEY_TESTS_HOSTILE_HOSTILE_CASE_H_
#define GALLEY_TESTS_HOSTILE_HOSTILE_CASE_H_

#include <string>
#include <string_view>

namespace galley::testing {

struct Case {
  std::string name;
  std::string source;
};

std::string Repeat(std::string_view text, int count);
// `open` and `close` n times each, around `middle`.
std::string Around(std::string_view open, std::string_view middle, std::string_view close, int n);

// Renders on a stack of 64 KiB.  The case must end with a text within the limits, or
// with a diagnostic that is short and no fault of ours.
void ExpectSurvives(const std::string& name, const std::string& parameters);

}  // namespace galley::testing

#endif  // GALLEY_TESTS_HOSTILE_HOSTILE_CASE_H_
