// Everything that parameters say is read when the session is opened; a render after that changes
// nothing but its own heap.
#include "workspace/chat_session.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/interruption.h"
#include "base/ordered_map.h"
#include "base/try.h"
#include "compile/chat.h"
#include "diag/report.h"
#include "galley/operations.h"
#include "render/task_registry.h"
#include "resolve/instructions.h"
#include "value/map.h"
#include "value/print.h"
#include "value/scalars.h"
#include "workspace/added_sources.h"
#include "workspace/caller_sources.h"
#include "workspace/instruction_place.h"
#include "workspace/macros.h"
#include "workspace/parameter_types.h"
#include "workspace/set_values.h"

namespace galley::workspace {
namespace {

using Others = std::unique_ptr<chat::Registry>;  // asked for the rest; null: nobody

chat::Resolution Ask(const Others& others, const chat::DataRef& ref, Heap* heap) {
  return others ? others->Resolve(ref, heap) : chat::Resolution();
}

// What a value that stands for a source means: {"$throw": ...} is one that fails.
chat::Resolution Given(const Value& value) {
  const bool fails = value.is_map() && value.size() == 1 && FindItem(value, "$throw");
  return fails ? chat::Resolution{Value(), true} : chat::Resolution{value, false};
}

// The sources that a caller gives by value.
class GivenSources final : public chat::Registry {
 public:
  GivenSources(const Value& sources, Others others) noexcept
      : sources_(sources), others_(std::move(others)) {}

  chat::Resolution Resolve(const chat::DataRef& ref, Heap* heap) override {
    if (ref.kind != chat::SourceKind::kRegistry) return {};
    const Value* value = FindItem(sources_, ref.name);
    return value ? Given(*value) : Ask(others_, ref, heap);
  }

 private:
  Value sources_;
  Others others_;
};

// The same by reference: [{source, args?, value}].  The entry with equal arguments counts, else
// the one without.
class ReferencedSources final : public chat::Registry {
 public:
  static Result<std::unique_ptr<chat::Registry>> Read(const Params& params, Others others) {
    auto sources = std::make_unique<ReferencedSources>();
    sources->others_ = std::move(others);
    for (const Value& entry : TRY(params.List("sources"))) {
      const Params fields = TRY(Params::In(entry, params.PathOf("sources"), kSourceValueFields));
      const std::string name(TRY(fields.String("source")));
      const Value args = fields.has("args") ? TRY(fields.Map("args")) : Value();
      sources->values_.Insert(KeyOf(name, args), TRY(fields.Any("value")));
    }
    return std::unique_ptr<chat::Registry>(std::move(sources));
  }

  chat::Resolution Resolve(const chat::DataRef& ref, Heap* heap) override {
    if (ref.kind != chat::SourceKind::kRegistry) return {};
    const Value* value = values_.Find(KeyOf(ref.name, ref.args));
    if (!value) value = values_.Find(KeyOf(ref.name, Value()));
    return value ? Given(*value) : Ask(others_, ref, heap);
  }

 private:
  // Equal arguments print alike, in whatever order they were written.
  static std::string KeyOf(std::string_view name, const Value& args) {
    BufferWriter text;
    Meter meter(Limits::Ceiling());
    if (args.is_map()) {
      PrintJson(args, {.sort_keys = true, .javascript_numbers = true}, &text, &meter);
    }
    return std::string(name) + '\n' + text.ToString();
  }

  OrderedMap<Value> values_;
  Others others_;
};

// Adds `$instructions` {kind, manifest?}: the text of a kind of the workspace's
// instruction set.  A set that is not there is missing; one that is broken fails, and
// says so in warnings, since guardrails must not vanish unnoticed.
class WithInstructions final : public chat::Registry {
 public:
  WithInstructions(chat::Registry* others, Workspace* workspace, const Invocation& call)
      : others_(others), workspace_(workspace), call_(call) {}

  chat::Resolution Resolve(const chat::DataRef& ref, Heap* heap) override {
    if (ref.kind != chat::SourceKind::kInstructions) return others_->Resolve(ref, heap);
    if (!workspace_) return {};
    const Value* kind = ref.args.is_map() ? FindItem(ref.args, "kind") : nullptr;
    const Value* manifest = ref.args.is_map() ? FindItem(ref.args, "manifest") : nullptr;
    if (!kind || !kind->is_string() || (manifest && !manifest->is_string())) {
      return {Value(), true};
    }
    const ResolvedSet& set = SetAt(manifest ? manifest->as_string() : std::string_view());
    if (set.failed) return {Value(), true};
    for (const KindInstructions& each : set.kinds) {
      if (each.kind == kind->as_string()) return {heap->NewString(each.rendered), false};
    }
    return {};
  }

