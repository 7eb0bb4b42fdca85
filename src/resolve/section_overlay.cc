// Paths of headings become numbers, so that sections are matched by one look-up each.
#include "resolve/section_overlay.h"

#include <array>
#include <cstring>
#include <utility>

#include "base/ordered_map.h"
#include "base/try.h"
#include "diag/report.h"
#include "format/markdown.h"
#include "format/text.h"

namespace galley {
namespace {

constexpr uint32_t kNone = UINT32_MAX;
constexpr uint32_t kDeepest = 6;  // the deepest heading there is

bool IsBlank(std::string_view text) noexcept {
  return text.find_first_not_of(" \t\r\n") == text.npos;
}

// Numbers for paths: two sections have the same where their headings and those above
// them have the same level and title.  A path is kept as the number of the one above
// it and its own heading, so long titles are not repeated for each section below.
class PathTable {
 public:
  uint32_t NumberOf(uint32_t parent, uint32_t level, std::string_view title) {
    std::string key(sizeof parent + 1, static_cast<char>(level));
    std::memcpy(key.data(), &parent, sizeof parent);
    key += title;
    return *numbers_.Insert(std::move(key), static_cast<uint32_t>(numbers_.size()) + 1).first;
  }

 private:
  OrderedMap<uint32_t> numbers_;  // 0 is the root's
};

// A text in sections, each with the number of its path.
struct SplitText {
  const Source* source;
  Markdown markdown;
  std::vector<uint32_t> paths;  // kNone: a root that holds nothing
  std::string_view text;

  const Section& section(uint32_t at) const { return markdown.sections[at]; }
  uint32_t size() const { return static_cast<uint32_t>(markdown.sections.size()); }
  std::string_view Text(Span span) const { return TextOf(*source, span); }
  std::string_view Whole(uint32_t at) const {
    return Text({section(at).heading.begin, section(at).body.end});
  }
  bool IsOpenFence(uint32_t at) const { return markdown.has_open_fence() && at + 1 == size(); }
};

SplitText Split(const SourceText& part, PathTable* table) {
  SplitText split{
      part.source, SplitMarkdown(*part.source, part.span), {}, TextOf(*part.source, part.span)};
  split.paths.resize(split.size());
  split.paths[0] = IsBlank(split.Text(split.section(0).body)) ? kNone : 0;
  for (uint32_t at = 1; at < split.size(); ++at) {
    const Section& section = split.section(at);
    const uint32_t parent = section.parent == 0 ? 0 : split.paths[section.parent];
    split.paths[at] = table->NumberOf(parent, section.level, split.Text(section.title));
  }
  return split;
}

// `## Tasks / ### Evidence`, for people.
std::string ShowPath(const SplitText& split, uint32_t at) {
  std::string path;
  for (; at != 0; at = split.section(at).parent) {
    const std::string title = Quoted(split.Text(split.section(at).title));
    std::string heading(split.section(at).level, '#');
    heading += ' ' + title.substr(1, title.size() - 2);
    path = path.empty() ? heading : heading + " / " + path;
  }
  return path;
}

Diagnostic Ambiguous(const SplitText& split, uint32_t at, std::string message, std::string hint) {
  const Section& section = split.section(at);
  Diagnostic problem =
      Report(Code::kAmbiguousSection, *split.source, {section.heading.begin, section.title.end},
             std::move(message), std::move(hint));
  problem.notes.push_back("section `" + ShowPath(split, at) + "`");
  return problem;
}

// A text is put together from pieces: sections of its own, and of the override's.
struct Piece {
  std::string_view text;
  const SplitText* from;
  uint32_t section;
  bool has_open_fence;
};

// Sections that are inserted at one place of a text, as a chain.
struct Gap {
  uint32_t first = kNone;
  // For each level: the last link of those at the start that are all of that level
  // or deeper.  A section that is inserted goes behind the one of its level, so
  // before the first that would become the one above it.
  std::array<uint32_t, kDeepest + 1> last_of_level = {kNone, kNone, kNone, kNone,
                                                      kNone, kNone, kNone};
};

// Where a section of the override went.
struct Place {
  uint32_t input = kNone;    // kNone: nowhere, it stays with the override
  uint32_t section = kNone;  // the one it replaced there; kNone: it is inserted
  uint32_t gap = kNone;      // where that is
};

class Overlay {
 public:
  Overlay(std::span<const SourceText> prior, const SourceText& over, Findings* findings)
      : over_(Split(over, &table_)), findings_(findings) {
    for (const SourceText& part : prior) prior_.push_back(Split(part, &table_));
    places_.resize(over_.size());
    is_blank_told_.resize(over_.size());
    next_.resize(over_.size(), kNone);
  }

