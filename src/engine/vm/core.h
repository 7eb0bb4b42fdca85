// The core of the virtual machine: frames and registers, calls, limits, output and captures.
//
// It knows no language.  Steps, depth, heap and output are metered here and nowhere else;
// what an instruction of Jinja or of Handlebars means stands in the runtime of that language,
// over the core.  One render at a time; memory is kept between them.
#ifndef GALLEY_ENGINE_VM_CORE_H_
#define GALLEY_ENGINE_VM_CORE_H_

#include <cstdint>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/code/code.h"
#include "engine/code/loader.h"
#include "engine/library/builtin.h"
#include "engine/vm/context.h"
#include "engine/vm/objects.h"
#include "engine/vm/output.h"
#include "engine/vm/registers.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley {

// Where a site found its attribute last.
struct AttributeCache {
  const void* key;    // of an attribute, the bytes of the key; of a name, the variables seen
  uint32_t position;  // of the entry, or among the variables
};

// The value of `object` where the site found its key last, if that is there; or null.
// What follows in a list has mostly the same keys in the same places.
inline const Value* CachedAttribute(const Value& object, const AttributeCache& cache) noexcept {
  if (!object.is_map()) [[unlikely]]
    return nullptr;
  if (cache.position >= object.size()) [[unlikely]]
    return nullptr;
  const MapEntry& entry = object.entries()[cache.position];
  if (!entry.key.is_string()) [[unlikely]]
    return nullptr;
  if (entry.key.as_string().data() != cache.key) [[unlikely]]
    return nullptr;
  return &entry.value;
}

struct UnitState {
  const Unit* unit;
  const Routine* short_body;   // what an include of it runs without a frame, or null
  AttributeCache* attributes;  // by site
  UnitState** includes;        // by site: the template that a constant names, null before
  UnitState** partials;        // the same of Handlebars
};

// A string that adding to another one does not change.
inline bool IsPlainString(const Value& value) noexcept {
  return value.is_string() && !value.is_safe();
}

// What reading a variable gives: one that is not assigned yet is undefined like any
// other value, and may be assigned.
inline Value Settled(const Value& variable) noexcept {
  if (variable.is_missing()) [[unlikely]]
    return Value::Undefined(variable.undefined_name());
  return variable;
}

struct RenderRequest {
  const Unit* unit = nullptr;
  Value data;        // a map; lives in a heap of the caller's
  Value globals;     // a map, or undefined; templates imported without context see it too
  Value at_globals;  // Handlebars: the @ variables, a map or undefined
  const HostCallables* host = nullptr;  // has the names that the unit was compiled with
  RenderPolicy policy;
  bool autoescape = false;
  bool chat_template_globals = false;  // raise_exception and strftime_now
  Limits limits;
  Loader* loader = nullptr;  // null: the template stands alone
};

struct Core {
  // What becomes of what a routine writes.
  enum class Ending : uint8_t {
    kWritten,       // it is where it belongs
    kText,          // becomes a string in a register
    kEscaped,       // is to be escaped where it is
    kModule,        // the template becomes a module in a register
    kModuleOutput,  // the same, and its text is written
  };

  struct Frame {
    UnitState* state;
    const Unit* unit;
    const Routine* routine;
    const Instruction* pc;  // the next instruction while another frame runs
    Value* registers;
    AttributeCache* attributes;
    const Environment* outside;  // of the routine around this one
    const Environment* own;      // made for the first macro inside, null before
    TemplateContext* context;
    const Unit* parent;  // what the template extends
    const BlockDefinition* block;
    const Macro* macro;  // of a recursive loop
    uint32_t depth;      // of a recursive loop
    size_t written;      // output before the frame began
    uint16_t result;
    Ending ending;
    bool autoescape;   // outside
    bool is_complete;  // a macro to which every parameter was given by its place
    bool is_deepest;   // nothing may run inside of it
  };

  // A short routine that runs above the last frame, without one of its own: see IsShort.
  struct Frameless {
    UnitState* state = nullptr;  // null: there is none
    const Routine* routine;
    TemplateContext* context;
  };

  // What the end of a routine leaves to do.
  enum class Popped : uint8_t {
    kMore,    // nothing: the frame below runs on
    kLast,    // it was the last of its loop, and is still there
    kModule,  // `module` is to be made of it
  };

  // Forgets the last render and begins another one, without a frame.
  void Start(const RenderRequest& asked, Output* to);

