// LangChain's serialised prompt templates: what `dumps` writes, and the older form
// of `save`.
//
// A string is a format string, Mustache or Jinja; a chat template of ours has one language,
// so its strings must agree: format strings are written as Jinja, Mustache as Handlebars.
#include <optional>
#include <string>
#include <vector>

#include "base/try.h"
#include "diag/report.h"
#include "import/chat_draft.h"
#include "import/import.h"
#include "import/known_fields.h"
#include "import/mustache.h"

namespace galley::importing {
namespace {

constexpr std::string_view kPromptFields[] = {
    "template",          "template_format", "input_variables",   "input_types",
    "partial_variables", "_type",           "validate_template", "optional_variables"};

// The class that a constructor names, and its arguments; of the older form the map itself.
struct Object {
  std::string_view type;
  NodeId fields = kNoNode;
};

Object ObjectAt(const Tree& tree, NodeId id) {
  const NodeId path = tree.Find(id, "id");
  const NodeId fields = tree.Find(id, "kwargs");
  if (path == kNoNode || fields == kNoNode || !tree[path].is_list()) {
    const std::string_view old = TextUnder(tree, id, "_type");
    return {old == "prompt"     ? "PromptTemplate"
            : old == "few_shot" ? "FewShotPromptTemplate"
                                : old,
            id};
  }
  Object object{{}, fields};
  for (const NodeId part : tree.Children(path)) {
    if (tree[part].is_string()) object.type = tree[part].value.as_string();
  }
  return object;
}

// What stands around the arguments of a constructor.
constexpr KnownField kFrame[] = {{"lc", kHoldsAnything},
                                 {"type", kHoldsAnything},
                                 {"id", kHoldsAnything},
                                 {"kwargs", kHoldsMap},
                                 {"name", kHoldsText}};

class Importer {
 public:
  Importer(Job* job, const Tree& tree) : job_(job), tree_(tree) {}

  Result<Imported> Run() {
    const Object object = Open(Tree::root());
    if (object.type == "PromptTemplate") return ImportText(object.fields);
    if (object.type == "FewShotPromptTemplate") return ImportFewShot(object.fields);
    if (object.type == "ChatPromptTemplate") return ImportChat(object.fields);
    return job_->Refuse(tree_[Tree::root()].span,
                        "a prompt template of LangChain is a `PromptTemplate`, a "
                        "`FewShotPromptTemplate` or a `ChatPromptTemplate`");
  }

 private:
  // The object at `id`, which loses what is no argument.
  Object Open(NodeId id) {
    const Object object = ObjectAt(tree_, id);
    if (object.fields != id) LoseUnknownFields(job_, tree_, id, kFrame);
    return object;
  }

  Result<Imported> ImportText(NodeId fields) {
    std::string text = TRY(Translate(fields));
    // One line break at the end of a text template is not printed.
    if (leaf_ == Leaf::kJinja && text.ends_with('\n')) text += '\n';
    return Imported{std::move(text), LeafName(leaf_.value_or(Leaf::kJinja)), {}};
  }

  // The string of a PromptTemplate as a leaf.
  Result<std::string> Translate(NodeId fields) {
    const NodeId id = tree_.Find(fields, "template");
    if (id == kNoNode || !tree_[id].is_string()) {
      return job_->Refuse(tree_[fields].span, "a prompt template has a text as its `template`");
    }
    LoseOtherFields(job_, tree_, fields, kPromptFields, "");
    const std::string_view format = TRY(FormatOf(fields));
    const bool is_mustache = format == "mustache";
    TRY(Choose(is_mustache ? Leaf::kHandlebars : Leaf::kJinja, tree_[id]));
    const NodeId constants = tree_.Find(fields, "partial_variables");
    if (constants != kNoNode) LoseConstants(constants, format);
    if (is_mustache) WarnOfEscaping(tree_[id]);
    if (is_mustache) return MustacheToHandlebars(job_, tree_[id]);
    if (format == "jinja2") return KeepLineBreaks(tree_[id].value.as_string());
    return FormatStringToJinja(job_, tree_, tree_[id], constants);
  }

  // The language of its strings; empty where nothing says so.
  Result<std::string_view> FormatOf(NodeId fields) {
    const NodeId id = tree_.Find(fields, "template_format");
    if (id == kNoNode || tree_[id].value.is_none()) return std::string_view();
    const std::string_view format =
        tree_[id].is_string() ? tree_[id].value.as_string() : std::string_view();
    if (format == "f-string" || format == "mustache" || format == "jinja2") return format;
    return job_->Refuse(tree_[id].span, "`template_format` is `f-string`, `mustache` or `jinja2`");
  }