  Result<OverlaidSections> Run() {
    TRY(IndexOverride());
    for (uint32_t input = 0; input < prior_.size(); ++input) TRY(Match(input));
    for (uint32_t input = 0; input < prior_.size(); ++input) DropBareHeadings(input);
    PlaceNewSections();
    for (uint32_t input = 0; input < prior_.size(); ++input) {
      result_.texts.push_back(TRY(Compose(input)));
    }
    result_.rest = TRY(ComposeRest());
    return std::move(result_);
  }

 private:
  // What happens to a section of a prior text.
  enum class Fate : uint8_t { kStays, kReplaced, kDropped, kEmptied };
  struct Prior {
    std::vector<Fate> fates;
    std::vector<uint32_t> replaced_by;
    std::vector<std::pair<uint32_t, size_t>> emptied;  // and what was noted of each
    OrderedMap<Gap> gaps;  // by the number of the section they stand before
  };

  // Which section of the override has a path.
  uint32_t OverrideOf(uint32_t path) const {
    return path < override_of_.size() ? override_of_[path] : kNone;
  }

  Result<void> IndexOverride() {
    for (uint32_t at = 0; at < over_.size(); ++at) {
      const uint32_t path = over_.paths[at];
      if (path == kNone) continue;
      if (path >= override_of_.size()) override_of_.resize(path + 1, kNone);
      if (override_of_[path] != kNone) {
        return Ambiguous(over_, at, "the override has this section twice",
                         "make one section of the two, or give one another heading");
      }
      override_of_[path] = at;
    }
    return {};
  }

  // Finds what of the override stands in a prior text.
  Result<void> Match(uint32_t input) {
    const SplitText& text = prior_[input];
    Prior& plan = plans_.emplace_back();
    plan.fates.resize(text.size(), Fate::kStays);
    plan.replaced_by.resize(text.size(), kNone);
    for (uint32_t at = 0; at < text.size(); ++at) {
      if (text.paths[at] == kNone) continue;
      const uint32_t by = OverrideOf(text.paths[at]);
      if (by == kNone) continue;
      if (seen_in_.size() <= by) seen_in_.resize(over_.size(), kNone);
      if (seen_in_[by] == input) {
        return Ambiguous(text, at, "the override names a section that stands here twice",
                         "make one section of the two, or give one another heading");
      }
      seen_in_[by] = input;
      Settle(input, at, by);
    }
    return {};
  }

  // The first section of a path is replaced, those in later texts go.
  void Settle(uint32_t input, uint32_t at, uint32_t by) {
    const SplitText& text = prior_[input];
    Prior& plan = plans_[input];
    plan.replaced_by[at] = by;
    const bool has_text = !IsBlank(text.Text(text.section(at).body));
    const bool blanked = has_text && IsBlank(over_.Text(over_.section(by).body));
    if (blanked && !is_blank_told_[by]) WarnOfBlank(by);
    Place& place = places_[by];
    if (place.input == kNone) {
      place = {input, at, kNone};
      plan.fates[at] = Fate::kReplaced;
      return Note(SectionAction::kReplaced, text, at, input, blanked);
    }
    // Without its heading, the sections below it would belong to another.
    const bool has_below = at != 0 && text.section(at).end > at + 1;
    plan.fates[at] = has_below ? Fate::kEmptied : Fate::kDropped;
    if (has_below) plan.emptied.emplace_back(at, result_.changes.size());
    Note(has_below ? SectionAction::kEmptied : SectionAction::kDropped, text, at, input, blanked);
  }

  // A heading that stayed for the sections below it goes where all of them went.
  void DropBareHeadings(uint32_t input) {
    const SplitText& text = prior_[input];
    Prior& plan = plans_[input];
    std::vector<uint32_t> kept(text.size() + 1, 0);  // from each section on
    size_t left = plan.emptied.size();
    for (uint32_t at = text.size(); at-- > 0;) {
      if (plan.fates[at] == Fate::kEmptied) {
        const size_t noted = plan.emptied[--left].second;
        if (kept[at + 1] == kept[text.section(at).end]) {
          plan.fates[at] = Fate::kDropped;
          result_.changes[noted].action = SectionAction::kDropped;
        }
      }
      kept[at] = kept[at + 1] + (plan.fates[at] == Fate::kDropped ? 0 : 1);
    }
  }

