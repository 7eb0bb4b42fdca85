// Strings in JSON, for every printer of it.
#ifndef GALLEY_BASE_JSON_TEXT_H_
#define GALLEY_BASE_JSON_TEXT_H_

#include <string_view>

#include "base/writer.h"

namespace galley {

// What is escaped beyond what JSON itself asks for.
struct JsonEscapes {
  bool ascii = false;  // everything outside of printable ASCII, as \uXXXX
  bool html = false;   // < > & ' as \u003c, \u003e, \u0026, \u0027
};

// `text`, which is valid UTF-8, in quotes.
void AppendJsonString(std::string_view text, JsonEscapes escapes, Writer* out) noexcept;

}  // namespace galley

#endif  // GALLEY_BASE_JSON_TEXT_H_
