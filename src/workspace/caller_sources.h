// The data sources and task kinds that came with a call, as the renderer sees them.
#ifndef GALLEY_WORKSPACE_CALLER_SOURCES_H_
#define GALLEY_WORKSPACE_CALLER_SOURCES_H_

#include <memory>
#include <string_view>

#include "compile/task_kind.h"
#include "galley/chat.h"
#include "galley/result.h"
#include "render/registry.h"
#include "workspace/invocation.h"

namespace galley::workspace {

// A registry of the caller's.  Nothing that it throws gets out.
class CallerSources final : public chat::Registry {
 public:
  // Both outlive it.
  CallerSources(SourceRegistry* registry, const Value& context) noexcept
      : registry_(registry), context_(context) {}

  chat::Resolution Resolve(const chat::DataRef& ref, Heap* heap) override;

 private:
  SourceRegistry* registry_;
  Value context_;
};

// The kind called `name` among those of the call, or null.
const ChatTask* FindCallerTask(std::string_view name, const Invocation& call) noexcept;

// What templates for it may name, and its lanes.  Fails with invalid-params where it has
// no registry, and as ReadTaskKind does.
Result<std::unique_ptr<chat::TaskKind>> ReadCallerTask(const ChatTask& task,
                                                       const Invocation& call);

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_CALLER_SOURCES_H_
