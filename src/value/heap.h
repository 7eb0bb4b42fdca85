// Heap: the only thing that makes values, and so the one place that meters them.
//
// Running out is sticky.  Once a limit is passed the functions below return
// empty values and `exhausted()` stays true; the loop that called them stops
// there.  Code that makes values therefore needs no checks of its own.
#ifndef GALLEY_VALUE_HEAP_H_
#define GALLEY_VALUE_HEAP_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/arena.h"
#include "base/writer.h"
#include "galley/limits.h"
#include "value/map.h"
#include "value/value.h"

namespace galley {

// Which limit stopped an operation first.
enum class Exhausted : uint8_t { kNo, kSteps, kHeap, kString, kList, kMemory };

// Counts what an operation may still do.  One step is an instruction, an
// iteration, a comparison, or 64 bytes handled.
class Meter {
 public:
  explicit Meter(const Limits& limits) noexcept
      : steps_(static_cast<int64_t>(limits.steps)),
        bytes_(limits.heap),
        string_(std::min<uint64_t>(limits.string, UINT32_MAX)),
        list_(std::min<uint64_t>(limits.list, UINT32_MAX - 1)) {}

  // Pays for `steps`; false once they are used up.
  bool Step(uint64_t steps = 1) noexcept {
    if (static_cast<uint64_t>(steps_) < steps) [[unlikely]]
      return Stop(Exhausted::kSteps);
    steps_ -= static_cast<int64_t>(steps);
    return true;
  }
  // Pays for copying, scanning or hashing `bytes`.
  bool StepBytes(uint64_t bytes) noexcept { return Step(bytes / 64 + (bytes % 64 != 0)); }

  // Pays for `bytes` of memory, and for writing them.
  bool Take(uint64_t bytes) noexcept {
    if (bytes_ < bytes) [[unlikely]]
      return Stop(Exhausted::kHeap);
    bytes_ -= bytes;
    return StepBytes(bytes);
  }
  // Gives back `bytes` of memory that were not needed after all.
  void Give(uint64_t bytes) noexcept {
    if (exhausted_ == Exhausted::kNo) bytes_ += bytes;
  }

  bool FitsString(uint64_t bytes) noexcept { return bytes <= string_ || Stop(Exhausted::kString); }
  bool FitsList(uint64_t items) noexcept { return items <= list_ || Stop(Exhausted::kList); }

  // Records the first reason to stop, and leaves nothing to spend; always false.
  bool Stop(Exhausted reason) noexcept;

  Exhausted exhausted() const noexcept { return exhausted_; }
  uint64_t steps_left() const noexcept { return static_cast<uint64_t>(steps_); }
  uint64_t bytes_left() const noexcept { return bytes_; }
  uint64_t string_limit() const noexcept { return string_; }

 private:
  int64_t steps_;
  uint64_t bytes_;
  uint64_t string_;
  uint64_t list_;
  Exhausted exhausted_ = Exhausted::kNo;
};

// Not thread-safe; values made here may be read from any thread.
class Heap {
 public:
  explicit Heap(const Limits& limits) noexcept : meter_(limits) {}

  Meter& meter() noexcept { return meter_; }
  Exhausted exhausted() const noexcept { return meter_.exhausted(); }

  // Drops every value and starts anew under `limits`, keeping the memory.
  void Reset(const Limits& limits) noexcept {
    arena_.Reset();
    meter_ = Meter(limits);
  }

  // Makes room for `bytes` to come in one piece from the system, and no more.
  // Nothing is paid for yet.
  void Reserve(size_t bytes) noexcept {
    if (!arena_.Reserve(bytes)) meter_.Stop(Exhausted::kMemory);
  }

  // `size` bytes for the caller to fill, or null when exhausted.
  char* NewBytes(size_t size) noexcept;
  // A string of a copy of `text`.
  Value NewString(std::string_view text, uint8_t marks = kPlain) noexcept;

  // Room for `size` items or entries, to be filled at once, or null when
  // exhausted.  Room for entries includes that of the hash table behind them.
  Value* NewItems(size_t size) noexcept;
  MapEntry* NewEntries(size_t size) noexcept;

  Value NewList(std::span<const Value> items, ListForm form = ListForm::kPlain) noexcept;
  Value NewTuple(std::span<const Value> items) noexcept;

  // A map of the first `size` of `entries`, which came from NewEntries(capacity)
  // with capacity >= size.  Of equal keys the first keeps its place and the last
  // gives the value.  Keys must be hashable (IsHashable in compare.h).
  // A caller that has the HashKey of each key at hand may give them all.
  Value NewMap(MapEntry* entries, size_t size, const uint32_t* hashes = nullptr) noexcept;

  // A copy of `value` in this heap, sharing nothing with where it came from but
  // functions, which belong to the engine.
  Value Copy(const Value& value) noexcept;

 private:
  friend class HeapWriter;

  // Pays for `bytes` and hands them out, or returns null.
  void* Allocate(uint64_t bytes) noexcept;
  // A copy of `value` that has room for `*items` at `*copies`, not filled yet.
  Value CopyWithoutItems(const Value& value, std::span<const Value>* items,
                         Value** copies) noexcept;
  MapEntry* CopyTable(const Value& map) noexcept;

  Arena arena_;
  Meter meter_;
};

// Builds one string in place at the end of a heap.  Nothing else may be made in
// that heap meanwhile, or the text is moved.
class HeapWriter final : public Writer {
 public:
  explicit HeapWriter(Heap* heap) noexcept : heap_(heap) {}

  size_t size() const noexcept { return static_cast<size_t>(next_ - begin_); }
  std::string_view view() const noexcept { return {begin_, size()}; }
  // The string written, or an empty one where the heap was exhausted.  The writer
  // is done after that.
  Value Finish(uint8_t marks = kPlain) noexcept;

 private:
  bool Grow(size_t size) noexcept override;

  Heap* heap_;
  char* begin_ = nullptr;
  size_t capacity_ = 0;
};

}  // namespace galley

#endif  // GALLEY_VALUE_HEAP_H_
