// Filters that lay text out: center, indent, truncate, wordwrap; and wordcount.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/unicode.h"
#include "base/utf8.h"
#include "engine/library/arguments.h"
#include "engine/library/families.h"
#include "engine/library/html.h"
#include "engine/library/operators.h"
#include "engine/library/string_methods.h"
#include "engine/library/wordwrap.h"
#include "value/convert.h"

namespace galley {
namespace {

Value FilterCenter(CallContext& cx, std::span<const Value> args) {
  const Value method[] = {ToText(cx, args[0]), args[1], Value::String(" ")};
  return cx.stopped() ? Value() : StrCenter(cx, method);
}

// The lines of a text, with an empty last one where it ends with a line break.
Value LinesOf(CallContext& cx, const Value& text) {
  const Value split[] = {text, Value::Bool(false)};
  return StrSplitlines(cx, split);
}

bool EndsWithLineBreak(std::string_view text) noexcept {
  // A `\r` and the `\n` that would follow it are one line break.
  if (text.empty() || text.back() == '\r') return text.empty();
  size_t at = text.size() - 1;
  while (IsContinuation(text[at])) --at;
  return HasProperty(DecodeUtf8(text, at).value, kCharLineBreak);
}

// What `indent` writes before a line.
struct Indention {
  Value text;
  uint64_t blanks = 0;  // instead of the text
};

bool ReadIndention(CallContext& cx, const Value& width, Indention* indention) {
  indention->text = Value::String("");
  if (width.is_undefined()) return cx.FailUndefined(width), false;
  if (width.is_string()) {
    indention->text = width;
    return true;
  }
  int64_t blanks;
  if (!ReadInteger(cx, {"indent", "width"}, width, &blanks)) return false;
  indention->blanks = static_cast<uint64_t>(std::max<int64_t>(blanks, 0));
  return true;
}

class Indenter {
 public:
  Indenter(CallContext& cx, const Value& text, const Indention& indention) noexcept
      : cx_(cx),
        text_(text),
        indention_(indention),
        escapes_(indention.text.is_safe() && !text.is_safe()),
        out_(&cx.heap()) {}

  Value Indent(bool first, bool blank) {
    const Value lines = LinesOf(cx_, text_);
    if (cx_.stopped()) return Value();
    // Markup before plain text makes the text markup; where blank lines stay
    // blank, Jinja2 does so only for the lines that it touches.
    const bool escapes_first = escapes_ && (first || blank);
    const bool twice = escapes_ && first && !blank;
    if (first) AppendIndention();
    const bool extra = EndsWithLineBreak(text_.as_string());
    const size_t count = lines.size() + extra;
    for (size_t i = 0; i < count && !cx_.stopped(); ++i) {
      const std::string_view line = i < lines.size() ? lines.items()[i].as_string() : "";
      if (i == 0) {
        AppendLine(line, escapes_first, false);
        continue;
      }
      out_.Append('\n');
      if (blank || !line.empty()) AppendMiddleIndention(twice);
      AppendLine(line, escapes_, twice);
    }
    return out_.Finish(Marks(first, blank));
  }

 private:
  uint8_t Marks(bool first, bool blank) const noexcept {
    const bool safe = text_.is_safe() || (escapes_ && (first || blank));
    return safe ? kSafe : kPlain;
  }

  void AppendIndention() noexcept {
    out_.Fill(' ', indention_.blanks);
    out_.Append(indention_.text.as_string());
  }

  void AppendMiddleIndention(bool escaped) noexcept {
    if (!escaped) return AppendIndention();
    AppendEscaped(indention_.text.as_string(), &out_);
  }

  void AppendLine(std::string_view line, bool escaped, bool twice) {
    if (!escaped) return out_.Append(line);
    const Value once = Escape(cx_, Value::String(line));
    if (cx_.stopped()) return;
    if (!twice) return out_.Append(once.as_string());
    AppendEscaped(once.as_string(), &out_);
  }

