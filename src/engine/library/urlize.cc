// Words are cut off at blanks, stripped of what surrounds a link, and matched; everything is
// escaped on the way out.
#include "engine/library/urlize.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/unicode.h"
#include "base/utf8.h"
#include "engine/library/arguments.h"
#include "engine/library/find.h"
#include "engine/library/html.h"
#include "engine/library/link_pattern.h"
#include "engine/library/objects.h"
#include "engine/library/operators.h"
#include "engine/library/string_methods.h"
#include "value/map.h"

namespace galley {
namespace {

// How links are written.
struct LinkStyle {
  Value trim_limit;
  Value attributes;  // as they stand behind the address: ` rel="noopener"`
  std::span<const Value> schemes;
};

size_t Count(std::string_view text, std::string_view part) noexcept {
  size_t count = 0;
  for (size_t at = FindFirst(text, part); at != kNotFound;
       at = FindFirst(text, part, at + part.size())) {
    ++count;
  }
  return count;
}

// Takes one of `ends` off the end of `text`.
bool TakeEnd(std::string_view* text, std::span<const std::string_view> ends) noexcept {
  for (const std::string_view end : ends) {
    if (!text->ends_with(end)) continue;
    text->remove_suffix(end.size());
    return true;
  }
  return false;
}

size_t SizeOfHead(std::string_view word) noexcept {
  size_t at = 0;
  for (;;) {
    const std::string_view rest = word.substr(at);
    if (rest.starts_with('(') || rest.starts_with('<')) {
      ++at;
    } else if (rest.starts_with("&lt;")) {
      at += 4;
    } else {
      return at;
    }
  }
}

// A word without the brackets before it and the punctuation behind it.  What
// closes a bracket of the middle goes back to the middle.
std::string_view MiddleOf(std::string_view word) noexcept {
  constexpr std::string_view kEnds[] = {")", ">", ".", ",", "&gt;"};
  constexpr std::string_view kPairs[][2] = {{"(", ")"}, {"<", ">"}, {"&lt;", "&gt;"}};
  const std::string_view whole = word.substr(SizeOfHead(word));
  std::string_view middle = whole;
  while (TakeEnd(&middle, kEnds)) {
  }
  for (const auto& [open, close] : kPairs) {
    const size_t opened = Count(middle, open);
    if (opened <= Count(middle, close)) continue;
    const std::string_view tail = whole.substr(middle.size());
    size_t moved = 0;
    for (size_t i = 0; i < opened; ++i) {
      const size_t found = FindFirst(tail, close, moved);
      if (found == kNotFound) break;
      moved = found + close.size();
    }
    middle = whole.substr(0, middle.size() + moved);
  }
  return middle;
}

class LinkWriter {
 public:
  LinkWriter(CallContext& cx, const LinkStyle& style, HeapWriter* out) noexcept
      : cx_(cx), style_(style), out_(out) {}

  void AppendWord(std::string_view word) {
    const std::string_view middle = MiddleOf(word);
    const auto before = static_cast<size_t>(middle.data() - word.data());
    out_->Append(word.substr(0, before));
    AppendMiddle(middle);
    out_->Append(word.substr(before + middle.size()));
  }

 private:
  void AppendMiddle(std::string_view middle) {
    if (IsWebAddress(middle)) return AppendWebLink(middle);
    if (middle.starts_with("mailto:") && IsMailAddress(middle.substr(7))) {
      return AppendLink("", middle, "", middle.substr(7));
    }
    const bool may_be_mail = !middle.starts_with("www.") && !middle.starts_with('@');
    if (may_be_mail && middle.find(':') == kNotFound && IsMailAddress(middle)) {
      return AppendLink("mailto:", middle, "", middle);
    }
    for (const Value& scheme : style_.schemes) {
      if (!cx_.meter().Step(1 + std::min(middle.size(), size_t{scheme.size()}) / 64)) return;
      if (middle != scheme.as_string() && middle.starts_with(scheme.as_string())) {
        return AppendLink("", middle, style_.attributes.as_string(), middle);
      }
    }
    out_->Append(middle);
  }

