// What a Workspace stands for.
#ifndef GALLEY_HANDLES_WORKSPACE_STATE_H_
#define GALLEY_HANDLES_WORKSPACE_STATE_H_

#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "base/ordered_map.h"
#include "files/memory_files.h"
#include "galley/context.h"
#include "galley/result.h"
#include "galley/workspace.h"
#include "handles/core.h"
#include "handles/ref.h"
#include "handles/snapshot.h"

namespace galley {

struct Workspace::State final : handles::Shared {
  State(std::shared_ptr<handles::Core> made, Context options)
      : core(std::move(made)), given(std::move(options)) {}

  // The snapshot that templates are loaded from, taken where there is none.
  Result<handles::Ref<handles::Snapshot>> Current();
  // One with a text besides what was added.
  Result<handles::Ref<handles::Snapshot>> LookWith(const std::string& path,
                                                   std::string_view text);
  // What was added, as files; null: nothing.
  Result<std::shared_ptr<const Files>> AddedFiles();
  static Result<std::shared_ptr<const Files>> FilesOf(const OrderedMap<std::string>& texts);
  // One with these texts added.
  Result<handles::Ref<handles::Snapshot>> Look(const OrderedMap<std::string>& texts) const;

  // Adds something that templates may use: runs `add`, which returns a Result.  Fails with
  // invalid-params where a template was loaded already.
  template <class Add>
  Result<void> AddBeforeLoading(Add add);

  const std::shared_ptr<handles::Core> core;
  const Context given;  // the parameter `workspace` of operations

  std::mutex changing;                      // of all below
  OrderedMap<std::string> added;            // texts by their paths
  handles::Ref<handles::Snapshot> snapshot;  // none: something was added
};

// What may see the inside of a Workspace.
struct WorkspaceAccess {
  using State = Workspace::State;
  static State& StateOf(const Workspace& workspace) { return *workspace.state_; }
};

}  // namespace galley

#endif  // GALLEY_HANDLES_WORKSPACE_STATE_H_
