// Each transform is read, compiled and applied by itself; whatever goes wrong with one leaves
// the text as it was.
#include "transform/transform.h"

#include <array>
#include <cmath>
#include <utility>

#include "base/writer.h"
#include "diag/report.h"
#include "pattern/pattern.h"
#include "pattern/steps.h"
#include "pattern/utf16.h"
#include "transform/replacement.h"
#include "value/map.h"

namespace galley {
namespace {

constexpr std::array<std::string_view, 4> kExtractFields = {"type", "pattern", "flags", "group"};
constexpr std::array<std::string_view, 4> kReplaceFields = {"type", "pattern", "flags", "replace"};

// --- Reading -------------------------------------------------------------------------

using Problem = std::optional<TransformProblem>;

Problem ReadString(const Value& map, std::string_view field, bool required,
                   std::string_view* text) {
  const Value* found = FindItem(map, field);
  if (!found && !required) return {};
  if (!found) return TransformProblem{field, "is missing"};
  if (!found->is_string()) {
    return TransformProblem{
        field, "must be of type string, not " + std::string(JsonKindName(found->kind()))};
  }
  *text = found->as_string();
  return {};
}

// 2.0 is an integer.
std::optional<double> WholeNumber(const Value& value) {
  if (value.is_int()) return static_cast<double>(value.as_int());
  if (value.is_double() && std::trunc(value.as_double()) == value.as_double()) {
    return value.as_double();
  }
  return {};
}

Problem ReadGroup(const Value& map, uint32_t* group) {
  const Value* found = FindItem(map, "group");
  if (!found) return {};
  const std::optional<double> number = WholeNumber(*found);
  if (!number) {
    return TransformProblem{
        "group", "must be of type integer, not " + std::string(JsonKindName(found->kind()))};
  }
  if (*number < 0) return TransformProblem{"group", "must not be negative"};
  // No pattern has so many groups.
  *group = *number < UINT32_MAX ? static_cast<uint32_t>(*number) : UINT32_MAX;
  return {};
}

// --- Applying ------------------------------------------------------------------------

enum class Outcome : uint8_t { kMatched, kNoMatch, kTooLong, kTooLarge };

// Characters of a text, or pieces of a replacement.
constexpr uint64_t kHandledInOneStep = 16;

Outcome Extract(const Pattern& pattern, const Transform& transform, const Limits& limits,
                uint64_t* steps, std::u16string* text) {
  PatternSearch search(pattern, *text, limits, steps);
  const Found found = search.Find(0);
  if (found != Found::kYes) return found == Found::kNo ? Outcome::kNoMatch : Outcome::kTooLong;
  if (const auto group = search.group(transform.group)) *text = std::u16string(*group);
  return Outcome::kMatched;
}

// Where the search goes on behind an empty match.
size_t NextPlace(std::u16string_view text, size_t at, bool unicode) {
  const bool is_pair = unicode && at + 1 < text.size() && (text[at] & 0xFC00) == 0xD800;
  return at + (is_pair ? 2 : 1);
}

Outcome Replace(const Pattern& pattern, const Transform& transform, const Limits& limits,
                uint64_t* steps, std::u16string* text) {
  const std::u16string_view old = *text;
  // What it takes to read the replacement, and to write the text once more.
  if (!PaySteps((transform.replace.size() + old.size()) / kHandledInOneStep, steps)) {
    return Outcome::kTooLong;
  }
  const Replacement replacement(transform.replace, pattern);
  PatternSearch search(pattern, old, limits, steps);
  std::u16string replaced;
  size_t copied = 0;
  Outcome outcome = Outcome::kNoMatch;
  for (size_t from = 0; from <= old.size();) {
    const Found found = search.Find(from);
    if (found == Found::kLimit) return Outcome::kTooLong;
    if (found == Found::kNo) break;
    outcome = Outcome::kMatched;
    if (!PaySteps(replacement.pieces() / kHandledInOneStep, steps)) return Outcome::kTooLong;
    replaced.append(old.substr(copied, search.begin() - copied));
    replacement.Append(search, old, limits.output, &replaced);
    if (replaced.size() > limits.output) return Outcome::kTooLarge;
    copied = search.end();
    const bool is_empty = search.begin() == search.end();
    from = is_empty ? NextPlace(old, copied, pattern.flags().unicode) : copied;
  }
  if (outcome == Outcome::kNoMatch) return outcome;
  replaced.append(old.substr(copied));
  if (Utf8Length(replaced) > limits.output) return Outcome::kTooLarge;
  *text = std::move(replaced);
  return outcome;
}

Result<Pattern> CompileTransform(const Transform& transform, const Limits& limits,
                                 uint64_t* steps) {
  const std::optional<PatternFlags> flags = ReadPatternFlags(transform.flags);
  if (!flags) {
    return Report(Code::kInvalidPattern, "the flags " + Quoted(transform.flags) +
                                             " are not some of `gimsuy`, each at most once");
  }
  return Pattern::Compile(transform.pattern, *flags, limits, steps);
}

constexpr size_t kMostWarnings = 100;

// A list being applied to a text, which stays valid UTF-16 from one transform to
// the next.
class Application {
 public:
  Application(std::string_view path, std::string_view text, const Limits& limits)
      : path_(path), limits_(limits), steps_(limits.steps), text_(ToUtf16(text)) {}

