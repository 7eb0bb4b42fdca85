// What a Workspace stands for.
#ifndef GALLEY_HANDLES_WORKSPACE_STATE_H_
#define GALLEY_HANDLES_WORKSPACE_STATE_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "base/ordered_map.h"
#include "files/memory_files.h"
#include "galley/context.h"
#include "galley/result.h"
#include "galley/workspace.h"
#include "handles/core.h"
#include "handles/ref.h"
#include "handles/snapshot.h"
#include "workspace/store_session.h"

namespace galley {

struct Workspace::State final : handles::Shared {
  State(std::shared_ptr<handles::Core> made, Context options)
      : core(std::move(made)), given(std::move(options)) {}

  // The snapshot that templates are loaded from, taken where there is none.
  Result<handles::Ref<handles::Snapshot>> Current();
  // One with a text besides what was added.
  Result<handles::Ref<handles::Snapshot>> LookWith(const std::string& path, std::string_view text);
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

  Mutex changing;                            // of all below
  OrderedMap<std::string> added;             // texts by their paths
  std::shared_ptr<const Files> added_files;  // the same as files; null: none, or not yet made
  handles::Ref<handles::Snapshot> snapshot;  // none: something was added

  // Stores that earlier calls opened, for calls to come; each is used by one at a time.
  Mutex storing;
  std::vector<std::unique_ptr<workspace::StoreSession>> idle_stores;
};

// What may see the inside of a Workspace.
struct WorkspaceAccess {
  using State = Workspace::State;
  static State& StateOf(const Workspace& workspace) { return *workspace.state_; }
  // That of the working directory, whether or not it can be opened.
  static Result<Workspace> OfWorkingDirectory(const Limits& limits);
};

}  // namespace galley

#endif  // GALLEY_HANDLES_WORKSPACE_STATE_H_
