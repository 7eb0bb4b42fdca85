// Values as JSON, laid out as Python's json module does.

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/json_text.h"
#include "base/small_stack.h"
#include "value/compare.h"
#include "value/map.h"
#include "value/print.h"
#include "value/scalars.h"

namespace galley {
namespace {

// A key that JSON cannot hold prints as its repr, up to this many bytes: it is
// an error anyway.
constexpr uint64_t kOddKeyLimit = 1024;

// A container being printed.
struct Open {
  Value container;
  uint32_t next;
  size_t order;  // where the order of its keys begins, if they are sorted
  bool printed;  // any of its items was
};

// The order of keys: none, then numbers, then strings, then anything else.  NaN
// is no number here, for sorting needs an order.
int Rank(const Value& key) noexcept {
  if (key.is_double() && std::isnan(key.as_double())) return 3;
  return key.is_none() ? 0 : key.is_number() ? 1 : key.is_string() ? 2 : 3;
}

bool KeyLess(const Value& a, const Value& b) noexcept {
  if (Rank(a) != Rank(b)) return Rank(a) < Rank(b);
  if (a.is_string()) return a.as_string() < b.as_string();
  return Rank(a) == 1 && CompareNumbers(a, b) == Order::kLess;
}

class Printer {
 public:
  Printer(const JsonStyle& style, Writer* out, Meter* meter) noexcept
      : style_(style), out_(out), meter_(meter) {}

  bool Print(const Value& value) noexcept {
    Start(value);
    while (!stack_.empty() && !out_->overflowed()) {
      Open& open = stack_.top();
      if (open.next == open.container.size()) {
        Close(open);
        continue;
      }
      if (!meter_->Step()) break;
      if (style_.javascript_numbers && IsLeftOut(open)) {
        ++open.next;
        continue;
      }
      if (open.printed) out_->Append(style_.item_separator);
      open.printed = true;
      NewLine(stack_.size());
      Start(NextItem(&open));
    }
    return faithful_;
  }

 private:
  // Prints a scalar, or opens a container.
  void Start(const Value& value) noexcept {
    if (!value.is_sequence() && !value.is_map()) return AppendScalar(value);
    out_->Append(value.is_map() ? '{' : '[');
    const size_t order = order_.size();
    const bool pushed = stack_.Push({value, 0, order, false}) && SortKeys(value, order);
    if (pushed) return;
    meter_->Stop(Exhausted::kMemory);
    stack_.Truncate(0);
  }

  void Close(const Open& open) noexcept {
    order_.Truncate(open.order);
    if (open.printed) NewLine(stack_.size() - 1);
    out_->Append(open.container.is_map() ? '}' : ']');
    stack_.Pop();
  }

  // JavaScript has no fields that are undefined.
  bool IsLeftOut(const Open& open) noexcept {
    return open.container.is_map() && EntryAt(open, open.next).value.is_undefined();
  }

  const MapEntry& EntryAt(const Open& open, uint32_t at) noexcept {
    return open.container.entries()[style_.sort_keys ? order_[open.order + at] : at];
  }

  // The next item of a list; of a map the next value, its key being printed.
  Value NextItem(Open* open) noexcept {
    const uint32_t at = open->next++;
    if (open->container.is_sequence()) return open->container.items()[at];
    const MapEntry& entry = EntryAt(*open, at);
    AppendKey(entry.key);
    out_->Append(style_.key_separator);
    return entry.value;
  }

  // Puts the positions of a map's entries, in the order of their keys, behind
  // those of the maps around it.  False when out of memory.
  bool SortKeys(const Value& value, size_t begin) noexcept {
    if (!style_.sort_keys || !value.is_map()) return true;
    const std::span<const MapEntry> entries = EntriesOf(value);
    uint64_t bytes = 0;
    for (uint32_t at = 0; at < entries.size(); ++at) {
      if (!order_.Push(at)) return false;
      if (entries[at].key.is_string()) bytes += entries[at].key.size();
    }
    const auto rounds = static_cast<uint64_t>(std::bit_width(entries.size()));
    if (!meter_->Step(entries.size() * rounds) || !meter_->StepBytes(bytes * rounds)) return true;
    std::sort(order_.data() + begin, order_.data() + order_.size(), [&](uint32_t a, uint32_t b) {
      if (KeyLess(entries[a].key, entries[b].key)) return true;
      return !KeyLess(entries[b].key, entries[a].key) && a < b;
    });
    return true;
  }

  void NewLine(size_t depth) noexcept {
    if (style_.indent == 0) return;
    if (!meter_->StepBytes(depth * style_.indent)) return;
    out_->Append('\n');
    out_->Fill(' ', depth * style_.indent);
  }

  void AppendString(std::string_view text) noexcept {
    if (!meter_->StepBytes(text.size())) return;
    AppendJsonString(text, {.ascii = style_.ascii, .html = style_.html}, out_);
  }

  void AppendScalar(const Value& value) noexcept {
    switch (value.kind()) {
      case Kind::kNone:
        return out_->Append("null");
      case Kind::kBool:
        return out_->Append(value.as_bool() ? "true" : "false");
      case Kind::kInt:
        return style_.javascript_numbers ? PrintIntJs(value.as_int(), out_)
                                         : PrintInt(value.as_int(), out_);
      case Kind::kDouble:
        if (std::isfinite(value.as_double())) return AppendDouble(value.as_double());
        break;
      case Kind::kString:
        return AppendString(value.as_string());
      default:
        break;
    }
    faithful_ = false;
    out_->Append("null");
  }

  void AppendDouble(double number) noexcept {
    style_.javascript_numbers ? PrintDoubleJs(number, out_) : PrintDoublePython(number, out_);
  }

  void AppendKey(const Value& key) noexcept {
    if (key.is_string()) return AppendString(key.as_string());
    const bool finite = !key.is_double() || std::isfinite(key.as_double());
    if (finite && (key.is_number() || key.is_none())) {
      out_->Append('"');
      AppendScalar(key);
      return out_->Append('"');
    }
    faithful_ = false;
    BufferWriter repr(kOddKeyLimit);
    PrintRepr(key, &repr, meter_);
    AppendString(repr.view());
  }

  const JsonStyle& style_;
  Writer* out_;
  Meter* meter_;
  bool faithful_ = true;
  SmallStack<Open> stack_;
  SmallStack<uint32_t> order_;
};

}  // namespace

bool PrintJson(const Value& value, const JsonStyle& style, Writer* out, Meter* meter) noexcept {
  return Printer(style, out, meter).Print(value);
}

}  // namespace galley
