// PublishedTable: names to objects, for many readers and one writer at a time.
//
// Readers take no lock: what is published stays where it is, and a table that grew too
// small is kept beside the one that replaced it until all of it goes.
#ifndef GALLEY_HANDLES_PUBLISHED_TABLE_H_
#define GALLEY_HANDLES_PUBLISHED_TABLE_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"

namespace galley::handles {

template <class T>
class PublishedTable {
 public:
  // What is published under `name`, or null.  From any thread.
  T* Find(std::string_view name) const noexcept {
    const Table* table = table_.load(std::memory_order_acquire);
    if (!table) return nullptr;
    const uint64_t hash = SipHash(name, ProcessHashSeed());
    for (size_t at = hash & table->mask;; at = (at + 1) & table->mask) {
      const Entry* entry = table->slots[at].load(std::memory_order_acquire);
      if (!entry) return nullptr;
      if (entry->hash == hash && entry->name == name) return entry->object;
    }
  }

  // Publishes `object`, which lives as long as the table, under a name that is not there.
  // From one thread at a time.
  void Publish(std::string_view name, T* object) {
    if (!tables_.empty() && 2 * entries_.size() < tables_.back()->slots.size()) {
      entries_.push_back({SipHash(name, ProcessHashSeed()), std::string(name), object});
      return Insert(tables_.back().get(), &entries_.back());
    }
    entries_.push_back({SipHash(name, ProcessHashSeed()), std::string(name), object});
    const size_t size = tables_.empty() ? 16 : 2 * tables_.back()->slots.size();
    tables_.push_back(std::make_unique<Table>(size));
    for (const Entry& entry : entries_) Insert(tables_.back().get(), &entry);
    table_.store(tables_.back().get(), std::memory_order_release);
  }

 private:
  struct Entry {
    uint64_t hash;
    std::string name;
    T* object;
  };
  struct Table {
    explicit Table(size_t size) : slots(size), mask(size - 1) {}
    std::vector<std::atomic<const Entry*>> slots;
    size_t mask;
  };

  static void Insert(Table* table, const Entry* entry) {
    size_t at = entry->hash & table->mask;
    while (table->slots[at].load(std::memory_order_relaxed)) at = (at + 1) & table->mask;
    table->slots[at].store(entry, std::memory_order_release);
  }

  std::deque<Entry> entries_;  // whose elements never move
  std::vector<std::unique_ptr<Table>> tables_;
  std::atomic<const Table*> table_ = nullptr;
};

}  // namespace galley::handles

#endif  // GALLEY_HANDLES_PUBLISHED_TABLE_H_
