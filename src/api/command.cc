// What the command line needs besides the operations; the one table that says how
// a command ends.
#include "galley/command.h"

#include <charconv>
#include <utility>
#include <vector>

#include "base/limit_table.h"
#include "base/sha256.h"
#include "base/try.h"
#include "diag/display.h"
#include "diag/registry.h"
#include "diag/report.h"
#include "files/disk_files.h"
#include "files/new_directory.h"
#include "files/new_file.h"
#include "files/problems.h"
#include "files/regular_output.h"
#include "format/text.h"
#include "galley/operations.h"
#include "load/document.h"
#include "store/store_url.h"

namespace galley {
namespace {

struct ExitRow {
  Code code;
  ExitCode exit;
};

// A code that is not listed means an invalid template or document.
constexpr ExitRow kExitCodes[] = {
    {Code::kFileNotFound, ExitCode::kNotFound},
    {Code::kFileUnreadable, ExitCode::kUsage},
    {Code::kFileNotRegular, ExitCode::kUsage},
    {Code::kFileNotDirectory, ExitCode::kUsage},
    {Code::kFileOutsideRoot, ExitCode::kUsage},
    {Code::kInvalidRequest, ExitCode::kUsage},
    {Code::kUnknownMethod, ExitCode::kUsage},
    {Code::kInvalidParams, ExitCode::kUsage},
    {Code::kUsage, ExitCode::kUsage},
    {Code::kOutputFailed, ExitCode::kInternal},
    {Code::kInternal, ExitCode::kInternal},
    {Code::kTemplateNotFound, ExitCode::kNotFound},
    {Code::kInvalidTemplateName, ExitCode::kNotFound},
    {Code::kTemplateAmbiguous, ExitCode::kAmbiguous},
    {Code::kConfigInvalid, ExitCode::kUsage},
    {Code::kManifestNotFound, ExitCode::kNotFound},
    {Code::kFileExists, ExitCode::kUsage},
    {Code::kInputInvalid, ExitCode::kInvalidData},
    {Code::kInvalidData, ExitCode::kInvalidData},
    {Code::kInvalidInjection, ExitCode::kInvalidData},
    {Code::kRowsInvalid, ExitCode::kInvalidData},
    {Code::kColumnMissing, ExitCode::kInvalidData},
    {Code::kColumnUnsupported, ExitCode::kInvalidData},
    {Code::kPrefixUnsupported, ExitCode::kUnsupported},
    {Code::kStoreNotFound, ExitCode::kNotFound},
    {Code::kStoreUnreachable, ExitCode::kUsage},
    {Code::kStoreNewer, ExitCode::kUsage},
    {Code::kStoreBusy, ExitCode::kInternal},
    {Code::kStoreFailed, ExitCode::kInternal},
};

}  // namespace

ExitCode ExitCodeFor(const Error& error) {
  // What is wrong inside the data is wrong with the data, whatever it is.
  if (error.diagnostics().front().file == kParamsName) return ExitCode::kInvalidData;
  for (const ExitRow& row : kExitCodes) {
    if (Describe(row.code).code == error.code()) return row.exit;
  }
  return ExitCode::kFindings;
}

Diagnostic UsageProblem(std::string_view message, std::string_view word,
                        std::span<const std::string_view> candidates) {
  // A word that was wrong may hold a connection string.
  return Report(Code::kUsage, WithoutPasswords(message), SuggestNearest(word, candidates));
}

Diagnostic InternalProblem(std::string message) {
  return Report(Code::kInternal, std::move(message));
}

Diagnostic OutputProblem(int error_number) {
  return Report(Code::kOutputFailed,
                "standard output cannot be written: " + SystemReason(error_number));
}

Diagnostic MissingProgramProblem(std::string_view program) {
  return Report(Code::kProgramMissing, "the program " + Quoted(program) + " is not installed",
                "install it, or use `galley list`");
}

Diagnostic NothingFoundProblem(std::string message) {
  return Report(Code::kNothingFound, std::move(message));
}

Diagnostic RowsProblem(std::string message) {
  return Report(Code::kRowsInvalid, std::move(message));
}

Result<void> SetLimit(std::string_view name, std::string_view value, Limits* limits) {
  std::vector<std::string_view> names;
  for (const LimitRow& row : LimitTable()) {
    names.push_back(row.name);
    if (row.name != name) continue;
    uint64_t number = 0;
    const auto [end, problem] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (value.empty() || problem != std::errc() || end != value.data() + value.size()) {
      return Report(Code::kUsage, "limit " + Quoted(name) + " must be a whole number");
    }
    if (number > Limits::Ceiling().*row.member) {
      return Report(Code::kUsage, "limit " + Quoted(name) + " may be at most " +
                                      std::to_string(Limits::Ceiling().*row.member));
    }
    limits->*row.member = number;
    return {};
  }
  return Report(Code::kUsage, Quoted(name) + " is not a limit", SuggestNearest(name, names));
}

std::string EscapedForTerminal(std::string_view text, Colour colour) {
  return ShowLines(text, colour);
}
std::string EscapedOnOneLine(std::string_view text) { return ShowText(text); }
std::string EscapedJson(std::string_view json) { return ShowJson(json); }

std::string Sha256Hex(std::string_view bytes) { return Sha256Of(bytes); }

Result<std::string> ReadInput(const std::string& path, uint64_t max_bytes) {
  std::string text = WithoutByteOrderMark(TRY(ReadNamedFile(path, max_bytes)));
  Limits limits;
  limits.context = max_bytes;
  TRY(CheckText(Source(path == "-" ? "standard input" : path, text, Nature::kData), limits));
  return text;
}

Result<bool> WriteNewFile(const std::string& directory, std::string_view path,
                          std::string_view text) {
  if (!IsThere(directory)) TRY(MakeDirectoryOf(directory + "/file"));
  return MakeNewFile(directory, path, text);
}

Result<void> WriteOutput(const std::string& path, std::string_view text) {
  const size_t slash = path.rfind('/');
  const std::string directory = slash == path.npos ? "." : path.substr(0, slash + 1);
  DiskFiles files = TRY(DiskFiles::Open(directory));
  return files.Write(slash == path.npos ? path : path.substr(slash + 1), text, Overwrite::kReplace);
}

Result<int> OpenOutput(const std::string& path) { return TRY(OpenRegularOutput(path)).Release(); }

}  // namespace galley
