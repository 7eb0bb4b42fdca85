// Values as Python's str and repr write them.

#include "base/checked.h"
#include "base/small_stack.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "value/function.h"
#include "value/map.h"
#include "value/print.h"
#include "value/range.h"

namespace galley {
namespace {

// A container being printed.  A map is a row of keys and values in turn.
struct OpenContainer {
  Value container;
  const Value* next;
  const Value* end;
};

void AppendHex(char letter, char32_t code_point, int digits, Writer* out) noexcept {
  constexpr char kDigits[] = "0123456789abcdef";
  char escape[10] = {'\\', letter};
  for (int i = 0; i < digits; ++i) {
    escape[2 + i] = kDigits[code_point >> (4 * (digits - 1 - i)) & 15];
  }
  out->Append({escape, static_cast<size_t>(2 + digits)});
}

void AppendEscape(char32_t code_point, Writer* out) noexcept {
  if (code_point == '\n') return out->Append("\\n");
  if (code_point == '\r') return out->Append("\\r");
  if (code_point == '\t') return out->Append("\\t");
  if (code_point < 0x100) return AppendHex('x', code_point, 2, out);
  if (code_point < 0x10000) return AppendHex('u', code_point, 4, out);
  AppendHex('U', code_point, 8, out);
}

void AppendQuoted(std::string_view text, Writer* out) noexcept {
  const bool has_single = text.find('\'') != std::string_view::npos;
  const bool has_double = text.find('"') != std::string_view::npos;
  const char quote = has_single && !has_double ? '"' : '\'';
  out->Append(quote);
  size_t plain = 0;  // where the run that needs no escape began
  for (size_t at = 0; at < text.size();) {
    const CodePoint point = DecodeUtf8(text, at);
    const bool backslash = point.value == '\\' || point.value == static_cast<unsigned char>(quote);
    if (backslash || !IsPrintable(point.value)) {
      out->Append(text.substr(plain, at - plain));
      plain = at + (backslash ? 0 : point.size);
      backslash ? out->Append('\\') : AppendEscape(point.value, out);
    }
    at += point.size;
  }
  out->Append(text.substr(plain));
  out->Append(quote);
}

void AppendString(const Value& string, Writer* out, Meter* meter) noexcept {
  if (!meter->StepBytes(string.size())) return;
  if (!string.is_safe()) return AppendQuoted(string.as_string(), out);
  out->Append("Markup(");
  AppendQuoted(string.as_string(), out);
  out->Append(')');
}

// `range(0, 10, 2)`
void AppendRange(const Value& range, Writer* out) noexcept {
  const RangeBounds bounds = BoundsOf(range);
  out->Append("range(");
  PrintInt(bounds.start, out);
  out->Append(", ");
  PrintInt(bounds.stop, out);
  if (bounds.step != 1) {
    out->Append(", ");
    PrintInt(bounds.step, out);
  }
  out->Append(')');
}

void AppendScalar(const Value& value, Writer* out, Meter* meter) noexcept {
  switch (value.kind()) {
    case Kind::kUndefined:
      return out->Append("Undefined");
    case Kind::kNone:
      return out->Append("None");
    case Kind::kBool:
      return out->Append(value.as_bool() ? "True" : "False");
    case Kind::kInt:
      return PrintInt(value.as_int(), out);
    case Kind::kDouble:
      return PrintDoublePython(value.as_double(), out);
    case Kind::kString:
      return AppendString(value, out, meter);
    case Kind::kFunction:
      if (value.function()->bare) return out->Append(value.function()->name);
      out->Append("<function ");
      out->Append(value.function()->name);
      return out->Append('>');
    default:
      return;
  }
}

// A map, or a function that holds one and prints around it.
bool HasEntries(const Value& container) noexcept {
  return container.is_map() || container.is_function();
}

std::string_view Opening(const Value& container) noexcept {
  if (HasEntries(container)) return "{";
  if (container.is_tuple()) return "(";
  switch (container.form()) {
    case ListForm::kKeys:
      return "dict_keys([";
    case ListForm::kValues:
      return "dict_values([";
    case ListForm::kItems:
      return "dict_items([";
    default:
      return "[";
  }
}

std::string_view Closing(const Value& container) noexcept {
  if (container.is_function()) return "}>";
  if (container.is_map()) return "}";
  if (container.is_tuple()) return container.size() == 1 ? ",)" : ")";
  return container.form() == ListForm::kPlain ? "]" : "])";
}

std::string_view Separator(const OpenContainer& open) noexcept {
  const Value& container = open.container;
  if (!HasEntries(container)) return open.next == container.items().data() ? "" : ", ";
  const Value& map = container.is_map() ? container : *container.function()->holds;
  const auto index = open.next - FlatEntriesOf(map).data();
  return index == 0 ? "" : index % 2 == 1 ? ": " : ", ";
}

class Printer {
 public:
  Printer(Writer* out, Meter* meter) noexcept : out_(out), meter_(meter) {}

  void Print(const Value& value) noexcept {
    Start(value);
    while (!stack_.empty() && !out_->overflowed()) {
      OpenContainer& open = stack_.top();
      if (open.next == open.end) {
        out_->Append(Closing(open.container));
        stack_.Pop();
        continue;
      }
      if (!meter_->Step()) return;
      out_->Append(Separator(open));
      Start(*open.next++);
    }
  }

 private:
  // Prints a scalar, or opens a container.
  void Start(const Value& value) noexcept {
    if (IsRange(value)) return AppendRange(value, out_);
    if (value.is_list() && value.form() == ListForm::kGenerator) {
      return out_->Append("<generator object>");
    }
    if (value.is_function() && value.function()->holds) return StartHolder(value);
    if (!value.is_sequence() && !value.is_map()) return AppendScalar(value, out_, meter_);
    Open(value, value.is_map() ? FlatEntriesOf(value) : value.items());
  }

  void StartHolder(const Value& value) noexcept {
    out_->Append('<');
    out_->Append(value.function()->name);
    out_->Append(' ');
    Open(value, FlatEntriesOf(*value.function()->holds));
  }

  void Open(const Value& value, std::span<const Value> items) noexcept {
    out_->Append(Opening(value));
    if (!stack_.Push({value, items.data(), items.data() + items.size()})) {
      meter_->Stop(Exhausted::kMemory);
      stack_.Truncate(0);
    }
  }

  Writer* out_;
  Meter* meter_;
  SmallStack<OpenContainer> stack_;
};

}  // namespace

void PrintStr(const Value& value, Writer* out, Meter* meter) noexcept {
  if (value.is_undefined()) return;
  if (!value.is_string()) return PrintRepr(value, out, meter);
  if (meter->StepBytes(value.size())) out->Append(value.as_string());
}

void PrintRepr(const Value& value, Writer* out, Meter* meter) noexcept {
  Printer(out, meter).Print(value);
}

}  // namespace galley
