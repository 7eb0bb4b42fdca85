// Compiling chat documents: text to Artifact, through every check.
//
// The checks run in this order: shape, task kind, sources, structure, leaf strings.
// Each reports all that it finds; a later one runs only when the earlier ones found
// no error.
#ifndef GALLEY_COMPILE_CHAT_H_
#define GALLEY_COMPILE_CHAT_H_

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ordered_map.h"
#include "compile/artifact.h"
#include "compile/task_kind.h"
#include "diag/source.h"
#include "format/tree.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley::chat {

// What the caller knows about where the template will be rendered.
struct CompileOptions {
  std::optional<std::string_view> task;             // the kind the caller expects
  const TaskKind* kind = nullptr;                   // that of the template; null: not known
  const Error* kind_problem = nullptr;              // why it cannot be read; null: it can
  std::optional<OrderedMap<bool>> allowed_sources;  // by name
  bool has_registry = false;                        // the caller resolves the sources itself
  // Whether a source is one that the calling program adds to those of the kind; null: none
  // is.  `data` is handed to it.
  bool (*is_added)(std::string_view source, const void* data) = nullptr;
  const void* data = nullptr;
  bool needs_registry = true;  // false: the template is checked, not rendered
  std::shared_ptr<Loader> loader;
  const HostCallables* helpers = nullptr;
  bool strict = false;  // whatever the document says
  Limits limits;
};

// Compiles the document `tree` that was read from `source`.  Warnings are added to
// `warnings`, also where it fails.  Fails with schema-violation,
// unsupported-dsl-version, task-mismatch, unknown-task, unknown-source,
// unknown-slot, prefix-not-assistant, leaf-syntax or what is wrong in a leaf.
Result<std::shared_ptr<const Artifact>> CompileChat(const Source& source, const Tree& tree,
                                                    const CompileOptions& options,
                                                    std::vector<Diagnostic>* warnings);

// The task that a document names, before anything else is known of it; empty where
// it names none.
std::string_view TaskOf(const Tree& tree);
// The same for the language of its leaf strings, and for whether it is strict.
LeafLanguage LanguageOf(const Tree& tree);
bool IsStrict(const Tree& tree);

// Reads and compiles a list of requests for `artifact`.  Fails with
// invalid-injection, for leaf strings too.
Result<std::unique_ptr<Injections>> CompileInjections(const Source& source, const Tree& tree,
                                                      const Artifact& artifact,
                                                      const Limits& limits,
                                                      std::vector<Diagnostic>* warnings);
// The same for a list of lanes; fails with invalid-params.
Result<std::unique_ptr<LaneDefaults>> CompileLaneDefaults(const Source& source, const Tree& tree,
                                                          const Artifact& artifact,
                                                          const Limits& limits,
                                                          std::vector<Diagnostic>* warnings);
// Those of a task kind, which outlives them.
Result<std::unique_ptr<LaneDefaults>> CompileTaskLanes(const TaskKind& kind,
                                                       const Artifact& artifact,
                                                       const Limits& limits);

}  // namespace galley::chat

#endif  // GALLEY_COMPILE_CHAT_H_
