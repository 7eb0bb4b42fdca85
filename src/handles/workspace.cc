// Workspace: names to templates, over the snapshot that was taken last.
#include "galley/workspace.h"

#include <utility>

#include "base/limit_table.h"
#include "base/try.h"
#include "diag/report.h"
#include "discover/extensions.h"
#include "files/disk_files.h"
#include "files/line_file.h"
#include "handles/context_state.h"
#include "handles/guarded.h"
#include "handles/snapshot.h"
#include "handles/template_state.h"
#include "handles/workspace_state.h"
#include "value/json_access.h"
#include "value/map.h"

namespace galley {
namespace {

using handles::Core;
using handles::Guarded;
using handles::Snapshot;
using handles::Worker;
using handles::WorkerPool;

// A template that was compiled from a source, with the snapshot whose templates it names.
struct SingleTemplate final : handles::Shared {
  handles::TemplateState state;
  handles::Ref<Snapshot> snapshot;
};

// The parameter `workspace` of operations that says the same.
Context GivenBy(const WorkspaceOptions& options, bool on_disk) {
  Context given;
  if (!on_disk) {
    given.Key("files").OpenMap().Close();
  } else {
    if (!options.root.empty()) given.Set("dir", options.root);
    if (!options.project_root.empty()) given.Set("project_root", options.project_root);
    if (!options.config.empty()) given.Set("config", options.config);
    if (!options.settings.is_null()) given.Set("settings", options.settings);
  }
  if (!options.store.empty()) given.Set("store", options.store);
  if (!options.given.is_null()) given.Set("given", options.given);
  return given;
}

Result<std::shared_ptr<Core>> NewCore(const WorkspaceOptions& options) {
  auto core = std::make_shared<Core>();
  core->limits = Lower(options.limits, Limits::Ceiling());
  core->shows_options = options.option_names;
  core->trace = telemetry::OwnTrace(options.trace);
  // Better now than at each render.
  if (core->trace.is_on()) TRY(LineFile::Open(core->trace.file));
  TRY(core->texts.ReadJinja(options.jinja));
  TRY(core->texts.ReadHandlebars(options.handlebars));
  core->texts.jinja.syntax.host = &core->functions;
  core->texts.handlebars.compile.host = &core->functions;
  return core;
}

// The path of a template called `name`; a name that ends as no file does says nothing of
// its language.
std::string PathFor(std::string_view name, Language language) {
  constexpr std::string_view kExtensions[] = {".j2", ".hbs", ".sections.yaml", ".chat.yaml"};
  const bool is_file = Extensions().Match(name) > 0;
  std::string path(name);
  if (!is_file) path += kExtensions[static_cast<size_t>(language)];
  return path;
}

// The worker's compiler for the options of the workspace, which it keeps warm.
TextSet& CompilerOf(Worker* worker, Language language, const Core& core) {
  std::unique_ptr<TextSet>& set = language == Language::kJinja ? worker->jinja : worker->handlebars;
  if (!set) set = std::make_unique<TextSet>(core.texts.CompilationOf(language), core.limits);
  return *set;
}

Result<Unit> CompileAsConfigured(std::string_view source, const CompileOptions& options,
                                 Core* core) {
  const WorkerPool::Lease worker(&core->workers);
  return CompilerOf(&*worker, options.language, *core).Compile(options.name, source);
}

Result<Template> CompileText(std::string_view source, const CompileOptions& options,
                             handles::Ref<Snapshot> snapshot) {
  Core& core = snapshot->core();
  std::unique_ptr<handles::TextOptions> own;
  const bool is_jinja = options.language == Language::kJinja;
  if (!options.options.is_null()) {
    own = std::make_unique<handles::TextOptions>();
    own->jinja = core.texts.jinja;
    own->handlebars = core.texts.handlebars;
    TRY(is_jinja ? own->ReadJinja(options.options) : own->ReadHandlebars(options.options));
  }
  auto unit = std::make_shared<const Unit>(TRY(
      own ? TextSet(own->CompilationOf(options.language), core.limits).Compile(options.name, source)
          : CompileAsConfigured(source, options, &core)));
  auto* made = new SingleTemplate;
  handles::TemplateState& state = made->state;
  state.owner = made;
  state.snapshot = snapshot.get();
  state.number = ++core.templates;
  state.name = options.name;
  state.language = options.language;
  state.SetUnit(*unit, &snapshot->LoaderFor(options.language), core);
  state.own_unit = std::move(unit);
  state.own_texts = std::move(own);
  made->snapshot = std::move(snapshot);
  return TemplateAccess::Of(&state);
}

}  // namespace

// ---------------------------------------------------------------------------
// Workspace::State

Result<handles::Ref<Snapshot>> Workspace::State::Current() {
  const std::lock_guard lock(changing);
  core->is_sealed = true;
  if (!snapshot) snapshot = TRY(Look(added));
  return snapshot;
}

Result<handles::Ref<Snapshot>> Workspace::State::Look(const OrderedMap<std::string>& texts) const {
  return handles::Ref<Snapshot>(
      TRY(Snapshot::Open(core, TRY(ContextAccess::Values(given)), TRY(FilesOf(texts)))));
}

Result<std::shared_ptr<const Files>> Workspace::State::FilesOf(
    const OrderedMap<std::string>& texts) {
  std::shared_ptr<MemoryFiles> files;
  if (!texts.empty()) files = std::make_shared<MemoryFiles>();
  for (const auto& [path, text] : texts) TRY(files->Add(path, text));
  return std::shared_ptr<const Files>(std::move(files));
}

Result<std::shared_ptr<const Files>> Workspace::State::AddedFiles() {
  const std::lock_guard lock(changing);
  if (!added_files) added_files = TRY(FilesOf(added));
  return added_files;
}

Result<handles::Ref<Snapshot>> Workspace::State::LookWith(const std::string& path,
                                                          std::string_view text) {
  const std::lock_guard lock(changing);
  core->is_sealed = true;
  OrderedMap<std::string> texts = added;
  texts[path] = text;
  return Look(texts);
}

// ---------------------------------------------------------------------------
// Workspace

Workspace::Workspace(const Workspace& other) noexcept : state_(other.state_) {
  if (state_) state_->Retain();
}
Workspace::Workspace(Workspace&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
Workspace& Workspace::operator=(Workspace other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}
Workspace::~Workspace() {
  if (state_) state_->Release();
}

Result<Workspace> Workspace::Open(const WorkspaceOptions& options) {
  return Guarded([&]() -> Result<Workspace> {
    TRY(DiskFiles::Open(options.root.empty() ? "." : std::string(options.root)));
    auto core = TRY(NewCore(options));
    return Workspace(new State(std::move(core), GivenBy(options, true)));
  });
}

Result<Workspace> WorkspaceAccess::OfWorkingDirectory(const Limits& limits) {
  auto core = TRY(NewCore({.limits = limits}));
  return Workspace(new State(std::move(core), Context()));
}

Result<Workspace> Workspace::InMemory(const WorkspaceOptions& options) {
  return Guarded([&]() -> Result<Workspace> {
    // Before anything is allocated: what fails leaves the function.
    auto core = TRY(NewCore(options));
    return Workspace(new State(std::move(core), GivenBy(options, false)));
  });
}

Result<Template> Workspace::Load(std::string_view name) const {
  return Guarded([&]() -> Result<Template> {
    handles::Ref<Snapshot> snapshot = TRY(state_->Current());
    handles::TemplateState* found = TRY(snapshot->Load(name));
    (void)snapshot.Take();  // the template counts it now
    return TemplateAccess::Of(found);
  });
}

Result<void> Workspace::Refresh() {
  return Guarded([&]() -> Result<void> {
    const std::lock_guard lock(state_->changing);
    state_->snapshot = TRY(state_->Look(state_->added));
    return {};
  });
}

Result<void> Workspace::AddTemplate(std::string_view name, std::string_view source) {
  return Guarded([&]() -> Result<void> {
    const std::string path = PathFor(name, Language::kJinja);
    TRY(MemoryFiles().Add(path, {}));
    const std::lock_guard lock(state_->changing);
    state_->added[path] = source;
    state_->added_files = nullptr;
    state_->snapshot = {};
    return {};
  });
}

Result<Template> Workspace::Compile(std::string_view source, const CompileOptions& options) const {
  return Guarded([&]() -> Result<Template> {
    const bool is_text =
        options.language == Language::kJinja || options.language == Language::kHandlebars;
    if (is_text) return CompileText(source, options, TRY(state_->Current()));
    const std::string path = PathFor(options.name, options.language);
    handles::Ref<Snapshot> snapshot = TRY(state_->LookWith(path, source));
    handles::TemplateState* made = TRY(snapshot->Load(path));
    (void)snapshot.Take();  // the template counts it now
    return TemplateAccess::Of(made);
  });
}

}  // namespace galley
