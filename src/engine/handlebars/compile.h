// Handlebars text to code.
#ifndef GALLEY_ENGINE_HANDLEBARS_COMPILE_H_
#define GALLEY_ENGINE_HANDLEBARS_COMPILE_H_

#include "diag/source.h"
#include "engine/code/code.h"
#include "engine/handlebars/options.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley::handlebars {

// Fails with `template-syntax`, or for a limit on the size of a template.
Result<Unit> Compile(const Source& source, const CompileOptions& options, const Limits& limits);

}  // namespace galley::handlebars

#endif  // GALLEY_ENGINE_HANDLEBARS_COMPILE_H_
