// The helpers that came with a call, as the engine sees them.
#ifndef GALLEY_WORKSPACE_CALLER_HELPERS_H_
#define GALLEY_WORKSPACE_CALLER_HELPERS_H_

#include <span>
#include <string_view>

#include "base/ordered_map.h"
#include "engine/library/host_helpers.h"
#include "galley/handlebars_helper.h"
#include "galley/result.h"

namespace galley::workspace {

// Views helpers that outlive it.
class CallerHelpers final : public HostHelpers {
 public:
  // Refuses names that are taken or given twice, and helpers without a function.
  static Result<CallerHelpers> Of(std::span<const Helper> helpers);

  bool Has(std::string_view name) const noexcept override;
  Value Call(CallContext& cx, std::string_view name, std::span<const Value> arguments,
             const Value& named) const override;

 private:
  OrderedMap<const Helper*, std::string_view> helpers_;
};

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_CALLER_HELPERS_H_
