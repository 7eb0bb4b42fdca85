// A line a part; what is no text is named in brackets.
#include "history/message_text.h"

namespace galley::history {
namespace {

using Type = Part::Type;

std::string Bracketed(std::string_view word, std::string_view rest) {
  std::string text = "[" + std::string(word) + "]";
  if (!rest.empty()) text += ' ' + std::string(rest);
  return text;
}

std::string TextOf(const Part& part) {
  switch (part.type) {
    case Type::kText:
      return std::string(part.text);
    case Type::kThinking:
    case Type::kRefusal:
      return Bracketed(PartTypeName(part.type), part.text);
    case Type::kToolCall:
      return Bracketed("call " + std::string(part.name), part.text);
    case Type::kToolResult:
      return Bracketed(part.is_error ? "error" : "result", "");
    default:
      return Bracketed(PartTypeName(part.type), "");
  }
}

void AddLine(const std::string& line, std::string* text) {
  if (!text->empty()) *text += '\n';
  *text += line;
}

}  // namespace

std::string ReadableText(const Message& message) {
  if (message.is_text()) return std::string(message.content);
  std::string text;
  for (const Part& part : message.parts) {
    AddLine(TextOf(part), &text);
    for (const Part& inner : part.content()) text += ' ' + TextOf(inner);
  }
  return text;
}

}  // namespace galley::history
