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

constexpr uint32_t kStepsUnasked = 16;  // as a power of two: about a millisecond

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
  BufferWriter& out = *core_.out;
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
