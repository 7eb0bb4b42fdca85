// Compares neighbours: a part is the same where its place, its loop and its data are.
#include "emit/what_if.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/ordered_map.h"
#include "diag/display.h"
#include "diag/wording.h"

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

Row HeadRow(const Explanation& told) {
  Row head = {"BUDGET"};
  for (const BudgetUse& use : told.budgets) head.push_back(TruncateToWidth(HeadOf(use), 16));
  head[1] = "TOKENS";
  return head;
}

std::vector<size_t> WidthsOf(const std::vector<Row>& rows) {
  std::vector<size_t> widths(rows.front().size());
  for (const Row& row : rows) {
    for (size_t at = 0; at < row.size(); ++at) {
      widths[at] = std::max(widths[at], ColumnsOf(row[at]));
    }
  }
  return widths;
}

// Cells to the right of their columns, two blanks behind each.
std::string LineOf(const Row& row, const std::vector<size_t>& widths) {
  std::string line;
  for (size_t at = 0; at < row.size(); ++at) {
    line += std::string(widths[at] - ColumnsOf(row[at]), ' ') + row[at] + "  ";
  }
  return line;
}

// How many changes have no line of their own.
std::string FoldedText(const WhatIf& found) {
  const uint64_t lines = found.points.size() - 1;  // the first is where it starts
  if (found.changes <= lines) return "";
  return ", " + std::to_string(found.changes - lines) + " of them in the lines of others";
}

}  // namespace

void Compare(const Explanation& before, WhatIfPoint* point) {
  point->appeared = Missing(point->told, CountParts(before));
  point->vanished = Missing(before, CountParts(point->told));
}

std::string WhatIfAsText(const WhatIf& found, const TextStyle& style) {
  if (found.points.empty()) return "";
  const Explanation& first = found.points.front().told;
  std::vector<Row> rows = {HeadRow(first)};
  for (const WhatIfPoint& point : found.points) rows.push_back(RowOf(point));
  const std::vector<size_t> widths = WidthsOf(rows);
  size_t used = 0;
  for (const size_t width : widths) used += width + 2;
  const size_t room = style.width > used + 12 ? style.width - used : 12;
  const std::string title = TruncateToWidth(first.name, style.width);
  std::string text = Colorize(title, kBold, style.colour) + '\n' + std::to_string(found.changes) +
                     (found.changes == 1 ? " change" : " changes") + " between " +
                     std::to_string(found.from) + " and " + std::to_string(found.to) + " tokens" +
                     (first.counted.empty() ? "" : ", by " + first.counted) + FoldedText(found) +
                     "\n\n" + Colorize(LineOf(rows[0], widths) + "CHANGES", kDim, style.colour) +
                     '\n';
  for (size_t at = 0; at < found.points.size(); ++at) {
    const std::string changes = TruncateToWidth(ChangesOf(found.points[at]), room);
    std::string line = LineOf(rows[at + 1], widths) + Colorize(changes, kGreen, style.colour);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

}  // namespace galley::chat
