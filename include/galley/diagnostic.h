// Diagnostics: what went wrong, where, and what to do about it.
//
// A diagnostic carries everything it needs to be printed, including the line it
// points at, so it outlives the source it speaks of.  It never holds a value
// from a context: data is named by type and length only.
#ifndef GALLEY_DIAGNOSTIC_H_
#define GALLEY_DIAGNOSTIC_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "galley/export.h"

namespace galley {

enum class Severity : uint8_t { kError, kWarning };

// A place in a text.  Lines and columns count from 1 (0: unknown), columns in
// code points; `offset` counts bytes from 0.
struct Position {
  uint32_t line = 0;
  uint32_t column = 0;
  uint32_t offset = 0;

  friend bool operator==(const Position&, const Position&) = default;
};

// `end` is the place just after the last byte.
struct Range {
  Position start;
  Position end;

  friend bool operator==(const Range&, const Range&) = default;
};

// A fact of a diagnostic that programs read: `class` is `turn`, `tokens` is 64.  The name
// points to static storage.
struct Detail {
  std::string_view name;
  std::string text;
  bool is_number = false;
};

struct Diagnostic {
  // Kebab-case, stable for ever, listed in docs/errors.md.  Points to static
  // storage.
  std::string_view code;
  Severity severity = Severity::kError;
  std::string message;

  // Empty and zero where the problem has no place in a file.
  std::string file;
  Range range;

  // The line `range` starts in, without its line break; empty for data, whose
  // text is never repeated.  Of a very long line only what is near `range` is
  // kept, from column `line_text_column` on.
  std::string line_text;
  uint32_t line_text_column = 1;

  // How it came to this: the include chain, the other candidates, ...
  std::vector<std::string> notes;
  std::string hint;
  // What it says, once more for programs; printed as keys of its JSON.
  std::vector<Detail> details;
};

// Why an operation failed: at least one diagnostic, the first being the reason.
class [[nodiscard]] GALLEY_EXPORT Error {
 public:
  Error(Diagnostic diagnostic);
  explicit Error(std::vector<Diagnostic> diagnostics);

  const std::vector<Diagnostic>& diagnostics() const noexcept { return diagnostics_; }
  std::vector<Diagnostic>& diagnostics() noexcept { return diagnostics_; }
  // The code of the reason.
  std::string_view code() const noexcept;

 private:
  template <class T>
  friend class Result;
  Error() noexcept = default;  // only inside a Result<void> that holds no error

  std::vector<Diagnostic> diagnostics_;
};

// How a diagnostic is printed for people.
enum class Colour : uint8_t { kNever, kAlways };

// The line with a caret, as a compiler prints it; ends with a line break.
GALLEY_EXPORT std::string FormatText(const Diagnostic& diagnostic, Colour colour);

// One JSON object: {code, severity, message, file, range, notes, hint} and its details.
GALLEY_EXPORT std::string FormatJson(const Diagnostic& diagnostic);

}  // namespace galley

#endif  // GALLEY_DIAGNOSTIC_H_
