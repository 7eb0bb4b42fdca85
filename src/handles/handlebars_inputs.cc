// A name is read from the context where no block has changed that, or through @root.  A
// partial reads what its caller does where it keeps the context, but for what the call
// lays over it.
#include "handles/handlebars_inputs.h"

#include <map>
#include <string>
#include <utility>

#include "engine/handlebars/inspect.h"
#include "handles/input_shape.h"
#include "handles/reach.h"

namespace galley::handles {
namespace {

class Search {
 public:
  Search(const handlebars::CompileOptions& options, const Limits& limits, Loader* loader,
         InputList* inputs)
      : options_(options), limits_(limits), loader_(loader), inputs_(*inputs) {}

  void Run(const Unit& unit) {
    reach_.Add(&unit, {});
    while (const Unit* next = reach_.Next()) Follow(*next, true);
    while (const Unit* next = elsewhere_.Next()) Follow(*next, false);
    for (const Unit* each : reach_.order()) {
      AddReads(*each, &reach_.HiddenFrom(each));
      inputs_.fields().Add(FoundIn(*each).reads);
    }
    for (const Unit* each : elsewhere_.order()) AddReads(*each, nullptr);
  }

 private:
  // What is known of a template; each is read once.
  const handlebars::Inspection& FoundIn(const Unit& unit) {
    const auto [found, is_new] = found_.try_emplace(&unit);
    if (!is_new) return found->second;
    Result<handlebars::Inspection> read = handlebars::Inspect(SourceOf(unit), options_, limits_);
    if (read) found->second = *std::move(read);
    if (!read || found->second.may_read_more || found->second.is_dynamic) inputs_.MarkIncomplete();
    return found->second;
  }

  // Goes on with the partials of a template that itself `keeps_context` or does not.
  void Follow(const Unit& unit, bool keeps_context) {
    for (const handlebars::PartialUse& use : FoundIn(unit).partial_uses) {
      const Unit* used = Load(use.name);
      if (!used) {
        inputs_.MarkIncomplete();
      } else if (keeps_context && use.keeps_context) {
        const HiddenNames& around = reach_.HiddenFrom(&unit);
        if (!reach_.Pay(1 + around.size() + use.hidden.size())) return inputs_.MarkIncomplete();
        HiddenNames hidden = around;
        hidden.insert(use.hidden.begin(), use.hidden.end());
        reach_.Add(used, std::move(hidden));
      } else {
        elsewhere_.Add(used, {});
      }
    }
  }

  const Unit* Load(std::string_view name) {
    if (!loader_ || loader_->IsMissing(name)) return nullptr;
    const Result<const Unit*> used = loader_->Load(name);
    return used ? *used : nullptr;
  }

  // Without `hidden` the context is another one, and only @root reads that of the render.
  void AddReads(const Unit& unit, const HiddenNames* hidden) {
    const Source source = SourceOf(unit);
    for (const handlebars::VariableUse& use : FoundIn(unit).uses) {
      const bool reads = use.from_root || (hidden && !hidden->contains(use.name));
      if (!reads) continue;
      Input& input = inputs_.Add(use.name, source, use.span, kHandlebarsSeparators);
      input.required = input.required || !use.may_be_missing;
    }
  }

  const handlebars::CompileOptions& options_;
  const Limits& limits_;
  Loader* loader_;
  InputList& inputs_;
  Reach reach_;
  Reach elsewhere_;  // called with a context of their own
  std::map<const Unit*, handlebars::Inspection> found_;
};

}  // namespace

void AddHandlebarsInputs(const Unit& unit, const handlebars::CompileOptions& options,
                         const Limits& limits, Loader* loader, InputList* inputs) {
  Search(options, limits, loader, inputs).Run(unit);
}

}  // namespace galley::handles
