// chat.diff: where two renders part, and why.
#include "diff/chat_diff.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/cache_requests.h"
#include "api/diff_records.h"
#include "api/emit.h"
#include "api/operation.h"
#include "api/text_diff.h"
#include "base/try.h"
#include "compile/tool.h"
#include "diag/report.h"
#include "diff/cache_text.h"
#include "diff/prices.h"
#include "diff/report.h"
#include "emit/provider.h"
#include "format/json.h"
#include "format/yaml.h"
#include "history/read.h"
#include "load/document.h"
#include "value/record.h"
#include "workspace/chat_session.h"
#include "workspace/chat_template.h"
#include "workspace/params.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

// Whose cache is spoken of.
struct Target {
  Provider provider = Provider::kMessages;
  std::string_view model = {};
};

// One of the two renders, with what it points into.
struct Rendered {
  std::unique_ptr<workspace::ChatSession> session;  // null: a saved conversation
  history::MessageList saved;
  std::vector<Tool> tools;
  Value tool_choice;
  Value response_format;
  diff::Side side;
  diff::CacheText text;
  const chat::Conversation* conversation = nullptr;  // of the session
  std::vector<uint64_t> marks;                       // the tokens up to each
};

// The document of a template as a value, for comparing its nodes.
Result<Value> DocumentOf(const chat::Artifact& artifact, const Invocation& call) {
  const Source source(artifact.parts.file, artifact.parts.text);
  Limits limits = call.limits;
  limits.file = limits.request;
  const bool is_json = artifact.parts.text.starts_with('{');
  const Tree tree = TRY(is_json ? ReadJson(source, limits, MayRepeatInChat)
                                : ReadYaml(source, limits, MayRepeatInChat));
  return tree.ToValue(Tree::root(), call.heap);
}

Result<void> RenderSide(uint64_t max_tokens, const Value& sources, const Target& target,
                        const Invocation& call, Rendered* rendered) {
  workspace::ChatSession& session = *rendered->session;
  session.set_trace(true);
  const chat::Conversation& conversation =
      *TRY(session.Render(session.BudgetFor(max_tokens), session.squash(), false));
  rendered->conversation = &conversation;
  diff::Side& side = rendered->side;
  side.messages = conversation.messages;
  side.trace = &conversation.trace;
  side.artifact = &session.artifact();
  side.kind = session.kind();
  side.registry = session.registry();
  side.file = session.file();
  side.context = session.context();
  side.sources = sources;
  side.document = TRY(DocumentOf(session.artifact(), call));
  rendered->response_format = session.artifact().response_format;
  if (!conversation.tools.is_list()) return {};
  side.tool_tokens =
      CounterOf(session.counting().counter->texts()).count(diff::TextOf(conversation.tools));
  rendered->tools = TRY(ReadTools(conversation.tools, ToolNamesOf(target.provider)));
  rendered->tool_choice = session.artifact().tool_choice;
  return {};
}

// Parameters of chat.render.
Result<void> OpenTemplate(const Value& value, const std::string& path, const Target& target,
                          const Invocation& call, Rendered* rendered) {
  const Params params = TRY(
      Params::In(value, path,
                 {"template", "context", "set", "sources", "task", "allowedSources", "estimator",
                  "injections", "injectionsText", "laneDefaults", "strict", "macros", "squash",
                  "maxTokens", "explain", "as", "model", "tokenizer", "limits"}));
  rendered->session = TRY(workspace::ChatSession::Open(params, call));
  const Value sources = params.has("sources") ? TRY(params.Any("sources")) : Value();
  return RenderSide(TRY(workspace::ReadTokens(params, "maxTokens")), sources, target, call,
                    rendered);
}

