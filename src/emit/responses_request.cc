// OpenAI's Responses: a list of items, in which calls, results and reasoning stand by
// themselves.
#include "emit/request_parts.h"
#include "value/record.h"

namespace galley {
namespace {

using history::Part;
using history::Role;
using Type = Part::Type;

class ResponsesWriter {
 public:
  ResponsesWriter(const Outline& outline, const RequestContext& context)
      : outline_(outline), context_(context), heap_(context.heap) {}

  Value Write() {
    for (const OutlineMessage& message : outline_) {
      if (message.is_assistant()) {
        WriteAssistant(message);
      } else if (message.is_tool()) {
        WriteResults(message);
      } else {
        const Value content = WriteContent(message.parts, message.cache ? &message : nullptr);
        items_.push_back(NewRecord(
            heap_, {{"role", Value::String(RoleName(message.role))}, {"content", content}}));
      }
    }
    return NewRecord(heap_, {{"tools", WriteTools()},
                             {"tool_choice", WriteToolChoice()},
                             {"text", WriteFormat()},
                             {"input", heap_->NewList(items_)}});
  }

 private:
  // One item a text, a call and what only OpenAI knows.
  void WriteAssistant(const OutlineMessage& message) {
    for (const Part& part : message.parts) {
      if (part.type == Type::kToolCall) {
        items_.push_back(NewRecord(heap_, {{"type", Literal("function_call")},
                                           {"call_id", Value::String(part.id)},
                                           {"name", Value::String(part.name)},
                                           {"arguments", Value::String(part.text)}}));
      } else if (part.type == Type::kOpaque) {
        items_.push_back(part.value);
      } else {
        items_.push_back(NewRecord(
            heap_, {{"role", Literal("assistant")}, {"content", Value::String(part.text)}}));
      }
    }
  }

  void WriteResults(const OutlineMessage& message) {
    for (const Part& result : message.parts) {
      const bool marked = message.cache && &result == &message.parts.back();
      items_.push_back(NewRecord(
          heap_, {{"type", Literal("function_call_output")},
                  {"call_id", Value::String(result.id)},
                  {"output", WriteContent(result.content(), marked ? &message : nullptr)}}));
    }
  }

  // A string where it is one text, or nothing; `marked` says that caching ends here.
  Value WriteContent(std::span<const Part> parts, const OutlineMessage* marked) {
    if (marked && !TakesBreakpoints(context_.outgoing)) marked = nullptr;
    if (parts.empty()) return Literal("");
    if (parts.size() == 1 && parts[0].type == Type::kText && !marked) {
      return Value::String(parts[0].text);
    }
    std::vector<Value> content;
    for (const Part& part : parts) content.push_back(WritePart(part));
    if (marked) {
      content.back() = WithField(
          content.back(), "prompt_cache_breakpoint",
          NewRecord(heap_, {{"mode", Literal("explicit")}, {"ttl", TextOr(marked->ttl)}}), heap_);
    }
    return heap_->NewList(content);
  }

  Value WritePart(const Part& part) {
    switch (part.type) {
      case Type::kImage:
        return NewRecord(
            heap_, {{"type", Literal("input_image")},
                    {"detail", part.detail.data() ? Value::String(part.detail) : Literal("auto")},
                    {"image_url", part.file_id.data() ? Value() : MediaUrl(part, heap_)},
                    {"file_id", TextOr(part.file_id)}});
      case Type::kFile:
        return NewRecord(heap_, {{"type", Literal("input_file")},
                                 {"detail", TextOr(part.detail)},
                                 {"filename", TextOr(part.name)},
                                 {"file_data", part.data.data() ? MediaUrl(part, heap_) : Value()},
                                 {"file_url", TextOr(part.url)},
                                 {"file_id", TextOr(part.file_id)}});
      case Type::kOpaque:
        return part.value;
      default:
        return NewRecord(heap_,
                         {{"type", Literal("input_text")}, {"text", Value::String(part.text)}});
    }
  }

  Value WriteTools() const {
    std::vector<Value> tools;
    for (const Tool& tool : context_.outgoing.tools) {
      tools.push_back(
          NewRecord(heap_, {{"type", Literal("function")},
                            {"name", Value::String(tool.name)},
                            {"description", TextOr(tool.description)},
                            {"parameters", tool.parameters},
                            {"strict", tool.strict.is_bool() ? tool.strict : Value::Bool(false)}}));
    }
    return ListOrNone(tools, heap_);
  }

  Value WriteToolChoice() const {
    const Value& choice = context_.outgoing.tool_choice;
    if (!choice.is_map()) return choice;
    return NewRecord(heap_,
                     {{"type", Literal("function")}, {"name", Value::String(ChosenTool(choice))}});
  }

  Value WriteFormat() const {
    const Value& format = context_.outgoing.response_format;
    Value written;
    switch (FormOf(format)) {
      case AnswerForm::kUnsaid:
        return Value();
      case AnswerForm::kText:
        written = NewRecord(heap_, {{"type", Literal("text")}});
        break;
      case AnswerForm::kJson:
        written = NewRecord(heap_, {{"type", Literal("json_object")}});
        break;
      case AnswerForm::kSchema:
        written = NewRecord(heap_, {{"type", Literal("json_schema")},
                                    {"name", Literal("response")},
                                    {"schema", SchemaOf(format)}});
    }
    return NewRecord(heap_, {{"format", written}});
  }

  const Outline& outline_;
  const RequestContext& context_;
  Heap* heap_;
  std::vector<Value> items_;
};

}  // namespace

Value WriteResponsesRequest(const Outline& outline, const RequestContext& context) {
  return ResponsesWriter(outline, context).Write();
}

}  // namespace galley
