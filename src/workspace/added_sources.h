// AddedSources: sources of chat templates that a program adds to those of the task kinds.
#ifndef GALLEY_WORKSPACE_ADDED_SOURCES_H_
#define GALLEY_WORKSPACE_ADDED_SOURCES_H_

#include <string_view>

#include "compile/artifact.h"
#include "render/registry.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley::workspace {

// Does not change while a template that was compiled with it lives.
class AddedSources {
 public:
  virtual ~AddedSources() = default;

  virtual bool Has(std::string_view name) const noexcept = 0;
  // What one that there is gives; the context is that of the render.
  virtual chat::Resolution Resolve(const chat::DataRef& ref, const Value& context,
                                   Heap* heap) const = 0;
};

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_ADDED_SOURCES_H_
