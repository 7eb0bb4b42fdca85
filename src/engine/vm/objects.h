// The objects that only the virtual machine knows: macros, loops, modules, and
// references to blocks.
#ifndef GALLEY_ENGINE_VM_OBJECTS_H_
#define GALLEY_ENGINE_VM_OBJECTS_H_

#include <cstdint>

#include "engine/code/code.h"
#include "engine/library/objects.h"
#include "engine/vm/context.h"
#include "value/function.h"
#include "value/value.h"

namespace galley {

// What one render keeps of a unit.
struct UnitState;

// A macro, the body of a call block, or a recursive loop: code and what it sees.
struct Macro : Function {
  UnitState* state;
  const Routine* routine;
  const Environment* environment;
  TemplateContext* context;
};

// A running loop.  ForBegin puts it into registers unless it escapes.
struct Loop : Function {
  enum class Over : uint8_t { kItems, kKeys, kPairs };

  const Value* items;       // of kItems
  const MapEntry* entries;  // of kKeys and kPairs
  uint32_t size;
  uint32_t next;   // turns begun so far
  uint32_t depth;  // recursive calls around it
  Over over;
  const Macro* recursion;  // what calling the loop runs, or null
  Value changed;           // the last arguments of loop.changed, undefined before

  Value Item(uint32_t index) const noexcept {
    return over == Over::kItems ? items[index] : entries[index].key;
  }
};
static_assert(sizeof(Loop) + sizeof(Value) <= kLoopRegisters * sizeof(Value));

// What an import gives.
struct Module : Function {
  TemplateContext* context;
  Value body;  // what the template wrote
};

// A block that can be called: `super`, or `self.name`.
struct BlockObject : Function {
  const BlockDefinition* block;
  TemplateContext* context;
};

struct SelfObject : Function {
  TemplateContext* context;
};

}  // namespace galley

#endif  // GALLEY_ENGINE_VM_OBJECTS_H_
