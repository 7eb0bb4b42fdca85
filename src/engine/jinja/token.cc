// What messages and dumps call each kind of token, in a table in the order of the enum.
#include "engine/jinja/token.h"

#include <cstddef>
#include <iterator>

namespace galley::jinja {
namespace {

// In the order of the enum.
constexpr std::string_view kKindNames[] = {
    "text",
    "variable begin",
    "variable end",
    "block begin",
    "block end",
    "name",
    "string",
    "integer",
    "float",
    "+",
    "-",
    "*",
    "/",
    "//",
    "%",
    "**",
    "~",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "=",
    ".",
    ":",
    "|",
    ",",
    ";",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "end",
};
static_assert(std::size(kKindNames) == static_cast<size_t>(TokenKind::kEnd) + 1);

}  // namespace

std::string_view TokenKindName(TokenKind kind) noexcept {
  return kKindNames[static_cast<size_t>(kind)];
}

}  // namespace galley::jinja
