// Chat completions: OpenAI's, Mistral's, and the messages that the chat templates of Hugging
// Face take.
#include <string>

#include "emit/request_parts.h"
#include "value/record.h"

namespace galley {
namespace {

using history::Part;
using history::Role;
using Type = Part::Type;

class ChatWriter {
 public:
  ChatWriter(const Outline& outline, const RequestContext& context)
      : outline_(outline), context_(context), heap_(context.heap) {}

  Value Write() {
    for (const OutlineMessage& message : outline_) {
      if (message.is_tool()) {
        WriteResults(message);
      } else {
        messages_.push_back(WriteMessage(message));
      }
    }
    const Value messages = heap_->NewList(messages_);
    if (context_.provider == Provider::kHuggingFace) {
      const bool goes_on = !outline_.empty() && outline_.back().prefix;
      return NewRecord(heap_, {{"tools", NestedTools(context_)},
                               {"add_generation_prompt", Value::Bool(!goes_on)},
                               {"continue_final_message", goes_on ? Value::Bool(true) : Value()},
                               {"messages", messages}});
    }
    return NewRecord(heap_, {{"tools", NestedTools(context_)},
                             {"tool_choice", NestedToolChoice(context_)},
                             {"response_format", NestedResponseFormat(context_)},
                             {"messages", messages}});
  }

 private:
  bool is(Provider provider) const { return context_.provider == provider; }

  Value WriteMessage(const OutlineMessage& message) {
    std::vector<Value> content;
    std::vector<Value> calls;
    Value reasoning;
    bool is_text = true;
    for (const Part& part : message.parts) {
      if (part.type == Type::kToolCall) {
        calls.push_back(WriteCall(part, message.index));
      } else if (part.type == Type::kThinking && is(Provider::kHuggingFace)) {
        reasoning = Joined(reasoning, part.text);
      } else {
        is_text &= part.type == Type::kText;
        content.push_back(WritePart(part));
      }
    }
    const bool marked = MarkBreakpoint(message, &content);
    return NewRecord(heap_, {{"role", Value::String(RoleName(message.role))},
                             {"name", TextOr(message.name)},
                             {"reasoning_content", reasoning},
                             {"content", ContentOf(content, is_text && !marked, message.parts)},
                             {"tool_calls", ListOrNone(calls, heap_)},
                             {"prefix", message.prefix && is(Provider::kMistral) ? Value::Bool(true)
                                                                                 : Value()}});
  }

  // A string where it is one text; undefined where there is nothing.
  Value ContentOf(const std::vector<Value>& content, bool is_text,
                  std::span<const Part> parts) const {
    if (content.size() == 1 && is_text) {
      for (const Part& part : parts) {
        if (part.type == Type::kText) return Value::String(part.text);
      }
    }
    return ListOrNone(content, heap_);
  }

  Value Joined(const Value& before, std::string_view text) const {
    if (before.is_undefined()) return Value::String(text);
    return heap_->NewString(std::string(before.as_string()) + '\n' + std::string(text));
  }

  // OpenAI caches up to marks on input; the assistant's messages are none.
  bool MarkBreakpoint(const OutlineMessage& message, std::vector<Value>* content) const {
    const bool marks = message.cache && is(Provider::kOpenAi) && !message.is_assistant() &&
                       TakesBreakpoints(context_.outgoing) && !content->empty();
    if (!marks) return false;
    content->back() = WithField(
        content->back(), "prompt_cache_breakpoint",
        NewRecord(heap_, {{"mode", Literal("explicit")}, {"ttl", TextOr(message.ttl)}}), heap_);
    return true;
  }

  Value WriteCall(const Part& call, size_t message) const {
    const Value arguments = is(Provider::kHuggingFace) ? ArgumentsObject(call, message, context_)
                                                       : Value::String(call.text);
    const Value function =
        NewRecord(heap_, {{"name", Value::String(call.name)}, {"arguments", arguments}});
    return NewRecord(
        heap_,
        {{"id", Value::String(call.id)}, {"type", Literal("function")}, {"function", function}});
  }

