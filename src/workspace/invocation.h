// Invocation: one call, as everything that takes part in it sees it.
#ifndef GALLEY_WORKSPACE_INVOCATION_H_
#define GALLEY_WORKSPACE_INVOCATION_H_

#include <memory>
#include <span>
#include <vector>

#include "format/repeated_entry.h"
#include "galley/diagnostic.h"
#include "galley/limits.h"
#include "galley/trace.h"
#include "value/heap.h"
#include "value/value.h"
#include "workspace/field.h"

namespace galley {
class HostCallables;  // engine/library/host_callables.h
struct CallOptions;   // galley/operations.h
class Files;          // files/files.h
class UnitCache;      // compile/unit_cache.h
}  // namespace galley

namespace galley::workspace {

class AddedSources;  // workspace/added_sources.h
class StoreSession;  // workspace/store_session.h

// One call of an operation.
struct Invocation {
  // What the caller sent: a map, or undefined where it sent nothing.  Read it
  // through Params.
  Value params;
  // The limits in force, which those of the call have lowered already.
  const Limits& limits;
  // Where the result is made.  The caller checks whether it ran out.
  Heap* heap;
  // Where what the caller should know goes, though the operation succeeds.
  std::vector<Diagnostic>* warnings;
  // Helpers that the caller brought along, or null.
  const HostCallables* helpers = nullptr;
  // What else it brought along, or null.
  const CallOptions* options = nullptr;
  // The stores that stay open after the call, or null.
  StoreSession* stores = nullptr;
  // Keys that maps in `params` were sent with twice, which documents among them must not.
  std::span<const RepeatedEntry> repeated_keys = {};
  // What stands for the parameter `workspace` where there is none, a map; undefined: the
  // configured one of the working directory.
  Value workspace = {};
  // Sources that the calling program adds to those of the tasks, or null.
  const AddedSources* sources = nullptr;
  // Templates that the calling program adds to that one, or null.
  std::shared_ptr<const Files> added = nullptr;
  // What was compiled for earlier calls, or null.
  UnitCache* units = nullptr;
  // Whether messages call parameters as the command does: `--budget`, not
  // `params.maxTokens`.
  bool shows_options = false;
  // The parameters of the operation that runs, where that is so; else empty.
  std::span<const Field> options_shown = {};
  // Where renders tell of themselves.
  Trace trace = {};
};

// What the text of a request may hold.  It is read before its own limits are
// known.
Limits RequestLimits(const Limits& limits) noexcept;

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_INVOCATION_H_
