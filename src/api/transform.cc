// chat.transform: what a template does to a model's reply.
#include "transform/transform.h"

#include <string>
#include <vector>

#include "api/operation.h"
#include "api/params.h"
#include "api/record.h"
#include "base/try.h"
#include "diag/report.h"

namespace galley {

// {transforms, text} -> {text, applied}
Result<Value> TransformReply(const Invocation& call) {
  const Params params = TRY(Params::Of(call, {"transforms", "text"}));
  const std::string_view text = TRY(params.String("text"));
  const std::span<const Value> transforms = TRY(params.List("transforms"));
  Transformed transformed = ApplyTransforms(transforms, "transforms", text, call.limits);
  for (Diagnostic& warning : transformed.warnings) call.warnings->push_back(std::move(warning));
  const Value applied = NewListOf(call.heap, transformed.applied.size(),
                                  [&](size_t at) { return Value::Int(transformed.applied[at]); });
  return NewRecord(call.heap,
                   {{"text", call.heap->NewString(transformed.text)}, {"applied", applied}});
}

}  // namespace galley
