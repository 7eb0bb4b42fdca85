// FunctionCall: one call from a template to a function of the program, and HostFunction:
// such a function with what it needs.
//
//   workspace.AddFilter("shout", [](galley::FunctionCall& call) {
//     if (!call.argument(0).is_string()) return call.Fail("`shout` needs a text");
//     call.Return(std::string(call.argument(0).as_string()) + "!");
//   });                                                     // {{ name | shout }}
#ifndef GALLEY_FUNCTION_CALL_H_
#define GALLEY_FUNCTION_CALL_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "galley/export.h"
#include "galley/json.h"

namespace galley {

// What the function got, and what it gives back.  Valid until the function returns, on
// the thread that renders; so is what its members return.
class GALLEY_EXPORT FunctionCall {
 public:
  FunctionCall(const FunctionCall&) = delete;
  FunctionCall& operator=(const FunctionCall&) = delete;

  // As the template wrote it.
  std::string_view name() const noexcept;
  // What stands behind the name, in order; of a filter or test the value in front of it
  // is the first.  What is not there is null.
  size_t size() const noexcept;
  Json argument(size_t index) const noexcept;
  // What was given as `key=value`, one or all, a map.
  Json named(std::string_view key) const noexcept;
  Json all_named() const noexcept;

  // What the call gives; the last one counts.  Who returns nothing gives undefined, which
  // prints nothing.  Texts are copied, count against limits.heap, and must be UTF-8.
  void Return(std::string_view text) noexcept;
  void Return(const char* text) noexcept { Return(std::string_view(text)); }
  void Return(bool value) noexcept;
  void Return(int64_t value) noexcept;
  void Return(double value) noexcept;
  // An argument, or a part of one.
  void Return(const Json& value) noexcept;
  // The value in a JSON text.
  void ReturnJson(std::string_view json) noexcept;
  // A text that is markup, and is not escaped again.
  void ReturnMarkup(std::string_view text) noexcept;

  // Ends the render with `helper-failed`; of a source, it counts as missing.  Messages are
  // shown and logged: they should not repeat what is in the arguments.
  void Fail(std::string_view message) noexcept;

  // What a name of a Jinja template means where the call stands; undefined where it means
  // nothing, and in a call that a filter makes.
  Json variable(std::string_view name) const noexcept;

  // Of a block helper: the context of the call, and what it has between its tags.
  Json context() const noexcept;
  bool has_body() const noexcept;
  bool has_inverse() const noexcept;
  // What the body prints, or what stands behind `{{else}}`, with another context, block
  // parameters, and a map of @ variables, or null.  Empty where there is none, and once
  // the render failed.
  std::string_view RenderBody(const Json& context, std::span<const Json> params = {},
                              const Json& data = {}) noexcept;
  std::string_view RenderInverse(const Json& context) noexcept;
  // What another template prints, with `context`, a map; it takes part in this render and
  // its limits.  Empty once the render failed.
  std::string_view RenderTemplate(std::string_view name, const Json& context) noexcept;
  // What calling a function gives that came as an argument or out of the context: a macro, the
  // body of a call block, a function of the program.  Undefined once the render failed.
  Json Call(const Json& function, std::span<const Json> arguments) noexcept;

 private:
  struct State;
  friend struct FunctionCaller;
  explicit FunctionCall(State* state) noexcept : state_(state) {}

  State* state_;
};

// Owns what the function needs.  It is called on the threads that render, several at
// once; what it throws ends the render; its own time is limited by nobody.
class HostFunction {
 public:
  using Function = void (*)(FunctionCall& call, void* data);
  using Destructor = void (*)(void* data);

  // `destroy`, where there is one, gets `data` when nobody can call the function again.
  HostFunction(Function function, void* data, Destructor destroy = nullptr) noexcept
      : function_(function), data_(data), destroy_(destroy) {}
  // Anything that takes a FunctionCall&: a function, or a lambda with what it captured.
  template <class F>
  requires std::is_invocable_v<F&, FunctionCall&> HostFunction(F function)
      : function_([](FunctionCall& call, void* data) { (*static_cast<F*>(data))(call); }),
        data_(new F(std::move(function))),
        destroy_([](void* data) { delete static_cast<F*>(data); }) {}
  HostFunction(HostFunction&& other) noexcept
      : function_(other.function_),
        data_(std::exchange(other.data_, nullptr)),
        destroy_(std::exchange(other.destroy_, nullptr)) {}
  HostFunction& operator=(HostFunction&& other) noexcept {
    std::swap(function_, other.function_);
    std::swap(data_, other.data_);
    std::swap(destroy_, other.destroy_);
    return *this;
  }
  ~HostFunction() {
    if (destroy_) destroy_(data_);
  }

  void operator()(FunctionCall& call) const { function_(call, data_); }

 private:
  Function function_;
  void* data_;
  Destructor destroy_;
};

}  // namespace galley

#endif  // GALLEY_FUNCTION_CALL_H_
