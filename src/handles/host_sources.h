// HostSources: the sources that a program added to a workspace.
#ifndef GALLEY_HANDLES_HOST_SOURCES_H_
#define GALLEY_HANDLES_HOST_SOURCES_H_

#include <string>
#include <string_view>
#include <utility>

#include "base/ordered_map.h"
#include "galley/function_call.h"
#include "handles/host_table.h"
#include "workspace/added_sources.h"

namespace galley::handles {

class HostSources final : public workspace::AddedSources {
 public:
  // False where there is one of that name.
  bool Add(std::string_view name, HostFunction function) {
    return functions_.Insert(std::string(name), std::move(function)).second;
  }

  bool Has(std::string_view name) const noexcept override {
    return functions_.Find(name) != nullptr;
  }
  chat::Resolution Resolve(const chat::DataRef& ref, const Value& context,
                           Heap* heap) const override {
    const Value arguments[] = {ref.args, context};
    const Answer answer = CallOutside(*functions_.Find(ref.name), ref.name, arguments, heap);
    return {answer.value, answer.failed};
  }

 private:
  OrderedMap<HostFunction> functions_;
};

}  // namespace galley::handles

#endif  // GALLEY_HANDLES_HOST_SOURCES_H_
