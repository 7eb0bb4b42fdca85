// chat.simulate: a recorded conversation, request by request, under several ways to trim it.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/cache_requests.h"
#include "api/emit.h"
#include "api/operation.h"
#include "base/progress.h"
#include "base/try.h"
#include "compile/tool.h"
#include "diag/report.h"
#include "diff/side.h"
#include "diff/simulation.h"
#include "value/map.h"
#include "value/record.h"
#include "workspace/chat_session.h"
#include "workspace/chat_template.h"
#include "workspace/params.h"

namespace galley::api {
namespace {

using chat::kAbsent;
using chat::PlanNode;

// The loop that the conversation goes to: the only one that puts the newest item last.
Result<uint32_t> FindHistory(const chat::Artifact& artifact) {
  uint32_t found = kAbsent;
  if (artifact.history) return artifact.history->node;
  for (uint32_t at = 0; at < artifact.plan.size(); ++at) {
    const PlanNode& node = artifact.plan[at];
    if (node.kind != PlanNode::Kind::kForEach || !node.prepend) continue;
    if (found != kAbsent) {
      return Report(Code::kNoHistory,
                    "the template has several loops with `fillDir: prepend`, and "
                    "none of them is known to be the history");
    }
    found = at;
  }
  if (found != kAbsent) return found;
  return Report(Code::kNoHistory,
                "the template has neither a history nor a loop with `fillDir: prepend`");
}

// Where its items are in the context.
Result<chat::ValuePath> PathOfHistory(const workspace::CheckedTemplate& checked, uint32_t node) {
  const chat::DataRef& ref = checked.artifact->parts.refs[checked.artifact->plan[node].index];
  if (ref.kind == chat::SourceKind::kContext) return ref.path;
  const chat::TaskSource* source = checked.kind ? checked.kind->Find(ref.name) : nullptr;
  if (source && !source->reads.empty()) return source->reads.front();
  return Report(Code::kNoHistory, "the source " + Quoted(ref.name) + " does not read the context");
}

// `map` with `value` at the end of a path; what is in the way is replaced.
Value WithValueAt(const Value& map, const std::vector<std::string>& steps, const Value& value,
                  Heap* heap) {
  std::vector<Value> levels = {map};
  for (size_t i = 0; i + 1 < steps.size(); ++i) {
    const Value* next = levels.back().is_map() ? FindItem(levels.back(), steps[i]) : nullptr;
    levels.push_back(next ? *next : Value());
  }
  Value made = value;
  for (size_t i = steps.size(); i-- > 0;) {
    const Value& level = levels[i];
    MapEntry* entries = heap->NewEntries((level.is_map() ? level.size() : 0) + 1);
    if (!entries) return Value();
    uint32_t size = 0;
    for (uint32_t at = 0; level.is_map() && at < level.size(); ++at) {
      const MapEntry& entry = level.entries()[at];
      const bool is_it = entry.key.is_string() && entry.key.as_string() == steps[i];
      if (!is_it) entries[size++] = entry;
    }
    entries[size++] = {heap->NewString(steps[i]), made};
    made = heap->NewMap(entries, size);
  }
  return made;
}

// How the history is trimmed.
struct Policy {
  std::string_view name;
  bool is_as_is = false;
  bool is_bounded = true;   // budgets and `limit` hold
  uint64_t percentage = 0;  // of `evict`; 0: none

