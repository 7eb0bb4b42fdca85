// Small pieces of what is printed for people.
#ifndef GALLEY_DIAG_WORDING_H_
#define GALLEY_DIAG_WORDING_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "galley/diagnostic.h"

namespace galley {

// `1 line`, `2 lines`.
std::string Pluralize(uint64_t count, std::string_view noun);

// What a terminal takes for a colour, behind its escape.
inline constexpr std::string_view kBold = "1";
inline constexpr std::string_view kDim = "2";
inline constexpr std::string_view kRed = "31";
inline constexpr std::string_view kGreen = "32";
inline constexpr std::string_view kYellow = "33";
inline constexpr std::string_view kBlue = "34";
inline constexpr std::string_view kMagenta = "35";

// `text` in one of them, where there is colour.
std::string Colorize(std::string_view text, std::string_view paint, Colour colour);

}  // namespace galley

#endif  // GALLEY_DIAG_WORDING_H_
