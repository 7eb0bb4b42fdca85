// Scratch: the memory that counting works in, kept from one text to the next.
//
// Calls borrow one from the pool of their tokenizer and give it back, so that threads never
// share one, and a tokenizer stays immutable to whoever uses it.
#ifndef GALLEY_TOKENIZE_SCRATCH_H_
#define GALLEY_TOKENIZE_SCRATCH_H_

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "tokenize/merge.h"
#include "tokenize/piece_cache.h"
#include "tokenize/table.h"

namespace galley {

struct Scratch {
  std::vector<Symbol> symbols;
  Merger merger;
  PieceCache counts;
};

// May be used from any thread.
class ScratchPool {
 public:
  ScratchPool() { free_.reserve(kMost); }

  class Loan {
   public:
    explicit Loan(ScratchPool* pool) : pool_(pool), scratch_(pool->Take()) {}
    ~Loan() { pool_->Give(std::move(scratch_)); }
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;

    Scratch* get() noexcept { return scratch_.get(); }

   private:
    ScratchPool* pool_;
    std::unique_ptr<Scratch> scratch_;
  };

 private:
  // More than these are not kept: so many threads that count at once are rare.
  static constexpr size_t kMost = 16;
  // Nor is what a longer piece left, about forty times its bytes.
  static constexpr size_t kMostSymbols = size_t{1} << 18;

  std::unique_ptr<Scratch> Take() {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        std::unique_ptr<Scratch> taken = std::move(free_.back());
        free_.pop_back();
        return taken;
      }
    }
    return std::make_unique<Scratch>();
  }
  void Give(std::unique_ptr<Scratch> scratch) {
    if (scratch->symbols.capacity() > kMostSymbols) {
      scratch->symbols = {};
      scratch->merger = {};
    }
    const std::lock_guard lock(mutex_);
    if (free_.size() < kMost) free_.push_back(std::move(scratch));
  }

  Mutex mutex_;
  std::vector<std::unique_ptr<Scratch>> free_;
};

}  // namespace galley

#endif  // GALLEY_TOKENIZE_SCRATCH_H_
