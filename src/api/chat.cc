// Chat templates: `chat.check`, `chat.render` and `chat.transform`.
#include "compile/chat.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "api/caller_sources.h"
#include "api/estimators.h"
#include "api/operation.h"
#include "api/params.h"
#include "api/workspace.h"
#include "base/try.h"
#include "base/writer.h"
#include "budget/default_budget.h"
#include "compile/catalog_set.h"
#include "compile/leaves.h"
#include "diag/report.h"
#include "format/json.h"
#include "galley/operations.h"
#include "load/document.h"
#include "render/renderer.h"
#include "render/task_registry.h"
#include "resolve/instructions.h"
#include "transform/transform.h"
#include "value/map.h"
#include "value/print.h"
#include "value/record.h"
#include "value/scalars.h"

namespace galley {
namespace {

using chat::Artifact;

// A document with the text it was read from.
struct ReadDocument {
  std::string name;
  std::string text;
  Tree tree;

  Source source() const { return Source(name, text); }
};

// A value of the parameters as the document it would be in a file, so that every
// document is text and every mistake in it has a place.
Result<ReadDocument> ReadInline(std::string_view name, const Value& value, const Limits& limits) {
  BufferWriter writer(limits.request);
  Meter meter(Limits::Ceiling());  // the value was read within the limits already
  PrintJson(value, {.indent = 2}, &writer, &meter);
  std::string text = writer.ToString();
  Tree tree = TRY(ReadJson(Source(std::string(name), text), limits));
  return ReadDocument{std::string(name), std::move(text), std::move(tree)};
}

// The sources that a caller gives by value.
class GivenSources final : public chat::Registry {
 public:
  explicit GivenSources(const Value& sources) noexcept : sources_(sources) {}

  chat::Resolution Resolve(const chat::DataRef& ref, Heap*) override {
    if (ref.kind != chat::SourceKind::kRegistry) return {};
    const Value* value = FindItem(sources_, ref.name);
    if (!value) return {};
    if (value->is_map() && value->size() == 1 && FindItem(*value, "$throw")) return {Value(), true};
    return {*value, false};
  }

 private:
  Value sources_;
};

// Adds `$instructions` {kind, manifest?}: the text of a kind of the workspace's
// instruction set.  A set that is not there is missing; one that is broken fails, and
// says so in warnings, since guardrails must not vanish unnoticed.
class WithInstructions final : public chat::Registry {
 public:
  WithInstructions(chat::Registry* others, const Workspace* workspace, const Invocation& call)
      : others_(others), workspace_(workspace), call_(call) {}

  chat::Resolution Resolve(const chat::DataRef& ref, Heap* heap) override {
    if (ref.kind != chat::SourceKind::kInstructions) return others_->Resolve(ref, heap);
    if (!workspace_) return {};
    const Value* kind = ref.args.is_map() ? FindItem(ref.args, "kind") : nullptr;
    const Value* manifest = ref.args.is_map() ? FindItem(ref.args, "manifest") : nullptr;
    if (!kind || !kind->is_string() || (manifest && !manifest->is_string())) {
      return {Value(), true};
    }
    const ResolvedSet& set =
        SetAt(manifest ? manifest->as_string() : InstructionOptions().manifest);
    if (set.failed) return {Value(), true};
    for (const KindInstructions& each : set.kinds) {
      if (each.kind == kind->as_string()) return {heap->NewString(each.text), false};
    }
    return {};
  }

 private:
  struct ResolvedSet {
    std::vector<KindInstructions> kinds;
    bool failed = false;
  };

