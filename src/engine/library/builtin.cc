// Binds positional and named arguments to parameters, fills in defaults, and says what is wrong
// as Python would.
#include "engine/library/builtin.h"

#include "base/utf8.h"
#include "diag/report.h"
#include "diag/wording.h"
#include "value/function.h"

namespace galley {
namespace {

// The key of an item that is not there.  A key that is computed is not named.
std::string DescribeKey(const Value& key) {
  return key.is_written() ? Quoted(key.as_string()) : "under " + DescribeValue(key);
}

// `holder` is what it was looked up in, or undefined.
std::string WhyUndefined(const Value& value, const Value& holder) {
  const Value* name = value.undefined_name();
  if (!name) return "an undefined value is used";
  Kind owner;
  if (!value.undefined_owner(&owner)) return Quoted(name->as_string()) + " is undefined";
  if (owner == Kind::kUndefined) return std::string(name->as_string());
  if (owner == Kind::kMap) {
    const std::string size = holder.is_map() ? " with " + Pluralize(holder.size(), "field") : "";
    return "a map" + size + " has no field " + DescribeKey(*name);
  }
  std::string text =
      owner == Kind::kNone ? "`none`" : "a value of type " + std::string(KindName(owner));
  return text + " has no item " + DescribeKey(*name);
}

Value FailCall(CallContext& cx, const Builtin& builtin, std::string_view problem) {
  return cx.FailType(Quoted(builtin.name) + " " + std::string(problem));
}

// The position of the parameter called `name`, or the number of parameters.
size_t FindParameter(const Builtin& builtin, std::string_view name) {
  if (builtin.positional_only) return builtin.parameters.size();
  size_t at = 0;
  while (at < builtin.parameters.size() && builtin.parameters[at].name != name) ++at;
  return at;
}

// One call on its way to its builtin.
class Binder {
 public:
  Binder(CallContext& cx, const Builtin& builtin, std::span<const Value> values,
         std::span<const std::string_view> names, Value* parameters)
      : cx_(cx), builtin_(builtin), values_(values), names_(names), out_(parameters) {}

  // Fills parameters and extras; the number of both, or -1.
  int Bind() {
    if (!BindPositional() || !BindNamed() || !FillFallbacks()) return -1;
    if (builtin_.extra_keywords && !BindExtraKeywords()) return -1;
    return static_cast<int>(count_);
  }

 private:
  size_t parameter_count() const { return builtin_.parameters.size(); }
  bool IsNamed(size_t at) const { return at < names_.size() && !names_[at].empty(); }

  bool BindPositional() {
    size_t given = 0;
    for (size_t at = 0; at < values_.size(); ++at) {
      if (!IsNamed(at)) out_[given++] = values_[at];
    }
    given_ = given;
    count_ = std::max(given, parameter_count());
    if (given <= parameter_count() || builtin_.extra_positional) return true;
    FailCall(cx_, builtin_,
             "takes at most " + Pluralize(parameter_count(), "argument") + ", not " +
                 std::to_string(given));
    return false;
  }

  bool BindNamed() {
    for (size_t at = given_; at < parameter_count(); ++at) out_[at] = Value();
    for (size_t at = 0; at < values_.size(); ++at) {
      if (IsNamed(at) && !BindName(names_[at], values_[at])) return false;
    }
    return true;
  }

  std::string Describe(std::string_view name) const {
    if (!cx_.names_are_computed) return Quoted(name);
    return "whose name is " + DescribeValue(Value::String(name));
  }

  bool BindName(std::string_view name, const Value& value) {
    const size_t at = FindParameter(builtin_, name);
    if (at == parameter_count()) {
      ++extra_keywords_;
      if (!builtin_.extra_keywords) {
        FailCall(cx_, builtin_, "has no argument " + Describe(name));
      }
      return builtin_.extra_keywords;
    }
    if (at < given_ || (filled_ & Bit(at))) {
      FailCall(cx_, builtin_, "gets its argument " + Describe(name) + " twice");
      return false;
    }
    out_[at] = value;
    filled_ |= Bit(at);
    return true;
  }

  bool FillFallbacks() {
    for (size_t at = given_; at < parameter_count(); ++at) {
      if (filled_ & Bit(at)) continue;
      const Parameter& parameter = builtin_.parameters[at];
      if (parameter.required) {
        FailCall(cx_, builtin_,
                 parameter.name.empty() ? "lacks an argument"
                                        : "lacks its argument " + Quoted(parameter.name));
        return false;
      }
      out_[at] = parameter.fallback;
    }
    return true;
  }

