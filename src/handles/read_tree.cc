// Of Jinja the parts are known; of other languages the variables, each as a whole.
#include "galley/read_tree.h"

#include "galley/template.h"
#include "handles/jinja_inputs.h"
#include "handles/snapshot.h"
#include "handles/template_state.h"

namespace galley {
namespace {

ReadTree WholeInputs(const Inputs& inputs) {
  ReadTree reads;
  reads.nodes.resize(1 + inputs.list.size());
  reads.nodes.front().is_whole = !inputs.is_complete;
  for (uint32_t at = 0; at < inputs.list.size(); ++at) {
    reads.nodes.front().fields.emplace_back(inputs.list[at].name, at + 1);
    reads.nodes[at + 1].is_whole = true;
  }
  return reads;
}

}  // namespace

ReadTree FindReads(const Template& made) {
  const handles::TemplateState& state = TemplateAccess::StateOf(made);
  if (state.language != Language::kJinja) return WholeInputs(made.inputs());
  const jinja::SyntaxOptions& shared = state.snapshot->core().texts.jinja.syntax;
  const jinja::SyntaxOptions& own = state.own_texts ? state.own_texts->jinja.syntax : shared;
  ReadTree reads;
  reads.nodes.resize(1);
  handles::AddJinjaReads(*state.unit, own, shared, state.snapshot->core().limits, state.loader,
                         &reads);
  return reads;
}

}  // namespace galley
