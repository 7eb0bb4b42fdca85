// UnitCache: compiled templates by the digest of their text and all that decided how
// they were compiled, for callers that render the same ones again and again.
#ifndef GALLEY_COMPILE_UNIT_CACHE_H_
#define GALLEY_COMPILE_UNIT_CACHE_H_

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

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

// Used from one thread at a time; the units may be shared between any.
class UnitCache {
 public:
  // Null where it is not there.
  std::shared_ptr<const Unit> Find(const CompiledAs& how) const;
  // Helpers of a caller are gone when its call is, so what was compiled with any is
  // not kept.
  void Add(const CompiledAs& how, std::shared_ptr<const Unit> unit);

  size_t size() const noexcept { return size_; }

 private:
  struct Kept {
    std::string name;
    Compilation compilation;
    Limits limits;
    std::shared_ptr<const Unit> unit;
  };

  std::unordered_map<std::string, std::vector<Kept>> kept_;  // by digest
  size_t size_ = 0;
};

}  // namespace galley

#endif  // GALLEY_COMPILE_UNIT_CACHE_H_
