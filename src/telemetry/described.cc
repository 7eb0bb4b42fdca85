// Only counts and names are looked at, unless the span wants what was rendered.
#include "telemetry/described.h"

#include <string_view>
#include <utility>

#include "base/json_text.h"
#include "base/writer.h"
#include "galley/limits.h"
#include "value/heap.h"
#include "value/map.h"
#include "value/print.h"

namespace galley::telemetry {
namespace {

// Who is asked in which form, in the words of the conventions.
constexpr std::pair<std::string_view, std::string_view> kProviders[] = {
    {"openai", "openai"},     {"responses", "openai"},   {"anthropic", "anthropic"},
    {"gemini", "gcp.gemini"}, {"mistral", "mistral_ai"},
};

const Value* TextIn(const Value& map, std::string_view key) {
  const Value* found = map.is_map() ? FindItem(map, key) : nullptr;
  return found && found->is_string() ? found : nullptr;
}

void SetText(const Value& map, std::string_view key, std::string_view attribute, Span* span) {
  if (const Value* text = TextIn(map, key)) span->Set(attribute, text->as_string());
}

void SetNumber(const Value& map, std::string_view key, std::string_view attribute, Span* span) {
  const Value* number = map.is_map() ? FindItem(map, key) : nullptr;
  if (!number || !number->is_int() || number->as_int() < 0) return;
  span->Set(attribute, static_cast<uint64_t>(number->as_int()));
}

std::string AsJson(const Value& value) {
  BufferWriter out;
  Meter meter(Limits::Ceiling());
  PrintJson(value, {}, &out, &meter);
  return out.ToString();
}

// {role, parts: [{type: text, content}]}; parts that are no text stay as they are.
void AppendMessage(const Value& message, Writer* out) {
  const Value* role = TextIn(message, "role");
  const Value* content = message.is_map() ? FindItem(message, "content") : nullptr;
  out->Append("{\"role\":");
  AppendJsonString(role ? role->as_string() : "user", {}, out);
  out->Append(",\"parts\":");
  if (content && content->is_list()) {
    out->Append(AsJson(*content));
  } else {
    out->Append("[{\"type\":\"text\",\"content\":");
    AppendJsonString(content && content->is_string() ? content->as_string() : "", {}, out);
    out->Append("}]");
  }
  out->Append("}");
}

void DescribeMessages(const Value& messages, Span* span) {
  span->Set(kMessageCount, messages.items().size());
  if (!span->wants_content()) return;
  BufferWriter out;
  out.Append('[');
  for (const Value& message : messages.items()) {
    if (&message != messages.items().data()) out.Append(',');
    AppendMessage(message, &out);
  }
  out.Append(']');
  span->Set(kInputMessages, out.view());
}

// The messages of a request, under any of the names that providers have for them, and the whole
// where it is more than those.
void DescribeRequest(const Value& request, Span* span) {
  if (request.is_list()) return DescribeMessages(request, span);
  if (!request.is_map()) return;
  const Value* messages = FindItem(request, "messages");
  if (messages && messages->is_list()) DescribeMessages(*messages, span);
  for (const std::string_view key : {"input", "contents"}) {
    const Value* list = FindItem(request, key);
    if (list && list->is_list()) span->Set(kMessageCount, list->items().size());
  }
  const bool is_more = !messages || request.size() > 1;
  if (is_more && span->wants_content()) span->Set(kRequestBody, AsJson(request));
}

uint64_t CountDropped(const Value& dropped) {
  uint64_t count = 0;
  for (const Value& loop : dropped.items()) {
    const Value* over = loop.is_map() ? FindItem(loop, "overBudget") : nullptr;
    if (over && over->is_int()) count += static_cast<uint64_t>(over->as_int());
  }
  return count;
}

}  // namespace

void DescribeParams(const Value& params, Span* span) {
  SetText(params, "model", kRequestModel, span);
  const Value* form = TextIn(params, "as");
  if (!form) return;
  for (const auto& [name, provider] : kProviders) {
    if (form->as_string() == name) span->Set(kProviderName, provider);
  }
}

void DescribeResult(const Value& result, Span* span) {
  if (const Value* text = TextIn(result, "text")) {
    span->Set(kOutputBytes, text->as_string().size());
    if (span->wants_content()) span->Set(kOutputText, text->as_string());
  }
  const auto find = [&](std::string_view key) { return FindItem(result, key); };
  if (const Value* messages = find("messages"); messages && messages->is_list()) {
    DescribeMessages(*messages, span);
  }
  if (const Value* request = find("request")) DescribeRequest(*request, span);
  if (const Value* dropped = find("dropped"); dropped && dropped->is_list()) {
    span->Set(kDroppedCount, CountDropped(*dropped));
  }
  const Value* usage = find("usage");
  if (!usage) return;
  SetNumber(*usage, "tokens", kInputTokens, span);
  SetNumber(*usage, "maxTokens", kBudget, span);
  SetText(*usage, "estimator", kTokenizer, span);
  SetText(*usage, "exactness", kExactness, span);
}

}  // namespace galley::telemetry