  void WarnOfBlank(uint32_t by) {
    is_blank_told_[by] = true;
    if (!findings_->HasRoom(Code::kSectionBlanked)) return;
    const Section& section = over_.section(by);
    findings_->Add(Code::kSectionBlanked, *over_.source, {section.heading.begin, section.title.end},
                   "section `" + ShowPath(over_, by) +
                       "` is restated without text, so the text that stood there is gone",
                   "repeat the text to keep it");
  }

  void Note(SectionAction action, const SplitText& text, uint32_t at, uint32_t input,
            bool blanked) {
    result_.changes.push_back({action, ShowPath(text, at), input, blanked});
  }

  // Sections that no prior text has, in the order of the override, so that the one
  // above is placed before those below it.
  void PlaceNewSections() {
    for (uint32_t at = 0; at < over_.size(); ++at) {
      if (over_.paths[at] == kNone || places_[at].input != kNone) continue;
      if (at == 0) {
        PlaceRoot();
      } else {
        PlaceBelowParent(at);
      }
      const bool inserted = places_[at].input != kNone;
      Note(inserted ? SectionAction::kInserted : SectionAction::kAppended, over_, at,
           inserted ? places_[at].input : static_cast<uint32_t>(prior_.size()), false);
    }
  }

  void PlaceRoot() {
    if (prior_.empty()) return;
    places_[0] = {0, kNone, 0};
    Link(0, kNone, GapAt(0, 0));
  }

  void PlaceBelowParent(uint32_t at) {
    const uint32_t parent = over_.section(at).parent;
    if (parent == 0 || places_[parent].input == kNone) return;
    const Place& above = places_[parent];
    if (above.section == kNone) {
      // All that is below a new section is new: it follows what came before it.
      places_[at] = {above.input, kNone, above.gap};
      return Link(at, at - 1, GapAt(above.input, above.gap));
    }
    const uint32_t level = over_.section(at).level;
    const uint32_t gap = NextBelow(above.input, above.section, level);
    places_[at] = {above.input, kNone, gap};
    Gap* chain = GapAt(above.input, gap);
    Link(at, chain->last_of_level[level], chain);
  }

  // The first section behind `from` whose level is lower than `level`.
  uint32_t NextBelow(uint32_t input, uint32_t from, uint32_t level) {
    const SplitText& text = prior_[input];
    if (next_below_.size() <= input) next_below_.resize(prior_.size());
    std::vector<Levels>& next = next_below_[input];
    if (next.empty()) {
      next.resize(text.size());
      Levels nearest;
      nearest.fill(text.size());
      for (uint32_t at = text.size(); at-- > 0;) {
        next[at] = nearest;
        for (uint32_t deeper = text.section(at).level + 1; deeper <= kDeepest; ++deeper) {
          nearest[deeper] = at;
        }
      }
    }
    return next[from][level];
  }

  Gap* GapAt(uint32_t input, uint32_t before) {
    return plans_[input].gaps.Insert(std::to_string(before), Gap()).first;
  }

  // Puts section `at` behind link `after`, or at the start of the chain.
  void Link(uint32_t at, uint32_t after, Gap* gap) {
    uint32_t& link = after == kNone ? gap->first : next_[after];
    next_[at] = std::exchange(link, at);
    for (uint32_t level = 0; level <= over_.section(at).level; ++level) {
      if (gap->last_of_level[level] == after) gap->last_of_level[level] = at;
    }
  }

  // A section of the override as it is put into a text.
  Piece PieceOf(uint32_t at) const {
    std::string_view text = over_.Whole(at);
    if (at == 0) text = WithoutLeadingBlankLines(text);
    return {text, &over_, at, over_.IsOpenFence(at)};
  }

  static std::string_view WithoutLeadingBlankLines(std::string_view text) {
    const size_t first = text.find_first_not_of(" \t\r\n");
    const size_t line = text.substr(0, first).find_last_of("\r\n");
    return line == text.npos ? text : text.substr(line + 1);
  }

