// Snapshot: the templates of a workspace as they were when somebody last looked, each
// compiled when first asked for.
//
// What was found stays where it is, so it is found again without a lock; finding
// something new takes the lock of the core.
#ifndef GALLEY_HANDLES_SNAPSHOT_H_
#define GALLEY_HANDLES_SNAPSHOT_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compile/catalog_set.h"
#include "engine/code/loader.h"
#include "files/files.h"
#include "galley/diagnostic.h"
#include "galley/result.h"
#include "galley/template.h"
#include "handles/core.h"
#include "handles/published_table.h"
#include "handles/ref.h"
#include "handles/template_state.h"
#include "value/heap.h"
#include "workspace/counting.h"
#include "workspace/invocation.h"
#include "workspace/params.h"
#include "workspace/workspace.h"

namespace galley::handles {

class Snapshot final : public Shared {
 public:
  // `given` is the parameter `workspace` of operations; `added` are the templates that the
  // program brings, which come before all others.  Fails as workspace::Workspace::Open and
  // its catalog do.
  static Result<Snapshot*> Open(std::shared_ptr<Core> core, const Value& given,
                                std::shared_ptr<const Files> added);

  Core& core() const noexcept { return *core_; }
  workspace::Workspace& files() noexcept { return *files_; }
  const Catalog& catalog() const noexcept { return *catalog_; }

  // What counts for a model and a tokenizer, as ReadCounting says; found once.
  Result<const workspace::Counting*> CountingFor(const workspace::Params& params,
                                                 const std::string& template_model);

  // What a name means, of any type.
  Result<TemplateState*> Load(std::string_view name);
  // A chat template of this snapshot as one that says that it is strict.
  Result<const workspace::CheckedTemplate*> StrictForm(const TemplateState& state);
  // Which version of a template of this snapshot it is, as traces tell; empty: none is known.
  const std::string& VersionOf(const TemplateState& state);
  // What texts of a language find by name.
  Loader& LoaderFor(Language language) noexcept {
    return language == Language::kJinja ? jinja_ : handlebars_;
  }

 private:
  // The units of one language, for machines of any thread.
  class Units final : public Loader {
   public:
    Units(Snapshot* snapshot, Language language) noexcept
        : snapshot_(*snapshot), language_(language) {}

    void Open(TextSet compiler, TemplateType type, const Limits& limits) {
      set_.emplace(*snapshot_.catalog_, type, std::move(compiler), limits, &snapshot_.core_->units);
    }
    Result<const Unit*> Load(std::string_view name) override;
    bool IsMissing(std::string_view name) override;
    // The unit of an entry, with the lock.
    Result<const Unit*> Load(const Entry& entry) { return set_->Load(entry); }

   private:
    // What the loaders of the program have under that name, or null.
    Result<const Unit*> AskLoaders(std::string_view name);

    Snapshot& snapshot_;
    Language language_;
    std::optional<CatalogSet> set_;
    std::vector<std::unique_ptr<const Unit>> loaded_;
    PublishedTable<const Unit> known_;
  };

  explicit Snapshot(std::shared_ptr<Core> core);
  ~Snapshot() override = default;
  Result<void> OpenFiles(const Value& given, std::shared_ptr<const Files> added);
  Result<std::unique_ptr<TemplateState>> Make(std::string_view name);
  // What a loader of the program has under that name; false where none has any.
  Result<bool> MakeLoaded(std::string_view name, TemplateState* made);
  Result<void> MakeEntry(const Entry& entry, TemplateState* made);

  std::shared_ptr<Core> core_;
  Heap heap_;
  std::vector<Diagnostic> warnings_;
  workspace::Invocation call_;  // what the files were opened with
  std::shared_ptr<workspace::Workspace> files_;
  const Catalog* catalog_ = nullptr;
  Units jinja_;
  Units handlebars_;
  PublishedTable<TemplateState> known_;
  std::vector<std::unique_ptr<TemplateState>> made_;
  PublishedTable<const workspace::Counting> countings_;
  std::vector<std::unique_ptr<const workspace::Counting>> opened_;  // those
};

}  // namespace galley::handles

#endif  // GALLEY_HANDLES_SNAPSHOT_H_
