// The rules are rows of a table; one that is not there is a kind's own business.
#include "resolve/instruction_fields.h"

#include <algorithm>
#include <string>
#include <vector>

#include "diag/report.h"

namespace galley {
namespace {

enum class FieldType : uint8_t {
  kString,
  kBool,
  kInt,
  kScalar,   // anything but a list or a map
  kStrings,  // a list of strings
  kRecords,  // a list of maps; their fields are NAME[].FIELD
  kChoice,   // one of the words in `choices`
  kScope,    // `global`, `module:NAME` or `path:PATH`
};

struct FieldRule {
  std::string_view kind;  // empty: every kind
  std::string_view path;
  FieldType type;
  std::string_view choices = {};  // `|` between
};

constexpr FieldRule kRules[] = {
    {"", "kind", FieldType::kString},
    {"", "name", FieldType::kString},

    {"context", "scope", FieldType::kString},
    {"context", "priority_paths", FieldType::kStrings},

    {"guardrails", "enforcement", FieldType::kChoice, "hard|soft"},
    {"guardrails", "severity", FieldType::kChoice, "critical|warning"},
    {"guardrails", "auto_fix", FieldType::kBool},

    {"contract", "check_list_required", FieldType::kBool},
    {"contract", "validation_step", FieldType::kString},
    {"contract", "compliance_report", FieldType::kString},

    {"tasks", "task_model.fields", FieldType::kStrings},
    {"tasks", "task_model.required", FieldType::kStrings},
    {"tasks", "output.mode", FieldType::kChoice, "none|inline|file"},
    {"tasks", "output.path", FieldType::kString},
    {"tasks", "output.format", FieldType::kChoice, "md|yaml|jsonl"},
    {"tasks", "workflow.states", FieldType::kStrings},
    {"tasks", "workflow.default_state", FieldType::kString},
    {"tasks", "planning.prefer_small_tasks", FieldType::kBool},
    {"tasks", "planning.max_steps_per_task", FieldType::kInt},

    {"references", "policy", FieldType::kChoice, "prefer|allow|deny"},
    {"references", "sources", FieldType::kRecords},
    {"references", "sources[].id", FieldType::kString},
    {"references", "sources[].type", FieldType::kChoice, "url|doc|rfc|repo|file"},
    {"references", "sources[].value", FieldType::kString},
    {"references", "sources[].authority", FieldType::kChoice, "primary|secondary|community"},
    {"references", "sources[].use_for", FieldType::kStrings},
    {"references", "sources[].scope", FieldType::kScope},

    {"research", "limits.max_iterations", FieldType::kInt},
    {"research", "limits.stop_on_ambiguity", FieldType::kBool},
    {"research", "logging.enabled", FieldType::kBool},
    {"research", "logging.path", FieldType::kString},
    {"research", "logging.format", FieldType::kChoice, "md|yaml|jsonl"},
    {"research", "evidence.required", FieldType::kBool},
    {"research", "evidence.min_sources", FieldType::kInt},

    {"tracking", "memory.enabled", FieldType::kBool},
    {"tracking", "memory.path", FieldType::kString},
    {"tracking", "memory.max_size", FieldType::kScalar},
    {"tracking", "history.enabled", FieldType::kBool},
    {"tracking", "history.path", FieldType::kString},
    {"tracking", "history.max_size", FieldType::kScalar},
    {"tracking", "audit.enabled", FieldType::kBool},
    {"tracking", "audit.path", FieldType::kString},
    {"tracking", "audit.claim_evidence", FieldType::kScalar},

    {"prompt", "style.tone", FieldType::kString},
    {"prompt", "style.language", FieldType::kString},
    {"prompt", "style.verbosity", FieldType::kChoice, "low|medium|high"},
    {"prompt", "format.prefer", FieldType::kString},
    {"prompt", "format.sections", FieldType::kStrings},
    {"prompt", "behavior.no_hallucination", FieldType::kBool},
    {"prompt", "behavior.ask_when_ambiguous", FieldType::kBool},
    {"prompt", "behavior.cite_sources_when_possible", FieldType::kBool},
    {"prompt", "behavior.do_not_execute", FieldType::kBool},
};

constexpr std::string_view kKinds[] = {"context",    "guardrails", "contract", "tasks",
                                       "references", "research",   "tracking", "prompt"};

bool IsChoice(std::string_view word, std::string_view choices) noexcept {
  while (!choices.empty()) {
    const size_t end = choices.find('|');
    if (choices.substr(0, end) == word) return true;
    choices.remove_prefix(end == choices.npos ? choices.size() : end + 1);
  }
  return false;
}

bool IsScope(std::string_view text) noexcept {
  for (const std::string_view prefix : {"module:", "path:"}) {
    if (text.starts_with(prefix) && text.size() > prefix.size()) return true;
  }
  return text == "global";
}

// What a rule asks for, in words.
std::string Wanted(const FieldRule& rule) {
  switch (rule.type) {
    case FieldType::kString:
      return "a string";
    case FieldType::kBool:
      return "true or false";
    case FieldType::kInt:
      return "an integer";
    case FieldType::kScalar:
      return "a single value";
    case FieldType::kStrings:
      return "a list of strings";
    case FieldType::kRecords:
      return "a list of maps";
    case FieldType::kScope:
      return "`global`, `module:NAME` or `path:PATH`";
    case FieldType::kChoice: {
      std::string words = "`" + std::string(rule.choices) + "`";
      for (size_t at = words.find('|'); at != words.npos; at = words.find('|')) {
        words.replace(at, 1, "`, `");
      }
      return "one of " + words;
    }
  }
  return {};
}

bool HoldsOnly(const Tree& tree, NodeId list, Kind kind) noexcept {
  for (NodeId item : tree.Children(list)) {
    if (tree[item].kind() != kind) return false;
  }
  return true;
}

bool Fits(const Tree& tree, NodeId id, const FieldRule& rule) noexcept {
  const Node& node = tree[id];
  if (node.value.is_none()) return true;  // not set
  switch (rule.type) {
    case FieldType::kString:
      return node.is_string();
    case FieldType::kBool:
      return node.value.is_bool();
    case FieldType::kInt:
      return node.value.is_int();
    case FieldType::kScalar:
      return !node.is_list() && !node.is_map();
    case FieldType::kStrings:
      return node.is_list() && HoldsOnly(tree, id, Kind::kString);
    case FieldType::kRecords:
      return node.is_list() && HoldsOnly(tree, id, Kind::kMap);
    case FieldType::kChoice:
      return node.is_string() && IsChoice(node.value.as_string(), rule.choices);
    case FieldType::kScope:
      return node.is_string() && IsScope(node.value.as_string());
  }
  return false;
}

// Walks the fields that have rules, with a stack of its own; what has none is not
// entered.  Paths are as long as those in the table at most.
class FieldChecker {
 public:
  FieldChecker(const Tree& tree, const Source& source, std::string_view kind, UnknownFields unknown,
               Findings* findings)
      : tree_(tree), source_(source), kind_(kind), unknown_(unknown), findings_(findings) {}

