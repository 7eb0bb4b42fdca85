// Only what compiles takes the lock of the core.  What was published is immutable and found
// without one.
#include "handles/snapshot.h"

#include <string>
#include <utility>

#include "base/try.h"
#include "diag/report.h"
#include "load/template_loader.h"
#include "resolve/inherit.h"
#include "value/record.h"
#include "workspace/params.h"
#include "workspace/template_version.h"

namespace galley::handles {
namespace {

Language LanguageOf(TemplateType type) noexcept {
  switch (type) {
    case TemplateType::kJinja:
      return Language::kJinja;
    case TemplateType::kHandlebars:
      return Language::kHandlebars;
    case TemplateType::kSections:
      return Language::kSections;
    default:
      return Language::kChat;
  }
}

// A set lives as long as the snapshot: it may hold all templates there are.
Limits LimitsOfSet(const Limits& limits) {
  Limits set = limits;
  set.units = limits.files;
  return set;
}

}  // namespace

Snapshot::Snapshot(std::shared_ptr<Core> core)
    : core_(std::move(core)),
      heap_(core_->limits),
      call_(core_->NewCall(core_->limits, &heap_, &warnings_)),
      jinja_(this, Language::kJinja),
      handlebars_(this, Language::kHandlebars) {}

Result<Snapshot*> Snapshot::Open(std::shared_ptr<Core> core, const Value& given,
                                 std::shared_ptr<const Files> added) {
  auto* snapshot = new Snapshot(std::move(core));
  Result<void> opened = snapshot->OpenFiles(given, std::move(added));
  if (opened) return snapshot;
  snapshot->Release();
  return std::move(opened).error();
}

Result<void> Snapshot::OpenFiles(const Value& given, std::shared_ptr<const Files> added) {
  call_.workspace = given;
  call_.added = std::move(added);
  const workspace::Params none = TRY(workspace::Params::Of(call_, {}));
  files_ = std::make_shared<workspace::Workspace>(TRY(workspace::Workspace::Open(none, call_)));
  call_.workspace = Value();
  catalog_ = TRY(files_->catalog());
  if (TRY(files_->is_handlebars_strict())) core_->texts.handlebars.compile.strict = true;
  const Limits limits = LimitsOfSet(core_->limits);
  const TextOptions& texts = core_->texts;
  jinja_.Open(TextSet(texts.CompilationOf(Language::kJinja), limits), TemplateType::kJinja, limits);
  handlebars_.Open(TextSet(texts.CompilationOf(Language::kHandlebars), limits),
                   TemplateType::kHandlebars, limits);
  return {};
}

Result<const Unit*> Snapshot::Units::Load(std::string_view name) {
  if (const Unit* known = known_.Find(name)) return known;
  const std::lock_guard lock(snapshot_.core_->loading);
  if (const Unit* known = known_.Find(name)) return known;
  if (set_->IsMissing(name)) {
    if (const Unit* loaded = TRY(AskLoaders(name))) return loaded;
  }
  const Unit* unit = TRY(set_->Load(name));
  known_.Publish(name, unit);
  return unit;
}

bool Snapshot::Units::IsMissing(std::string_view name) {
  if (known_.Find(name)) return false;
  const std::lock_guard lock(snapshot_.core_->loading);
  if (!set_->IsMissing(name)) return false;
  const Result<const Unit*> asked = AskLoaders(name);
  return asked && !*asked;
}

Result<const Unit*> Snapshot::Units::AskLoaders(std::string_view name) {
  for (const auto& [language, function] : snapshot_.core_->loaders) {
    if (language != language_) continue;
    Heap heap(snapshot_.core_->limits);
    const Value argument = Value::String(name);
    const Answer answer = CallOutside(function, "loader", {&argument, 1}, &heap);
    if (answer.failed) {
      return Report(Code::kHelperFailed, "the loader of the program failed for " + Quoted(name));
    }
    if (!answer.value.is_string()) continue;
    TextSet compiler(snapshot_.core_->texts.CompilationOf(language_), snapshot_.core_->limits);
    loaded_.push_back(
        std::make_unique<const Unit>(TRY(compiler.Compile(name, answer.value.as_string()))));
    known_.Publish(name, loaded_.back().get());
    return loaded_.back().get();
  }
  return nullptr;
}

Result<TemplateState*> Snapshot::Load(std::string_view name) {
  if (TemplateState* known = known_.Find(name)) return known;
  const std::lock_guard lock(core_->loading);
  if (TemplateState* known = known_.Find(name)) return known;
  made_.push_back(TRY(Make(name)));
  known_.Publish(name, made_.back().get());
  return made_.back().get();
}

Result<const workspace::CheckedTemplate*> Snapshot::StrictForm(const TemplateState& state) {
  std::call_once(state.strict_made, [&] {
    const std::lock_guard lock(core_->loading);
    heap_.Reset(core_->limits);
    workspace::TemplateTerms terms;
    terms.strict = true;
    state.strict_chat = workspace::CompileNamed(files_, state.name, terms, call_);
    warnings_.clear();
  });
  if (!*state.strict_chat) return state.strict_chat->error();
  return &**state.strict_chat;
}

const std::string& Snapshot::VersionOf(const TemplateState& state) {
  std::call_once(state.version_found, [&] {
    // One that was compiled from a source is nobody's version but the program's.
    if (state.owner != this) return;
    const std::lock_guard lock(core_->loading);
    state.version = workspace::VersionOf(files_.get(), state.name);
  });
  return state.version;
}

Result<const workspace::Counting*> Snapshot::CountingFor(const workspace::Params& params,
                                                         const std::string& template_model) {
  std::string key = template_model;
  for (const std::string_view name : {"model", "tokenizer", "estimator"}) {
    key += '\n';
    if (params.has(name)) key += '=' + std::string(TRY(params.String(name)));
  }
  if (const workspace::Counting* known = countings_.Find(key)) return known;
  const std::lock_guard lock(core_->loading);
  if (const workspace::Counting* known = countings_.Find(key)) return known;
  std::vector<Diagnostic> unsaid;  // it is for `catalog.check` to say
  workspace::Invocation call = call_;
  call.warnings = &unsaid;
  opened_.push_back(std::make_unique<const workspace::Counting>(
      TRY(workspace::ReadCounting(params, template_model, files_.get(), call))));
  countings_.Publish(key, opened_.back().get());
  return opened_.back().get();
}

Result<std::unique_ptr<TemplateState>> Snapshot::Make(std::string_view name) {
  auto made = std::make_unique<TemplateState>();
  made->owner = this;
  made->snapshot = this;
  made->number = ++core_->templates;
  made->name = name;
  warnings_.clear();
  heap_.Reset(core_->limits);
  files_->LinkTo(name);
  if (workspace::IsFilePath(*catalog_, name)) {
    made->language = Language::kChat;
    made->chat = TRY(workspace::CompileNamed(files_, name, {}, call_));
  } else if (!TRY(MakeLoaded(name, made.get()))) {
    TRY(MakeEntry(*TRY(catalog_->Find(name)), made.get()));
  }
  made->warnings = std::exchange(warnings_, {});
  return made;
}

Result<bool> Snapshot::MakeLoaded(std::string_view name, TemplateState* made) {
  if (!catalog_->IsMissing(name)) return false;
  for (const Language language : {Language::kJinja, Language::kHandlebars}) {
    Loader& units = LoaderFor(language);
    if (units.IsMissing(name)) continue;
    made->language = language;
    made->SetUnit(*TRY(units.Load(name)), &units, *core_);
    return true;
  }
  return false;
}

Result<void> Snapshot::MakeEntry(const Entry& entry, TemplateState* made) {
  made->language = LanguageOf(entry.type);
  switch (entry.type) {
    case TemplateType::kJinja:
    case TemplateType::kHandlebars: {
      Units& units = entry.type == TemplateType::kJinja ? jinja_ : handlebars_;
      made->SetUnit(*TRY(units.Load(entry)), &units, *core_);
      return {};
    }
    case TemplateType::kSections: {
      const TemplateLoader loader(*catalog_, core_->limits);
      made->flat = TRY(ResolveSectionsAt(loader, loader.PlaceOf(entry), false, core_->limits,
                                         &heap_.meter(), &warnings_));
      return {};
    }
    case TemplateType::kChat:
      // The workspace is needed while it renders, for `$instructions`.
      made->chat = TRY(workspace::CompileEntry(*catalog_, entry, {}, call_));
      made->chat.workspace = files_;
      return {};
    case TemplateType::kTask:
    case TemplateType::kModel:
      break;
  }
  return Report(Code::kWrongTemplateType, Quoted(catalog_->ShownPath(entry)) + " is of type " +
                                              std::string(TypeName(entry.type)) +
                                              ", which does not render");
}

}  // namespace galley::handles
