// What in a chat template keeps providers from keeping its prefix.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "compile/sources_of_change.h"
#include "compile/volatility.h"
#include "diag/report.h"
#include "diag/wording.h"
#include "value/map.h"

namespace galley::chat {
namespace {

// Literal text that stands behind what changes is worth a word from here on.
constexpr uint64_t kManyTokens = 64;

class CacheLints {
 public:
  CacheLints(const Artifact& artifact, const TaskKind* kind, const Limits& limits,
             std::vector<Diagnostic>* warnings)
      : artifact_(artifact),
        sources_(artifact, kind),
        rungs_(FindLadder(artifact, kind, limits)),
        source_(artifact.parts.file, artifact.parts.text),
        warnings_(warnings) {}

  void Run() {
    FindBehind();
    std::optional<Volatility> highest;
    for (size_t at = 0; at < rungs_.size(); ++at) {
      const Rung& rung = rungs_[at];
      const bool is_first = !highest || rung.own > *highest;
      if (!highest || rung.own > *highest) highest = rung.own;
      if (!rung.clock.empty()) {
        if (at + 1 < rungs_.size()) WarnOfClock(rung);
      } else if (is_first) {
        CheckOrder(at);
      }
    }
    for (const Slot& slot : artifact_.slots) CheckLoops(slot);
  }

 private:
  static constexpr size_t kClasses = static_cast<size_t>(Volatility::kRequest) + 1;

  // What stands behind a rung, by class.
  struct Behind {
    std::array<uint32_t, kClasses> data;      // the first that reads data or is in a loop
    std::array<uint32_t, kClasses> literal;   // the first that does neither
    std::array<uint64_t, kClasses> tokens{};  // of all literal texts
    std::array<uint64_t, kClasses> alone{};   // of those that neither read nor are in a loop
  };

  // From the last rung to the first, so that each is looked at once.
  void FindBehind() {
    Behind behind;
    behind.data.fill(kAbsent);
    behind.literal.fill(kAbsent);
    behind_.resize(rungs_.size());
    for (size_t at = rungs_.size(); at-- > 0;) {
      behind_[at] = behind;
      const Rung& rung = rungs_[at];
      const auto own = static_cast<size_t>(rung.own);
      const bool is_data = rung.reads_data || rung.in_loop;
      (is_data ? behind.data : behind.literal)[own] = static_cast<uint32_t>(at);
      behind.tokens[own] += rung.literal_tokens;
      if (!is_data) behind.alone[own] += rung.literal_tokens;
    }
  }

  void CheckOrder(size_t at) {
    const Rung& rung = rungs_[at];
    const Behind& behind = behind_[at];
    uint32_t data = kAbsent;
    uint32_t literal = kAbsent;
    uint64_t tokens = 0;
    uint64_t alone = 0;
    for (size_t each = 0; each < static_cast<size_t>(rung.own); ++each) {
      data = std::min(data, behind.data[each]);
      literal = std::min(literal, behind.literal[each]);
      tokens += behind.tokens[each];
      alone += behind.alone[each];
    }
    if (data == kAbsent && alone < kManyTokens) return;
    const Rung& lost = rungs_[data != kAbsent ? data : literal];
    const std::string known =
        tokens > 0 ? ", at least " + Pluralize(tokens, "token") + " of text" : "";
    Diagnostic warning = At(
        Code::kVolatileEarly, rung,
        Quoted(rung.where) + " changes with every " + ClassWord(rung.own) + " and stands before " +
            Quoted(lost.where) + ", which changes less: nothing behind it stays cached" + known,
        "move it behind what changes less often; `inputs` says how often a value changes");
    warning.details.push_back({"class", std::string(VolatilityName(rung.own))});
    if (!rung.by.empty()) warning.details.push_back({"by", rung.by});
    warning.details.push_back({"behind", lost.where});
    warning.details.push_back({"tokens", std::to_string(tokens), true});
    warnings_->push_back(std::move(warning));
  }

  static std::string ClassWord(Volatility volatility) {
    return std::string(volatility == Volatility::kDeploy ? "deployment"
                                                         : VolatilityName(volatility));
  }

  void WarnOfClock(const Rung& rung) {
    Diagnostic warning =
        At(Code::kClockInPrompt, rung,
           Quoted(rung.where) + " prints " + Quoted(rung.clock) +
               ", which is another with every request: nothing behind it stays cached",
           "say it in the last message, or declare under `inputs` how often it changes");
    warning.details.push_back({"class", std::string(VolatilityName(rung.own))});
    warning.details.push_back({"by", rung.clock});
    warnings_->push_back(std::move(warning));
  }

