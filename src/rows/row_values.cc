// Rows to contexts.  Nesting is a stack of what is open, not of calls.
#include "rows/row_values.h"

#include <string_view>

#include "rows/load.h"
#include "rows/scalar_text.h"

namespace galley::rows {
namespace {

std::string_view TextAt(const Column& column, int64_t index) noexcept {
  const int64_t at = column.offset + index;
  if (column.kind == Kind::kText) {
    const int64_t begin = LoadOffset(column.offsets, column.width, at);
    const int64_t end = LoadOffset(column.offsets, column.width, at + 1);
    return {reinterpret_cast<const char*>(column.values) + begin, static_cast<size_t>(end - begin)};
  }
  const uint8_t* view = column.values + 16 * at;
  const auto size = static_cast<size_t>(Load<int32_t>(view));
  if (size <= 12) return {reinterpret_cast<const char*>(view + 4), size};
  const auto* buffer = static_cast<const char*>(column.views[Load<int32_t>(view + 8)]);
  return {buffer + Load<int32_t>(view + 12), size};
}

double FloatAt(const Column& column, int64_t index) noexcept {
  const uint8_t* from = column.values + (column.offset + index) * column.width;
  if (column.width == 8) return Load<double>(from);
  if (column.width == 4) return static_cast<double>(Load<float>(from));
  return HalfToDouble(Load<uint16_t>(from));
}

}  // namespace

void RowValues::Read(int64_t row, Context* context) {
  context->Clear();
  const Column& rows = table_.columns[0];
  const bool is_there = IsThere(rows, row);
  for (const Field& field : table_.fields) {
    context->Key(field.name);
    if (!is_there) {
      context->Null();
      continue;
    }
    Add(&table_.columns[field.column], rows.offset + row, context);
    while (!open_.empty()) Step(context);
  }
}

void RowValues::Add(const Column* column, int64_t index, Context* context) {
  while (column->kind == Kind::kDictionary && IsThere(*column, index)) {
    index = LoadInteger(*column, column->offset + index);
    column = &table_.columns[column->first_child];
  }
  if (!IsThere(*column, index)) {
    context->Null();
    return;
  }
  const int64_t at = column->offset + index;
  switch (column->kind) {
    case Kind::kList:
      context->OpenList();
      open_.push_back({column, LoadOffset(column->offsets, column->width, at),
                       LoadOffset(column->offsets, column->width, at + 1), 0});
      return;
    case Kind::kFixedList:
      context->OpenList();
      open_.push_back({column, at * column->list_size, (at + 1) * column->list_size, 0});
      return;
    case Kind::kStruct:
      context->OpenMap();
      open_.push_back({column, 0, column->child_count, at});
      return;
    case Kind::kMap:
      context->OpenMap();
      open_.push_back(
          {column, LoadOffset(column->offsets, 4, at), LoadOffset(column->offsets, 4, at + 1), 0});
      return;
    default:
      AddScalar(*column, index, context);
  }
}

void RowValues::Step(Context* context) {
  Open& open = open_.back();
  if (open.next == open.end) {
    context->Close();
    open_.pop_back();
    return;
  }
  const Column& column = *open.column;
  const std::span<const Column> children = table_.Children(column);
  const int64_t at = open.next++;
  if (column.kind == Kind::kStruct) {
    const Column& field = children[static_cast<size_t>(at)];
    const int64_t index = open.index;
    context->Key(field.name);
    Add(&field, index, context);
  } else if (column.kind == Kind::kMap) {
    const Column& entries = children[0];
    const std::span<const Column> pair = table_.Children(entries);
    const int64_t index = entries.offset + at;
    context->Key(IsThere(pair[0], index) ? TextAt(pair[0], index) : std::string_view());
    Add(&pair[1], index, context);
  } else {
    Add(&children[0], at, context);
  }
}

void RowValues::AddScalar(const Column& column, int64_t index, Context* context) {
  const int64_t at = column.offset + index;
  switch (column.kind) {
    case Kind::kBool:
      context->Bool(BitAt(column.values, at));
      return;
    case Kind::kInt:
      context->Int(LoadInteger(column, at));
      return;
    case Kind::kUnsigned:
      context->Unsigned(static_cast<uint64_t>(LoadInteger(column, at)));
      return;
    case Kind::kFloat:
      context->Double(FloatAt(column, index));
      return;
    case Kind::kText:
    case Kind::kTextView:
      context->Borrowed(TextAt(column, index));
      return;
    case Kind::kDate:
      text_.clear();
      AppendDate(column.width == 4 ? LoadInteger(column, at)
                                   : FloorDivide(LoadInteger(column, at), 86'400'000),
                 &text_);
      context->Text(text_);
      return;
    case Kind::kTimestamp:
      text_.clear();
      AppendTimestamp(LoadInteger(column, at), column.per_second, column.zone, &text_);
      context->Text(text_);
      return;
    case Kind::kDecimal:
      text_.clear();
      AppendDecimal(column.values + at * column.width, column.width, column.scale, &text_);
      context->Text(text_);
      return;
    default:
      context->Null();
  }
}

}  // namespace galley::rows
