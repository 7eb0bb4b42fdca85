// What a template reads from its context, through everything that it names.
#ifndef GALLEY_HANDLES_INPUTS_H_
#define GALLEY_HANDLES_INPUTS_H_

#include "galley/template.h"
#include "handles/template_state.h"

namespace galley::handles {

Inputs FindInputs(const TemplateState& state);

}  // namespace galley::handles

#endif  // GALLEY_HANDLES_INPUTS_H_
