// Value: what a template sees.  16 bytes, immutable, trivially copied.
//
// A Value owns nothing.  Strings, lists and maps point into a Heap (or into a
// constant table) that must outlive them; see heap.h for making them.
#ifndef GALLEY_VALUE_VALUE_H_
#define GALLEY_VALUE_VALUE_H_

#include <cstdint>
#include <span>
#include <string_view>

namespace galley {

enum class Kind : uint8_t {
  kUndefined,
  kNone,
  kBool,
  kInt,
  kDouble,
  kString,
  kList,
  kTuple,
  kMap,
  kFunction,
};

// What a string is known to be.  Nothing that is computed is kWritten, whatever it
// is computed from, so what may stand in a message needs no following of data.
enum StringMark : uint8_t {
  kPlain = 0,
  kSafe = 1,     // markup, not escaped again
  kWritten = 2,  // stands in a template as it is: messages may repeat it
};

// How a list came to be, where that decides how it prints or compares: the
// template languages' lazy sequences are lists to us.
enum class ListForm : uint8_t { kPlain, kRange, kGenerator, kKeys, kValues, kItems };

// What made a tuple, where that gives its items names: those of `groupby` have a
// grouper and a list.
enum class TupleForm : uint8_t { kPlain, kGroup };

struct Function;  // function.h
struct MapEntry;

class Value {
 public:
  // Undefined, of nothing in particular.
  constexpr Value() noexcept : Value(Kind::kUndefined, 0, 0) {}

  static constexpr Value Undefined() noexcept { return Value(); }
  // The result of looking up `name`, a variable or (with `owner`) an item of a
  // value of that kind.  `name` outlives the Value; it is for messages.
  static constexpr Value Undefined(const Value* name) noexcept {
    Value value;
    value.name_ = name;
    return value;
  }
  static constexpr Value Undefined(const Value* name, Kind owner) noexcept {
    Value value = Undefined(name);
    value.flags_ = static_cast<uint8_t>(1 + static_cast<uint8_t>(owner));
    return value;
  }
  // The same for an item of a function of that `type` (function.h).
  static constexpr Value UndefinedOfFunction(const Value* name, uint32_t type) noexcept {
    Value value = Undefined(name);
    value.flags_ = static_cast<uint8_t>(kOfFunction + type);
    return value;
  }
  // A variable that was not assigned yet: undefined, but told from a variable that
  // was assigned something undefined.
  static constexpr Value Missing(const Value* name) noexcept {
    Value value = Undefined(name);
    value.flags_ = kMissing;
    return value;
  }
  // Undefined for a `reason`, and let pass wherever any undefined value is.
  static constexpr Value LenientUndefined(const Value* reason) noexcept {
    Value value = Undefined(reason);
    value.flags_ = kLenient;
    return value;
  }
  static constexpr Value None() noexcept { return Value(Kind::kNone, 0, 0); }
  static constexpr Value Bool(bool value) noexcept { return Value(Kind::kBool, 0, value); }
  static constexpr Value Int(int64_t value) noexcept { return Value(Kind::kInt, 0, value); }
  static constexpr Value Double(double value) noexcept {
    Value result(Kind::kDouble, 0, 0);
    result.double_ = value;
    return result;
  }
  // A view of text that outlives the Value and is valid UTF-8.
  static constexpr Value String(std::string_view text, uint8_t marks = kPlain) noexcept {
    Value value(Kind::kString, static_cast<uint32_t>(text.size()), 0);
    value.flags_ = marks;
    value.chars_ = text.data();
    return value;
  }
  static constexpr Value List(std::span<const Value> items,
                              ListForm form = ListForm::kPlain) noexcept {
    Value value(Kind::kList, static_cast<uint32_t>(items.size()), 0);
    value.flags_ = static_cast<uint8_t>(form);
    value.items_ = items.data();
    return value;
  }
  static constexpr Value Tuple(std::span<const Value> items,
                               TupleForm form = TupleForm::kPlain) noexcept {
    Value value(Kind::kTuple, static_cast<uint32_t>(items.size()), 0);
    value.flags_ = static_cast<uint8_t>(form);
    value.items_ = items.data();
    return value;
  }
  // `entries` as Heap::NewMap lays them out; see map.h.
  static constexpr Value Map(const MapEntry* entries, uint32_t size) noexcept {
    Value value(Kind::kMap, size, 0);
    value.entries_ = entries;
    return value;
  }
  static constexpr Value Callable(const Function* function) noexcept {
    Value value(Kind::kFunction, 0, 0);
    value.function_ = function;
    return value;
  }