  // The keyword arguments that no parameter took, as one map.
  bool BindExtraKeywords() {
    MapEntry* entries = cx_.heap().NewEntries(extra_keywords_);
    if (!entries) return false;
    size_t size = 0;
    for (size_t at = 0; at < values_.size(); ++at) {
      if (!IsNamed(at) || FindParameter(builtin_, names_[at]) < parameter_count()) continue;
      entries[size++] = {Value::String(names_[at]), values_[at]};
    }
    const Value map = cx_.heap().NewMap(entries, size);
    if (map.size() < size) FailCall(cx_, builtin_, "gets a keyword argument twice");
    out_[count_++] = map;
    return !cx_.stopped();
  }

  static uint64_t Bit(size_t at) { return uint64_t{1} << at; }

  CallContext& cx_;
  const Builtin& builtin_;
  std::span<const Value> values_;
  std::span<const std::string_view> names_;
  Value* out_;
  size_t given_ = 0;     // parameters and extras given by position
  size_t count_ = 0;     // parameters and extras in all
  uint64_t filled_ = 0;  // parameters given by name
  size_t extra_keywords_ = 0;
};

}  // namespace

Value CallContext::Fail(Code code, std::string message, std::string hint) {
  if (failed_) return Value();
  failed_ = true;
  code_ = code;
  message_ = std::move(message);
  hint_ = std::move(hint);
  return Value();
}

Value CallContext::FailUndefined(const Value& value) {
  if (!failed_) undefined_ = value;
  return Fail(Code::kUndefinedVariable, WhyUndefined(value, OwnerOf(value)));
}

Value CallContext::Fail(const Failure& failure) {
  return Fail(failure.code, std::string(failure.message), std::string(failure.hint));
}

const Failure* CallContext::PutOffFailure() {
  if (!failed_) return nullptr;
  const Value message = heap_->NewString(message_);
  const Value hint = heap_->NewString(hint_);
  void* room = heap_->NewBytes(sizeof(Failure));
  if (!room) return nullptr;
  failed_ = false;
  return new (room) Failure{code_, message.as_string(), hint.as_string()};
}

std::string DescribeValue(const Value& value) {
  switch (value.kind()) {
    case Kind::kUndefined:
      return "an undefined value";
    case Kind::kNone:
      return "`none`";
    case Kind::kBool:
      return "a boolean";
    case Kind::kInt:
      return "an integer";
    case Kind::kDouble:
      return "a float";
    case Kind::kString:
      return "a string of " + Pluralize(CountCodePoints(value.as_string()), "character");
    case Kind::kList:
      return "a list of " + Pluralize(value.size(), "item");
    case Kind::kTuple:
      return "a tuple of " + Pluralize(value.size(), "item");
    case Kind::kMap:
      return "a map of " + Pluralize(value.size(), "item");
    case Kind::kFunction:
      return "a function";
  }
  return "a value";
}

Value UndefinedItem(CallContext& cx, const Value& owner, const Value& key) {
  Value* name = cx.heap().NewItems(1);
  if (!name) return Value();
  *name = key;
  cx.NoteMissing(owner, name);
  return owner.is_function() ? Value::UndefinedOfFunction(name, owner.function()->type)
                             : Value::Undefined(name, owner.kind());
}

int BindArguments(CallContext& cx, const Builtin& builtin, const Value* operand,
                  std::span<const Value> values, std::span<const std::string_view> names,
                  Value* out) {
  if (operand) *out = *operand;
  const int offset = operand ? 1 : 0;
  const int count = Binder(cx, builtin, values, names, out + offset).Bind();
  return count < 0 ? -1 : count + offset;
}

Value CallBuiltin(CallContext& cx, const Builtin& builtin, const Value* operand,
                  std::span<const Value> values, std::span<const std::string_view> names) {
  Value* args = cx.heap().NewItems(2 + builtin.parameters.size() + values.size());
  if (!args) return Value();
  const int count = BindArguments(cx, builtin, operand, values, names, args);
  return count < 0 ? Value() : builtin.function(cx, {args, static_cast<size_t>(count)});
}

}  // namespace galley