  bool is_sliding() const noexcept { return !is_as_is && is_bounded && percentage == 0; }
};

constexpr Policy kPolicies[] = {{"as-is", true},
                                {"never", false, false},
                                {"sliding"},
                                {"grid-10", false, true, 10},
                                {"grid-25", false, true, 25},
                                {"grid-50", false, true, 50}};

// The template trimmed so.  It was compiled for nobody else, so it may be changed.
void Apply(const Policy& policy, uint32_t history, chat::Artifact* artifact) {
  if (policy.is_as_is) return;
  PlanNode& node = artifact->plan[history];
  const chat::Eviction evict{policy.percentage, policy.percentage > 0};
  (artifact->history ? artifact->history->evict : node.evict) = evict;
  if (policy.is_bounded) return;
  node.limit = UINT64_MAX;
  node.budget = {};
  for (chat::Slot& slot : artifact->slots) slot.budget = {};
}

// The list of messages and the data beside it.
struct Recorded {
  std::vector<Value> messages;
  Value data = Value::Map(nullptr, 0);
};

Result<Recorded> ReadRecorded(const Params& params) {
  Recorded recorded;
  Value given = TRY(params.Any("conversation"));
  if (given.is_map()) {
    if (const Value* data = FindItem(given, "data"); data && data->is_map()) recorded.data = *data;
    const Value* messages = FindItem(given, "messages");
    given = messages ? *messages : Value();
  }
  if (!given.is_list()) {
    return Report(Code::kInvalidParams, Quoted(params.PathOf("conversation")) +
                                            " must be a list of messages, or {messages, data?}");
  }
  recorded.messages.assign(given.items().begin(), given.items().end());
  return recorded;
}

// A conversation of so many turns, the same for the same seed: short questions, longer answers.
Recorded MakeConversation(uint64_t seed, Heap* heap) {
  constexpr size_t kTurns = 120;
  constexpr std::string_view kWords[] = {"harbor ", "lantern ", "the ", "north ", "wind ", "over ",
                                         "salt ",   "gate ",    "and ", "oak ",   "mist ", "bell "};
  Recorded recorded;
  uint64_t state = seed * 2654435761u + 1;
  const auto next = [&](uint64_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % below;
  };
  for (size_t turn = 0; turn < kTurns; ++turn) {
    for (const bool is_answer : {false, true}) {
      std::string text;
      const uint64_t words = is_answer ? 40 + next(160) : 5 + next(40);
      for (uint64_t i = 0; i < words; ++i) text += kWords[next(std::size(kWords))];
      recorded.messages.push_back(
          NewRecord(heap, {{"role", Value::String(is_answer ? "assistant" : "user")},
                           {"content", heap->NewString(text)},
                           {"text", heap->NewString(text)}}));
    }
  }
  return recorded;
}

std::string_view TextAt(const Value& message, std::string_view key) {
  const Value* text = message.is_map() ? FindItem(message, key) : nullptr;
  return text && text->is_string() ? text->as_string() : std::string_view();
}

// An item of responses that is the assistant's; neighbours are one message.
bool IsAssistantItem(const Value& message) {
  const std::string_view type = TextAt(message, "type");
  return type == "reasoning" || type == "function_call" ||
         (type == "message" && TextAt(message, "role") == "assistant");
}

bool IsAssistant(const Value& message) {
  const std::string_view role = TextAt(message, "role");
  return role == "assistant" || role == "model" || IsAssistantItem(message);
}

// Before which messages a request is sent.
std::vector<size_t> RequestsOf(const Recorded& recorded) {
  std::vector<size_t> ends;
  for (size_t i = 0; i < recorded.messages.size(); ++i) {
    const Value& message = recorded.messages[i];
    const bool goes_on =
        i > 0 && IsAssistantItem(message) && IsAssistantItem(recorded.messages[i - 1]);
    if (IsAssistant(message) && !goes_on) ends.push_back(i);
  }
  if (!recorded.messages.empty() && !IsAssistant(recorded.messages.back())) {
    ends.push_back(recorded.messages.size());
  }
  return ends;
}

// The bytes of the first messages, for each number of them.
std::vector<uint64_t> SizesUpTo(const Recorded& recorded) {
  std::vector<uint64_t> sizes = {0};
  for (const Value& message : recorded.messages) {
    sizes.push_back(sizes.back() + diff::TextOf(message).size());
  }
  return sizes;
}

// What one step pays for: bytes of the history, all of which is counted before it is trimmed, and
// bytes of a request, which are printed and compared.
constexpr uint64_t kCountedInOneStep = 8;
constexpr uint64_t kComparedInOneStep = 16;

class Simulator {
 public:
  Simulator(const Params& params, const Invocation& call) : params_(params), call_(call) {}

  Result<diff::Simulation> Run() {
    provider_ = params_.has("as") ? TRY(ReadProvider(params_)) : Provider::kMessages;
    model_ = TRY(params_.String("model", ""));
    max_tokens_ = TRY(workspace::ReadTokens(params_, "maxTokens"));
    simulation_.rules = TRY(ReadCacheRules(params_, provider_, call_));
    recorded_ =
        params_.has("conversation")
            ? TRY(ReadRecorded(params_))
            : MakeConversation(static_cast<uint64_t>(TRY(params_.Int("synthetic", 1))), call_.heap);
    sizes_ = SizesUpTo(recorded_);
    ProgressCount done(RequestsOf(recorded_).size() * CountRuns());
    for (const Policy& policy : kPolicies) {
      simulation_.policies.push_back(TRY(RunPolicy(policy, Marks::kAsTheyAre, &done)));
    }
    if (!simulation_.rules.is_explicit || has_marks_) return std::move(simulation_);
    // They may take as much as those before.
    steps_ = 0;
    std::vector<diff::SimulatedPolicy> marked;
    for (const Policy& policy : kPolicies) {
      if (!policy.is_sliding()) marked.push_back(TRY(RunPolicy(policy, Marks::kAuto, &done)));
    }
    if (has_marks_) simulation_.marked = std::move(marked);
    return std::move(simulation_);
  }

