// Containers that are open lie on a stack.  A scalar is written plain only where every reader of
// YAML reads the same from it.
#include "format/yaml_print.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "value/map.h"
#include "value/print.h"

namespace galley {
namespace {

constexpr size_t kIndent = 2;

// Words that mean something else than themselves, now or in older YAML.
constexpr std::string_view kWords[] = {"null", "true", "false", "yes", "no", "on",
                                       "off",  "y",    "n",     "nan", "inf"};

bool IsLetter(char byte) noexcept {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
}

bool IsPlain(std::string_view text) noexcept {
  constexpr std::string_view kInner =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./ ";
  if (text.empty() || text.size() > 80 || !IsLetter(text.front()) || text.back() == ' ')
    return false;
  if (text.find_first_not_of(kInner) != text.npos) return false;
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return std::find(std::begin(kWords), std::end(kWords), lower) == std::end(kWords);
}

// What YAML lets stand as it is, a tab and line breaks aside.
bool IsPrintable(char32_t point) noexcept {
  return (point >= 0x20 && point < 0x7F) ||
         (point >= 0xA0 && point < 0xFFFE && point != 0xFEFF && point != 0x2028 &&
          point != 0x2029) ||
         point > 0xFFFF;
}

// Whether a text can stand as a block of lines: `|`.
bool IsBlock(std::string_view text) noexcept {
  if (text.find('\n') == text.npos || text.front() == '\n' || text.front() == ' ') return false;
  for (size_t at = 0; at < text.size();) {
    const CodePoint point = DecodeUtf8(text, at);
    if (!IsPrintable(point.value) && point.value != '\n') return false;
    at += point.size;
  }
  return true;
}

void PrintEscape(char32_t point, Writer* out) noexcept {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const bool is_short = point < 0x100;
  out->Append(is_short ? "\\x" : "\\u");
  for (int shift = is_short ? 4 : 12; shift >= 0; shift -= 4) {
    out->Append(kDigits[(point >> shift) & 15]);
  }
}

void PrintQuoted(std::string_view text, Writer* out) noexcept {
  out->Append('"');
  for (size_t at = 0; at < text.size();) {
    const CodePoint point = DecodeUtf8(text, at);
    if (point.value == '"' || point.value == '\\') out->Append('\\');
    if (point.value == '\n') {
      out->Append("\\n");
    } else if (point.value == '\t') {
      out->Append("\\t");
    } else if (IsPrintable(point.value)) {
      out->Append(text.substr(at, point.size));
    } else {
      PrintEscape(point.value, out);
    }
    at += point.size;
  }
  out->Append('"');
}

void PrintBlock(std::string_view text, size_t indent, Writer* out) noexcept {
  const size_t end = text.find_last_not_of('\n') + 1;
  const size_t breaks = text.size() - end;
  out->Append(breaks == 0 ? "|-" : breaks == 1 ? "|" : "|+");
  std::string_view rest = breaks == 0 ? text : text.substr(0, text.size() - 1);
  for (;;) {
    const size_t line = rest.find('\n');
    out->Append('\n');
    if (line != 0 && !rest.empty()) {
      out->Fill(' ', indent);
      out->Append(rest.substr(0, line));
    }
    if (line == rest.npos) return;
    rest.remove_prefix(line + 1);
  }
}

void PrintNumber(double number, Writer* out) noexcept {
  if (std::isnan(number)) return out->Append(".nan");
  if (std::isinf(number)) return out->Append(number < 0 ? "-.inf" : ".inf");
  PrintDoublePython(number, out);
}

// A container that is being printed.
struct Open {
  Value value;
  size_t next = 0;
  size_t indent = 0;
};

class YamlPrinter {
 public:
  YamlPrinter(Writer* out, Meter* meter) noexcept : out_(*out), meter_(*meter) {}

  void Run(const Value& value) {
    if (!Enter(value, 0)) {
      PrintScalar(value, kIndent);
      out_.Append('\n');
      return;
    }
    while (!open_.empty() && meter_.Step() && !out_.overflowed()) Advance();
  }

 private:
  // Whether it is a container with something in it, which is printed next.
  bool Enter(const Value& value, size_t indent) {
    const bool holds = (value.is_map() || value.is_list()) && value.size() > 0;
    if (holds) open_.push_back({value, 0, indent});
    return holds;
  }

  void Advance() {
    Open& top = open_.back();
    if (top.next == top.value.size()) return open_.pop_back();
    const size_t at = top.next++;
    const size_t indent = top.indent;
    out_.Fill(' ', indent);
    if (top.value.is_list()) {
      out_.Append('-');
      return PrintItem(top.value.items()[at], indent);
    }
    const MapEntry& entry = top.value.entries()[at];
    PrintText(entry.key.as_string(), 0);
    out_.Append(':');
    PrintItem(entry.value, indent);
  }

  void PrintItem(const Value& value, size_t indent) {
    if (Enter(value, indent + kIndent)) return out_.Append('\n');
    out_.Append(' ');
    PrintScalar(value, indent + kIndent);
    out_.Append('\n');
  }

  // With an indent, a text may become a block.
  void PrintText(std::string_view text, size_t indent) {
    meter_.StepBytes(text.size());
    if (IsPlain(text)) return out_.Append(text);
    if (indent > 0 && IsBlock(text)) return PrintBlock(text, indent, &out_);
    PrintQuoted(text, &out_);
  }

  void PrintScalar(const Value& value, size_t indent) {
    if (value.is_string()) return PrintText(value.as_string(), indent);
    if (value.is_map()) return out_.Append("{}");
    if (value.is_list()) return out_.Append("[]");
    if (value.is_double()) return PrintNumber(value.as_double(), &out_);
    PrintJson(value, JsonStyle(), &out_, &meter_);
  }

  Writer& out_;
  Meter& meter_;
  std::vector<Open> open_;
};

}  // namespace

void PrintYaml(const Value& value, Writer* out, Meter* meter) noexcept {
  YamlPrinter(out, meter).Run(value);
}

}  // namespace galley
