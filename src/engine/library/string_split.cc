// Methods of strings that take them apart or put them together.  The parts are
// views of the string.

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/unicode.h"
#include "base/utf8.h"
#include "engine/library/arguments.h"
#include "engine/library/character_set.h"
#include "engine/library/find.h"
#include "engine/library/html.h"
#include "engine/library/string_methods.h"

namespace galley {
namespace {

// The offset of the character that ends before `end`, which is not 0.
size_t CharacterBefore(std::string_view text, size_t end) noexcept {
  do {
    --end;
  } while (IsContinuation(text[end]));
  return end;
}

// The first offset from `at` on where a character is not `in`.
template <class In>
size_t SkipForward(std::string_view text, size_t at, In in) noexcept {
  while (at < text.size()) {
    const CodePoint next = DecodeUtf8(text, at);
    if (!in(next.value)) break;
    at += next.size;
  }
  return at;
}

// The offset behind the last character before `end` that is not `in`.
template <class In>
size_t SkipBackward(std::string_view text, size_t end, In in) noexcept {
  while (end > 0) {
    const size_t before = CharacterBefore(text, end);
    if (!in(DecodeUtf8(text, before).value)) break;
    end = before;
  }
  return end;
}

// Objects, so that the loops above are made for them and call nothing.
constexpr auto kIsSpace = [](char32_t code_point) noexcept { return IsSpace(code_point); };
constexpr auto kIsNotSpace = [](char32_t code_point) noexcept { return !IsSpace(code_point); };

// The walkers below call `part(begin, end)` for each part in the order in which
// they find them.  `most` is how many splits are allowed.

template <class Part>
void WalkWords(std::string_view text, uint64_t most, Part part) noexcept {
  for (size_t at = SkipForward(text, 0, kIsSpace); at < text.size();) {
    const size_t end = most-- > 0 ? SkipForward(text, at, kIsNotSpace) : text.size();
    part(at, end);
    at = SkipForward(text, end, kIsSpace);
  }
}

template <class Part>
void WalkWordsBackward(std::string_view text, uint64_t most, Part part) noexcept {
  for (size_t end = SkipBackward(text, text.size(), kIsSpace); end > 0;) {
    const size_t at = most-- > 0 ? SkipBackward(text, end, kIsNotSpace) : 0;
    part(at, end);
    end = SkipBackward(text, at, kIsSpace);
  }
}

template <class Part>
void WalkFields(std::string_view text, std::string_view separator, uint64_t most,
                Part part) noexcept {
  size_t at = 0;
  for (; most > 0; --most) {
    const size_t found = FindFirst(text, separator, at);
    if (found == kNotFound) break;
    part(at, found);
    at = found + separator.size();
  }
  part(at, text.size());
}

template <class Part>
void WalkFieldsBackward(std::string_view text, std::string_view separator, uint64_t most,
                        Part part) noexcept {
  size_t end = text.size();
  for (; most > 0; --most) {
    const size_t found = FindLast(text.substr(0, end), separator);
    if (found == kNotFound) break;
    part(found + separator.size(), end);
    end = found;
  }
  part(0, end);
}

bool IsLineBreak(char32_t code_point) noexcept {
  if (code_point < 0x80) {
    return (code_point >= 0x0A && code_point <= 0x0D) || (code_point >= 0x1C && code_point <= 0x1E);
  }
  return HasProperty(code_point, kCharLineBreak);
}

bool IsNotLineBreak(char32_t code_point) noexcept { return !IsLineBreak(code_point); }

template <class Part>
void WalkLines(std::string_view text, bool keep_ends, Part part) noexcept {
  for (size_t at = 0; at < text.size();) {
    const size_t end = SkipForward(text, at, IsNotLineBreak);
    size_t next = end;
    if (end < text.size()) {
      next += text.substr(end, 2) == "\r\n" ? 2 : DecodeUtf8(text, end).size;
    }
    part(at, keep_ends ? next : end);
    at = next;
  }
}

enum class Direction : uint8_t { kForward, kBackward };

// A list of what `walk` finds in `whole`.  It walks twice, first to count, so
// that the list is made at its size.
template <class Walk>
Value ListOfParts(CallContext& cx, const Value& whole, Direction direction, Walk walk) {
  if (!PayPerCharacter(cx, 2 * uint64_t{whole.size()})) return Value();
  size_t count = 0;
  walk([&](size_t, size_t) { ++count; });
  if (count == 0) return Value::List({});
  Value* items = cx.heap().NewItems(count);
  if (!items) return Value();
  const std::string_view text = whole.as_string();
  size_t filled = 0;
  walk([&](size_t begin, size_t end) {
    const size_t at = direction == Direction::kForward ? filled : count - 1 - filled;
    items[at] = Value::String(text.substr(begin, end - begin), whole.safe_mark());
    ++filled;
  });
  return Value::List({items, count});
}

bool ReadSplit(CallContext& cx, std::string_view method, std::span<const Value> args,
               std::string_view* separator, uint64_t* most) {
  int64_t limit;
  if (!ReadInteger(cx, {method, "maxsplit"}, args[2], &limit)) return false;
  *most = limit < 0 ? UINT64_MAX : static_cast<uint64_t>(limit);
  if (args[1].is_none()) return true;
  if (!ReadString(cx, {method, "sep"}, args[1], separator)) return false;
  if (!separator->empty()) return true;
  cx.FailType("`sep` of `" + std::string(method) + "` is empty");
  return false;
}

enum Sides : uint8_t { kLeft = 1, kRight = 2 };

template <class In>
Value StripWhile(const Value& whole, uint8_t sides, In in) noexcept {
  const std::string_view text = whole.as_string();
  const size_t begin = sides & kLeft ? SkipForward(text, 0, in) : 0;
  const std::string_view rest = text.substr(begin);
  const size_t size = sides & kRight ? SkipBackward(rest, rest.size(), in) : rest.size();
  return Value::String(rest.substr(0, size), whole.safe_mark());
}

Value Strip(CallContext& cx, std::string_view method, std::span<const Value> args, uint8_t sides) {
  const Value& whole = args[0];
  Value stripped;
  if (args[1].is_none()) {
    stripped = StripWhile(whole, sides, kIsSpace);
  } else {
    const Value characters = EscapedFor(cx, whole, args[1]);
    std::string_view text;
    if (!ReadString(cx, {method, "chars"}, characters, &text)) return Value();
    if (!cx.meter().StepBytes(text.size())) return Value();
    const CharacterSet set(text, &cx.heap());
    stripped = StripWhile(whole, sides, [&](char32_t point) { return set.Contains(point); });
  }
  if (!PayPerCharacter(cx, whole.size() - stripped.size())) return Value();
  return stripped;
}

// One item of `join`: markup takes and escapes anything, a string only strings.
bool AppendJoined(CallContext& cx, const Value& separator, const Value& item, HeapWriter* out) {
  if (separator.is_safe()) {
    AppendEscapedValue(cx, item, out);
    return !cx.stopped();
  }
  std::string_view text;
  if (!ReadString(cx, {"join", "item"}, item, &text)) return false;
  out->Append(text);
  return !out->overflowed();
}

}  // namespace

Value StrJoin(CallContext& cx, std::span<const Value> args) {
  const Value& separator = args[0];
  const std::span<const Value> items = Iterate(cx, args[1]);
  if (cx.stopped() || !cx.meter().Step(items.size())) return Value();
  HeapWriter out(&cx.heap());
  for (const Value& item : items) {
    if (&item != items.data()) out.Append(separator.as_string());
    if (!AppendJoined(cx, separator, item, &out)) return Value();
  }
  return out.Finish(separator.safe_mark());
}

Value StrLstrip(CallContext& cx, std::span<const Value> args) {
  return Strip(cx, "lstrip", args, kLeft);
}

Value StrRsplit(CallContext& cx, std::span<const Value> args) {
  std::string_view separator;
  uint64_t most;
  if (!ReadSplit(cx, "rsplit", args, &separator, &most)) return Value();
  const std::string_view text = args[0].as_string();
  return ListOfParts(cx, args[0], Direction::kBackward, [&](auto part) {
    if (separator.empty()) return WalkWordsBackward(text, most, part);
    WalkFieldsBackward(text, separator, most, part);
  });
}

Value StrRstrip(CallContext& cx, std::span<const Value> args) {
  return Strip(cx, "rstrip", args, kRight);
}

Value StrSplit(CallContext& cx, std::span<const Value> args) {
  std::string_view separator;
  uint64_t most;
  if (!ReadSplit(cx, "split", args, &separator, &most)) return Value();
  const std::string_view text = args[0].as_string();
  return ListOfParts(cx, args[0], Direction::kForward, [&](auto part) {
    if (separator.empty()) return WalkWords(text, most, part);
    WalkFields(text, separator, most, part);
  });
}

Value StrSplitlines(CallContext& cx, std::span<const Value> args) {
  int64_t keep_ends;
  if (!ReadInteger(cx, {"splitlines", "keepends"}, args[1], &keep_ends)) return Value();
  const std::string_view text = args[0].as_string();
  return ListOfParts(cx, args[0], Direction::kForward,
                     [&](auto part) { WalkLines(text, keep_ends != 0, part); });
}

Value StrStrip(CallContext& cx, std::span<const Value> args) {
  return Strip(cx, "strip", args, kLeft | kRight);
}

}  // namespace galley
