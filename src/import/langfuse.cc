// Langfuse's prompts, as its API gives them: a text, or a list of messages and
// placeholders; `{{name}}` is a variable.
#include "base/try.h"
#include "diag/report.h"
#include "format/json.h"
#include "import/chat_draft.h"
#include "import/import.h"
#include "import/mustache.h"

namespace galley::importing {
namespace {

constexpr std::string_view kKnown[] = {"name",      "type",      "prompt",    "id",
                                       "createdAt", "updatedAt", "projectId", "createdBy",
                                       "isActive",  "version"};

Result<void> AddMessage(Job* job, const Tree& tree, NodeId id, ChatDraft* draft) {
  const Node& node = tree[id];
  if (!node.is_map()) return job->Refuse(node.span, "a message is a map");
  if (TextUnder(tree, id, "type") == "placeholder") {
    draft->AddHistory(TextUnder(tree, id, "name"), node.span);
    return {};
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
  LoseOtherFields(job, tree, Tree::root(), kKnown, "");
  if (tree[prompt].is_string()) {
    return Imported{TRY(MustacheToHandlebars(job, tree[prompt])), "handlebars", {}};
  }
  ChatDraft draft(job, Leaf::kHandlebars, TextUnder(tree, Tree::root(), "name"));
  for (const NodeId message : tree.Children(prompt)) TRY(AddMessage(job, tree, message, &draft));
  return draft.Finish();
}

}  // namespace galley::importing
