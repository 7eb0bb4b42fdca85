// What the targets that render have in common.
#ifndef GALLEY_FUZZ_RENDER_OUTCOME_H_
#define GALLEY_FUZZ_RENDER_OUTCOME_H_

#include <string>

#include "base/utf8.h"
#include "engine/vm/machine.h"
#include "engine/vm/output.h"
#include "fuzz/require.h"
#include "galley/limits.h"

namespace galley {

inline Limits SmallLimits() {
  Limits limits;
  limits.steps = 100'000;
  limits.heap = 4 << 20;
  limits.output = 1 << 16;
  return limits;
}

// What a render gives: its text, or the code of its failure.
inline std::string RenderOutcome(const RenderRequest& request, Machine* machine) {
  Output out(request.limits.output);
  const Result<void> rendered = machine->Render(request, &out);
  Require(out.size() <= request.limits.output);
  if (rendered) {
    Require(IsValidUtf8(out.view()));
    return out.ToString();
  }
  Require(out.size() == 0);
  Require(rendered.error().code() != "internal");
  return std::string(rendered.error().code());
}

}  // namespace galley

#endif  // GALLEY_FUZZ_RENDER_OUTCOME_H_
