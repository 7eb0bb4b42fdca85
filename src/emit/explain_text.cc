// Columns are measured in characters as a terminal shows them; what does not fit is cut, never
// wrapped into another column.
#include "emit/explain_text.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "diag/display.h"
#include "diag/wording.h"

namespace galley::chat {
namespace {

// Drops beyond these are counted, not listed; nobody reads more on a terminal.
constexpr size_t kMostDrops = 50;
constexpr size_t kLeastText = 16;  // columns for a text that is shown at all
constexpr size_t kLeastPlace = 8;  // and for a path beside it
constexpr size_t kMostBar = 40;

std::string Padded(std::string_view text, size_t columns) {
  const size_t used = ColumnsOf(text);
  return std::string(text) + std::string(columns > used ? columns - used : 0, ' ');
}

std::string PaddedLeft(std::string_view text, size_t columns) {
  const size_t used = ColumnsOf(text);
  return std::string(columns > used ? columns - used : 0, ' ') + std::string(text);
}

// `-` for the template alone.
std::string SourceCell(const ExplainedPart& part) {
  const std::string label = SourceLabel(part.source, part.loop);
  return label.empty() ? "-" : label;
}

std::string_view ColourOf(Role role) noexcept {
  constexpr std::array<std::string_view, 4> kColours = {kMagenta, kBlue, kGreen, kYellow};
  return kColours[static_cast<size_t>(role)];
}

// Prints tables under one style.
class TextPage {
 public:
  TextPage(const Explanation& told, const TextStyle& style) : told_(told), style_(style) {}

  std::string Print() {
    PrintTitle();
    PrintMessages();
    PrintBudgets();
    PrintDrops();
    return std::move(text_);
  }

 private:
  std::string Paint(std::string_view text, std::string_view paint) const {
    return Colorize(text, paint, style_.colour);
  }

  void AddLine(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    text_ += line + '\n';
  }

  void PrintTitle() {
    AddLine(Paint(TruncateToWidth(told_.name, style_.width), kBold));
    AddLine(TruncateToWidth(FactsOf(told_), style_.width));
  }

  // Widths of the columns of the messages; the text gets what is left.
  struct Columns {
    size_t number = 1;
    size_t role = 4;
    size_t tokens = 6;
    size_t source = 6;
    size_t place = 5;
    size_t text = 0;  // 0: not shown
  };

  Columns FitColumns() const {
    Columns columns;
    columns.number = std::to_string(told_.messages.size()).size();
    for (const ExplainedPart& part : told_.parts) {
      columns.role = std::max(columns.role, RoleName(part.role).size());
      columns.tokens = std::max(columns.tokens, std::to_string(part.tokens).size());
      columns.source = std::max(columns.source, ColumnsOf(ShowText(SourceCell(part))));
      columns.place = std::max(columns.place, ColumnsOf(ShowText(part.where)));
    }
    const size_t fixed = columns.number + columns.role + columns.tokens + 8;
    const size_t room = style_.width > fixed ? style_.width - fixed : 0;
    columns.source = std::min(columns.source, std::max<size_t>(6, room / 3));
    // A long path is shortened before the text goes.
    const size_t beside = columns.source + 2 + kLeastText;
    const bool has_text = room >= beside + kLeastPlace;
    const size_t most_place = room > columns.source + 2 ? room - columns.source : 0;
    columns.place = std::min(columns.place, has_text ? room - beside : most_place);
    const size_t used = columns.source + columns.place + 2;
    columns.text = room >= used + kLeastText ? room - used : 0;
    return columns;
  }

  void PrintMessages() {
    const Columns columns = FitColumns();
    std::string head = PaddedLeft("#", columns.number) + "  " + Padded("ROLE", columns.role) +
                       "  " + PaddedLeft("TOKENS", columns.tokens) + "  " +
                       Padded("SOURCE", columns.source) + "  " + Padded("PLACE", columns.place);
    if (columns.text > 0) head += "  TEXT";
    text_ += '\n';
    head.erase(head.find_last_not_of(' ') + 1);
    AddLine(Paint(head, kDim));
    for (uint32_t at = 0; at < told_.parts.size(); ++at) PrintPart(columns, at);
  }

  void PrintPart(const Columns& columns, uint32_t at) {
    const ExplainedPart& part = told_.parts[at];
    const bool is_first = at == 0 || told_.parts[at - 1].message != part.message;
    const std::string number = is_first ? std::to_string(part.message) : "";
    std::string line =
        PaddedLeft(number, columns.number) + "  " +
        Paint(Padded(is_first ? RoleName(part.role) : "+", columns.role), ColourOf(part.role)) +
        "  " + PaddedLeft(std::to_string(part.tokens), columns.tokens) + "  " +
        Padded(TruncateToWidth(SourceCell(part), columns.source), columns.source) + "  " +
        Padded(TruncateToWidth(part.where, columns.place), columns.place);
    if (columns.text > 0) line += "  " + Paint(TruncateToWidth(part.content, columns.text), kDim);
    AddLine(std::move(line));
  }

