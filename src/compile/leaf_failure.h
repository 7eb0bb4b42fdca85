// What went wrong in a leaf string while it rendered, shown where the string is written.
#ifndef GALLEY_COMPILE_LEAF_FAILURE_H_
#define GALLEY_COMPILE_LEAF_FAILURE_H_

#include "compile/artifact.h"
#include "galley/diagnostic.h"

namespace galley::chat {

// `leaf-failed` for `leaf`, which is one of `parts` and was compiled for `artifact`.
Diagnostic ShowLeafFailure(const Artifact& artifact, const Parts& parts, const Leaf& leaf,
                           const Diagnostic& problem);

}  // namespace galley::chat

#endif  // GALLEY_COMPILE_LEAF_FAILURE_H_
