// Values are made in the heap of the call and point into the conversation.
#include "emit/request_parts.h"

#include <string>

#include "diag/source.h"
#include "value/map.h"
#include "value/record.h"

namespace galley {

using history::Part;

Value ListOrNone(const std::vector<Value>& items, Heap* heap) {
  return items.empty() ? Value() : heap->NewList(items);
}

std::string_view OpenAiAudioFormat(std::string_view mime) noexcept {
  if (mime == "audio/wav" || mime == "audio/x-wav" || mime == "audio/wave") return "wav";
  if (mime == "audio/mpeg" || mime == "audio/mp3") return "mp3";
  return {};
}

Value MediaUrl(const Part& media, Heap* heap) {
  if (!media.data.data()) return Value::String(media.url);
  HeapWriter url(heap);
  url.Append("data:");
  url.Append(media.mime);
  url.Append(";base64,");
  url.Append(media.data);
  return url.Finish();
}

Value ArgumentsObject(const Part& call, size_t message, const RequestContext& context) {
  if (call.text.empty()) return NewRecord(context.heap, {});
  const Source source("<arguments>", call.text, Nature::kData);
  const Result<Value> object = context.json->Read(source, context.heap, Limits());
  if (object && object->is_map()) return *object;
  context.losses->Add(Code::kArgumentsWrapped, message,
                      "the arguments of a call are no JSON object and are wrapped in one");
  return NewRecord(context.heap, {{"INVALID_JSON", Value::String(call.text)}});
}

Value WithField(const Value& record, std::string_view name, const Value& value, Heap* heap) {
  MapEntry* entries = heap->NewEntries(record.size() + 1);
  if (!entries) return record;
  for (uint32_t at = 0; at < record.size(); ++at) entries[at] = record.entries()[at];
  entries[record.size()] = {Value::String(name), value};
  return heap->NewMap(entries, record.size() + 1);
}

Value NestedTools(const RequestContext& context) {
  std::vector<Value> tools;
  for (const Tool& tool : context.outgoing.tools) {
    const Value function = NewRecord(context.heap, {{"name", Value::String(tool.name)},
                                                    {"description", TextOr(tool.description)},
                                                    {"parameters", tool.parameters},
                                                    {"strict", tool.strict}});
    tools.push_back(
        NewRecord(context.heap, {{"type", Literal("function")}, {"function", function}}));
  }
  return ListOrNone(tools, context.heap);
}

std::string_view ChosenTool(const Value& choice) noexcept {
  const Value* name = choice.is_map() ? FindItem(choice, "name") : nullptr;
  return name && name->is_string() ? name->as_string() : std::string_view();
}

std::string_view ChoiceWord(const Value& choice) noexcept {
  return choice.is_string() ? choice.as_string() : std::string_view();
}

Value NestedToolChoice(const RequestContext& context) {
  const Value& choice = context.outgoing.tool_choice;
  if (!choice.is_map()) return choice;
  const Value name = NewRecord(context.heap, {{"name", Value::String(ChosenTool(choice))}});
  return NewRecord(context.heap, {{"type", Literal("function")}, {"function", name}});
}

AnswerForm FormOf(const Value& format) noexcept {
  if (format.is_map()) return AnswerForm::kSchema;
  if (!format.is_string()) return AnswerForm::kUnsaid;
  return format.as_string() == "json" ? AnswerForm::kJson : AnswerForm::kText;
}

Value SchemaOf(const Value& format) noexcept {
  const Value* schema = FindItem(format, "schema");
  return schema ? *schema : Value();
}

Value NestedResponseFormat(const RequestContext& context) {
  Heap* heap = context.heap;
  const Value& format = context.outgoing.response_format;
  switch (FormOf(format)) {
    case AnswerForm::kUnsaid:
      return Value();
    case AnswerForm::kText:
      return NewRecord(heap, {{"type", Literal("text")}});
    case AnswerForm::kJson:
      return NewRecord(heap, {{"type", Literal("json_object")}});
    case AnswerForm::kSchema:
      return NewRecord(heap, {{"type", Literal("json_schema")},
                              {"json_schema", NewRecord(heap, {{"name", Literal("response")},
                                                               {"schema", SchemaOf(format)}})}});
  }
  return Value();
}

}  // namespace galley
