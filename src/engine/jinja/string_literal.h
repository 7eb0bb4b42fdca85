// String literals: what the text between two quotes stands for.
#ifndef GALLEY_ENGINE_JINJA_STRING_LITERAL_H_
#define GALLEY_ENGINE_JINJA_STRING_LITERAL_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace galley::jinja {

// Why an escape cannot be read, and where it stands in the text.
struct EscapeProblem {
  size_t offset = 0;
  size_t size = 0;
  std::string_view message;
};

// Appends what `inside` stands for to `out`: escapes as in Python, line breaks
// written as `newline`.  False, and sets `*problem`, where an escape is wrong.
bool AppendUnescaped(std::string_view inside, std::string_view newline, std::string* out,
                     EscapeProblem* problem);

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_STRING_LITERAL_H_
