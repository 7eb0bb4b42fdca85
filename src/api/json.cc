// The public view of values, and the public writer of parameters.
#include "galley/json.h"

#include "base/json_text.h"
#include "base/writer.h"
#include "galley/limits.h"
#include "value/convert.h"
#include "value/map.h"
#include "value/print.h"
#include "value/value.h"

namespace galley {

bool Json::is_null() const noexcept { return !value_ || value_->is_none(); }
bool Json::is_bool() const noexcept { return value_ && value_->is_bool(); }
bool Json::is_int() const noexcept { return value_ && value_->is_int(); }
bool Json::is_double() const noexcept { return value_ && value_->is_double(); }
bool Json::is_string() const noexcept { return value_ && value_->is_string(); }
bool Json::is_list() const noexcept { return value_ && value_->is_sequence(); }
bool Json::is_map() const noexcept { return value_ && value_->is_map(); }

bool Json::is_tuple() const noexcept { return value_ && value_->is_tuple(); }
bool Json::is_markup() const noexcept { return value_ && value_->is_safe(); }
bool Json::is_undefined() const noexcept { return value_ && value_->is_undefined(); }
bool Json::is_function() const noexcept { return value_ && value_->is_function(); }
std::string_view Json::undefined_name() const noexcept {
  return is_undefined() ? Json(value_->undefined_name()).as_string() : std::string_view();
}

bool Json::as_bool() const noexcept { return value_ && value_->is_bool() && value_->as_bool(); }

int64_t Json::as_int() const noexcept { return value_ && value_->is_int() ? value_->as_int() : 0; }

double Json::as_double() const noexcept {
  return value_ && (value_->is_int() || value_->is_double()) ? ToDouble(*value_) : 0;
}

std::string_view Json::as_string() const noexcept {
  return is_string() ? value_->as_string() : std::string_view();
}

size_t Json::size() const noexcept { return is_list() || is_map() ? value_->size() : 0; }

Json Json::item(size_t index) const noexcept {
  if (index >= size()) return Json();
  return Json(is_map() ? &value_->entries()[index].value : &value_->items()[index]);
}

std::string_view Json::key(size_t index) const noexcept {
  if (!is_map() || index >= size()) return {};
  return Json(&value_->entries()[index].key).as_string();
}

Json Json::key_value(size_t index) const noexcept {
  return is_map() && index < size() ? Json(&value_->entries()[index].key) : Json();
}

Json Json::Find(std::string_view key) const noexcept {
  return is_map() ? Json(FindItem(*value_, key)) : Json();
}

std::string Json::ToText(uint32_t indent) const {
  JsonStyle style;
  style.indent = indent;
  if (indent > 0) style.key_separator = ": ";
  BufferWriter out;
  Meter meter{Limits::Ceiling()};
  PrintJson(value_ ? *value_ : Value::None(), style, &out, &meter);
  return out.ToString();
}

JsonObject& JsonObject::SetJson(std::string_view key, std::string_view json) {
  BufferWriter out;
  if (members_.size() > 1) out.Append(',');
  AppendJsonString(key, {}, &out);
  out.Append(':');
  out.Append(json);
  members_.append(out.view());
  return *this;
}

JsonObject& JsonObject::Set(std::string_view key, std::string_view text) {
  BufferWriter out;
  AppendJsonString(text, {}, &out);
  return SetJson(key, out.view());
}

JsonObject& JsonObject::Set(std::string_view key, bool value) {
  return SetJson(key, value ? "true" : "false");
}

}  // namespace galley