  // The set of a manifest, resolved once however often it is asked for.
  const ResolvedSet& SetAt(std::string_view manifest) {
    const auto [set, is_new] = sets_.Insert(std::string(manifest), {});
    if (!is_new) return *set;
    InstructionOptions options;
    options.manifest = manifest;
    Result<InstructionSet> found =
        ResolveInstructions(workspace_->files(), options, call_.limits, call_.heap, call_.warnings);
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
  const Workspace* workspace_;
  const Invocation& call_;
  OrderedMap<ResolvedSet> sets_;  // by the path of the manifest
};

// A template with all that its call says about it.
struct CheckedTemplate {
  std::unique_ptr<Workspace> workspace;  // what the others point into; null: none
  std::string file;                      // the template's; empty where it was given inline
  const ChatTask* code = nullptr;        // where the kind is one of the caller's
  std::unique_ptr<chat::TaskKind> kind;
  std::shared_ptr<const Artifact> artifact;
};

// The registry that the calling program brought along, or null.
SourceRegistry* GivenRegistry(const Invocation& call) {
  return call.options ? call.options->sources : nullptr;
}

// The sources that may be named, where the caller says which there are.
Result<std::optional<OrderedMap<bool>>> ReadAllowedSources(const Params& params,
                                                           const Invocation& call) {
  OrderedMap<bool> names;
  if (!params.has("allowedSources")) {
    if (!GivenRegistry(call) || GivenRegistry(call)->names().empty()) return std::nullopt;
    for (const std::string_view name : GivenRegistry(call)->names()) {
      names.Insert(std::string(name), true);
    }
    return names;
  }
  for (const Value& name : TRY(params.List("allowedSources"))) {
    if (!name.is_string()) {
      return Report(Code::kInvalidParams, "`params.allowedSources` must be a list of strings");
    }
    names.Insert(std::string(name.as_string()), true);
  }
  return names;
}

// `template` is a document, or names one of a workspace.
bool IsReference(const Value& value) {
  return FindItem(value, "workspace") || (value.size() == 1 && FindItem(value, "name"));
}

Result<ReadDocument> LoadNamed(const Value& reference, const Invocation& call,
                               std::unique_ptr<Workspace>* workspace) {
  const Params params = TRY(Params::In(reference, "params.template", {"workspace", "name"}));
  const std::string_view name = TRY(params.String("name"));
  *workspace = std::make_unique<Workspace>(TRY(Workspace::Open(params, call)));
  const Catalog& catalog = *TRY((*workspace)->catalog());
  const Entry& entry = *TRY(catalog.Find(name));
  if (entry.type != TemplateType::kChat) {
    return Report(Code::kWrongTemplateType, Quoted(name) + " is of type " +
                                                std::string(TypeName(entry.type)) +
                                                "; a chat template is needed");
  }
  Document document = TRY(LoadDocument(catalog, entry, call.limits));
  return ReadDocument{std::move(document.name), std::move(document.text),
                      *std::move(document.tree)};
}

// The kind of that name: the workspace's own, or a built-in one; null where there
// is none.
Result<std::unique_ptr<chat::TaskKind>> FindTaskKind(std::string_view task,
                                                     std::unique_ptr<Workspace>* workspace,
                                                     const Invocation& call) {
  if (*workspace && !task.empty()) {
    const Catalog& catalog = *TRY((*workspace)->catalog());
    const Result<const Entry*> entry = catalog.Find(std::string(task) + ".task.yaml");
    if (entry) {
      const Document document = TRY(LoadDocument(catalog, **entry, call.limits));
      return chat::ReadTaskKind(document.source(), *document.tree, call.warnings);
    }
    if (entry.error().code() == Describe(Code::kTemplateAmbiguous).code) return entry.error();
  }
  return chat::BuiltinTaskKind(task);
}

// What leaf strings include comes from the catalog.
Result<std::shared_ptr<Loader>> LeafLoader(const Tree& tree, std::unique_ptr<Workspace>* workspace,
                                           const Invocation& call) {
  if (!*workspace) return std::shared_ptr<Loader>();
  const Catalog& catalog = *TRY((*workspace)->catalog());
  const chat::LeafLanguage language = chat::LanguageOf(tree);
  const TemplateType type =
      language == chat::LeafLanguage::kJinja ? TemplateType::kJinja : TemplateType::kHandlebars;
  return std::shared_ptr<Loader>(std::make_shared<CatalogSet>(
      catalog, type, chat::LeafTemplates(language, call.limits, call.helpers), call.limits));
}

Result<CheckedTemplate> CompileTemplate(const Params& params, bool needs_registry,
                                        const Invocation& call) {
  const Value value = TRY(params.Map("template"));
  CheckedTemplate checked;
  const ReadDocument document =
      TRY(IsReference(value) ? LoadNamed(value, call, &checked.workspace)
                             : ReadInline("template", value, call.limits));
  if (checked.workspace) checked.file = document.name;
  const std::string_view task = chat::TaskOf(document.tree);
  checked.code = FindCallerTask(task, call);
  checked.kind = TRY(checked.code ? ReadCallerTask(*checked.code, call)
                                  : FindTaskKind(task, &checked.workspace, call));
  chat::CompileOptions options;
  if (params.has("task")) options.task = TRY(params.String("task"));
  options.kind = checked.kind.get();
  options.allowed_sources = TRY(ReadAllowedSources(params, call));
  options.has_registry = params.has("sources") || GivenRegistry(call) ||
                         (checked.code && checked.code->sources->names().empty());
  options.needs_registry = needs_registry;
  options.loader = TRY(LeafLoader(document.tree, &checked.workspace, call));
  options.helpers = call.helpers;
  options.limits = call.limits;
  checked.artifact =
      TRY(chat::CompileChat(document.source(), document.tree, options, call.warnings));
  return checked;
}

Value NewNames(Heap* heap, const std::vector<std::string_view>& names) {
  return NewListOf(heap, names.size(), [&](size_t at) { return heap->NewString(names[at]); });
}

Result<uint64_t> ReadMaxTokens(const Params& params) {
  if (!params.has("maxTokens")) return kUnlimited;
  const std::optional<int64_t> most = WholeNumber(TRY(params.Any("maxTokens")));
  if (!most) return Report(Code::kInvalidParams, "`params.maxTokens` must be an integer");
  if (*most >= 0) return static_cast<uint64_t>(*most);
  return Report(Code::kInvalidParams, "`params.maxTokens` must be at least 0");
}

// Who answers what the template asks for: the caller by value, then by code, then the
// kind of task.
Result<std::unique_ptr<chat::Registry>> OpenRegistry(const Params& params,
                                                     const CheckedTemplate& checked,
                                                     const Value& context, const Invocation& call) {
  std::unique_ptr<chat::Registry> registry;
  if (params.has("sources")) {
    registry = std::make_unique<GivenSources>(TRY(params.Map("sources")));
  } else if (GivenRegistry(call)) {
    registry = std::make_unique<CallerSources>(GivenRegistry(call), context);
  } else if (checked.code) {
    registry = std::make_unique<CallerSources>(checked.code->sources, context);
  } else {
    registry = std::make_unique<chat::TaskRegistry>(checked.kind.get(), context);
  }
  return registry;
}

Value MessageRecord(const chat::Message& message, Heap* heap) {
  return NewRecord(heap, {{"role", Value::String(chat::RoleName(message.role))},
                          {"content", heap->NewString(message.content)},
                          {"prefix", message.prefix ? Value::Bool(true) : Value()}});
}

Value Number(uint64_t number) { return Value::Int(static_cast<int64_t>(number)); }

// Undefined where there are none.
Value NewStrings(Heap* heap, const std::vector<std::string>& texts) {
  if (texts.empty()) return Value();
  return NewListOf(heap, texts.size(), [&](size_t at) { return heap->NewString(texts[at]); });
}

// `file` is that of the template, or empty.
Value LedgerEntry(const chat::LedgerRecord& record, std::string_view file, Heap* heap) {
  using Reason = chat::LedgerRecord::Reason;
  const bool limited = !record.limit.empty();
  const bool placed = !file.empty() && record.line > 0;
  const Value loop =
      record.loop.empty() ? Value() : NewListOf(heap, record.loop.size(), [&](size_t at) {
        return Value::Int(record.loop[at]);
      });
  return NewRecord(
      heap,
      {{"event", Value::String(chat::EventName(record.event))},
       {"where", heap->NewString(record.where)},
       {"role", record.role ? Value::String(chat::RoleName(*record.role)) : Value()},
       {"tokens", record.tokens ? Number(*record.tokens) : Value()},
       {"reason",
        record.reason == Reason::kNone ? Value() : Value::String(chat::ReasonName(record.reason))},
       {"limit", limited ? heap->NewString(record.limit) : Value()},
       {"needed", limited ? Number(record.needed) : Value()},
       {"left", limited ? Number(record.left) : Value()},
       {"message", record.message == chat::kAbsent ? Value() : Value::Int(record.message)},
       {"source", record.source.empty() ? Value() : heap->NewString(record.source)},
       {"loop", loop},
       {"soft", NewStrings(heap, record.soft)},
       {"file", placed ? heap->NewString(file) : Value()},
       {"line", placed ? Value::Int(record.line) : Value()}});
}

Result<void> ReadRequests(const Params& params, const CheckedTemplate& checked,
                          const Invocation& call, std::unique_ptr<chat::LaneDefaults>* lanes,
                          std::unique_ptr<chat::Injections>* injections) {
  const Artifact& artifact = *checked.artifact;
  if (params.has("laneDefaults")) {
    const ReadDocument document =
        TRY(ReadInline("laneDefaults", TRY(params.Any("laneDefaults")), call.limits));
    *lanes = TRY(chat::CompileLaneDefaults(document.source(), document.tree, artifact, call.limits,
                                           call.warnings));
  } else if (checked.kind) {
    *lanes = TRY(chat::CompileTaskLanes(*checked.kind, artifact, call.limits));
  }
  if (params.has("injections")) {
    const ReadDocument document =
        TRY(ReadInline("injections", TRY(params.Any("injections")), call.limits));
    *injections = TRY(chat::CompileInjections(document.source(), document.tree, artifact,
                                              call.limits, call.warnings));
  }
  return {};
}

Value TransformText(std::span<const Value> list, std::string_view path, std::string_view text,
                    const Invocation& call) {
  Transformed transformed = ApplyTransforms(list, path, text, call.limits);
  for (Diagnostic& warning : transformed.warnings) call.warnings->push_back(std::move(warning));
  const Value applied = NewListOf(call.heap, transformed.applied.size(),
                                  [&](size_t at) { return Value::Int(transformed.applied[at]); });
  return NewRecord(call.heap,
                   {{"text", call.heap->NewString(transformed.text)}, {"applied", applied}});
}

}  // namespace

// {template, task?, allowedSources?} -> {digest, sources, anchors, slots}
Result<Value> CheckChat(const Invocation& call) {
  const Params params = TRY(Params::Of(call, {"template", "task", "allowedSources"}));
  const CheckedTemplate checked = TRY(CompileTemplate(params, false, call));
  const Artifact& artifact = *checked.artifact;
  OrderedMap<bool, std::string_view> sources;
  for (const chat::DataRef& ref : artifact.parts.refs) sources.Insert(ref.name, true);
  std::vector<std::string_view> source_names;
  for (const auto& entry : sources) source_names.push_back(entry.key);
  std::vector<std::string_view> anchors;
  for (const chat::Anchor& anchor : artifact.parts.anchors) {
    anchors.push_back(artifact.parts.leaves[anchor.key].text);
  }
  std::vector<std::string_view> slots;
  for (const chat::Slot& slot : artifact.slots) slots.push_back(slot.name);
  return NewRecord(call.heap, {{"digest", call.heap->NewString(artifact.digest)},
                               {"sources", NewNames(call.heap, source_names)},
                               {"anchors", NewNames(call.heap, anchors)},
                               {"slots", NewNames(call.heap, slots)}});
}

// {template, context, sources?, task?, allowedSources?, maxTokens?, estimator?,
//  injections?, laneDefaults?, squash = true, explain = false} ->
//   {messages, usage: {tokens, maxTokens, estimator}, responseFormat?, ledger?}
Result<Value> RenderChat(const Invocation& call) {
  const Params params =
      TRY(Params::Of(call, {"template", "context", "sources", "task", "allowedSources", "maxTokens",
                            "estimator", "injections", "laneDefaults", "squash", "explain"}));
  const CheckedTemplate checked = TRY(CompileTemplate(params, true, call));
  const Artifact& artifact = *checked.artifact;
  std::unique_ptr<chat::LaneDefaults> lanes;
  std::unique_ptr<chat::Injections> injections;
  TRY(ReadRequests(params, checked, call, &lanes, &injections));
  const Estimator estimator = TRY(ReadEstimator(params, "estimator", call));
  const uint64_t max_tokens = TRY(ReadMaxTokens(params));
  DefaultBudget budget(max_tokens, estimator);
  BudgetManager* own_budget = call.options ? call.options->budget : nullptr;
  chat::ChatRequest request;
  request.artifact = &artifact;
  request.context = TRY(params.Map("context"));
  const std::unique_ptr<chat::Registry> sources =
      TRY(OpenRegistry(params, checked, request.context, call));
  WithInstructions registry(sources.get(), checked.workspace.get(), call);
  request.registry = &registry;
  request.budget = own_budget ? own_budget : &budget;
  request.lane_defaults = lanes.get();
  request.injections = injections.get();
  request.squash = TRY(params.Bool("squash", true));
  request.explain = TRY(params.Bool("explain", false));
  request.limits = call.limits;
  chat::Renderer renderer;
  const chat::Conversation& conversation = *TRY(renderer.Render(request));

  Heap* heap = call.heap;
  const Value messages = NewListOf(heap, conversation.messages.size(), [&](size_t at) {
    return MessageRecord(conversation.messages[at], heap);
  });
  const bool limited = !own_budget && max_tokens != kUnlimited;
  const Value usage = NewRecord(
      heap, {{"tokens", Number(conversation.tokens)},
             {"maxTokens", limited ? Number(max_tokens) : Value::None()},
             {"estimator", own_budget ? Value::None() : heap->NewString(estimator.name)}});
  const Value ledger =
      request.explain ? NewListOf(heap, conversation.ledger.size(),
                                  [&](size_t at) {
                                    return LedgerEntry(conversation.ledger[at], checked.file, heap);
                                  })
                      : Value();
  return NewRecord(heap, {{"messages", messages},
                          {"usage", usage},
                          {"responseFormat", heap->Copy(artifact.response_format)},
                          {"ledger", ledger}});
}

// {transforms or template, text} -> {text, applied}
Result<Value> TransformReply(const Invocation& call) {
  const Params params = TRY(Params::Of(call, {"transforms", "template", "text"}));
  const std::string_view text = TRY(params.String("text"));
  if (!params.has("template")) {
    return TransformText(TRY(params.List("transforms")), "transforms", text, call);
  }
  if (params.has("transforms")) {
    return Report(Code::kInvalidParams,
                  "`params.transforms` and `params.template` exclude each other");
  }
  // What is worth saying about the template is for `chat.check` to say.
  std::vector<Diagnostic> unsaid;
  Invocation quiet = call;
  quiet.warnings = &unsaid;
  const CheckedTemplate checked = TRY(CompileTemplate(params, false, quiet));
  const Value& list = checked.artifact->response_transforms;
  return TransformText(list.is_list() ? list.items() : std::span<const Value>(),
                       "responseTransforms", text, call);
}

}  // namespace galley
