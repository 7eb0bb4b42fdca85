// What the requests of several providers share: tools, media, arguments, formats.
#ifndef GALLEY_EMIT_REQUEST_PARTS_H_
#define GALLEY_EMIT_REQUEST_PARTS_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/writer.h"
#include "emit/outline.h"
#include "emit/provider.h"
#include "format/json_data.h"
#include "history/message.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley {

// What a writer of requests has at hand.
struct RequestContext {
  const Outgoing& outgoing;
  Provider provider;
  Heap* heap;
  Losses* losses;
  JsonDataReader* json;  // of the arguments of calls
};

inline Value Literal(std::string_view text) { return Value::String(text); }
// A text where there is one, else undefined.
inline Value TextOr(std::string_view text) { return text.data() ? Value::String(text) : Value(); }
// A list of `items`; undefined where there are none.
Value ListOrNone(const std::vector<Value>& items, Heap* heap);

// `wav` or `mp3`; empty for what OpenAI does not take.
std::string_view OpenAiAudioFormat(std::string_view mime) noexcept;
// The url of media, or one that holds their data.
Value MediaUrl(const history::Part& media, Heap* heap);

// The arguments of a call as an object.  A text that is none is wrapped in one.
Value ArgumentsObject(const history::Part& call, size_t message, const RequestContext& context);

// A copy of a record with one more field.
Value WithField(const Value& record, std::string_view name, const Value& value, Heap* heap);

// Tools as {type: function, function: {...}}, which several take; undefined without any.
Value NestedTools(const RequestContext& context);
// The name of the tool that must be called; absent where the choice names none.
std::string_view ChosenTool(const Value& choice) noexcept;
// A choice that is a word; empty where it names a tool.
std::string_view ChoiceWord(const Value& choice) noexcept;
Value NestedToolChoice(const RequestContext& context);

// The forms that an answer may have.
enum class AnswerForm : uint8_t { kUnsaid, kText, kJson, kSchema };
AnswerForm FormOf(const Value& format) noexcept;
Value SchemaOf(const Value& format) noexcept;
// {type: text | json_object | json_schema, json_schema?}; undefined where it is not said.
Value NestedResponseFormat(const RequestContext& context);

// The requests, from an outline whose order is checked.
Value WriteChatRequest(const Outline& outline, const RequestContext& context);
Value WriteResponsesRequest(const Outline& outline, const RequestContext& context);
Value WriteAnthropicRequest(const Outline& outline, const RequestContext& context);
Value WriteGeminiRequest(const Outline& outline, const RequestContext& context);
void WriteText(const Outline& outline, Writer* out);

}  // namespace galley

#endif  // GALLEY_EMIT_REQUEST_PARTS_H_
