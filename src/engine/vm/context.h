// TemplateContext: what names mean to a template while it is rendered.
//
// Contexts live in the heap of the render and are never freed one by one.
#ifndef GALLEY_ENGINE_VM_CONTEXT_H_
#define GALLEY_ENGINE_VM_CONTEXT_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "base/equal_text.h"
#include "engine/code/code.h"
#include "engine/vm/named_array.h"
#include "value/map.h"
#include "value/value.h"

namespace galley {

struct Binding {
  Value name;
  Value value;
  bool exported;  // importers see it
};

// One definition of a block.
struct BlockDefinition {
  const Unit* unit;
  const Routine* routine;
  const BlockDefinition* parent;  // the one it overrides
};

struct BlockBinding {
  Value name;
  BlockDefinition* first;  // the most derived one
  BlockDefinition* last;
};

// The variables of a routine that is, or was, running, for the routines inside it.
struct Environment {
  Value* registers;
  const Environment* parent;
};

// The variables of a frame that another template may see, where they are.
struct VisibleFrame {
  std::span<const VisibleVariable> variables;
  const Value* constants = nullptr;  // their names
  const Value* registers = nullptr;
  const Environment* outside = nullptr;

  // The position of the variable called `name`, or kNoPosition.
  uint32_t Find(std::string_view name) const noexcept {
    for (uint32_t at = 0; at < variables.size(); ++at) {
      if (EqualText(constants[variables[at].name].as_string(), name)) return at;
    }
    return kNoPosition;
  }

  const Value& ValueOf(const VisibleVariable& variable) const noexcept {
    if (variable.level == 0) return registers[variable.variable];
    const Environment* environment = outside;
    for (uint16_t level = variable.level; level > 1; --level) environment = environment->parent;
    return environment->registers[variable.variable];
  }
};

struct TemplateContext {
  TemplateContext* parent = nullptr;  // what an include or a scoped block sees besides
  Value data;                         // a map, or undefined
  Value globals;                      // a map, or undefined
  NamedArray<Binding> variables;      // what the template assigned at its top level
  NamedArray<BlockBinding> blocks;
  HeapArray<const Unit*> lineage;  // the template and those it extends, once there is one
  // What it sees of the frame that made it, which runs on only when this is done.
  // Copied into `variables` before anything can outlive that frame.
  VisibleFrame frame;
  bool is_shared = false;  // of a module that is run once in a render
  bool is_brief = false;   // nothing refers to it once its frame is done

  const Value* FindVariable(std::string_view name, uint32_t hash) const noexcept {
    if (const Binding* binding = variables.Find(name, hash)) return &binding->value;
    const uint32_t at = frame.Find(name);
    if (at == kNoPosition) return nullptr;
    const Value& value = frame.ValueOf(frame.variables[at]);
    return value.is_missing() ? nullptr : &value;
  }
  // What `name` means here: a variable, or an entry of the data or the globals; null
  // where it is none of them.
  const Value* FindName(std::string_view name, uint32_t hash) const noexcept {
    const TemplateContext* context = this;
    for (;; context = context->parent) {
      if (const Value* found = context->FindVariable(name, hash)) return found;
      if (!context->parent) break;
    }
    for (const Value* map : {&context->data, &context->globals}) {
      if (!map->is_map()) continue;
      const uint32_t at = FindKey(*map, name, hash);
      if (at != kNoPosition) return &map->entries()[at].value;
    }
    return nullptr;
  }
};

}  // namespace galley

#endif  // GALLEY_ENGINE_VM_CONTEXT_H_