// Parameters of template.render, for a chat template.
Result<void> OpenNamed(const Value& value, const std::string& path, const Target& target,
                       const Invocation& call, Rendered* rendered) {
  const Params params =
      TRY(Params::In(value, path,
                     {"workspace", "name", "path", "data", "set", "maxTokens", "injections",
                      "injectionsText", "squash", "strict", "macros", "as", "options", "role",
                      "model", "tokenizer", "estimator", "limits"}));
  const std::string_view name = TRY(params.String(params.has("name") ? "name" : "path"));
  auto opened =
      std::make_shared<workspace::Workspace>(TRY(workspace::Workspace::Open(params, call)));
  workspace::TemplateTerms terms;
  terms.strict = TRY(params.Bool("strict", false));
  workspace::CheckedTemplate checked =
      TRY(workspace::CompileNamed(std::move(opened), name, terms, call));
  const auto any = [&](std::string_view key) -> Result<Value> {
    return params.has(key) ? params.Any(key) : Value();
  };
  const Value given =
      NewRecord(call.heap,
                {{"context", params.has("data") ? TRY(params.Map("data")) : Value::Map(nullptr, 0)},
                 {"set", TRY(any("set"))},
                 {"injections", TRY(any("injections"))},
                 {"injectionsText", TRY(any("injectionsText"))},
                 {"macros", TRY(any("macros"))},
                 {"model", TRY(any("model"))},
                 {"tokenizer", TRY(any("tokenizer"))},
                 {"estimator", TRY(any("estimator"))},
                 {"squash", Value::Bool(TRY(params.Bool("squash", true)))}});
  const Params inputs = TRY(Params::In(given, path,
                                       {"context", "set", "injections", "injectionsText", "macros",
                                        "model", "tokenizer", "estimator", "squash"}));
  rendered->session = TRY(workspace::ChatSession::Open(std::move(checked), inputs, call));
  return RenderSide(TRY(workspace::ReadTokens(params, "maxTokens")), Value(), target, call,
                    rendered);
}

Result<void> OpenSaved(const Value& value, const Target& target, const Invocation& call,
                       Rendered* rendered) {
  const Value* messages = FindItem(value, "messages");
  if (!messages->is_list()) {
    return Report(Code::kInvalidParams, "`messages` of a saved result must be a list");
  }
  rendered->saved = TRY(history::ReadMessages(messages->items(), {.repair = history::Repair::kKeep},
                                              call.heap, call.warnings));
  rendered->side.messages = rendered->saved.messages;
  const Value* format = FindItem(value, "responseFormat");
  if (format && !format->is_none()) rendered->response_format = *format;
  const Value* tools = FindItem(value, "tools");
  if (!tools || !tools->is_list()) return {};
  rendered->tools = TRY(ReadTools(*tools, ToolNamesOf(target.provider)));
  rendered->tool_choice = ItemOr(value, "toolChoice");
  if (rendered->tool_choice.is_none()) rendered->tool_choice = Value();
  rendered->side.tool_tokens = CounterByLength().count(diff::TextOf(*tools));
  return {};
}

// Counts by what renders it; a saved conversation by length.
diff::TokenCounter TokensOf(const Rendered& rendered) {
  return rendered.session ? CounterOf(rendered.session->counting().counter->texts())
                          : CounterByLength();
}