  void AppendWebLink(std::string_view address) {
    const bool complete = address.starts_with("https://") || address.starts_with("http://");
    std::string_view shown = address;
    const bool trimmed = Trim(&shown);
    AppendLink(complete ? "" : "https://", address, style_.attributes.as_string(), shown,
               trimmed ? "..." : "");
  }

  void AppendLink(std::string_view scheme, std::string_view address, std::string_view attributes,
                  std::string_view shown, std::string_view ellipsis = "") {
    out_->Append("<a href=\"");
    out_->Append(scheme);
    out_->Append(address);
    out_->Append('"');
    out_->Append(attributes);
    out_->Append('>');
    out_->Append(shown);
    out_->Append(ellipsis);
    out_->Append("</a>");
  }

  // Cuts a text that is longer than the limit; a negative limit counts from the
  // end.
  bool Trim(std::string_view* shown) {
    if (style_.trim_limit.is_none()) return false;
    int64_t limit;
    if (!ReadInteger(cx_, {"urlize", "trim_url_limit"}, style_.trim_limit, &limit)) return false;
    const auto length = static_cast<int64_t>(CountCodePoints(*shown));
    if (length <= limit) return false;
    const int64_t kept = limit < 0 ? std::max<int64_t>(length + limit, 0) : limit;
    *shown = shown->substr(0, CodePointOffset(*shown, static_cast<size_t>(kept)));
    return true;
  }

