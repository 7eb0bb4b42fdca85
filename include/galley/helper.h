// Helpers: functions of the calling program that Handlebars templates may call.
//
//   void Shout(galley::HelperCall& call, void*) {
//     if (!call.argument(0).is_string()) return call.Fail("`shout` needs a text");
//     call.Return(std::string(call.argument(0).as_string()) + "!");
//   }
//   const galley::Helper helpers[] = {{"shout", Shout}};
//   galley::Call("text.render", params, {}, helpers);   // {{shout name}}
#ifndef GALLEY_HELPER_H_
#define GALLEY_HELPER_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "galley/export.h"
#include "galley/json.h"

namespace galley {

// One call from a template: what the helper got, and what it gives back.  It is valid
// until the helper returns.
class GALLEY_EXPORT HelperCall {
 public:
  HelperCall(const HelperCall&) = delete;
  HelperCall& operator=(const HelperCall&) = delete;

  // What the template wrote behind the name: `{{name argument argument key=value}}`.
  // What is not there is null.
  size_t size() const noexcept;
  Json argument(size_t index) const noexcept;
  Json named(std::string_view key) const noexcept;

  // What the call gives; the last one counts.  A helper that returns nothing prints
  // nothing.  Texts are copied, count against limits.heap, and must be UTF-8.
  void Return(std::string_view text) noexcept;
  void Return(const char* text) noexcept { Return(std::string_view(text)); }
  void Return(bool value) noexcept;
  void Return(int64_t value) noexcept;
  void Return(double value) noexcept;
  // An argument, or a part of one.
  void Return(const Json& value) noexcept;
  // The value in a JSON text.
  void ReturnJson(std::string_view json) noexcept;

  // Ends the render with `helper-failed`.  Messages are shown and logged: they should
  // not repeat what is in the arguments.
  void Fail(std::string_view message) noexcept;

 private:
  struct State;
  friend struct HelperCaller;
  explicit HelperCall(State* state) noexcept : state_(state) {}

  State* state_;
};

// Called on the thread that renders, and from several at once where several render.
// What it throws is `helper-failed`.  Its time is its own: no limit stops it.
using HelperFunction = void (*)(HelperCall& call, void* data);

struct Helper {
  // Not that of a helper that Handlebars itself has; a helper that Galley adds, such as
  // `json`, gives way.
  std::string_view name;
  HelperFunction function;
  void* data = nullptr;  // handed to the function
};

}  // namespace galley

#endif  // GALLEY_HELPER_H_
