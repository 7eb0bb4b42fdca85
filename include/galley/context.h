// Context: the values of a render, or the parameters of an operation: a map, made from
// a text or value by value.
//
//   galley::Context context;
//   context.Set("name", "Ann").Set("topics", {"harbour", "weather"});
//   context.Key("user").OpenMap().Key("id").Int(7).Close();
#ifndef GALLEY_CONTEXT_H_
#define GALLEY_CONTEXT_H_

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
