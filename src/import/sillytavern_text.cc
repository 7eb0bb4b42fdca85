// SillyTavern's context and instruct presets as text templates.
//
// A story string is Handlebars there, rendered with macros replaced behind it, among them
// `{{trim}}`, which takes the line breaks around it away once everything is printed.  Handlebars
// cannot look back at what it printed, so these become Jinja.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "diag/report.h"
#include "import/known_fields.h"
#include "import/leaf_writer.h"
#include "import/sillytavern.h"

namespace galley::importing {
namespace {

constexpr std::string_view kBlanksOfLine = " \t\r";

// Nothing prints nothing, whatever the workspace says of undefined variables.
std::string OrNothing(std::string_view variable) {
  return VariableName(Leaf::kJinja, variable) + " | default(\"\", true)";
}

std::string_view Trim(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const size_t first = text.find_first_not_of(kBlanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

// Reads a text with macros, and blocks where it is a story string.
class TextReader {
 public:
  // `name` is what `{{name}}` prints; empty in a story string, which has blocks.
  TextReader(Job* job, const Node& node, std::string_view name)
      : job_(job),
        node_(node),
        text_(node.value.as_string()),
        name_(name),
        has_blocks_(name.empty()) {}

  // The text in Jinja.  A `{{trim}}` ends one part and begins another, which are captured and
  // printed without the line breaks between them.
  std::string Run() {
    while (at_ < text_.size()) {
      const size_t open = std::min(text_.find("{{", at_), text_.size());
      const size_t close = open == text_.size() ? text_.npos : text_.find("}}", open);
      if (close == text_.npos) {
        out_.Text(text_.substr(at_));
        break;
      }
      out_.Text(text_.substr(at_, open - at_));
      at_ = close + 2;
      ReadTag(open);
    }
    const std::string last = out_.Take();
    if (parts_.empty()) return last;
    parts_.push_back(last);
    return PrintParts();
  }

 private:
  void ReadTag(size_t open) {
    const std::string_view macro = text_.substr(open + 2, at_ - open - 4);
    const std::string_view inside = Trim(macro);
    if (const auto variable = SillyTavernVariable(inside)) {
      return out_.Tag("{{ " + OrNothing(*variable) + " }}");
    }
    if (has_blocks_ && ReadBlock(open, inside)) return;
    if (inside == "trim") {
      parts_.push_back(out_.Take());
      out_ = LeafWriter(Leaf::kJinja);
    } else if (inside == "name" && !has_blocks_) {
      out_.Tag("{{ " + std::string(name_) + " or \"System\" }}");
    } else if (inside.starts_with('[')) {
      // A mark that the server of the model replaces.
      out_.Text(text_.substr(open, at_ - open));
    } else if (inside != "noop" && !inside.starts_with("//")) {
      job_->Lose(PlaceOf(open), "the macro " + Quoted(macro) + " has no counterpart");
    }
  }

  // True where it is a block of Handlebars.
  bool ReadBlock(size_t open, std::string_view inside) {
    std::string tag;
    if (inside == "else" || inside == "^") {
      tag = "{% else %}";
    } else if (inside == "/if" || inside == "/unless") {
      tag = "{% endif %}";
    } else if (inside.starts_with("#if ") || inside.starts_with("#unless ")) {
      const bool is_if = inside.starts_with("#if ");
      const std::string_view name = Trim(inside.substr(is_if ? 4 : 8));
      const auto variable = SillyTavernVariable(name);
      const std::string field = variable ? *variable : std::string(name);
      tag = (is_if ? "{% if " : "{% if not (") + OrNothing(field) + (is_if ? " %}" : ") %}");
    } else {
      return false;
    }
    LeaveLine(open);
    out_.Tag(tag);
    return true;
  }

  // A block alone on its line takes the line with it.  Only the blanks around it are looked at:
  // a line may be as long as the text.
  void LeaveLine(size_t open) {
    const size_t end = std::min(text_.find_first_not_of(kBlanksOfLine, at_), text_.size());
    if (end < text_.size() && text_[end] != '\n') return;
    size_t begin = open;
    while (begin > 0 && kBlanksOfLine.find(text_[begin - 1]) != kBlanksOfLine.npos) --begin;
    if (begin > 0 && text_[begin - 1] != '\n') return;
    out_.DropText(open - begin);
    at_ = std::min(end + 1, text_.size());
  }

  std::string PrintParts() const {
    std::string all;
    for (size_t part = 0; part < parts_.size(); ++part) {
      const std::string name = "part_" + std::to_string(part + 1);
      all += "{% set " + name + " %}" + parts_[part] + "{% endset %}{{ " + name;
      if (part > 0) all += ".lstrip(\"\\r\\n\")";
      if (part + 1 < parts_.size()) all += ".rstrip(\"\\r\\n\")";
      all += " }}";
    }
    return all;
  }

  Span PlaceOf(size_t open) const {
    return job_->PlaceIn(node_, {static_cast<uint32_t>(open), static_cast<uint32_t>(at_)});
  }

  Job* job_;
  const Node& node_;
  std::string_view text_;
  std::string_view name_;
  bool has_blocks_;
  size_t at_ = 0;
  LeafWriter out_{Leaf::kJinja};
  std::vector<std::string> parts_;  // ended by a `{{trim}}`
};

bool IsTrueUnder(const Tree& tree, std::string_view key) {
  const NodeId id = tree.Find(Tree::root(), key);
  return id != kNoNode && tree[id].value.is_bool() && tree[id].value.as_bool();
}

// One line break at the end of a text template is not printed.
Imported JinjaTemplate(Job* job, const Tree& tree, std::string text) {
  text = KeepLineBreaks(text);
  if (text.ends_with('\n')) text += '\n';
  Imported imported{std::move(text), LeafName(Leaf::kJinja), {}};
  imported.name = job->NameOr(TextUnder(tree, Tree::root(), "name"), "");
  return imported;
}

// --- Instruct ---------------------------------------------------------------

class InstructPreset {
 public:
  InstructPreset(Job* job, const Tree& tree)
      : job_(job),
        tree_(tree),
        line_(IsTrueUnder(tree, "wrap") ? "\n" : ""),
        names_(TextUnder(tree, Tree::root(), "names_behavior") == "always") {}

  std::string Run() {
    const bool same = IsTrueUnder(tree_, "system_same_as_user");
    std::string text = FindLastUser();
    text += "{% for message in messages %}{% if message.role == \"system\" %}";
    text += Message(OnItsLine(same ? "input_sequence" : "system_sequence"),
                    Sequence(same ? "input_suffix" : "system_suffix"), false);
    text += "{% elif message.role == \"user\" %}";
    text += Message(Chosen("input_sequence"), Sequence("input_suffix"), names_);
    text += "{% else %}";
    text += Message(Chosen("output_sequence"), Sequence("output_suffix"), names_);
    return text + "{% endif %}{% endfor %}" + Prompt();
  }

 private:
  std::string Sequence(std::string_view key, std::string_view name = "message.name") const {
    const NodeId id = tree_.Find(Tree::root(), key);
    if (id == kNoNode || !tree_[id].is_string()) return {};
    if (IsTrueUnder(tree_, "macro")) return TextReader(job_, tree_[id], name).Run();
    LeafWriter out(Leaf::kJinja);
    out.Text(tree_[id].value.as_string());
    return out.Take();
  }

  // A sequence with what stands between it and a message, of which there is none without it.
  std::string OnItsLine(const std::string& key) const {
    const std::string sequence = Sequence(key);
    return sequence.empty() ? sequence : sequence + line_;
  }

  bool Has(const std::string& key) const { return !TextUnder(tree_, Tree::root(), key).empty(); }

  // The first message of all, and the last of the user, may have sequences of their own.
  std::string Chosen(const std::string& key) const {
    const bool is_input = key == "input_sequence";
    const bool has_last = is_input && Has("last_" + key);
    if (!has_last && !Has("first_" + key)) return OnItsLine(key);
    std::string text;
    if (has_last) text += "{% if loop.index0 == last.user %}" + OnItsLine("last_" + key);
    if (Has("first_" + key)) {
      text += text.empty() ? "{% if loop.first %}" : "{% elif loop.first %}";
      text += OnItsLine("first_" + key);
    }
    return text + "{% else %}" + OnItsLine(key) + "{% endif %}";
  }

  std::string FindLastUser() const {
    if (!Has("last_input_sequence")) return {};
    return "{% set last = namespace(user=-1) %}{% for message in messages %}"
           "{% if message.role == \"user\" %}{% set last.user = loop.index0 %}{% endif %}"
           "{% endfor %}";
  }

  std::string Message(const std::string& before, const std::string& after, bool named) const {
    const std::string name =
        named ? "{% if message.name %}{{ message.name }}: {% endif %}" : std::string();
    return before + name + "{{ message.content }}" + (after.empty() ? line_ : after);
  }

  // What the model goes on from.
  std::string Prompt() const {
    std::string text =
        line_ + Sequence(Has("last_output_sequence") ? "last_output_sequence" : "output_sequence",
                         "(char | default(\"\", true))");
    if (names_) return text + line_ + "{{ " + OrNothing("char") + " }}:";
    const bool wraps = !line_.empty();
    while (wraps && !text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
    return text + line_;
  }

  Job* job_;
  const Tree& tree_;
  std::string line_;  // what stands between a sequence and a message
  bool names_;
};

}  // namespace

Result<Imported> ImportStoryString(Job* job, const Tree& tree, NodeId story) {
  constexpr KnownField kKnown[] = {
      {"story_string", kHoldsText}, {"chat_start", kHoldsText}, {"name", kHoldsText}};
  LoseUnknownFields(job, tree, Tree::root(), kKnown);
  // Line breaks at its beginning are dropped there, and it ends with one.
  std::string text = "{% set story %}" + TextReader(job, tree[story], "").Run() +
                     "{% endset %}{% set story = story.lstrip(\"\\n\") %}{{ story }}"
                     "{% if story and not story.endswith(\"\\n\") %}{{ \"\\n\" }}{% endif %}";
  const NodeId start = tree.Find(Tree::root(), "chat_start");
  if (start != kNoNode && tree[start].is_string())
    text += TextReader(job, tree[start], "message.name").Run();
  return JinjaTemplate(job, tree, std::move(text));
}

Result<Imported> ImportInstructPreset(Job* job, const Tree& tree) {
  constexpr KnownField kKnown[] = {{"input_sequence", kHoldsText},
                                   {"output_sequence", kHoldsText},
                                   {"system_sequence", kHoldsText},
                                   {"input_suffix", kHoldsText},
                                   {"output_suffix", kHoldsText},
                                   {"system_suffix", kHoldsText},
                                   {"wrap", kHoldsFlag},
                                   {"name", kHoldsText},
                                   {"macro", kHoldsFlag},
                                   {"system_same_as_user", kHoldsFlag},
                                   {"first_input_sequence", kHoldsText},
                                   {"last_input_sequence", kHoldsText},
                                   {"first_output_sequence", kHoldsText},
                                   {"last_output_sequence", kHoldsText},
                                   {"names_behavior", kHoldsText}};
  LoseUnknownFields(job, tree, Tree::root(), kKnown);
  const std::string_view names = TextUnder(tree, Tree::root(), "names_behavior");
  if (!names.empty() && names != "none" && names != "force" && names != "always") {
    job->Lose(tree[tree.Find(Tree::root(), "names_behavior")].span,
              Quoted(names) + " is read as `none`");
  }
  return JinjaTemplate(job, tree, InstructPreset(job, tree).Run());
}

}  // namespace galley::importing
