// Pointing the columns of a table at the buffers of one batch.
//
// Everything is checked once for the whole batch: lengths, offsets that only grow, indices
// inside their dictionary, views inside their buffers.  One pass over the offsets costs a
// fraction of rendering.
#include <cstring>

#include "base/checked.h"
#include "base/try.h"
#include "diag/report.h"
#include "rows/column.h"
#include "rows/load.h"

namespace galley::rows {
namespace {

class Binder {
 public:
  explicit Binder(Table* table) : columns_(table->columns), arrays_(columns_.size(), nullptr) {}

  Result<void> BindAll(const ArrowArray& batch) {
    arrays_[0] = &batch;
    // Children lie behind their parents, so each array is known when its turn comes.
    for (size_t at = 0; at < columns_.size(); ++at) {
      if (arrays_[at]) TRY(BindOne(at));
    }
    return {};
  }

 private:
  Diagnostic Invalid(const Column& column, std::string_view what) const {
    return Report(Code::kRowsInvalid,
                  column.path.empty() ? "the rows " + std::string(what)
                                      : "column " + Quoted(column.path) + " " + std::string(what));
  }

  Result<void> BindOne(size_t at) {
    Column& column = columns_[at];
    const ArrowArray& array = *arrays_[at];
    if (!array.release) return Invalid(column, "were released");
    int64_t end = 0;
    if (array.length < 0 || array.offset < 0 || !CheckedAdd(array.length, array.offset, &end)) {
      return Invalid(column, "has a length that cannot be");
    }
    column.offset = array.offset;
    column.length = array.length;
    TRY(BindBuffers(array, &column));
    TRY(BindChildren(at, array, end));
    switch (column.kind) {
      case Kind::kText:
      case Kind::kList:
      case Kind::kMap:
        return CheckOffsets(column);
      case Kind::kTextView:
        return CheckViews(array, column);
      case Kind::kDictionary:
        return CheckIndices(column);
      default:
        return {};
    }
  }

  // How many buffers a type has; views have more.
  static int64_t BuffersOf(Kind kind) noexcept {
    switch (kind) {
      case Kind::kNull:
        return 0;
      case Kind::kFixedList:
      case Kind::kStruct:
        return 1;
      case Kind::kText:
        return 3;
      default:
        return 2;
    }
  }

  Result<void> BindBuffers(const ArrowArray& array, Column* column) {
    const int64_t wanted = BuffersOf(column->kind);
    const bool is_view = column->kind == Kind::kTextView;
    if ((is_view ? array.n_buffers < wanted + 1 : array.n_buffers != wanted) ||
        (array.n_buffers > 0 && !array.buffers)) {
      return Invalid(*column, "has another number of buffers than its type");
    }
    const auto buffer = [&](int64_t which) {
      return static_cast<const uint8_t*>(array.buffers[which]);
    };
    column->validity = wanted > 0 ? buffer(0) : nullptr;
    column->values = column->offsets = nullptr;
    column->views = nullptr;
    if (wanted < 2) return {};
    const bool has_offsets =
        column->kind == Kind::kText || column->kind == Kind::kList || column->kind == Kind::kMap;
    (has_offsets ? column->offsets : column->values) = buffer(1);
    if (array.length > 0 && !buffer(1)) return Invalid(*column, "has no values");
    if (column->kind == Kind::kText) column->values = buffer(2);
    if (is_view) column->views = array.buffers + 2;
    return {};
  }

  Result<void> BindChildren(size_t at, const ArrowArray& array, int64_t end) {
    const Column& column = columns_[at];
    if (column.kind == Kind::kDictionary) {
      if (!array.dictionary) return Invalid(column, "has no dictionary");
      arrays_[column.first_child] = array.dictionary;
      return {};
    }
    if (array.n_children != column.child_count || (column.child_count > 0 && !array.children)) {
      return Invalid(column, "has another number of children than its type");
    }
    int64_t needed = 0;
    if (column.kind == Kind::kStruct) needed = end;
    if (column.kind == Kind::kFixedList && !CheckedMul(end, column.list_size, &needed)) {
      return Invalid(column, "has a length that cannot be");
    }
    for (uint32_t i = 0; i < column.child_count; ++i) {
      if (!columns_[column.first_child + i].is_used) continue;
      const ArrowArray* child = array.children[i];
      if (!child) return Invalid(column, "has no child where it should");
      if (child->length < needed) return Invalid(column, "has a child that is too short");
      arrays_[column.first_child + i] = child;
    }
    return {};
  }

  Result<void> CheckOffsets(const Column& column) const {
    if (column.length == 0) return {};
    const uint8_t* offsets = column.offsets;
    int64_t before = LoadOffset(offsets, column.width, column.offset);
    if (before < 0) return Invalid(column, "has offsets out of range");
    for (int64_t i = 1; i <= column.length; ++i) {
      const int64_t next = LoadOffset(offsets, column.width, column.offset + i);
      if (next < before) return Invalid(column, "has offsets out of range");
      before = next;
    }
    if (column.kind == Kind::kText) {
      if (before > 0 && !column.values) return Invalid(column, "has no values");
      return {};
    }
    if (before > arrays_[column.first_child]->length) {
      return Invalid(column, "has offsets out of range");
    }
    return {};
  }

  Result<void> CheckViews(const ArrowArray& array, const Column& column) const {
    const int64_t count = array.n_buffers - 3;
    const uint8_t* sizes = static_cast<const uint8_t*>(array.buffers[array.n_buffers - 1]);
    if (count > 0 && !sizes) return Invalid(column, "does not tell the sizes of its buffers");
    for (int64_t i = 0; i < column.length; ++i) {
      if (!IsThere(column, i)) continue;
      const uint8_t* view = column.values + 16 * (column.offset + i);
      const auto size = Load<int32_t>(view);
      if (size < 0) return Invalid(column, "has a text of negative length");
      if (size <= 12) continue;
      const auto buffer = Load<int32_t>(view + 8);
      const auto begin = Load<int32_t>(view + 12);
      if (buffer < 0 || buffer >= count || begin < 0 || !column.views[buffer] ||
          int64_t{begin} + size > Load<int64_t>(sizes + 8 * buffer)) {
        return Invalid(column, "has a text out of range");
      }
    }
    return {};
  }

  Result<void> CheckIndices(const Column& column) const {
    const int64_t size = arrays_[column.first_child]->length;
    for (int64_t i = 0; i < column.length; ++i) {
      if (!IsThere(column, i)) continue;
      const int64_t index = LoadInteger(column, column.offset + i);
      if (index < 0 || index >= size) {
        return Invalid(column, "has an index that its dictionary does not have");
      }
    }
    return {};
  }

  std::vector<Column>& columns_;
  std::vector<const ArrowArray*> arrays_;  // of each column; null: not looked at
};

}  // namespace

Result<void> Bind(const ArrowArray& batch, Table* table) { return Binder(table).BindAll(batch); }

}  // namespace galley::rows
