// Methods of strings that pad them to a width.  Widths count code points, and
// the writer refuses a result over the limit before it asks for memory.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/utf8.h"
#include "engine/library/arguments.h"
#include "engine/library/string_methods.h"

namespace galley {
namespace {

// `count` times the character `fill`.
void AppendFill(CallContext& cx, std::string_view fill, uint64_t count, Writer* out) {
  if (fill.size() == 1) return out->Fill(fill[0], count);
  // What is hopeless is not begun.
  if (!cx.meter().FitsString(count) || !PayPerCharacter(cx, count * fill.size())) return;
  for (; count > 0 && !out->overflowed(); --count) out->Append(fill);
}

struct Padding {
  Value fill;
  uint64_t total = 0;
  int64_t width = 0;
};

// args are the string, `width` and the character to fill with.
bool ReadPadding(CallContext& cx, std::string_view method, std::span<const Value> args,
                 Padding* padding) {
  padding->fill = EscapedFor(cx, args[0], args[2]);
  std::string_view fill;
  if (!ReadInteger(cx, {method, "width"}, args[1], &padding->width)) return false;
  if (!ReadString(cx, {method, "fillchar"}, padding->fill, &fill)) return false;
  if (fill.empty() || DecodeUtf8(fill, 0).size != fill.size()) {
    FailArgument(cx, {method, "fillchar"}, "one character", padding->fill);
    return false;
  }
  if (!cx.meter().StepBytes(args[0].size())) return false;
  const auto length = static_cast<int64_t>(CountCodePoints(args[0].as_string()));
  if (padding->width > length) padding->total = static_cast<uint64_t>(padding->width - length);
  return true;
}

Value Pad(CallContext& cx, const Value& text, const Padding& padding, uint64_t left) {
  if (padding.total == 0) return text;
  HeapWriter out(&cx.heap());
  AppendFill(cx, padding.fill.as_string(), left, &out);
  out.Append(text.as_string());
  AppendFill(cx, padding.fill.as_string(), padding.total - left, &out);
  return out.Finish(text.safe_mark());
}

}  // namespace

Value StrCenter(CallContext& cx, std::span<const Value> args) {
  Padding padding;
  if (!ReadPadding(cx, "center", args, &padding)) return Value();
  // Of an odd padding the larger half goes left where the width is odd.
  const uint64_t odd = padding.total & static_cast<uint64_t>(padding.width) & 1;
  return Pad(cx, args[0], padding, padding.total / 2 + odd);
}

Value StrExpandtabs(CallContext& cx, std::span<const Value> args) {
  int64_t size;
  if (!ReadInteger(cx, {"expandtabs", "tabsize"}, args[1], &size)) return Value();
  if (size > std::numeric_limits<int32_t>::max() || size < std::numeric_limits<int32_t>::min()) {
    return cx.FailType("`tabsize` of `expandtabs` does not fit 32 bits");
  }
  const std::string_view text = args[0].as_string();
  if (!cx.meter().StepBytes(text.size())) return Value();
  if (text.find('\t') == std::string_view::npos) return args[0];

  const uint64_t step = size > 0 ? static_cast<uint64_t>(size) : 0;
  HeapWriter out(&cx.heap());
  uint64_t column = 0;
  for (const char byte : text) {
    if (byte == '\t') {
      const uint64_t blanks = step > 0 ? step - column % step : 0;
      out.Fill(' ', blanks);
      column += blanks;
      if (out.overflowed()) return Value();
      continue;
    }
    out.Append(byte);
    if (byte == '\n' || byte == '\r') {
      column = 0;
    } else {
      column += !IsContinuation(byte);
    }
  }
  return out.Finish(args[0].safe_mark());
}

Value StrLjust(CallContext& cx, std::span<const Value> args) {
  Padding padding;
  if (!ReadPadding(cx, "ljust", args, &padding)) return Value();
  return Pad(cx, args[0], padding, 0);
}

Value StrRjust(CallContext& cx, std::span<const Value> args) {
  Padding padding;
  if (!ReadPadding(cx, "rjust", args, &padding)) return Value();
  return Pad(cx, args[0], padding, padding.total);
}

Value StrZfill(CallContext& cx, std::span<const Value> args) {
  const Value filled[] = {args[0], args[1], Value::String("0")};
  Padding padding;
  if (!ReadPadding(cx, "zfill", filled, &padding)) return Value();
  if (padding.total == 0) return args[0];

  std::string_view text = args[0].as_string();
  HeapWriter out(&cx.heap());
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) {
    out.Append(text[0]);
    text.remove_prefix(1);
  }
  out.Fill('0', padding.total);
  out.Append(text);
  return out.Finish(args[0].safe_mark());
}

}  // namespace galley
