// SillyTavern's presets: chat completion (prompts and their order) and world info; context and
// instruct presets are in sillytavern_text.cc.
//
// Macros such as `{{char}}` become variables of Handlebars.  What is drawn, counted or kept
// between messages there (`{{random}}`, `{{setvar}}`) has no counterpart.
#include "import/sillytavern.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/try.h"
#include "diag/report.h"
#include "format/json.h"
#include "import/chat_draft.h"
#include "import/import.h"
#include "import/known_fields.h"
#include "value/record.h"

namespace galley::importing {
namespace {

// Where world info and prompts at a depth go.
constexpr std::string_view kLane = "lore";

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& byte : lower) {
    if (byte >= 'A' && byte <= 'Z') byte = static_cast<char>(byte + 32);
  }
  return lower;
}

}  // namespace

std::optional<std::string> SillyTavernVariable(std::string_view macro) {
  constexpr std::string_view kIgnoringCase[] = {"char",     "user",    "description", "personality",
                                                "scenario", "persona", "system"};
  const std::string lower = Lower(macro);
  for (const std::string_view known : kIgnoringCase) {
    if (lower == known) return lower;
  }
  constexpr std::string_view kFields[] = {
      "mesExamples", "mesExamplesRaw", "wiBefore",  "wiAfter",    "anchorBefore",
      "anchorAfter", "loreBefore",     "loreAfter", "charPrompt", "charJailbreak",
      "lastMessage", "group",          "input"};
  for (const std::string_view field : kFields) {
    if (macro == field) return std::string(field);
  }
  return std::nullopt;
}

namespace {

// The text of `node` with its macros as tags.
std::string Translate(Job* job, const Node& node) {
  const std::string_view text = node.value.as_string();
  LeafWriter out(Leaf::kHandlebars);
  size_t at = 0;
  while (at < text.size()) {
    const size_t open = std::min(text.find("{{", at), text.size());
    out.Text(text.substr(at, open - at));
    if (open == text.size()) break;
    const size_t close = text.find("}}", open);
    if (close == text.npos) {
      out.Text(text.substr(open));
      break;
    }
    at = close + 2;
    const std::string_view macro = text.substr(open + 2, close - open - 2);
    if (const auto variable = SillyTavernVariable(macro)) {
      out.Variable(*variable);
    } else if (macro == "trim") {
      out.Tag("{{~! trim ~}}");
    } else if (!macro.starts_with("//")) {
      job->Lose(job->PlaceIn(node, {static_cast<uint32_t>(open), static_cast<uint32_t>(at)}),
                "the macro " + Quoted(macro) + " has no counterpart");
    }
  }
  return out.Take();
}

std::string TranslateField(Job* job, const Tree& tree, NodeId map, std::string_view key) {
  const NodeId id = tree.Find(map, key);
  if (id == kNoNode || !tree[id].is_string()) return {};
  return Translate(job, tree[id]);
}

int64_t IntegerUnder(const Tree& tree, NodeId map, std::string_view key, int64_t otherwise) {
  const NodeId id = tree.Find(map, key);
  return id != kNoNode && tree[id].value.is_int() ? tree[id].value.as_int() : otherwise;
}

bool IsTrueUnder(const Tree& tree, NodeId map, std::string_view key) {
  const NodeId id = tree.Find(map, key);
  return id != kNoNode && tree[id].value.is_bool() && tree[id].value.as_bool();
}

// One injection: `content` at `depth` messages from the end, or at an anchor.
Value NewInjection(Job* job, const Value& target, std::string_view role, const std::string& content,
                   int64_t priority) {
  Heap* heap = job->heap();
  return NewRecord(heap, {{"lane", Value::String(kLane)},
                          {"target", target},
                          {"role", Value::String(role)},
                          {"template", heap->NewString(content)},
                          {"priority", Value::Int(priority)}});
}

Value TargetAtDepth(Job* job, int64_t depth) {
  return NewRecord(job->heap(), {{"kind", Value::String("boundary")},
                                 {"position", Value::String("bottom")},
                                 {"delta", Value::Int(depth > 0 ? -depth : 0)}});
}

Value TargetAtAnchor(Job* job, std::string_view key) {
  return NewRecord(job->heap(), {{"kind", Value::String("at")}, {"key", Value::String(key)}});
}

// --- Chat completion --------------------------------------------------------

class ChatPreset {
 public:
  ChatPreset(Job* job, const Tree& tree, NodeId prompts)
      : job_(job), tree_(tree), prompts_(prompts), draft_(job, Leaf::kHandlebars, "") {}

