// Chat templates with a context and injections: what compiles renders within its budget
// and its limits, with a ledger to the same messages as without, twice to the same bytes,
// no call of a tool apart from its result, or fails for a limit or for a broken history.
//
// The input is the document, the context as JSON, the injections as JSON or YAML and the
// budget in digits, with a NUL between each two of them.  Sources are those of the turn
// writer, so they read the context.
#include <charconv>
#include <string>

#include "budget/default_budget.h"
#include "budget/estimator.h"
#include "format/json_data.h"
#include "fuzz/chat_document.h"
#include "history/fill.h"
#include "history/message_text.h"
#include "render/renderer.h"
#include "render/task_registry.h"

namespace galley {
namespace {

constexpr std::string_view kContext =
    R"({"turns": [{"n": 1, "t": "a"}, {"n": 2, "t": "b"}], "x": "y", "xs": [3, 1, 2],
        "globals": {"g": "G"}, "currentIntent": {"description": "d"}, "lore": [{"position": "p"}]})";

// Cuts off what stands before the first NUL, or everything.
std::string_view TakePart(std::string_view* text) {
  const size_t nul = text->find('\0');
  const std::string_view part = text->substr(0, nul);
  *text = nul == text->npos ? std::string_view() : text->substr(nul + 1);
  return part;
}

uint64_t ReadBudget(std::string_view digits) {
  uint64_t budget = kUnlimited;
  std::from_chars(digits.data(), digits.data() + digits.size(), budget);
  return budget;
}

std::string Print(const chat::Conversation& conversation, const Limits& limits) {
  std::string text = std::to_string(conversation.tokens);
  size_t size = 0;
  for (const chat::Message& message : conversation.messages) {
    Require(IsValidUtf8(message.content));
    Require(!message.prefix || message.role == chat::Role::kAssistant);
    size += message.content.size();
    text += '\n';
    text += chat::RoleName(message.role);
    text += history::ReadableText(message);
  }
  // Texts and what squashing joins of them.
  Require(size <= 2 * limits.output && conversation.messages.size() <= limits.messages);
  return text;
}

// Each call is answered by one result in the next message, but for open ones at the end.
void RequirePaired(const std::vector<chat::Message>& messages) {
  for (size_t at = 0; at < messages.size(); ++at) {
    size_t calls = 0;
    for (const history::Part& part : messages[at].parts) {
      if (part.type != history::Part::Type::kToolCall) continue;
      ++calls;
      if (at + 1 == messages.size()) continue;
      size_t answers = 0;
      for (const history::Part& result : messages[at + 1].parts) answers += result.id == part.id;
      Require(messages[at + 1].role == chat::Role::kTool && answers == 1);
    }
    if (calls > 0 && at + 1 < messages.size()) Require(messages[at + 1].parts.size() == calls);
    if (messages[at].role != chat::Role::kTool) continue;
    Require(at > 0 && history::HasCalls(messages[at - 1]));
  }
}

bool IsOfHistory(std::string_view code) {
  for (const std::string_view known :
       {"invalid-history", "duplicate-tool-call", "orphan-tool-result", "unanswered-tool-call",
        "prefix-not-assistant", "invalid-tool"}) {
    if (code == known) return true;
  }
  return false;
}

// The messages, or the code of the failure.
std::string Render(chat::ChatRequest request, uint64_t max_tokens, bool explain,
                   chat::Renderer* renderer) {
  DefaultBudget budget(max_tokens, EstimateTokens);
  request.budget = &budget;
  request.explain = explain;
  const auto rendered = renderer->Render(request);
  if (!rendered) {
    const std::string_view code = rendered.error().code();
    Require(code.starts_with("limit-") || IsOfHistory(code));
    return std::string(rendered.error().code());
  }
  const chat::Conversation& conversation = **rendered;
  Require(conversation.tokens <= max_tokens);
  uint64_t recorded = 0;
  for (const chat::LedgerRecord& record : conversation.ledger) {
    using Event = chat::LedgerRecord::Event;
    const bool is_spent = record.event == Event::kEmit || record.event == Event::kInsert;
    if (is_spent) recorded += record.tokens.value_or(0);
    Require(record.message == chat::kAbsent || record.message < conversation.messages.size());
  }
  Require(recorded == (explain ? conversation.tokens : 0));
  bool has_errors = false;
  for (const Diagnostic& finding : conversation.findings) {
    has_errors |= finding.severity == Severity::kError;
  }
  if (!has_errors) RequirePaired(conversation.messages);
  return Print(conversation, request.limits);
}

void Check(const uint8_t* bytes, size_t size) {
  std::string_view rest = TextFrom(bytes, size);
  std::string unsaid;
  const auto artifact = CompileDocument(TakePart(&rest), &unsaid);
  if (!artifact) return;
  const std::string_view context = TakePart(&rest);
  const std::string_view list = TakePart(&rest);
  const uint64_t max_tokens = ReadBudget(rest);

  const Limits limits = SmallLimits();
  Heap heap(limits);
  Result<Value> data = ReadJsonData(
      Source("context", context.empty() ? kContext : context, Nature::kData), &heap, limits);
  std::unique_ptr<chat::Injections> injections;
  const Source source("injections", list);
  const Result<Tree> tree = ReadYaml(source, limits);
  std::vector<Diagnostic> warnings;
  if (tree) {
    auto read = chat::CompileInjections(source, *tree, **artifact, limits, &warnings);
    if (read) injections = std::move(*read);
  }
  static const std::unique_ptr<chat::TaskKind> kKind = chat::BuiltinTaskKind("turn_generation");
  chat::ChatRequest request;
  request.artifact = artifact->get();
  request.context = data && data->is_map() ? *data : Value::Map(nullptr, 0);
  chat::TaskRegistry registry(kKind.get(), request.context);
  request.registry = &registry;
  request.injections = injections.get();
  request.squash = size & 1;
  request.limits = limits;
  chat::Renderer renderer;
  const std::string first = Render(request, max_tokens, false, &renderer);
  Require(first == Render(request, max_tokens, false, &renderer));
  Require(first == Render(request, max_tokens, true, &renderer));
  Render(request, max_tokens / 2, true, &renderer);
}

}  // namespace
}  // namespace galley

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  galley::Check(bytes, size);
  return 0;
}
