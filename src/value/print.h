// Values as text: as Python's str and repr, as JavaScript's String, as JSON.
//
// None of these recurses.  Work is paid to a Meter; the writer has its own limit.
// Both are sticky, so a caller checks them once, afterwards.
#ifndef GALLEY_VALUE_PRINT_H_
#define GALLEY_VALUE_PRINT_H_

#include <cstdint>
#include <string_view>

#include "base/writer.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley {

// `str(value)`: a string as it is, nothing for undefined, anything else as
// PrintRepr.
void PrintStr(const Value& value, Writer* out, Meter* meter) noexcept;

// `repr(value)`: `[1, 'a']`, `{'k': None}`, `1e+21`, `True`.  Undefined prints
// `Undefined`.
void PrintRepr(const Value& value, Writer* out, Meter* meter) noexcept;

// `String(value)`: `1,a`, `[object Object]`, `1e+21`, `true`.  Undefined and none
// print nothing, as in a Handlebars template.
void PrintJs(const Value& value, Writer* out, Meter* meter) noexcept;

// How JSON is laid out.  The defaults are compact: `{"a":[1,2]}`.
struct JsonStyle {
  uint32_t indent = 0;  // above 0: one item a line, indented by that many blanks
  std::string_view item_separator = ",";
  std::string_view key_separator = ":";
  bool ascii = false;  // \uXXXX for everything above ASCII
  bool html = false;   // \u003c, \u003e, \u0026, \u0027
  bool sort_keys = false;
  // As JavaScript does: `1` for 1.0, integers as doubles hold them, fields that are
  // undefined left out.
  bool javascript_numbers = false;
};

// One JSON text.  Keys that are not strings are printed as Python's json does
// (`1`, `true`, `null` in quotes).  Undefined, functions, NaN and infinities have
// no JSON: they print as `null`, and the result is false; keys that have none
// print as their repr.
bool PrintJson(const Value& value, const JsonStyle& style, Writer* out, Meter* meter) noexcept;

// A number alone.
void PrintInt(int64_t number, Writer* out) noexcept;
// Shortest digits that read back the same: `1.0`, `1e+21`, `1e-07`, `inf`, `nan`.
void PrintDoublePython(double number, Writer* out) noexcept;
// `1`, `1e+21`, `1e-7`, `Infinity`, `NaN`, and `0` for minus zero.
void PrintDoubleJs(double number, Writer* out) noexcept;
// An integer as the double that JavaScript has for it: beyond 2^53 it is rounded.
void PrintIntJs(int64_t number, Writer* out) noexcept;

}  // namespace galley

#endif  // GALLEY_VALUE_PRINT_H_
