// Workspace: where templates come from, and what they may use.
//
//   galley::Workspace workspace = *galley::Workspace::Open({.root = "."});
//   galley::Template hello = *workspace.Load("hello");
//   galley::Context context;
//   context.Set("name", "Ann").Set("topics", {"harbour", "weather"});
//   std::string out;
//   if (auto done = hello.RenderTo(context, &out); !done) Print(done.error());
#ifndef GALLEY_WORKSPACE_H_
#define GALLEY_WORKSPACE_H_

#include <string_view>

#include "galley/context.h"
#include "galley/export.h"
#include "galley/function_call.h"
#include "galley/json.h"
#include "galley/limits.h"
#include "galley/operations.h"
#include "galley/result.h"
#include "galley/template.h"
#include "galley/trace.h"

namespace galley {

// What the options of the command say.  All of it is copied.
struct WorkspaceOptions {
  std::string_view root = {};          // where to look for the project; empty: where we are
  std::string_view project_root = {};  // the project, where it is not the nearest upwards
  std::string_view config = {};        // a configuration file on top of the others
  std::string_view store = {};         // where `store:` names lead, such as sqlite:prompts.db
  Json settings = {};                  // keys of the configuration with their texts, a map
  // Templates that are found by their paths, wherever those lead:
  // [{path, text?, type?, fallback?}]; with `fallback` names come first.
  Json given = {};
  // `options` of templates, as `catalog.render` takes them, on top of those of workspaces.
  Json jinja = {};
  Json handlebars = {};
  Limits limits = {};
  // Where renders tell of themselves: those of templates that are loaded from it, and operations
  // that render.
  Trace trace = {};
  // Messages call parameters of operations as the options of the command are called:
  // `--budget`, not `params.maxTokens`.
  bool option_names = false;
};

struct CompileOptions {
  Language language = Language::kJinja;
  std::string_view name = "template";  // as diagnostics call it
  Json options = {};                   // on top of those of the workspace; of a text
};

// A handle: copies are the same workspace.  Every member may be called from any thread,
// while others load and render.
class GALLEY_EXPORT Workspace {
 public:
  // The project in a directory, with its configuration; both are read when they are first
  // needed.  Fails where the directory cannot be opened.
  static Result<Workspace> Open(const WorkspaceOptions& options);
  // One without files: it has what AddTemplate brings.  `root`, `project_root`, `config`
  // and `settings` do not go with it.
  static Result<Workspace> InMemory(const WorkspaceOptions& options = {});

  Workspace(const Workspace& other) noexcept;
  Workspace(Workspace&& other) noexcept;
  Workspace& operator=(Workspace other) noexcept;
  ~Workspace();

  // The template that a name means, compiled once and found again for the price of a
  // look-up.  Fails with template-not-found, template-ambiguous, invalid-template-name,
  // and for what is wrong with the template.
  Result<Template> Load(std::string_view name) const;
  // A template of its own; it may name those of the workspace.
  Result<Template> Compile(std::string_view source, const CompileOptions& options = {}) const;

  // Adds a template in front of all others, or puts another text in its place, for what
  // is loaded after that.  Its name ends as that of a file does, `mail/hello.j2`; one that
  // does not is Jinja.  Fails with file-outside-root where it leads out.
  Result<void> AddTemplate(std::string_view name, std::string_view source);
  // Looks at the files again, for what is loaded after that.  What did not change is not
  // compiled again.
  Result<void> Refresh();

  // Functions of the program, for all templates.  They come before the first template is
  // loaded or compiled; after that, and for a name that is taken, these fail with
  // invalid-params.
  Result<void> AddFilter(std::string_view name, HostFunction function);  // of Jinja
  Result<void> AddTest(std::string_view name, HostFunction function);
  Result<void> AddGlobal(std::string_view name, HostFunction function);
  Result<void> AddHelper(std::string_view name, HostFunction function);  // of Handlebars
  // One that renders the block it is called with itself; of any other the block is over
  // what it returns.
  Result<void> AddBlockHelper(std::string_view name, HostFunction function);
  // A source of chat templates; `argument(0)` is its `args`, `argument(1)` the context.
  Result<void> AddSource(std::string_view name, HostFunction function);
  // A task kind of chat templates.  Its sources outlive the workspace.
  Result<void> AddTask(const ChatTask& task);
  // A way to count tokens.  `destroy`, where there is one, gets its data when nobody can count
  // with it again, also where this fails; else the data outlives the workspace.
  Result<void> AddTokenizer(const Estimator& tokenizer, void (*destroy)(void* data) = nullptr);
  // Where texts come from that nothing else has: `argument(0)` is a name, and the function
  // returns a text in `language`, Jinja or Handlebars, or nothing where it has none.
  Result<void> AddLoader(Language language, HostFunction function);

  // Runs an operation on values, as `galley rpc` does on JSON.  Where `params` names no
  // workspace it works with this one.  Fails with unknown-method, invalid-params, and for
  // the reasons of the operation.
  Result<Reply> Call(std::string_view method, Context params = {}) const;

 private:
  struct State;
  friend struct WorkspaceAccess;
  explicit Workspace(State* state) noexcept : state_(state) {}

  State* state_;  // shared; null once moved from
};

}  // namespace galley

#endif  // GALLEY_WORKSPACE_H_
