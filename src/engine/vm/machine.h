// Machine: the one loop in which every template runs, whatever its language.
//
// Steps, depth, heap and output are metered here and nowhere else.  Calls of
// macros, blocks and other templates push a frame; the machine never calls
// itself.
#ifndef GALLEY_ENGINE_VM_MACHINE_H_
#define GALLEY_ENGINE_VM_MACHINE_H_

#include <cstdint>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/writer.h"
#include "engine/code/code.h"
#include "engine/code/loader.h"
#include "engine/library/builtin.h"
#include "engine/vm/context.h"
#include "engine/vm/objects.h"
#include "engine/vm/registers.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley {

// Where a site found its attribute last.
struct AttributeCache {
  const char* key;
  uint32_t position;
};

struct UnitState {
  const Unit* unit;
  AttributeCache* attributes;  // by site
  UnitState** includes;        // by site: the template that a constant names, null before
};

struct RenderRequest {
  const Unit* unit = nullptr;
  Value data;     // a map; lives in a heap of the caller's
  Value globals;  // a map, or undefined; templates imported without context see it too
  RenderPolicy policy;
  bool autoescape = false;
  bool chat_template_globals = false;  // raise_exception and strftime_now
  Limits limits;
  Loader* loader = nullptr;  // null: the template stands alone
};

// Keeps its memory between renders, so a warm machine asks the system for
// nothing.  One render at a time.
class Machine {
 public:
  // Writes the rendered text to the end of `out`.  After a failure what was
  // written is taken back.
  Result<void> Render(const RenderRequest& request, BufferWriter* out);

 private:
  // What becomes of what a routine writes.
  enum class Ending : uint8_t {
    kWritten,       // it is where it belongs
    kText,          // becomes a string in a register
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
    Context* context;
    const Unit* parent;  // what the template extends
    const BlockDefinition* block;
    const Macro* macro;  // of a recursive loop
    uint32_t depth;      // of a recursive loop
    uint32_t ancestors;  // templates that led here by `extends`
    size_t written;      // output before the frame began
    uint16_t result;
    Ending ending;
    bool autoescape;   // outside
    bool from_data;    // outside
    bool is_complete;  // a macro to which every parameter was given by its place
  };

  struct Capture {
    size_t written;
    bool from_data;
  };

  // --- machine.cc
  bool Run();
  void Start(const RenderRequest& request, BufferWriter* out);
  static Span SpanOf(const Frame& frame);
  std::string HintAtVariable() const;
  Diagnostic Explain();
  std::string DescribeFrame(const Frame& frame, const Frame& caller) const;
  void EmitSlowly(const Value& value);
  void EmitEscaped(const Value& value);
  void AddToSum(Value* registers, const Value& term);
  Value TakeText(size_t written, bool from_data_before, bool safe);

  // --- machine_plain.cc
  static bool RenderPlain(const RenderRequest& request, BufferWriter* out);

  // --- machine_call.cc
  bool Push(const Unit* unit, const Routine* routine, Context* context, Ending ending,
            uint16_t result);
  bool Push(UnitState* state, const Routine* routine, Context* context, Ending ending,
            uint16_t result);
  bool FailDepth();
  bool Pop();
  void Call(const CallSite& site, Ending ending, uint16_t result, uint8_t escape);
  void CallValue(const Value& callee, Ending ending, uint16_t result, uint8_t escape);
  bool CallPlainMacro(const CallSite& site, const Value& callee, Ending ending, uint16_t result);
  void CallMacro(const Macro& macro, uint32_t depth, Ending ending, uint16_t result);
  void BindMacro(const Macro& macro, Value* registers);
  void BindKeywords(const Routine& routine, size_t bound, const Macro& macro, Value* registers);
  Value KeywordMap(size_t count);
  Value CallLoopMethod(const Loop& loop, std::string_view name, bool* known);
  Value FilterWith(const CallSite& site);
  bool GatherArguments(const CallSite& site);
  bool AddStarArguments(const Value& value);
  bool AddNamedArguments(const Value& value);
  void Finish(const Value& value, Ending ending, uint16_t result, uint8_t escape);
  Value FindAttribute(const Value& object, const AttributeSite& site, AttributeCache* cache);
  Value Attribute(const Value& object, const Value& name);
  Value ObjectAttribute(const Value& object, const Value& name);
  Value MacroAttribute(const Macro& macro, std::string_view name, const Value& absent);
  Value Item(const Value& object, const Value& key);
  Value MakeMap(std::span<const Value> pairs);
  void MakeMacro(uint16_t target, uint32_t routine);

  // --- machine_loop.cc
  Loop* NewLoop(Value* registers, uint8_t use);
  void BeginLoop(Value* registers, const Value& iterable, uint8_t use);
  void BeginItemsLoop(Value* registers, const Value& object, uint8_t use);
  Value LoopItem(const Loop& loop, uint32_t index);
  Value LoopValue(const Loop& loop, LoopPart part);
  void Collect(Value* registers, const Value& item);
  void NextPair(Loop* loop, Value* key, Value* value);
  bool Unpack(const Value& value, Value* targets, uint16_t count);

  // --- machine_template.cc
  Value Resolve(const AttributeSite& site);
  Context* NewContext();
  Context* DerivedContext(std::span<const VisibleVariable> visible, bool is_kept);
  void KeepVariables(Context* context);
  void AddBlocks(Context* context, const Unit& unit);
  const Unit* LoadOne(const Value& name, bool ignore_missing);
  const Unit* LoadFirst(const Value& names, bool ignore_missing);
  UnitState* LoadIncluded(uint32_t site, uint16_t operand);
  void Include(uint32_t site, uint16_t operand);
  void Import(const IncludeSite& site, const Value& name, uint16_t result);
  void RunModule(const Unit* unit, Context* context, Ending ending, uint16_t result);
  void FinishModule(const Frame& done);
  Value ImportedName(const Value& module, const Value& name);
  const Value* FindExport(const Module& module, std::string_view name) const;
  void Export(const Value& name, const Value& value, bool exported);
  void Extends(const Value& name);
  void CallBlock(const BlockSite& site);
  void PushBlock(const BlockDefinition* block, Context* context, Ending ending, uint16_t result);
  Value MakeSelf();
  Value MakeSuper();
  Value MakeBlock(const BlockDefinition* block, Context* context);
  UnitState* StateOf(const Unit* unit);

  Frame& frame() noexcept { return frames_.back(); }
  const Value& Constant(uint32_t index) noexcept { return frame().unit->constants[index]; }
  // A new object in the heap of the render, or null when that is exhausted.
  template <class T>
  T* New() noexcept {
    void* room = heap_.NewBytes(sizeof(T));
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

  const RenderRequest* request_ = nullptr;
  BufferWriter* out_ = nullptr;
  Heap heap_{Limits()};
  std::optional<CallContext> cx_;
  std::vector<Frame> frames_;
  std::vector<Capture> captures_;
  RegisterStack registers_;
  Value fixed_call_[1 + kMostFixedArguments];  // arguments of a FilterFixed
  std::vector<Value> values_;                  // arguments of the call being made
  std::vector<std::string_view> names_;
  std::vector<UnitState*> states_;
  Context* brief_contexts_ = nullptr;  // free to be used again, linked by their parents
  std::vector<std::pair<const Unit*, Value>> modules_;
  std::optional<Error> load_failure_;
  bool from_data_ = false;  // something from the context was written since the last mark
};

}  // namespace galley

#endif  // GALLEY_ENGINE_VM_MACHINE_H_
