// Containers that are open lie on a stack.  The layout is Python's, down to blanks and the order
// of sorted keys.
#include "engine/library/json.h"

#include <cmath>

#include "base/small_stack.h"
#include "engine/library/key_order.h"
#include "engine/library/operators.h"
#include "value/map.h"
#include "value/print.h"

namespace galley {
namespace {

// A list or map being printed.
struct Open {
  Value container;
  uint32_t next;   // items printed so far
  uint32_t order;  // of the keys of a sorted map, in orders_
};

class JsonPrinter {
 public:
  JsonPrinter(CallContext& cx, const JsonLayout& layout)
      : cx_(cx), layout_(layout), out_(&cx.heap()), orders_(cx) {}

  Value Print(const Value& value, uint8_t marks) {
    Start(value);
    while (!stack_.empty() && !stopped()) {
      Open& open = stack_.top();
      if (open.next == open.container.size()) {
        End();
      } else {
        PrintItem(open);
      }
    }
    return stopped() ? Value() : out_.Finish(marks);
  }

 private:
  bool stopped() const { return cx_.stopped() || out_.overflowed(); }

  void PrintItem(Open& open) {
    if (!cx_.meter().Step()) return;
    const uint32_t at = open.next++;
    if (at > 0) Write(layout_.item_separator);
    NewLine();
    if (!open.container.is_map()) return Start(open.container.items()[at]);
    const MapEntry& entry = open.container.entries()[PositionOf(open, at)];
    PrintKey(entry.key);
    Write(layout_.key_separator);
    Start(entry.value);
  }

  uint32_t PositionOf(const Open& open, uint32_t at) {
    return layout_.sort_keys ? orders_.PositionOf(open.order, at) : at;
  }

  // Prints a scalar, or opens a container.
  void Start(const Value& value) {
    const bool is_list = value.is_tuple() || (value.is_list() && value.form() == ListForm::kPlain);
    if (!is_list && !value.is_map()) return PrintScalar(value);
    if (value.size() == 0) return out_.Append(value.is_map() ? "{}" : "[]");
    out_.Append(value.is_map() ? '{' : '[');
    const bool sorts = value.is_map() && layout_.sort_keys;
    const uint32_t order = sorts ? SortKeys(value) : 0;
    if (!stack_.Push({value, 0, order})) cx_.meter().Stop(Exhausted::kMemory);
  }

  // They are sorted as they are, numbers as numbers, before they become text.
  uint32_t SortKeys(const Value& map) {
    return orders_.Push(map, [&](const Value& a, const Value& b) {
      return CompareValues(cx_, Comparison::kLess, a, b);
    });
  }

  void End() {
    const Open open = stack_.top();
    stack_.Pop();
    if (open.container.is_map() && layout_.sort_keys) orders_.Pop(open.order);
    NewLine();
    out_.Append(open.container.is_map() ? '}' : ']');
  }

  void PrintScalar(const Value& value) {
    switch (value.kind()) {
      case Kind::kNone:
        return out_.Append("null");
      case Kind::kBool:
        return out_.Append(value.as_bool() ? "true" : "false");
      case Kind::kInt:
        return PrintInt(value.as_int(), &out_);
      case Kind::kDouble:
        return PrintDouble(value.as_double());
      case Kind::kString:
        return PrintString(value.as_string());
      default:
        cx_.FailType("`tojson` has no JSON for " + DescribeValue(value));
    }
  }

  void PrintString(std::string_view text) {
    if (cx_.meter().StepBytes(text.size())) AppendJsonString(text, layout_.escapes, &out_);
  }

  // Python writes the numbers that JSON does not have as JavaScript would.
  void PrintDouble(double number) {
    if (std::isnan(number)) return out_.Append("NaN");
    if (std::isinf(number)) return out_.Append(number < 0 ? "-Infinity" : "Infinity");
    PrintDoublePython(number, &out_);
  }

  void PrintKey(const Value& key) {
    if (key.is_string()) return PrintString(key.as_string());
    if (!key.is_none() && !key.is_number()) {
      cx_.FailType("`tojson` has no JSON for " + DescribeValue(key) + " as a key");
      return;
    }
    out_.Append('"');
    PrintScalar(key);
    out_.Append('"');
  }

  void NewLine() {
    if (!layout_.indented) return;
    out_.Append('\n');
    for (size_t level = 0; level < stack_.size() && !stopped(); ++level) {
      cx_.meter().Step();
      Write(layout_.indent);
    }
  }

  // Text of the template between values, which is made safe for HTML like all.
  void Write(std::string_view text) {
    if (!layout_.escapes.html) return out_.Append(text);
    constexpr std::string_view kUnsafe = "<>&'";
    constexpr std::string_view kEscapes[] = {"\\u003c", "\\u003e", "\\u0026", "\\u0027"};
    for (const char byte : text) {
      const size_t which = kUnsafe.find(byte);
      which == std::string_view::npos ? out_.Append(byte) : out_.Append(kEscapes[which]);
    }
  }

  CallContext& cx_;
  const JsonLayout& layout_;
  HeapWriter out_;
  SmallStack<Open> stack_;
  KeyOrders orders_;
};

}  // namespace

Value ToJson(CallContext& cx, const Value& value, const JsonLayout& layout, uint8_t marks) {
  return JsonPrinter(cx, layout).Print(value, marks);
}

}  // namespace galley
