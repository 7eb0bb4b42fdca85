// Calls of what the host brings: see host_calls.cc.
#ifndef GALLEY_ENGINE_VM_HOST_CALLS_H_
#define GALLEY_ENGINE_VM_HOST_CALLS_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/code/code.h"
#include "engine/vm/core.h"
#include "value/value.h"

namespace galley {

class HandlebarsRuntime;
class HostCall;  // engine/library/host_callables.h
class JinjaRuntime;
class Machine;
struct Closure;
struct HostBody;

class HostCalls : private Runtime {
 public:
  HostCalls(Machine* machine, Core* core, JinjaRuntime* jinja,
            HandlebarsRuntime* handlebars) noexcept
      : Runtime(core), machine_(*machine), jinja_(*jinja), handlebars_(*handlebars) {}

  // A filter or a test of Jinja, with what the site says.
  Value CallHostFilter(const CallSite& site);
  // A function, with the arguments at hand.
  Value CallHostObject(const HostObject& object);
  // A helper of Handlebars.
  Value CallHelper(const HelperSite& site);

 private:
  class ReentrantCall;

  std::span<const Value> KeepArguments(std::span<const Value> values);
  void HandOverArguments(HostCall* call);
  Value RunBody(const Closure& closure, uint32_t params, const HostBody& body);
  Value RunTemplate(std::string_view name, const Value& data);
  Value RunCallee(const Value& callee, std::span<const Value> values);
  void PushTemplate(const Unit& unit, const Value& data);
  void GiveData(const Value& variables);
  template <class Begin>
  Value RunInside(Begin begin);

  Machine& machine_;
  JinjaRuntime& jinja_;
  HandlebarsRuntime& handlebars_;
};

}  // namespace galley

#endif  // GALLEY_ENGINE_VM_HOST_CALLS_H_
