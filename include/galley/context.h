// Context: the values of a render, or the parameters of an operation: a map, made from
// a text or value by value.
//
//   galley::Context context;
//   context.Set("name", "Ann").Set("topics", {"harbour", "weather"});
//   context.Key("user").OpenMap().Key("id").Int(7).Close();
#ifndef GALLEY_CONTEXT_H_
#define GALLEY_CONTEXT_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <type_traits>

#include "galley/export.h"
#include "galley/function_call.h"
#include "galley/json.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley {

// A value that holds no others, for whoever gives many in one call.  Texts are not owned.
class Plain {
 public:
  enum class Kind : uint8_t { kNull, kBool, kInt, kDouble, kText, kBorrowed };

  constexpr Plain() noexcept {}  // null
  constexpr explicit Plain(bool value) noexcept : kind_(Kind::kBool), int_(value) {}
  constexpr explicit Plain(int64_t value) noexcept : kind_(Kind::kInt), int_(value) {}
  constexpr explicit Plain(double value) noexcept : kind_(Kind::kDouble), double_(value) {}
  // Copied by the context that takes it.
  constexpr explicit Plain(std::string_view text) noexcept : Plain(Kind::kText, text) {}
  constexpr explicit Plain(const char* text) noexcept : Plain(std::string_view(text)) {}
  // Not copied: the bytes outlive that context, and stay what they are.
  static constexpr Plain Borrowed(std::string_view text) noexcept {
    return Plain(Kind::kBorrowed, text);
  }

  constexpr Kind kind() const noexcept { return kind_; }
  // For one of that kind only.
  constexpr bool as_bool() const noexcept { return int_ != 0; }
  constexpr int64_t as_int() const noexcept { return int_; }
  constexpr double as_double() const noexcept { return double_; }
  constexpr std::string_view as_text() const noexcept { return {text_, size_}; }

 private:
  constexpr Plain(Kind kind, std::string_view text) noexcept
      : kind_(kind), size_(text.size()), text_(text.data()) {}

  Kind kind_ = Kind::kNull;
  size_t size_;  // of a text; where there is none, nothing is written here, nor below for null
  union {
    int64_t int_;
    double double_;
    const char* text_;
  };
};

// The keys of maps that are alike, as those of a table's rows.  Any number of threads may use
// one; it outlives the values of the contexts that were given its maps.
class GALLEY_EXPORT RecordKeys {
 public:
  // Copies the texts.  Fails with invalid-utf8, or with invalid-data where two are equal.
  static Result<RecordKeys> Make(std::span<const std::string_view> keys);
  RecordKeys(RecordKeys&& other) noexcept;
  RecordKeys& operator=(RecordKeys&& other) noexcept;
  ~RecordKeys();

 private:
  struct State;
  friend class Context;

  explicit RecordKeys(State* state) noexcept : state_(state) {}

  State* state_;  // owned
};

// Built by one thread, then read by any number at once.
//
// What goes wrong while a context is built (a text that is not UTF-8, a limit, a Close
// too many) is kept, everything after it is ignored, and whoever uses the context
// reports it: builders check once.
class GALLEY_EXPORT Context {
 public:
  // Empty.  Values count against `limits`: request, string, list and nesting.
  Context() noexcept = default;
  explicit Context(const Limits& limits);
  Context(Context&& other) noexcept;
  Context& operator=(Context&& other) noexcept;
  ~Context();

  // The map that a text holds.  Fails as `format.read` does, and with invalid-data where
  // it is no map.  Of equal keys in JSON the last counts.
  static Result<Context> FromJson(std::string_view text, const Limits& limits = {});
  static Result<Context> FromYaml(std::string_view text, const Limits& limits = {});
  // The same for what a file holds: JSON, YAML or TOML, as its name tells, or where that
  // tells nothing how the text begins.  Diagnostics name the file.
  static Result<Context> FromFile(std::string_view name, std::string_view text,
                                  const Limits& limits = {});

  // The same in place of what it holds, keeping its memory.
  Result<void> ReadJson(std::string_view text);

  // Sets a value of the map; a key that is there keeps its place.  Texts are copied.
  Context& Set(std::string_view key, std::string_view text);
  Context& Set(std::string_view key, const char* text) { return Set(key, std::string_view(text)); }
  Context& Set(std::string_view key, double value);
  template <class T>
  requires std::is_integral_v<T> Context& Set(std::string_view key, T value) {
    if constexpr (std::is_same_v<T, bool>) {
      return Key(key).Bool(value);
    } else if constexpr (std::is_signed_v<T>) {
      return Key(key).Int(value);
    } else {
      return Key(key).Unsigned(value);
    }
  }
  Context& Set(std::string_view key, std::initializer_list<std::string_view> texts);
  // A copy of a value out of another context, a reply or a call.
  Context& Set(std::string_view key, const Json& value);
  // All of another context, as a map; it is moved, not copied.
  Context& Set(std::string_view key, Context&& map);
  // The value in a JSON text.
  Context& SetJson(std::string_view key, std::string_view json);
  Context& SetNull(std::string_view key) { return Key(key).Null(); }
  // The bytes are not copied: they outlive the context, and stay what they are.
  Context& SetBorrowed(std::string_view key, std::string_view text) {
    return Key(key).Borrowed(text);
  }

  // One value after the other, as a reader of some format meets them.  In a map, each
  // follows its Key; the context itself is a map that is open.  Close ends the list or
  // map opened last.
  Context& Key(std::string_view key);
  Context& Null();
  Context& Bool(bool value);
  Context& Int(int64_t value);
  Context& Unsigned(uint64_t value);  // at most INT64_MAX
  Context& Double(double value);
  Context& Text(std::string_view text);
  Context& Borrowed(std::string_view text);
  // A text that is markup, and is not escaped again.
  Context& Markup(std::string_view text);
  // Something that templates may call; `name` is what it prints as.
  Context& Function(std::string_view name, HostFunction function);
  // An object of the program: it prints as `text`, is called as `call`, and its attributes and
  // items are what `attribute` returns for a name, the argument; returning nothing, there is
  // none.
  Context& Object(std::string_view text, HostFunction call, HostFunction attribute);
  Context& Copy(const Json& value);
  Context& OpenList();
  // Prints as a tuple.  With names, its items are also attributes of those names.
  Context& OpenTuple(std::span<const std::string_view> names = {});
  Context& OpenMap();
  // In a map inside of the context: the value that comes next is a key, in place of Key.
  Context& NextIsKey();
  Context& Close();
  // Many at once, for less than one by one: values of a list or tuple that is open, and a map
  // with one value for each of the keys.
  Context& Items(std::span<const Plain> values);
  Context& Record(const RecordKeys& keys, std::span<const Plain> values);

  // Makes it empty again and keeps its memory, so that who renders row after row asks
  // the system for none.
  void Clear() noexcept;

  // What went wrong first, or null.
  const Error* error() const noexcept;
  // The map, valid until the context changes or goes; null where something went wrong or
  // is still open.
  Json values() const;

 private:
  struct State;
  friend struct ContextAccess;

  State& state();

  State* state_ = nullptr;  // owned; null: empty
};

}  // namespace galley

#endif  // GALLEY_CONTEXT_H_
