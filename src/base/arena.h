// A bump allocator.  Everything handed out lives until Reset or destruction;
// nothing is freed one by one, so freeing is flat however the data is nested.
#ifndef GALLEY_BASE_ARENA_H_
#define GALLEY_BASE_ARENA_H_

#include <cstddef>
#include <utility>

namespace galley {

// Not thread-safe: one arena belongs to one operation at a time.
class Arena {
 public:
  // So many bytes may be read behind whatever is handed out; they hold anything.
  static constexpr size_t kSlack = 16;

  Arena() noexcept = default;
  Arena(Arena&& other) noexcept;
  Arena& operator=(Arena&& other) noexcept;
  ~Arena();

  // `size` bytes, at least one, aligned to 8; null only when the system is out
  // of memory.
  void* Allocate(size_t size) noexcept {
    size = RoundUp(size);
    if (size <= static_cast<size_t>(end_ - next_)) [[likely]] {
      return Take(size);
    }
    return AllocateSlow(size);
  }

  // Makes sure that the next `size` bytes come from one chunk, which is made to
  // measure where it must be made; false when the system is out of memory.
  bool Reserve(size_t size) noexcept;

  // Grows the newest allocation in place where its chunk has room.
  bool Extend(void* newest, size_t old_size, size_t new_size) noexcept;
  // Takes back the end of the newest allocation; false where it is not that.
  bool Shrink(void* newest, size_t old_size, size_t new_size) noexcept;

  // Forgets everything but keeps the chunks, so that a warm arena asks the
  // system for nothing.
  void Reset() noexcept;

  // Bytes held from the system.
  size_t reserved() const noexcept { return reserved_; }

 private:
  struct Chunk;

  static constexpr size_t RoundUp(size_t size) noexcept { return (size + 7) & ~size_t{7}; }
  // The next `size` bytes of the chunk, which has them.
  void* Take(size_t size) noexcept { return std::exchange(next_, next_ + size); }
  void* AllocateSlow(size_t size) noexcept;
  bool AddChunk(size_t size) noexcept;
  void Use(Chunk* chunk) noexcept;

  char* next_ = nullptr;
  char* end_ = nullptr;
  Chunk* first_ = nullptr;
  Chunk* current_ = nullptr;
  size_t reserved_ = 0;
};

}  // namespace galley

#endif  // GALLEY_BASE_ARENA_H_
