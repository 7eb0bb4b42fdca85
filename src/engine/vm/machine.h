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
#include "engine/library/host_callables.h"
#include "engine/vm/context.h"
#include "engine/vm/handlebars_state.h"
#include "engine/vm/objects.h"
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
inline const Value* FoundAgain(const Value& object, const AttributeCache& cache) noexcept {
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

// Keeps its memory between renders, so a warm machine asks the system for
// nothing.  One render at a time.
class Machine {
 public:
  // Writes the rendered text to the end of `out`.  After a failure what was
  // written is taken back.
  Result<void> Render(const RenderRequest& request, BufferWriter* out);

  // True where the last render passed tags (those of a template compiled to mark
  // them), and none printed anything but blanks.
  bool all_tags_blank() const noexcept { return tag_seen_ && !tag_printed_; }
  // What the last render left of its steps.
  uint64_t steps_left() noexcept {
    return steps_left_ == kMetered ? heap_.meter().steps_left() : steps_left_;
  }
  // What the template logged, valid until the next render.
  std::span<const LogRecord> log() const noexcept { return handlebars_.log; }

 private:
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
    bool from_data;    // outside
    bool is_complete;  // a macro to which every parameter was given by its place
    bool is_deepest;   // nothing may run inside of it
  };

  struct Capture {
    size_t written;
    bool from_data;
  };

  // A short routine that runs above the last frame, without one of its own.
  struct Detour {
    UnitState* state = nullptr;  // null: there is none
    const Routine* routine;
    TemplateContext* context;
  };

  // --- machine_start.cc
  Result<void> RenderInFull(const RenderRequest& request, BufferWriter* out);
  void Start(const RenderRequest& request, BufferWriter* out);

  // --- machine.cc
  bool Run();

  // --- machine_failure.cc
  static Span SpanOf(const Frame& frame);
  std::string HintAtName() const;
  Span SpanOfUndefined(const Unit& unit, Span span) const;
  Error Failure();
  Diagnostic Explain();
  std::string DescribeFrame(const Frame& frame, const Frame& caller) const;
  std::string OutputLimit() const;

  // --- machine_output.cc
  void EmitSlowly(const Value& value);
  void EmitEscaped(const Value& value);
  void AddToSum(Value* registers, const Value& term);
  Value TakeText(size_t written, bool from_data_before, bool safe);

  // --- machine_plain.cc
  bool RenderPlain(const RenderRequest& request, BufferWriter* out);

  // --- machine_call.cc
  bool Push(const Unit* unit, const Routine* routine, TemplateContext* context, Ending ending,
            uint16_t result);
  bool IncludesItself() const;
  bool Push(UnitState* state, const Routine* routine, TemplateContext* context, Ending ending,
            uint16_t result);
  bool FailDepth();
  bool Pop();
  void Stop(const Instruction* pc);
  void Call(const CallSite& site, Ending ending, uint16_t result, uint8_t escape);
  void CallValue(const Value& callee, Ending ending, uint16_t result, uint8_t escape);
  const Macro* PlainMacro(const CallSite& site);
  bool DetourToMacro(const CallSite& site);
  bool CallPlainMacro(const CallSite& site, Ending ending, uint16_t result);
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
  Value FindAttribute(const Value& object, const AttributeSite& site, const Value& name,
                      AttributeCache* cache);
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
  Value Resolve(const AttributeSite& site, const Value& name, AttributeCache* cache);
  TemplateContext* NewContext();
  TemplateContext* DerivedContext(std::span<const VisibleVariable> visible, bool is_kept);
  void KeepVariables(TemplateContext* context);
  TemplateContext* CopiedContext(std::span<const VisibleVariable> visible);
  void AddBlocks(TemplateContext* context, const Unit& unit);
  const Unit* LoadOne(const Value& name, bool ignore_missing);
  const Unit* LoadNamed(const Value& name);
  const Unit* LoadFirst(const Value& names, bool ignore_missing);
  UnitState* LoadIncluded(uint32_t site, uint16_t operand);
  void Include(uint32_t site, uint16_t operand);
  void Import(const IncludeSite& site, const Value& name, uint16_t result);
  void RunModule(const Unit* unit, TemplateContext* context, Ending ending, uint16_t result);
  void FinishModule(const Frame& done);
  Value ImportedName(const Value& module, const Value& name);
  Value UndefinedFor(std::string_view reason);
  const Value* FindExport(const Module& module, std::string_view name) const;
  void Export(const Value& name, const Value& value, bool exported);
  void Extends(const Value& name);
  bool IsExtended() const;
  void FailCycle(const HeapArray<const Unit*>& lineage, const Unit* again);
  void CallBlock(const BlockSite& site);
  void PushBlock(const BlockDefinition* block, TemplateContext* context, Ending ending,
                 uint16_t result);
  Value MakeSelf();
  Value MakeSuper();
  Value MakeBlock(const BlockDefinition* block, TemplateContext* context);
  UnitState* StateOf(const Unit* unit);

  // --- machine_handlebars.cc
  void StartProgram();
  void EndProgram();
  void EmitJs(const Value& value, uint8_t style);
  void EmitSum(std::span<const Value> values, uint8_t style);
  void EmitStructure(const Value& value, uint8_t style);
  Value FieldOrSelf(const Value& object, const AttributeSite& site);
  Value GlobalPath(const Unit& unit, const PathSite& path);
  Value DataFieldOf(const Value& object, const AttributeSite& site);
  Value SureFieldOf(const Value& object, const AttributeSite& site);
  Value StrictFieldOf(const Value& object, const AttributeSite& site);
  Value DepthFieldOf(const AttributeSite& site);
  Value LookUp(const Value& object, const Value& key);
  uint32_t LevelOut(uint32_t depth) noexcept;
  bool IsContextAround(const Value& context);
  void EnterContext(const Value& context);
  void LeaveContext() noexcept;
  bool BeginEach(const Value& value);
  bool BeginSection(const Value& value, const Value& context);
  void PushLoop(DataLevel level);
  Value EachKey() const;
  Value SectionParam(uint8_t index) const;
  Value LoadData(const DataSite& site);
  Value LoopVariable(const DataLevel& level, DataPart part) const;
  Value NamedData(const DataLevel& level, const DataSite& site);
  const Value* FindGiven(const DataLevel& level, std::string_view name, uint32_t inside);
  Value OuterData(const DataSite& site);
  void Log(const Value& level, std::span<const Value> values);

  // --- machine_host.cc
  class ReentrantCall;
  std::span<const Value> KeepArguments(std::span<const Value> values);
  void HandOverArguments(HostCall* call);
  Value CallHostFilter(const CallSite& site);
  Value CallHostObject(const HostObject& object);
  Value CallHelper(const HelperSite& site);
  Value RunBody(const Closure& closure, uint32_t params, const HostBody& body);
  Value RunTemplate(std::string_view name, const Value& data);
  Value RunCallee(const Value& callee, std::span<const Value> values);
  void PushTemplate(const Unit& unit, const Value& data);
  void GiveData(const Value& variables);
  template <class Begin>
  Value RunInside(Begin begin);

  // --- machine_partial.cc
  struct PartialTarget {
    const Unit* unit = nullptr;
    std::optional<Closure> closure;
    bool is_block = false;
  };
  ProgramFrame NewProgram() const noexcept;
  const Environment* OwnEnvironment();
  Closure MakeClosure(uint32_t routine);
  void DefineInline(const Value& name, uint32_t routine);
  void PushInline(const InlinePartial& partial);
  void DropInlines(size_t count);
  uint32_t ContainerOf(const Unit* unit);
  Value PartialName(const PartialSite& site);
  Value PartialContext(const PartialSite& site);
  Value MergedContext(const Value& context, const Value& hash);
  void AddUnits(std::string_view text, uint8_t marks, MapEntry* entries);
  PartialTarget FindPartial(const PartialSite& site, const Value& name);
  void CallPartial(const PartialSite& site);
  void PushBlockLevel(uint32_t block);
  void PushPartialBlock(const PartialSite& site);
  bool PushProgram(const Unit* unit, const Routine* routine, ProgramFrame program,
                   const Value& context);
  void RunTarget(const PartialTarget& target, const PartialSite& site, const Value& context,
                 ProgramFrame program);
  void RunClosure(const Closure& closure, bool is_block, const Value& context,
                  ProgramFrame program);
  void IndentOutput(size_t written, std::string_view indent);
  const Value& Operand(uint16_t operand) noexcept {
    return operand & kConstantBit ? Constant(operand & ~uint32_t{kConstantBit})
                                  : frame().registers[operand];
  }

  Frame& frame() noexcept { return frames_.back(); }
  const TemplateContext& CurrentContext() const noexcept {
    return detour_.state ? *detour_.context : *frames_.back().context;
  }
  // What a name meant last, where that is a variable of the frame that is seen: a template
  // that is included in a loop finds its names where it found them before.
  const Value* SeenAgain(const AttributeCache& cache) const noexcept {
    const TemplateContext& context = CurrentContext();
    const VisibleVariable* seen = context.frame.variables.data();
    if (!seen || seen != cache.key || context.variables.size != 0) return nullptr;
    const Value& value = context.frame.ValueOf(seen[cache.position]);
    return value.is_missing() ? nullptr : &value;
  }
  // Begins a short routine without a frame.  False, with nothing done, where it needs one,
  // if only to fail in it.
  bool TakeDetour(UnitState* state, const Routine& routine, TemplateContext* context) noexcept {
    const uint64_t steps = routine.end - routine.begin;
    if (!routine.is_short || frames_.back().is_deepest) return false;
    if (heap_.meter().steps_left() < steps) return false;
    heap_.meter().Step(steps);
    detour_ = {state, &routine, context};
    return true;
  }
  // The same for the body of a template that `site` includes.
  bool DetourToTemplate(UnitState* state, const IncludeSite& site) noexcept {
    if (!state->short_body || !site.with_context) return false;
    if (!TakeDetour(state, *state->short_body, &short_context_)) return false;
    short_context_.parent = frame().context;
    short_context_.frame = SeenFrame(site.visible);
    return true;
  }
  // The variables of the last frame, of which those in `visible` may be seen.
  VisibleFrame SeenFrame(std::span<const VisibleVariable> visible) noexcept {
    return {visible, frame().unit->constants.data(), frame().registers, frame().outside};
  }
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
  size_t floor_ = 1;      // how many frames there are when the loop is done
  uint32_t nested_ = 0;   // calls of the host that the loop runs inside of
  bool halted_ = false;   // a loop inside of a call stopped, and its frames tell where
  RegisterStack registers_;
  Detour detour_;
  Value short_registers_[kShortRegisters];     // of the detour
  TemplateContext short_context_;              // what it sees where it is included
  Value scratch_;                              // an attribute that is not an entry of a map
  Value fixed_call_[1 + kMostFixedArguments];  // arguments of a FilterFixed
  std::vector<Value> values_;                  // arguments of the call being made
  std::vector<std::string_view> names_;
  std::vector<UnitState*> states_;
  TemplateContext* brief_contexts_ = nullptr;  // free to be used again, linked by their parents
  std::vector<std::pair<const Unit*, Value>> modules_;
  std::optional<Error> load_failure_;
  HandlebarsState handlebars_;
  static constexpr uint64_t kMetered = UINT64_MAX;
  uint64_t steps_left_ = kMetered;  // of a plain unit, which has no meter
  size_t tag_begin_ = 0;            // output before the tag at hand
  bool tag_seen_ = false;
  bool tag_printed_ = false;
  bool from_data_ = false;  // something from the context was written since the last mark
};

}  // namespace galley

#endif  // GALLEY_ENGINE_VM_MACHINE_H_
