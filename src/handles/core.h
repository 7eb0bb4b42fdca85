// Core: what a workspace and everything loaded from it share, whatever becomes of its
// files: its limits and options, the functions of the program, the workers.
//
// It does not change once the first template was loaded, apart from what has locks or
// needs none.
#ifndef GALLEY_HANDLES_CORE_H_
#define GALLEY_HANDLES_CORE_H_

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "compile/text_set.h"
#include "compile/unit_cache.h"
#include "engine/code/code.h"
#include "engine/code/loader.h"
#include "engine/vm/machine.h"
#include "galley/chat.h"
#include "galley/context.h"
#include "galley/function_call.h"
#include "galley/json.h"
#include "galley/limits.h"
#include "galley/operations.h"
#include "galley/result.h"
#include "galley/template.h"
#include "handles/host_sources.h"
#include "handles/host_table.h"
#include "handles/worker_pool.h"
#include "telemetry/span.h"
#include "workspace/handlebars_options.h"
#include "workspace/invocation.h"
#include "workspace/jinja_options.h"

namespace galley::handles {

// How texts are compiled and rendered.
struct TextOptions {
  // What a caller says on top of `defaults`, `options` as `catalog.render` takes them; null:
  // nothing.  Fails with invalid-params.
  Result<void> ReadJinja(const Json& options);
  Result<void> ReadHandlebars(const Json& options);

  Compilation CompilationOf(Language language) const;
  // What renders a unit that was compiled so.
  RenderRequest RequestFor(const Unit& unit, Language language, const Limits& limits,
                           Loader* loader) const;

  workspace::JinjaOptions jinja = workspace::JinjaOptions::OfWorkspace();
  workspace::HandlebarsOptions handlebars = workspace::HandlebarsOptions::OfWorkspace();
  Context given;  // what those point into
};

struct Core {
  Limits limits;
  TextOptions texts;
  bool shows_options = false;  // in messages, instead of parameters
  telemetry::OwnTrace trace;

  // What the program added, before anything was loaded.
  HostTable functions;
  HostSources sources;
  std::vector<std::pair<Language, HostFunction>> loaders;
  std::deque<std::string> names;  // what those below point into
  std::vector<ChatTask> tasks;
  std::vector<Estimator> tokenizers;
  std::vector<std::shared_ptr<void>> kept;  // the data of those that own theirs
  CallOptions brought;                      // the two above, as calls take them
  std::atomic<bool> is_sealed = false;      // something was loaded: nothing can be added

  // A call that has all of that.
  workspace::Invocation NewCall(const Limits& call_limits, Heap* heap,
                                std::vector<Diagnostic>* warnings) const;

  WorkerPool workers;
  std::atomic<uint64_t> templates = 0;  // made so far, for their numbers

  // Held while anything is looked for or compiled by name.  A loader of the program may
  // load another template while it is asked for one.
  RecursiveMutex loading;
  // By content; the functions above live as long.
  mutable UnitCache units{HostLife::kCache};
};

}  // namespace galley::handles

#endif  // GALLEY_HANDLES_CORE_H_
