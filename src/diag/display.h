// Text from outside, made fit for a terminal: whatever could move the cursor,
// change colours or reorder what is read is shown as an escape instead.  Texts
// here need not be valid UTF-8: a byte that is part of none counts as one
// character.
#ifndef GALLEY_DIAG_DISPLAY_H_
#define GALLEY_DIAG_DISPLAY_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "galley/diagnostic.h"

namespace galley {

// A character of a text and how it is shown.
struct Shown {
  std::string text;
  size_t columns;  // on the terminal
  size_t bytes;    // of the text that it stands for
};

// The character at `offset`, which is inside `text`.  Controls and bytes that
// are not UTF-8 become `\x1b`, invisible characters `\u{202e}`.
Shown ShowCharacter(std::string_view text, size_t offset);

// All of `text`, on one line.
std::string ShowText(std::string_view text);

// All of `text`, with its line breaks and tabs.  Where there is colour, colours stay:
// whoever paints shows what is painted first.
std::string ShowLines(std::string_view text, Colour colour);
// `json`, a valid JSON text, with the same characters as JSON's own escapes.
std::string ShowJson(std::string_view json);

// Whether `text` holds a control or an invisible character that is valid UTF-8.
bool HoldsHidden(std::string_view text) noexcept;

size_t CountCharacters(std::string_view text) noexcept;

// The offset of character number `index`, or text.size() past the end.
size_t CharacterOffset(std::string_view text, size_t index) noexcept;

// `text` with U+FFFD for each byte that is not UTF-8.
std::string ToValidUtf8(std::string_view text);

}  // namespace galley

#endif  // GALLEY_DIAG_DISPLAY_H_
