// Methods of strings that look for a part: find, count, replace, partition, ...
// Positions count code points.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/utf8.h"
#include "engine/library/arguments.h"
#include "engine/library/find.h"
#include "engine/library/string_methods.h"

namespace galley {
namespace {

// The part of a string that `start` and `end` choose.
struct Slice {
  std::string_view text;
  size_t first = 0;      // its position, in code points
  bool outside = false;  // it starts behind the end, or ends before its start
};

// A position as Python takes it: counted from the end where negative; none is
// `absent`.
bool ReadPosition(CallContext& cx, const ArgumentName& name, const Value& given, int64_t length,
                  int64_t absent, int64_t* out) {
  *out = absent;
  if (given.is_none()) return true;
  if (!ReadInteger(cx, name, given, out)) return false;
  if (*out < 0) *out = std::max<int64_t>(*out + length, 0);
  return true;
}

// args are the string, the part, `start` and `end`.
bool ReadSlice(CallContext& cx, std::string_view method, std::span<const Value> args,
               Slice* slice) {
  const std::string_view text = args[0].as_string();
  *slice = {text};
  if (args[2].is_none() && args[3].is_none()) return true;

  if (!cx.meter().StepBytes(text.size())) return false;
  const auto length = static_cast<int64_t>(CountCodePoints(text));
  int64_t start;
  int64_t end;
  if (!ReadPosition(cx, {method, "start"}, args[2], length, 0, &start)) return false;
  if (!ReadPosition(cx, {method, "end"}, args[3], length, length, &end)) return false;
  end = std::min(end, length);
  slice->outside = start > end;
  if (slice->outside) return true;
  const size_t begin = CodePointOffset(text, static_cast<size_t>(start));
  const std::string_view rest = text.substr(begin);
  slice->text = rest.substr(0, CodePointOffset(rest, static_cast<size_t>(end - start)));
  slice->first = static_cast<size_t>(start);
  return true;
}

enum class From : uint8_t { kStart, kEnd };

// The position of a part in code points, or -1.  Not set after a failure.
bool FindPart(CallContext& cx, std::string_view method, std::span<const Value> args, From from,
              int64_t* position) {
  std::string_view part;
  Slice slice;
  if (!ReadString(cx, {method, "sub"}, args[1], &part)) return false;
  if (!ReadSlice(cx, method, args, &slice)) return false;
  *position = -1;
  if (slice.outside) return true;

  if (!PayPerCharacter(cx, slice.text.size() + part.size())) return false;
  size_t offset = from == From::kStart ? 0 : slice.text.size();
  if (!part.empty()) {
    offset = from == From::kStart ? FindFirst(slice.text, part) : FindLast(slice.text, part);
  }
  if (offset == kNotFound) return true;
  const size_t before = CountCodePoints(slice.text.substr(0, offset));
  *position = static_cast<int64_t>(slice.first + before);
  return true;
}

Value Find(CallContext& cx, std::string_view method, std::span<const Value> args, From from) {
  int64_t position;
  if (!FindPart(cx, method, args, from, &position)) return Value();
  return Value::Int(position);
}

Value Index(CallContext& cx, std::string_view method, std::span<const Value> args, From from) {
  int64_t position;
  if (!FindPart(cx, method, args, from, &position)) return Value();
  if (position >= 0) return Value::Int(position);
  std::string message = "`";
  message.append(method).append("` did not find ").append(DescribeValue(args[1]));
  return cx.FailType(message.append(" in ").append(DescribeValue(args[0])));
}

// `startswith` and `endswith` take one string or a tuple of them.
template <class Matches>
Value MatchesAny(CallContext& cx, std::string_view method, std::span<const Value> args,
                 Matches matches) {
  Slice slice;
  const std::span<const Value> choices =
      args[1].is_tuple() ? args[1].items() : std::span<const Value>(&args[1], 1);
  if (!args[1].is_tuple() && !args[1].is_string()) {
    return FailArgument(cx, {method, "prefix"}, "a string or a tuple of strings", args[1]);
  }
  if (!ReadSlice(cx, method, args, &slice)) return Value();
  for (const Value& choice : choices) {
    std::string_view part;
    if (!ReadString(cx, {method, "prefix"}, choice, &part)) return Value();
    if (!cx.meter().Step() || !cx.meter().StepBytes(part.size())) return Value();
    if (!slice.outside && matches(slice.text, part)) return Value::Bool(true);
  }
  return Value::Bool(false);
}

Value Part(std::string_view text, const Value& whole) noexcept {
  return Value::String(text, whole.safe_mark());
}

Value Partition(CallContext& cx, std::string_view method, std::span<const Value> args, From from) {
  const Value& whole = args[0];
  // Markup escapes what it looks for, whatever that is.
  const Value separator = whole.is_safe() ? Escape(cx, args[1]) : args[1];
  std::string_view part;
  if (cx.stopped() || !ReadString(cx, {method, "sep"}, separator, &part)) return Value();
  if (part.empty()) return cx.FailType("`sep` of `" + std::string(method) + "` is empty");
  if (!PayPerCharacter(cx, uint64_t{whole.size()} + part.size())) return Value();

  const std::string_view text = whole.as_string();
  const size_t at = from == From::kStart ? FindFirst(text, part) : FindLast(text, part);
  const bool found = at != kNotFound;
  const size_t begin = found ? at : from == From::kStart ? text.size() : 0;
  const size_t end = found ? at + part.size() : begin;
  const Value parts[] = {Part(text.substr(0, begin), whole), found ? separator : Part("", whole),
                         Part(text.substr(end), whole)};
  return cx.heap().NewTuple(parts);
}

// `new_part` before the first `count` characters, and after the last where
// there are fewer.
void ReplaceNothing(std::string_view text, std::string_view new_part, uint64_t count,
                    HeapWriter* out) noexcept {
  size_t at = 0;
  for (; count > 0 && !out->overflowed(); --count) {
    out->Append(new_part);
    if (at == text.size()) return;
    const size_t size = DecodeUtf8(text, at).size;
    out->Append(text.substr(at, size));
    at += size;
  }
  out->Append(text.substr(at));
}

// One byte by another, which needs no search.
Value ReplaceByte(CallContext& cx, const Value& whole, char old_byte, char new_byte,
                  uint8_t marks) {
  const std::string_view text = whole.as_string();
  char* bytes = cx.heap().NewBytes(text.size());
  if (!bytes) return Value();
  for (size_t i = 0; i < text.size(); ++i) bytes[i] = text[i] == old_byte ? new_byte : text[i];
  return Value::String({bytes, text.size()}, marks);
}

void ReplaceFrom(std::string_view text, size_t found, std::string_view old_part,
                 std::string_view new_part, uint64_t count, HeapWriter* out) noexcept {
  size_t copied = 0;
  while (found != kNotFound && count > 0 && !out->overflowed()) {
    out->Append(text.substr(copied, found - copied));
    out->Append(new_part);
    copied = found + old_part.size();
    found = --count > 0 ? FindFirst(text, old_part, copied) : kNotFound;
  }
  out->Append(text.substr(copied));
}

}  // namespace

Value StrCount(CallContext& cx, std::span<const Value> args) {
  std::string_view part;
  Slice slice;
  if (!ReadString(cx, {"count", "sub"}, args[1], &part)) return Value();
  if (!ReadSlice(cx, "count", args, &slice)) return Value();
  if (slice.outside) return Value::Int(0);
  if (!PayPerCharacter(cx, slice.text.size() + part.size())) return Value();
  if (part.empty()) return Value::Int(static_cast<int64_t>(CountCodePoints(slice.text)) + 1);
  int64_t count = 0;
  for (size_t at = FindFirst(slice.text, part); at != kNotFound;
       at = FindFirst(slice.text, part, at + part.size())) {
    if (!cx.meter().Step()) return Value();
    ++count;
  }
  return Value::Int(count);
}

Value StrEndswith(CallContext& cx, std::span<const Value> args) {
  return MatchesAny(cx, "endswith", args, [](std::string_view text, std::string_view part) {
    return text.ends_with(part);
  });
}

Value StrFind(CallContext& cx, std::span<const Value> args) {
  return Find(cx, "find", args, From::kStart);
}

Value StrIndex(CallContext& cx, std::span<const Value> args) {
  return Index(cx, "index", args, From::kStart);
}

Value StrPartition(CallContext& cx, std::span<const Value> args) {
  return Partition(cx, "partition", args, From::kStart);
}

Value StrRemoveprefix(CallContext& cx, std::span<const Value> args) {
  std::string_view prefix;
  if (!ReadString(cx, {"removeprefix", "prefix"}, args[1], &prefix)) return Value();
  if (!cx.meter().StepBytes(prefix.size())) return Value();
  std::string_view text = args[0].as_string();
  if (text.starts_with(prefix)) text.remove_prefix(prefix.size());
  return Value::String(text);
}

Value StrRemovesuffix(CallContext& cx, std::span<const Value> args) {
  std::string_view suffix;
  if (!ReadString(cx, {"removesuffix", "suffix"}, args[1], &suffix)) return Value();
  if (!cx.meter().StepBytes(suffix.size())) return Value();
  std::string_view text = args[0].as_string();
  if (text.ends_with(suffix)) text.remove_suffix(suffix.size());
  return Value::String(text);
}

Value StrReplace(CallContext& cx, std::span<const Value> args) {
  const Value& whole = args[0];
  const Value old_value = EscapedFor(cx, whole, args[1]);
  const Value new_value = EscapedFor(cx, whole, args[2]);
  std::string_view old_part;
  std::string_view new_part;
  int64_t limit;
  if (!ReadString(cx, {"replace", "old"}, old_value, &old_part)) return Value();
  if (!ReadString(cx, {"replace", "new"}, new_value, &new_part)) return Value();
  if (!ReadInteger(cx, {"replace", "count"}, args[3], &limit)) return Value();

  const std::string_view text = whole.as_string();
  if (!PayPerCharacter(cx, text.size() + old_part.size())) return Value();
  const uint64_t count = limit < 0 ? UINT64_MAX : static_cast<uint64_t>(limit);
  const size_t found = old_part.empty() ? 0 : FindFirst(text, old_part);
  if (found == kNotFound || count == 0) return whole;

  const uint8_t marks = whole.safe_mark();
  if (old_part.size() == 1 && new_part.size() == 1 && count >= text.size()) {
    return ReplaceByte(cx, whole, old_part[0], new_part[0], marks);
  }
  HeapWriter out(&cx.heap());
  if (old_part.empty()) {
    ReplaceNothing(text, new_part, count, &out);
  } else {
    ReplaceFrom(text, found, old_part, new_part, count, &out);
  }
  return out.Finish(marks);
}

Value StrRfind(CallContext& cx, std::span<const Value> args) {
  return Find(cx, "rfind", args, From::kEnd);
}

Value StrRindex(CallContext& cx, std::span<const Value> args) {
  return Index(cx, "rindex", args, From::kEnd);
}

Value StrRpartition(CallContext& cx, std::span<const Value> args) {
  return Partition(cx, "rpartition", args, From::kEnd);
}

Value StrStartswith(CallContext& cx, std::span<const Value> args) {
  return MatchesAny(cx, "startswith", args, [](std::string_view text, std::string_view part) {
    return text.starts_with(part);
  });
}

}  // namespace galley
