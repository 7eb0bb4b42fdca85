// The texts themselves, in the order in which they are listed; nothing is computed but the
// look-up.
#include "help_topics.h"

namespace galley::cli {
namespace {

constexpr char kChat[] =
    R"(A chat template, NAME.chat.yaml, says which messages a model should see, and what
gives way when the context is full.

  id: assistant
  name: Assistant
  task: agent                       # which sources there are
  version: 1
  layout:                           # the order in which messages are shown
    - {kind: message, role: system, required: true, content: "You help {{name}}."}
    - {kind: slot, name: turns}
    - {kind: message, role: user, required: true, content: "{{question}}"}
  slots:                            # the order in which tokens are spent
    turns:
      priority: 0
      budget: {maxTokens: 900}
      plan:
        - kind: forEach
          source: {source: $ctx, args: {path: turns}}
          map: [{kind: message, role: user, content: "{{item.text}}"}]

  layout     messages, slots, anchors and separators, in the order that they have
  slots      filled by `priority`, the lowest first, from a `plan`
  plan       messages, `forEach` over a source, `if`, and one `history`
  content    a text with Handlebars tags; with `leaf: jinja`, of Jinja
  required   a message that no budget leaves out
  when       conditions: exists, nonEmpty, eq, neq, gt, lt

  galley new NAME --from assistant  starts from one that works
  galley check NAME                 finds all that is wrong with it
  galley render NAME -d data.json   gives the messages
  galley explain NAME -d data.json  says why each is there, and what is not
  galley schema chat                is what editors check it with
)";

constexpr char kBudgets[] = R"(A budget is the most tokens that a render of a chat template may use.

  galley render NAME -d data.json --budget 4k
  galley render NAME -d data.json --model gpt-5     what the model leaves

Tokens are counted as the model or the tokenizer counts them: `--model`,
`--tokenizer`, or `model` in the template; without any, a quarter of the
characters, which is an estimate.  `galley models list` and `galley tokens list`
show what there is.

What is kept first, and what gives way:
  1. messages that are `required`; without room for them the render fails
  2. slots by their `priority`, the lowest first, each within its own `budget`
  3. the rest of the layout, in its order

A `forEach` stops at the first item that does not fit; with `fillDir: prepend` and
the newest first, what is left out is the oldest.  `evict: {chunk: 25%}` leaves out
in steps, so that a prompt cache holds.

  galley explain NAME -d data.json --budget 4k      which rule left out what
  galley explain NAME -d data.json --html page.html the same with a slider
  galley budget NAME -d data.json --from 1k --to 8k what changes as it grows
)";

constexpr char kNames[] =
    R"(A template is a file under a root, and its name is its path without the extension:
`email/reply.j2` is `email/reply`, and `reply` finds it in any directory.

  .j2, .j2.md          Jinja             .chat.yaml, .chat.json  chat templates
  .hbs                 Handlebars        .task.yaml              task kinds
  .sections.yaml       section templates .model.yaml             models
  NAME.test.yaml       tests of NAME, which are no templates

Roots stand in tiers: project (.galley/templates), user, builtin.  The first tier
that has a match decides; several matches in it are an error, never a guess.

  reply                the last part of a name, in any directory
  email/reply          the whole name
  reply.j2             only a file with that extension
  ./drafts/reply.j2    a path, wherever it leads
  -                    standard input, with --type
  store:reply          the newest version in the store
  store:reply@3        that version
  store:reply@live     the version with that label

  galley list          what there is
  galley which NAME    which file a name means; --all: and which not, and why
  galley config view   where the roots are
)";

constexpr char kLimits[] =
    R"(Every command stops at limits, so that no template, context or file can make it
hang, fill the memory or crash.  What stops there fails with a code such as
`limit-steps`, and leaves nothing half done.

  galley limits                              the limits and their values
  galley render NAME --limit steps=20000000  another value, for one command

  limit-size      a file, context or request has more bytes: file, context, request
  limit-nesting   something is nested deeper: nesting
  limit-steps     a render takes more steps: steps
  limit-heap      its values need more memory: heap, string, list
  limit-output    it prints more: output, messages
  limit-depth     macros, includes or partials call each other deeper: depth

A loop over a large list, or one inside of another, is the usual reason for
`limit-steps`.  Raise it for data that is meant to be large; nothing goes above
the ceiling that docs/limits.md lists.
)";

constexpr HelpTopic kTopics[] = {
    {"chat", "chat templates", kChat},
    {"budgets", "budgets", kBudgets},
    {"names", "names", kNames},
    {"limits", "limits", kLimits},
};

}  // namespace

std::span<const HelpTopic> HelpTopics() { return kTopics; }

const HelpTopic* FindHelpTopic(std::string_view name) {
  for (const HelpTopic& topic : kTopics) {
    if (topic.name == name) return &topic;
  }
  return nullptr;
}

}  // namespace galley::cli
