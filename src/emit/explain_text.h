// Explanations as text for a terminal.
#ifndef GALLEY_EMIT_EXPLAIN_TEXT_H_
#define GALLEY_EMIT_EXPLAIN_TEXT_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "emit/explanation.h"
#include "galley/diagnostic.h"

namespace galley::chat {

struct TextStyle {
  uint32_t width = 100;  // columns; what is longer is cut or wrapped
  Colour colour = Colour::kNever;
};

// Three tables: messages, budgets, what was left out.
std::string ExplainAsText(const Explanation& told, const TextStyle& style);

// The beginning of `text` on one line in at most `columns`, which ends with `…` where
// something is left out.
std::string TruncateToWidth(std::string_view text, size_t columns);
// How many columns `text`, fit for a terminal, takes there.
size_t ColumnsOf(std::string_view text);
// `used` of `limit` as `columns` characters.
std::string Bar(uint64_t used, uint64_t limit, size_t columns);

}  // namespace galley::chat

#endif  // GALLEY_EMIT_EXPLAIN_TEXT_H_