  void WarnOfEscaping(const Node& node) {
    if (has_warned_) return;
    has_warned_ = true;
    job_->Lose(node.span,
               "`{{name}}` escapes values for HTML there; here they are printed as they are");
  }

  // Constants are written into format strings; of others, and of functions, nothing is.
  void LoseConstants(NodeId constants, std::string_view format) {
    const bool is_format_string = format.empty() || format == "f-string";
    for (const NodeId each : tree_.Children(constants)) {
      if (is_format_string && !tree_[each].is_map()) continue;
      job_->Lose(tree_[each].key_span,
                 "the partial variable " + Quoted(tree_[each].key) + " is left out",
                 "give it as data");
    }
  }

  Result<void> Choose(Leaf leaf, const Node& node) {
    if (leaf_ && *leaf_ != leaf) {
      return job_->Refuse(node.span, "one template has strings of two languages");
    }
    leaf_ = leaf;
    return {};
  }

  // The examples are written out: they are constants of the template.
  Result<Imported> ImportFewShot(NodeId fields) {
    const NodeId examples = tree_.Find(fields, "examples");
    const NodeId prompt = tree_.Find(fields, "example_prompt");
    if (examples == kNoNode || !tree_[examples].is_list() || prompt == kNoNode) {
      return job_->Refuse(tree_[fields].span,
                          "a few-shot template has `examples`, a list, and an `example_prompt`");
    }
    constexpr std::string_view kKnown[] = {"examples",        "example_prompt", "prefix",
                                           "suffix",          "_type",          "example_separator",
                                           "input_variables", "template_format"};
    LoseOtherFields(job_, tree_, fields, kKnown, "");
    const NodeId inner = Open(prompt).fields;
    const NodeId sample = tree_.Find(inner, "template");
    if (sample == kNoNode || !tree_[sample].is_string()) {
      return job_->Refuse(tree_[prompt].span, "an `example_prompt` has a text as its `template`");
    }
    LoseOtherFields(job_, tree_, inner, kPromptFields, "example_prompt.");
    for (const NodeId each : {fields, inner}) {
      const std::string_view format = TRY(FormatOf(each));
      if (format.empty() || format == "f-string") continue;
      return job_->Refuse(tree_[each].span,
                          "only few-shot templates of format strings can be read");
    }
    std::vector<std::string> pieces;
    TRY(AddPiece(tree_.Find(fields, "prefix"), kNoNode, &pieces));
    for (const NodeId example : tree_.Children(examples)) {
      if (!tree_[example].is_map()) {
        return job_->Refuse(tree_[example].span, "an example is a map of values");
      }
      for (const NodeId value : tree_.Children(example)) {
        if (!tree_[value].is_map()) continue;
        job_->Lose(tree_[value].span, Quoted(tree_[value].key) +
                                          " of an example is a map: it is "
                                          "left out");
      }
      TRY(AddPiece(sample, example, &pieces));
    }
    TRY(AddPiece(tree_.Find(fields, "suffix"), kNoNode, &pieces));
    const NodeId separator = tree_.Find(fields, "example_separator");
    if (separator != kNoNode && !tree_[separator].is_string()) {
      return job_->Refuse(tree_[separator].span, "`example_separator` is a text");
    }
    LeafWriter between(Leaf::kJinja);
    between.Text(separator == kNoNode ? "\n\n" : TextUnder(tree_, fields, "example_separator"));
    return Imported{Join(pieces, between.Take()), LeafName(Leaf::kJinja), {}};
  }

  Result<void> AddPiece(NodeId text, NodeId constants, std::vector<std::string>* pieces) {
    if (text == kNoNode || tree_[text].value.is_none()) return {};
    if (!tree_[text].is_string()) return job_->Refuse(tree_[text].span, "this must be a text");
    if (tree_[text].value.size() == 0) return {};
    pieces->push_back(TRY(FormatStringToJinja(job_, tree_, tree_[text], constants)));
    // Each example is the whole prompt again.
    written_ += pieces->back().size();
    if (written_ <= job_->limits().output) return {};
    return Report(Code::kLimitOutput, "the examples take more bytes than the limit `output`");
  }

