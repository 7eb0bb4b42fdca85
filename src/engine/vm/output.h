// Output: what a render writes to.  A buffer of its own, or memory that the caller lends for one
// render, so that the text need not be copied to where it belongs.
#ifndef GALLEY_ENGINE_VM_OUTPUT_H_
#define GALLEY_ENGINE_VM_OUTPUT_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "base/writer.h"

namespace galley {

// memcpy of `size` bytes, at least that of a Word and at most that of two: two moves that may
// overlap.
template <class Word>
inline void CopyEnds(const char* from, size_t size, char* to) noexcept {
  Word head;
  Word tail;
  std::memcpy(&head, from, sizeof(Word));
  std::memcpy(&tail, from + size - sizeof(Word), sizeof(Word));
  std::memcpy(to, &head, sizeof(Word));
  std::memcpy(to + size - sizeof(Word), &tail, sizeof(Word));
}

class Output final : public Writer {
 public:
  explicit Output(uint64_t limit = UINT64_MAX) noexcept : limit_(limit) {}
  ~Output();

  size_t size() const noexcept { return static_cast<size_t>(next_ - begin_); }
  // What was written; valid until the next append.
  std::string_view view() const noexcept { return {begin_, size()}; }
  std::string ToString() const { return std::string(view()); }

  // As Writer's, in fewer instructions: the loop of the machine writes most of its texts with it.
  void AppendShort(std::string_view text) noexcept {
    if (text.size() > room()) [[unlikely]]
      return Append(text);
    char* const to = next_;
    next_ += text.size();
    CopyText(text, to);
  }

  // A copy of `text`, for which there is room at `to`.
  static void CopyText(std::string_view text, char* to) noexcept {
    using Sixteen = struct { uint64_t words[2]; };
    const size_t size = text.size();
    const char* from = text.data();
    if (size > 2 * sizeof(Sixteen)) return static_cast<void>(std::memcpy(to, from, size));
    if (size >= 16) return CopyEnds<Sixteen>(from, size, to);
    if (size >= 8) return CopyEnds<uint64_t>(from, size, to);
    if (size >= 4) return CopyEnds<uint32_t>(from, size, to);
    if (size >= 2) return CopyEnds<uint16_t>(from, size, to);
    if (size == 1) *to = *from;
  }

  // What may be written without growing, for who writes there and then takes it.
  std::span<char> spare() const noexcept { return {next_, room()}; }
  void Take(size_t size) noexcept { next_ += size; }
  // Makes more room than there is; false where there can be none.
  bool Widen() noexcept { return Grow(room() + 1); }

  // Takes back everything after the first `size` bytes.
  void Truncate(size_t size) noexcept {
    next_ = begin_ + size;
    if (overflowed_) end_ = next_;  // what was left out stays the last word
  }
  // Starts anew under `limit`, keeping the buffer.
  void Reset(uint64_t limit) noexcept { ResetIn({own_, own_capacity_}, limit); }
  // The same in `lent`; what that has no room for goes on in the buffer.
  void ResetIn(std::span<char> lent, uint64_t limit) noexcept;
  // Whether everything lies in what was lent.
  bool fits_lent() const noexcept { return begin_ != own_; }

 private:
  bool Grow(size_t size) noexcept override;

  char* begin_ = nullptr;  // of the buffer, or of what was lent
  size_t capacity_ = 0;
  uint64_t limit_;
  char* own_ = nullptr;
  size_t own_capacity_ = 0;
};

}  // namespace galley

#endif  // GALLEY_ENGINE_VM_OUTPUT_H_
