// `template.render`: a template of any type, as it goes to a model.
#include <memory>
#include <string_view>
#include <utility>

#include "api/emit.h"
#include "api/operation.h"
#include "base/try.h"
#include "diag/report.h"
#include "value/record.h"
#include "workspace/chat_records.h"
#include "workspace/chat_session.h"
#include "workspace/params.h"
#include "workspace/render_entry.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

// Refuses what is for templates of the other sort.
Result<void> Refuse(const Params& params, workspace::Names names, std::string_view sort) {
  for (const std::string_view name : names) {
    if (!params.has(name)) continue;
    return Report(Code::kInvalidParams, Quoted(params.PathOf(name)) + " is for templates that " +
                                            std::string(sort) + " only");
  }
  return {};
}

Result<Value> RenderMessages(std::shared_ptr<workspace::Workspace> workspace, std::string_view name,
                             const Params& params, const Invocation& call) {
  TRY(Refuse(params, {"options", "role"}, "render to text"));
  const uint64_t max_tokens = TRY(workspace::ReadTokens(params, "maxTokens"));
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
             {"injections", TRY(any("injections"))},
             {"injectionsText", TRY(any("injectionsText"))},
             {"macros", TRY(any("macros"))},
             {"squash", Value::Bool(TRY(params.Bool("squash", true)))}});
  const Params inputs = TRY(Params::In(
      given, "params", {"context", "injections", "injectionsText", "macros", "squash"}));
  const std::unique_ptr<workspace::ChatSession> session =
      TRY(workspace::ChatSession::Open(std::move(checked), inputs, call));
  const chat::Conversation& conversation =
      *TRY(session->Render(max_tokens, session->squash(), false));
  const Value emitted = TRY(EmitConversation(
      {conversation.messages, session->artifact().response_format}, provider, call));
  const Value* text = FindItem(emitted, "text");
  const Value* request = FindItem(emitted, "request");
  const Value usage = workspace::UsageRecord(*session, conversation.tokens, max_tokens, heap);
  const Value dropped =
      workspace::DroppedList(conversation.loops, session->artifact(), heap);
  // What was emitted points into the session.
  return NewRecord(heap, {{"text", text ? *text : Value()},
                          {"request", request ? heap->Copy(*request) : Value()},
                          {"usage", usage},
                          {"dropped", dropped}});
}

}  // namespace

// {workspace?, name, data?, set?: [name], options?, role?, maxTokens?, injections? or
//  injectionsText?: {text, name, format = yaml}, squash = true, strict = false, macros?,
//  as = messages} -> {text, message?} as catalog.render; for a chat template, also from a file,
//  {request or text, usage, dropped}
Result<Value> RenderTemplate(const Invocation& call) {
  const Params params = Params::Of(call);
  const std::string_view name = TRY(params.String("name"));
  const auto workspace =
      std::make_shared<workspace::Workspace>(TRY(workspace::Workspace::Open(params, call)));
  const Catalog& catalog = *TRY(workspace->catalog());
  if (workspace::IsFilePath(catalog, name)) return RenderMessages(workspace, name, params, call);
  const Entry& entry = *TRY(catalog.Find(name));
  if (entry.type == TemplateType::kChat) return RenderMessages(workspace, name, params, call);
  TRY(Refuse(
      params,
      {"maxTokens", "injections", "injectionsText", "squash", "strict", "macros", "as"},
      "render to messages"));
  const std::string_view role = TRY(params.String("role", ""));
  const Value text =
      call.heap->NewString(TRY(workspace::RenderEntry(catalog, entry, params, call)));
  return NewTextOrMessage(call.heap, text, role);
}

}  // namespace galley::api
