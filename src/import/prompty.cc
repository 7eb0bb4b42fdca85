// Prompty files, first and second version: front matter, and a text with lines that name
// roles (`system:`).
//
// There the text is rendered first and cut into messages afterwards.  Here it is cut first,
// which gives the same as long as no block of the template holds a role line.  A loop that
// prints a conversation is the history; any other such block makes it a text template.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/try.h"
#include "diag/report.h"
#include "format/front_matter.h"
#include "format/text.h"
#include "format/yaml.h"
#include "import/chat_draft.h"
#include "import/import.h"
#include "import/known_fields.h"
#include "import/mustache.h"

namespace galley::importing {
namespace {

constexpr KnownField kKnown[] = {{"name", kHoldsText},
                                 {"description", kHoldsText},
                                 {"template", kHoldsText | kHoldsMap},
                                 {"template.format", kHoldsText | kHoldsMap},
                                 {"template.format.kind", kHoldsText},
                                 {"template.type", kHoldsText},
                                 {"template.parser", kHoldsText}};
constexpr std::string_view kRoles[] = {"system",    "user", "assistant",
                                       "developer", "tool", "function"};

std::string_view Trim(std::string_view text, std::string_view blanks = " \t\r\n") {
  const size_t first = text.find_first_not_of(blanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

bool EqualsIgnoringCase(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size()) return false;
  for (size_t at = 0; at < text.size(); ++at) {
    const char byte = text[at];
    if ((byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte + 32) : byte) != lower[at])
      return false;
  }
  return true;
}

// The role that a line names: `system:`, `# User:`, `user[name="Ann"]:`.
std::optional<std::string_view> RoleLine(std::string_view line, bool* has_attributes) {
  line = Trim(line);
  if (line.starts_with('#')) line = Trim(line.substr(1));
  if (!line.ends_with(':')) return std::nullopt;
  line = Trim(line.substr(0, line.size() - 1));
  const size_t bracket = line.find('[');
  *has_attributes = bracket != line.npos && line.ends_with(']');
  if (*has_attributes) line = Trim(line.substr(0, bracket));
  for (const std::string_view role : kRoles) {
    if (EqualsIgnoringCase(line, role)) return role;
  }
  return std::nullopt;
}

// Follows which blocks of Jinja are open.
class BlockDepth {
 public:
  void Read(std::string_view line) {
    for (size_t at = line.find("{%"); at != line.npos; at = line.find("{%", at + 2)) {
      const size_t close = line.find("%}", at);
      if (close == line.npos) return;
      Count(Trim(line.substr(at + 2, close - at - 2), " \t-+"));
    }
  }
  bool is_open() const { return depth_ > 0; }

 private:
  void Count(std::string_view tag) {
    constexpr std::string_view kBlocks[] = {"if",    "for",  "macro", "call",      "filter",
                                            "block", "with", "raw",   "autoescape"};
    const std::string_view word = tag.substr(0, tag.find_first_of(" \t("));
    if (word.starts_with("end")) --depth_;
    for (const std::string_view block : kBlocks) {
      if (word == block) ++depth_;
    }
    if (word == "set" && tag.find('=') == tag.npos) ++depth_;
  }

  int depth_ = 0;
};

// `{% for item in history %}`: the variable and the list.
struct Loop {
  std::string_view variable;
  std::string_view list;
};

std::optional<Loop> ReadLoop(std::string_view line) {
  line = Trim(line);
  if (!line.starts_with("{%") || !line.ends_with("%}")) return std::nullopt;
  std::string_view tag = Trim(line.substr(2, line.size() - 4), " \t-+");
  if (!tag.starts_with("for ")) return std::nullopt;
  tag = Trim(tag.substr(4));
  const size_t in = tag.find(" in ");
  if (in == tag.npos) return std::nullopt;
  return Loop{Trim(tag.substr(0, in)), Trim(tag.substr(in + 4))};
}

std::string WithoutBlanks(std::string_view text) {
  std::string out;
  for (const char byte : text) {
    if (byte != ' ' && byte != '\t') out += byte;
  }
  return out;
}

// Cuts a body into messages, line by line.
class BodyReader {
 public:
  BodyReader(Job* job, std::vector<std::string_view> lines, bool is_jinja, ChatDraft* draft)
      : job_(job), lines_(std::move(lines)), is_jinja_(is_jinja), draft_(draft) {}

  // False where a block holds a role, so that there are no messages to tell.
  bool Run() {
    for (size_t at = 0; at < lines_.size(); ++at) {
      if (const size_t taken = TakeHistory(at)) {
        at += taken - 1;
        continue;
      }
      bool has_attributes = false;
      const auto role = RoleLine(lines_[at], &has_attributes);
      if (!role) {
        AddLine(lines_[at]);
        continue;
      }
      if (blocks_.is_open()) return false;
      EndMessage();
      if (has_attributes) Lose(at, "attributes of a role have no counterpart");
      role_ = FindRole(*role).value_or("user");
      if (!FindRole(*role)) Lose(at, "the role " + Quoted(*role) + " is not one of ours");
    }
    EndMessage();
    return !blocks_.is_open();
  }

