// Walks code points; whatever has no safe form of its own becomes a reference.
#include "base/markup.h"

#include "base/utf8.h"

namespace galley {
namespace {

// How a character is written that cannot stand for itself; empty where it can.
std::string_view ReferenceFor(char32_t point) noexcept {
  switch (point) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    case '\r':
      return "&#13;";  // whoever reads it would make a line feed of it
    case '\n':
    case '\t':
      return "";
    default:
      return point < 0x20 || point == 0xFFFE || point == 0xFFFF ? "\uFFFD" : "";
  }
}

}  // namespace

std::string MarkupText(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const CodePoint point = DecodeUtf8(text, at);
    const std::string_view reference = ReferenceFor(point.value);
    escaped += reference.empty() ? text.substr(at, point.size) : reference;
    at += point.size;
  }
  return escaped;
}

std::string MarkupAttribute(std::string_view text) {
  std::string escaped;
  for (const char byte : MarkupText(text)) {
    if (byte == '\n') {
      escaped += "&#10;";
    } else if (byte == '\t') {
      escaped += "&#9;";
    } else {
      escaped += byte;
    }
  }
  return escaped;
}

}  // namespace galley