  void AddGap(const Prior& plan, uint32_t before, std::vector<Piece>* pieces) const {
    const Gap* gap = plan.gaps.Find(std::to_string(before));
    if (!gap) return;
    for (uint32_t at = gap->first; at != kNone; at = next_[at]) pieces->push_back(PieceOf(at));
  }

  Result<std::string> Compose(uint32_t input) const {
    const SplitText& text = prior_[input];
    const Prior& plan = plans_[input];
    std::vector<Piece> pieces;
    for (uint32_t at = 0; at < text.size(); ++at) {
      AddGap(plan, at, &pieces);
      switch (plan.fates[at]) {
        case Fate::kStays:
          pieces.push_back({text.Whole(at), &text, at, text.IsOpenFence(at)});
          break;
        case Fate::kReplaced:
          pieces.push_back(PieceOf(plan.replaced_by[at]));
          break;
        case Fate::kEmptied:
          pieces.push_back({text.Text(text.section(at).heading), &text, at, false});
          break;
        case Fate::kDropped:
          break;
      }
    }
    AddGap(plan, text.size(), &pieces);
    return Join(pieces, text.text);
  }

  Result<std::string> ComposeRest() const {
    std::vector<Piece> pieces;
    for (uint32_t at = 0; at < over_.size(); ++at) {
      if (over_.paths[at] != kNone && places_[at].input == kNone) pieces.push_back(PieceOf(at));
    }
    return Join(pieces, over_.text);
  }

  // `like` is the text whose line breaks the missing ones take after.
  static Result<std::string> Join(const std::vector<Piece>& pieces, std::string_view like) {
    std::string text;
    const Piece* open = nullptr;
    for (const Piece& piece : pieces) {
      if (piece.text.empty()) continue;
      if (open) {
        return Ambiguous(*open->from, open->section,
                         "a section would follow this one, whose code fence is never closed",
                         "close the fence");
      }
      EndLine(&text, like);
      text += piece.text;
      if (piece.has_open_fence) open = &piece;
    }
    TRY(CheckHeadings(pieces, text));
    return text;
  }

  // A heading may be none in its new place: behind a list item that holds a fence,
  // where it is indented as much as that.
  static Result<void> CheckHeadings(const std::vector<Piece>& pieces, std::string_view text) {
    const Source source("", text);
    const Markdown found = SplitMarkdown(source, {0, static_cast<uint32_t>(text.size())});
    uint32_t at = 0;
    for (const Piece& piece : pieces) {
      const Section& meant = piece.from->section(piece.section);
      if (meant.level == 0) continue;
      const bool is_there =
          ++at < found.sections.size() && found.sections[at].level == meant.level &&
          TextOf(source, found.sections[at].title) == piece.from->Text(meant.title);
      if (is_there) continue;
      return Ambiguous(*piece.from, piece.section,
                       "behind the section before it, this heading would be part of a code fence",
                       "indent it less, or close the fence");
    }
    return {};
  }

  using Levels = std::array<uint32_t, kDeepest + 1>;

  PathTable table_;
  SplitText over_;
  std::vector<SplitText> prior_;
  Findings* findings_;
  std::vector<uint32_t> override_of_;  // by path
  std::vector<uint32_t> seen_in_;      // by section of the override: the last text it is in
  std::vector<Place> places_;          // by section of the override
  std::vector<bool> is_blank_told_;    // by section of the override
  std::vector<uint32_t> next_;         // the chains of all gaps
  std::vector<Prior> plans_;
  std::vector<std::vector<Levels>> next_below_;
  OverlaidSections result_;
};

// The last line break of a text, or none.
std::string_view LastLineBreak(std::string_view text) noexcept {
  const size_t at = text.find_last_of("\r\n");
  if (at == text.npos) return {};
  if (text[at] == '\n' && at > 0 && text[at - 1] == '\r') return "\r\n";
  return "\n";
}

}  // namespace

void EndLine(std::string* text, std::string_view like) {
  if (text->empty() || text->back() == '\n' || text->back() == '\r') return;
  std::string_view line_break = LastLineBreak(like.empty() ? *text : like);
  if (line_break.empty()) line_break = LastLineBreak(*text);
  *text += line_break.empty() ? "\n" : line_break;
}

Result<OverlaidSections> OverlaySections(std::span<const SourceText> prior, const SourceText& over,
                                         Findings* findings) {
  return Overlay(prior, over, findings).Run();
}

}  // namespace galley
