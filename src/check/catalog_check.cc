// Everything that is wrong with templates and what they lead to, without rendering any.
#include "check/catalog_check.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/seeded_hash.h"
#include "check/chat_check.h"
#include "check/links.h"
#include "check/sections_check.h"
#include "check/text_lints.h"
#include "diag/report.h"
#include "discover/name_problems.h"
#include "workspace/invocation.h"

namespace galley::check {
namespace {

using Findings = std::vector<Diagnostic>;

void AddAll(const Error& error, Findings* findings) {
  findings->insert(findings->end(), error.diagnostics().begin(), error.diagnostics().end());
}

// The place of the first character that changes the direction of what is read, so
// that a text does not say what it seems to.
std::optional<Span> FindBidiControl(std::string_view text) {
  for (size_t at = text.find('\xE2'); at != text.npos; at = text.find('\xE2', at + 1)) {
    if (at + 2 >= text.size()) break;
    const auto second = static_cast<unsigned char>(text[at + 1]);
    const auto third = static_cast<unsigned char>(text[at + 2]);
    const bool is_embedding = second == 0x80 && third >= 0xAA && third <= 0xAE;
    const bool is_isolate = second == 0x81 && third >= 0xA6 && third <= 0xA9;
    if (!is_embedding && !is_isolate) continue;
    const auto begin = static_cast<uint32_t>(at);
    return Span{begin, begin + 3};
  }
  return std::nullopt;
}

void CheckText(const LinkedTemplate& read, const std::string& name, Findings* findings) {
  const std::optional<Span> found = FindBidiControl(read.text);
  if (!found) return;
  findings->push_back(Report(Code::kBidiControl, Source(name, read.text), *found,
                             "a control character changes the direction of the text",
                             "write it as an escape in a string, or remove it"));
}

using NameSet = std::unordered_set<std::string_view, SeededHash>;

// The partials that templates define inline.  A layout uses those of whoever uses it,
// so any of them may be what a name means when it is rendered.
NameSet InlinesOf(const std::vector<LinkedTemplate>& read) {
  NameSet inlines;
  for (const LinkedTemplate& each : read) {
    inlines.insert(each.inlines.begin(), each.inlines.end());
  }
  return inlines;
}

void CheckLinks(const LinkedTemplate& read, const NameSet& inlines, Findings* findings) {
  // Those of section templates are found once more when they are resolved.
  if (read.entry->type == TemplateType::kSections) return;
  for (const Link& link : read.links) {
    if (!link.problem) continue;
    const bool is_missing = link.problem->code() == Describe(Code::kTemplateNotFound).code;
    const bool is_inline =
        read.entry->type == TemplateType::kHandlebars && inlines.contains(link.reference.name);
    if (is_inline || (is_missing && link.reference.may_be_missing)) continue;
    AddAll(*link.problem, findings);
  }
}

// Looks for templates that extend each other in a circle, or in too long a chain.
class ChainSearch {
 public:
  ChainSearch(const Catalog& catalog, const std::vector<LinkedTemplate>& read, const Limits& limits)
      : catalog_(catalog),
        read_(read),
        most_(limits.inheritance),
        states_(read.size(), State::kNew),
        steps_(read.size()),
        lengths_(read.size(), 1) {
    for (uint32_t at = 0; at < read.size(); ++at) numbers_.emplace(read[at].entry, at);
  }

  void Run(Findings* findings) {
    for (uint32_t at = 0; at < read_.size(); ++at) {
      if (states_[at] == State::kNew) Follow(at, findings);
    }
  }

 private:
  static constexpr size_t kMostShown = 8;  // templates of a circle

  enum class State : uint8_t { kNew, kOpen, kDone };
  struct Step {
    uint32_t at;
    size_t next = 0;  // of its links
  };

  void Follow(uint32_t first, Findings* findings) {
    Open(first);
    while (!path_.empty()) {
      Step& step = path_.back();
      const std::vector<Link>& links = read_[step.at].links;
      if (step.next == links.size()) {
        Close(findings);
        continue;
      }
      const Link& link = links[step.next++];
      const auto target = FindParent(link);
      if (target == numbers_.end()) continue;
      if (states_[target->second] == State::kNew) {
        Open(target->second);
      } else if (states_[target->second] == State::kOpen) {
        findings->push_back(Describe(target->second, link));
      }
    }
  }

