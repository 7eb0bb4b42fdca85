// The values of one row, written into a context.
#ifndef GALLEY_ROWS_ROW_VALUES_H_
#define GALLEY_ROWS_ROW_VALUES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "galley/context.h"
#include "rows/column.h"

namespace galley::rows {

// Used by one thread.  The table is bound, and outlives it.
class RowValues {
 public:
  explicit RowValues(const Table& table) noexcept : table_(table) {}

  // Replaces what `context` holds; texts point into the batch.  What cannot be a value
  // (a text that is not UTF-8, an unsigned integer above 63 bits) is kept in `context`,
  // which whoever renders it reports.
  void Read(int64_t row, Context* context);

 private:
  // A list, struct or map that is being read.
  struct Open {
    const Column* column;
    int64_t next;  // of a list's or map's items, or of a struct's fields
    int64_t end;
    int64_t index;  // of a struct
  };

  void Add(const Column* column, int64_t index, Context* context);
  void AddScalar(const Column& column, int64_t index, Context* context);
  // Adds the next value of what is open, or closes it.
  void Step(Context* context);

  const Table& table_;
  std::vector<Open> open_;
  std::string text_;  // of what is printed: dates, decimals
};

}  // namespace galley::rows

#endif  // GALLEY_ROWS_ROW_VALUES_H_
