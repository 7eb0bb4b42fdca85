// The filter pprint: Python's pprint.pformat.  What fits on a line of 80
// characters is written there; of what does not, each item gets a line of its own,
// and long strings are cut between words.  Maps are sorted by their keys.

#include <algorithm>

#include "base/small_stack.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "engine/library/families.h"
#include "engine/library/key_order.h"
#include "engine/library/operators.h"
#include "value/compare.h"
#include "value/map.h"
#include "value/print.h"

namespace galley {
namespace {

constexpr int64_t kWidth = 80;

// A list, tuple or map being printed.
struct Open {
  Value container;
  uint32_t next = 0;
  uint32_t order = 0;     // of the keys of a map
  int64_t indent = 0;     // the column of its bracket
  int64_t allowance = 0;  // characters that follow its last item
};

// What is taken apart where it does not fit; anything else is written as it is.
bool IsContainer(const Value& value) {
  if (value.is_list()) return value.form() == ListForm::kPlain;
  return value.is_map() || (value.is_tuple() && value.tuple_form() == TupleForm::kPlain);
}

std::string_view Opening(const Value& container) {
  return container.is_map() ? "{" : container.is_tuple() ? "(" : "[";
}

std::string_view Closing(const Value& container) {
  if (container.is_map()) return "}";
  if (container.is_list()) return "]";
  return container.size() == 1 ? ",)" : ")";
}

// Python's pprint puts keys that have no order in that of the names of their
// types, which is this one.
int RankOfType(const Value& key) {
  if (key.is_none()) return 0;
  if (key.is_number()) return 1;
  return key.is_string() ? 2 : 3;
}

// The length of the repr of a text that grows.
class ReprLength {
 public:
  void Add(std::string_view text) {
    for (size_t at = 0; at < text.size();) {
      const CodePoint point = DecodeUtf8(text, at);
      at += point.size;
      single_ += point.value == '\'';
      double_ += point.value == '"';
      characters_ += LengthOf(point.value);
    }
  }
  // A text with both kinds of quotes has the single ones escaped.
  int64_t length() const { return 2 + characters_ + (double_ > 0 ? single_ : 0); }

 private:
  static int64_t LengthOf(char32_t character) {
    if (character == '\\' || character == '\n' || character == '\r' || character == '\t') return 2;
    if (IsPrintable(character)) return 1;
    return character < 0x100 ? 4 : character < 0x10000 ? 6 : 10;
  }

  int64_t characters_ = 0;
  int64_t single_ = 0;
  int64_t double_ = 0;
};

int64_t ReprLengthOf(std::string_view text) {
  ReprLength length;
  length.Add(text);
  return length.length();
}

// The size of the first line of a text that is not empty, its break included.
size_t LineSize(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const CodePoint point = DecodeUtf8(text, at);
    at += point.size;
    if (!HasProperty(point.value, kCharLineBreak)) continue;
    return point.value == '\r' && at < text.size() && text[at] == '\n' ? at + 1 : at;
  }
  return text.size();
}

// The size of the first word of a text, with the blanks that follow it.
size_t WordSize(std::string_view text) {
  bool blanks = false;
  for (size_t at = 0; at < text.size();) {
    const CodePoint point = DecodeUtf8(text, at);
    const bool is_blank = IsSpace(point.value);
    if (blanks && !is_blank) return at;
    blanks = is_blank;
    at += point.size;
  }
  return text.size();
}

class PrettyPrinter {
 public:
  explicit PrettyPrinter(CallContext& cx) : cx_(cx), out_(&cx.heap()), orders_(cx) {}

  Value Print(const Value& value) {
    Start(value, 0, 0);
    while (!stack_.empty() && !stopped()) {
      Open& open = stack_.top();
      if (open.next == open.container.size()) {
        out_.Append(Closing(open.container));
        if (open.container.is_map()) orders_.Pop(open.order);
        stack_.Pop();
      } else {
        PrintItem(open);
      }
    }
    return stopped() ? Value() : out_.Finish();
  }

 private:
  bool stopped() const { return cx_.stopped() || out_.overflowed(); }

  void PrintItem(Open& open) {
    if (!cx_.meter().Step()) return;
    const uint32_t at = open.next++;
    int64_t indent = open.indent + 1;
    const bool is_last = open.next == open.container.size();
    const auto closing = static_cast<int64_t>(Closing(open.container).size());
    const int64_t allowance = is_last ? open.allowance + closing : 1;
    if (at > 0) NewLine(",", indent);
    if (!open.container.is_map()) return Start(open.container.items()[at], indent, allowance);
    const MapEntry& entry = open.container.entries()[orders_.PositionOf(open.order, at)];
    const size_t before = out_.size();
    PrintFlat(entry.key, &out_);
    if (stopped()) return;
    indent += static_cast<int64_t>(CountCodePoints(out_.view().substr(before))) + 2;
    out_.Append(": ");
    Start(entry.value, indent, allowance);
  }

  // Writes `value` at column `indent`, or opens it where it does not fit.
  void Start(const Value& value, int64_t indent, int64_t allowance) {
    if (Fits(value, kWidth - indent - allowance)) return PrintFlat(value, &out_);
    if (IsContainer(value)) {
      out_.Append(Opening(value));
      Push(&stack_, {value, 0, value.is_map() ? SortKeys(value) : 0, indent, allowance});
    } else if (value.is_string() && !value.is_safe() && value.size() > 0) {
      PrintLongString(value.as_string(), indent, allowance);
    } else {
      PrintRepr(value, &out_, &cx_.meter());
    }
  }

