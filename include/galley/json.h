// JSON for callers: reading results, and writing parameters.
#ifndef GALLEY_JSON_H_
#define GALLEY_JSON_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "galley/export.h"

namespace galley {

class Value;

// A value inside a Reply, a Context or a call, and valid as long as that.  Cheap to copy;
// may be read from several threads.
//
// Asking for what is not there is no error: it gives null, and null holds nothing.
class GALLEY_EXPORT Json {
 public:
  Json() noexcept = default;  // null

  bool is_null() const noexcept;
  bool is_bool() const noexcept;
  bool is_int() const noexcept;
  bool is_double() const noexcept;
  bool is_string() const noexcept;
  bool is_list() const noexcept;
  bool is_map() const noexcept;

  // What Jinja tells apart besides: a tuple is a list too, markup a string too; the value of
  // a name that means nothing is undefined; a macro or a function can be called.
  bool is_tuple() const noexcept;
  bool is_markup() const noexcept;
  bool is_undefined() const noexcept;
  bool is_function() const noexcept;
  // What was looked up where nothing was found; empty where that is not known.
  std::string_view undefined_name() const noexcept;

  // What a value of that kind holds; of another kind: false, 0, the empty string.
  bool as_bool() const noexcept;
  int64_t as_int() const noexcept;
  double as_double() const noexcept;  // of an integer too
  std::string_view as_string() const noexcept;

  // Items of a list, or entries of a map in their order.
  size_t size() const noexcept;
  Json item(size_t index) const noexcept;
  std::string_view key(size_t index) const noexcept;
  // The key itself, which in Jinja may be no text.
  Json key_value(size_t index) const noexcept;
  // The value under a key of a map.
  Json Find(std::string_view key) const noexcept;

  // As JSON text; with `indent`, one item a line.
  std::string ToText(uint32_t indent = 0) const;

 private:
  friend struct JsonAccess;
  explicit Json(const Value* value) noexcept : value_(value) {}

  const Value* value_ = nullptr;
};

// The parameters of a call, one after the other:
//   JsonObject().Set("format", "yaml").Set("text", text).text()
// Texts that are not UTF-8 are taken as they are, for the call to refuse.
class GALLEY_EXPORT JsonObject {
 public:
  JsonObject& Set(std::string_view key, std::string_view text);
  JsonObject& Set(std::string_view key, const char* text) {
    return Set(key, std::string_view(text));
  }
  JsonObject& Set(std::string_view key, bool value);
  // `json` is a JSON text.
  JsonObject& SetJson(std::string_view key, std::string_view json);

  std::string text() const { return members_ + '}'; }

 private:
  std::string members_ = "{";
};

}  // namespace galley

#endif  // GALLEY_JSON_H_
