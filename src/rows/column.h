// Column: one array of a table and how its values are read.
//
// A table is a flat vector of columns, children behind their parents.  ReadSchema makes
// it once, Bind points it at the buffers of one batch and checks everything that a
// reader relies on, so that reading a row checks nothing.  What the interface does not
// tell, the sizes of plain buffers, cannot be checked by anybody.
#ifndef GALLEY_ROWS_COLUMN_H_
#define GALLEY_ROWS_COLUMN_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "galley/limits.h"
#include "galley/result.h"
#include "galley/rows.h"

namespace galley::rows {

enum class Kind : uint8_t {
  kNull,
  kBool,
  kInt,
  kUnsigned,
  kFloat,
  kText,      // offsets of `width` bytes
  kTextView,  // short texts in place, long ones in buffers of their own
  kDate,
  kTimestamp,
  kDecimal,
  kList,  // offsets of `width` bytes
  kFixedList,
  kStruct,
  kMap,
  kDictionary,  // indices of `width` bytes into its only child
};

struct Column {
  Kind kind = Kind::kNull;
  uint8_t width = 0;       // bytes of a value, an offset or an index
  bool is_signed = true;   // of indices
  bool is_used = true;     // of a row's columns those that no field names are not
  int64_t per_second = 1;  // of timestamps
  std::string zone = {};   // of timestamps; empty: local, wherever that is
  int32_t scale = 0;       // of decimals
  int64_t list_size = 0;   // of fixed lists
  std::string name = {};   // in the struct around it
  std::string path = {};   // for messages
  uint32_t first_child = 0;
  uint32_t child_count = 0;

  // Of the batch that is bound.
  int64_t offset = 0;
  int64_t length = 0;
  const uint8_t* validity = nullptr;  // null: all are there
  const uint8_t* values = nullptr;    // or views, or indices
  const uint8_t* offsets = nullptr;
  const void* const* views = nullptr;  // the buffers behind views
};

// A variable of the template, and the column that gives it.
struct Field {
  std::string name;
  uint32_t column;
};

// The columns of a table; [0] is the struct of a row.
struct Table {
  std::vector<Column> columns;
  std::vector<Field> fields;

  std::span<const Column> Children(const Column& column) const noexcept {
    return std::span(columns).subspan(column.first_child, column.child_count);
  }
};

// What a template reads, by its names, and the columns to read it from.
struct Reads {
  std::vector<std::string> names;  // all of them, unless more may be read
  bool is_complete = true;
  std::vector<std::string> required;
  std::span<const std::pair<std::string, std::string>> mapping;
};

Result<Table> ReadSchema(const ArrowSchema& schema, const Reads& reads, const Limits& limits);

// Fails with rows-invalid.
Result<void> Bind(const ArrowArray& batch, Table* table);

}  // namespace galley::rows

#endif  // GALLEY_ROWS_COLUMN_H_
