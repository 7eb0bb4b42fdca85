// Everything that is printed passes Print or PrintText, which escape what came from outside for
// what the output is: people, JSON, or bytes as they are.
#include "output.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string>

#include "system.h"

namespace galley::cli {
namespace {

bool IsSet(const char* name) {
  const char* value = std::getenv(name);
  return value && *value;
}

Colour ColourOf(int descriptor) {
  const char* terminal = std::getenv("TERM");
  const bool is_dumb = terminal && std::string_view(terminal) == "dumb";
  return isatty(descriptor) && !IsSet("NO_COLOR") && !is_dumb ? Colour::kAlways : Colour::kNever;
}

// 0, or the error number.
int WriteAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = write(descriptor, text.data(), text.size());
    if (count >= 0) {
      text.remove_prefix(static_cast<size_t>(count));
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

std::string DiagnosticsAsJson(std::span<const Diagnostic> diagnostics) {
  std::string text = "{\"diagnostics\":[";
  for (size_t at = 0; at < diagnostics.size(); ++at) {
    if (at > 0) text += ',';
    text += FormatJson(diagnostics[at]);
  }
  return text + "]}\n";
}

}  // namespace

Output::Output(bool as_json) : as_json_(as_json), colour_(ColourOf(STDERR_FILENO)) {}

ExitCode Output::Print(std::string_view text, Text kind) const {
  std::string escaped;
  if (kind == Text::kForPeople && as_json_) kind = Text::kJson;
  if (kind == Text::kForPeople) text = escaped = EscapedForTerminal(text, ColourOf(STDOUT_FILENO));
  if (kind == Text::kJson) text = escaped = EscapedJson(text);
  const int reason = WriteAll(STDOUT_FILENO, text);
  if (reason == 0 || reason == EPIPE) return ExitCode::kOk;
  const Error error(OutputProblem(reason));
  PrintText(error.diagnostics());
  return ExitCodeFor(error);
}

void Output::Warn(const Reply& reply) const {
  if (!as_json_) PrintText(reply.warnings());
}

void Output::WarnAlways(const Reply& reply) const { PrintText(reply.warnings()); }

void Output::Tell(std::string_view text) const {
  static_cast<void>(WriteAll(STDERR_FILENO, EscapedForTerminal(text, Colour::kNever)));
}

bool Output::has_colour() const { return ColourOf(STDOUT_FILENO) == Colour::kAlways; }

uint32_t Output::width() const {
  constexpr uint32_t kUncut = 10'000;
  const char* columns = std::getenv("COLUMNS");
  const long asked = columns ? std::strtol(columns, nullptr, 10) : 0;
  if (asked > 0) return static_cast<uint32_t>(std::min<long>(asked, kUncut));
  const uint32_t known = TerminalColumns(STDOUT_FILENO);
  return known > 0 ? known : kUncut;
}

std::string Output::Ended(std::string text) const {
  if (isatty(STDOUT_FILENO) && !text.ends_with('\n')) text += '\n';
  return text;
}

ExitCode Output::Fail(const Error& error) const {
  if (!as_json_) {
    PrintText(error.diagnostics());
    return ExitCodeFor(error);
  }
  const ExitCode printed = Print(DiagnosticsAsJson(error.diagnostics()), Text::kJson);
  return printed == ExitCode::kOk ? ExitCodeFor(error) : printed;
}

ExitCode Output::FailForInput(const Error& error) const {
  const ExitCode code = Fail(error);
  return code == ExitCode::kFindings ? ExitCode::kInvalidData : code;
}

void Output::PrintText(std::span<const Diagnostic> diagnostics) const {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) text += FormatText(diagnostic, colour_);
  // There is nowhere left to complain.
  static_cast<void>(WriteAll(STDERR_FILENO, EscapedForTerminal(text, colour_)));
}

void HoldStandardStreams() {
  // Opened the wrong way round: reading the input and writing the outputs fail.
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) != -1) continue;
    static_cast<void>(open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY));
  }
}

}  // namespace galley::cli
