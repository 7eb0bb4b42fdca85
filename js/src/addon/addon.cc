// The addon for Node: the functions of module/exports.def over Node-API, and nothing else.
//
// Each thread of Node that loads it has an environment of its own, and a state in exports.cc.
// Nothing is thrown through the library: HostCall clears what JavaScript throws.
#include <node_api.h>

#include <cstdint>
#include <new>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/utf8.h"
#include "module/exports.h"

namespace galley::module {
namespace {

// A call ran out of memory; its output is not set.
constexpr Number kOutOfMemory = -2;

// What JavaScript gave `connect`, for the thread.
struct Host {
  napi_env env = nullptr;
  napi_ref functions = nullptr;  // {call, release, count}
};

thread_local Host host;

template <class T>
T Read(napi_env env, napi_value value) {
  int64_t number = 0;
  napi_get_value_int64(env, value, &number);
  if constexpr (std::is_pointer_v<T>) {
    return reinterpret_cast<T>(number);
  } else {
    return static_cast<T>(number);
  }
}

napi_value Write(napi_env env, Number number) {
  napi_value value = nullptr;
  napi_create_int64(env, number, &value);
  return value;
}

// Calls `function` with the numbers that JavaScript gave.
template <class Result, class... Parameters, size_t... kIndex>
napi_value Apply(napi_env env, Result (*function)(Parameters...), const napi_value* values,
                 std::index_sequence<kIndex...>) {
  try {
    if constexpr (std::is_void_v<Result>) {
      function(Read<Parameters>(env, values[kIndex])...);
      return nullptr;
    } else {
      return Write(env, function(Read<Parameters>(env, values[kIndex])...));
    }
  } catch (const std::bad_alloc&) {
    return Write(env, kOutOfMemory);
  }
}

template <class Result, class... Parameters>
napi_value Apply(napi_env env, napi_callback_info info, Result (*function)(Parameters...)) {
  size_t count = sizeof...(Parameters);
  napi_value values[sizeof...(Parameters) + 1];
  napi_get_cb_info(env, info, &count, values, nullptr, nullptr);
  return Apply(env, function, values, std::index_sequence_for<Parameters...>());
}

template <auto kFunction>
napi_value Wrapped(napi_env env, napi_callback_info info) {
  return Apply(env, info, kFunction);
}

// A text of nothing but ASCII is copied; any other is decoded.
napi_value WriteText(napi_env env, std::string_view text) {
  napi_value value = nullptr;
  if (IsAscii(text)) {
    napi_create_string_latin1(env, text.data(), text.size(), &value);
  } else {
    napi_create_string_utf8(env, text.data(), text.size(), &value);
  }
  return value;
}

napi_value GiveOutput(napi_env env, napi_callback_info) {
  const Output& output = *LastOutput();
  return WriteText(env, {output.data, output.size});
}

// The text of a render, or the number of its failure.
napi_value RenderText(napi_env env, napi_callback_info info) {
  size_t count = 2;
  napi_value values[2];
  napi_get_cb_info(env, info, &count, values, nullptr, nullptr);
  try {
    const Number size = Render(Read<Template*>(env, values[0]), Read<uint32_t>(env, values[1]));
    return size < 0 ? Write(env, size) : GiveOutput(env, info);
  } catch (const std::bad_alloc&) {
    return Write(env, kOutOfMemory);
  }
}

// JavaScript holds the buffer as long as it is the input.
napi_value TakeInput(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value buffer = nullptr;
  napi_get_cb_info(env, info, &count, &buffer, nullptr, nullptr);
  void* data = nullptr;
  size_t size = 0;
  if (napi_get_arraybuffer_info(env, buffer, &data, &size) == napi_ok) {
    SetInput(static_cast<const char*>(data));
  }
  return nullptr;
}

napi_value Connect(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value functions = nullptr;
  napi_get_cb_info(env, info, &count, &functions, nullptr, nullptr);
  if (host.functions) napi_delete_reference(env, host.functions);
  host.env = env;
  napi_create_reference(env, functions, 1, &host.functions);
  return nullptr;
}

void Disconnect(void*) { host = {}; }

// Calls a function that JavaScript gave; what it throws is cleared, and null is given.
napi_value CallJavaScript(const char* name, std::initializer_list<napi_value> values) {
  napi_value functions = nullptr;
  napi_value function = nullptr;
  napi_value result = nullptr;
  napi_get_reference_value(host.env, host.functions, &functions);
  napi_get_named_property(host.env, functions, name, &function);
  const napi_status status =
      napi_call_function(host.env, functions, function, values.size(), values.begin(), &result);
  if (status == napi_ok) return result;
  napi_value thrown = nullptr;
  napi_get_and_clear_last_exception(host.env, &thrown);
  return nullptr;
}

// The values that a call makes live no longer than it.
class Scope {
 public:
  Scope() { napi_open_handle_scope(host.env, &scope_); }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;
  ~Scope() { napi_close_handle_scope(host.env, scope_); }

 private:
  napi_handle_scope scope_ = nullptr;
};

napi_value Init(napi_env env, napi_value exports) {
  const napi_property_descriptor properties[] = {
#define EXPORT(result, function, name, parameters)                              \
  {#name,        nullptr, Wrapped<static_cast<result(*) parameters>(function)>, \
   nullptr,      nullptr, nullptr,                                              \
   napi_default, nullptr},
#include "module/exports.def"
#undef EXPORT
      {"output", nullptr, GiveOutput, nullptr, nullptr, nullptr, napi_default, nullptr},
      {"render_text", nullptr, RenderText, nullptr, nullptr, nullptr, napi_default, nullptr},
      {"set_input", nullptr, TakeInput, nullptr, nullptr, nullptr, napi_default, nullptr},
      {"connect", nullptr, Connect, nullptr, nullptr, nullptr, napi_default, nullptr},
  };
  napi_define_properties(env, exports, std::size(properties), properties);
  napi_add_env_cleanup_hook(env, Disconnect, nullptr);
  return exports;
}

}  // namespace

void HostCall(uint32_t function, FunctionCall* call) {
  const Scope scope;
  const Number address = reinterpret_cast<Number>(call);
  if (!CallJavaScript("call", {Write(host.env, function), Write(host.env, address)})) {
    call->Fail("it threw");
  }
}

// Workspaces that outlive the environment have nobody to tell.
void HostRelease(uint32_t function) {
  if (!host.env) return;
  const Scope scope;
  CallJavaScript("release", {Write(host.env, function)});
}

uint32_t HostCount(uint32_t function, const char* text, size_t size) {
  const Scope scope;
  const napi_value count =
      CallJavaScript("count", {Write(host.env, function), WriteText(host.env, {text, size})});
  return count ? Read<uint32_t>(host.env, count) : 0;
}

}  // namespace galley::module

NAPI_MODULE_INIT() { return galley::module::Init(env, exports); }