  Result<Imported> Run() {
    constexpr KnownField kKnown[] = {{"prompts", kHoldsList, kHoldsMap},
                                     {"prompts.identifier", kHoldsText},
                                     {"prompts.name", kHoldsText},
                                     {"prompts.role", kHoldsText},
                                     {"prompts.content", kHoldsText},
                                     {"prompts.marker", kHoldsFlag},
                                     {"prompts.system_prompt", kHoldsFlag},
                                     {"prompts.injection_position", kHoldsNumber},
                                     {"prompts.injection_depth", kHoldsNumber},
                                     {"prompts.injection_order", kHoldsNumber},
                                     {"prompt_order", kHoldsList, kHoldsMap},
                                     {"prompt_order.character_id", kHoldsNumber},
                                     {"prompt_order.order", kHoldsList, kHoldsMap},
                                     {"prompt_order.order.identifier", kHoldsText},
                                     {"prompt_order.order.enabled", kHoldsFlag}};
    LoseUnknownFields(job_, tree_, Tree::root(), kKnown);
    draft_.AddLane(kLane);
    const std::vector<NodeId> order = ReadOrder();
    for (const NodeId prompt : order) AddPrompt(prompt);
    LoseUnusedPrompts(order);
    Imported imported = TRY(draft_.Finish());
    if (!injections_.empty()) {
      imported.files.push_back({job_->NameOr("", "preset") + ".injections.yaml",
                                TRY(PrintDocument(job_, job_->heap()->NewList(injections_)))});
    }
    return imported;
  }

 private:
  NodeId FindPrompt(std::string_view identifier) const {
    for (const NodeId prompt : tree_.Children(prompts_)) {
      if (TextUnder(tree_, prompt, "identifier") == identifier) return prompt;
    }
    return kNoNode;
  }

  // The prompts in use, in order: those of the last list that there is, which is that of
  // all characters; without one all of them.
  std::vector<NodeId> ReadOrder() {
    std::vector<NodeId> order;
    const NodeId lists = tree_.Find(Tree::root(), "prompt_order");
    NodeId chosen = kNoNode;
    if (lists != kNoNode && tree_[lists].is_list()) {
      for (const NodeId list : tree_.Children(lists)) {
        if (chosen != kNoNode) {
          job_->Lose(tree_[chosen].span, "only the last order is read, that of all characters");
        }
        chosen = tree_.Find(list, "order");
      }
    }
    if (chosen == kNoNode) {
      for (const NodeId prompt : tree_.Children(prompts_)) order.push_back(prompt);
      return order;
    }
    constexpr size_t kMost = 256;
    for (const NodeId row : tree_.Children(chosen)) {
      if (!IsTrueUnder(tree_, row, "enabled") || order.size() == kMost) continue;
      const std::string_view identifier = TextUnder(tree_, row, "identifier");
      const NodeId prompt = FindPrompt(identifier);
      if (prompt != kNoNode) {
        order.push_back(prompt);
      } else {
        job_->Lose(tree_[row].span, "there is no prompt " + Quoted(identifier));
      }
    }
    return order;
  }

  // Those that are switched off have a text that nothing here says.
  void LoseUnusedPrompts(const std::vector<NodeId>& order) {
    const std::unordered_set<NodeId> used(order.begin(), order.end());
    bool has_names = false;
    for (const NodeId prompt : tree_.Children(prompts_)) {
      const NodeId name = tree_.Find(prompt, "name");
      if (name != kNoNode && !has_names) {
        job_->Lose(tree_[name].key_span, "each `name` of a prompt is left out");
        has_names = true;
      }
      if (used.contains(prompt) || TextUnder(tree_, prompt, "content").empty()) continue;
      job_->Lose(tree_[prompt].span, "the prompt " +
                                         Quoted(TextUnder(tree_, prompt, "identifier")) +
                                         " is switched off there, and is left out");
    }
  }

  void AddPrompt(NodeId id) {
    const std::string_view identifier = TextUnder(tree_, id, "identifier");
    if (IsTrueUnder(tree_, id, "marker")) return AddMarker(identifier, id);
    const std::string_view named = TextUnder(tree_, id, "role");
    const auto role = FindRole(named).value_or("system");
    if (!named.empty() && !FindRole(named)) {
      job_->Lose(tree_[id].span, "the role " + Quoted(named) + " becomes `system`");
    }
    const std::string content = TranslateField(job_, tree_, id, "content");
    if (content.empty()) return;
    if (IntegerUnder(tree_, id, "injection_position", 0) == 1) {
      const int64_t depth = IntegerUnder(tree_, id, "injection_depth", 4);
      injections_.push_back(NewInjection(job_, TargetAtDepth(job_, depth), role, content,
                                         IntegerUnder(tree_, id, "injection_order", 100)));
      return;
    }
    draft_.AddMessage(role, content);
  }