  void Open(uint32_t at) {
    states_[at] = State::kOpen;
    steps_[at] = path_.size();
    path_.push_back({at});
  }

  // All that the last template of the path extends is known.
  void Close(Findings* findings) {
    const uint32_t at = path_.back().at;
    states_[at] = State::kDone;
    path_.pop_back();
    const Link* longest = nullptr;
    for (const Link& link : read_[at].links) {
      const auto parent = FindParent(link);
      if (parent == numbers_.end() || lengths_[parent->second] < lengths_[at]) continue;
      lengths_[at] = lengths_[parent->second] + 1;
      longest = &link;
    }
    // Those that extend it in turn are too long as well, which it says already.
    if (!longest || lengths_[at] != most_ + 1) return;
    findings->push_back(
        Report(Code::kLimitDepth, Source(catalog_.ShownPath(*read_[at].entry), read_[at].text),
               longest->reference.span,
               "templates extend each other in a chain of more than " + std::to_string(most_)));
  }

  std::unordered_map<const Entry*, uint32_t>::const_iterator FindParent(const Link& link) const {
    const bool is_parent = link.reference.kind == ReferenceKind::kExtends && link.target;
    return is_parent ? numbers_.find(link.target) : numbers_.end();
  }

  // The circle that `link`, of the last template of the path, closes.
  Diagnostic Describe(uint32_t target, const Link& link) const {
    const size_t begin = steps_[target];
    const size_t shown = std::min(path_.size(), begin + kMostShown);
    std::string chain;
    for (size_t at = begin; at < shown; ++at) chain += Name(path_[at].at) + " extends ";
    if (shown < path_.size()) {
      chain += std::to_string(path_.size() - shown) + " others, the last of which extends ";
    }
    const LinkedTemplate& last = read_[path_.back().at];
    return Report(Code::kTemplateCycle, Source(catalog_.ShownPath(*last.entry), last.text),
                  link.reference.span,
                  "templates extend each other in a circle: " + chain + Name(target));
  }

  std::string Name(uint32_t at) const { return Quoted(catalog_.ShownPath(*read_[at].entry)); }

  const Catalog& catalog_;
  const std::vector<LinkedTemplate>& read_;
  uint64_t most_;  // templates in a chain
  std::unordered_map<const Entry*, uint32_t> numbers_;
  std::vector<State> states_;
  std::vector<size_t> steps_;      // where in the path a template that is open stands
  std::vector<uint64_t> lengths_;  // of the chain from a template on, once it is done
  std::vector<Step> path_;
};

}  // namespace

Findings CheckEntries(const Catalog& catalog, const std::vector<const Entry*>& entries,
                      const workspace::Invocation& call, ProgressCount* done, size_t* checked) {
  const Limits& limits = call.limits;
  Findings findings;
  const std::vector<LinkedTemplate> read =
      ReadLinks(catalog, entries, true, Explanation::kFull, limits);
  const NameSet inlines = InlinesOf(read);
  done->Expect(read.size());
  for (const LinkedTemplate& each : read) {
    if (each.problem) AddAll(*each.problem, &findings);
    if (each.problem) done->Tell(each.entry->logical_name());
    CheckLinks(each, inlines, &findings);
    CheckText(each, catalog.ShownPath(*each.entry), &findings);
  }
  ChainSearch(catalog, read, limits).Run(&findings);
  LintTexts(catalog, read, call, &findings, done);
  CheckSections(catalog, read, limits, &findings, done);
  CheckChats(catalog, read, call, &findings, done);
  for (const Entry* entry : entries) {
    // One that another tier hides was hidden on purpose.
    if (!catalog.ReachableAs(*entry).empty()) continue;
    if (catalog.Find(entry->relative_path, Explanation::kBrief)) continue;
    Diagnostic finding = Report(Code::kUnreachableTemplate,
                                "no name leads here: " + WhyUnreachable(*entry, catalog));
    finding.file = catalog.ShownPath(*entry);
    findings.push_back(std::move(finding));
  }
  *checked = read.size();
  return findings;
}

}  // namespace galley::check
