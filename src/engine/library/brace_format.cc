// The format is read piece by piece into the writer of the result; a field is looked up,
// converted and laid out before the next is read.
#include "engine/library/brace_format.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "base/unicode.h"
#include "base/utf8.h"
#include "engine/library/ascii_text.h"
#include "engine/library/format_spec.h"
#include "engine/library/html.h"
#include "engine/library/operators.h"
#include "engine/library/string_methods.h"
#include "value/map.h"
#include "value/print.h"

namespace galley {
namespace {

// `{name!conversion:spec}`
struct Field {
  std::string_view name;
  std::string_view conversion;  // empty: none
  std::string_view spec;
};

// Reads a format piece by piece.
class FieldParser {
 public:
  FieldParser(CallContext& cx, std::string_view text) noexcept : cx_(cx), text_(text) {}

  bool done() const noexcept { return at_ == text_.size(); }

  // Sets `*literal` to the text up to the next field, or up to a brace written
  // twice, and `*found` to whether a field follows.
  bool Next(std::string_view* literal, bool* found, Field* field) {
    const size_t begin = at_;
    at_ = std::min(text_.find_first_of("{}", at_), text_.size());
    *literal = text_.substr(begin, at_ - begin);
    *found = false;
    if (done()) return true;
    const char brace = text_[at_++];
    if (!done() && text_[at_] == brace) {
      *literal = text_.substr(begin, at_ - begin);
      ++at_;
      return true;
    }
    if (brace == '}' || done()) return Fail("a single brace; one as text is written twice");
    *found = true;
    return ParseField(field);
  }

 private:
  bool Fail(std::string_view problem) {
    cx_.FailType("`format` found " + std::string(problem));
    return false;
  }

  bool ParseField(Field* field) {
    const size_t begin = at_;
    char end = 0;
    if (!SkipName(&end)) return false;
    field->name = text_.substr(begin, at_ - 1 - begin);
    if (end == '!' && !ParseConversion(field, &end)) return false;
    return end == '}' || ParseSpec(field);
  }

  // Goes behind the `}`, `:` or `!` that ends a name; brackets may hold any.
  bool SkipName(char* end) {
    while (!done()) {
      *end = text_[at_++];
      if (*end == '{') return Fail("a `{` within a field");
      if (*end == '}' || *end == ':' || *end == '!') return true;
      if (*end == '[') at_ = std::min(text_.find(']', at_), text_.size());
    }
    return Fail("a field that is not closed");
  }

  bool ParseConversion(Field* field, char* end) {
    if (done()) return Fail("a field that is not closed");
    const size_t size = DecodeUtf8(text_, at_).size;
    field->conversion = text_.substr(at_, size);
    at_ += size;
    *end = done() ? ':' : text_[at_++];
    return *end == ':' || *end == '}' || Fail("something else than `:` behind a conversion");
  }

  bool ParseSpec(Field* field) {
    const size_t begin = at_;
    for (size_t open = 1; !done(); ++at_) {
      if (text_[at_] == '{') ++open;
      if (text_[at_] != '}' || --open > 0) continue;
      field->spec = text_.substr(begin, at_ - begin);
      ++at_;
      return true;
    }
    return Fail("a field that is not closed");
  }

  CallContext& cx_;
  std::string_view text_;
  size_t at_ = 0;
};

// Sets `*number` where all of `text` are decimal digits; false where they are too
// many.
bool ParseIndex(std::string_view text, bool* is_number, int64_t* number) noexcept {
  *is_number = false;
  *number = 0;
  for (size_t at = 0; at < text.size();) {
    const CodePoint next = DecodeUtf8(text, at);
    const int digit = DecimalValue(next.value);
    if (digit < 0) return true;
    if (*number > (std::numeric_limits<int64_t>::max() - digit) / 10) return false;
    *number = *number * 10 + digit;
    at += next.size;
  }
  *is_number = !text.empty();
  return true;
}

bool AllDigits(std::string_view text) noexcept {
  for (size_t at = 0; at < text.size();) {
    const CodePoint next = DecodeUtf8(text, at);
    if (!HasProperty(next.value, kCharDigit)) return false;
    at += next.size;
  }
  return !text.empty();
}

class BraceFormatter {
 public:
  // `named` is the map of named values, or whatever `format_map` was given.
  BraceFormatter(CallContext& cx, const Value& format, std::span<const Value> values,
                 const Value& named) noexcept
      : cx_(cx),
        format_(format),
        values_(values),
        named_(named),
        escape_(format.is_safe()),
        marks_(format.safe_mark()) {}

