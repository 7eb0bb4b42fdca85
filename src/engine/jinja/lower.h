// Lowering: a Jinja syntax tree to code.
#ifndef GALLEY_ENGINE_JINJA_LOWER_H_
#define GALLEY_ENGINE_JINJA_LOWER_H_

#include <vector>

#include "diag/source.h"
#include "engine/code/code.h"
#include "engine/jinja/ast.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley {
class HostCallables;
}

namespace galley::jinja {

// A place that reads a name of the context.
struct ContextRead {
  NameId name;
  Span span;
};

// `source` is what `tree` was parsed from.  With `autoescape`, output is escaped
// unless the template says otherwise.  `host` is what it may call besides, or null.
// Fails with `template-syntax` for what
// Jinja2 refuses when compiling, with `unknown-filter` or `unknown-test`, or with
// `limit-depth` where the code would need more registers than there are.
//
// Whoever asks for them gets the places that read names of the context in `*reads`.
Result<Unit> Lower(Tree tree, const Source& source, bool autoescape, const Limits& limits,
                   const HostCallables* host = nullptr, std::vector<ContextRead>* reads = nullptr);

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_LOWER_H_
