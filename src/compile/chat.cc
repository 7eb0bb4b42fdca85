// Runs the checks in their order and stops behind the first that found an error, so that no
// check sees what an earlier one refused.
#include "compile/chat.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/sha256.h"
#include "base/writer.h"
#include "compile/chat_parts.h"
#include "compile/chat_reader.h"
#include "compile/fields.h"
#include "compile/leaves.h"
#include "compile/shared_loader.h"
#include "diag/report.h"
#include "galley/version.h"
#include "value/map.h"
#include "value/print.h"

namespace galley::chat {
namespace {

// One document on its way through the checks.
class Compiler {
 public:
  Compiler(const Source& source, const Tree& tree, const CompileOptions& options)
      : tree_(tree),
        options_(options),
        findings_(&source),
        reader_(tree, Code::kSchemaViolation, &findings_),
        artifact_(std::make_shared<Artifact>()),
        chat_(reader_, options.limits, artifact_.get()) {
    artifact_->file = source.name();
    artifact_->helpers = options.helpers;
    artifact_->strict = options.strict;
    if (options.loader) artifact_->loader = std::make_shared<SharedLoader>(options.loader);
  }

  // Stops after the first check that finds an error.
  void Run() {
    using Check = void (Compiler::*)();
    for (const Check check :
         {&Compiler::CheckShape, &Compiler::CheckTask, &Compiler::CheckSources,
          &Compiler::CheckStructure, &Compiler::CheckLeaves, &Compiler::SetDigest}) {
      if (findings_.has_errors()) return;
      (this->*check)();
    }
  }

  DocumentFindings& findings() noexcept { return findings_; }
  std::shared_ptr<const Artifact> artifact() const noexcept { return artifact_; }

 private:
  Span SpanOf(NodeId id) const { return tree_[id].span; }
  void CheckShape() { chat_.Read(); }
  void CheckTask();
  void CheckSources();
  void CheckStructure();
  void CheckLeaves() {
    CompileLeaves(*artifact_, &artifact_->parts, chat_.parts().leaf_nodes(), tree_,
                  Code::kLeafSyntax, options_.limits, &findings_);
  }
  void SetDigest();

  bool IsKnownSource(const DataRef& ref) const;
  std::string KnownSources() const;
  void CheckArguments();
  void CheckArgument(const DataRef& ref, const TaskSource& source, NodeId args);
  void CheckLoops();
  // A warning; in a strict template an error.
  void Lint(Code code, Span span, std::string message, std::string hint = {});
  void LinkSlots();
  void CheckPrefixes();

