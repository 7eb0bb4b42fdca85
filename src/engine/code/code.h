// Code: what a template compiles to, whatever language it is written in.
//
// A Unit is one template: instructions, the constants they use, and routines (the
// body of the template, of each block, macro and recursive loop).  It is
// immutable and may be shared between threads; everything that changes while
// rendering lives in the virtual machine.
#ifndef GALLEY_ENGINE_CODE_CODE_H_
#define GALLEY_ENGINE_CODE_CODE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "diag/source.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley {

struct Builtin;

enum class Opcode : uint8_t {
#define OPCODE(name, operands, about) k##name,
#include "engine/code/opcodes.def"
#undef OPCODE
};

struct Instruction {
  Opcode op;
  uint8_t x = 0;
  uint16_t a = 0;
  uint16_t b = 0;
  uint16_t c = 0;

  constexpr uint32_t d() const noexcept { return b | static_cast<uint32_t>(c) << 16; }
  constexpr void set_d(uint32_t value) noexcept {
    b = static_cast<uint16_t>(value);
    c = static_cast<uint16_t>(value >> 16);
  }
};
static_assert(sizeof(Instruction) == 8);

// An operand with this bit set is a constant, otherwise a register.
inline constexpr uint16_t kConstantBit = 0x8000;

// How a ForBegin uses its loop.
enum LoopUse : uint8_t {
  kLoopPlain = 0,
  kLoopEscapes = 1,  // `loop` is used as a value, so its state outlives the frame
};

// Registers that the state of a loop takes.
inline constexpr uint16_t kLoopRegisters = 7;

enum class LoopPart : uint8_t {
  kIndex,
  kIndex0,
  kRevIndex,
  kRevIndex0,
  kFirst,
  kLast,
  kLength,
  kDepth,
  kDepth0,
  kPrevious,
  kNext,
};

// What the x of a JumpIfLoop holds: the field, and the truth that jumps.
constexpr uint8_t LoopCondition(LoopPart part, bool truth) noexcept {
  return static_cast<uint8_t>(static_cast<uint8_t>(part) * 2 + truth);
}

// The part of `loop` that `name` means.
std::optional<LoopPart> FindLoopPart(std::string_view name) noexcept;

// A name known when compiling: of an attribute, of an item under a string, or of a
// variable of the context.  Methods are looked
// for before keys in `a.b`, and after them in `a['b']`.
struct AttributeSite {
  uint32_t name;  // constant
  uint32_t hash;
  bool is_map_method;    // maps have a method of that name
  bool is_item = false;  // `a['b']`
};

// A filter, test or function whose arguments were bound when compiling.
struct BuiltinSite {
  const Builtin* builtin;
  uint16_t count;                // arguments in registers, the operand included
  bool is_test;                  // the result is turned into a bool
  std::span<const Value> fixed;  // arguments that are constants, behind the others
};
inline constexpr size_t kMostFixedArguments = 7;

struct CallArgument {
  enum class Kind : uint8_t { kPositional, kKeyword, kStar, kDoubleStar } kind;
  uint32_t name;  // constant, of kKeyword
};

// A call of a value.  Its arguments lie in registers from `base` on.
struct CallSite {
  uint16_t callee = 0;               // register; of a method call, the object
  uint32_t method = UINT32_MAX;      // attribute site of a method call
  const Builtin* builtin = nullptr;  // FilterWith: what is called; callee is the operand
  uint32_t host = UINT32_MAX;        // CallHost: the name of what is called, a constant
  bool is_test = false;
  bool plain = true;  // of a value in a register, with positional arguments and no more
  uint16_t base = 0;
  uint16_t caller = UINT16_MAX;  // register of the body of a call block
  std::span<const CallArgument> arguments;
};

// Variables that an include, an import or a scoped block can see.
struct VisibleVariable {
  uint32_t name;      // constant
  uint16_t level;     // 0: this routine, 1: the one around it, ...
  uint16_t variable;  // register
};

struct IncludeSite {
  bool ignore_missing = false;
  bool with_context = false;
  std::span<const VisibleVariable> visible;
};

struct BlockSite {
  uint32_t name;  // constant
  bool scoped = false;
  bool required = false;
  std::span<const VisibleVariable> visible;
};

// Handlebars.

// A variable behind an @.
enum class DataPart : uint8_t { kIndex, kKey, kFirst, kLast, kRoot, kPartialBlock, kNamed };

// A path whose steps are fields.
struct PathSite {
  std::span<const uint16_t> fields;  // attribute sites
};

