// Reading FlatBuffers, in which Arrow writes what a message holds.
//
// Every step is checked against the size of the buffer; what leads out of it reads as if
// it were not there.
#ifndef GALLEY_APPS_CLI_FLAT_TABLE_H_
#define GALLEY_APPS_CLI_FLAT_TABLE_H_

#include <cstdint>
#include <cstring>
#include <string_view>

namespace galley::cli {

class FlatTable {
 public:
  FlatTable() = default;
  // The table that a buffer begins with.
  static FlatTable Root(std::string_view buffer) {
    const FlatTable whole(buffer, 0);
    return whole.At(whole.Load<uint32_t>(0));
  }

  bool is_there() const noexcept { return !buffer_.empty(); }

  // A field by its number, or `otherwise`.
  template <class T>
  T Number(unsigned field, T otherwise) const noexcept {
    const size_t at = Field(field);
    return at == 0 ? otherwise : Load<T>(at);
  }
  FlatTable Table(unsigned field) const noexcept {
    const size_t at = Field(field);
    return at == 0 ? FlatTable() : Follow(at);
  }
  std::string_view Text(unsigned field) const noexcept {
    const FlatTable text = Table(field);
    const uint64_t size = text.is_there() ? text.Load<uint32_t>(text.begin_) : 0;
    if (size == 0 || text.begin_ + 4 + size > buffer_.size()) return {};
    return buffer_.substr(text.begin_ + 4, size);
  }

  // A vector: how many items, and each of them, of `size` bytes.
  uint32_t Count(unsigned field, size_t size) const noexcept {
    const FlatTable list = Table(field);
    const uint32_t count = list.is_there() ? list.Load<uint32_t>(list.begin_) : 0;
    return list.begin_ + 4 + uint64_t{count} * size <= buffer_.size() ? count : 0;
  }
  FlatTable TableItem(unsigned field, uint32_t index) const noexcept {
    return Follow(Table(field).begin_ + 4 + size_t{index} * 4);
  }
  // The number at `offset` in an item that is a struct, or is itself a number.
  int64_t StructItem(unsigned field, uint32_t index, size_t size, size_t offset) const noexcept {
    return Load<int64_t>(Table(field).begin_ + 4 + size_t{index} * size + offset);
  }

 private:
  FlatTable(std::string_view buffer, size_t begin) : buffer_(buffer), begin_(begin) {}

  FlatTable At(uint64_t begin) const noexcept {
    return begin + 4 <= buffer_.size() ? FlatTable(buffer_, static_cast<size_t>(begin))
                                       : FlatTable();
  }
  FlatTable Follow(size_t at) const noexcept { return At(at + uint64_t{Load<uint32_t>(at)}); }

  template <class T>
  T Load(size_t at) const noexcept {
    T value{};
    if (at <= buffer_.size() && sizeof value <= buffer_.size() - at) {
      std::memcpy(&value, buffer_.data() + at, sizeof value);
    }
    return value;
  }

  // Where a field lies, or 0.
  size_t Field(unsigned field) const noexcept {
    if (!is_there()) return 0;
    const int64_t table = static_cast<int64_t>(begin_) - Load<int32_t>(begin_);
    if (table < 0) return 0;
    const auto begin = static_cast<size_t>(table);
    const size_t slot = 4 + 2 * size_t{field};
    if (slot + 2 > Load<uint16_t>(begin)) return 0;
    const uint16_t offset = Load<uint16_t>(begin + slot);
    return offset == 0 || begin_ + offset >= buffer_.size() ? 0 : begin_ + offset;
  }

  std::string_view buffer_;
  size_t begin_ = 0;
};

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_FLAT_TABLE_H_
