// Writes a question as one line of JSON-RPC and reads the answer to it.  An answer that is late,
// malformed or an error makes the source fail; a result without a value leaves it empty.
#include "api/client_sources.h"

#include "base/writer.h"
#include "diag/source.h"
#include "format/json_data.h"
#include "galley/operations.h"
#include "value/json_access.h"
#include "value/map.h"
#include "value/print.h"
#include "workspace/invocation.h"

namespace galley::api {
namespace {

// Reads an answer with limits of its own: what it may hold is measured again where its value
// is taken.
bool IsAnswerLine(std::string_view line, std::string_view id) {
  if (line.find(id) == line.npos) return false;
  const Limits limits = workspace::RequestLimits(Limits::Ceiling());
  Heap heap(limits);
  const Result<Value> message =
      ReadJsonData(Source("<answer>", line, Nature::kData), &heap, limits);
  return message && IsAnswerTo(*message, id);
}

std::string Printed(const Value& value, const Limits& limits) {
  BufferWriter text;
  Meter meter(limits);
  PrintJson(value, JsonStyle(), &text, &meter);
  return text.ToString();
}

}  // namespace

bool IsAnswerTo(const Value& message, std::string_view id) noexcept {
  if (!message.is_map() || FindItem(message, "method")) return false;
  const Value* answered = FindItem(message, "id");
  return answered && answered->is_string() && answered->as_string() == id;
}

std::string QuestionId(uint64_t number) { return "s" + std::to_string(number); }

std::string ClientSources::Question(std::string_view id, const SourceCall& call) const {
  const Value* args = JsonAccess::ValueOf(call.args());
  const std::string params =
      JsonObject()
          .SetJson("request", Printed(request_, limits_))
          .Set("source", call.source())
          .SetJson("args", args && args->is_map() ? Printed(*args, limits_) : "{}")
          .text();
  return JsonObject()
             .Set("jsonrpc", "2.0")
             .Set("id", id)
             .Set("method", "source.resolve")
             .SetJson("params", params)
             .text() +
         '\n';
}

void ClientSources::Resolve(SourceCall& call) {
  const std::string id = QuestionId(++*asked_);
  const std::optional<std::string> answer = client_->Ask(Question(id, call), IsAnswerLine, id);
  if (!answer) return call.Fail();
  const Limits limits = workspace::RequestLimits(limits_);
  Heap heap(limits);
  const Result<Value> message =
      ReadJsonData(Source("<answer>", *answer, Nature::kData), &heap, limits);
  const Value* result = message ? FindItem(*message, "result") : nullptr;
  if (!result || !result->is_map()) return call.Fail();
  if (const Value* value = FindItem(*result, "value")) call.ReturnJson(Printed(*value, limits));
}

}  // namespace galley::api