  const Tree& tree_;
  const CompileOptions& options_;
  DocumentFindings findings_;
  DocumentReader reader_;
  std::shared_ptr<Artifact> artifact_;
  ChatReader chat_;
};

void Compiler::CheckTask() {
  const Span span = SpanOf(tree_.Find(Tree::root(), "task"));
  if (options_.task && *options_.task != artifact_->task) {
    findings_.Add(Code::kTaskMismatch, span,
                  "the template is for the task " + Quoted(artifact_->task) + ", not for " +
                      Quoted(*options_.task));
    return;
  }
  if (options_.kind_problem) {
    for (const Diagnostic& problem : options_.kind_problem->diagnostics()) findings_.Add(problem);
    return;
  }
  const bool resolves = options_.has_registry || options_.kind;
  if (resolves || (!options_.needs_registry && options_.allowed_sources)) return;
  findings_.Add(Code::kUnknownTask, span, "there is no task " + Quoted(artifact_->task),
                SuggestNearest(artifact_->task, BuiltinTaskNames()));
}

bool Compiler::IsKnownSource(const DataRef& ref) const {
  if (ref.kind != SourceKind::kRegistry) return true;
  if (ref.name.starts_with('$')) return false;
  if (options_.is_added && options_.is_added(ref.name, options_.data)) return true;
  if (options_.allowed_sources) return options_.allowed_sources->Find(ref.name);
  return options_.has_registry || options_.kind->Find(ref.name);
}

// One finding that lists all of them, sorted; its notes say where each stands.
void Compiler::CheckSources() {
  std::set<std::string_view> unknown;
  std::vector<std::string> notes;
  Span first{};
  const std::vector<DataRef>& refs = artifact_->parts.refs;
  for (size_t i = 0; i < refs.size(); ++i) {
    if (IsKnownSource(refs[i])) continue;
    const Span span = SpanOf(chat_.parts().ref_nodes()[i]);
    if (unknown.empty()) first = span;
    unknown.insert(refs[i].name);
    constexpr size_t kMostNotes = 16;
    if (notes.size() < kMostNotes) {
      const Position start = findings_.source().Locate(span).start;
      notes.push_back(Quoted(refs[i].name) + " is used in line " + std::to_string(start.line) +
                      ", column " + std::to_string(start.column));
    }
  }
  if (unknown.empty()) return CheckArguments();
  std::string names;
  for (const std::string_view name : unknown) names += (names.empty() ? "" : ", ") + Quoted(name);
  Diagnostic finding =
      Report(Code::kUnknownSource, findings_.source(), first, "there is no source " + names);
  finding.notes = std::move(notes);
  finding.notes.push_back(KnownSources());
  findings_.Add(std::move(finding));
}

// What there is, for whoever named something else.
std::string Compiler::KnownSources() const {
  std::string names;
  const auto add = [&](std::string_view name) {
    names += (names.empty() ? "" : ", ") + Quoted(name);
  };
  if (options_.allowed_sources) {
    for (const auto& each : *options_.allowed_sources) add(each.key);
  } else if (options_.kind && !options_.has_registry) {
    for (const auto& each : options_.kind->by_name) add(each.key);
  }
  for (const std::string_view name :
       {"$item", "$index", "$parent", "$globals", "$ctx", "$instructions"}) {
    add(name);
  }
  return "there is " + names;
}

void Compiler::Lint(Code code, Span span, std::string message, std::string hint) {
  Diagnostic finding = Report(code, findings_.source(), span, std::move(message), std::move(hint));
  if (artifact_->strict) finding.severity = Severity::kError;
  const bool has_room =
      artifact_->strict ? findings_.has_room_for_errors() : findings_.has_room_for_warnings();
  if (has_room) findings_.Add(std::move(finding));
}

// The arguments of sources that the task kind itself resolves.
void Compiler::CheckArguments() {
  if (!options_.kind || options_.kind->is_code || options_.has_registry) return;
  const std::vector<DataRef>& refs = artifact_->parts.refs;
  for (size_t i = 0; i < refs.size(); ++i) {
    const bool is_of_kind = refs[i].kind == SourceKind::kRegistry;
    const TaskSource* source = is_of_kind ? options_.kind->Find(refs[i].name) : nullptr;
    if (!source) continue;
    const NodeId node = chat_.parts().ref_nodes()[i];
    const NodeId args = tree_.Find(node, "args");
    CheckArgument(refs[i], *source, args == kNoNode ? node : args);
  }
  CheckLoops();
}

void Compiler::CheckArgument(const DataRef& ref, const TaskSource& source, NodeId args) {
  std::vector<std::string_view> names;
  for (const TaskArgument& argument : source.arguments) {
    names.push_back(argument.name);
    const bool is_given = ref.args.is_map() && FindItem(ref.args, argument.name);
    if (!argument.required || is_given) continue;
    Lint(Code::kInvalidArgument, SpanOf(args),
         "the source " + Quoted(ref.name) + " needs the argument " + Quoted(argument.name));
  }
  if (!ref.args.is_map()) {
    if (ref.args.is_undefined() || ref.args.is_none()) return;
    return Lint(Code::kInvalidArgument, SpanOf(args), "the arguments of a source must be a map");
  }
  for (const NodeId id : tree_.Children(args)) {
    const TaskArgument* argument = source.Find(tree_[id].key);
    if (!argument) {
      Lint(Code::kUnknownArgument, tree_[id].key_span,
           "the source " + Quoted(ref.name) + " has no argument " + Quoted(tree_[id].key),
           SuggestNearest(tree_[id].key, names));
    } else if (!argument->Takes(*FindItem(ref.args, tree_[id].key))) {
      Lint(Code::kInvalidArgument, SpanOf(id),
           "the argument " + Quoted(argument->name) + " of the source " + Quoted(ref.name) +
               " has the wrong type and counts as absent");
    }
  }
}

void Compiler::CheckLoops() {
  for (const PlanNode& node : artifact_->plan) {
    const bool is_history = node.kind == PlanNode::Kind::kHistory;
    if ((node.kind != PlanNode::Kind::kForEach && !is_history) || node.index == kAbsent) continue;
    const DataRef& ref = artifact_->parts.refs[node.index];
    const TaskSource* source =
        ref.kind == SourceKind::kRegistry ? options_.kind->Find(ref.name) : nullptr;
    if (!source || !source->is_no_list) continue;
    Lint(Code::kNotAList, ref.span,
         "the source " + Quoted(ref.name) + " is no list, so the " +
             (is_history ? "history is empty" : "loop never begins"));
  }
}

void Compiler::CheckStructure() {
  LinkSlots();
  CheckPrefixes();
}

void Compiler::LinkSlots() {
  OrderedMap<uint32_t, std::string_view> slots;
  std::vector<std::string_view> names;
  for (const Slot& slot : artifact_->slots) {
    slots.Insert(slot.name, static_cast<uint32_t>(names.size()));
    names.push_back(slot.name);
  }
  std::vector<bool> used(names.size());
  for (const SlotName& name : chat_.slot_names()) {
    const uint32_t* slot = slots.Find(name.name);
    if (!slot) {
      if (!findings_.has_room_for_errors()) continue;
      findings_.Add(Code::kUnknownSlot, SpanOf(name.node), "there is no slot " + Quoted(name.name),
                    SuggestNearest(name.name, names));
      continue;
    }
    artifact_->layout[name.layout].index = *slot;
    if (used[*slot]) {
      findings_.Add(Code::kSlotRepeated, SpanOf(name.node),
                    "the slot " + Quoted(name.name) + " is printed more than once");
    }
    used[*slot] = true;
  }
  for (size_t i = 0; i < names.size(); ++i) {
    if (used[i]) continue;
    findings_.Add(Code::kUnusedSlot, tree_[chat_.slot_nodes()[i]].key_span,
                  "no layout node prints the slot " + Quoted(names[i]));
  }
}

void Compiler::CheckPrefixes() {
  const std::vector<Block>& blocks = artifact_->parts.blocks;
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (!blocks[i].prefix || blocks[i].role == Role::kAssistant) continue;
    if (blocks[i].role_leaf != kAbsent) continue;
    findings_.Add(Code::kPrefixNotAssistant, SpanOf(chat_.prefix_nodes()[i]),
                  "only a message of the assistant can be a prefix");
  }
}

// The document in one spelling, and what it was compiled by.
void Compiler::SetDigest() {
  Heap heap(Limits::Ceiling());
  BufferWriter text;
  PrintJson(tree_.ToValue(Tree::root(), &heap), {.javascript_numbers = true}, &text, &heap.meter());
  Sha256 digest;
  digest.Add(Version());
  digest.Add(std::string_view("\0", 1));
  digest.Add(text.view());
  artifact_->digest = digest.Finish();
}

}  // namespace

