#include "compile/unit_cache.h"

#include <utility>
#include <variant>

namespace galley {
namespace {

// Whoever uses more templates than this in turn compiles them anew.
constexpr size_t kMostUnits = 4'096;

}  // namespace

std::shared_ptr<const Unit> UnitCache::Find(const CompiledAs& how) const {
  const auto found = kept_.find(std::string(how.digest));
  if (found == kept_.end()) return nullptr;
  for (const Kept& kept : found->second) {
    const bool is_same =
        kept.name == how.name && kept.compilation == how.compilation && kept.limits == how.limits;
    if (is_same) return kept.unit;
  }
  return nullptr;
}

void UnitCache::Add(const CompiledAs& how, std::shared_ptr<const Unit> unit) {
  const auto* handlebars = std::get_if<HandlebarsCompilation>(&how.compilation);
  const auto* jinja = std::get_if<JinjaCompilation>(&how.compilation);
  if ((handlebars && handlebars->host) || (jinja && jinja->syntax.host)) return;
  if (size_ == kMostUnits) {
    kept_.clear();
    size_ = 0;
  }
  kept_[std::string(how.digest)].push_back(
      {std::string(how.name), how.compilation, how.limits, std::move(unit)});
  ++size_;
}

}  // namespace galley