  void PrintBudgets() {
    size_t label = 6;
    size_t digits = 4;
    size_t notes = 0;
    for (const BudgetUse& use : told_.budgets) {
      label = std::max(label, ColumnsOf(ShowText(LabelOf(use))));
      digits = std::max(digits, std::to_string(use.tokens).size());
      if (use.limit != UINT64_MAX) digits = std::max(digits, std::to_string(use.limit).size());
      notes = std::max(notes, NotesOf(use).size());
    }
    label = std::min<size_t>(label, std::max<size_t>(8, style_.width / 3));
    // A narrow terminal has no bars, and cuts the notes.
    const size_t fixed = label + 2 * digits + notes + 8;
    const size_t bar = style_.width >= fixed + 8 ? std::min(kMostBar, style_.width - fixed) : 0;
    text_ += '\n';
    AddLine(Paint(Padded("BUDGET", label) + "  " + PaddedLeft("USED", digits) + "  " +
                      PaddedLeft("OF", digits),
                  kDim));
    for (const BudgetUse& use : told_.budgets) PrintBudget(use, label, digits, bar);
  }

  void PrintBudget(const BudgetUse& use, size_t label, size_t digits, size_t bar) {
    const bool limited = use.limit != UINT64_MAX;
    std::string line = Padded(TruncateToWidth(LabelOf(use), label), label) + "  " +
                       PaddedLeft(std::to_string(use.tokens), digits) + "  " +
                       PaddedLeft(limited ? std::to_string(use.limit) : "-", digits) + "  ";
    if (bar > 0) {
      const std::string_view colour = use.refused > 0 ? kYellow : kGreen;
      line += Paint(Bar(use.tokens, ScaleOf(use, told_), bar), colour) + "  ";
    }
    const size_t used = label + 2 * digits + 6 + (bar > 0 ? bar + 2 : 0);
    AddLine(line + TruncateToWidth(NotesOf(use), style_.width > used ? style_.width - used : 0));
  }

  void PrintDrops() {
    if (told_.drops.empty()) return;
    text_ += '\n';
    AddLine(Paint("LEFT OUT", kDim));
    const size_t shown = std::min(told_.drops.size(), kMostDrops);
    size_t place = 0;
    for (size_t at = 0; at < shown; ++at) place = std::max(place, ColumnsOf(PlaceOf(at)));
    place = std::min<size_t>(place, style_.width * 6 / 10);
    for (size_t at = 0; at < shown; ++at) PrintDrop(at, place);
    if (shown < told_.drops.size()) {
      AddLine("and " + std::to_string(told_.drops.size() - shown) +
              " more, which `--format json` lists");
    }
  }

  std::string PlaceOf(size_t drop) const {
    const std::string source = LabelOf(told_.drops[drop]);
    return ShowText(told_.drops[drop].record.where + (source.empty() ? "" : "  " + source));
  }

  // The reason stands beside its place where there is room, else below it.
  void PrintDrop(size_t at, size_t place) {
    const std::string why = ShowText(told_.drops[at].why);
    const std::string label = PlaceOf(at);
    const bool fits = ColumnsOf(label) <= place && place + 2 + ColumnsOf(why) <= style_.width;
    if (fits) {
      AddLine(Padded(label, place) + "  " + Paint(why, kYellow));
      return;
    }
    AddLine(TruncateToWidth(label, style_.width));
    for (std::string_view rest = why; !rest.empty();) {
      const size_t end = BreakAt(rest, style_.width > 12 ? style_.width - 4 : 8);
      AddLine("    " + Paint(rest.substr(0, end), kYellow));
      rest.remove_prefix(end);
      rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    }
  }

  // Where a line of `text` ends so that it takes at most `columns`, at a blank where
  // there is one.
  static size_t BreakAt(std::string_view text, size_t columns) {
    size_t used = 0;
    size_t blank = 0;
    for (size_t at = 0; at < text.size();) {
      const Shown shown = ShowCharacter(text, at);
      if (used + shown.columns > columns) return blank > 0 ? blank : std::max<size_t>(at, 1);
      if (text[at] == ' ') blank = at;
      used += shown.columns;
      at += shown.bytes;
    }
    return text.size();
  }

  const Explanation& told_;
  const TextStyle& style_;
  std::string text_;
};

}  // namespace

size_t ColumnsOf(std::string_view text) {
  size_t columns = 0;
  for (size_t at = 0; at < text.size();) {
    const Shown shown = ShowCharacter(text, at);
    columns += shown.columns;
    at += shown.bytes;
  }
  return columns;
}

std::string TruncateToWidth(std::string_view text, size_t columns) {
  std::string fitted;
  size_t used = 0;
  size_t kept = 0;  // bytes of `fitted` that leave room for the sign
  for (size_t at = 0; at < text.size();) {
    const bool is_break = text[at] == '\n';
    const Shown shown = is_break ? Shown{"⏎", 1, 1} : ShowCharacter(text, at);
    if (used + shown.columns > columns) {
      fitted.resize(kept);
      return columns > 0 ? fitted + "…" : fitted;
    }
    if (used + shown.columns < columns) kept = fitted.size() + shown.text.size();
    fitted += shown.text;
    used += shown.columns;
    at += shown.bytes;
  }
  return fitted;
}

std::string Bar(uint64_t used, uint64_t limit, size_t columns) {
  const double part = limit == 0
                          ? (used > 0 ? 1.0 : 0.0)
                          : std::min(1.0, static_cast<double>(used) / static_cast<double>(limit));
  auto filled = static_cast<size_t>(std::lround(part * static_cast<double>(columns)));
  if (used > 0) filled = std::max<size_t>(filled, 1);
  std::string bar;
  for (size_t at = 0; at < columns; ++at) bar += at < filled ? "█" : "░";
  return bar;
}

std::string ExplainAsText(const Explanation& told, const TextStyle& style) {
  return TextPage(told, style).Print();
}

}  // namespace galley::chat
