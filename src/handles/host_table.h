// HostTable: the functions that a program added to a workspace, as the engine sees them.
#ifndef GALLEY_HANDLES_HOST_TABLE_H_
#define GALLEY_HANDLES_HOST_TABLE_H_

#include <string_view>
#include <vector>

#include "base/ordered_map.h"
#include "engine/library/host_callables.h"
#include "galley/function_call.h"
#include "galley/result.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley::handles {

// Does not change once a template was compiled with it.
class HostTable final : public HostCallables {
 public:
  // Fails with invalid-params for a name that is none, or is taken.
  Result<void> Add(HostKind kind, std::string_view name, HostFunction function,
                   bool takes_block = false);

  bool is_empty() const noexcept {
    for (const Table& table : tables_) {
      if (!table.empty()) return false;
    }
    return true;
  }

  bool Has(HostKind kind, std::string_view name) const noexcept override;
  std::vector<std::string_view> Names(HostKind kind) const override;
  bool TakesBlock(std::string_view name) const noexcept override;
  Value Call(HostCall& call) const override;

 private:
  struct Added {
    HostFunction function;
    bool takes_block;
  };
  using Table = OrderedMap<Added>;

  const Table& TableOf(HostKind kind) const noexcept { return tables_[static_cast<size_t>(kind)]; }

  Table tables_[4];  // by kind
};

// What a function gives that a template calls.
Value CallInside(const HostFunction& function, HostCall& call);

// What a function gives outside of a template, and whether it failed.
struct Answer {
  Value value;
  bool failed = false;
};
Answer CallOutside(const HostFunction& function, std::string_view name,
                   std::span<const Value> arguments, Heap* heap);

}  // namespace galley::handles

#endif  // GALLEY_HANDLES_HOST_TABLE_H_