  CallContext& cx_;
  Value text_;
  Indention indention_;
  bool escapes_;
  HeapWriter out_;
};

Value FilterIndent(CallContext& cx, std::span<const Value> args) {
  std::string_view text;
  Indention indention;
  if (!ReadIndention(cx, args[1], &indention)) return Value();
  if (args[0].is_undefined()) return cx.FailUndefined(args[0]);
  if (!ReadString(cx, {"indent", "the value"}, args[0], &text)) return Value();
  const bool first = Truth(cx, args[2]);
  const bool blank = Truth(cx, args[3]);
  if (cx.stopped()) return Value();
  return Indenter(cx, args[0], indention).Indent(first, blank);
}

// len() of what has one.
bool ReadLength(CallContext& cx, const ArgumentName& name, const Value& value, int64_t* length) {
  *length = value.size();
  if (value.is_sequence() || value.is_map()) return true;
  if (value.is_undefined()) {
    if (cx.PolicyFor(value) == UndefinedPolicy::kStrict) cx.FailUndefined(value);
    *length = 0;
    return !cx.stopped();
  }
  if (!value.is_string()) return FailArgument(cx, name, "a string", value), false;
  *length = static_cast<int64_t>(CountCodePoints(value.as_string()));
  return cx.meter().StepBytes(value.size());
}

bool CheckNumber(CallContext& cx, const ArgumentName& name, const Value& value) {
  if (value.is_number()) return true;
  value.is_undefined() ? cx.FailUndefined(value) : FailArgument(cx, name, "a number", value);
  return false;
}

// The first `count` characters, and without `whole_words` no more than up to the
// last space among them.
Value CutText(CallContext& cx, const Value& text, int64_t count, bool cut_words) {
  const std::string_view whole = text.as_string();
  if (!cx.meter().StepBytes(whole.size())) return Value();
  std::string_view kept = whole.substr(0, CodePointOffset(whole, static_cast<size_t>(count)));
  if (!cut_words) kept = kept.substr(0, kept.rfind(' '));
  return Value::String(kept, text.safe_mark());
}

Value FilterTruncate(CallContext& cx, std::span<const Value> args) {
  const Value& text = args[0];
  const Value leeway = args[4].is_none() ? Value::Int(5) : args[4];
  int64_t size;
  int64_t end_size;
  if (!ReadLength(cx, {"truncate", "end"}, args[3], &end_size)) return Value();
  if (!CheckNumber(cx, {"truncate", "length"}, args[1])) return Value();
  if (!CheckNumber(cx, {"truncate", "leeway"}, leeway)) return Value();
  if (ToDouble(args[1]) < static_cast<double>(end_size)) {
    return cx.FailType("`length` of `truncate` is less than the length of `end`");
  }
  if (ToDouble(leeway) < 0) return cx.FailType("`leeway` of `truncate` is negative");
  if (!ReadLength(cx, {"truncate", "the value"}, text, &size)) return Value();
  if (static_cast<double>(size) <= ToDouble(args[1]) + ToDouble(leeway)) return text;

  int64_t length;
  if (!ReadInteger(cx, {"truncate", "length"}, args[1], &length)) return Value();
  if (!text.is_string()) return FailArgument(cx, {"truncate", "the value"}, "a string", text);
  const bool cut_words = Truth(cx, args[2]);
  if (cx.stopped()) return Value();
  const Value kept = CutText(cx, text, length - end_size, cut_words);
  return cx.stopped() ? Value() : Add(cx, kept, args[3]);
}

Value FilterWordcount(CallContext& cx, std::span<const Value> args) {
  const Value value = ToText(cx, args[0]);
  if (cx.stopped() || !PayPerCharacter(cx, value.size())) return Value();
  const std::string_view text = value.as_string();
  int64_t count = 0;
  bool inside = false;
  for (size_t at = 0; at < text.size();) {
    const CodePoint next = DecodeUtf8(text, at);
    const bool word = IsWordCharacter(next.value);
    count += word && !inside;
    inside = word;
    at += next.size;
  }
  return Value::Int(count);
}

// Writes the wrapped lines of one paragraph.
void AppendParagraph(CallContext& cx, const Value& paragraph, const WrapStyle& style,
                     const Value& separator, HeapWriter* out) {
  WordWrapper wrapper(paragraph.as_string(), style);
  std::string_view line;
  for (bool first = true; wrapper.Next(&line) && !out->overflowed(); first = false) {
    if (!cx.meter().Step()) return;
    if (!first) out->Append(separator.as_string());
    if (separator.is_safe()) {
      AppendEscaped(line, out);
    } else {
      out->Append(line);
    }
  }
}

Value FilterWordwrap(CallContext& cx, std::span<const Value> args) {
  const Value& text = args[0];
  const Value separator = args[3].is_none() ? Value::String(cx.policy().newline) : args[3];
  WrapStyle style;
  std::string_view unused;
  if (separator.is_undefined()) return cx.FailUndefined(separator);
  if (!ReadString(cx, {"wordwrap", "wrapstring"}, separator, &unused)) return Value();
  if (text.is_undefined()) return cx.FailUndefined(text);
  if (!ReadString(cx, {"wordwrap", "the value"}, text, &unused)) return Value();
  if (!ReadInteger(cx, {"wordwrap", "width"}, args[1], &style.width)) return Value();
  style.break_long_words = Truth(cx, args[2]);
  style.break_on_hyphens = Truth(cx, args[4]);
  const Value lines = cx.stopped() ? Value() : LinesOf(cx, text);
  if (cx.stopped()) return Value();
  if (style.width <= 0 && lines.size() > 0) {
    return cx.FailType("`width` of `wordwrap` must be above 0");
  }
  // Wrapping looks at each character a few times.
  if (!PayPerCharacter(cx, 2 * uint64_t{text.size()})) return Value();
  HeapWriter out(&cx.heap());
  for (const Value& line : lines.items()) {
    if (&line != lines.items().data()) out.Append(separator.as_string());
    AppendParagraph(cx, line, style, separator, &out);
    if (cx.stopped()) return Value();
  }
  return out.Finish(separator.safe_mark());
}

constexpr Parameter kCenter[] = {{"width", Value::Int(80)}};
constexpr Parameter kIndent[] = {
    {"width", Value::Int(4)}, {"first", Value::Bool(false)}, {"blank", Value::Bool(false)}};
constexpr Parameter kTruncate[] = {{"length", Value::Int(255)},
                                   {"killwords", Value::Bool(false)},
                                   {"end", Value::String("...")},
                                   {"leeway", Value::None()}};
constexpr Parameter kWordwrap[] = {{"width", Value::Int(79)},
                                   {"break_long_words", Value::Bool(true)},
                                   {"wrapstring", Value::None()},
                                   {"break_on_hyphens", Value::Bool(true)}};

constexpr Builtin kFilters[] = {
    {"center", FilterCenter, kCenter},       {"indent", FilterIndent, kIndent},
    {"truncate", FilterTruncate, kTruncate}, {"wordcount", FilterWordcount, {}},
    {"wordwrap", FilterWordwrap, kWordwrap},
};

}  // namespace

std::span<const Builtin> TextFilters() noexcept { return kFilters; }

}  // namespace galley
