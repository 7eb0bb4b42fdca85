// YAML: two blanks a level, one behind each dash and each colon, no blanks at the ends of
// lines, at most one empty line in a row.  What is inside of a scalar or of `{}` and `[]` is
// moved as a block.
//
// The tree of the document tells what begins where; a document that holds what this does not
// know (anchors, aliases, a dash alone on its line) keeps its indentation.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/try.h"
#include "format/tree.h"
#include "format/yaml.h"
#include "tidy/tidy.h"
#include "value/compare.h"

namespace galley::tidy {
namespace {

constexpr size_t kStep = 2;

std::string_view WithoutBlanksBehind(std::string_view line) {
  const size_t last = line.find_last_not_of(" \t\r");
  return line.substr(0, last == line.npos ? 0 : last + 1);
}

size_t IndentOf(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

// A line of the text, without its break.
struct Line {
  uint32_t begin;
  std::string_view text;
};

std::vector<Line> LinesOf(std::string_view text) {
  std::vector<Line> lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back({static_cast<uint32_t>(at), text.substr(at, end - at)});
    at = end + 1;
  }
  return lines;
}

// What the tree says of places in the text.
struct Places {
  // Where something begins that may stand first on its line, and how far in that should be.
  std::unordered_map<uint32_t, size_t> indents;
  // Values that stand behind their keys, by where they begin: where the keys end.
  std::unordered_map<uint32_t, uint32_t> key_ends;
  // Scalars and flow collections, in order, none inside of another.
  std::vector<Span> solid;
  bool is_known = true;  // false: the text may not be indented anew
};

class PlaceFinder {
 public:
  PlaceFinder(const Tree& tree, std::string_view text) : tree_(tree), text_(text) {}

  Places Run() {
    // A walk without recursion: of each node the indentation that its items have, or that of
    // the flow collection around it.
    struct Open {
      NodeId end;
      size_t indent;  // of keys, or of what stands behind dashes
      bool is_map;
    };
    std::vector<Open> open;
    uint32_t last = 0;
    for (uint32_t at = 0; at < tree_.size();) {
      const NodeId id{at};
      const Node& node = tree_[id];
      while (!open.empty() && open.back().end <= id) open.pop_back();
      const uint32_t begin =
          open.empty() || !open.back().is_map ? node.span.begin : node.key_span.begin;
      // An alias goes back to what it names.
      if (begin < last) places_.is_known = false;
      last = begin;
      size_t indent = 0;
      if (!open.empty()) indent = AddItem(node, open.back().indent, open.back().is_map);
      if (IsBlockContainer(node)) {
        // What stands behind dashes is a step further in than they are.
        open.push_back({node.end, indent + (node.is_list() ? kStep : 0), node.is_map()});
        ++at;
        continue;
      }
      if (node.span.end > node.span.begin) places_.solid.push_back(node.span);
      at = static_cast<uint32_t>(node.end);
    }
    return std::move(places_);
  }

 private:
  bool IsBlockContainer(const Node& node) const {
    if (!node.is_map() && !node.is_list()) return false;
    if (node.span.begin >= text_.size()) return false;
    const char first = text_[node.span.begin];
    return first != '{' && first != '[';
  }

  // Returns how far in the value itself is, where it is a block of its own.
  size_t AddItem(const Node& node, size_t indent, bool in_map) {
    if (!in_map) {
      places_.indents[node.span.begin] = indent;
      return indent;
    }
    places_.indents[node.key_span.begin] = indent;
    if (node.span.end == node.span.begin) return indent;
    places_.key_ends[node.span.begin] = node.key_span.end;
    if (!IsBlockContainer(node)) places_.indents.emplace(node.span.begin, indent + kStep);
    return indent + kStep;
  }

  const Tree& tree_;
  std::string_view text_;
  Places places_;
};

class YamlLayout {
 public:
  YamlLayout(std::string_view text, Places places, bool indents)
      : text_(text), lines_(LinesOf(text)), places_(std::move(places)), indents_(indents) {}

  // Nothing where the text holds what cannot be indented anew.
  std::optional<std::string> Run() {
    if (indents_ && !places_.is_known) return std::nullopt;
    for (size_t at = 0; at < lines_.size();) {
      const std::optional<size_t> next = AddLine(at);
      if (!next) return std::nullopt;
      at = *next;
    }
    FlushComments(last_indent_);
    while (out_.ends_with("\n\n") && !ends_in_scalar_) out_.pop_back();
    return std::move(out_);
  }

 private:
  struct Comment {
    std::string_view text;  // empty: an empty line
    size_t column;
  };

