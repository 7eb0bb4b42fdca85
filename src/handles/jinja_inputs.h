// What Jinja templates read from their context, found in their code.
#ifndef GALLEY_HANDLES_JINJA_INPUTS_H_
#define GALLEY_HANDLES_JINJA_INPUTS_H_

#include "engine/code/code.h"
#include "engine/code/loader.h"
#include "handles/input_list.h"

namespace galley::handles {

// Adds what `unit` and all that it names read.
void AddJinjaInputs(const Unit& unit, Loader* loader, InputList* inputs);

}  // namespace galley::handles

#endif  // GALLEY_HANDLES_JINJA_INPUTS_H_
