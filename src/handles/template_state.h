// What a Template stands for.
//
// A template that was loaded belongs to the snapshot that it was loaded from, one that
// was compiled from a source to itself; a Template counts the owner, so that copies are
// cheap and what a template names lives as long as any of them.
#ifndef GALLEY_HANDLES_TEMPLATE_STATE_H_
#define GALLEY_HANDLES_TEMPLATE_STATE_H_

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/code/code.h"
#include "engine/code/loader.h"
#include "engine/vm/machine.h"
#include "galley/template.h"
#include "handles/core.h"
#include "handles/ref.h"
#include "resolve/flat.h"
#include "workspace/chat_template.h"

namespace galley {

namespace handles {
class Snapshot;
}

struct Template::State {
  handles::Shared* owner = nullptr;
  handles::Snapshot* snapshot = nullptr;  // of the owner, or the owner itself
  uint64_t number = 0;                    // unlike that of any other of the workspace
  std::string name;
  Language language = Language::kJinja;
  std::vector<Diagnostic> warnings;

  // Of a text: what it was compiled to, and what it finds by name.  The request that renders it is
  // made by a worker's first render of it.
  const Unit* unit = nullptr;
  Loader* loader = nullptr;
  std::shared_ptr<const Unit> own_unit;             // where it is not one of the snapshot
  std::unique_ptr<handles::TextOptions> own_texts;  // where they are not the workspace's
  uint64_t most_output = 0;                         // bytes of a render
  bool is_short = false;  // most renders of it need no worker: see RenderShort in template.cc
  // Sets what a text needs.
  void SetUnit(const Unit& compiled, Loader* linked, const handles::Core& core) {
    unit = &compiled;
    loader = linked;
    most_output = core.limits.output;
    is_short = CanRenderPlain(compiled, core.limits) && !core.trace.is_on();
  }

  std::optional<FlatTemplate> flat;  // of sections
  workspace::CheckedTemplate chat;   // of a chat template
  // The same where what fails is an error, made when first asked for.
  mutable std::once_flag strict_made;
  mutable std::optional<Result<workspace::CheckedTemplate>> strict_chat;

  // Which version it is, found when first traced; empty: none that is known.
  mutable std::once_flag version_found;
  mutable std::string version;

  mutable std::once_flag inputs_found;
  mutable Inputs inputs;
};

// What may make a Template.
struct TemplateAccess {
  using State = Template::State;
  // The caller has retained the owner.
  static Template Of(State* state) noexcept { return Template(state); }
  static const State& StateOf(const Template& made) noexcept { return *made.state_; }
};

namespace handles {
using TemplateState = TemplateAccess::State;
}

}  // namespace galley

#endif  // GALLEY_HANDLES_TEMPLATE_STATE_H_