  // Adds the line at index `at` and those that belong to it; returns the index behind them.
  std::optional<size_t> AddLine(size_t at) {
    const Line& line = lines_[at];
    const std::string_view content = WithoutBlanksBehind(line.text);
    const size_t column = IndentOf(content);
    if (content.empty() || content[column] == '#') {
      comments_.push_back({content.substr(column), column});
      return at + 1;
    }
    if (content[column] == '\t') return std::nullopt;
    size_t dashes = 0;
    size_t begin = column;
    while (IsDash(content, begin)) {
      ++dashes;
      begin = content.find_first_not_of(' ', begin + 1);
      if (begin == content.npos) return Unknown(at, content);
    }
    const auto found = places_.indents.find(line.begin + static_cast<uint32_t>(begin));
    if (found == places_.indents.end() || found->second < dashes * kStep) {
      return Unknown(at, content);
    }
    const size_t indent = found->second - dashes * kStep;
    if (!indents_) return AddWith(at, column, content.substr(0, begin), begin, column);
    std::string head(indent, ' ');
    for (size_t count = 0; count < dashes; ++count) head += "- ";
    return AddWith(at, indent, head, begin, column);
  }

  static bool IsDash(std::string_view line, size_t at) {
    return at < line.size() && line[at] == '-' && (at + 1 == line.size() || line[at + 1] == ' ');
  }

  // A line that the tree says nothing of, such as `---`.
  std::optional<size_t> Unknown(size_t at, std::string_view content) {
    const bool is_marker = content == "---" || content == "...";
    if (indents_ && !is_marker) return std::nullopt;
    const size_t column = IndentOf(content);
    return AddWith(at, column, content.substr(0, column), column, column);
  }

  // Adds a line that begins with `head` in place of its first `begin` bytes, and moves what
  // is written over several lines with it.
  size_t AddWith(size_t at, size_t indent, std::string_view head, size_t begin, size_t column) {
    FlushComments(indent, column);
    last_indent_ = indent;
    ends_in_scalar_ = false;
    const Line& line = lines_[at];
    const std::string rest = Spaced(line, begin);
    out_ += head;
    const Span* solid = LastSolidOn(line);
    const bool goes_on = solid && solid->end > line.begin + line.text.size();
    // A scalar in quotes may end its line with blanks that count.
    out_ += goes_on ? rest : std::string(WithoutBlanksBehind(rest));
    out_ += '\n';
    if (!goes_on) return at + 1;
    return AddSolid(at, *solid, indent, column);
  }

  // The line from `begin` on, with one blank behind a colon whose value follows.
  std::string Spaced(const Line& line, size_t begin) const {
    std::string spaced;
    size_t copied = begin;
    for (size_t at = begin; at < line.text.size(); ++at) {
      const auto value = places_.key_ends.find(line.begin + static_cast<uint32_t>(at));
      if (value == places_.key_ends.end() || value->second < line.begin + begin) continue;
      const size_t key_end = value->second - line.begin;
      const size_t colon = line.text.find(':', key_end);
      if (colon >= at) continue;
      const std::string_view gap = line.text.substr(colon + 1, at - colon - 1);
      if (gap.find_first_not_of(' ') != gap.npos) continue;
      spaced += line.text.substr(copied, colon + 1 - copied);
      spaced += ' ';
      copied = at;
    }
    spaced += line.text.substr(copied);
    if (spaced.ends_with('\r')) spaced.pop_back();
    return spaced;
  }

  const Span* LastSolidOn(const Line& line) const {
    const auto line_end = line.begin + static_cast<uint32_t>(line.text.size());
    const auto behind =
        std::upper_bound(places_.solid.begin(), places_.solid.end(), line_end,
                         [](uint32_t offset, const Span& span) { return offset < span.begin; });
    if (behind == places_.solid.begin()) return nullptr;
    const Span& found = *(behind - 1);
    return found.begin >= line.begin ? &found : nullptr;
  }

  bool IsBlockScalar(const Span& solid) const {
    return text_[solid.begin] == '|' || text_[solid.begin] == '>';
  }

  // The lines of `solid` behind the one at `at`, which was at `column` and is at `indent`.
  size_t AddSolid(size_t at, const Span& solid, size_t indent, size_t column) {
    size_t end = at + 1;
    while (end < lines_.size() && lines_[end].begin < solid.end) ++end;
    const bool is_block = IsBlockScalar(solid);
    size_t from = column;
    size_t to = indent;
    if (is_block && indents_ && !HasIndicator(lines_[at], solid)) {
      from = FirstIndent(at + 1, end);
      const uint32_t key = KeyOf(lines_[at]);
      // An item that is the scalar itself is as far in as its text.
      to = places_.indents[key] + (key == solid.begin ? 0 : kStep);
    }
    for (size_t next = at + 1; next < end; ++next) {
      AddMoved(lines_[next].text, from, to, is_block);
    }
    ends_in_scalar_ = is_block;
    return end;
  }