  void CheckLoops(const Slot& slot) {
    for (uint32_t at = slot.plan.begin; at < slot.plan.end; ++at) {
      const PlanNode& node = artifact_.plan[at];
      if (node.kind == PlanNode::Kind::kHistory) CheckHistory(node, slot);
      if (node.kind != PlanNode::Kind::kForEach) continue;
      const DataRef& ref = artifact_.parts.refs[node.index];
      if (node.order == PlanNode::Order::kSource && sources_.IsUnordered(ref))
        WarnOfOrder(node, ref);
      if (node.prepend) CheckWindow(node, ref, slot);
    }
  }

  void WarnOfOrder(const PlanNode& node, const DataRef& ref) {
    Diagnostic warning =
        At(Code::kUnorderedSource, node.place,
           "the items of " + Quoted(ref.name) + " come in any order, and each is another prompt",
           "give the loop an `order`");
    warning.details.push_back({"by", ref.name});
    warnings_->push_back(std::move(warning));
  }

  // A window over the newest items begins with another one at every turn.
  void CheckWindow(const PlanNode& node, const DataRef& ref, const Slot& slot) {
    const bool is_item = ref.kind == SourceKind::kItem || ref.kind == SourceKind::kParent ||
                         ref.kind == SourceKind::kIndex;
    const Change change = is_item ? Change() : sources_.OfRef(ref);
    if (change.is_declared && change.volatility < Volatility::kTurn) return;
    const std::string argument = WindowArgument(ref);
    std::string why;
    if (!argument.empty()) {
      why = "the argument " + Quoted(argument) + " of its source";
    } else if (node.evict.chunk == 0) {
      if (node.limit != UINT64_MAX) why = "its `limit`";
      if (node.budget.max_tokens != UINT64_MAX) why = "its `maxTokens`";
      if (slot.budget.max_tokens != UINT64_MAX) why = "the `maxTokens` of its slot";
    }
    if (why.empty()) return;
    Diagnostic warning =
        At(Code::kSlidingWindow, node.place,
           why +
               " makes the loop a window that moves with every turn: its first message is "
               "another each time, and nothing behind it stays cached",
           argument.empty() ? "leave items out in steps: `evict: {chunk: 25%}`"
                            : "leave the argument out and add `evict: {chunk: 25%}` to the loop");
    warning.details.push_back({"by", is_item ? ref.name : change.by});
    warnings_->push_back(std::move(warning));
  }

  void CheckHistory(const PlanNode& node, const Slot& slot) {
    const bool is_bounded =
        node.budget.max_tokens != UINT64_MAX || slot.budget.max_tokens != UINT64_MAX;
    if (!is_bounded || (artifact_.history && artifact_.history->evict.chunk > 0)) return;
    Diagnostic warning =
        At(Code::kSlidingWindow, node.place,
           "the `maxTokens` of the history or of its slot makes it a window that moves with every "
           "turn: its first message is another each time, and nothing behind it stays cached",
           "leave turns out in steps: `evict: {chunk: 25%}`");
    warning.details.push_back({"by", artifact_.parts.refs[node.index].name});
    warnings_->push_back(std::move(warning));
  }

  // The argument that keeps a part of the list, or nothing.
  std::string WindowArgument(const DataRef& ref) const {
    if (!ref.args.is_map() || ref.kind != SourceKind::kRegistry) return {};
    const TaskSource* source = sources_.SourceOf(ref);
    for (const MapEntry& entry : EntriesOf(ref.args)) {
      const std::string_view name = entry.key.as_string();
      const TaskArgument* argument = source ? source->Find(name) : nullptr;
      const bool cuts = argument ? argument->role == ArgumentRole::kLimit ||
                                       argument->role == ArgumentRole::kStart ||
                                       argument->role == ArgumentRole::kEnd
                                 : name == "limit" || name == "start" || name == "end";
      if (cuts) return std::string(name);
    }
    return {};
  }

  Diagnostic At(Code code, uint32_t place, std::string message, std::string hint) const {
    const Place& at = artifact_.parts.places[place];
    Diagnostic warning = Report(code, source_, at.span, std::move(message), std::move(hint));
    warning.details.push_back({"where", at.path});
    return warning;
  }
  Diagnostic At(Code code, const Rung& rung, std::string message, std::string hint) const {
    Diagnostic warning = At(code, rung.place, std::move(message), std::move(hint));
    warning.details.back().text = rung.where;
    return warning;
  }

  const Artifact& artifact_;
  const SourcesOfChange sources_;
  const std::vector<Rung> rungs_;
  const Source source_;
  std::vector<Diagnostic>* warnings_;
  std::vector<Behind> behind_;  // by rung
};

}  // namespace

void LintForCache(const Artifact& artifact, const TaskKind* kind, const Limits& limits,
                  std::vector<Diagnostic>* warnings) {
  CacheLints(artifact, kind, limits, warnings).Run();
}

}  // namespace galley::chat
