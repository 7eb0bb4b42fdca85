// What a template reads from its context, through everything that it names.
#ifndef GALLEY_HANDLES_INPUTS_H_
#define GALLEY_HANDLES_INPUTS_H_

#include "discover/catalog.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "galley/template.h"
#include "handles/field_tree.h"
#include "handles/template_state.h"
#include "workspace/chat_template.h"
#include "workspace/invocation.h"

namespace galley::handles {

Inputs FindInputs(const TemplateState& state);

// The same of an entry of a catalog that is not loaded; one of a chat template is for the
// other form, and a task kind reads nothing.  Fails for what is wrong with the template.
Result<Inputs> FindInputs(const Catalog& catalog, const Entry& entry,
                          const workspace::Invocation& call);
Inputs FindInputs(const workspace::CheckedTemplate& checked, const Limits& limits);

// What is known of the insides of those.
Result<FieldTree> FindFields(const Catalog& catalog, const Entry& entry,
                             const workspace::Invocation& call);
FieldTree FindFields(const workspace::CheckedTemplate& checked, const Limits& limits);

}  // namespace galley::handles

#endif  // GALLEY_HANDLES_INPUTS_H_
