// Calls of what the host brings, as far as they need no virtual machine.  Each pays before
// it is made, so that a loop around one that does nothing ends at the limit of steps.
#include "engine/library/host_callables.h"

#include "diag/report.h"
#include "engine/library/objects.h"
#include "engine/library/operators.h"

namespace galley {
namespace {

// What a call costs besides the work that it charges itself.
constexpr uint64_t kStepsOfCall = 16;

// A call that no way back into templates is open from.
class PlainCall final : public HostCall {
 public:
  using HostCall::HostCall;
};

}  // namespace

Value HostCall::FailOutside() {
  return cx_.FailType(Quoted(name_) +
                      " is called by a filter, from where it cannot render anything");
}

Value HostCall::RenderBody(const HostBody&) { return FailOutside(); }
Value HostCall::RenderInverse(const HostBody&) { return FailOutside(); }
Value HostCall::RenderTemplate(std::string_view, const Value&) { return FailOutside(); }
Value HostCall::Call(const Value&, std::span<const Value>) { return FailOutside(); }

const Value* HostCall::FindName(std::string_view) const { return nullptr; }
Value HostCallables::Attribute(HostCall&) const { return Value(); }

bool FindHostAttribute(CallContext& cx, const Value& object, std::string_view name,
                       Value* attribute) {
  const auto& host = static_cast<const HostObject&>(*object.function());
  if (!cx.meter().Step(kStepsOfCall)) return false;
  PlainCall call(cx, HostKind::kGlobal, host.name);
  const Value argument = cx.heap().NewString(name);
  call.arguments = {&argument, 1};
  *attribute = host.host->Attribute(call);
  return !cx.stopped() && !attribute->is_undefined();
}

Value CallHost(const HostCallables& host, HostCall& call) {
  CallContext& cx = call.cx();
  if (!cx.meter().Step(kStepsOfCall + call.arguments.size())) return Value();
  const Value value = host.Call(call);
  if (cx.stopped()) return Value();
  return call.kind() == HostKind::kTest ? Value::Bool(Truth(cx, value)) : value;
}

Value CallHostFilter(CallContext& cx, HostKind kind, std::string_view name,
                     std::span<const Value> arguments, const Value& named) {
  PlainCall call(cx, kind, name);
  call.arguments = arguments;
  call.named = named;
  return CallHost(*cx.host, call);
}

}  // namespace galley
