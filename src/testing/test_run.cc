// A case is rendered in a heap of its own, then each kind of expectation compares by itself and
// adds its failures.
#include "testing/test_run.h"

#include <algorithm>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "base/try.h"
#include "base/writer.h"
#include "diag/report.h"
#include "files/disk_files.h"
#include "files/relative_path.h"
#include "value/map.h"
#include "value/print.h"
#include "value/record.h"
#include "workspace/chat_records.h"
#include "workspace/chat_session.h"
#include "workspace/data.h"
#include "workspace/params.h"
#include "workspace/render_entry.h"

namespace galley::testing {
namespace {

// The value of a node of the file itself.
Value ValueAt(const TestFile& file, NodeId node, Heap* heap) {
  return node == kNoNode ? Value() : file.tree->ToValue(node, heap);
}

// What the case says, else its file.
NodeId Chosen(NodeId own, NodeId inherited) { return own != kNoNode ? own : inherited; }

std::string AsJson(const Value& value) {
  BufferWriter out(UINT32_MAX);
  Meter meter(Limits::Ceiling());
  PrintJson(value, {}, &out, &meter);
  return out.ToString();
}

std::string_view TextOf(const Value& map, std::string_view key) {
  const Value* value = FindItem(map, key);
  return value && value->is_string() ? value->as_string() : std::string_view();
}

bool IsTrue(const Value& map, std::string_view key) {
  const Value* value = FindItem(map, key);
  return value && value->is_bool() && value->as_bool();
}

constexpr std::string_view kCount = "count";

// Whether a record has all that a fact says.
bool Matches(const Value& fact, const Value& record) {
  for (const MapEntry& entry : EntriesOf(fact)) {
    if (entry.key.as_string() == kCount) continue;
    const Value* value = FindItem(record, entry.key.as_string());
    if (!value || AsJson(*value) != AsJson(entry.value)) return false;
  }
  return true;
}

void CompareLedger(const Value& facts, const Value& ledger, std::vector<TestFailure>* failures) {
  for (const Value& fact : facts.items()) {
    const Value* wanted = FindItem(fact, kCount);
    const int64_t count = CountMatches(fact, ledger);
    if (wanted ? count == wanted->as_int() : count > 0) continue;
    failures->push_back({"ledger",
                         std::to_string(count) + " records match " + AsJson(fact) +
                             (wanted ? "" : ", at least one is expected"),
                         {},
                         {}});
  }
}

void CompareError(std::string_view expected, const TestOutcome& outcome,
                  std::vector<TestFailure>* failures) {
  if (outcome.problems.empty()) {
    failures->push_back({"error", "expected " + Quoted(expected) + ", but it renders", {}, {}});
  } else if (outcome.problems.front().code != expected) {
    failures->push_back(
        {"error",
         "expected " + Quoted(expected) + ", got " + Quoted(outcome.problems.front().code),
         {},
         {}});
  }
}

// A text as it is, parts as JSON.
std::string ContentAsText(const Value& message) {
  const Value* content = FindItem(message, "content");
  if (!content || !content->is_list()) return std::string(TextOf(message, "content"));
  std::string text;
  for (const Value& part : content->items()) text += (text.empty() ? "" : "\n") + AsJson(part);
  return text;
}

// Whether `name`, `pin` and `cache` are as expected, where they are.
bool HasMarks(const Value& expected, const Value& actual) {
  for (const std::string_view key : {"name", "pin", "cache"}) {
    const Value* wanted = FindItem(expected, key);
    const Value* given = FindItem(actual, key);
    if (wanted && (!given || AsJson(*wanted) != AsJson(*given))) return false;
  }
  return true;
}

bool IsSameMessage(const Value& expected, const Value& actual) {
  const Value* wanted = FindItem(expected, "content");
  const Value* given = FindItem(actual, "content");
  return TextOf(expected, "role") == TextOf(actual, "role") && wanted && given &&
         wanted->is_list() == given->is_list() &&
         ContentAsText(expected) == ContentAsText(actual) &&
         IsTrue(expected, "prefix") == IsTrue(actual, "prefix") && HasMarks(expected, actual);
}

void CompareMessages(const Value& expected, const Value& actual,
                     std::vector<TestFailure>* failures) {
  const std::span<const Value> wanted = expected.items();
  const std::span<const Value> given = actual.items();
  if (std::equal(wanted.begin(), wanted.end(), given.begin(), given.end(), IsSameMessage)) return;
  TestFailure failure{"messages", "the conversation differs", MessagesAsText(expected),
                      MessagesAsText(actual)};
  // A text may look like the beginning of a message.
  if (failure.expected == failure.actual) {
    failure.expected = AsJson(expected);
    failure.actual = AsJson(actual);
  }
  failures->push_back(std::move(failure));
}

void CompareText(std::string_view expected, const std::string& actual,
                 std::vector<TestFailure>* failures) {
  if (expected == actual) return;
  failures->push_back({"text", "the text differs", std::string(expected), actual});
}

void CompareTokens(const Value& expected, uint64_t actual, std::vector<TestFailure>* failures) {
  const std::string wanted = AsJson(expected);
  if (wanted == std::to_string(actual)) return;
  failures->push_back({"tokens", "expected " + wanted + ", got " + std::to_string(actual), {}, {}});
}

// A number of items, or a record for each of the loops that are named.
void CompareDropped(const Value& expected, const Value& dropped,
                    std::vector<TestFailure>* failures) {
  if (!expected.is_list()) {
    const std::string wanted = AsJson(expected);
    const int64_t actual = CountDropped(dropped);
    if (wanted == std::to_string(actual)) return;
    failures->push_back(
        {"dropped", "expected " + wanted + ", got " + std::to_string(actual), {}, {}});
    return;
  }
  for (const Value& fact : expected.items()) {
    if (CountMatches(fact, dropped) > 0) continue;
    failures->push_back(
        {"dropped", "no loop matches " + AsJson(fact), AsJson(expected), AsJson(dropped)});
  }
}

// The codes that are expected, each once, in any order.
void CompareWarnings(const Value& expected, const std::vector<Diagnostic>& warnings,
                     std::vector<TestFailure>* failures) {
  std::set<std::string_view> wanted;
  for (const Value& code : expected.items()) wanted.insert(code.as_string());
  std::set<std::string_view> given;
  for (const Diagnostic& warning : warnings) given.insert(warning.code);
  if (wanted == given) return;
  const auto list = [](const std::set<std::string_view>& codes) {
    std::string text;
    for (const std::string_view code : codes) text.append(code).append("\n");
    return text;
  };
  failures->push_back({"warnings", "the warnings differ", list(wanted), list(given)});
}

// Each part that is expected with what came out.
void CompareParts(const TestFile& file, const Expectation& expect, const TestOutcome& outcome,
                  std::vector<TestFailure>* failures) {
  Heap heap(Limits::Ceiling());
  const auto at = [&](NodeId node) { return ValueAt(file, node, &heap); };
  if (expect.messages != kNoNode) {
    CompareMessages(at(expect.messages), outcome.messages, failures);
  }
  if (expect.text != kNoNode) CompareText(at(expect.text).as_string(), outcome.text, failures);
  if (expect.tokens != kNoNode) CompareTokens(at(expect.tokens), outcome.tokens, failures);
  if (expect.ledger != kNoNode) CompareLedger(at(expect.ledger), outcome.ledger, failures);
  if (expect.dropped != kNoNode) CompareDropped(at(expect.dropped), outcome.dropped, failures);
  if (expect.warnings != kNoNode) {
    CompareWarnings(at(expect.warnings), outcome.warnings, failures);
  }
}

std::string Problems(const TestOutcome& outcome) {
  std::string text;
  for (const Diagnostic& problem : outcome.problems) text += FormatText(problem, Colour::kNever);
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

}  // namespace

bool WantsMessages(const Expectation& expect) noexcept {
  return expect.messages != kNoNode || expect.tokens != kNoNode || expect.ledger != kNoNode ||
         expect.dropped != kNoNode;
}

int64_t CountDropped(const Value& dropped) {
  int64_t count = 0;
  for (const Value& loop : dropped.items()) count += FindItem(loop, "overBudget")->as_int();
  return count;
}

int64_t CountMatches(const Value& fact, const Value& ledger) {
  int64_t count = 0;
  for (const Value& record : ledger.items()) count += Matches(fact, record);
  return count;
}

std::string MessagesAsText(const Value& messages) {
  std::string text;
  for (const Value& message : messages.items()) {
    if (!text.empty()) text += '\n';
    text += '[' + std::string(TextOf(message, "role")) +
            (IsTrue(message, "prefix") ? ", prefix" : "") + "]\n" + ContentAsText(message);
  }
  return text;
}

// The text of a file that a test names: a path from where the test is, and not out of
// the project.
Result<std::string> TestRunner::ReadBeside(const TestFile& file, std::string_view path) {
  const Catalog& tests = *TRY(workspace_->tests());
  const Root& root = tests.RootOf(*file.entry);
  const workspace::Project* project = TRY(workspace_->project());
  const std::string top = project ? TRY(ResolvePath(project->root)) : workspace_->path();
  const std::string here = tests.AbsolutePath(*file.entry);
  std::optional<std::string> place;
  if (workspace_->path().empty()) {
    place = JoinPath(DirectoryOf(here), path);
  } else if (IsBelow(here, top)) {
    place = JoinPath(DirectoryOf(PathBelow(here, top)), path);
  } else {
    place = JoinPath(DirectoryOf(file.entry->relative_path), path);
  }
  if (!place || path.starts_with('/')) {
    return Report(Code::kFileOutsideRoot, Quoted(path) + " leads out of the project");
  }
  if (workspace_->path().empty()) return workspace_->files().Read(*place, call_.limits.context);
  if (!IsBelow(here, top)) return root.files->Read(root.PathOf(*place), call_.limits.context);
  const DiskFiles files = TRY(DiskFiles::Open(top));
  return files.Read(*place, call_.limits.context);
}

// What a node says, or the file that it names holds.
Result<Value> TestRunner::ReadValue(const TestFile& file, NodeId node, Heap* heap) {
  const Value value = ValueAt(file, node, heap);
  if (!value.is_string()) return value;
  Result<std::string> text = ReadBeside(file, value.as_string());
  if (!text) {
    Diagnostic reason = text.error().diagnostics().front();
    return ShowAt(std::move(reason), file.source(), (*file.tree)[node].span);
  }
  const Value kept = heap->NewString(*text);
  const Source source(std::string(value.as_string()), kept.as_string(), Nature::kData);
  return workspace::ReadData(source, heap, call_.limits);
}

Result<Value> TestRunner::ReadContext(const TestFile& file, NodeId node, Heap* heap) {
  if (node == kNoNode) return Value::Map(nullptr, 0);
  const Value value = TRY(ReadValue(file, node, heap));
  if (value.is_map()) return value;
  return Report(Code::kInvalidData, file.source(), (*file.tree)[node].span,
                "a context is a map, and this is of type " + std::string(KindName(value.kind())));
}

// What the call says, else the case, else its file.
Result<Value> TestRunner::CountingInput(const TestFile& file, const TestCase& test,
                                        NodeId TestInputs::*input, std::string_view name,
                                        Heap* heap) {
  if (counting_.has(name)) return counting_.Any(name);
  return ValueAt(file, Chosen(test.inputs.*input, file.inputs.*input), heap);
}

Result<Value> TestRunner::InputsOf(const TestFile& file, const TestCase& test, Heap* heap) {
  const auto chosen = [&](NodeId TestInputs::*input) {
    return Chosen(test.inputs.*input, file.inputs.*input);
  };
  const Value context =
      workspace::MergeMaps(TRY(ReadContext(file, file.inputs.context, heap)),
                           TRY(ReadContext(file, test.inputs.context, heap)), heap);
  const NodeId injections = chosen(&TestInputs::injections);
  return NewRecord(
      heap,
      {{"context", context},
       {"injections", injections == kNoNode ? Value() : TRY(ReadValue(file, injections, heap))},
       {"squash", ValueAt(file, chosen(&TestInputs::squash), heap)},
       {"budget", ValueAt(file, chosen(&TestInputs::budget), heap)},
       {"model", TRY(CountingInput(file, test, &TestInputs::model, "model", heap))},
       {"tokenizer", TRY(CountingInput(file, test, &TestInputs::tokenizer, "tokenizer", heap))},
       {"strict", ValueAt(file, chosen(&TestInputs::strict), heap)}});
}

Result<void> TestRunner::RenderMessages(const TestFile& file, const TestCase& test,
                                        const Value& given, const workspace::Invocation& call,
                                        TestOutcome* outcome) {
  Heap* heap = call.heap;
  const workspace::Params inputs = TRY(workspace::Params::In(
      given, test.name,
      {"context", "injections", "squash", "budget", "model", "tokenizer", "strict"}));
  workspace::TemplateTerms terms;
  terms.strict = TRY(inputs.Bool("strict", false));
  workspace::CheckedTemplate checked =
      TRY(workspace::CompileNamed(workspace_, file.template_name, terms, call));
  const std::unique_ptr<workspace::ChatSession> session =
      TRY(workspace::ChatSession::Open(std::move(checked), inputs, call));
  const uint64_t budget = session->BudgetFor(TRY(workspace::ReadTokens(inputs, "budget")));
  const chat::Conversation& conversation = *TRY(session->Render(budget, session->squash(), true));
  outcome->tokens = conversation.tokens;
  outcome->messages = NewListOf(heap, conversation.messages.size(), [&](size_t at) {
    return workspace::MessageRecord(conversation.messages[at], heap);
  });
  outcome->ledger = NewListOf(heap, conversation.ledger.size(), [&](size_t at) {
    return workspace::LedgerEntry(conversation.ledger[at], session->file(), heap);
  });
  outcome->dropped = workspace::DroppedList(conversation.loops, session->artifact(), heap);
  return {};
}

Result<void> TestRunner::Render(const TestFile& file, const TestCase& test, TestOutcome* outcome) {
  Heap* heap = outcome->heap.get();
  workspace::Invocation call = call_;
  call.params = Value();
  call.heap = heap;
  call.warnings = &outcome->warnings;
  const Value inputs = TRY(InputsOf(file, test, heap));
  workspace_->LinkTo(file.template_name);
  const Catalog& catalog = *TRY(workspace_->catalog());
  const Entry& entry = *TRY(catalog.Find(file.template_name));
  if (entry.type == TemplateType::kChat) {
    return RenderMessages(file, test, inputs, call, outcome);
  }
  outcome->is_text = true;
  // Absent where the heap is exhausted.
  const Value* context = inputs.is_map() ? FindItem(inputs, "context") : nullptr;
  const Value given = NewRecord(heap, {{"data", context ? *context : Value()}});
  const workspace::Params params =
      TRY(workspace::Params::In(given, test.name, {"data", "options"}));
  outcome->text = TRY(workspace::RenderEntry(workspace_.get(), entry, params, call));
  return {};
}

TestOutcome TestRunner::Run(const TestFile& file, const TestCase& test) {
  TestOutcome outcome;
  outcome.heap = std::make_unique<Heap>(call_.limits);
  const Result<void> rendered = Render(file, test, &outcome);
  if (!rendered) outcome.problems = rendered.error().diagnostics();
  if (rendered && outcome.heap->exhausted() != Exhausted::kNo) {
    outcome.problems.push_back(
        Report(Code::kLimitHeap, "the case made more or larger values than the limit"));
  }
  return outcome;
}

std::vector<TestFailure> TestRunner::Compare(const TestFile& file, const TestCase& test,
                                             const TestOutcome& outcome) {
  const Expectation& expect = test.expect;
  std::vector<TestFailure> failures;
  if (expect.all == kNoNode || file.tree->CountChildren(expect.all) == 0) {
    failures.push_back(
        {"expect", "nothing is expected; `galley test --update` writes what it gives", {}, {}});
  } else if (expect.error != kNoNode) {
    CompareError((*file.tree)[expect.error].value.as_string(), outcome, &failures);
  } else if (!outcome.problems.empty()) {
    failures.push_back({"error", Problems(outcome), {}, {}});
  } else if (outcome.is_text ? WantsMessages(expect) : expect.text != kNoNode) {
    const std::string_view what = outcome.is_text ? "the template gives a text, not messages"
                                                  : "the template gives messages, not a text";
    failures.push_back({"expect", std::string(what), {}, {}});
  } else {
    CompareParts(file, expect, outcome, &failures);
  }
  return failures;
}

}  // namespace galley::testing
