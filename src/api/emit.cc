// chat.emit: a conversation as the request of a provider.
#include "api/emit.h"

#include <string>
#include <string_view>
#include <vector>

#include "api/operation.h"
#include "base/try.h"
#include "base/writer.h"
#include "diag/report.h"
#include "emit/provider.h"
#include "value/record.h"
#include "workspace/params.h"

namespace galley::api {
namespace {

Result<chat::Message> ReadMessage(const Value& value, std::string path) {
  const Params params = TRY(Params::In(value, std::move(path), {"role", "content", "prefix"}));
  chat::Message message;
  message.role =
      static_cast<chat::Role>(TRY(params.Choice("role", {"system", "user", "assistant"})));
  message.content = TRY(params.String("content"));
  message.prefix = TRY(params.Bool("prefix", false));
  if (message.prefix && message.role != chat::Role::kAssistant) {
    return Report(Code::kPrefixNotAssistant, Quoted(params.PathOf("prefix")) +
                                                 " is true, but the message is the " +
                                                 std::string(RoleName(message.role)) + "'s");
  }
  return message;
}

Result<std::vector<chat::Message>> ReadMessages(const Params& params) {
  const std::span<const Value> list = TRY(params.List("messages"));
  std::vector<chat::Message> messages;
  messages.reserve(list.size());
  for (const Value& value : list) {
    const std::string path =
        params.PathOf("messages") + '[' + std::to_string(messages.size()) + ']';
    messages.push_back(TRY(ReadMessage(value, path)));
  }
  return messages;
}

// `text`, `json`, or a map with a schema, as in a template.
Result<Value> ReadResponseFormat(const Params& params) {
  if (!params.has("responseFormat")) return Value();
  const Value format = TRY(params.Any("responseFormat"));
  if (!format.is_map()) {
    TRY(params.Choice("responseFormat", {"text", "json"}));
    return format;
  }
  const Params parts = TRY(Params::In(format, params.PathOf("responseFormat"), {"type", "schema"}));
  TRY(parts.Choice("type", {"json_schema"}));
  TRY(parts.Map("schema"));
  return format;
}

}  // namespace

Result<Provider> ReadProvider(const Params& params) {
  return static_cast<Provider>(
      TRY(params.Choice("as", {"messages", "openai", "anthropic", "gemini", "text"})));
}

// {messages, responseFormat?, as} -> {request}, or {text} as text
Result<Value> EmitChat(const Invocation& call) {
  const Params params = Params::Of(call);
  const Provider provider = TRY(ReadProvider(params));
  const std::vector<chat::Message> messages = TRY(ReadMessages(params));
  return EmitConversation({messages, TRY(ReadResponseFormat(params))}, provider, call);
}

Result<Value> EmitConversation(const Outgoing& outgoing, Provider provider,
                               const Invocation& call) {
  if (provider != Provider::kText) {
    const Value request = TRY(EmitRequest(outgoing, provider, call.heap, call.warnings));
    return NewRecord(call.heap, {{"request", request}});
  }
  BufferWriter text(call.limits.output);
  TRY(EmitText(outgoing, &text, call.warnings));
  if (text.overflowed()) {
    return Report(Code::kLimitOutput, "the text is longer than the limit `output`");
  }
  return NewRecord(call.heap, {{"text", call.heap->NewString(text.view())}});
}

}  // namespace galley::api