  Value Format() {
    HeapWriter out(&cx_.heap());
    if (!Expand<2>(format_.as_string(), &out) || cx_.stopped()) return Value();
    return out.Finish(marks_);
  }

 private:
  // How the fields without a name are numbered, once that is known.
  enum class Numbering : uint8_t { kOpen, kAutomatic, kManual };

  bool Fail(std::string message) {
    cx_.FailType("`format` " + std::move(message));
    return false;
  }

  // Writes `text` with its fields replaced.  A specification may hold fields too,
  // whose own may not.
  template <int kDepth>
  bool Expand(std::string_view text, HeapWriter* out) {
    FieldParser parser(cx_, text);
    if (!cx_.meter().StepBytes(text.size())) return false;
    while (!parser.done()) {
      std::string_view literal;
      bool found;
      Field field;
      if (!cx_.meter().Step() || !parser.Next(&literal, &found, &field)) return false;
      out->Append(literal);
      if (!found) continue;
      if constexpr (kDepth == 0) {
        return Fail("found fields nested too deep");
      } else {
        if (!ExpandField<kDepth>(field, out)) return false;
      }
    }
    return true;
  }

  template <int kDepth>
  bool ExpandField(const Field& field, HeapWriter* out) {
    Value value;
    if (!FindField(field.name, &value) || !Convert(field.conversion, &value)) return false;
    std::string_view spec = field.spec;
    if (spec.find_first_of("{}") != std::string_view::npos) {
      HeapWriter expanded(&cx_.heap());
      if (!Expand<kDepth - 1>(spec, &expanded)) return false;
      spec = expanded.Finish().as_string();
      if (cx_.stopped()) return false;
    }
    return escape_ ? AppendEscapedField(value, spec, out) : AppendFormatted(cx_, value, spec, out);
  }

  // Markup prints as it is, and takes no specification; all else is escaped.
  bool AppendEscapedField(const Value& value, std::string_view spec, HeapWriter* out) {
    if (value.is_safe()) {
      if (!spec.empty()) return Fail("knows no format specification for markup");
      out->Append(value.as_string());
      return true;
    }
    // To Jinja2 a chainable undefined has the method that markup formats with, and
    // calling it fails.
    if (PassesForMarkup(cx_, value)) return cx_.FailUndefined(value), false;
    HeapWriter text(&cx_.heap());
    if (!AppendFormatted(cx_, value, spec, &text)) return false;
    const Value plain = text.Finish();
    if (cx_.stopped() || !cx_.meter().StepBytes(plain.size())) return false;
    AppendEscaped(plain.as_string(), out);
    return true;
  }

  bool Convert(std::string_view conversion, Value* value) {
    if (conversion.empty()) return true;
    if (conversion == "s") {
      const Value text = ToText(cx_, *value);
      if (cx_.stopped()) return false;
      // str() of markup is no markup.
      *value = Value::String(text.as_string());
      return true;
    }
    if (conversion != "r" && conversion != "a") return Fail("found an unknown conversion");
    HeapWriter repr(&cx_.heap());
    PrintRepr(*value, &repr, &cx_.meter());
    *value = repr.Finish();
    if (conversion == "a" && !cx_.stopped()) *value = ToAscii(cx_, *value);
    return !cx_.stopped();
  }

