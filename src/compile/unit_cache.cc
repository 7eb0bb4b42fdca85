// A cache that is full is emptied at once.  A unit that calls functions of a program is kept
// only where those live as long as the cache.
#include "compile/unit_cache.h"

#include <utility>
#include <variant>

namespace galley {
namespace {

// Whoever uses more templates than this in turn compiles them anew.  A unit takes several times
// the bytes of its text.
constexpr size_t kMostUnits = 4'096;
constexpr size_t kMostBytes = 4 << 20;

bool HasHost(const Compilation& compilation) {
  const auto* handlebars = std::get_if<HandlebarsCompilation>(&compilation);
  const auto* jinja = std::get_if<JinjaCompilation>(&compilation);
  return (handlebars && handlebars->host) || (jinja && jinja->syntax.host);
}

}  // namespace

std::shared_ptr<const Unit> UnitCache::Find(const CompiledAs& how) const {
  const std::lock_guard lock(mutex_);
  const auto found = kept_.find(std::string(how.digest));
  if (found == kept_.end()) return nullptr;
  for (const Kept& kept : found->second) {
    const bool is_same =
        kept.name == how.name && kept.compilation == how.compilation && kept.limits == how.limits;
    if (is_same) return kept.unit;
  }
  return nullptr;
}

void UnitCache::Add(const CompiledAs& how, size_t text_size, std::shared_ptr<const Unit> unit) {
  if (host_life_ == HostLife::kCall && HasHost(how.compilation)) return;
  if (text_size > kMostBytes) return;
  const std::lock_guard lock(mutex_);
  if (size_ == kMostUnits || text_size > kMostBytes - bytes_) {
    kept_.clear();
    size_ = bytes_ = 0;
  }
  kept_[std::string(how.digest)].push_back(
      {std::string(how.name), how.compilation, how.limits, std::move(unit)});
  ++size_;
  bytes_ += text_size;
}

}  // namespace galley
