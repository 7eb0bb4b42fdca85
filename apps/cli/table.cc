// Columns are as wide as their widest cell, the last one excepted.
#include "table.h"

#include <algorithm>

#include "galley/command.h"

namespace galley::cli {
namespace {

// Characters of UTF-8.
size_t Width(std::string_view text) {
  const auto is_start = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; };
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), is_start));
}

}  // namespace

std::string Cell(const Json& value) {
  return EscapedOnOneLine(value.is_string() ? std::string(value.as_string()) : value.ToText());
}

std::vector<Row> Rows(const Json& list, const std::vector<std::string_view>& names) {
  std::vector<Row> rows(list.size());
  for (size_t at = 0; at < list.size(); ++at) {
    for (const std::string_view name : names) rows[at].push_back(Cell(list.item(at).Find(name)));
  }
  return rows;
}

std::string Table(const std::vector<Row>& rows) {
  std::vector<size_t> widths;
  for (const Row& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (size_t at = 0; at < row.size(); ++at) widths[at] = std::max(widths[at], Width(row[at]));
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (size_t at = 0; at < row.size(); ++at) {
      line += row[at];
      if (at + 1 < row.size()) line.append(widths[at] + 2 - Width(row[at]), ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

}  // namespace galley::cli
