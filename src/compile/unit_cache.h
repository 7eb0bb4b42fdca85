// UnitCache: compiled templates by the digest of their text and all that decided how
// they were compiled, for callers that render the same ones again and again.
#ifndef GALLEY_COMPILE_UNIT_CACHE_H_
#define GALLEY_COMPILE_UNIT_CACHE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/mutex.h"
#include "compile/text_set.h"
#include "engine/code/code.h"
#include "galley/limits.h"

namespace galley {

// What makes two compilations the same.
struct CompiledAs {
  std::string_view name;  // as messages call the template
  std::string_view digest;
  const Compilation& compilation;
  const Limits& limits;
};

// How long functions of the program live that templates were compiled with: as a rule they
// are gone when the call is that brought them.
enum class HostLife : uint8_t { kCall, kCache };

// May be used from any thread, and so may the units.
class UnitCache {
 public:
  explicit UnitCache(HostLife host_life = HostLife::kCall) noexcept : host_life_(host_life) {}

  // Null where it is not there.
  std::shared_ptr<const Unit> Find(const CompiledAs& how) const;
  // Keeps what was made of a text of so many bytes, unless it needs functions that are gone
  // before the cache is.
  void Add(const CompiledAs& how, size_t text_size, std::shared_ptr<const Unit> unit);

  size_t size() const {
    const std::lock_guard lock(mutex_);
    return size_;
  }

 private:
  struct Kept {
    std::string name;
    Compilation compilation;
    Limits limits;
    std::shared_ptr<const Unit> unit;
  };

  HostLife host_life_;
  mutable Mutex mutex_;                                      // of all below
  std::unordered_map<std::string, std::vector<Kept>> kept_;  // by digest
  size_t size_ = 0;
  size_t bytes_ = 0;  // of the texts
};

}  // namespace galley

#endif  // GALLEY_COMPILE_UNIT_CACHE_H_
