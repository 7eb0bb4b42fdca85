// `template.format`: what `galley fmt` does, of a text.
#include <string>
#include <string_view>

#include "api/operation.h"
#include "base/try.h"
#include "galley/format.h"
#include "value/record.h"
#include "workspace/params.h"

namespace galley::api {

// {path, text} -> {text, changed}
Result<Value> FormatTemplate(const Invocation& call) {
  const Params params = Params::Of(call);
  const std::string_view text = TRY(params.String("text"));
  const std::string laid = TRY(FormatFile(TRY(params.String("path")), text, call.limits));
  return NewRecord(call.heap,
                   {{"text", call.heap->NewString(laid)}, {"changed", Value::Bool(laid != text)}});
}

}  // namespace galley::api
