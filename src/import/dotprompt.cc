// Dotprompt files: front matter, and Handlebars that names roles, history and media.
//
// There the text is rendered first and cut into messages afterwards; here it is cut first, so
// a role, history or medium inside of a block has no counterpart and is lost.
#include <algorithm>
#include <optional>
#include <vector>

#include "base/try.h"
#include "diag/report.h"
#include "format/front_matter.h"
#include "format/text.h"
#include "format/yaml.h"
#include "import/chat_draft.h"
#include "import/import.h"
#include "import/known_fields.h"
#include "import/picoschema.h"
#include "value/record.h"

namespace galley::importing {
namespace {

constexpr KnownField kKnown[] = {{"name", kHoldsText},
                                 {"description", kHoldsText},
                                 {"output", kHoldsMap},
                                 {"output.format", kHoldsText},
                                 {"output.schema", kHoldsText | kHoldsMap},
                                 {"toolDefs", kHoldsList, kHoldsMap},
                                 {"toolDefs.name", kHoldsText},
                                 {"toolDefs.description", kHoldsText},
                                 {"toolDefs.inputSchema", kHoldsText | kHoldsMap}};

std::string_view Trim(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const size_t first = text.find_first_not_of(kBlanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

// One tag of the body.
struct Tag {
  size_t begin = 0;
  size_t end = 0;
  std::string_view inside;  // between the braces and `~`, without blanks
  bool is_comment = false;
};

// The next tag at or behind `at`; nothing where there is none, or where it is not closed.
std::optional<Tag> FindTag(std::string_view text, size_t at) {
  const size_t begin = text.find("{{", at);
  if (begin == text.npos) return std::nullopt;
  if (begin > 0 && text[begin - 1] == '\\') {
    // Literal braces: nothing to look at.
    return Tag{begin, begin + 2, {}, true};
  }
  const std::string_view rest = text.substr(begin);
  const bool is_long_comment = rest.starts_with("{{!--") || rest.starts_with("{{~!--");
  const std::string_view closing = is_long_comment           ? "--}}"
                                   : rest.starts_with("{{{") ? "}}}"
                                                             : "}}";
  const size_t close = text.find(closing, begin + 2);
  if (close == text.npos) return std::nullopt;
  Tag tag{begin, close + closing.size(), {}, is_long_comment};
  std::string_view inside = text.substr(begin + 2, close - begin - 2);
  while (!inside.empty() && (inside.front() == '{' || inside.front() == '~'))
    inside.remove_prefix(1);
  while (!inside.empty() && inside.back() == '~') inside.remove_suffix(1);
  tag.inside = Trim(inside);
  tag.is_comment = tag.is_comment || tag.inside.starts_with('!');
  return tag;
}

// The string behind a word: `role "system"`.
std::string_view QuotedBehind(std::string_view inside, std::string_view word) {
  std::string_view rest = Trim(inside.substr(word.size()));
  if (rest.size() < 2 || (rest.front() != '"' && rest.front() != '\'')) return {};
  const size_t close = rest.find(rest.front(), 1);
  return close == rest.npos ? std::string_view() : rest.substr(1, close - 1);
}

bool IsWord(std::string_view inside, std::string_view word) {
  return inside.starts_with(word) && (inside.size() == word.size() || inside[word.size()] == ' ' ||
                                      inside[word.size()] == '\n');
}

// The expression behind `key=` in a tag.
std::string_view ArgumentOf(std::string_view inside, std::string_view key) {
  const size_t at = inside.find(key);
  if (at == inside.npos) return {};
  const std::string_view rest = inside.substr(at + key.size());
  if (!rest.empty() && (rest.front() == '"' || rest.front() == '\'')) {
    return rest.substr(0, rest.find(rest.front(), 1) + 1);
  }
  return rest.substr(0, rest.find_first_of(" \n\t"));
}

// A message that grows, and what it is made of.
class BodyReader {
 public:
  BodyReader(Job* job, std::string_view body, uint32_t offset, ChatDraft* draft)
      : job_(job), body_(body), offset_(offset), draft_(draft) {}

  void Run() {
    size_t copied = 0;
    size_t at = 0;
    while (const std::optional<Tag> tag = FindTag(body_, at)) {
      at = tag->end;
      if (tag->is_comment) continue;
      text_ += body_.substr(copied, tag->begin - copied);
      copied = tag->end;
      Translate(*tag);
    }
    text_ += body_.substr(copied);
    EndMessage();
  }

 private:
  Span PlaceOf(const Tag& tag) const {
    return {offset_ + static_cast<uint32_t>(tag.begin), offset_ + static_cast<uint32_t>(tag.end)};
  }

  void Translate(const Tag& tag) {
    const std::string_view inside = tag.inside;
    const bool is_structure = IsWord(inside, "role") || inside == "history" ||
                              IsWord(inside, "media") || IsWord(inside, "section");
    if (is_structure && depth_ > 0) {
      job_->Lose(PlaceOf(tag), "inside of a block, " + Quoted(inside) + " has no counterpart",
                 "put the condition on the message: `when`");
      return;
    }
    if (IsWord(inside, "role")) return StartRole(tag);
    if (inside == "history") {
      EndMessage();
      draft_->AddHistory("history", PlaceOf(tag));
      role_ = "assistant";
      return;
    }
    if (IsWord(inside, "media")) return AddMedia(tag);
    if (IsWord(inside, "section")) {
      job_->Lose(PlaceOf(tag), "a section has no counterpart");
      return;
    }
    if (inside.starts_with('#')) ++depth_;
    if (inside.starts_with('/')) --depth_;
    AddTag(tag);
  }

  // Tags that Handlebars of ours has under another name.
  void AddTag(const Tag& tag) {
    constexpr std::string_view kEquals = "#ifEquals ";
    constexpr std::string_view kUnequals = "#unlessEquals ";
    const std::string inside(tag.inside);
    if (inside.starts_with(kEquals)) {
      text_ += "{{#if (eq " + inside.substr(kEquals.size()) + ")}}";
    } else if (inside.starts_with(kUnequals)) {
      text_ += "{{#if (ne " + inside.substr(kUnequals.size()) + ")}}";
    } else if (inside == "/ifEquals" || inside == "/unlessEquals") {
      text_ += "{{/if}}";
    } else {
      if (inside.starts_with('@') && !inside.starts_with("@index") && depth_ == 0) {
        job_->Lose(PlaceOf(tag), Quoted(inside) + " is set by the program there, and missing here");
      }
      if (inside.starts_with('>')) job_->LeaveAlone(PlaceOf(tag), "the partial");
      text_ += body_.substr(tag.begin, tag.end - tag.begin);
    }
  }

  void StartRole(const Tag& tag) {
    EndMessage();
    const std::string_view name = QuotedBehind(tag.inside, "role");
    const auto role = FindRole(name);
    if (!role) job_->Lose(PlaceOf(tag), "the role " + Quoted(name) + " is not one of ours");
    role_ = role.value_or("user");
  }

  void AddMedia(const Tag& tag) {
    const std::string_view url = ArgumentOf(tag.inside, "url=");
    if (url.empty()) {
      job_->Lose(PlaceOf(tag), "a medium without `url` is left out");
      return;
    }
    if (!ArgumentOf(tag.inside, "contentType=").empty()) {
      job_->Lose(PlaceOf(tag),
                 "the content type of a medium is left out: it is taken for a picture");
    }
    EndText();
    const bool is_literal = url.front() == '"' || url.front() == '\'';
    Heap* heap = job_->heap();
    const std::string leaf =
        is_literal ? std::string(url.substr(1, url.size() - 2)) : "{{" + std::string(url) + "}}";
    parts_.push_back(
        NewRecord(heap, {{"type", Value::String("image")}, {"url", heap->NewString(leaf)}}));
  }

  // Text that is blank before or behind a marker prints nothing there either.
  void EndText() {
    if (!Trim(text_).empty()) {
      Heap* heap = job_->heap();
      parts_.push_back(
          NewRecord(heap, {{"type", Value::String("text")}, {"text", heap->NewString(text_)}}));
    }
    text_.clear();
  }

  void EndMessage() {
    if (parts_.empty()) {
      if (!Trim(text_).empty()) draft_->AddMessage(role_, text_);
      text_.clear();
      return;
    }
    EndText();
    draft_->AddParts(role_, job_->heap()->NewList(parts_));
    parts_.clear();
  }

  Job* job_;
  std::string_view body_;
  uint32_t offset_;  // of the body in the text
  ChatDraft* draft_;
  std::string_view role_ = "user";
  std::string text_;
  std::vector<Value> parts_;
  int depth_ = 0;
};

void AddOutput(Job* job, const Tree& tree, NodeId output, ChatDraft* draft) {
  if (output == kNoNode || !tree[output].is_map()) return;
  const NodeId schema = tree.Find(output, "schema");
  const std::string_view format = TextUnder(tree, output, "format");
  if (!format.empty() && format != "json" && format != "text") {
    job->Lose(tree[tree.Find(output, "format")].span,
              "the output format " + Quoted(format) + " has no counterpart");
  }
  Heap* heap = job->heap();
  if (schema != kNoNode) {
    draft->set_response_format(
        NewRecord(heap, {{"type", Value::String("json_schema")},
                         {"schema", PicoschemaToJsonSchema(job, tree, schema)}}));
  } else if (format == "json") {
    draft->set_response_format(Value::String("json"));
  }
}

void AddTools(Job* job, const Tree& tree, NodeId list, ChatDraft* draft) {
  if (list == kNoNode || !tree[list].is_list()) return;
  Heap* heap = job->heap();
  std::vector<Value> tools;
  for (const NodeId tool : tree.Children(list)) {
    if (!tree[tool].is_map()) continue;
    const NodeId input = tree.Find(tool, "inputSchema");
    const std::string_view description = TextUnder(tree, tool, "description");
    tools.push_back(NewRecord(
        heap,
        {{"name", heap->NewString(TextUnder(tree, tool, "name"))},
         {"description", description.empty() ? Value() : heap->NewString(description)},
         {"parameters", input == kNoNode ? NewRecord(heap, {{"type", Value::String("object")}})
                                         : PicoschemaToJsonSchema(job, tree, input)}}));
  }
  draft->set_tools(heap->NewList(tools));
}

}  // namespace

Result<Imported> ImportDotprompt(Job* job) {
  TRY(CheckText(job->source(), job->limits()));
  const FrontMatter parts = TRY(SplitFrontMatter(job->source()));
  std::string_view name;
  std::optional<Tree> tree;
  if (parts.present) tree = TRY(ReadYaml(job->source(), parts.yaml, job->limits()));
  const bool has_fields = tree && (*tree)[Tree::root()].is_map();
  if (has_fields) name = TextUnder(*tree, Tree::root(), "name");
  ChatDraft draft(job, Leaf::kHandlebars, name);
  if (has_fields) {
    LoseUnknownFields(job, *tree, Tree::root(), kKnown);
    draft.set_description(TextUnder(*tree, Tree::root(), "description"));
    AddOutput(job, *tree, tree->Find(Tree::root(), "output"), &draft);
    AddTools(job, *tree, tree->Find(Tree::root(), "toolDefs"), &draft);
  }
  const std::string_view body =
      job->source().text().substr(parts.body.begin, parts.body.end - parts.body.begin);
  const std::string_view trimmed = Trim(body);
  const size_t skipped = trimmed.empty() ? 0 : static_cast<size_t>(trimmed.data() - body.data());
  BodyReader(job, trimmed, parts.body.begin + static_cast<uint32_t>(skipped), &draft).Run();
  return draft.Finish();
}

}  // namespace galley::importing
