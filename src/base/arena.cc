// Chunks form a chain; Reset goes back to its start and keeps them, so a warm arena asks the
// system for nothing.
#include "base/arena.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace galley {
namespace {

constexpr size_t kFirstChunk = 4 << 10;
constexpr size_t kLargestChunk = 4 << 20;

}  // namespace

// The header of a block from the system; its bytes follow.
struct Arena::Chunk {
  Chunk* next;
  size_t size;

  char* bytes() noexcept { return reinterpret_cast<char*>(this + 1); }
};

Arena::Arena(Arena&& other) noexcept
    : next_(std::exchange(other.next_, nullptr)),
      end_(std::exchange(other.end_, nullptr)),
      first_(std::exchange(other.first_, nullptr)),
      current_(std::exchange(other.current_, nullptr)),
      reserved_(std::exchange(other.reserved_, 0)) {}

Arena& Arena::operator=(Arena&& other) noexcept {
  Arena taken(std::move(other));
  std::swap(next_, taken.next_);
  std::swap(end_, taken.end_);
  std::swap(first_, taken.first_);
  std::swap(current_, taken.current_);
  std::swap(reserved_, taken.reserved_);
  return *this;
}

Arena::~Arena() {
  for (Chunk* chunk = first_; chunk;) {
    std::free(std::exchange(chunk, chunk->next));
  }
}

void Arena::Use(Chunk* chunk) noexcept {
  current_ = chunk;
  next_ = chunk->bytes();
  end_ = next_ + chunk->size;
}

void* Arena::AllocateSlow(size_t size) noexcept {
  // After a Reset the chunks of the last run are still there.
  while (current_ && current_->next) {
    Use(current_->next);
    if (current_->size >= size) return Take(size);
  }

  const size_t doubled = current_ ? current_->size * 2 : kFirstChunk;
  const size_t chunk_size = std::max(size, std::min(doubled, kLargestChunk));
  return AddChunk(chunk_size) ? Take(size) : nullptr;
}

// Behind the current chunk, which is the last one.
bool Arena::AddChunk(size_t size) noexcept {
  auto* chunk = static_cast<Chunk*>(std::malloc(sizeof(Chunk) + size + kSlack));
  if (!chunk) return false;
  *chunk = {nullptr, size};
  (current_ ? current_->next : first_) = chunk;
  reserved_ += size;
  Use(chunk);
  return true;
}

bool Arena::Reserve(size_t size) noexcept {
  size = RoundUp(size);
  if (size <= static_cast<size_t>(end_ - next_)) return true;
  while (current_ && current_->next) {
    Use(current_->next);
    if (current_->size >= size) return true;
  }
  return AddChunk(size);
}

bool Arena::Extend(void* newest, size_t old_size, size_t new_size) noexcept {
  char* begin = static_cast<char*>(newest);
  if (begin + RoundUp(old_size) != next_ || new_size < old_size) return false;
  if (RoundUp(new_size) > static_cast<size_t>(end_ - begin)) return false;
  next_ = begin + RoundUp(new_size);
  return true;
}

bool Arena::Shrink(void* newest, size_t old_size, size_t new_size) noexcept {
  char* begin = static_cast<char*>(newest);
  if (begin + RoundUp(old_size) != next_ || new_size > old_size) return false;
  next_ = begin + RoundUp(new_size);
  return true;
}

void Arena::Reset() noexcept {
  if (first_) Use(first_);
}

}  // namespace galley
