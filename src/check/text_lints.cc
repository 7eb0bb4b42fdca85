// Lints look at outlines of all templates together: what one defines another may use.
#include "check/text_lints.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/seeded_hash.h"
#include "check/spellings.h"
#include "diag/report.h"
#include "engine/handlebars/inspect.h"
#include "engine/jinja/inspect.h"
#include "engine/jinja/outline.h"
#include "workspace/handlebars_options.h"
#include "workspace/jinja_options.h"

namespace galley::check {
namespace {

using jinja::NamedPlace;
using jinja::Outline;

bool IsBlank(char byte) { return byte == ' ' || byte == '\t'; }

// The text behind a tag that swallows the line break behind it, from the next line on; nothing
// where something else ends the line.  A tag of Jinja swallows it wherever it stands, one of
// Handlebars only where it `must_be_alone` on its line.
std::optional<std::string_view> TextBelowTag(std::string_view text, Span name,
                                             std::string_view open, std::string_view close,
                                             bool must_be_alone) {
  const size_t begin = text.rfind(open, name.begin);
  const size_t end = text.find(close, name.end);
  if (begin == text.npos || end == text.npos) return std::nullopt;
  size_t start = begin;
  while (start > 0 && IsBlank(text[start - 1])) --start;
  const bool begins_line = start == 0 || text[start - 1] == '\n';
  // `-` and `~` take more than the break, and `+` takes nothing.
  const bool is_marked = end > 0 && std::string_view("-~+").find(text[end - 1]) != text.npos;
  const size_t behind = end + close.size();
  const bool ends_line = behind < text.size() && text[behind] == '\n';
  if ((must_be_alone && !begins_line) || !ends_line || is_marked) return std::nullopt;
  return text.substr(behind + 1);
}

class TextLints {
 public:
  TextLints(const Catalog& catalog, const std::vector<LinkedTemplate>& read,
            const workspace::Invocation& call, std::vector<Diagnostic>* findings,
            ProgressCount* done)
      : catalog_(catalog), read_(read), limits_(call.limits), findings_(*findings), done_(*done) {
    for (const LinkedTemplate& each : read) by_entry_.emplace(each.entry, &each);
  }

  void Run() {
    FindMentions();
    for (const LinkedTemplate& each : read_) {
      if (each.problem) continue;
      CheckIncludes(each);
      CheckSpellings(each);
      const bool is_jinja = each.entry->type == TemplateType::kJinja;
      const Outline* outline = is_jinja ? OutlineOf(each) : nullptr;
      if (outline) {
        CheckMacros(each, *outline);
        CheckBlocks(each, *outline);
      }
      const bool is_done = is_jinja || each.entry->type == TemplateType::kHandlebars;
      if (is_done) done_.Tell(each.entry->logical_name());
    }
  }

 private:
  const jinja::SyntaxOptions& syntax() const { return jinja_.syntax; }
  Source SourceOf(const LinkedTemplate& each) const {
    return Source(catalog_.ShownPath(*each.entry), each.text);
  }

  const Outline* OutlineOf(const LinkedTemplate& each) {
    const auto [known, is_new] = outlines_.try_emplace(each.entry);
    if (is_new) {
      Result<Outline> found = jinja::OutlineOf(SourceOf(each), syntax(), limits_);
      if (found) known->second = *std::move(found);
    }
    return known->second ? &*known->second : nullptr;
  }

  // What any template of the catalog mentions: a macro may be called from elsewhere.
  void FindMentions() {
    const bool has_macros = std::any_of(read_.begin(), read_.end(), [&](const auto& each) {
      return !each.problem && each.entry->type == TemplateType::kJinja && OutlineOf(each) &&
             !OutlineOf(each)->macros.empty();
    });
    if (!has_macros) return;
    std::vector<const Entry*> others;
    for (const Entry& entry : catalog_.entries()) {
      if (entry.type == TemplateType::kJinja && !by_entry_.contains(&entry)) {
        others.push_back(&entry);
      }
    }
    const std::vector<LinkedTemplate> unchecked =
        ReadLinks(catalog_, others, false, Explanation::kBrief, limits_);
    for (const LinkedTemplate& each : unchecked) {
      const Result<Outline> found = jinja::OutlineOf(SourceOf(each), syntax(), limits_);
      if (found) mentions_.insert(found->mentions.begin(), found->mentions.end());
    }
    for (const LinkedTemplate& each : read_) {
      if (each.problem || each.entry->type != TemplateType::kJinja) continue;
      const Outline* outline = OutlineOf(each);
      if (outline) mentions_.insert(outline->mentions.begin(), outline->mentions.end());
    }
  }

  void CheckMacros(const LinkedTemplate& each, const Outline& outline) {
    for (const NamedPlace& macro : outline.macros) {
      if (mentions_.contains(macro.name)) continue;
      Add(Code::kUnusedMacro, each, macro.span,
          "no template calls the macro " + Quoted(macro.name));
    }
  }

  // The parent that a template names, where that is one and known.
  const LinkedTemplate* ParentOf(const LinkedTemplate& each, bool* is_known) const {
    const LinkedTemplate* parent = nullptr;
    for (const Link& link : each.links) {
      if (link.reference.kind != ReferenceKind::kExtends) continue;
      const auto found = by_entry_.find(link.target);
      if (parent || found == by_entry_.end()) *is_known = false;
      parent = found == by_entry_.end() ? nullptr : found->second;
    }
    return parent;
  }

