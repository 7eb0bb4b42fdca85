// Span: what one render did, as OpenTelemetry hears of it.
#ifndef GALLEY_TELEMETRY_SPAN_H_
#define GALLEY_TELEMETRY_SPAN_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "files/line_file.h"
#include "galley/result.h"
#include "galley/trace.h"

namespace galley::telemetry {

// A Trace with texts of its own.
struct OwnTrace {
  OwnTrace() = default;
  explicit OwnTrace(const Trace& given)
      : file(given.file), content(given.content), parent(given.parent) {}

  bool is_on() const noexcept { return !file.empty(); }
  Trace view() const noexcept { return {file, content, parent}; }

  std::string file;
  bool content = false;
  std::string parent;
};

// The names of OpenTelemetry's conventions, and ours for what those have no name for.
inline constexpr std::string_view kOperationName = "gen_ai.operation.name";
inline constexpr std::string_view kPromptName = "gen_ai.prompt.name";
inline constexpr std::string_view kRequestModel = "gen_ai.request.model";
inline constexpr std::string_view kProviderName = "gen_ai.provider.name";
inline constexpr std::string_view kInputTokens = "gen_ai.usage.input_tokens";
inline constexpr std::string_view kInputMessages = "gen_ai.input.messages";
inline constexpr std::string_view kErrorType = "error.type";
inline constexpr std::string_view kPromptVersion = "galley.prompt.version";
inline constexpr std::string_view kTokenizer = "galley.tokenizer";
inline constexpr std::string_view kExactness = "galley.tokens.exactness";
inline constexpr std::string_view kBudget = "galley.budget.tokens";
inline constexpr std::string_view kMessageCount = "galley.messages.count";
inline constexpr std::string_view kDroppedCount = "galley.dropped.count";
inline constexpr std::string_view kWarningCount = "galley.warnings.count";
inline constexpr std::string_view kOutputBytes = "galley.output.bytes";
inline constexpr std::string_view kOutputText = "galley.output.text";
inline constexpr std::string_view kRequestBody = "galley.request.body";

class Span {
 public:
  // It begins now.  `prompt` is the name of a template, `store:NAME@VERSION` among others;
  // empty: it has none.  Fails with output-failed.
  static Result<Span> Begin(const Trace& trace, std::string_view prompt);

  // Which version of the template it is; empty: what its name says, if anything.
  void SetVersion(std::string version) {
    if (!version.empty()) version_ = std::move(version);
  }
  // An attribute; each once.  Texts are valid UTF-8.
  void Set(std::string_view key, std::string_view text);
  void Set(std::string_view key, uint64_t number);
  // Whether what was rendered is wanted.
  bool wants_content() const noexcept { return wants_content_; }

  // Adds the line; `failed` is the code of why it failed, or empty.
  void End(std::string_view failed) noexcept;

 private:
  Span(LineFile file, bool wants_content) : file_(std::move(file)), wants_content_(wants_content) {}

  void Name(std::string_view prompt);
  std::string Line(int64_t end, std::string_view failed) const;

  LineFile file_;
  bool wants_content_;
  std::string name_;
  std::string version_;  // of the template; empty: none
  std::string trace_;
  std::string parent_;   // empty: none
  int64_t began_ = 0;    // microseconds since 1970
  int64_t started_ = 0;  // nanoseconds of the clock that never goes back
  std::string attributes_;
};

}  // namespace galley::telemetry

#endif  // GALLEY_TELEMETRY_SPAN_H_
