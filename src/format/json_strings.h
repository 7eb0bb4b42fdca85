// How the strings of JSON data get into a heap: packed, and each key once.
#ifndef GALLEY_FORMAT_JSON_STRINGS_H_
#define GALLEY_FORMAT_JSON_STRINGS_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "value/heap.h"
#include "value/map.h"
#include "value/value.h"

namespace galley {

// Copies strings into a heap, packed without gaps into blocks of many.
class StringStore {
 public:
  StringStore(size_t text_size, Heap* heap) noexcept
      : block_(std::min<uint64_t>({kLargestBlock, text_size, heap->meter().string_limit()})),
        heap_(*heap) {}

  // `text` is followed by at least kStride readable bytes.
  Value Add(std::string_view text) noexcept {
    if (text.empty()) return Value::String("");
    if (text.size() > room_ && !MakeRoom(text.size())) return heap_.NewString(text);
    char* copy = next_;
    next_ += text.size();
    room_ -= text.size();
    if (room_ >= kStride) {
      CopyByStrides(text, copy);
    } else {
      std::memcpy(copy, text.data(), text.size());
    }
    return Value::String({copy, text.size()});
  }

 private:
  static constexpr size_t kLargestBlock = 32 << 10;
  static constexpr size_t kStride = 16;

  // Most strings take one or two strides, which is quicker than a call.
  static void CopyByStrides(std::string_view text, char* copy) noexcept {
    for (size_t at = 0; at < text.size(); at += kStride) {
      std::memcpy(copy + at, text.data() + at, kStride);
    }
  }

  // A new block, unless the string is large enough to lie alone.
  bool MakeRoom(size_t size) noexcept {
    if (size > block_ / 4) return false;
    char* block = heap_.NewBytes(block_);
    if (!block) return false;
    next_ = block;
    room_ = block_;
    return true;
  }

  size_t block_;
  Heap& heap_;
  char* next_ = nullptr;
  size_t room_ = 0;
};

inline uint64_t LoadWord(const char* bytes) noexcept {
  uint64_t word;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

// A key that the heap holds already.
struct CachedKey {
  Value key;
  uint64_t head = 0;  // its first 8 bytes, or all of it and zeros
  uint32_t hash = 0;  // once asked for
  bool hashed = false;

  uint32_t Hash() noexcept {
    if (!hashed) hash = HashKey(key.as_string());
    hashed = true;
    return hash;
  }
};

// Keys seen before, by a cheap hash.  A slot forgets its key when another takes
// it, which costs memory only.
class KeyCache {
 public:
  // Forgets everything.
  void Clear() noexcept { slots_.fill({}); }

  // `text` from the heap, copied there by `store` unless it was seen before.  It
  // is followed by 7 readable bytes or more.  Valid until the next call.
  CachedKey& Intern(std::string_view text, StringStore* store) noexcept {
    const uint64_t head = HeadOf(text);
    CachedKey& slot = slots_[Index(head, text.size())];
    if (!IsSame(slot, head, text)) slot = {store->Add(text), head, 0, false};
    return slot;
  }

 private:
  static constexpr int kIndexBits = 8;

  static uint64_t HeadOf(std::string_view text) noexcept {
    const uint64_t word = LoadWord(text.data());
    return text.size() < 8 ? word & ((uint64_t{1} << (text.size() * 8)) - 1) : word;
  }

  static size_t Index(uint64_t head, size_t size) noexcept {
    return ((head ^ size) * 0x9E3779B97F4A7C15) >> (64 - kIndexBits);
  }

  static bool IsSame(const CachedKey& slot, uint64_t head, std::string_view text) noexcept {
    if (slot.head != head || slot.key.size() != text.size() || !slot.key.is_string()) return false;
    if (text.size() <= 8) return true;
    const char* kept = slot.key.as_string().data();
    const size_t tail = text.size() - 8;
    if (LoadWord(kept + tail) != LoadWord(text.data() + tail)) return false;
    return tail <= 8 || std::memcmp(kept + 8, text.data() + 8, tail - 8) == 0;
  }

  std::array<CachedKey, size_t{1} << kIndexBits> slots_;
};

}  // namespace galley

#endif  // GALLEY_FORMAT_JSON_STRINGS_H_