  // Where the innermost key or item of a line begins: what stands behind its dashes.
  uint32_t KeyOf(const Line& line) const {
    size_t begin = IndentOf(line.text);
    while (IsDash(line.text, begin)) {
      const size_t next = line.text.find_first_not_of(' ', begin + 1);
      // An item that is a scalar itself stands a step further in than its dash, as a key does.
      if (line.text[next] == '|' || line.text[next] == '>') break;
      begin = next;
    }
    const auto offset = line.begin + static_cast<uint32_t>(begin);
    return places_.indents.count(offset) > 0 ? offset : ItemBehind(line, begin);
  }
  uint32_t ItemBehind(const Line& line, size_t dash) const {
    return line.begin + static_cast<uint32_t>(line.text.find_first_not_of(' ', dash + 1));
  }

  // Whether a block scalar tells its indentation: `|2`.
  static bool HasIndicator(const Line& line, const Span& solid) {
    const std::string_view header = line.text.substr(solid.begin - line.begin + 1);
    const size_t digit = header.find_first_of("0123456789");
    return digit != header.npos && digit < header.find_first_of(" #");
  }

  size_t FirstIndent(size_t begin, size_t end) const {
    for (size_t at = begin; at < end; ++at) {
      const std::string_view line = lines_[at].text;
      if (WithoutBlanksBehind(line).empty()) continue;
      return IndentOf(line);
    }
    return 0;
  }

  void AddMoved(std::string_view line, size_t from, size_t to, bool is_block) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    const size_t indent = IndentOf(line);
    // Blanks alone count in a block scalar where they go beyond its indentation.
    if (indent == line.size() && (!is_block || indent <= from)) {
      out_ += '\n';
      return;
    }
    const size_t moved = indent + to >= from ? indent + to - from : 0;
    out_.append(moved, ' ');
    out_ += line.substr(indent);
    out_ += '\n';
  }

  // Comments stand as far in as what follows them, where they did so before.
  void FlushComments(size_t indent, size_t column = SIZE_MAX) {
    bool was_empty = out_.empty();
    for (const Comment& comment : comments_) {
      if (comment.text.empty()) {
        if (!was_empty) out_ += '\n';
        was_empty = true;
        continue;
      }
      const bool is_aligned = !indents_ ? false : comment.column == column;
      const size_t place = !indents_    ? comment.column
                           : is_aligned ? indent
                                        : std::min(comment.column, last_indent_ + kStep);
      out_.append(place, ' ');
      out_ += comment.text;
      out_ += '\n';
      was_empty = false;
    }
    comments_.clear();
  }

  std::string_view text_;
  std::vector<Line> lines_;
  Places places_;
  bool indents_;
  std::vector<Comment> comments_;  // and empty lines, before what they belong to
  size_t last_indent_ = 0;
  bool ends_in_scalar_ = false;
  std::string out_;
};

bool AreSame(const Tree& a, const Tree& b, const Limits& limits) {
  Meter meter(limits);
  if (a.size() != b.size()) return false;
  for (uint32_t at = 0; at < a.size(); ++at) {
    const Node& x = a[NodeId{at}];
    const Node& y = b[NodeId{at}];
    if (x.kind() != y.kind() || x.key != y.key || x.end != y.end) return false;
    const bool is_container = x.is_map() || x.is_list();
    if (!is_container && !Equals(x.value, y.value, &meter)) return false;
  }
  return meter.exhausted() == Exhausted::kNo;
}

// The comments of a text, as far as lines tell: what stands behind ` #`.
std::vector<std::string_view> CommentsOf(std::string_view text) {
  std::vector<std::string_view> comments;
  for (const Line& line : LinesOf(text)) {
    const std::string_view content = WithoutBlanksBehind(line.text);
    const size_t mark = content.find('#');
    if (mark != content.npos) comments.push_back(content.substr(mark));
  }
  return comments;
}

}  // namespace

Result<std::string> TidyYaml(const Source& source, const Limits& limits) {
  const Tree before = TRY(ReadYaml(source, limits));
  const Places places = PlaceFinder(before, source.text()).Run();
  for (const bool indents : {true, false}) {
    std::optional<std::string> laid = YamlLayout(source.text(), places, indents).Run();
    if (!laid) continue;
    const Result<Tree> after = ReadYaml(Source(source.name(), *laid), limits);
    const bool keeps_comments = CommentsOf(source.text()) == CommentsOf(*laid);
    if (after && keeps_comments && AreSame(before, *after, limits)) return *std::move(laid);
  }
  return std::string(source.text());
}

}  // namespace galley::tidy
