// Langfuse's prompts, as its API gives them: a text, or a list of messages and
// placeholders; `{{name}}` is a variable.
#include <algorithm>
#include <string>

#include "base/try.h"
#include "diag/report.h"
#include "format/json.h"
#include "import/chat_draft.h"
#include "import/import.h"
#include "import/known_fields.h"
#include "import/mustache.h"

namespace galley::importing {
namespace {

// What a store of prompts knows about one, lost in one go.
constexpr std::string_view kOfItsStore[] = {"id",        "projectId", "createdAt", "updatedAt",
                                            "createdBy", "isActive",  "version"};
constexpr KnownField kKnown[] = {{"name", kHoldsText},
                                 {"type", kHoldsText},
                                 {"prompt", kHoldsText | kHoldsList, kHoldsMap},
                                 {"prompt.type", kHoldsText},
                                 {"prompt.name", kHoldsText},
                                 {"prompt.role", kHoldsText},
                                 {"prompt.content", kHoldsText},
                                 {"id", kHoldsAnything},
                                 {"projectId", kHoldsAnything},
                                 {"createdAt", kHoldsAnything},
                                 {"updatedAt", kHoldsAnything},
                                 {"createdBy", kHoldsAnything},
                                 {"isActive", kHoldsAnything},
                                 {"version", kHoldsAnything}};

void LoseFieldsOfItsStore(Job* job, const Tree& tree) {
  std::string names;
  Span place;
  for (const NodeId field : tree.Children(Tree::root())) {
    const std::string_view key = tree[field].key;
    if (tree[field].value.is_none() ||
        std::find(std::begin(kOfItsStore), std::end(kOfItsStore), key) == std::end(kOfItsStore)) {
      continue;
    }
    if (names.empty()) place = tree[field].key_span;
    names += (names.empty() ? "" : ", ") + Quoted(key);
  }
  if (!names.empty()) job->Lose(place, "only its store knows what this is for: " + names);
}

Result<void> AddMessage(Job* job, const Tree& tree, NodeId id, ChatDraft* draft) {
  const Node& node = tree[id];
  if (!node.is_map()) return job->Refuse(node.span, "a message is a map");
  const std::string_view type = TextUnder(tree, id, "type");
  if (type == "placeholder") {
    const std::string_view name = TextUnder(tree, id, "name");
    if (name.empty()) return job->Refuse(node.span, "a placeholder has a `name`");
    draft->AddHistory(name, node.span);
    return {};
  }
  if (!type.empty() && type != "chatmessage") {
    job->Lose(node.span, "an entry of the type " + Quoted(type) + " is read as a message");
  }
  if (tree.Find(id, "name") != kNoNode) {
    job->Lose(node.span, "the `name` of a message has no counterpart");
  }
  const NodeId content = tree.Find(id, "content");
  if (content == kNoNode || !tree[content].is_string()) {
    return job->Refuse(node.span, "a message has a text as its `content`");
  }
  const std::string_view name = TextUnder(tree, id, "role");
  const auto role = FindRole(name);
  if (!role) {
    job->Lose(node.span, "the role " + Quoted(name) + " is not one of ours: it becomes `user`");
  }
  draft->AddMessage(role.value_or("user"), TRY(MustacheToHandlebars(job, tree[content])));
  return {};
}

}  // namespace

Result<Imported> ImportLangfuse(Job* job) {
  const Tree tree = TRY(ReadJson(job->source(), job->limits()));
  const NodeId prompt = tree.Find(Tree::root(), "prompt");
  if (prompt == kNoNode || (!tree[prompt].is_string() && !tree[prompt].is_list())) {
    return job->Refuse(tree[Tree::root()].span,
                       "a prompt of Langfuse is a map whose `prompt` is a text or a list");
  }
  LoseUnknownFields(job, tree, Tree::root(), kKnown);
  LoseFieldsOfItsStore(job, tree);
  const std::string_view type = TextUnder(tree, Tree::root(), "type");
  if (!type.empty() && type != (tree[prompt].is_string() ? "text" : "chat")) {
    job->Lose(tree[tree.Find(Tree::root(), "type")].span,
              "the type " + Quoted(type) + " is not what `prompt` holds");
  }
  if (tree[prompt].is_string()) {
    Imported imported{TRY(MustacheToHandlebars(job, tree[prompt])), "handlebars", {}};
    imported.name = job->NameOr(TextUnder(tree, Tree::root(), "name"), "");
    return imported;
  }
  ChatDraft draft(job, Leaf::kHandlebars, TextUnder(tree, Tree::root(), "name"));
  for (const NodeId message : tree.Children(prompt)) TRY(AddMessage(job, tree, message, &draft));
  return draft.Finish();
}

}  // namespace galley::importing