  struct Marker {
    std::string_view identifier;
    std::string_view variable;
  };

  void AddMarker(std::string_view identifier, NodeId id) {
    constexpr Marker kTexts[] = {
        {"charDescription", "description"},
        {"charPersonality", "personality"},
        {"scenario", "scenario"},
        {"personaDescription", "persona"},
        {"dialogueExamples", "mesExamples"},
    };
    for (const Marker& marker : kTexts) {
      if (marker.identifier != identifier) continue;
      draft_.AddMessage("system", "{{" + std::string(marker.variable) + "}}");
      return;
    }
    if (identifier == "chatHistory") {
      draft_.AddHistory("chat", tree_[id].span);
    } else if (identifier == "worldInfoBefore" || identifier == "worldInfoAfter") {
      draft_.AddAnchor(identifier);
    } else {
      job_->Lose(tree_[id].span, "the marker " + Quoted(identifier) + " has no counterpart");
    }
  }

  Job* job_;
  const Tree& tree_;
  NodeId prompts_;
  ChatDraft draft_;
  std::vector<Value> injections_;
};

// --- World info -------------------------------------------------------------

std::string_view RoleOfNumber(int64_t number) {
  return number == 1 ? "user" : number == 2 ? "assistant" : "system";
}

Result<Imported> ImportWorldInfo(Job* job, const Tree& tree, NodeId entries) {
  constexpr KnownField kKnown[] = {
      {"key", kHoldsList},     {"content", kHoldsText},       {"constant", kHoldsFlag},
      {"order", kHoldsNumber}, {"disable", kHoldsFlag},       {"position", kHoldsNumber},
      {"depth", kHoldsNumber}, {"role", kHoldsNumber},        {"uid", kHoldsAnything},
      {"comment", kHoldsText}, {"displayIndex", kHoldsNumber}};
  std::vector<Value> injections;
  for (const NodeId entry : tree.Children(entries)) {
    if (!tree[entry].is_map()) {
      job->Lose(tree[entry].span, "an entry is a map: this is left out");
      continue;
    }
    if (IsTrueUnder(tree, entry, "disable")) {
      job->Lose(tree[entry].span, "an entry that is switched off is left out");
      continue;
    }
    LoseUnknownFields(job, tree, entry, kKnown, "entries.");
    const std::string content = TranslateField(job, tree, entry, "content");
    if (content.empty()) continue;
    if (!IsTrueUnder(tree, entry, "constant")) {
      job->Lose(tree[entry].span, "an entry that waits for keywords is inserted always",
                "leave the request out where none of its keywords was said");
    }
    const int64_t position = IntegerUnder(tree, entry, "position", 0);
    const Value target =
        position == 4 ? TargetAtDepth(job, IntegerUnder(tree, entry, "depth", 4))
                      : TargetAtAnchor(job, position == 0 ? "worldInfoBefore" : "worldInfoAfter");
    if (position == 2 || position == 3) {
      job->Lose(tree[entry].span, "a place beside the author's note becomes `worldInfoAfter`");
    }
    injections.push_back(NewInjection(job, target,
                                      RoleOfNumber(IntegerUnder(tree, entry, "role", 0)), content,
                                      IntegerUnder(tree, entry, "order", 100)));
  }
  return Imported{TRY(PrintDocument(job, job->heap()->NewList(injections))), "injections", {}};
}

}  // namespace

Result<Imported> ImportSillyTavern(Job* job) {
  const Tree tree = TRY(ReadJson(job->source(), job->limits()));
  const NodeId root = Tree::root();
  const NodeId prompts = tree.Find(root, "prompts");
  if (prompts != kNoNode && tree[prompts].is_list()) return ChatPreset(job, tree, prompts).Run();
  const NodeId entries = tree.Find(root, "entries");
  if (entries != kNoNode) return ImportWorldInfo(job, tree, entries);
  const NodeId story = tree.Find(root, "story_string");
  if (story != kNoNode && tree[story].is_string()) return ImportStoryString(job, tree, story);
  if (tree.Find(root, "input_sequence") != kNoNode) return ImportInstructPreset(job, tree);
  return job->Refuse(tree[root].span,
                     "a preset has `prompts`, `story_string` or `input_sequence`; world info "
                     "has `entries`");
}

}  // namespace galley::importing
