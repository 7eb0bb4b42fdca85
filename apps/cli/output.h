// Where results and diagnostics go.
#ifndef GALLEY_APPS_CLI_OUTPUT_H_
#define GALLEY_APPS_CLI_OUTPUT_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "galley/command.h"
#include "galley/diagnostic.h"
#include "galley/operations.h"

namespace galley::cli {

// What a text is that is printed.
enum class Text : uint8_t {
  kForPeople,  // whatever came from outside is escaped, where all is JSON as JSON
  kJson,       // escaped as JSON
  kExact,      // what the command exists to print: a rendered or a stored text
};

class Output {
 public:
  // As JSON, everything goes to standard output; otherwise diagnostics go to
  // standard error, in colour where that is a terminal and NO_COLOR is not set.
  explicit Output(bool as_json);

  bool as_json() const { return as_json_; }

  // Prints what a command is about.  A reader that went away wants no more and is
  // no error; anything else that keeps the text from being written is one.
  ExitCode Print(std::string_view text, Text kind = Text::kForPeople) const;
  // Prints the warnings of a call that succeeded; as JSON they are in its result.
  void Warn(const Reply& reply) const;
  // The same where the result that is printed does not hold them.
  void WarnAlways(const Reply& reply) const;
  // Tells people something besides what a command is about, on standard error.
  void Tell(std::string_view text) const;
  // Whether standard output takes colours.
  bool has_colour() const;
  // What $COLUMNS says, or the columns of the terminal that standard output is; of what is
  // none there is no end.
  uint32_t width() const;
  // `text`, with a line break at its end where a terminal needs one.
  std::string Ended(std::string text) const;
  // Prints why a command failed, and returns how it ends.
  ExitCode Fail(const Error& error) const;
  // The same for what ReadInput could not read: a text that is there and wrong is
  // invalid data.
  ExitCode FailForInput(const Error& error) const;

 private:
  void PrintText(std::span<const Diagnostic> diagnostics) const;

  bool as_json_;
  Colour colour_;
};

// Takes the places of standard streams that are closed, so that no file opened
// later is mistaken for one.  Using them fails as it would have.
void HoldStandardStreams();

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_OUTPUT_H_
