// Attributes are printed as they are set; the line is put together at the end.
#include "telemetry/span.h"

#include "base/json_text.h"
#include "base/random.h"
#include "base/utc_time.h"
#include "base/writer.h"
#include "galley/version.h"

namespace galley::telemetry {
namespace {

constexpr std::string_view kRender = "render_prompt";  // the conventions have no word for it
constexpr size_t kTraceDigits = 32;
constexpr size_t kSpanDigits = 16;

std::string Quote(std::string_view text) {
  BufferWriter out;
  AppendJsonString(text, {}, &out);
  return out.ToString();
}

std::string Attribute(std::string_view key, std::string_view type, std::string_view value) {
  return "{\"key\":" + Quote(key) + ",\"value\":{\"" + std::string(type) +
         "\":" + std::string(value) + "}}";
}

// Digits that are not all 0, which would mean none.
bool IsNumber(std::string_view digits) {
  return digits.find_first_not_of("0123456789abcdef") == digits.npos &&
         digits.find_first_not_of('0') != digits.npos;
}

// VERSION-TRACE-SPAN-FLAGS; false where it is none, and then a trace begins here.
bool ReadParent(std::string_view parent, std::string* trace, std::string* span) {
  constexpr size_t kTraceAt = 3;
  constexpr size_t kSpanAt = kTraceAt + kTraceDigits + 1;
  constexpr size_t kFlagsAt = kSpanAt + kSpanDigits + 1;
  if (parent.size() < kFlagsAt + 2 || parent.starts_with("ff")) return false;
  for (const size_t at : {kTraceAt, kSpanAt, kFlagsAt}) {
    if (parent[at - 1] != '-') return false;
  }
  const std::string_view given_trace = parent.substr(kTraceAt, kTraceDigits);
  const std::string_view given_span = parent.substr(kSpanAt, kSpanDigits);
  if (!IsNumber(given_trace) || !IsNumber(given_span)) return false;
  *trace = given_trace;
  *span = given_span;
  return true;
}

}  // namespace

Result<Span> Span::Begin(const Trace& trace, std::string_view prompt) {
  Result<LineFile> file = LineFile::Open(std::string(trace.file));
  if (!file) return std::move(file).error();
  Span span(*std::move(file), trace.content);
  if (!ReadParent(trace.parent, &span.trace_, &span.parent_)) span.trace_ = RandomToken();
  span.Name(prompt);
  span.began_ = CurrentUtc();
  span.started_ = MonotonicNanoseconds();
  return span;
}

void Span::Name(std::string_view prompt) {
  Set(kOperationName, kRender);
  name_ = kRender;
  if (prompt.empty()) return;
  constexpr std::string_view kStore = "store:";
  const size_t at = prompt.starts_with(kStore) ? prompt.rfind('@') : prompt.npos;
  const std::string_view name = prompt.substr(0, at);
  name_.append(" ").append(name);
  Set(kPromptName, name);
  if (at != prompt.npos) version_ = prompt.substr(at + 1);
}

void Span::Set(std::string_view key, std::string_view text) {
  if (!attributes_.empty()) attributes_ += ',';
  attributes_ += Attribute(key, "stringValue", Quote(text));
}

void Span::Set(std::string_view key, uint64_t number) {
  if (!attributes_.empty()) attributes_ += ',';
  // JSON's numbers do not hold all integers.
  attributes_ += Attribute(key, "intValue", '"' + std::to_string(number) + '"');
}

std::string Span::Line(int64_t end, std::string_view failed) const {
  constexpr int kInternal = 1;
  constexpr int kError = 2;
  const int64_t began = began_ * 1000;
  std::string line = "{\"resourceSpans\":[{\"resource\":{\"attributes\":[";
  line += Attribute("service.name", "stringValue", "\"galley\"") + ',' +
          Attribute("service.version", "stringValue", Quote(Version()));
  line += "]},\"scopeSpans\":[{\"scope\":{\"name\":\"galley\",\"version\":" + Quote(Version()) +
          "},\"spans\":[{\"traceId\":\"" + trace_ + "\",\"spanId\":\"" +
          RandomToken().substr(0, kSpanDigits) + '"';
  if (!parent_.empty()) line += ",\"parentSpanId\":\"" + parent_ + '"';
  line += ",\"name\":" + Quote(name_) + ",\"kind\":" + std::to_string(kInternal) +
          ",\"startTimeUnixNano\":\"" + std::to_string(began) + "\",\"endTimeUnixNano\":\"" +
          std::to_string(began + (end - started_)) + "\",\"attributes\":[" + attributes_ +
          "],\"status\":{";
  if (!failed.empty()) line += "\"code\":" + std::to_string(kError);
  return line + "}}]}]}]}\n";
}

void Span::End(std::string_view failed) noexcept {
  const int64_t end = MonotonicNanoseconds();
  if (!version_.empty()) Set(kPromptVersion, version_);
  if (!failed.empty()) Set(kErrorType, failed);
  // A render does not fail because nobody could be told of it.
  static_cast<void>(file_.Append(Line(end, failed)));
}

}  // namespace galley::telemetry