 private:
  // Those of the template, or as if it said `cache: auto`.
  enum class Marks : uint8_t { kAsTheyAre, kAuto };

  // How often the conversation is sent, at most: those with marks are left out where it has some.
  size_t CountRuns() const {
    if (!simulation_.rules.is_explicit) return std::size(kPolicies);
    return std::size(kPolicies) + static_cast<size_t>(std::count_if(
                                      std::begin(kPolicies), std::end(kPolicies),
                                      [](const Policy& each) { return !each.is_sliding(); }));
  }

  Result<diff::SimulatedPolicy> RunPolicy(const Policy& policy, Marks marks, ProgressCount* done) {
    workspace::TemplateTerms terms;
    const auto compile = [&]() { return workspace::CompileTemplate(params_, terms, Quiet()); };
    workspace::CheckedTemplate checked = TRY(compile());
    const uint32_t history = TRY(FindHistory(*checked.artifact));
    const chat::ValuePath path = TRY(PathOfHistory(checked, history));
    is_bounded_ = IsBounded(*checked.artifact, history);
    const auto artifact = std::const_pointer_cast<chat::Artifact>(checked.artifact);
    Apply(policy, history, artifact.get());
    if (marks == Marks::kAuto) artifact->cache.is_set = true;
    diff::SimulatedPolicy simulated;
    simulated.name = policy.name;
    std::optional<CacheRequest> before;
    for (const size_t end : RequestsOf(recorded_)) {
      TRY(Pay(sizes_[end] / kCountedInOneStep));
      Heap heap(call_.limits);
      CacheRequest now = TRY(Send(policy, checked, path, end, &heap));
      TRY(Pay(call_.limits.steps - heap.meter().steps_left() +
              now.text.size() / kComparedInOneStep));
      const uint64_t shared = before ? SharedTokens(*before, now, counter_) : 0;
      const uint64_t kept = before ? simulation_.rules.Kept(shared, before->marks) : 0;
      simulated.turns.push_back({now.tokens, kept, simulation_.rules.Writes(now.marks)});
      has_marks_ |= !now.marks.empty();
      before = std::move(now);
      done->Tell(policy.name);
    }
    return simulated;
  }

  // Every request holds all that was said before, so all together take the square of that.
  Result<void> Pay(uint64_t steps) {
    constexpr uint64_t kRenders = 4;
    steps_ += steps;
    if (steps_ <= kRenders * call_.limits.steps) return {};
    return Report(Code::kLimitSteps,
                  "sending the conversation again and again takes more steps than the limit of " +
                      std::to_string(kRenders * call_.limits.steps),
                  "simulate a part of it");
  }

  bool IsBounded(const chat::Artifact& artifact, uint32_t history) const {
    bool is_bounded = max_tokens_ != kUnlimited || artifact.plan[history].limit != UINT64_MAX ||
                      artifact.plan[history].budget.max_tokens != UINT64_MAX;
    for (const chat::Slot& slot : artifact.slots) {
      is_bounded |= slot.budget.max_tokens != UINT64_MAX;
    }
    return is_bounded;
  }

  // The budget of the call, of the template, or what the model leaves: one there must be, or all
  // ways to trim are the same.
  Result<uint64_t> BudgetOf(const workspace::ChatSession& session) {
    const uint64_t budget = session.counting().BudgetFor(max_tokens_, &unsaid_);
    if (is_bounded_ || budget != kUnlimited) return budget;
    return Report(Code::kInvalidParams,
                  "neither the template nor " + Quoted(params_.PathOf("maxTokens")) +
                      " nor a model sets a budget",
                  "give one, as in `--budget 16k`");
  }

  // What is worth saying about the template is said by chat.check, not at every turn.
  Invocation Quiet() {
    Invocation quiet = call_;
    quiet.warnings = &unsaid_;
    return quiet;
  }

