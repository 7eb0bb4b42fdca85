// What filters, tests, functions and methods have in common: how they are called
// and how they fail.
//
// A builtin gets its arguments bound to its parameters, in order, defaults filled
// in.  It makes values only in the heap of the call, pays for its work to the
// meter of that heap, and cannot call back into a template, so it cannot escape a
// limit.
#ifndef GALLEY_ENGINE_LIBRARY_BUILTIN_H_
#define GALLEY_ENGINE_LIBRARY_BUILTIN_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "diag/registry.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley {

class HostCallables;  // engine/library/host_callables.h

enum class UndefinedPolicy : uint8_t { kDefault, kStrict, kChainable, kDebug };

// What a render is asked to do; never part of compiled code.
struct RenderPolicy {
  UndefinedPolicy undefined = UndefinedPolicy::kDefault;
  bool html_json = true;            // `tojson` escapes for HTML
  std::string_view now;             // ISO time for strftime_now; empty: none
  std::string_view newline = "\n";  // newline_sequence, for `wordwrap`
};

// A failure that has been put off: lazy filters fail when their items are asked
// for, as Jinja2's generators do.  Its text lies in a heap.
struct Failure {
  Code code;
  std::string_view message;
  std::string_view hint;
};

// The state of one call.  The first failure sticks; what is returned after it is
// never looked at.
class CallContext {
 public:
  CallContext(Heap* heap, const RenderPolicy* policy) noexcept : heap_(heap), policy_(policy) {}

  Heap& heap() noexcept { return *heap_; }
  Meter& meter() noexcept { return heap_->meter(); }
  const RenderPolicy& policy() const noexcept { return *policy_; }
  // How an undefined value is to be treated: as the render has it, unless the
  // value itself is lenient.
  UndefinedPolicy PolicyFor(const Value& undefined) const noexcept {
    return undefined.is_lenient() ? UndefinedPolicy::kDefault : policy_->undefined;
  }

  // Whether output is escaped where the call stands; `escape`-aware filters ask.
  bool autoescape = false;
  // Names of keyword arguments are keys of a map, which no message repeats.
  bool names_are_computed = false;
  // What the host brings, or null: `map` may name a filter of it.
  const HostCallables* host = nullptr;
  // How many builtins that call builtins are open: `map` may name `map`.
  uint32_t nested = 0;

  // Fails the render.  The message names data by type and length only.
  Value Fail(Code code, std::string message, std::string hint = {});
  // Fails with `template-type`: the wrong kind of value, or a value out of range.
  Value FailType(std::string message) { return Fail(Code::kTemplateType, std::move(message)); }
  // Fails with `undefined-variable` for using `value`, which is undefined.
  Value FailUndefined(const Value& value);
  // Fails with what was put off.
  Value Fail(const Failure& failure);
  // Takes the failure back and keeps it in the heap; null where there is none.
  const Failure* PutOffFailure();

  // True once anything failed or a limit was met: a loop stops then.
  bool stopped() const noexcept { return failed_ || heap_->exhausted() != Exhausted::kNo; }
  bool failed() const noexcept { return failed_; }

  Code code() const noexcept { return code_; }
  const std::string& message() const noexcept { return message_; }
  const std::string& hint() const noexcept { return hint_; }
  // The value that FailUndefined was called for.
  const Value& undefined() const noexcept { return undefined_; }
  // Remembers that `owner` has no item `name`, for the message should the
  // undefined value of that name be used.
  void NoteMissing(const Value& owner, const Value* name) noexcept {
    owner_ = owner;
    missing_ = name;
  }
  // What `undefined` was looked up in; undefined where that is no longer known.
  Value OwnerOf(const Value& undefined) const noexcept {
    return undefined.undefined_name() == missing_ ? owner_ : Value();
  }

 private:
  Heap* heap_;
  const RenderPolicy* policy_;
  bool failed_ = false;
  Code code_ = Code::kInternal;
  std::string message_;
  std::string hint_;
  Value undefined_;
  Value owner_;  // the last one that lacked an item
  const Value* missing_ = nullptr;
};

// Undefined for a reason of its own: `reason` is a string that outlives it and
// says so, as in `there is no previous item`.
inline Value UndefinedBecause(const Value* reason) noexcept {
  return Value::Undefined(reason, Kind::kUndefined);
}
// Undefined since `owner` has no item under `key`.
Value UndefinedItem(CallContext& cx, const Value& owner, const Value& key);

// True for markup, and for a chainable undefined, which passes for it.
inline bool PassesForMarkup(const CallContext& cx, const Value& value) noexcept {
  return value.is_safe() ||
         (value.is_undefined() && cx.PolicyFor(value) == UndefinedPolicy::kChainable);
}

// One parameter.  `required` ones come first.
struct Parameter {
  std::string_view name;
  Value fallback = Value::Undefined();
  bool required = false;
};

// args[i] is the i-th parameter of the signature; args beyond that are the extra
// positional ones where the signature takes them.  Extra keyword arguments, where
// it takes them, come last as one map.
using BuiltinFunction = Value (*)(CallContext& cx, std::span<const Value> args);
// The same for one string, written at once instead of being made in the heap.
using BuiltinWriter = void (*)(CallContext& cx, std::string_view text, Writer* out);

struct Builtin {
  std::string_view name;
  BuiltinFunction function;
  std::span<const Parameter> parameters;  // of a filter, test or method: without the operand
  bool extra_positional = false;
  bool extra_keywords = false;
  bool positional_only = false;   // parameters cannot be given by name, as most of str's methods
  BuiltinWriter write = nullptr;  // of a filter without parameters, where it has one
};
// A filter's, test's or method's operand is args[0]; its parameters follow.

// Binds a call's arguments to `builtin`: writes operand (where there is one),
// parameters, extras into `out`, and returns how many, or -1 after cx.Fail.
// `names[i]` is empty for a positional argument; names outlive the heap.  `out` has
// room for 1 + parameters + arguments + 1.
int BindArguments(CallContext& cx, const Builtin& builtin, const Value* operand,
                  std::span<const Value> values, std::span<const std::string_view> names,
                  Value* out);

// Binds and calls.  The operand is null for a global function.
Value CallBuiltin(CallContext& cx, const Builtin& builtin, const Value* operand,
                  std::span<const Value> values, std::span<const std::string_view> names);

// What a value is, for messages: `a string of 5 characters`, `an integer`, `none`.
std::string DescribeValue(const Value& value);

// The tables; null where there is no such name.
const Builtin* FindFilter(std::string_view name) noexcept;
const Builtin* FindTest(std::string_view name) noexcept;
const Builtin* FindGlobal(
    std::string_view name) noexcept;  // range, dict, lipsum, ...: plain functions only
// raise_exception and strftime_now, which only chat templates have.
const Builtin* FindChatTemplateGlobal(std::string_view name) noexcept;
// _, gettext and its like, which only templates that translate have.
const Builtin* FindTranslation(std::string_view name) noexcept;
// A filter that no template can name: what a catalog gives, as `trans` prints it.
inline constexpr std::string_view kMarkTranslation = "translated message";
// Methods of str, list, tuple and dict values, by the kind of the operand.
const Builtin* FindMethod(Kind kind, std::string_view name) noexcept;
// Helpers of Handlebars, beyond those that are instructions.  They have no operand.
const Builtin* FindHelper(std::string_view name) noexcept;
// All names, for hints.
std::vector<std::string_view> FilterNames();
std::vector<std::string_view> TestNames();
std::vector<std::string_view> GlobalNames();
std::vector<std::string_view> HelperNames();

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_BUILTIN_H_
