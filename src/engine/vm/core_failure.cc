// How a render explains why it stopped: what failed, where, by which calls it came there,
// and what was perhaps meant.
//
// It reads frames and never runs code, so it can be asked in any state.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "diag/report.h"
#include "engine/vm/core.h"
#include "engine/vm/mention.h"

namespace galley {

namespace {

// How the text of a limit's diagnostic names it.
struct LimitReport {
  Code code;
  std::string_view what;
  uint64_t Limits::*limit;
};

LimitReport ReportFor(Exhausted exhausted) {
  switch (exhausted) {
    case Exhausted::kSteps:
      return {Code::kLimitSteps, "the render took more steps than the limit of ", &Limits::steps};
    case Exhausted::kString:
      return {Code::kLimitHeap, "a string grew larger than the limit of ", &Limits::string};
    case Exhausted::kList:
      return {Code::kLimitHeap, "a list or map grew larger than the limit of ", &Limits::list};
    default:
      return {Code::kLimitHeap, "the render made more values than the limit of ", &Limits::heap};
  }
}

// Names to choose a hint from.
struct NameList {
  static constexpr size_t kMost = 200;
  std::vector<std::string_view> names;

  // False once there are enough: what is left is not even looked at.
  bool Add(const Value& key) {
    if (key.is_string()) names.push_back(key.as_string());
    return names.size() < kMost;
  }
  void AddKeys(const Value& map) {
    if (!map.is_map()) return;
    for (const MapEntry& entry : EntriesOf(map)) {
      if (!Add(entry.key)) return;
    }
  }
};

}  // namespace

// Where the instruction stands that a frame is at.
Span Core::SpanOf(const Frame& frame) {
  const auto at = static_cast<size_t>(frame.pc - frame.unit->instructions.data());
  return at > 0 && at <= frame.unit->positions.size() ? frame.unit->positions[at - 1] : Span{};
}

// A variable with a name near the one that is undefined.
std::string Core::HintAtName() const {
  const Value& undefined = cx->undefined();
  const Value* name = undefined.undefined_name();
  if (!name || !name->is_string() || undefined.is_lenient()) return {};
  NameList names;
  Kind owner;
  if (undefined.undefined_owner(&owner)) {
    names.AddKeys(cx->OwnerOf(undefined));
  } else {
    for (const TemplateContext* context = frames.back().context; context;
         context = context->parent) {
      for (const Binding& binding : context->variables) {
        if (!names.Add(binding.name)) break;
      }
      for (const VisibleVariable& variable : context->frame.variables) {
        if (!names.Add(context->frame.constants[variable.name])) break;
      }
      names.AddKeys(context->data);
      names.AddKeys(context->globals);
    }
  }
  return SuggestNearest(name->as_string(), names.names);
}

// Where the tag that failed names what is undefined, which `span` is near.
Span Core::SpanOfUndefined(const Unit& unit, Span span) const {
  const Value& undefined = cx->undefined();
  const Value* name = undefined.undefined_name();
  Kind owner = Kind::kNone;
  const bool is_item = undefined.undefined_owner(&owner);
  const bool is_known = name && name->is_written();
  if (!is_known || owner == Kind::kUndefined) return span;
  return FindMention(unit.text, name->as_string(),
                     is_item ? MentionOf::kAttribute : MentionOf::kVariable, span);
}

Error Core::Failure() {
  if (!load_failure) return Explain();
  Error error = *std::move(load_failure);
  Diagnostic& reason = error.diagnostics().front();
  // What is wrong inside of another template has a place there; what is wrong with
  // its name belongs to the tag that uses it.
  if (reason.file.empty()) {
    const Diagnostic here = Explain();
    reason.file = here.file;
    reason.range = here.range;
    reason.line_text = here.line_text;
    reason.line_text_column = here.line_text_column;
    reason.notes.insert(reason.notes.end(), here.notes.begin(), here.notes.end());
  }
  return error;
}

Diagnostic Core::Explain() {
  // A limit may be so low that not even the first frame was made.
  const Unit& unit = frames.empty() ? *request->unit : *frames.back().unit;
  Span span = frames.empty() ? Span{} : SpanOf(frames.back());
  const bool is_undefined = cx->failed() && cx->code() == Code::kUndefinedVariable;
  if (is_undefined) span = SpanOfUndefined(unit, span);
  const Source source = SourceOf(unit);

  Diagnostic diagnostic;
  if (cx->failed()) {
    diagnostic = Report(cx->code(), source, span, cx->message(), cx->hint());
    if (is_undefined && diagnostic.hint.empty()) diagnostic.hint = HintAtName();
  } else if (heap.exhausted() != Exhausted::kNo) {
    const LimitReport report = ReportFor(heap.exhausted());
    diagnostic = Report(report.code, source, span,
                        std::string(report.what) + std::to_string(request->limits.*report.limit));
  } else {
    diagnostic = Report(Code::kLimitOutput, source, span, OutputLimit());
  }
  // The innermost calls tell most; a runaway recursion has hundreds.
  constexpr size_t kMostNotes = 8;
  for (size_t i = frames.size(); i-- > 1 && diagnostic.notes.size() < kMostNotes;) {
    diagnostic.notes.push_back(DescribeFrame(frames[i], frames[i - 1]));
  }
  return diagnostic;
}

std::string Core::OutputLimit() const {
  return "the render wrote more bytes than the limit of " + std::to_string(request->limits.output);
}

std::string Core::DescribeFrame(const Frame& called, const Frame& caller) const {
  const Position start = SourceOf(*caller.unit).Locate(SpanOf(caller)).start;
  std::string place = std::string(caller.unit->name) + ":" + std::to_string(start.line) + ":" +
                      std::to_string(start.column);
  const std::string name = Quoted(called.routine->name);
  switch (called.routine->kind) {
    case RoutineKind::kTemplate:
      return "in template " + name + ", used at " + place;
    case RoutineKind::kBlock:
      return "in block " + name + ", rendered at " + place;
    case RoutineKind::kMacro:
      return "in macro " + name + ", called at " + place;
    case RoutineKind::kCaller:
      return "in the body of a call block, called at " + place;
    case RoutineKind::kLoop:
      return "in a recursive loop, called at " + place;
    case RoutineKind::kProgram:
      return (called.routine == &called.unit->routines[0] ? "in partial " + name : "in a block") +
             ", rendered at " + place;
  }
  return place;
}

}  // namespace galley
