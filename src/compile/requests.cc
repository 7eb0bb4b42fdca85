// Injection requests and default lanes: what comes with one render.
#include <utility>

#include "base/try.h"
#include "compile/chat.h"
#include "compile/chat_parts.h"
#include "compile/fields.h"
#include "compile/leaves.h"

namespace galley::chat {
namespace {

constexpr int64_t kAnyInteger = INT64_MIN;

class RequestReader {
 public:
  RequestReader(const DocumentReader& reader, Injections* injections)
      : reader_(reader), injections_(injections), parts_(reader, &injections->parts) {}

  const PartsReader& parts() const noexcept { return parts_; }

  void Read() {
    const Item list{Tree::root(), "injections"};
    if (!reader_.IsList(list)) return;
    for (const Item& item : reader_.Items(list)) ReadInjection(item);
  }

 private:
  void ReadInjection(const Item& item) {
    Injection injection;
    Fields fields(reader_, item);
    injection.lane = fields.String("lane", Need::kRequired).value_or("");
    const Item target = fields.Find("target", Need::kRequired);
    if (target) ReadTargets(target, &injection);
    injection.group = fields.String("groupId").value_or("");
    injection.role = parts_.ReadRole(&fields);
    injection.leaf = parts_.Leaf(fields.Find("template"));
    injection.payload = parts_.ReadPayload(&fields);
    injection.priority = fields.Integer("priority", kAnyInteger).value_or(0);
    fields.WarnOfUnknown();
    injections_->requests.push_back(std::move(injection));
  }

  void ReadTargets(const Item& item, Injection* injection) {
    if (!reader_[item].is_list()) return ReadTarget(item, injection);
    for (const Item& target : reader_.Items(item)) ReadTarget(target, injection);
  }

  void ReadTarget(const Item& item, Injection* injection) {
    using Kind = Target::Kind;
    Fields fields(reader_, item);
    const std::optional<size_t> kind =
        fields.Choice("kind", {"at", "offset", "boundary"}, Need::kRequired);
    if (!kind) return;
    Target target{static_cast<Kind>(*kind)};
    if (target.kind == Kind::kBoundary) {
      target.bottom = fields.Choice("position", {"top", "bottom"}, Need::kRequired) == size_t{1};
    } else {
      target.key = fields.String("key", Need::kRequired).value_or("");
    }
    if (target.kind == Kind::kAt) {
      ReadOccurrence(fields.Find("occurrence"), &target);
    } else {
      const Need need = target.kind == Kind::kOffset ? Need::kRequired : Need::kOptional;
      target.number = fields.Integer("delta", kAnyInteger, need).value_or(0);
    }
    fields.WarnOfUnknown();
    injection->targets.push_back(std::move(target));
  }

  void ReadOccurrence(const Item& item, Target* target) {
    if (!item) return;
    if (reader_[item].is_string()) {
      const std::optional<size_t> word = reader_.Choice(item, {"first", "last"});
      if (word) target->occurrence = static_cast<Target::Occurrence>(*word);
      return;
    }
    target->occurrence = Target::Occurrence::kNumber;
    target->number = reader_.Integer(item, kAnyInteger).value_or(0);
  }

  const DocumentReader& reader_;
  Injections* injections_;
  PartsReader parts_;
};

}  // namespace

Result<std::unique_ptr<Injections>> CompileInjections(const Source& source, const Tree& tree,
                                                      const Artifact& artifact,
                                                      const Limits& limits,
                                                      std::vector<Diagnostic>* warnings) {
  DocumentFindings findings(&source);
  const DocumentReader document(tree, Code::kInvalidInjection, &findings);
  auto injections = std::make_unique<Injections>();
  RequestReader reader(document, injections.get());
  reader.Read();
  if (!findings.has_errors()) {
    CompileLeaves(artifact, &injections->parts, reader.parts().leaf_nodes(), tree,
                  Code::kInvalidInjection, limits, &findings);
  }
  for (Diagnostic& warning : findings.warnings()) warnings->push_back(std::move(warning));
  if (findings.has_errors()) return Error(std::move(findings.errors()));
  return injections;
}

Result<std::unique_ptr<LaneDefaults>> CompileLaneDefaults(const Source& source, const Tree& tree,
                                                          const Artifact& artifact,
                                                          const Limits& limits,
                                                          std::vector<Diagnostic>* warnings) {
  DocumentFindings findings(&source);
  const DocumentReader document(tree, Code::kInvalidParams, &findings);
  auto defaults = std::make_unique<LaneDefaults>();
  PartsReader reader(document, &defaults->parts);
  defaults->lanes = reader.ReadLanes({Tree::root(), "laneDefaults"});
  if (!findings.has_errors()) {
    CompileLeaves(artifact, &defaults->parts, reader.leaf_nodes(), tree, Code::kInvalidParams,
                  limits, &findings);
  }
  for (Diagnostic& warning : findings.warnings()) warnings->push_back(std::move(warning));
  if (findings.has_errors()) return Error(std::move(findings.errors()));
  return defaults;
}

Result<std::unique_ptr<LaneDefaults>> CompileTaskLanes(const TaskKind& kind,
                                                       const Artifact& artifact,
                                                       const Limits& limits) {
  auto defaults = std::make_unique<LaneDefaults>();
  defaults->lanes = kind.lanes;
  defaults->parts.file = kind.parts.file;
  defaults->parts.text = kind.parts.text;
  defaults->parts.groups = kind.parts.groups;
  defaults->parts.patterns = kind.parts.patterns;
  for (const Leaf& leaf : kind.parts.leaves) {
    defaults->parts.leaves.push_back({leaf.text, std::nullopt, false, leaf.span});
    TRY(CompileLeaf(artifact, &defaults->parts.leaves.back(), limits));
  }
  return defaults;
}

}  // namespace galley::chat
