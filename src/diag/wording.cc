// Plural and colour, for messages and tables.
#include "diag/wording.h"

namespace galley {

std::string Pluralize(uint64_t count, std::string_view noun) {
  std::string text = std::to_string(count);
  text += ' ';
  text += noun;
  if (count != 1) text += 's';
  return text;
}

std::string Colorize(std::string_view text, std::string_view paint, Colour colour) {
  if (colour == Colour::kNever || text.empty()) return std::string(text);
  return "\x1b[" + std::string(paint) + 'm' + std::string(text) + "\x1b[0m";
}

}  // namespace galley
