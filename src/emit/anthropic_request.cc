// Anthropic's messages: blocks, results inside a message of the user's, the system apart.
#include "emit/request_parts.h"
#include "value/record.h"

namespace galley {
namespace {

using history::Part;
using history::Role;
using Type = Part::Type;

class AnthropicWriter {
 public:
  AnthropicWriter(const Outline& outline, const RequestContext& context)
      : outline_(outline), context_(context), heap_(context.heap) {}

  Value Write() {
    size_t head = 0;
    std::vector<Value> system;
    for (; head < outline_.size() && outline_[head].is_system(); ++head) {
      for (const Value& block : WriteBlocks(outline_[head])) system.push_back(block);
    }
    const bool is_string = head == 1 && IsOneText(outline_[0]);
    std::vector<Value> messages;
    for (size_t at = head; at < outline_.size(); ++at)
      messages.push_back(WriteMessage(outline_[at]));
    return NewRecord(heap_, {{"tools", WriteTools()},
                             {"tool_choice", WriteToolChoice()},
                             {"output_config", WriteFormat()},
                             {"system", is_string ? Value::String(outline_[0].parts[0].text)
                                                  : ListOrNone(system, heap_)},
                             {"messages", heap_->NewList(messages)}});
  }

 private:
  static bool IsOneText(const OutlineMessage& message) {
    return message.parts.size() == 1 && message.parts[0].type == Type::kText && !message.cache;
  }

  Value WriteMessage(const OutlineMessage& message) {
    const Value role = Literal(message.is_tool() ? "user" : RoleName(message.role));
    const Value content = IsOneText(message) ? Value::String(message.parts[0].text)
                                             : heap_->NewList(WriteBlocks(message));
    return NewRecord(heap_, {{"role", role}, {"content", content}});
  }

  // The mark of a message is on its last block; thinking takes none.
  std::vector<Value> WriteBlocks(const OutlineMessage& message) {
    std::vector<Value> blocks;
    size_t last = SIZE_MAX;
    for (const Part& part : message.parts) {
      if (part.type != Type::kThinking) last = blocks.size();
      blocks.push_back(WriteBlock(part, message.index));
    }
    if (message.cache && last != SIZE_MAX) {
      blocks[last] = WithMark(blocks[last], message.ttl);
    }
    return blocks;
  }

  Value WithMark(const Value& record, std::string_view ttl) const {
    const Value control = NewRecord(heap_, {{"type", Literal("ephemeral")}, {"ttl", TextOr(ttl)}});
    return WithField(record, "cache_control", control, heap_);
  }

  Value WriteBlock(const Part& part, size_t message) {
    switch (part.type) {
      case Type::kImage:
      case Type::kAudio:
      case Type::kFile:
        return WriteMedia(part);
      case Type::kThinking:
        return WriteThinking(part);
      case Type::kToolCall:
        return NewRecord(heap_, {{"type", Literal("tool_use")},
                                 {"id", Value::String(part.id)},
                                 {"name", Value::String(part.name)},
                                 {"input", ArgumentsObject(part, message, context_)}});
      case Type::kToolResult:
        return WriteResult(part);
      case Type::kOpaque:
        return part.value;
      case Type::kText:
      case Type::kRefusal:
        break;
    }
    return WriteText(part);
  }

  Value WriteText(const Part& part) const {
    return NewRecord(heap_, {{"type", Literal("text")}, {"text", Value::String(part.text)}});
  }

  Value WriteThinking(const Part& part) const {
    if (part.redacted.data()) {
      return NewRecord(
          heap_, {{"type", Literal("redacted_thinking")}, {"data", Value::String(part.redacted)}});
    }
    return NewRecord(heap_, {{"type", Literal("thinking")},
                             {"thinking", Value::String(part.text)},
                             {"signature", Value::String(part.signature)}});
  }

  Value WriteMedia(const Part& part) const {
    Value source;
    if (part.data.data()) {
      source = NewRecord(heap_, {{"type", Literal("base64")},
                                 {"media_type", Value::String(part.mime)},
                                 {"data", Value::String(part.data)}});
    } else if (part.url.data()) {
      source = NewRecord(heap_, {{"type", Literal("url")}, {"url", Value::String(part.url)}});
    } else {
      source =
          NewRecord(heap_, {{"type", Literal("file")}, {"file_id", Value::String(part.file_id)}});
    }
    const bool is_image = part.type == Type::kImage;
    return NewRecord(heap_, {{"type", Literal(is_image ? "image" : "document")},
                             {"source", source},
                             {"title", is_image ? Value() : TextOr(part.name)}});
  }

  // Results hold no results, so this goes no deeper.
  Value WriteResult(const Part& part) const {
    const std::span<const Part> inner = part.content();
    Value content;
    if (inner.size() == 1 && inner[0].type == Type::kText) {
      content = Value::String(inner[0].text);
    } else if (!inner.empty()) {
      content = NewListOf(heap_, inner.size(), [&](size_t at) {
        return inner[at].is_media() ? WriteMedia(inner[at]) : WriteText(inner[at]);
      });
    }
    return NewRecord(heap_, {{"type", Literal("tool_result")},
                             {"tool_use_id", Value::String(part.id)},
                             {"content", content},
                             {"is_error", part.is_error ? Value::Bool(true) : Value()}});
  }

  Value WriteTools() const {
    std::vector<Value> tools;
    for (const Tool& tool : context_.outgoing.tools) {
      tools.push_back(NewRecord(heap_, {{"name", Value::String(tool.name)},
                                        {"description", TextOr(tool.description)},
                                        {"input_schema", tool.parameters},
                                        {"strict", tool.strict}}));
    }
    for (const CacheMark& mark : context_.outgoing.marks) {
      if (mark.message != UINT32_MAX || tools.empty()) continue;
      tools.back() = WithMark(tools.back(), TtlFor(Provider::kAnthropic, mark.ttl));
    }
    return ListOrNone(tools, heap_);
  }

  Value WriteToolChoice() const {
    const Value& choice = context_.outgoing.tool_choice;
    if (choice.is_undefined()) return Value();
    if (choice.is_map()) {
      return NewRecord(heap_,
                       {{"type", Literal("tool")}, {"name", Value::String(ChosenTool(choice))}});
    }
    const std::string_view word = ChoiceWord(choice);
    return NewRecord(heap_, {{"type", Value::String(word == "required" ? "any" : word)}});
  }

  Value WriteFormat() const {
    const Value& format = context_.outgoing.response_format;
    if (FormOf(format) != AnswerForm::kSchema) return Value();
    const Value schema =
        NewRecord(heap_, {{"type", Literal("json_schema")}, {"schema", SchemaOf(format)}});
    return NewRecord(heap_, {{"format", schema}});
  }

  const Outline& outline_;
  const RequestContext& context_;
  Heap* heap_;
};

}  // namespace

Value WriteAnthropicRequest(const Outline& outline, const RequestContext& context) {
  return AnthropicWriter(outline, context).Write();
}

}  // namespace galley