  Result<CacheRequest> Send(const Policy& policy, const workspace::CheckedTemplate& checked,
                            const chat::ValuePath& path, size_t end, Heap* heap) {
    Invocation own = Quiet();
    own.heap = heap;
    unsaid_.clear();
    const Value list = Value::List(std::span(recorded_.messages).first(end));
    const Value context = WithValueAt(recorded_.data, path.steps, list, heap);
    const auto open = [&](const Value& model) -> Result<std::unique_ptr<workspace::ChatSession>> {
      const Value given = NewRecord(heap, {{"context", context}, {"model", model}});
      const Params inputs = TRY(Params::In(given, "params", {"context", "model"}));
      return workspace::ChatSession::Open(checked, inputs, own);
    };
    // A model that only the prices know has no window that we know.
    auto opened = open(model_.empty() ? Value() : Value::String(model_));
    if (!opened && opened.error().code() == Describe(Code::kUnknownModel).code) opened = open({});
    const std::unique_ptr<workspace::ChatSession> session = TRY(std::move(opened));
    session->set_tells_findings(false);
    const uint64_t bound = TRY(BudgetOf(*session));
    const uint64_t budget = policy.is_bounded ? bound : kUnlimited;
    const chat::Conversation& conversation =
        *TRY(session->RenderAnyway(budget, session->squash(), false));
    TRY(Pay(session->steps()));
    keeps_ = session->counting().counter;
    counter_ = CounterOf(keeps_->texts());
    Outgoing outgoing;
    outgoing.messages = conversation.messages;
    outgoing.model = model_;
    std::vector<Tool> tools;
    uint64_t tool_tokens = 0;
    if (conversation.tools.is_list()) {
      tools = TRY(ReadTools(conversation.tools, ToolNamesOf(provider_)));
      tool_tokens = counter_.count(diff::TextOf(conversation.tools));
    }
    outgoing.tools = tools;
    const std::vector<CacheMark> marks =
        MarksOf(session.get(), &conversation, outgoing, tool_tokens, provider_, simulation_.rules,
                counter_, own);
    simulation_.window = session->counting().room();
    return MakeCacheRequest(
        outgoing, TokensUpToMarks(marks, outgoing, tool_tokens, simulation_.rules, counter_),
        tool_tokens, provider_, counter_, own);
  }

  const Params& params_;
  const Invocation& call_;
  Provider provider_ = Provider::kMessages;
  std::string_view model_;
  uint64_t max_tokens_ = kUnlimited;
  Recorded recorded_;
  std::vector<uint64_t> sizes_;
  diff::Simulation simulation_;
  std::shared_ptr<const RequestCounter> keeps_;
  diff::TokenCounter counter_;  // reads `keeps_`
  std::vector<Diagnostic> unsaid_;
  uint64_t steps_ = 0;       // of all requests
  bool is_bounded_ = false;  // by the call or the template
  bool has_marks_ = false;   // any request so far
};

Value PolicyRecord(const diff::Simulation& simulation, const diff::SimulatedPolicy& policy,
                   Heap* heap) {
  return NewRecord(heap, {{"name", heap->NewString(policy.name)},
                          {"hits", Value::Double(policy.hit_ratio())},
                          {"cost", Value::Double(simulation.RelativeCost(policy))},
                          {"meanTokens", Value::Double(policy.mean_tokens())}});
}

// {NAME: {tokens, hits}} for one request.
Value TurnRecord(const diff::Simulation& simulation, size_t turn, Heap* heap) {
  const size_t count = simulation.policies.size();
  MapEntry* entries = heap->NewEntries(count);
  if (!entries) return Value();
  for (size_t at = 0; at < count; ++at) {
    const diff::SimulatedPolicy& policy = simulation.policies[at];
    const diff::SimulatedTurn& each = policy.turns[turn];
    entries[at] = {heap->NewString(policy.name),
                   NewRecord(heap, {{"tokens", Value::Int(static_cast<int64_t>(each.tokens))},
                                    {"hits", Value::Int(static_cast<int64_t>(each.hits))}})};
  }
  return heap->NewMap(entries, count);
}

}  // namespace

// {template, conversation or synthetic, as?, model?, maxTokens?, prices?, format?} ->
//   {policies: [{name, hits, cost, meanTokens}], turns, advice, text?}
Result<Value> SimulateChat(const Invocation& call) {
  const Params params = Params::Of(call);
  const diff::Simulation simulation = TRY(Simulator(params, call).Run());
  Heap* heap = call.heap;
  const Value policies = NewListOf(heap, simulation.policies.size(), [&](size_t at) {
    return PolicyRecord(simulation, simulation.policies[at], heap);
  });
  const size_t turns = simulation.policies.front().turns.size();
  const Value told =
      NewListOf(heap, turns, [&](size_t at) { return TurnRecord(simulation, at, heap); });
  const std::vector<std::string> lines = diff::Advise(simulation);
  const Value advice =
      NewListOf(heap, lines.size(), [&](size_t at) { return heap->NewString(lines[at]); });
  Value text;
  if (params.has("format")) {
    const bool is_plot = TRY(params.Choice("format", {"text", "svg"})) == 1;
    text = heap->NewString(is_plot ? diff::PrintSvg(simulation) : diff::PrintText(simulation));
  }
  return NewRecord(heap,
                   {{"policies", policies}, {"turns", told}, {"advice", advice}, {"text", text}});
}

}  // namespace galley::api