  bool Fits(const Value& value, int64_t width) {
    // Each item takes a character at least, so this need not be tried.
    if (width <= 0 || (IsContainer(value) && value.size() > kWidth)) return false;
    BufferWriter text(static_cast<uint64_t>(width) * 4);
    PrintFlat(value, &text);
    return !text.overflowed() && CountCodePoints(text.view()) <= static_cast<size_t>(width);
  }

  // On one line, until `out` overflows.
  void PrintFlat(const Value& value, Writer* out) {
    SmallStack<Open> stack;
    StartFlat(value, &stack, out);
    while (!stack.empty()) {
      Open& open = stack.top();
      const bool is_map = open.container.is_map();
      if (open.next == open.container.size() || cx_.stopped() || out->overflowed()) {
        out->Append(Closing(open.container));
        if (is_map) orders_.Pop(open.order);
        stack.Pop();
        continue;
      }
      cx_.meter().Step();
      const uint32_t at = open.next++;
      if (at > 0) out->Append(", ");
      if (!is_map) {
        StartFlat(open.container.items()[at], &stack, out);
        continue;
      }
      const MapEntry& entry = open.container.entries()[orders_.PositionOf(open.order, at)];
      // A key may be a tuple, but holds no map, so nothing in it is sorted.
      PrintRepr(entry.key, out, &cx_.meter());
      out->Append(": ");
      StartFlat(entry.value, &stack, out);
    }
  }

  void StartFlat(const Value& value, SmallStack<Open>* stack, Writer* out) {
    if (!IsContainer(value)) return PrintRepr(value, out, &cx_.meter());
    out->Append(Opening(value));
    Push(stack, {value, 0, value.is_map() ? SortKeys(value) : 0});
  }

  void Push(SmallStack<Open>* stack, const Open& open) {
    if (!stack->Push(open)) cx_.meter().Stop(Exhausted::kMemory);
  }

  uint32_t SortKeys(const Value& map) {
    return orders_.Push(map, [&](const Value& a, const Value& b) {
      Order order;
      Kind kind_a;
      Kind kind_b;
      cx_.meter().Step();
      if (Compare(a, b, &cx_.meter(), &order, &kind_a, &kind_b)) return order == Order::kLess;
      return RankOfType(a) < RankOfType(b);
    });
  }

  void NewLine(std::string_view before, int64_t indent) {
    out_.Append(before);
    out_.Append('\n');
    cx_.meter().StepBytes(static_cast<uint64_t>(indent));
    out_.Fill(' ', static_cast<size_t>(indent));
  }

  // A string on its own stands in parentheses, one of many lines.
  void PrintLongString(std::string_view text, int64_t indent, int64_t allowance) {
    if (!cx_.meter().StepBytes(text.size())) return;
    const bool is_alone = stack_.empty();
    if (is_alone) {
      ++indent;
      ++allowance;
    }
    const bool in_parentheses = is_alone && HasSeveralChunks(text, indent, allowance);
    if (in_parentheses) out_.Append('(');
    bool is_first = true;
    ForEachChunk(text, indent, allowance, [&](std::string_view chunk) {
      if (stopped() || !cx_.meter().Step()) return;
      if (!is_first) NewLine("", indent);
      is_first = false;
      PrintRepr(Value::String(chunk), &out_, &cx_.meter());
    });
    if (in_parentheses) out_.Append(')');
  }

  // Each line by itself, cut between words where it is too long.
  template <class Visit>
  static void ForEachChunk(std::string_view text, int64_t indent, int64_t allowance, Visit visit) {
    const int64_t width = kWidth - indent;
    while (!text.empty()) {
      const std::string_view line = text.substr(0, LineSize(text));
      text.remove_prefix(line.size());
      const int64_t after = text.empty() ? allowance : 0;
      if (ReprLengthOf(line) <= width - after) {
        visit(line);
      } else {
        CutLine(line, width, after, visit);
      }
    }
  }

  template <class Visit>
  static void CutLine(std::string_view line, int64_t width, int64_t after, Visit visit) {
    size_t begin = 0;
    ReprLength length;
    for (size_t at = 0; at < line.size();) {
      const std::string_view word = line.substr(at, WordSize(line.substr(at)));
      if (at + word.size() == line.size()) width -= after;
      length.Add(word);
      if (length.length() > width) {
        if (at > begin) visit(line.substr(begin, at - begin));
        begin = at;
        length = ReprLength();
        length.Add(word);
      }
      at += word.size();
    }
    visit(line.substr(begin));
  }

  static bool HasSeveralChunks(std::string_view text, int64_t indent, int64_t allowance) {
    size_t count = 0;
    ForEachChunk(text, indent, allowance, [&](std::string_view) { ++count; });
    return count > 1;
  }

  CallContext& cx_;
  HeapWriter out_;
  KeyOrders orders_;
  SmallStack<Open> stack_;
};

Value Pprint(CallContext& cx, std::span<const Value> args) {
  return PrettyPrinter(cx).Print(args[0]);
}

constexpr Builtin kFilters[] = {{"pprint", Pprint, {}}};

}  // namespace

std::span<const Builtin> PprintFilters() noexcept { return kFilters; }

}  // namespace galley
