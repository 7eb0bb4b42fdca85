// Results as lines in columns.
#ifndef GALLEY_APPS_CLI_TABLE_H_
#define GALLEY_APPS_CLI_TABLE_H_

#include <string>
#include <string_view>
#include <vector>

#include "galley/json.h"

namespace galley::cli {

using Row = std::vector<std::string>;

// A value as one cell: a text as it is, with `\\xNN` for what a terminal would act
// on, anything else as JSON.
std::string Cell(const Json& value);
// A row for each map in `list`: the values under `names`.
std::vector<Row> Rows(const Json& list, const std::vector<std::string_view>& names);

// A line for each row; columns as wide as their widest cell, two blanks between, none
// at the end.
std::string Table(const std::vector<Row>& rows);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_TABLE_H_