  constexpr Kind kind() const noexcept { return kind_; }
  constexpr bool is_undefined() const noexcept { return kind_ == Kind::kUndefined; }
  constexpr bool is_none() const noexcept { return kind_ == Kind::kNone; }
  constexpr bool is_bool() const noexcept { return kind_ == Kind::kBool; }
  constexpr bool is_int() const noexcept { return kind_ == Kind::kInt; }
  constexpr bool is_double() const noexcept { return kind_ == Kind::kDouble; }
  constexpr bool is_string() const noexcept { return kind_ == Kind::kString; }
  constexpr bool is_list() const noexcept { return kind_ == Kind::kList; }
  constexpr bool is_tuple() const noexcept { return kind_ == Kind::kTuple; }
  constexpr bool is_map() const noexcept { return kind_ == Kind::kMap; }
  constexpr bool is_function() const noexcept { return kind_ == Kind::kFunction; }
  // A list or a tuple.
  constexpr bool is_sequence() const noexcept { return is_list() || is_tuple(); }
  // A bool, an int or a double: what arithmetic takes.
  constexpr bool is_number() const noexcept {
    return kind_ >= Kind::kBool && kind_ <= Kind::kDouble;
  }

  // The accessors below are for a Value of their kind only.
  constexpr bool as_bool() const noexcept { return int_ != 0; }
  constexpr int64_t as_int() const noexcept { return int_; }  // an int or a bool
  constexpr double as_double() const noexcept { return double_; }
  constexpr std::string_view as_string() const noexcept { return {chars_, size_}; }
  constexpr std::span<const Value> items() const noexcept { return {items_, size_}; }
  constexpr const MapEntry* entries() const noexcept { return entries_; }
  constexpr const Function* function() const noexcept { return function_; }

  // Bytes of a string, items of a list or tuple, entries of a map.
  constexpr uint32_t size() const noexcept { return size_; }
  // The mark of a string that is made of this one.
  constexpr uint8_t safe_mark() const noexcept { return flags_ & kSafe; }
  constexpr bool is_safe() const noexcept { return is_string() && (flags_ & kSafe); }
  constexpr bool is_written() const noexcept { return is_string() && (flags_ & kWritten); }
  constexpr ListForm form() const noexcept { return static_cast<ListForm>(flags_); }
  constexpr TupleForm tuple_form() const noexcept { return static_cast<TupleForm>(flags_); }

  // What an undefined value was looked up as; null where that is not known.
  constexpr const Value* undefined_name() const noexcept { return name_; }
  // True, and sets `*owner`, where it was an item of something.
  constexpr bool undefined_owner(Kind* owner) const noexcept {
    if (flags_ == 0 || flags_ == kMissing) return false;
    *owner = flags_ == kLenient      ? Kind::kUndefined
             : flags_ >= kOfFunction ? Kind::kFunction
                                     : static_cast<Kind>(flags_ - 1);
    return true;
  }
  // True, and sets `*type`, where it was an item of a function of known type.
  constexpr bool undefined_owner_type(uint32_t* type) const noexcept {
    if (flags_ < kOfFunction || flags_ >= kLenient) return false;
    *type = flags_ - uint32_t{kOfFunction};
    return true;
  }

  // The same value, marked as what stands in a template; only strings are.
  constexpr Value AsWritten() const noexcept {
    Value value = *this;
    if (is_string()) value.flags_ |= kWritten;
    return value;
  }
  // The same string with its text, or a part of it, kept elsewhere.
  constexpr Value WithText(std::string_view text) const noexcept { return String(text, flags_); }
  // The same undefined value with its name kept elsewhere.
  constexpr Value WithUndefinedName(const Value* name) const noexcept {
    Value value = *this;
    value.name_ = name;
    return value;
  }

  constexpr bool is_lenient() const noexcept { return is_undefined() && flags_ == kLenient; }
  constexpr bool is_missing() const noexcept { return is_undefined() && flags_ == kMissing; }

  constexpr bool IsPlainList() const noexcept {
    return kind_ == Kind::kList && flags_ == static_cast<uint8_t>(ListForm::kPlain);
  }
  // True for a string whose bytes begin at `chars`.
  constexpr bool IsStringAt(const char* chars) const noexcept {
    return kind_ == Kind::kString && chars_ == chars;
  }

  // True where both are the same object, or the same scalar to the bit.
  constexpr bool IsSame(const Value& other) const noexcept {
    return kind_ == other.kind_ && size_ == other.size_ && int_ == other.int_ &&
           (kind_ != Kind::kList || flags_ == other.flags_);
  }

 private:
  static constexpr uint8_t kMissing = 0xFF;
  static constexpr uint8_t kLenient = 0xFE;
  static constexpr uint8_t kOfFunction = 0x40;

  constexpr Value(Kind kind, uint32_t size, int64_t payload) noexcept
      : kind_(kind), size_(size), int_(payload) {}

  Kind kind_;
  uint8_t flags_ = 0;  // marks of a string, form of a list, owner of an undefined
  uint32_t size_;
  union {
    int64_t int_;
    double double_;
    const char* chars_;
    const Value* items_;
    const MapEntry* entries_;
    const Function* function_;
    const Value* name_;
  };
};
static_assert(sizeof(Value) == 16);

// The name of a kind in messages: `undefined`, `none`, `boolean`, `integer`,
// `float`, `string`, `list`, `tuple`, `map`, `function`.
std::string_view KindName(Kind kind) noexcept;
// The same in messages about JSON, which has `null` and `number`.
std::string_view JsonKindName(Kind kind) noexcept;

}  // namespace galley

#endif  // GALLEY_VALUE_VALUE_H_
