#include "emit/what_if.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/ordered_map.h"
#include "diag/display.h"

namespace galley::chat {
namespace {

// The same for the same text of any render.
std::string IdentityOf(const ExplainedPart& part) {
  std::string identity = part.where;
  for (const uint32_t index : part.loop) identity += ' ' + std::to_string(index);
  return identity;
}

using Counts = OrderedMap<int64_t>;

Counts CountParts(const Explanation& told) {
  Counts counts;
  for (const ExplainedPart& part : told.parts) ++counts[IdentityOf(part)];
  return counts;
}

// The parts of `told` that `others` has fewer of.
std::vector<ExplainedPart> Missing(const Explanation& told, Counts others) {
  std::vector<ExplainedPart> missing;
  for (const ExplainedPart& part : told.parts) {
    if (--others[IdentityOf(part)] < 0) missing.push_back(part);
  }
  return missing;
}

// How people call a part: by its data, else by its place.
std::string LabelOf(const ExplainedPart& part) {
  return part.source.empty() ? part.where : SourceLabel(part.source, part.loop);
}

std::string ListOf(std::string_view sign, const std::vector<ExplainedPart>& parts) {
  std::string list;
  for (const ExplainedPart& part : parts) {
    list += (list.empty() ? "" : " ") + std::string(sign) + LabelOf(part);
  }
  return list;
}

std::string ChangesOf(const WhatIfPoint& point) {
  std::string changes = ListOf("+", point.appeared);
  const std::string vanished = ListOf("-", point.vanished);
  if (!changes.empty() && !vanished.empty()) changes += ' ';
  return changes + vanished;
}

std::string HeadOf(const BudgetUse& use) {
  return use.name.empty() ? std::string(BudgetKindName(use.kind)) : ShowText(use.name);
}

using Row = std::vector<std::string>;

Row RowOf(const WhatIfPoint& point) {
  Row row = {std::to_string(point.told.max_tokens) + (point.exact ? "" : "~")};
  for (const BudgetUse& use : point.told.budgets) row.push_back(std::to_string(use.tokens));
  return row;
}

}  // namespace

void Compare(const Explanation& before, WhatIfPoint* point) {
  point->appeared = Missing(point->told, CountParts(before));
  point->vanished = Missing(before, CountParts(point->told));
}

std::string WhatIfAsText(const WhatIf& found, const TextStyle& style) {
  if (found.points.empty()) return "";
  const Explanation& first = found.points.front().told;
  Row head = {"BUDGET"};
  for (const BudgetUse& use : first.budgets) head.push_back(Fitted(HeadOf(use), 16));
  head[1] = "TOKENS";
  std::vector<Row> rows = {head};
  for (const WhatIfPoint& point : found.points) rows.push_back(RowOf(point));
  std::vector<size_t> widths(head.size());
  for (const Row& row : rows) {
    for (size_t at = 0; at < row.size(); ++at) {
      widths[at] = std::max(widths[at], ColumnsOf(row[at]));
    }
  }
  const auto paint = [&](const std::string& text, std::string_view code) {
    if (style.colour == Colour::kNever || text.empty()) return text;
    return "\x1b[" + std::string(code) + "m" + text + "\x1b[0m";
  };
  std::string text = paint(Fitted(first.name, style.width), "1") + '\n' +
                     std::to_string(found.changes) + (found.changes == 1 ? " change" : " changes") +
                     " between " + std::to_string(found.from) + " and " + std::to_string(found.to) +
                     " tokens\n\n";
  for (size_t at = 0; at < rows.size(); ++at) {
    std::string line;
    size_t used = 0;
    for (size_t column = 0; column < head.size(); ++column) {
      const std::string& cell = rows[at][column];
      line += std::string(widths[column] - ColumnsOf(cell), ' ') + cell + "  ";
      used += widths[column] + 2;
    }
    const std::string changes = at == 0 ? "CHANGES" : ChangesOf(found.points[at - 1]);
    const std::string shown = Fitted(changes, style.width > used + 12 ? style.width - used : 12);
    line += at == 0 ? shown : paint(shown, "32");
    line.erase(line.find_last_not_of(' ') + 1);
    text += (at == 0 ? paint(line, "2") : line) + '\n';
  }
  return text;
}

}  // namespace galley::chat