  static std::string Join(const std::vector<std::string>& pieces, std::string_view between) {
    std::string all;
    for (const std::string& piece : pieces) {
      if (!all.empty()) all += between;
      all += piece;
    }
    if (all.ends_with('\n')) all += '\n';
    return all;
  }

  Result<Imported> ImportChat(NodeId fields) {
    const NodeId messages = tree_.Find(fields, "messages");
    if (messages == kNoNode || !tree_[messages].is_list()) {
      return job_->Refuse(tree_[fields].span, "a chat prompt template has a list of `messages`");
    }
    constexpr std::string_view kKnown[] = {"messages", "input_variables", "input_types",
                                           "optional_variables"};
    LoseOtherFields(job_, tree_, fields, kKnown, "");
    leaf_ = FindLeaf(messages);
    ChatDraft draft(job_, leaf_.value_or(Leaf::kJinja), TextUnder(tree_, Tree::root(), "name"));
    for (const NodeId message : tree_.Children(messages)) TRY(AddMessage(message, &draft));
    return draft.Finish();
  }

  // Mustache where the first string is, so that the draft knows its language beforehand.
  std::optional<Leaf> FindLeaf(NodeId messages) {
    for (NodeId id = messages; id != tree_[messages].end;
         id = NodeId{static_cast<uint32_t>(id) + 1}) {
      const Node& node = tree_[id];
      if (node.key != "template_format" || !node.is_string()) continue;
      return node.value.as_string() == "mustache" ? Leaf::kHandlebars : Leaf::kJinja;
    }
    return std::nullopt;
  }

  Result<void> AddMessage(NodeId id, ChatDraft* draft) {
    const Object object = Open(id);
    if (object.type == "MessagesPlaceholder") {
      if (TextUnder(tree_, object.fields, "variable_name").empty()) {
        return job_->Refuse(tree_[id].span, "a placeholder has a `variable_name`");
      }
      constexpr std::string_view kKnown[] = {"variable_name", "optional"};
      LoseOtherFields(job_, tree_, object.fields, kKnown, "");
      draft->AddHistory(TextUnder(tree_, object.fields, "variable_name"), tree_[id].span);
      return {};
    }
    const auto role = RoleOf(object);
    if (!role) {
      return job_->Refuse(tree_[id].span,
                          Quoted(object.type) + " is no message that can be imported");
    }
    if (object.type.ends_with("PromptTemplate")) return AddPrompt(*role, object.fields, draft);
    const NodeId content = tree_.Find(object.fields, "content");
    if (content == kNoNode || !tree_[content].is_string()) {
      return job_->Refuse(tree_[id].span, "only messages whose content is a text can be imported");
    }
    constexpr std::string_view kKnown[] = {"content", "type", "role", "example"};
    LoseOtherFields(job_, tree_, object.fields, kKnown, "");
    LeafWriter out(leaf_.value_or(Leaf::kJinja));
    out.Text(tree_[content].value.as_string());
    draft->AddMessage(*role, out.Take());
    return {};
  }

  Result<void> AddPrompt(std::string_view role, NodeId fields, ChatDraft* draft) {
    const NodeId prompt = tree_.Find(fields, "prompt");
    if (prompt == kNoNode || !tree_[prompt].is_map()) {
      return job_->Refuse(tree_[fields].span,
                          "only messages of one text can be imported, not of several parts");
    }
    constexpr std::string_view kKnown[] = {"prompt", "role"};
    LoseOtherFields(job_, tree_, fields, kKnown, "");
    draft->AddMessage(role, TRY(Translate(Open(prompt).fields)));
    return {};
  }

  std::optional<std::string_view> RoleOf(const Object& object) const {
    if (object.type.starts_with("System")) return "system";
    if (object.type.starts_with("Human")) return "user";
    if (object.type.starts_with("AI")) return "assistant";
    if (object.type.starts_with("Chat")) return FindRole(TextUnder(tree_, object.fields, "role"));
    return std::nullopt;
  }

  Job* job_;
  const Tree& tree_;
  std::optional<Leaf> leaf_;  // known from the first string on
  bool has_warned_ = false;   // of escaping
  uint64_t written_ = 0;      // bytes of examples and what is around them
};

}  // namespace

Result<Imported> ImportLangChain(Job* job) {
  const Tree tree = TRY(ReadJsonOrYaml(job));
  return Importer(job, tree).Run();
}

}  // namespace galley::importing