  void CheckBlocks(const LinkedTemplate& each, const Outline& outline) {
    if (outline.blocks.empty()) return;
    std::unordered_set<std::string, SeededHash> inherited;
    std::unordered_set<const LinkedTemplate*> seen = {&each};
    bool is_known = true;
    const LinkedTemplate* parent = ParentOf(each, &is_known);
    if (!parent) return;  // nothing is extended, or nobody knows what
    for (; parent; parent = ParentOf(*parent, &is_known)) {
      const Outline* blocks = parent->problem ? nullptr : OutlineOf(*parent);
      if (!blocks || !seen.insert(parent).second) return;
      inherited.insert(blocks->all_blocks.begin(), blocks->all_blocks.end());
    }
    if (!is_known) return;
    for (const NamedPlace& block : outline.blocks) {
      if (inherited.contains(block.name)) continue;
      const std::vector<std::string_view> names(inherited.begin(), inherited.end());
      Add(Code::kUnknownBlock, each, block.span,
          "no template above has a block " + Quoted(block.name) + ", so nothing prints it",
          SuggestNearest(block.name, names));
    }
  }

  // Jinja drops the last line break of a template and the one behind a tag, Handlebars
  // that behind a partial which stands alone.
  void CheckIncludes(const LinkedTemplate& each) {
    const bool is_jinja = each.entry->type == TemplateType::kJinja;
    if (!is_jinja && each.entry->type != TemplateType::kHandlebars) return;
    for (const Link& link : each.links) {
      const auto found = by_entry_.find(link.target);
      if (link.reference.kind != ReferenceKind::kInclude || found == by_entry_.end()) continue;
      const std::optional<std::string_view> below =
          TextBelowTag(each.text, link.reference.span, is_jinja ? "{%" : "{{",
                       is_jinja ? "%}" : "}}", !is_jinja);
      const bool has_text = below && !below->empty() && below->front() != '\n' &&
                            !below->starts_with("{%") && !below->starts_with("{#") &&
                            !below->starts_with("\r\n");
      if (!has_text || !RunsOn(found->second->text, is_jinja)) continue;
      Add(Code::kTextRunsTogether, each, link.reference.span,
          "the last line of " + Quoted(link.reference.name) +
              " and the text below this tag become one line",
          is_jinja ? "leave an empty line below the tag" : "end the file with a line break");
    }
  }

  // Whether what a text prints last is a line that does not end.
  static bool RunsOn(std::string_view text, bool drops_last_break) {
    if (drops_last_break && text.ends_with('\n')) text.remove_suffix(1);
    return !text.empty() && !text.ends_with('\n') && !text.ends_with("%}") &&
           !text.ends_with("#}") && !text.ends_with("}}");
  }

  void CheckSpellings(const LinkedTemplate& each) {
    Spellings spellings;
    for (const NamedPlace& use : UsesIn(each)) {
      const std::optional<std::string> first = spellings.Add(use.name);
      if (!first) continue;
      Add(Code::kVariantSpelling, each, use.span,
          Quoted(use.name) + " is also read as " + Quoted(*first), "spell it in one way");
    }
  }

  std::vector<NamedPlace> UsesIn(const LinkedTemplate& each) const {
    std::vector<NamedPlace> uses;
    if (each.entry->type == TemplateType::kJinja) {
      const Result<jinja::Inspection> found = jinja::Inspect(SourceOf(each), syntax(), limits_);
      if (!found) return uses;
      for (const jinja::VariableUse& use : found->uses) uses.push_back({use.name, use.span});
    } else if (each.entry->type == TemplateType::kHandlebars) {
      const Result<handlebars::Inspection> found =
          handlebars::Inspect(SourceOf(each), handlebars_.compile, limits_);
      if (!found) return uses;
      for (const handlebars::VariableUse& use : found->uses) uses.push_back({use.name, use.span});
    }
    return uses;
  }

  void Add(Code code, const LinkedTemplate& each, Span span, std::string message,
           std::string hint = {}) {
    if (++counts_[static_cast<size_t>(code)] > kMostOfOneCode) return;
    findings_.push_back(Report(code, SourceOf(each), span, std::move(message), std::move(hint)));
  }

  // To find the line of each takes time linear in its file.
  static constexpr uint32_t kMostOfOneCode = 100;

  const Catalog& catalog_;
  const std::vector<LinkedTemplate>& read_;
  const Limits& limits_;
  std::vector<Diagnostic>& findings_;
  ProgressCount& done_;
  const workspace::JinjaOptions jinja_ = workspace::JinjaOptions::OfWorkspace();
  const workspace::HandlebarsOptions handlebars_ = workspace::HandlebarsOptions::OfWorkspace();
  std::unordered_map<const Entry*, const LinkedTemplate*> by_entry_;
  std::unordered_map<const Entry*, std::optional<Outline>> outlines_;
  std::unordered_set<std::string, SeededHash> mentions_;
  std::unordered_map<size_t, uint32_t> counts_;  // by code
};

}  // namespace

void LintTexts(const Catalog& catalog, const std::vector<LinkedTemplate>& read,
               const workspace::Invocation& call, std::vector<Diagnostic>* findings,
               ProgressCount* done) {
  TextLints(catalog, read, call, findings, done).Run();
}

}  // namespace galley::check