struct DataSite {
  DataPart part;
  bool strict;     // it must be there
  bool sure;       // there must be such variables
  uint32_t depth;  // how many `..` stand behind the @
  uint32_t name;   // constant
};

// A call of a helper of the host's.  Its arguments lie in registers from `base` on.
struct HelperSite {
  uint32_t name;  // constant
  uint16_t base;
  uint16_t count;
  uint16_t hash = UINT16_MAX;     // register of a map, or none
  uint16_t context = 0;           // operand
  uint32_t body = UINT32_MAX;     // routine of its block, or none; it takes block
  uint32_t inverse = UINT32_MAX;  // parameters in the registers behind its context
  uint16_t body_params = 0;
  uint16_t inverse_params = 0;
};

// A partial in the block of a call, for the template that is called.
struct InlineSite {
  uint16_t name;     // operand
  uint32_t routine;  // UINT32_MAX: the name means nothing
};

struct PartialSite {
  uint16_t name;                        // operand
  bool is_dynamic = false;              // the name is computed
  bool passes_data = true;              // the @ variables
  bool passes_contexts = false;         // the outer contexts
  uint16_t context;                     // operand
  uint16_t hash = UINT16_MAX;           // register of a map that is laid over the context, or none
  uint32_t indent = UINT32_MAX;         // constant, or none
  uint32_t block = UINT32_MAX;          // routine of its block, or none
  std::span<const InlineSite> inlines;  // what the block defines
};

struct RoutineParameter {
  uint32_t name;  // constant
};

// A program takes its context in register 0: a Handlebars template, an inline
// partial, or the block of a call.
enum class RoutineKind : uint8_t { kTemplate, kBlock, kMacro, kCaller, kLoop, kProgram };

struct Routine {
  RoutineKind kind = RoutineKind::kTemplate;
  std::string_view name;
  uint32_t parent = UINT32_MAX;  // the routine around it, or none
  uint32_t begin = 0;            // instructions [begin, end)
  uint32_t end = 0;
  uint16_t registers = 0;
  // True where macros or loops inside use its variables, so that its registers
  // must outlive the call.
  bool captured = false;

  // Macros: registers 0.. hold the parameters, then these, where used.
  std::span<const RoutineParameter> parameters;
  uint16_t defaults = 0;  // how many of the last parameters have one
  bool takes_caller = false;
  bool explicit_caller = false;
  bool takes_varargs = false;
  bool takes_kwargs = false;
  bool is_plain = false;  // a macro that takes its parameters and nothing else
  bool is_short = false;  // needs no frame to run in: see Core::EnterFrameless
  uint16_t caller = 0;
  uint16_t varargs = 0;
  uint16_t kwargs = 0;

  Span span;  // where it is defined
};

struct BlockEntry {
  uint32_t name;  // constant
  uint32_t routine;
};

// Everything that a unit shows lies in its heap; draft.h makes units.
struct Unit {
  std::string_view name;  // the template's name, for messages
  std::string_view text;  // its source
  std::span<const Instruction> instructions;
  std::span<const Span> positions;  // of each instruction in `text`
  std::span<const Value> constants;
  std::span<const Routine> routines;  // the first is the template's body
  std::span<const AttributeSite> attributes;
  std::span<const BuiltinSite> builtins;
  std::span<const CallSite> calls;
  std::span<const IncludeSite> includes;
  std::span<const BlockSite> block_sites;
  std::span<const BlockEntry> blocks;
  std::span<const PathSite> paths;
  std::span<const DataSite> data_sites;
  std::span<const HelperSite> helpers;
  std::span<const PartialSite> partials;
  // Names of other templates that are known when compiling, in order.
  std::span<const uint32_t> links;
  // Nothing but text, names of the context and their attributes: see RenderPlain.
  bool is_plain = false;
  // Values that hold on to the context may be made: macros, modules, `self`.
  bool keeps_context = false;
  // gettext and its like are there.
  bool translates = false;
  Heap heap{Limits::Ceiling()};
};

// How many names a plain unit may have, and how many registers a short routine.
inline constexpr uint16_t kPlainRegisters = 16;
inline constexpr uint16_t kShortRegisters = 32;

// What Unit::is_plain and Routine::is_short must be.
bool IsPlain(const Unit& unit) noexcept;
bool IsShort(const Unit& unit, const Routine& routine) noexcept;

inline Source SourceOf(const Unit& unit) { return Source(std::string(unit.name), unit.text); }

}  // namespace galley

#endif  // GALLEY_ENGINE_CODE_CODE_H_