Result<std::unique_ptr<Rendered>> Open(const Params& params, std::string_view name,
                                       const Target& target, const diff::CacheRules& rules,
                                       const Invocation& call) {
  const Value value = TRY(params.Map(name));
  const std::string path = params.PathOf(name);
  auto rendered = std::make_unique<Rendered>();
  rendered->side.heap = call.heap;
  rendered->side.limits = call.limits;
  Invocation own = call;
  if (FindItem(value, "template")) {
    TRY(OpenTemplate(value, path, target, own, rendered.get()));
  } else if (FindItem(value, "name") || FindItem(value, "path")) {
    TRY(OpenNamed(value, path, target, own, rendered.get()));
  } else if (FindItem(value, "messages")) {
    TRY(OpenSaved(value, target, own, rendered.get()));
  } else {
    return Report(Code::kInvalidParams, Quoted(path) + " has no template, name, path or messages");
  }
  Outgoing outgoing;
  outgoing.messages = rendered->side.messages;
  outgoing.response_format = rendered->response_format;
  outgoing.tools = rendered->tools;
  outgoing.tool_choice = rendered->tool_choice;
  outgoing.model = target.model;
  const Value request = TRY(EmitRequest(outgoing, target.provider, call.heap, call.warnings));
  const std::optional<Prompt> prompt =
      TRY(RenderPrompt(request, target.provider, target.model, call));
  rendered->text = prompt ? diff::MakeCacheText(prompt->text, rendered->side.messages)
                          : diff::MakeCacheText(request, rendered->side.messages);
  const std::vector<CacheMark> marks =
      MarksOf(rendered->session.get(), rendered->conversation, outgoing, rendered->side.tool_tokens,
              target.provider, rules, TokensOf(*rendered), call);
  rendered->marks =
      TokensUpToMarks(marks, outgoing, rendered->side.tool_tokens, rules, TokensOf(*rendered));
  return rendered;
}

// What a cache that has A keeps of it for B: with marks only what stands before the last of
// them in the prefix, and nothing where marks are needed and there is none.
diff::Survival FindSurvival(const Rendered& a, const Rendered& b, const diff::ChatDiff& found,
                            const diff::CacheRules& rules) {
  diff::Survival survival;
  survival.tokens = rules.Kept(found.tokens, a.marks);
  survival.lacks_marks = rules.is_explicit && a.marks.empty();
  survival.cost = rules.Cost(survival.tokens, found.of_b, rules.Writes(b.marks));
  survival.full_hit_cost = rules.Cost(std::min(found.of, found.of_b), found.of_b, true);
  return survival;
}

}  // namespace

// {a, b, as?, model?, prices?, format?} ->
//   {same, prefix: {bytes, tokens, of}, first, survives: {tokens, cost, fullHitCost}, changes}
Result<Value> DiffChats(const Invocation& call) {
  const Params params = Params::Of(call);
  const bool is_text = TRY(IsTextSide(params, "a", call));
  if (is_text != TRY(IsTextSide(params, "b", call))) {
    return Report(Code::kInvalidParams,
                  "of `params.a` and `params.b` one is a text and the other a conversation");
  }
  if (is_text) return DiffTexts(params, call);
  const Provider provider = params.has("as") ? TRY(ReadProvider(params)) : Provider::kMessages;
  const Target target{provider, TRY(params.String("model", ""))};
  const diff::CacheRules rules = TRY(ReadCacheRules(params, provider, call));
  const std::unique_ptr<Rendered> a = TRY(Open(params, "a", target, rules, call));
  const std::unique_ptr<Rendered> b = TRY(Open(params, "b", target, rules, call));
  const diff::TokenCounter tokens = TokensOf(b->session ? *b : *a);
  const diff::ChatDiff found = diff::CompareChats(a->side, a->text, b->side, b->text, tokens);
  const diff::Survival survival = FindSurvival(*a, *b, found, rules);
  Heap* heap = call.heap;
  const Value kept =
      NewRecord(heap, {{"tokens", Value::Int(static_cast<int64_t>(survival.tokens))},
                       {"cost", Value::Double(survival.cost)},
                       {"fullHitCost", Value::Double(survival.full_hit_cost)},
                       {"why", survival.lacks_marks ? Value::String("no-marks") : Value()}});
  const std::string text = TRY(PrintDiff(params, found, &survival));
  return NewRecord(heap, {{"same", Value::Bool(found.same)},
                          {"prefix", PrefixRecord(found, heap)},
                          {"first", FirstRecord(found, heap)},
                          {"survives", kept},
                          {"changes", ChangeRecords(found, heap)},
                          {"text", params.has("format") ? heap->NewString(text) : Value()}});
}

}  // namespace galley::api
