// Gemini's contents: parts told apart by their keys, the system apart, neighbouring turns of
// the model joined.
#include <span>
#include <utility>
#include <vector>

#include "emit/request_parts.h"
#include "value/map.h"
#include "value/record.h"

namespace galley {
namespace {

using history::Part;
using history::Role;
using Type = Part::Type;

// What Gemini takes for the signature of a call that it did not make.
constexpr std::string_view kNoSignature = "skip_thought_signature_validator";

// The signature that an opaque part is, for the part behind it; absent where it is not one.
std::string_view SignatureOf(const Part& part) {
  if (part.type != Type::kOpaque || !part.value.is_map() || part.value.size() != 1) return {};
  const Value* signature = FindItem(part.value, "thoughtSignature");
  return signature && signature->is_string() ? signature->as_string() : std::string_view();
}

class GeminiWriter {
 public:
  GeminiWriter(const Outline& outline, const RequestContext& context)
      : context_(context), heap_(context.heap) {
    for (const OutlineMessage& message : outline) {
      if (!message.is_system()) {
        if (message.role == Role::kUser) current_turn_ = turns_.size();
        turns_.push_back(&message);
        continue;
      }
      for (const Part& part : message.parts) system_.push_back(WriteText(part.text));
    }
  }

  Value Write() {
    std::vector<Value> contents;
    for (size_t at = 0; at < turns_.size();) {
      const bool is_model = turns_[at]->is_assistant();
      std::vector<Value> parts;
      do {
        WriteParts(at++, &parts);
      } while (is_model && at < turns_.size() && turns_[at]->is_assistant());
      contents.push_back(NewRecord(heap_, {{"role", Literal(is_model ? "model" : "user")},
                                           {"parts", heap_->NewList(parts)}}));
    }
    const Value instruction =
        system_.empty() ? Value() : NewRecord(heap_, {{"parts", heap_->NewList(system_)}});
    return NewRecord(heap_, {{"tools", WriteTools()},
                             {"toolConfig", WriteToolChoice()},
                             {"generationConfig", WriteFormat()},
                             {"systemInstruction", instruction},
                             {"contents", heap_->NewList(contents)}});
  }

 private:
  void WriteParts(size_t turn, std::vector<Value>* parts) {
    const OutlineMessage& message = *turns_[turn];
    // The first call of each step of the current turn must be signed.
    bool needs_signature = turn >= current_turn_ && NeedsSignatures(context_.outgoing);
    std::string_view signature;
    for (const Part& part : message.parts) {
      if (const std::string_view own = SignatureOf(part); own.data()) {
        signature = own;
        continue;
      }
      if (part.type == Type::kToolCall && std::exchange(needs_signature, false) &&
          !signature.data()) {
        signature = kNoSignature;
      }
      const Value written = WritePart(part, message.index);
      parts->push_back(signature.data()
                           ? WithField(written, "thoughtSignature", Value::String(signature), heap_)
                           : written);
      signature = {};
    }
    if (signature.data()) {
      parts->push_back(
          WithField(WriteText(""), "thoughtSignature", Value::String(signature), heap_));
    }
  }

  Value WriteText(std::string_view text) const {
    return NewRecord(heap_, {{"text", Value::String(text)}});
  }

  Value WritePart(const Part& part, size_t message) const {
    if (part.is_media()) return WriteMedia(part);
    if (part.type == Type::kOpaque) return part.value;
    if (part.type == Type::kToolResult) return WriteResult(part);
    if (part.type != Type::kToolCall) return WriteText(part.text);
    return NewRecord(
        heap_,
        {{"functionCall", NewRecord(heap_, {{"id", Value::String(part.id)},
                                            {"name", Value::String(part.name)},
                                            {"args", ArgumentsObject(part, message, context_)}})}});
  }

  Value WriteMedia(const Part& part) const {
    if (part.data.data()) {
      return NewRecord(heap_, {{"inlineData", NewRecord(heap_, {{"mimeType", TextOr(part.mime)},
                                                                {"data", TextOr(part.data)}})}});
    }
    const std::string_view uri = part.url.data() ? part.url : part.file_id;
    return NewRecord(heap_, {{"fileData", NewRecord(heap_, {{"mimeType", TextOr(part.mime)},
                                                            {"fileUri", Value::String(uri)}})}});
  }

  // A text alone is not copied, so that it is known again.
  Value Joined(std::span<const std::string_view> texts) const {
    if (texts.size() == 1) return Value::String(texts[0]);
    HeapWriter joined(heap_);
    for (size_t at = 0; at < texts.size(); ++at) {
      if (at > 0) joined.Append('\n');
      joined.Append(texts[at]);
    }
    return joined.Finish();
  }

  // Texts joined by line breaks under `output` or `error`, media beside them.
  Value WriteResult(const Part& result) const {
    std::vector<Value> media;
    std::vector<std::string_view> texts;
    for (const Part& part : result.content()) {
      if (part.is_media()) {
        media.push_back(WriteMedia(part));
      } else {
        texts.push_back(part.text);
      }
    }
    const Value output = Joined(texts);
    // An empty result says so; one of media alone has nothing to say but that it failed.
    const bool says = !texts.empty() || media.empty();
    const Value response =
        NewRecord(heap_, {{"output", says && !result.is_error ? output : Value()},
                          {"error", result.is_error ? output : Value()}});
    return NewRecord(
        heap_, {{"functionResponse", NewRecord(heap_, {{"id", Value::String(result.id)},
                                                       {"name", TextOr(result.name)},
                                                       {"response", response},
                                                       {"parts", ListOrNone(media, heap_)}})}});
  }

  Value WriteTools() const {
    std::vector<Value> functions;
    for (const Tool& tool : context_.outgoing.tools) {
      functions.push_back(NewRecord(heap_, {{"name", Value::String(tool.name)},
                                            {"description", TextOr(tool.description)},
                                            {"parametersJsonSchema", tool.parameters}}));
    }
    if (functions.empty()) return Value();
    const Value list[] = {NewRecord(heap_, {{"functionDeclarations", heap_->NewList(functions)}})};
    return heap_->NewList(list);
  }

  Value WriteToolChoice() const {
    const Value& choice = context_.outgoing.tool_choice;
    if (choice.is_undefined()) return Value();
    const std::string_view word = ChoiceWord(choice);
    const std::string_view mode = word == "auto" ? "AUTO" : word == "none" ? "NONE" : "ANY";
    Value allowed;
    if (choice.is_map()) {
      const Value name[] = {Value::String(ChosenTool(choice))};
      allowed = heap_->NewList(name);
    }
    const Value config =
        NewRecord(heap_, {{"mode", Literal(mode)}, {"allowedFunctionNames", allowed}});
    return NewRecord(heap_, {{"functionCallingConfig", config}});
  }

  Value WriteFormat() const {
    const Value& format = context_.outgoing.response_format;
    const AnswerForm form = FormOf(format);
    if (form == AnswerForm::kUnsaid) return Value();
    const bool is_text = form == AnswerForm::kText;
    return NewRecord(
        heap_, {{"responseMimeType", Literal(is_text ? "text/plain" : "application/json")},
                {"responseJsonSchema", form == AnswerForm::kSchema ? SchemaOf(format) : Value()}});
  }

  const RequestContext& context_;
  Heap* heap_;
  std::vector<const OutlineMessage*> turns_;
  std::vector<Value> system_;
  size_t current_turn_ = 0;  // the last message of the user's
};

}  // namespace

Value WriteGeminiRequest(const Outline& outline, const RequestContext& context) {
  return GeminiWriter(outline, context).Write();
}

}  // namespace galley