  // The value of a field by its name: `0`, `user.name`, `rows[2][title]`, or
  // nothing for the next one.
  bool FindField(std::string_view name, Value* value) {
    if (name.empty()) {
      if (numbering_ == Numbering::kManual) return FailNumbering();
      numbering_ = Numbering::kAutomatic;
      return FindPositional(static_cast<int64_t>(next_++), value);
    }
    if (AllDigits(name)) {
      if (numbering_ == Numbering::kAutomatic) return FailNumbering();
      numbering_ = Numbering::kManual;
    }
    if (!cx_.meter().StepBytes(name.size())) return false;
    const size_t end = std::min(name.find_first_of(".["), name.size());
    return FindFirstPart(name.substr(0, end), value) && FollowPath(name.substr(end), value);
  }

  bool FailNumbering() { return Fail("found fields with and without numbers"); }
  bool FailTooLarge() { return Fail("found a number that is too large"); }

  bool FindPositional(int64_t index, Value* value) {
    if (static_cast<uint64_t>(index) >= values_.size()) {
      return Fail("got fewer values than it has fields");
    }
    *value = values_[static_cast<size_t>(index)];
    return true;
  }

  bool FindFirstPart(std::string_view name, Value* value) {
    bool is_number;
    int64_t index;
    if (!ParseIndex(name, &is_number, &index)) return FailTooLarge();
    if (is_number) return FindPositional(index, value);
    if (named_.is_undefined()) {
      *value = named_;
      const bool chains = cx_.PolicyFor(named_) == UndefinedPolicy::kChainable;
      return chains || (cx_.FailUndefined(named_), false);
    }
    const bool can_find = named_.is_map() && cx_.meter().StepBytes(name.size());
    const Value* found = can_find ? FindItem(named_, name) : nullptr;
    if (!found) return Fail("got no value for a named field");
    *value = *found;
    return true;
  }

  // `path` is what follows the first part: `.name` and `[key]` in any order.
  bool FollowPath(std::string_view path, Value* value) {
    while (!path.empty()) {
      if (!cx_.meter().Step()) return false;
      const bool attribute = path[0] == '.';
      if (!attribute && path[0] != '[') return Fail("found a field with text behind `]`");
      const size_t end =
          attribute ? std::min(path.find_first_of(".[", 1), path.size()) : path.find(']');
      if (end == std::string_view::npos) return Fail("found a field that lacks a `]`");
      const std::string_view key = path.substr(1, end - 1);
      if (key.empty()) return Fail("found a field with an empty name or key");
      if (!(attribute ? FollowAttribute(key, value) : FollowItem(key, value))) return false;
      path.remove_prefix(attribute ? end : end + 1);
    }
    return true;
  }

  // Keys are part of the format, and as well known as it.
  Value KeyOf(std::string_view name) const noexcept { return Value(format_).WithText(name); }

  bool FollowAttribute(std::string_view name, Value* value) {
    if (value->is_map()) return FollowItemOf(KeyOf(name), value);
    *value = WithoutMethods(GetAttribute(cx_, *value, KeyOf(name)));
    return !cx_.stopped();
  }

  bool FollowItem(std::string_view key, Value* value) {
    bool is_number;
    int64_t index;
    if (!ParseIndex(key, &is_number, &index)) return FailTooLarge();
    return FollowItemOf(is_number ? Value::Int(index) : KeyOf(key), value);
  }

  bool FollowItemOf(const Value& key, Value* value) {
    *value = WithoutMethods(GetItem(cx_, *value, key));
    return !cx_.stopped();
  }

  static Value WithoutMethods(const Value& value) noexcept {
    return value.is_function() ? Value() : value;
  }

  CallContext& cx_;
  const Value& format_;
  std::span<const Value> values_;
  Value named_;
  bool escape_;
  uint8_t marks_;
  Numbering numbering_ = Numbering::kOpen;
  size_t next_ = 0;
};

}  // namespace

Value StrFormat(CallContext& cx, std::span<const Value> args) {
  const std::span<const Value> values = args.subspan(1, args.size() - 2);
  return BraceFormatter(cx, args[0], values, args.back()).Format();
}

Value StrFormatMap(CallContext& cx, std::span<const Value> args) {
  return BraceFormatter(cx, args[0], {}, args[1]).Format();
}

}  // namespace galley
