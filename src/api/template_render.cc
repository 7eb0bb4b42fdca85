// `template.render`: a template of any type, as it goes to a model.
#include "api/template_render.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/cache_requests.h"
#include "api/emit.h"
#include "api/input_schema.h"
#include "api/operation.h"
#include "api/text_usage.h"
#include "base/try.h"
#include "diag/report.h"
#include "handles/inputs.h"
#include "load/template_loader.h"
#include "resolve/inherit.h"
#include "value/json_type.h"
#include "value/map.h"
#include "value/record.h"
#include "workspace/chat_records.h"
#include "workspace/chat_session.h"
#include "workspace/given_templates.h"
#include "workspace/params.h"
#include "workspace/render_entry.h"
#include "workspace/section_template.h"
#include "workspace/template_version.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

constexpr std::array<std::string_view, 7> kOfMessages = {
    "maxTokens", "injections", "injectionsText", "squash", "strict", "macros", "as"};
constexpr std::array<std::string_view, 2> kOfTexts = {"options", "role"};

// Refuses what is for templates of the other sort.
Result<void> Refuse(const Params& params, std::span<const std::string_view> names,
                    std::string_view sort) {
  for (const std::string_view name : names) {
    if (!params.has(name)) continue;
    return Report(Code::kInvalidParams, Quoted(params.PathOf(name)) + " is for templates that " +
                                            std::string(sort) + " only");
  }
  return {};
}

Diagnostic Refusal(const Input& input, std::string message, std::string hint) {
  Diagnostic problem = Report(Code::kInputInvalid, std::move(message), std::move(hint));
  if (!input.places.empty()) {
    const Input::Place& place = input.places.front();
    problem.notes.push_back("read at " + place.file + ':' + std::to_string(place.position.line) +
                            ':' + std::to_string(place.position.column));
  }
  return problem;
}

Diagnostic WrongType(const Input& input, std::string_view path, JsonType type, const Value& given) {
  return Refusal(input,
                 "value " + Quoted(path) + " must be of type " + std::string(JsonTypeName(type)) +
                     ", not " + std::string(JsonKindName(given.kind())),
                 "");
}

// What the schema is made from.
struct Asked {
  Inputs inputs;
  handles::FieldTree fields;
};

// Adds what is not of the type that the template declares, inside of `value` at `path`.
void CheckInside(const Asked& asked, const Input& input, uint32_t node, const std::string& path,
                 const Value& value, std::vector<Diagnostic>* problems) {
  if (!value.is_map()) return;
  for (const auto& [name, inside] : asked.fields.nodes[node].fields) {
    const Value* field = FindItem(value, name);
    if (!field) continue;
    const std::string place = path + '.' + name;
    const std::optional<JsonType>& type = asked.fields.nodes[inside].type;
    if (type && !Fits(*field, *type)) {
      problems->push_back(WrongType(input, place, *type, *field));
    } else {
      CheckInside(asked, input, inside, place, *field, problems);
    }
  }
}

// Refuses data that is not what `template.schema` tells.
Result<void> CheckInput(const Asked& asked, const Value& data) {
  const Inputs& inputs = asked.inputs;
  std::vector<std::string_view> unread;
  for (const MapEntry& given : EntriesOf(data)) {
    const auto reads = [&](const Input& input) { return input.name == given.key.as_string(); };
    if (std::none_of(inputs.list.begin(), inputs.list.end(), reads)) {
      unread.push_back(given.key.as_string());
    }
  }
  std::vector<Diagnostic> problems;
  for (const Input& input : inputs.list) {
    const Value* given = FindItem(data, input.name);
    const std::optional<JsonType> type = TypeAskedFor(input);
    if (!given && input.required) {
      problems.push_back(Refusal(input,
                                 "value " + Quoted(input.name) + " is required and was not given",
                                 SuggestNearest(input.name, unread)));
    } else if (given && type && !Fits(*given, *type)) {
      problems.push_back(WrongType(input, input.name, *type, *given));
    } else if (given) {
      const uint32_t node = asked.fields.Find(input.name);
      if (node != 0) CheckInside(asked, input, node, input.name, *given, &problems);
    }
  }
  if (!problems.empty()) return Error(std::move(problems));
  return {};
}

// The same of a template that renders to text.  Section templates check their values anyway.
Result<void> CheckTextInput(const Catalog& catalog, const Entry& entry, const Params& params,
                            const Invocation& call) {
  if (entry.type == TemplateType::kSections) return {};
  const Value data = params.has("data") ? TRY(params.Map("data")) : Value::Map(nullptr, 0);
  return CheckInput({TRY(handles::FindInputs(catalog, entry, call)), {}}, data);
}

// A section template at a path, which may extend others by theirs.
Result<Value> RenderSections(workspace::Workspace* workspace, std::string_view path,
                             const Params& params, const Invocation& call) {
  TRY(workspace::CheckSetNames(params));
  const std::string_view role = TRY(params.String("role", ""));
  const TemplateLoader loader = TRY(workspace->loader());
  workspace::NoteVersion(loader, path);
  const FlatTemplate flat =
      TRY(ResolveSections(loader, path, false, call.limits, &call.heap->meter(), call.warnings));
  const Value data = params.has("data") ? TRY(params.Map("data")) : Value::Map(nullptr, 0);
  const Value values = TRY(workspace::CoerceSetValues(flat, data, params, call));
  const Value text = call.heap->NewString(TRY(workspace::RenderFlat(flat, values, call)));
  return NewTextOrMessage(call.heap, text, role);
}