  void Apply(const Value& value, uint32_t index);
  Transformed Finish();

 private:
  Outcome Run(const Pattern& pattern, const Transform& transform, uint64_t* steps);
  void Warn(Diagnostic warning);
  void Warn(Code code, uint32_t index, std::string_view field, std::string_view message);
  std::string NameOf(uint32_t index, std::string_view field = {}) const;

  std::string_view path_;
  const Limits& limits_;
  uint64_t steps_;
  std::u16string text_;
  Transformed result_;
};

void Application::Apply(const Value& value, uint32_t index) {
  Transform transform;
  if (const Problem problem = ReadTransform(value, &transform)) {
    return Warn(Code::kInvalidTransform, index, problem->field, problem->message);
  }
  uint64_t allowance = steps_ / 2;
  steps_ -= allowance;
  const Result<Pattern> pattern = CompileTransform(transform, limits_, &allowance);
  const Outcome outcome = pattern ? Run(*pattern, transform, &allowance) : Outcome::kNoMatch;
  steps_ += allowance;
  if (!pattern) {
    Diagnostic reason = pattern.error().diagnostics().front();
    reason.message = NameOf(index) + " leaves the text as it is: " + reason.message;
    return Warn(std::move(reason));
  }
  switch (outcome) {
    case Outcome::kMatched:
      result_.applied.push_back(index);
      return;
    case Outcome::kNoMatch:
      return;
    case Outcome::kTooLong:
      return Warn(Code::kLimitRegex, index, "",
                  "leaves the text as it is: its pattern takes too many steps");
    case Outcome::kTooLarge:
      return Warn(Code::kLimitRegex, index, "",
                  "leaves the text as it is: it would grow beyond the limit `output`");
  }
}

Outcome Application::Run(const Pattern& pattern, const Transform& transform, uint64_t* steps) {
  const auto apply = transform.kind == TransformKind::kExtract ? Extract : Replace;
  const Outcome outcome = apply(pattern, transform, limits_, steps, &text_);
  if (outcome == Outcome::kMatched) ReplaceLoneSurrogates(&text_);
  return outcome;
}

void Application::Warn(Code code, uint32_t index, std::string_view field,
                       std::string_view message) {
  Warn(Report(code, NameOf(index, field) + ' ' + std::string(message)));
}

void Application::Warn(Diagnostic warning) {
  if (result_.warnings.size() < kMostWarnings) result_.warnings.push_back(std::move(warning));
}

std::string Application::NameOf(uint32_t index, std::string_view field) const {
  std::string name = '`' + std::string(path_) + '[' + std::to_string(index) + ']';
  if (!field.empty()) name += '.' + std::string(field);
  return name + '`';
}

Transformed Application::Finish() {
  BufferWriter text;
  AppendUtf8(text_, &text);
  result_.text = text.ToString();
  return std::move(result_);
}

}  // namespace

std::span<const std::string_view> TransformFields(TransformKind kind) noexcept {
  return kind == TransformKind::kExtract ? kExtractFields : kReplaceFields;
}

std::optional<TransformProblem> ReadTransform(const Value& value, Transform* transform) {
  if (!value.is_map()) {
    return TransformProblem{"",
                            "must be of type map, not " + std::string(JsonKindName(value.kind()))};
  }
  std::string_view type;
  if (Problem problem = ReadString(value, "type", true, &type)) return problem;
  if (type != "regexExtract" && type != "regexReplace") {
    return TransformProblem{"type", "must be `regexExtract` or `regexReplace`"};
  }
  const bool replaces = type == "regexReplace";
  transform->kind = replaces ? TransformKind::kReplace : TransformKind::kExtract;
  if (Problem problem = ReadString(value, "pattern", true, &transform->pattern)) return problem;
  if (Problem problem = ReadString(value, "flags", false, &transform->flags)) return problem;
  if (!replaces) return ReadGroup(value, &transform->group);
  return ReadString(value, "replace", true, &transform->replace);
}

std::optional<Diagnostic> CheckTransform(const Transform& transform, const Limits& limits,
                                         uint64_t* steps) {
  const Result<Pattern> pattern = CompileTransform(transform, limits, steps);
  if (pattern) return {};
  return pattern.error().diagnostics().front();
}

Transformed ApplyTransforms(std::span<const Value> list, std::string_view path,
                            std::string_view text, const Limits& limits) {
  Application application(path, text, limits);
  for (uint32_t index = 0; index < list.size(); ++index) application.Apply(list[index], index);
  return application.Finish();
}

}  // namespace galley
