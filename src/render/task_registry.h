// The registry of a task kind: its sources, read from the context.
#ifndef GALLEY_RENDER_TASK_REGISTRY_H_
#define GALLEY_RENDER_TASK_REGISTRY_H_

#include "compile/task_kind.h"
#include "render/registry.h"

namespace galley::chat {

class TaskRegistry final : public Registry {
 public:
  // Both outlive the registry.
  TaskRegistry(const TaskKind* kind, const Value& context) noexcept
      : kind_(kind), context_(context) {}

  Resolution Resolve(const DataRef& ref, Heap* heap) override;

 private:
  const TaskKind* kind_;
  Value context_;
};

}  // namespace galley::chat

#endif  // GALLEY_RENDER_TASK_REGISTRY_H_
