// Reading single values out of buffers, which need not be aligned.
#ifndef GALLEY_ROWS_LOAD_H_
#define GALLEY_ROWS_LOAD_H_

#include <cstdint>
#include <cstring>

#include "rows/column.h"

namespace galley::rows {

template <class T>
T Load(const uint8_t* from) noexcept {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

inline bool BitAt(const uint8_t* bits, int64_t at) noexcept {
  return (bits[at >> 3] >> (at & 7)) & 1;
}

inline int64_t LoadOffset(const uint8_t* offsets, uint8_t width, int64_t at) noexcept {
  return width == 4 ? Load<int32_t>(offsets + 4 * at) : Load<int64_t>(offsets + 8 * at);
}

// Whether a value, counted from the begin of the batch, is not null.
inline bool IsThere(const Column& column, int64_t index) noexcept {
  if (column.kind == Kind::kNull) return false;
  return !column.validity || BitAt(column.validity, column.offset + index);
}

// The integer at a place of the buffer; unsigned ones of 64 bits as they are stored.
inline int64_t LoadInteger(const Column& column, int64_t at) noexcept {
  const uint8_t* from = column.values + at * column.width;
  const bool is_signed = column.kind == Kind::kUnsigned ? false : column.is_signed;
  switch (column.width) {
    case 1:
      return is_signed ? int64_t{Load<int8_t>(from)} : int64_t{Load<uint8_t>(from)};
    case 2:
      return is_signed ? int64_t{Load<int16_t>(from)} : int64_t{Load<uint16_t>(from)};
    case 4:
      return is_signed ? int64_t{Load<int32_t>(from)} : int64_t{Load<uint32_t>(from)};
    default:
      return Load<int64_t>(from);
  }
}

}  // namespace galley::rows

#endif  // GALLEY_ROWS_LOAD_H_
