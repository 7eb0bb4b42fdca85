// What Handlebars templates read from their context, found in their text.
#ifndef GALLEY_HANDLES_HANDLEBARS_INPUTS_H_
#define GALLEY_HANDLES_HANDLEBARS_INPUTS_H_

#include "engine/code/code.h"
#include "engine/code/loader.h"
#include "engine/handlebars/options.h"
#include "galley/limits.h"
#include "handles/input_list.h"

namespace galley::handles {

// Adds what `unit` and the partials that it calls read.
void AddHandlebarsInputs(const Unit& unit, const handlebars::CompileOptions& options,
                         const Limits& limits, Loader* loader, InputList* inputs);

}  // namespace galley::handles

#endif  // GALLEY_HANDLES_HANDLEBARS_INPUTS_H_
