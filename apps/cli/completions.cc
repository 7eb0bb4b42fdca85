// Words are quoted for the shell here and nowhere else.
#include "completions.h"

namespace galley::cli {

std::string JoinWords(const std::vector<std::string_view>& words) {
  std::string text;
  for (const std::string_view word : words) (text += text.empty() ? "" : " ") += word;
  return text;
}

std::string Suggestions(const Option& option) {
  return option.suggestions ? option.suggestions() : JoinWords(option.choices);
}

std::string_view ListingOf(const Option& option) {
  return option.is_template ? "list --names" : option.listing;
}

std::string QuoteForShell(std::string_view text) {
  std::string quoted = "'";
  for (const char byte : text) quoted += byte == '\'' ? std::string("'\\''") : std::string(1, byte);
  return quoted + "'";
}

}  // namespace galley::cli