 private:
  struct ResolvedSet {
    std::vector<KindInstructions> kinds;
    bool failed = false;
  };

  Result<InstructionSet> Resolve(std::string_view manifest) {
    const ManifestPlace place = TRY(FindManifest(workspace_, manifest));
    InstructionOptions options;
    options.manifest = place.manifest;
    options.root = "";
    return ResolveInstructions(place.files ? *place.files : workspace_->files(), options,
                               call_.limits, call_.heap, call_.warnings);
  }

  // The set of a manifest, the usual one where it is empty, resolved once however often it
  // is asked for.
  const ResolvedSet& SetAt(std::string_view manifest) {
    const auto [set, is_new] = sets_.Insert(std::string(manifest), {});
    if (!is_new) return *set;
    Result<InstructionSet> found = Resolve(manifest);
    if (found) {
      set->kinds = std::move(found->kinds);
    } else if (found.error().code() != Describe(Code::kManifestNotFound).code) {
      set->failed = true;
      for (Diagnostic& problem : found.error().diagnostics()) {
        problem.severity = Severity::kWarning;
        call_.warnings->push_back(std::move(problem));
      }
    }
    return *set;
  }

  chat::Registry* others_;
  Workspace* workspace_;
  const Invocation& call_;
  OrderedMap<ResolvedSet> sets_;  // by the path of the manifest
};

// What the calling program added comes before what others answer.
class WithAdded final : public chat::Registry {
 public:
  WithAdded(std::unique_ptr<chat::Registry> others, const AddedSources& added,
            const Value& context) noexcept
      : others_(std::move(others)), added_(added), context_(context) {}

  chat::Resolution Resolve(const chat::DataRef& ref, Heap* heap) override {
    const bool is_added = ref.kind == chat::SourceKind::kRegistry && added_.Has(ref.name);
    return is_added ? added_.Resolve(ref, context_, heap) : others_->Resolve(ref, heap);
  }