Result<Value> RenderMessages(std::shared_ptr<workspace::Workspace> workspace, std::string_view name,
                             const Params& params, const Invocation& call) {
  TRY(Refuse(params, kOfTexts, "render to text"));
  const Provider provider = params.has("as") ? TRY(ReadProvider(params)) : Provider::kMessages;
  workspace::TemplateTerms terms;
  terms.strict = TRY(params.Bool("strict", false));
  workspace::CheckedTemplate checked =
      TRY(workspace::CompileNamed(std::move(workspace), name, terms, call));
  Heap* heap = call.heap;
  // A session calls the data of a template its context.
  const auto any = [&](std::string_view key) -> Result<Value> {
    return params.has(key) ? params.Any(key) : Value();
  };
  const Value given = NewRecord(
      heap, {{"context", params.has("data") ? TRY(params.Map("data")) : Value::Map(nullptr, 0)},
             {"set", TRY(any("set"))},
             {"injections", TRY(any("injections"))},
             {"injectionsText", TRY(any("injectionsText"))},
             {"macros", TRY(any("macros"))},
             {"model", TRY(any("model"))},
             {"tokenizer", TRY(any("tokenizer"))},
             {"estimator", TRY(any("estimator"))},
             {"squash", Value::Bool(TRY(params.Bool("squash", true)))}});
  const Params inputs = TRY(Params::In(given, "params",
                                       {"context", "set", "injections", "injectionsText", "macros",
                                        "model", "tokenizer", "estimator", "squash"}));
  Asked asked;
  if (TRY(params.Bool("checkInput", false))) {
    asked = {handles::FindInputs(checked, call.limits), handles::FindFields(checked, call.limits)};
  }
  const std::unique_ptr<workspace::ChatSession> session =
      TRY(workspace::ChatSession::Open(std::move(checked), inputs, call));
  TRY(CheckInput(asked, session->context()));
  const uint64_t max_tokens = session->BudgetFor(TRY(workspace::ReadTokens(params, "maxTokens")));
  const chat::Conversation& conversation =
      *TRY(session->Render(max_tokens, session->squash(), false));
  Outgoing outgoing{conversation.messages, session->artifact().response_format};
  std::vector<Tool> tools;
  if (conversation.tools.is_list()) {
    tools = TRY(ReadTools(conversation.tools, ToolNamesOf(provider)));
    outgoing.tool_choice = session->artifact().tool_choice;
  }
  outgoing.tools = tools;
  outgoing.model = ModelOf(params, *session);
  const std::vector<CacheMark> marks =
      TRY(MarksFor(*session, conversation, outgoing, provider, call));
  outgoing.marks = marks;
  const Value emitted = TRY(EmitConversation(outgoing, provider, call));
  const Value* text = FindItem(emitted, "text");
  const Value* request = FindItem(emitted, "request");
  const Value usage =
      workspace::UsageRecord(*session, conversation.tokens,
                             workspace::ExactnessOf(*session, conversation), max_tokens, heap);
  const Value dropped = workspace::DroppedList(conversation.loops, session->artifact(), heap);
  const Value told = marks.empty() ? Value() : NewListOf(heap, marks.size(), [&](size_t at) {
    return workspace::MarkRecord(marks[at], conversation, *session, heap);
  });
  // What was emitted points into the session.
  return NewRecord(heap, {{"text", text ? *text : Value()},
                          {"request", request ? heap->Copy(*request) : Value()},
                          {"usage", usage},
                          {"dropped", dropped},
                          {"marks", told}});
}

}  // namespace

// {workspace?, name, data?, set?: [name], options?, role?, maxTokens?, injections? or
//  injectionsText?: {text, name, format = yaml}, squash = true, strict = false, macros?,
//  model?, tokenizer?, as = messages} ->
//  {text, message?} as catalog.render; for a chat template, also from a file,
//  {request or text, usage, dropped, marks?}
Result<Value> RenderTemplate(const Invocation& call) {
  const Params params = Params::Of(call);
  return RenderIn(
      std::make_shared<workspace::Workspace>(TRY(workspace::Workspace::Open(params, call))), params,
      call);
}

Result<Value> RenderIn(const std::shared_ptr<workspace::Workspace>& workspace, const Params& params,
                       const Invocation& call) {
  const std::string_view name = TRY(params.String("name"));
  const Catalog& catalog = *TRY(workspace->catalog());
  if (workspace::IsFilePath(catalog, name)) {
    if (!TRY(workspace::IsSectionFile(workspace.get(), name, call.limits))) {
      return RenderMessages(workspace, name, params, call);
    }
    TRY(Refuse(params, kOfMessages, "render to messages"));
    return RenderSections(workspace.get(), name, params, call);
  }
  const Entry& entry = *TRY(catalog.Find(name));
  if (entry.type == TemplateType::kChat) return RenderMessages(workspace, name, params, call);
  TRY(Refuse(params, kOfMessages, "render to messages"));
  if (TRY(params.Bool("checkInput", false))) TRY(CheckTextInput(catalog, entry, params, call));
  if (entry.type == TemplateType::kSections && entry.tier == Tier::kFile) {
    return RenderSections(workspace.get(), name, params, call);
  }
  const std::string_view role = TRY(params.String("role", ""));
  const Value text =
      call.heap->NewString(TRY(workspace::RenderEntry(workspace.get(), entry, params, call)));
  return WithTextUsage(NewTextOrMessage(call.heap, text, role), text.as_string(), params,
                       workspace.get(), call);
}

}  // namespace galley::api
