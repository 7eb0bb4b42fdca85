// Copies everything into the heap, so that the values outlive the messages.
#include "history/message_value.h"

#include <memory>
#include <type_traits>
#include <vector>

#include "value/record.h"

namespace galley::history {
namespace {

Value Text(std::string_view text, Heap* heap) {
  return text.data() ? heap->NewString(text) : Value();
}

Value IfTrue(bool flag) { return flag ? Value::Bool(true) : Value(); }

Value Size(uint32_t pixels) { return pixels > 0 ? Value::Int(pixels) : Value(); }

std::string_view Copied(std::string_view text, Heap* heap) {
  if (!text.data()) return text;
  // An empty text is no absent one.
  return text.empty() ? std::string_view("") : heap->NewString(text).as_string();
}

// Without what is inside of it.
Part CopyPart(Part part, Heap* heap) {
  for (std::string_view Part::*field :
       {&Part::text, &Part::id, &Part::name, &Part::url, &Part::data, &Part::mime, &Part::file_id,
        &Part::detail, &Part::signature, &Part::redacted, &Part::provider}) {
    part.*field = Copied(part.*field, heap);
  }
  part.value = heap->Copy(part.value);
  return part;
}

std::span<const Part> CopyParts(std::span<const Part> parts, Heap* heap) {
  std::vector<Part> copies;
  for (const Part& part : parts) copies.push_back(CopyPart(part, heap));
  return NewParts(heap, copies);
}

// A string where there is one text, or nothing.  Results hold no results, so this goes no
// deeper than one level.
Value ResultContent(std::span<const Part> parts, Heap* heap) {
  if (parts.empty()) return Value::String("");
  if (parts.size() == 1 && parts[0].type == Part::Type::kText) {
    return heap->NewString(parts[0].text);
  }
  return PartValues(parts, heap);
}

Value Media(const Part& part, Heap* heap) {
  return NewRecord(heap, {{"type", Value::String(PartTypeName(part.type))},
                          {"url", Text(part.url, heap)},
                          {"data", Text(part.data, heap)},
                          {"mime", Text(part.mime, heap)},
                          {"fileId", Text(part.file_id, heap)},
                          {"detail", Text(part.detail, heap)},
                          {"width", Size(part.width)},
                          {"height", Size(part.height)},
                          {"name", Text(part.name, heap)}});
}

}  // namespace

std::span<const Part> NewParts(Heap* heap, std::span<const Part> parts) noexcept {
  static_assert(std::is_trivially_copyable_v<Part> && alignof(Part) <= alignof(Value));
  constexpr size_t kValues = (sizeof(Part) + sizeof(Value) - 1) / sizeof(Value);
  Value* room = parts.empty() ? nullptr : heap->NewItems(parts.size() * kValues);
  if (!room) return {};
  Part* copies = reinterpret_cast<Part*>(room);
  std::uninitialized_copy(parts.begin(), parts.end(), copies);
  return {copies, parts.size()};
}

std::string_view PartTypeName(Part::Type type) noexcept {
  constexpr std::string_view kNames[] = {"text",    "image",     "audio",       "file",  "thinking",
                                         "refusal", "tool_call", "tool_result", "opaque"};
  return kNames[static_cast<size_t>(type)];
}

Value PartValue(const Part& part, Heap* heap) {
  using Type = Part::Type;
  const Value type = Value::String(PartTypeName(part.type));
  switch (part.type) {
    case Type::kText:
    case Type::kRefusal:
      return NewRecord(heap, {{"type", type}, {"text", heap->NewString(part.text)}});
    case Type::kImage:
    case Type::kAudio:
    case Type::kFile:
      return Media(part, heap);
    case Type::kThinking:
      return NewRecord(heap, {{"type", type},
                              {"text", Text(part.text, heap)},
                              {"signature", Text(part.signature, heap)},
                              {"redacted", Text(part.redacted, heap)}});
    case Type::kToolCall:
      return NewRecord(heap, {{"type", type},
                              {"id", heap->NewString(part.id)},
                              {"name", heap->NewString(part.name)},
                              {"arguments", heap->NewString(part.text)}});
    case Type::kToolResult:
      return NewRecord(heap, {{"type", type},
                              {"id", heap->NewString(part.id)},
                              {"name", Text(part.name, heap)},
                              {"content", ResultContent(part.content(), heap)},
                              {"isError", IfTrue(part.is_error)}});
    case Type::kOpaque:
      break;
  }
  return NewRecord(heap, {{"type", type},
                          {"provider", heap->NewString(part.provider)},
                          {"value", heap->Copy(part.value)}});
}

Value PartValues(std::span<const Part> parts, Heap* heap) {
  return NewListOf(heap, parts.size(), [&](size_t at) { return PartValue(parts[at], heap); });
}

// Results hold no results, so this goes no deeper than one level.
Message CopyMessage(Message message, Heap* heap) {
  message.content = Copied(message.content, heap);
  message.name = Copied(message.name, heap);
  message.ttl = Copied(message.ttl, heap);
  if (message.is_text()) return message;
  std::vector<Part> parts;
  for (const Part& part : message.parts) {
    parts.push_back(CopyPart(part, heap));
    parts.back().inner = CopyParts(part.content(), heap).data();
  }
  message.parts = NewParts(heap, parts);
  return message;
}

Value MessageValue(const Message& message, Heap* heap) {
  const Value content =
      message.is_text() ? heap->NewString(message.content) : PartValues(message.parts, heap);
  Value cache = IfTrue(message.cache);
  if (message.cache && message.ttl.data()) {
    cache = NewRecord(heap, {{"ttl", heap->NewString(message.ttl)}});
  }
  return NewRecord(heap, {{"role", Value::String(RoleName(message.role))},
                          {"content", content},
                          {"name", Text(message.name, heap)},
                          {"prefix", IfTrue(message.prefix)},
                          {"cache", cache},
                          {"pin", IfTrue(message.pin)}});
}

Value MessageValues(std::span<const Message> messages, Heap* heap) {
  return NewListOf(heap, messages.size(),
                   [&](size_t at) { return MessageValue(messages[at], heap); });
}

}  // namespace galley::history
