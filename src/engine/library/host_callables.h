// What the host of the library adds to the languages: filters, tests and functions of
// Jinja, helpers of Handlebars.
//
// A callable gets values and gives a value, on the thread of the render and inside of one
// of its instructions.  What it makes lies in the heap of the render and is paid for there.
// The one way back into templates is the call that it was given, which is good until the
// callable returns; whatever runs that way is part of the same render and of its limits.
#ifndef GALLEY_ENGINE_LIBRARY_HOST_CALLABLES_H_
#define GALLEY_ENGINE_LIBRARY_HOST_CALLABLES_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/library/builtin.h"
#include "value/value.h"

namespace galley {

enum class HostKind : uint8_t { kFilter, kTest, kGlobal, kHelper };

// What a block helper hands to the body of its block.
struct HostBody {
  Value context;
  std::span<const Value> params;  // for the block parameters, in order
  Value data;                     // a map of @ variables, or undefined: those around stay
};

class HostCall {
 public:
  HostCall(CallContext& cx, HostKind kind, std::string_view name) noexcept
      : cx_(cx), kind_(kind), name_(name) {}
  HostCall(const HostCall&) = delete;
  HostCall& operator=(const HostCall&) = delete;

  // Its heap makes the values, its meter is paid, and its Fail ends the render here.
  CallContext& cx() noexcept { return cx_; }
  HostKind kind() const noexcept { return kind_; }
  std::string_view name() const noexcept { return name_; }

  std::span<const Value> arguments;  // of a filter or a test, the operand first
  Value named;                       // a map, or undefined

  // Of a helper: its context, and what its block has.
  Value context;
  bool has_body = false;
  bool has_inverse = false;
  uint32_t body_params = 0;

  // What the body of the block, or its `else`, writes; an empty string where there is none.
  virtual Value RenderBody(const HostBody& body);
  virtual Value RenderInverse(const HostBody& body);
  // What another template writes, with `data`, a map, as its context.
  virtual Value RenderTemplate(std::string_view name, const Value& data);
  // What calling `callee` gives: the body of a call block, a macro or a function.
  virtual Value Call(const Value& callee, std::span<const Value> values);
  // What a name means where the call stands, or null.
  virtual const Value* FindName(std::string_view name) const;

 protected:
  ~HostCall() = default;

 private:
  Value FailOutside();

  CallContext& cx_;
  HostKind kind_;
  std::string_view name_;
};

// An environment of callables.  Templates are compiled with it, so that they know its names,
// and rendered with it or with one that has the same names.  Does not change while a render
// uses it; called from every thread that renders.
class HostCallables {
 public:
  virtual ~HostCallables() = default;

  virtual bool Has(HostKind kind, std::string_view name) const noexcept = 0;
  // All names, for hints.
  virtual std::vector<std::string_view> Names(HostKind kind) const = 0;
  // Whether helper `name` renders the block that it is called with itself.  What any other
  // helper gives is what a section is over.
  virtual bool TakesBlock(std::string_view name) const noexcept = 0;
  // Calls one that there is.
  virtual Value Call(HostCall& call) const = 0;
  // The attribute of an object of the host's that the one argument names, or undefined.
  virtual Value Attribute(HostCall& call) const;
};

// Charges for the call and makes it.  The value of a test is its truth.
Value CallHost(const HostCallables& host, HostCall& call);

// True, and sets `*attribute`, where an object of the host's has an attribute of that name.
[[nodiscard]] bool FindHostAttribute(CallContext& cx, const Value& object, std::string_view name,
                                     Value* attribute);

// Calls a filter or a test from inside of a builtin, from where no way leads back into
// templates.
Value CallHostFilter(CallContext& cx, HostKind kind, std::string_view name,
                     std::span<const Value> arguments, const Value& named);

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_HOST_CALLABLES_H_
