// Collects edits by place and applies them from the end; the text between them stays byte for
// byte.
#include "testing/test_update.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string_view>
#include <utility>

#include "base/writer.h"
#include "format/yaml_print.h"
#include "value/map.h"
#include "value/print.h"
#include "value/record.h"

namespace galley::testing {
namespace {

struct Edit {
  size_t begin;
  size_t end;
  std::string text;
};

// JSON allows two characters in a string that end a line of YAML, as does NEL.
std::string EscapeLineBreaks(std::string text) {
  struct Escape {
    std::string_view character;
    std::string_view written;
  };
  constexpr Escape kEscapes[] = {
      {"\u2028", "\\u2028"}, {"\u2029", "\\u2029"}, {"\u0085", "\\u0085"}};
  for (const Escape& each : kEscapes) {
    for (size_t at = 0; (at = text.find(each.character, at)) != text.npos;) {
      text.replace(at, each.character.size(), each.written);
    }
  }
  return text;
}

std::string AsJson(const Value& value) {
  BufferWriter out(UINT32_MAX);
  Meter meter(Limits::Ceiling());
  JsonStyle style;
  style.item_separator = ", ";
  style.key_separator = ": ";
  PrintJson(value, style, &out, &meter);
  return EscapeLineBreaks(out.ToString());
}

// Every line but the first behind `columns` blanks; empty lines stay empty.
std::string Indented(std::string_view text, size_t columns) {
  std::string indented;
  for (size_t at = 0; at < text.size(); ++at) {
    indented += text[at];
    const bool begins_line = text[at] == '\n' && at + 1 < text.size() && text[at + 1] != '\n';
    if (begins_line) indented.append(columns, ' ');
  }
  return indented;
}

// As YAML on lines of its own, without a line break at its end.  A text that ends with
// several would depend on what follows it, so it is written on one line.
std::string AsYaml(const Value& value) {
  if (value.is_string() && value.as_string().ends_with("\n\n")) return AsJson(value);
  BufferWriter out(UINT32_MAX);
  Meter meter(Limits::Ceiling());
  PrintYaml(value, &out, &meter);
  std::string text = out.ToString();
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

// The fields of a message, a line each; parts are on one.
std::string MessageAsYaml(const Value& message) {
  std::string text;
  for (const MapEntry& entry : EntriesOf(message)) {
    const bool is_scalar = !entry.value.is_list() && !entry.value.is_map();
    text += (text.empty() ? "" : "\n") + std::string(entry.key.as_string()) + ": " +
            (is_scalar ? AsYaml(entry.value) : AsJson(entry.value));
  }
  return text;
}

std::string MessagesAsYaml(const Value& messages) {
  std::string text;
  for (const Value& message : messages.items()) {
    text += (text.empty() ? "- " : "\n- ") + Indented(MessageAsYaml(message), 2);
  }
  return text.empty() ? "[]" : text;
}

// What a case expects, its messages below each other.
std::string ExpectationAsYaml(const Value& map) {
  std::string text;
  for (const MapEntry& entry : EntriesOf(map)) {
    if (!text.empty()) text += '\n';
    text += std::string(entry.key.as_string()) + ':';
    const bool is_list = entry.value.is_list() && entry.value.size() > 0;
    text += is_list ? "\n  " + Indented(MessagesAsYaml(entry.value), 2) : ' ' + AsYaml(entry.value);
  }
  return text;
}

class TestUpdate {
 public:
  explicit TestUpdate(const TestFile& file) : file_(file), tree_(*file.tree) {}

  void Add(const TestCase& test, const TestOutcome& outcome) {
    const Expectation& expect = test.expect;
    if (expect.all != kNoNode && IsElsewhere(expect.all)) return;
    if (TestRunner::Compare(file_, test, outcome).empty()) return;
    const bool failed = !outcome.problems.empty();
    const bool wants_text = expect.text != kNoNode;
    const bool fits = failed == (expect.error != kNoNode) &&
                      (failed || (outcome.is_text ? !WantsMessages(expect) : !wants_text));
    if (expect.all == kNoNode || tree_.CountChildren(expect.all) == 0 || !fits || failed) {
      return WriteWhole(test, outcome);
    }
    if (expect.messages != kNoNode) WriteNode(expect.messages, expect.all, outcome.messages);
    if (expect.text != kNoNode) WriteNode(expect.text, expect.all, Value::String(outcome.text));
    if (expect.tokens != kNoNode) WriteNode(expect.tokens, expect.all, TokensOf(outcome));
    if (expect.ledger != kNoNode) WriteCounts(expect.ledger, outcome.ledger);
    if (expect.dropped != kNoNode) {
      const bool is_list = tree_[expect.dropped].is_list();
      WriteNode(expect.dropped, expect.all,
                is_list ? outcome.dropped : Value::Int(CountDropped(outcome.dropped)));
    }
    if (expect.warnings != kNoNode) WriteWarnings(expect.warnings, outcome.warnings);
  }

  std::string Finish() {
    std::sort(edits_.begin(), edits_.end(),
              [](const Edit& a, const Edit& b) { return a.begin > b.begin; });
    std::string text = file_.text;
    for (const Edit& edit : edits_) text.replace(edit.begin, edit.end - edit.begin, edit.text);
    return text;
  }

 private:
  static Value TokensOf(const TestOutcome& outcome) {
    return Value::Int(static_cast<int64_t>(outcome.tokens));
  }

  // All that is worth expecting of an outcome.
  static Value WholeOf(const TestOutcome& outcome, Heap* heap) {
    if (!outcome.problems.empty()) {
      return NewRecord(heap, {{"error", Value::String(outcome.problems.front().code)}});
    }
    if (outcome.is_text) return NewRecord(heap, {{"text", Value::String(outcome.text)}});
    return NewRecord(heap, {{"messages", outcome.messages}, {"tokens", TokensOf(outcome)}});
  }

  bool IsFlow(NodeId node) const {
    const size_t begin = tree_[node].span.begin;
    return begin < file_.text.size() && (file_.text[begin] == '{' || file_.text[begin] == '[');
  }

  // The columns before `offset` in its line.
  size_t ColumnOf(size_t offset) const {
    const size_t line = file_.text.rfind('\n', offset == 0 ? 0 : offset - 1);
    return line == std::string::npos ? offset : offset - line - 1;
  }

  // Where what is written of a node ends; a block of text counts the blank lines behind
  // it as its own.
  size_t EndOf(NodeId node) const {
    size_t end = std::min<size_t>(tree_[node].span.end, file_.text.size());
    const size_t begin = tree_[node].span.begin;
    while (end > begin && (file_.text[end - 1] == '\n' || file_.text[end - 1] == ' ')) --end;
    return end;
  }

  // What came through an alias is written elsewhere and is not ours to change.
  bool IsElsewhere(NodeId node) const { return tree_[node].span.begin < tree_[node].key_span.end; }

  // The anchor between a key and its value, which other places may name: ` &name`.
  std::string AnchorOf(NodeId node) const {
    const size_t key_end = tree_[node].key_span.end;
    const std::string between = file_.text.substr(key_end, tree_[node].span.begin - key_end);
    const size_t anchor = between.find('&');
    if (anchor == between.npos || between.find('#') < anchor) return {};
    return ' ' + between.substr(anchor, between.find_first_of(" \t\r\n", anchor) - anchor);
  }

  // Replaces the value under a key of `map`.
  void WriteNode(NodeId node, NodeId map, const Value& value) {
    if (IsElsewhere(node)) return;
    const Node& old = tree_[node];
    const size_t begin = old.span.begin;
    if (IsFlow(map)) return Replace(begin, EndOf(node), AsJson(value));
    const size_t key_column = ColumnOf(old.key_span.begin);
    if (!value.is_list() || value.size() == 0) {
      const std::string text = value.is_list() ? "[]" : AsYaml(value);
      return Replace(begin, EndOf(node), Indented(text, key_column));
    }
    const bool is_block = old.is_list() && !IsFlow(node);
    if (is_block)
      return Replace(begin, EndOf(node), Indented(MessagesAsYaml(value), ColumnOf(begin)));
    const size_t column = key_column + 2;
    Replace(old.key_span.end, EndOf(node),
            ':' + AnchorOf(node) + '\n' + std::string(column, ' ') +
                Indented(MessagesAsYaml(value), column));
  }

  // Their codes on one line, each once.
  void WriteWarnings(NodeId node, const std::vector<Diagnostic>& warnings) {
    if (IsElsewhere(node)) return;
    std::set<std::string_view> codes;
    for (const Diagnostic& warning : warnings) codes.insert(warning.code);
    std::string list;
    for (const std::string_view code : codes) {
      list.append(list.empty() ? "" : ", ").append(code);
    }
    Replace(tree_[node].span.begin, EndOf(node), '[' + list + ']');
  }

  void WriteWhole(const TestCase& test, const TestOutcome& outcome) {
    Heap heap(Limits::Ceiling());
    const Value whole = WholeOf(outcome, &heap);
    const NodeId old = test.expect.all;
    const bool flow = IsFlow(test.node);
    if (old != kNoNode && IsElsewhere(old)) return;
    if (flow && old != kNoNode) return Replace(tree_[old].span.begin, EndOf(old), AsJson(whole));
    if (flow) {
      size_t end = EndOf(test.node) - 1;  // before the brace and the blanks there
      while (file_.text[end - 1] == ' ') --end;
      return Replace(end, end, ", expect: " + AsJson(whole));
    }
    const size_t column = ColumnOf(tree_[test.node].span.begin);
    const std::string block =
        '\n' + std::string(column + 2, ' ') + Indented(ExpectationAsYaml(whole), column + 2);
    if (old != kNoNode) {
      return Replace(tree_[old].key_span.end, EndOf(old), ':' + AnchorOf(old) + block);
    }
    const size_t end = EndOf(test.node);
    Replace(end, end, "\n" + std::string(column, ' ') + "expect:" + block);
  }

  void WriteCounts(NodeId ledger, const Value& records) {
    if (IsElsewhere(ledger)) return;
    Heap heap(Limits::Ceiling());
    size_t read_until = tree_[ledger].span.begin;
    for (const NodeId fact : tree_.Children(ledger)) {
      const NodeId count = tree_.Find(fact, "count");
      const bool is_copy = tree_[fact].span.begin < read_until;
      if (!is_copy) read_until = tree_[fact].span.end;
      if (is_copy || count == kNoNode || IsElsewhere(count)) continue;
      const Value matches = Value::Int(CountMatches(tree_.ToValue(fact, &heap), records));
      Replace(tree_[count].span.begin, EndOf(count), AsJson(matches));
    }
  }

  // A comment behind what is replaced by several lines moves behind the first of them: in
  // a block of text it would become part of that.
  void Replace(size_t begin, size_t end, std::string text) {
    const size_t line_end = std::min(file_.text.find('\n', end), file_.text.size());
    const size_t first_end = text.find('\n');
    const std::string_view rest = std::string_view(file_.text).substr(end, line_end - end);
    const bool is_comment = rest.find_first_not_of(' ') < rest.find('#') + 1 &&
                            rest.find('#') != rest.npos && rest.starts_with(' ');
    if (first_end != text.npos && is_comment) {
      text.insert(first_end, rest);
      end = line_end;
    }
    edits_.push_back({begin, end, std::move(text)});
  }

  const TestFile& file_;
  const Tree& tree_;
  std::vector<Edit> edits_;
};

}  // namespace

std::string UpdatedText(const TestFile& file, const std::vector<CaseOutcome>& outcomes) {
  TestUpdate update(file);
  for (const CaseOutcome& each : outcomes) update.Add(*each.test, each.outcome);
  return update.Finish();
}

}  // namespace galley::testing
