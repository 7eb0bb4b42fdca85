// What Jinja templates read from their context, found in their code.
#ifndef GALLEY_HANDLES_JINJA_INPUTS_H_
#define GALLEY_HANDLES_JINJA_INPUTS_H_

#include "engine/code/code.h"
#include "engine/code/loader.h"
#include "engine/jinja/options.h"
#include "galley/limits.h"
#include "galley/read_tree.h"
#include "handles/input_list.h"

namespace galley::handles {

// Adds what `unit` and all that it names read.  The unit itself was compiled as `own` says,
// the others as `shared`.
void AddJinjaInputs(const Unit& unit, const jinja::SyntaxOptions& own,
                    const jinja::SyntaxOptions& shared, const Limits& limits, Loader* loader,
                    InputList* inputs);

// Adds which parts of its variables they read to `reads`, which has its first node.
void AddJinjaReads(const Unit& unit, const jinja::SyntaxOptions& own,
                   const jinja::SyntaxOptions& shared, const Limits& limits, Loader* loader,
                   ReadTree* reads);

}  // namespace galley::handles

#endif  // GALLEY_HANDLES_JINJA_INPUTS_H_