  Value WritePart(const Part& part) const {
    switch (part.type) {
      case Type::kText:
        return NewRecord(heap_, {{"type", Literal("text")}, {"text", Value::String(part.text)}});
      case Type::kRefusal:
        return NewRecord(heap_,
                         {{"type", Literal("refusal")}, {"refusal", Value::String(part.text)}});
      case Type::kThinking: {
        const Value text[] = {
            NewRecord(heap_, {{"type", Literal("text")}, {"text", Value::String(part.text)}})};
        return NewRecord(heap_,
                         {{"type", Literal("thinking")}, {"thinking", heap_->NewList(text)}});
      }
      case Type::kOpaque:
        return part.value;
      default:
        return is(Provider::kHuggingFace) ? WriteTemplateMedia(part) : WriteMedia(part);
    }
  }

  Value WriteMedia(const Part& part) const {
    if (part.type == Type::kImage) {
      const Value url =
          NewRecord(heap_, {{"url", MediaUrl(part, heap_)}, {"detail", TextOr(part.detail)}});
      return NewRecord(heap_, {{"type", Literal("image_url")}, {"image_url", url}});
    }
    if (part.type == Type::kAudio) {
      const Value audio = NewRecord(heap_, {{"data", Value::String(part.data)},
                                            {"format", Literal(OpenAiAudioFormat(part.mime))}});
      return NewRecord(heap_, {{"type", Literal("input_audio")}, {"input_audio", audio}});
    }
    if (is(Provider::kMistral)) {
      return NewRecord(heap_, {{"type", Literal("document_url")},
                               {"document_url", MediaUrl(part, heap_)},
                               {"document_name", TextOr(part.name)}});
    }
    const Value file = part.file_id.data()
                           ? NewRecord(heap_, {{"file_id", Value::String(part.file_id)}})
                           : NewRecord(heap_, {{"filename", TextOr(part.name)},
                                               {"file_data", MediaUrl(part, heap_)}});
    return NewRecord(heap_, {{"type", Literal("file")}, {"file", file}});
  }

  // What loads the media takes a url that holds the data wherever it takes one.
  Value WriteTemplateMedia(const Part& part) const {
    return NewRecord(
        heap_, {{"type", Value::String(PartTypeName(part.type))}, {"url", MediaUrl(part, heap_)}});
  }

  // One message each.  OpenAI takes no media in them: those follow the whole group.
  void WriteResults(const OutlineMessage& message) {
    std::vector<Value> moved;
    for (const Part& result : message.parts) {
      std::vector<Value> content;
      bool is_text = true;
      Value sole = Literal("");
      for (const Part& part : result.content()) {
        if (part.is_media() && is(Provider::kOpenAi)) {
          moved.push_back(WriteMedia(part));
          context_.losses->Add(Code::kMediaMoved, message.index,
                               "media in a result follow in a message of the user's");
          sole = heap_->NewString("[" + std::string(PartTypeName(part.type)) + " follows]");
          content.push_back(NewRecord(heap_, {{"type", Literal("text")}, {"text", sole}}));
          continue;
        }
        is_text &= part.type == Type::kText;
        sole = Value::String(part.text);
        content.push_back(WritePart(part));
      }
      const bool last = &result == &message.parts.back();
      const bool marked = last && MarkBreakpoint(message, &content);
      const bool is_string = content.empty() || (content.size() == 1 && is_text && !marked);
      const Value name = is(Provider::kOpenAi) ? Value() : TextOr(result.name);
      messages_.push_back(
          NewRecord(heap_, {{"role", Literal("tool")},
                            {"tool_call_id", Value::String(result.id)},
                            {"name", name},
                            {"content", is_string ? sole : heap_->NewList(content)}}));
    }
    if (moved.empty()) return;
    messages_.push_back(
        NewRecord(heap_, {{"role", Literal("user")}, {"content", heap_->NewList(moved)}}));
  }

  const Outline& outline_;
  const RequestContext& context_;
  Heap* heap_;
  std::vector<Value> messages_;
};

}  // namespace

Value WriteChatRequest(const Outline& outline, const RequestContext& context) {
  return ChatWriter(outline, context).Write();
}

}  // namespace galley
