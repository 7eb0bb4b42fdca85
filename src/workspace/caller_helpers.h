// The helpers that came with a call, as the engine sees them.
#ifndef GALLEY_WORKSPACE_CALLER_HELPERS_H_
#define GALLEY_WORKSPACE_CALLER_HELPERS_H_

#include <span>
#include <string_view>
#include <vector>

#include "base/ordered_map.h"
#include "engine/library/host_callables.h"
#include "galley/handlebars_helper.h"
#include "galley/result.h"

namespace galley::workspace {

// Whether Handlebars itself means something by that name of a helper.
bool IsHandlebarsOwn(std::string_view name) noexcept;

// Views helpers that outlive it.
class CallerHelpers final : public HostCallables {
 public:
  // Refuses names that are taken or given twice, and helpers without a function.
  static Result<CallerHelpers> Of(std::span<const Helper> helpers);

  bool Has(HostKind kind, std::string_view name) const noexcept override;
  std::vector<std::string_view> Names(HostKind kind) const override;
  bool TakesBlock(std::string_view) const noexcept override { return false; }
  Value Call(HostCall& call) const override;

 private:
  OrderedMap<const Helper*, std::string_view> helpers_;
};

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_CALLER_HELPERS_H_
