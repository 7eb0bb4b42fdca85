// Jinja text to code, in one call.
#ifndef GALLEY_ENGINE_JINJA_COMPILE_H_
#define GALLEY_ENGINE_JINJA_COMPILE_H_

#include "diag/source.h"
#include "engine/code/code.h"
#include "engine/jinja/options.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley::jinja {

// The result keeps nothing of `source`, which must be valid UTF-8.  Fails as
// Parse (parser.h) and Lower (lower.h) do.
Result<Unit> Compile(const Source& source, const SyntaxOptions& options, bool autoescape,
                     const Limits& limits);

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_COMPILE_H_