  CallContext& cx_;
  const LinkStyle& style_;
  HeapWriter* out_;
};

// The words of `rel`, with those that every link gets, sorted and each once.
std::span<const Value> WordsOfRel(CallContext& cx, const Value& rel, bool nofollow) {
  const Value split[] = {Truth(cx, rel) ? rel : Value::String(""), Value::None(), Value::Int(-1)};
  if (!split[0].is_string()) FailArgument(cx, {"urlize", "rel"}, "a string", rel);
  if (cx.stopped()) return {};
  const Value given = StrSplit(cx, split);
  Value* words = cx.stopped() ? nullptr : cx.heap().NewItems(size_t{given.size()} + 2);
  if (!words || !cx.meter().StepBytes(rel.size())) return {};
  Value* end = std::copy(given.items().begin(), given.items().end(), words);
  *end++ = Value::String("noopener");
  if (nofollow) *end++ = Value::String("nofollow");
  const auto before = [](const Value& a, const Value& b) { return a.as_string() < b.as_string(); };
  const auto same = [](const Value& a, const Value& b) { return a.as_string() == b.as_string(); };
  std::sort(words, end, before);
  return {words, std::unique(words, end, same)};
}

Value MakeAttributes(CallContext& cx, const Value& rel, bool nofollow, const Value& target) {
  const std::span<const Value> words = WordsOfRel(cx, rel, nofollow);
  HeapWriter out(&cx.heap());
  out.Append(" rel=\"");
  for (const Value& word : words) {
    if (&word != words.data()) out.Append(' ');
    AppendEscaped(word.as_string(), &out);
  }
  out.Append('"');
  if (Truth(cx, target)) {
    out.Append(" target=\"");
    AppendEscapedValue(cx, target, &out);
    out.Append('"');
  }
  return out.Finish();
}

bool ReadSchemes(CallContext& cx, const Value& given, std::span<const Value>* schemes) {
  if (given.is_none()) return true;
  *schemes = Iterate(cx, given);
  for (const Value& scheme : *schemes) {
    if (!cx.meter().Step()) return false;
    std::string_view text;
    if (!ReadString(cx, {"urlize", "extra_schemes"}, scheme, &text)) return false;
    if (!cx.meter().StepBytes(text.size())) return false;
    if (IsSchemePrefix(text)) continue;
    cx.FailType("`extra_schemes` of `urlize` holds a text that is no scheme, as `tel:` is");
    return false;
  }
  // The check has used up a generator, so nothing is left of it for the links.
  if (IsObject(given, ObjectType::kGenerator)) *schemes = {};
  return !cx.stopped();
}

// Offsets of words and of the blanks between them.
size_t EndOfRun(std::string_view text, size_t at, bool blank) noexcept {
  while (at < text.size()) {
    const CodePoint next = DecodeUtf8(text, at);
    if (IsSpace(next.value) != blank) break;
    at += next.size;
  }
  return at;
}

bool IsUnreserved(char byte) noexcept {
  const char lower = static_cast<char>(byte | 0x20);
  return (lower >= 'a' && lower <= 'z') || (byte >= '0' && byte <= '9') || byte == '_' ||
         byte == '.' || byte == '-' || byte == '~';
}

enum class UrlPart : uint8_t { kPath, kQuery };

// Percent-encodes what is not safe; a blank in a query is `+`.
void AppendQuoted(std::string_view text, UrlPart part, Writer* out) noexcept {
  constexpr char kDigits[] = "0123456789ABCDEF";
  for (const char byte : text) {
    if (IsUnreserved(byte) || (byte == '/' && part == UrlPart::kPath)) {
      out->Append(byte);
    } else if (byte == ' ' && part == UrlPart::kQuery) {
      out->Append('+');
    } else {
      const auto code = static_cast<unsigned char>(byte);
      const char escape[] = {'%', kDigits[code >> 4], kDigits[code & 15]};
      out->Append({escape, sizeof escape});
    }
  }
}

// Encodes one text for a URL.
void AppendQuotedValue(CallContext& cx, const Value& value, UrlPart part, HeapWriter* out) {
  const Value text = ToText(cx, value);
  if (cx.stopped() || !cx.meter().StepBytes(text.size())) return;
  AppendQuoted(text.as_string(), part, out);
}

// The pairs of a query: the items of a map, or anything that yields pairs.
bool AppendPair(CallContext& cx, const Value& key, const Value& value, HeapWriter* out) {
  if (out->size() > 0) out->Append('&');
  AppendQuotedValue(cx, key, UrlPart::kQuery, out);
  out->Append('=');
  AppendQuotedValue(cx, value, UrlPart::kQuery, out);
  return !cx.stopped() && cx.meter().Step();
}

Value EncodeMap(CallContext& cx, const Value& map) {
  HeapWriter out(&cx.heap());
  for (const auto& [key, value] : EntriesOf(map)) {
    if (!AppendPair(cx, key, value, &out)) return Value();
  }
  return out.Finish();
}

Value EncodePairs(CallContext& cx, std::span<const Value> pairs) {
  HeapWriter out(&cx.heap());
  for (const Value& pair : pairs) {
    const std::span<const Value> both = Iterate(cx, pair);
    if (cx.stopped()) return Value();
    if (both.size() != 2) {
      return cx.FailType("`urlencode` takes pairs, not " + DescribeValue(pair));
    }
    if (!AppendPair(cx, both[0], both[1], &out)) return Value();
  }
  return out.Finish();
}

}  // namespace

Value FilterUrlencode(CallContext& cx, std::span<const Value> args) {
  const Value& value = args[0];
  if (value.is_map()) return EncodeMap(cx, value);
  if (value.is_sequence() || value.is_undefined() || IsObject(value, ObjectType::kGenerator)) {
    return EncodePairs(cx, Iterate(cx, value));
  }
  HeapWriter out(&cx.heap());
  AppendQuotedValue(cx, value, UrlPart::kPath, &out);
  return out.Finish();
}

Value FilterUrlize(CallContext& cx, std::span<const Value> args) {
  LinkStyle style;
  style.trim_limit = args[1];
  style.attributes = MakeAttributes(cx, args[4], Truth(cx, args[2]), args[3]);
  if (cx.stopped() || !ReadSchemes(cx, args[5], &style.schemes)) return Value();
  const Value escaped = Escape(cx, args[0]);
  if (cx.stopped()) return Value();

  const std::string_view text = escaped.as_string();
  HeapWriter out(&cx.heap());
  LinkWriter links(cx, style, &out);
  for (size_t at = 0; at < text.size() && !cx.stopped();) {
    const size_t word = EndOfRun(text, at, /*blank=*/true);
    const size_t end = EndOfRun(text, word, /*blank=*/false);
    out.Append(text.substr(at, word - at));
    // Words are looked at several times, but never more than that.
    if (!cx.meter().Step() || !PayPerCharacter(cx, 2 * (end - word))) return Value();
    links.AppendWord(text.substr(word, end - word));
    at = end;
  }
  return out.Finish(cx.autoescape ? kSafe : kPlain);
}

}  // namespace galley