Result<std::shared_ptr<const Artifact>> CompileChat(const Source& source, const Tree& tree,
                                                    const CompileOptions& options,
                                                    std::vector<Diagnostic>* warnings) {
  Compiler compiler(source, tree, options);
  compiler.Run();
  DocumentFindings& findings = compiler.findings();
  for (Diagnostic& warning : findings.warnings()) warnings->push_back(std::move(warning));
  if (findings.has_errors()) return Error(std::move(findings.errors()));
  return compiler.artifact();
}

std::string_view TaskOf(const Tree& tree) {
  const NodeId task = tree.Find(Tree::root(), "task");
  if (task == kNoNode || !tree[task].is_string()) return {};
  return tree[task].value.as_string();
}

bool IsStrict(const Tree& tree) {
  const NodeId strict = tree.Find(Tree::root(), "strict");
  return strict != kNoNode && tree[strict].value.is_bool() && tree[strict].value.as_bool();
}

LeafLanguage LanguageOf(const Tree& tree) {
  const NodeId leaf = tree.Find(Tree::root(), "leaf");
  const bool is_jinja =
      leaf != kNoNode && tree[leaf].is_string() && tree[leaf].value.as_string() == "jinja";
  return is_jinja ? LeafLanguage::kJinja : LeafLanguage::kHandlebars;
}

}  // namespace galley::chat
