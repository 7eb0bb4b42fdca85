// The loop that runs code.  Its instructions stand in instructions_core.inc and in one file
// for each language, all of them parts of one function, so that each can jump to the next
// without a call; dispatch.inc holds the words they are written in.
#include "engine/vm/machine.h"

#include <algorithm>
#include <utility>

#include "base/checked.h"
#include "base/equal_text.h"
#include "base/interruption.h"
#include "diag/report.h"
#include "engine/library/javascript.h"
#include "engine/library/operators.h"
#include "value/compare.h"
#include "value/print.h"

namespace galley {
namespace {

// As a mask: each time that so many steps are spent, about a millisecond, whoever asked for the
// render may have left.
constexpr uint64_t kStepsUnasked = 0xFFFF;

// A turn of a loop that crosses such a border, or the limit of steps, or comes after the limit of
// output.  False where it may not run.
bool PayForTurn(Core* core, uint64_t cost) {
  Meter& meter = core->heap.meter();
  if (!meter.Step(cost)) return false;
  if (IsInterrupted()) return meter.Stop(Exhausted::kSteps);
  return !core->out->overflowed();
}

// Whether CompareInts answers: conditions compare counters more often than anything but texts.
inline bool AreInts(Comparison comparison, const Value& a, const Value& b) noexcept {
  return a.is_int() && b.is_int() && comparison <= Comparison::kGreaterEqual;
}

inline bool CompareInts(Comparison comparison, int64_t a, int64_t b) noexcept {
  switch (comparison) {
    case Comparison::kEqual:
      return a == b;
    case Comparison::kNotEqual:
      return a != b;
    case Comparison::kLess:
      return a < b;
    case Comparison::kLessEqual:
      return a <= b;
    case Comparison::kGreater:
      return a > b;
    default:
      return a >= b;
  }
}

}  // namespace

// Straight-line code is paid for when a routine is entered and each time around a
// loop, which are the only ways to run it again.
bool Machine::Run() {
  static constexpr void* kLabels[] = {
#define OPCODE(name, operands, about) &&do_##name,
#include "engine/code/opcodes.def"
#undef OPCODE
  };

  CallContext& cx = *core_.cx;
  Output& out = *core_.out;
  const Instruction* pc;
  const Instruction* code;  // of the routine
  Value* r;
  const Value* bases[2];
  AttributeCache* attributes;
  const Unit* unit;
  const Value* subject;  // what the next instruction reads an attribute or an item of

#include "engine/vm/dispatch.inc"

  LOAD_FRAME();
  NEXT();

#include "engine/vm/instructions_core.inc"
#include "engine/vm/instructions_handlebars.inc"
#include "engine/vm/instructions_jinja.inc"
}

}  // namespace galley