  // --- core_frames.cc
  bool Push(const Unit* unit, const Routine* routine, TemplateContext* context, Ending ending,
            uint16_t result);
  bool Push(UnitState* state, const Routine* routine, TemplateContext* context, Ending ending,
            uint16_t result);
  bool FailDepth();
  bool IncludesItself() const;
  Popped Pop();
  void Stop(const Instruction* pc);
  TemplateContext* NewContext();
  const Environment* OwnEnvironment();
  UnitState* StateOf(const Unit* unit);
  const Unit* LoadOne(const Value& name, bool ignore_missing);
  // Begins a short routine without a frame.  False, with nothing done, where it needs one,
  // if only to fail in it.
  bool EnterFrameless(UnitState* state, const Routine& routine, TemplateContext* context) noexcept {
    const uint64_t steps = routine.end - routine.begin;
    if (!routine.is_short || frames.back().is_deepest) return false;
    if (heap.meter().steps_left() < steps) return false;
    heap.meter().Step(steps);
    frameless = {state, &routine, context};
    return true;
  }

  // --- core_output.cc
  void EmitSlowly(const Value& value);
  void EmitEscaped(const Value& value);
  void AddToSum(Value* sum, const Value& term);
  Value TakeText(size_t written, bool safe);
  void Finish(const Value& value, Ending ending, uint16_t result, uint8_t escape);
  Value UndefinedFor(std::string_view reason);

  // --- core_failure.cc
  static Span SpanOf(const Frame& frame);
  Error Failure();
  std::string OutputLimit() const;
  Diagnostic Explain();
  std::string HintAtName() const;
  Span SpanOfUndefined(const Unit& unit, Span span) const;
  std::string DescribeFrame(const Frame& called, const Frame& caller) const;

  Frame& frame() noexcept { return frames.back(); }
  const Unit& CurrentUnit() const noexcept {
    return frameless.state ? *frameless.state->unit : *frames.back().unit;
  }
  const Value& Constant(uint32_t index) noexcept { return frame().unit->constants[index]; }
  const Value& Operand(uint16_t operand) noexcept {
    return operand & kConstantBit ? Constant(operand & ~uint32_t{kConstantBit})
                                  : frame().registers[operand];
  }
  const TemplateContext& CurrentContext() const noexcept {
    return frameless.state ? *frameless.context : *frames.back().context;
  }
  // What a name meant last, where that is a variable of the frame that is seen: a template
  // that is included in a loop finds its names where it found them before.
  const Value* CachedName(const AttributeCache& cache) const noexcept {
    const TemplateContext& context = CurrentContext();
    const VisibleVariable* seen = context.frame.variables.data();
    if (!seen || seen != cache.key || !context.variables.empty()) return nullptr;
    const Value& value = context.frame.ValueOf(seen[cache.position]);
    return value.is_missing() ? nullptr : &value;
  }
  // The variables of the last frame, of which those in `visible` may be seen.
  VisibleFrame SeenFrame(std::span<const VisibleVariable> visible) noexcept {
    return {visible, frame().unit->constants.data(), frame().registers, frame().outside};
  }
  // A new object in the heap of the render, or null when that is exhausted.
  template <class T>
  T* New() noexcept {
    void* room = heap.NewBytes(sizeof(T));
    return room ? new (room) T() : nullptr;
  }
  template <class T>
  T* NewObject(ObjectType type, std::string_view name) noexcept {
    T* object = New<T>();
    if (!object) return nullptr;
    object->type = static_cast<uint32_t>(type);
    object->name = name;
    return object;
  }

  const RenderRequest* request = nullptr;
  Output* out = nullptr;
  Heap heap{Limits()};
  std::optional<CallContext> cx;
  std::vector<Frame> frames;
  std::vector<size_t> captures;  // output before each of those that are open
  RegisterStack register_stack;
  size_t floor = 1;     // how many frames there are when the loop is done
  uint32_t nested = 0;  // calls of the host that the loop runs inside of
  bool halted = false;  // a loop inside of a call stopped, and its frames tell where
  Frameless frameless;
  Value short_registers[kShortRegisters];  // of what runs without a frame
  TemplateContext short_context;           // what it sees where it is included
  std::vector<UnitState*> states;
  TemplateContext* brief_contexts = nullptr;  // free to be used again, linked by their parents
  Frame module = {};                          // of a template that ended as a module
  std::optional<Error> load_failure;
};

// What a runtime is made over.
class Runtime {
 protected:
  using Ending = Core::Ending;
  using Frame = Core::Frame;

  explicit Runtime(Core* core) noexcept : core_(*core) {}

  CallContext& cx() noexcept { return *core_.cx; }
  Heap& heap() noexcept { return core_.heap; }
  Output& out() noexcept { return *core_.out; }
  const RenderRequest& request() const noexcept { return *core_.request; }
  Frame& frame() noexcept { return core_.frame(); }

  Core& core_;
};

}  // namespace galley

#endif  // GALLEY_ENGINE_VM_CORE_H_