 private:
  std::unique_ptr<chat::Registry> others_;
  const AddedSources& added_;
  Value context_;
};

// Who answers what the template asks for: the caller by value, then by code, then the
// kind of task.
Result<std::unique_ptr<chat::Registry>> OpenRegistry(const Params& params,
                                                     const CheckedTemplate& checked,
                                                     const Value& context, const Invocation& call) {
  std::unique_ptr<chat::Registry> registry;
  if (GivenRegistry(call)) {
    registry = std::make_unique<CallerSources>(GivenRegistry(call), context);
  }
  if (params.has("sources")) {
    const Value given = TRY(params.Any("sources"));
    registry = given.is_list() ? TRY(ReferencedSources::Read(params, std::move(registry)))
                               : std::make_unique<GivenSources>(TRY(params.Map("sources")),
                                                                std::move(registry));
  } else if (registry) {
    // Its own answers alone.
  } else if (checked.code) {
    registry = std::make_unique<CallerSources>(checked.code->sources, context);
  } else {
    registry = std::make_unique<chat::TaskRegistry>(checked.kind.get(), context);
  }
  if (!call.sources) return registry;
  return std::make_unique<WithAdded>(std::move(registry), *call.sources, context);
}

// A document that cannot be read is as malformed as one that says the wrong things.
Result<ParsedDocument> WithCode(Result<ParsedDocument> read, Code code) {
  if (read) return read;
  for (Diagnostic& problem : read.error().diagnostics()) {
    if (!problem.code.starts_with("limit-")) problem.code = Describe(code).code;
  }
  return read;
}

Result<ParsedDocument> ReadInjections(const Params& params, const Invocation& call) {
  if (!params.has("injectionsText")) {
    const Value value = TRY(params.Any("injections"));
    return WithCode(ReadInline("injections", value, call), Code::kInvalidInjection);
  }
  if (!params.has("injections")) {
    return WithCode(ReadWritten(params, "injectionsText", call), Code::kInvalidInjection);
  }
  return Report(Code::kInvalidParams, Quoted(params.PathOf("injections")) + " and " +
                                          Quoted(params.PathOf("injectionsText")) +
                                          " exclude each other");
}

// `4096`, `4k`, `1.5k`: digits, and where a unit follows a part of it behind a point.
std::optional<uint64_t> ParseTokens(std::string_view text) {
  uint64_t unit = 1;
  if (text.ends_with('k') || text.ends_with('K')) unit = 1'000;
  if (text.ends_with('m') || text.ends_with('M')) unit = 1'000'000;
  if (unit > 1) text.remove_suffix(1);
  if (text.empty() || text.size() > 12 || text.front() == '.' || text.back() == '.') {
    return std::nullopt;
  }
  uint64_t tokens = 0;
  uint64_t place = unit;  // what the next digit behind the point counts
  bool behind_point = false;
  for (const char byte : text) {
    if (byte == '.' && !behind_point && unit > 1) {
      behind_point = true;
    } else if (byte < '0' || byte > '9' || (behind_point && place == 1)) {
      return std::nullopt;
    } else if (behind_point) {
      place /= 10;
      tokens += static_cast<uint64_t>(byte - '0') * place;
    } else {
      tokens = tokens * 10 + static_cast<uint64_t>(byte - '0') * unit;
    }
  }
  return tokens;
}

// Counts the texts of a budget by `counter`, which outlives it.  Where the split pattern of a
// tokenizer runs into a limit, each byte is a token: never too few.
Estimator EstimatorOf(const RequestCounter& counter) {
  const auto count = [](std::string_view text, void* data) -> uint64_t {
    const Result<uint64_t> tokens = static_cast<const TextCounter*>(data)->Count(text);
    return tokens ? *tokens : text.size();
  };
  return {counter.texts().name(), count, const_cast<TextCounter*>(&counter.texts())};
}

}  // namespace

Result<uint64_t> ReadTokens(const Params& params, std::string_view name) {
  if (!params.has(name)) return kUnlimited;
  const Value value = TRY(params.Any(name));
  if (value.is_string()) {
    const std::optional<uint64_t> tokens = ParseTokens(value.as_string());
    if (tokens) return *tokens;
    return Report(Code::kInvalidParams, Quoted(params.PathOf(name)) + " is no number of tokens",
                  "write it as `4096`, `4k` or `1.5k`");
  }
  const std::optional<int64_t> tokens = WholeNumber(value);
  if (!tokens) {
    return Report(Code::kInvalidParams, Quoted(params.PathOf(name)) + " must be an integer");
  }
  if (*tokens >= 0) return static_cast<uint64_t>(*tokens);
  return Report(Code::kInvalidParams, Quoted(params.PathOf(name)) + " must be at least 0");
}

ChatSession::ChatSession(CheckedTemplate checked, Counting counting, const Invocation& call)
    : checked_(std::move(checked)),
      call_(call),
      counting_(std::move(counting)),
      own_budget_(call.options ? call.options->budget : nullptr),
      counter_(own_budget_ ? nullptr : SessionCounter::Of(counting_)),
      budget_(counter_ ? DefaultBudget(kUnlimited, counter_.get())
                       : DefaultBudget(kUnlimited, EstimatorOf(*counting_.counter))) {}

ChatSession::~ChatSession() = default;

Result<void> ChatSession::ReadRequests(const Params& params) {
  if (params.has("laneDefaults")) {
    const ParsedDocument document = TRY(WithCode(
        ReadInline("laneDefaults", TRY(params.Any("laneDefaults")), call_), Code::kInvalidParams));
    lane_defaults_ = TRY(chat::CompileLaneDefaults(document.source(), document.tree, artifact(),
                                                   call_.limits, call_.warnings));
  } else if (checked_.kind) {
    lane_defaults_ = TRY(chat::CompileTaskLanes(*checked_.kind, artifact(), call_.limits));
  }
  if (!params.has("injections") && !params.has("injectionsText")) return {};
  const ParsedDocument document = TRY(ReadInjections(params, call_));
  injections_ = TRY(chat::CompileInjections(document.source(), document.tree, artifact(),
                                            call_.limits, call_.warnings));
  return {};
}

Result<std::unique_ptr<ChatSession>> ChatSession::Open(CheckedTemplate checked,
                                                       const Params& params,
                                                       const Invocation& call) {
  Counting counting =
      TRY(ReadCounting(params, checked.artifact->model, checked.workspace.get(), call));
  return Open(std::move(checked), std::move(counting), params, call);
}

Result<std::unique_ptr<ChatSession>> ChatSession::Open(CheckedTemplate checked, Counting counting,
                                                       const Params& params,
                                                       const Invocation& call) {
  std::unique_ptr<ChatSession> session(
      new ChatSession(std::move(checked), std::move(counting), call));
  TRY(session->ReadRequests(params));
  session->squash_ = TRY(params.Bool("squash", true));
  session->macros_ = TRY(Macros::Read(params));
  session->context_ =
      TRY(CoerceSetInputs(session->artifact(), TRY(params.Map("context")), params, call));
  session->sources_ = TRY(OpenRegistry(params, session->checked_, session->context_, call));
  session->registry_ = std::make_unique<WithInstructions>(session->sources_.get(),
                                                          session->checked_.workspace.get(), call);
  return session;
}

Result<std::unique_ptr<ChatSession>> ChatSession::Open(const Params& params,
                                                       const Invocation& call) {
  return Open(TRY(CompileTemplate(params, TRY(ReadTerms(params, true, call)), call)), params, call);
}

Result<const chat::Conversation*> ChatSession::Render(uint64_t max_tokens, bool squash,
                                                      bool explain) {
  const chat::Conversation* conversation = TRY(RenderAnyway(max_tokens, squash, explain));
  std::vector<Diagnostic> findings = conversation->findings;
  const auto is_error = [](const Diagnostic& each) { return each.severity == Severity::kError; };
  if (std::any_of(findings.begin(), findings.end(), is_error)) {
    // The reason of an error stands first.
    std::stable_partition(findings.begin(), findings.end(), is_error);
    return Error(std::move(findings));
  }
  const bool is_told = std::any_of(findings.begin(), findings.end(), [](const Diagnostic& each) {
    return each.code == Describe(Code::kAssistantFirst).code;
  });
  for (Diagnostic& finding : findings) call_.warnings->push_back(std::move(finding));
  if (!is_told) WarnOfAssistant(*conversation);
  return conversation;
}

// a provider that the model is known to be of, and that wants the user first.
void ChatSession::WarnOfAssistant(const chat::Conversation& conversation) const {
  if (!counting_.model || counting_.model->requests.as != "anthropic") return;
  for (const auto& message : conversation.messages) {
    if (message.role == chat::Role::kSystem) continue;
    if (message.role == chat::Role::kUser) return;
    call_.warnings->push_back(
        Report(Code::kAssistantFirst,
               "the conversation begins with another than the user, which the provider of " +
                   Quoted(counting_.model->name) + " refuses",
               "put a message of the user before it"));
    return;
  }
}

Result<const chat::Conversation*> ChatSession::RenderAnyway(uint64_t max_tokens, bool squash,
                                                            bool explain) {
  if (IsInterrupted()) return Report(Code::kLimitSteps, "nobody waits for the render any more");
  chat::ChatRequest request;
  request.artifact = checked_.artifact.get();
  request.context = context_;
  request.registry = registry_.get();
  request.appearance = macros_.empty() ? nullptr : &macros_;
  request.budget = own_budget_ ? own_budget_ : &budget_;
  request.lane_defaults = lane_defaults_.get();
  request.injections = injections_.get();
  request.squash = squash;
  request.count_squashed = squash_;
  request.recount = counter_.get();
  if (counter_) request.images = counter_->image_rule();
  request.explain = explain;
  request.trace = trace_;
  request.tells_findings = tells_findings_;
  request.limits = call_.limits;
  // What is joined is counted by its seams while slots are filled; where a seam reaches farther
  // than that looks, or a chat template has rules of its own, the whole may come out larger.
  for (uint64_t allowed = max_tokens;;) {
    budget_.Reset(allowed);
    Result<const chat::Conversation*> rendered = renderer_.Render(request);
    steps_ += renderer_.steps();
    if (!rendered || !counter_ || (*rendered)->tokens <= max_tokens || allowed == 0) {
      return rendered;
    }
    allowed -= std::min(allowed, (*rendered)->tokens - max_tokens);
  }
}

}  // namespace galley::workspace
