// What a command line needs besides the operations.
#ifndef GALLEY_COMMAND_H_
#define GALLEY_COMMAND_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "galley/diagnostic.h"
#include "galley/export.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley {

enum class ExitCode : int {
  kOk = 0,
  kFindings = 1,  // or an invalid template or document
  kUsage = 2,     // or configuration
  kNotFound = 3,
  kAmbiguous = 4,
  kInvalidData = 7,
  kUnsupported = 8,  // the provider cannot express it
  kInternal = 70,    // or the result could not be written
};

// How a command that failed with `error` ends.
GALLEY_EXPORT ExitCode ExitCodeFor(const Error& error);

// A `usage` diagnostic; the hint is the one of `candidates` nearest to `word`.
GALLEY_EXPORT Diagnostic UsageProblem(std::string_view message, std::string_view word = {},
                                      std::span<const std::string_view> candidates = {});
// An `internal` diagnostic.
GALLEY_EXPORT Diagnostic InternalProblem(std::string message);
// An `output-failed` diagnostic for the error number of a write.
GALLEY_EXPORT Diagnostic OutputProblem(int error_number);

// A `program-missing` diagnostic for a program that a command runs.
GALLEY_EXPORT Diagnostic MissingProgramProblem(std::string_view program);
// A `nothing-found` diagnostic.
GALLEY_EXPORT Diagnostic NothingFoundProblem(std::string message);
// A `rows-invalid` diagnostic.
GALLEY_EXPORT Diagnostic RowsProblem(std::string message);

// What came from a name, a file, a template, data or a database, made fit for a terminal
// or a log: controls and invisible characters become escapes such as `\x1b`.  Lines and
// tabs stay, and with colour the colours do.
GALLEY_EXPORT std::string EscapedForTerminal(std::string_view text, Colour colour);
// The same on one line.
GALLEY_EXPORT std::string EscapedOnOneLine(std::string_view text);
// The same for JSON, which stays the same value: `\u009b`.
GALLEY_EXPORT std::string EscapedJson(std::string_view json);

// Sets the limit of that name to a number, at most its ceiling.  Fails with `usage`.
GALLEY_EXPORT Result<void> SetLimit(std::string_view name, std::string_view value, Limits* limits);
// The SHA-256 of some bytes, as 64 hexadecimal digits.
GALLEY_EXPORT std::string Sha256Hex(std::string_view bytes);

// The whole of a file that a user named; `-` is standard input.
GALLEY_EXPORT Result<std::string> ReadInput(const std::string& path, uint64_t max_bytes);

// Writes a file below `directory`, and makes the directories it lies in.  False, and
// nothing changed, where something has that name: nothing is ever overwritten.
GALLEY_EXPORT Result<bool> WriteNewFile(const std::string& directory, std::string_view path,
                                        std::string_view text);

// Writes the file at `path`, whole or not at all, over what is there.  Anything but a
// regular file stays as it is: fails with `output-failed`.
GALLEY_EXPORT Result<void> WriteOutput(const std::string& path, std::string_view text);
// Opens a file that is written piece by piece, and makes it where it is missing; refuses what
// WriteOutput refuses.  The caller closes the descriptor.
GALLEY_EXPORT Result<int> OpenOutput(const std::string& path);

}  // namespace galley

#endif  // GALLEY_COMMAND_H_