  void Run(NodeId fields) {
    open_.push_back({fields, ""});
    while (!open_.empty()) {
      const Open map = std::move(open_.back());
      open_.pop_back();
      for (NodeId id : tree_.Children(map.id)) Check(id, map.path);
    }
  }

 private:
  struct Open {
    NodeId id;         // a map
    std::string path;  // empty, or what the paths of its fields begin with
  };

  void Check(NodeId id, const std::string& prefix) {
    const Node& node = tree_[id];
    // The key of no rule is as long, or has a dot in it.
    if (node.key.size() > 64 || node.key.find_first_of(".[") != node.key.npos) {
      return ReportUnknown(node);
    }
    const std::string path = prefix + std::string(node.key);
    if (const FieldRule* rule = FindRule(path)) return CheckValue(id, *rule);
    if (!HasFieldsBelow(path + '.')) return ReportUnknown(node);
    if (node.is_map()) {
      open_.push_back({id, path + '.'});
    } else if (!node.value.is_none()) {
      ReportValue(node, "a map");
    }
  }

  void CheckValue(NodeId id, const FieldRule& rule) {
    const Node& node = tree_[id];
    if (!Fits(tree_, id, rule)) return ReportValue(node, Wanted(rule));
    if (rule.type != FieldType::kRecords || !node.is_list()) return;
    for (NodeId item : tree_.Children(id)) open_.push_back({item, std::string(rule.path) + "[]."});
  }

  bool Applies(const FieldRule& rule) const noexcept {
    return rule.kind.empty() || rule.kind == kind_;
  }
  const FieldRule* FindRule(std::string_view path) const noexcept {
    const auto* found = std::find_if(std::begin(kRules), std::end(kRules), [&](const auto& rule) {
      return Applies(rule) && rule.path == path;
    });
    return found == std::end(kRules) ? nullptr : found;
  }
  bool HasFieldsBelow(std::string_view prefix) const noexcept {
    return std::any_of(std::begin(kRules), std::end(kRules), [&](const auto& rule) {
      return Applies(rule) && rule.path.starts_with(prefix);
    });
  }

  void ReportValue(const Node& node, const std::string& wanted) {
    findings_->Add(Code::kInvalidValue, source_, node.span,
                   Quoted(node.key) + " must be " + wanted);
  }

  void ReportUnknown(const Node& node) {
    if (unknown_ == UnknownFields::kPass || !findings_->HasRoom(Code::kUnknownMetadataKey)) return;
    std::vector<std::string_view> names;
    for (const FieldRule& rule : kRules) {
      if (Applies(rule)) names.push_back(rule.path.substr(rule.path.rfind('.') + 1));
    }
    findings_->Add(Code::kUnknownMetadataKey, source_, node.key_span,
                   Quoted(node.key) + " is not a field of kind " + Quoted(kind_),
                   SuggestNearest(node.key, names));
  }

  const Tree& tree_;
  const Source& source_;
  std::string_view kind_;
  UnknownFields unknown_;
  Findings* findings_;
  std::vector<Open> open_;
};

}  // namespace

std::span<const std::string_view> KnownKinds() noexcept { return kKinds; }

bool IsKnownKind(std::string_view kind) noexcept {
  return std::find(std::begin(kKinds), std::end(kKinds), kind) != std::end(kKinds);
}

void CheckFields(const Tree& tree, NodeId fields, const Source& source, std::string_view kind,
                 UnknownFields unknown, Findings* findings) {
  if (!IsKnownKind(kind)) return;
  FieldChecker(tree, source, kind, unknown, findings).Run(fields);
}

}  // namespace galley
