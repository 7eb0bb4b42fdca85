// Writes a value and builds its tree in one pass over it.  What is open lies on a stack, so
// depth costs no recursion.
#include "format/value_document.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/try.h"
#include "base/writer.h"
#include "diag/report.h"
#include "format/text.h"
#include "format/tree_builder.h"
#include "value/map.h"
#include "value/print.h"

namespace galley {
namespace {

constexpr size_t kIndent = 2;

// What JSON has no word for is null.
Value AsJson(const Value& value) {
  const bool has_word = value.is_bool() || value.is_int() || value.is_string() ||
                        (value.is_double() && std::isfinite(value.as_double()));
  return has_word ? value : Value::None();
}

class DocumentWriter {
 public:
  DocumentWriter(const Limits& limits, std::span<const RepeatedEntry> repeated, TreeBuilder* tree)
      : limits_(limits), repeated_(repeated), tree_(*tree), out_(limits.file) {}

  void Write(const Value& value);
  bool overflowed() const noexcept { return out_.overflowed(); }
  bool is_too_deep() const noexcept { return is_too_deep_; }
  std::string TakeText() { return out_.ToString(); }

 private:
  struct Open {
    Value container;
    uint32_t next = 0;
    size_t repeats = 0;  // how often the last key is still to be written
  };

  void Start(const Value& value);
  void Close();
  void NewLine(size_t depth);
  const Value& NextItem(Open* open);
  void WriteKey(const Value& key);
  size_t CountRepeats(const Value& map, std::string_view key) const noexcept;
  uint32_t at() const noexcept { return static_cast<uint32_t>(out_.size()); }

  const Limits& limits_;
  std::span<const RepeatedEntry> repeated_;
  TreeBuilder& tree_;
  BufferWriter out_;
  Meter meter_{Limits::Ceiling()};  // the value was read within limits already
  std::vector<Open> open_;
  bool is_too_deep_ = false;
};

void DocumentWriter::Write(const Value& value) {
  Start(value);
  while (!open_.empty() && !overflowed() && !is_too_deep_) {
    Open& open = open_.back();
    if (open.next == open.container.size() && open.repeats == 0) {
      Close();
      continue;
    }
    if (open.next > 0) out_.Append(',');
    NewLine(open_.size());
    Start(NextItem(&open));
  }
}

void DocumentWriter::Start(const Value& value) {
  const uint32_t begin = at();
  if (!value.is_sequence() && !value.is_map()) {
    const Value scalar = AsJson(value);
    PrintJson(scalar, {}, &out_, &meter_);
    const Span span{begin, at()};
    scalar.is_string() ? tree_.String(scalar.as_string(), span) : tree_.Scalar(scalar, span);
    return;
  }
  is_too_deep_ = open_.size() >= limits_.nesting;
  if (is_too_deep_) return;
  out_.Append(value.is_map() ? '{' : '[');
  value.is_map() ? tree_.OpenMap({begin, at()}) : tree_.OpenList({begin, at()});
  open_.push_back({value});
}

void DocumentWriter::Close() {
  const Value container = open_.back().container;
  open_.pop_back();
  if (container.size() > 0) NewLine(open_.size());
  out_.Append(container.is_map() ? '}' : ']');
  tree_.Close(at());
}

void DocumentWriter::NewLine(size_t depth) {
  out_.Append('\n');
  out_.Fill(' ', depth * kIndent);
}

// The next item of a list; of a map the next value, its key being written.
const Value& DocumentWriter::NextItem(Open* open) {
  if (open->container.is_sequence()) return open->container.items()[open->next++];
  if (open->repeats > 0) {
    --open->repeats;
  } else {
    const Value& key = open->container.entries()[open->next++].key;
    open->repeats = key.is_string() ? CountRepeats(open->container, key.as_string()) : 0;
  }
  const MapEntry& entry = open->container.entries()[open->next - 1];
  WriteKey(entry.key);
  out_.Append(':');
  return entry.value;
}

void DocumentWriter::WriteKey(const Value& key) {
  const uint32_t begin = at();
  BufferWriter text;
  if (!key.is_string()) PrintJson(AsJson(key), {}, &text, &meter_);
  const std::string_view name = key.is_string() ? key.as_string() : text.view();
  PrintJson(Value::String(name), {}, &out_, &meter_);
  tree_.Key(name, {begin, at()});
}

size_t DocumentWriter::CountRepeats(const Value& map, std::string_view key) const noexcept {
  const RepeatedEntry wanted{EntriesOf(map).data(), key};
  const auto found = std::equal_range(repeated_.begin(), repeated_.end(), wanted);
  return static_cast<size_t>(found.second - found.first);
}

}  // namespace

Result<ValueDocument> WriteDocument(std::string_view name, const Value& value, const Limits& limits,
                                    std::span<const RepeatedEntry> repeated,
                                    MayRepeatKeys may_repeat) {
  Source source{std::string(name), {}};
  TreeBuilder builder(source, limits, may_repeat);
  DocumentWriter writer(limits, repeated, &builder);
  writer.Write(value);
  if (writer.overflowed()) {
    return Report(Code::kLimitSize, Quoted(name) + " is longer than the limit `file` allows");
  }
  std::string text = writer.TakeText();
  source = Source(std::string(name), text);
  if (writer.is_too_deep()) {
    const auto end = static_cast<uint32_t>(text.size());
    return TooDeep(source, {end, end}, limits.nesting);
  }
  Tree tree = TRY(builder.Finish());
  return ValueDocument{std::move(text), std::move(tree)};
}

}  // namespace galley