 private:
  void Lose(size_t line, std::string what) {
    const std::string_view text = lines_[line];
    const auto begin = static_cast<uint32_t>(text.data() - job_->source().text().data());
    job_->Lose({begin, begin + static_cast<uint32_t>(text.size())}, std::move(what));
  }

  // How many lines from `at` on are a loop that prints a conversation; 0 where none.
  size_t TakeHistory(size_t at) {
    const auto loop = ReadLoop(lines_[at]);
    if (!loop) return 0;
    std::string body;
    for (size_t end = at + 1; end < lines_.size() && end < at + 8; ++end) {
      const std::string line = WithoutBlanks(Trim(lines_[end]));
      if (line.starts_with("{%endfor") || line.starts_with("{%-endfor")) {
        const std::string variable(loop->variable);
        if (body != "{{" + variable + ".role}}:{{" + variable + ".content}}") return 0;
        EndMessage();
        const auto begin = static_cast<uint32_t>(lines_[at].data() - job_->source().text().data());
        draft_->AddHistory(loop->list, {begin, begin + static_cast<uint32_t>(lines_[at].size())});
        return end - at + 1;
      }
      body += line;
    }
    return 0;
  }

  void AddLine(std::string_view line) {
    blocks_.Read(line);
    if (!text_.empty() || has_line_) text_ += '\n';
    text_ += line;
    has_line_ = true;
  }

  void EndMessage() {
    const std::string_view text = Trim(text_, "\n");
    if (!text.empty()) draft_->AddMessage(role_, is_jinja_ ? JinjaText(text) : std::string(text));
    text_.clear();
    has_line_ = false;
  }

  // There line breaks go from the ends of a message once it is printed, so also those that a
  // block leaves there.
  static std::string JinjaText(std::string_view text) {
    const bool has_block_at_end = text.starts_with("{%") || text.starts_with("{#") ||
                                  text.ends_with("%}") || text.ends_with("#}");
    if (!has_block_at_end) return KeepLineBreaks(text);
    return KeepLineBreaks("{% filter trim(\"\\n\") %}" + std::string(text) + "{% endfilter %}");
  }

  Job* job_;
  std::vector<std::string_view> lines_;
  bool is_jinja_;
  ChatDraft* draft_;
  std::string_view role_ = "system";
  std::string text_;
  bool has_line_ = false;
  BlockDepth blocks_;
};

std::vector<std::string_view> LinesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// `template: mustache`, `template: {format: mustache}`, `template: {format: {kind: mustache}}`,
// and `type` for `format` in the oldest files.
std::string_view LanguageOf(const Tree& tree, NodeId id) {
  if (tree[id].is_string()) return tree[id].value.as_string();
  const std::string_view type = TextUnder(tree, id, "type");
  if (!type.empty()) return type;
  const NodeId format = tree.Find(id, "format");
  if (format == kNoNode) return {};
  return tree[format].is_string() ? tree[format].value.as_string()
                                  : TextUnder(tree, format, "kind");
}

bool IsMustache(Job* job, const Tree& tree) {
  const NodeId id = tree.Find(Tree::root(), "template");
  if (id == kNoNode) return false;
  const std::string_view parser = TextUnder(tree, id, "parser");
  if (!parser.empty() && parser != "prompty") {
    job->Lose(tree[id].span, "the parser " + Quoted(parser) + " is read as `prompty`");
  }
  const std::string_view language = LanguageOf(tree, id);
  if (!language.empty() && language != "jinja2" && language != "mustache") {
    job->Lose(tree[id].span, "the language " + Quoted(language) + " is read as `jinja2`");
  }
  return language == "mustache";
}

void LeaveReferences(Job* job, const Tree& tree) {
  for (size_t at = 0; at < tree.size(); ++at) {
    const Node& node = tree[NodeId{static_cast<uint32_t>(at)}];
    if (node.is_string() && RefersOutside(node.value.as_string())) {
      job->LeaveAlone(node.span, "this reference");
    }
  }
}

}  // namespace

Result<Imported> ImportPrompty(Job* job) {
  TRY(CheckText(job->source(), job->limits()));
  const FrontMatter parts = TRY(SplitFrontMatter(job->source()));
  if (!parts.present) {
    return job->Refuse({0, 0}, "a prompty file begins with front matter between lines of `---`");
  }
  const Tree tree = TRY(ReadYaml(job->source(), parts.yaml, job->limits()));
  LoseUnknownFields(job, tree, Tree::root(), kKnown);
  LeaveReferences(job, tree);
  const bool is_mustache = IsMustache(job, tree);
  const std::string_view body =
      job->source().text().substr(parts.body.begin, parts.body.end - parts.body.begin);
  ChatDraft draft(job, is_mustache ? Leaf::kHandlebars : Leaf::kJinja,
                  TextUnder(tree, Tree::root(), "name"));
  draft.set_description(TextUnder(tree, Tree::root(), "description"));
  if (BodyReader(job, LinesOf(body), !is_mustache, &draft).Run()) return draft.Finish();
  job->Lose(parts.body, "a block of the template holds roles: it is imported as one text",
            "write one message a role, with the condition in `when`");
  return Imported{is_mustache ? std::string(body) : KeepLineBreaks(body),
                  LeafName(is_mustache ? Leaf::kHandlebars : Leaf::kJinja),
                  {}};
}

}  // namespace galley::importing
