// What is Handlebars' own while rendering: JavaScript's values, contexts, loops, the @
// variables, and partials with their blocks.
#ifndef GALLEY_ENGINE_VM_HANDLEBARS_RUNTIME_H_
#define GALLEY_ENGINE_VM_HANDLEBARS_RUNTIME_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/code/code.h"
#include "engine/vm/core.h"
#include "engine/vm/handlebars_state.h"

namespace galley {

class HostCalls;  // engine/vm/host_calls.h

class HandlebarsRuntime : private Runtime {
 public:
  explicit HandlebarsRuntime(Core* core) noexcept : Runtime(core) {}

  // --- handlebars_values.cc
  void StartProgram();
  void EndProgram();
  void EmitJs(const Value& value, uint8_t style);
  void EmitSum(std::span<const Value> values, uint8_t style);
  Value FieldOrSelf(const Value& object, const AttributeSite& site);
  Value GlobalPath(const Unit& unit, const PathSite& path, bool must_exist);
  Value DataFieldOf(const Value& object, const AttributeSite& site);
  Value SureFieldOf(const Value& object, const AttributeSite& site);
  Value StrictFieldOf(const Value& object, const AttributeSite& site);
  Value DepthFieldOf(const AttributeSite& site);
  Value LookUp(const Value& object, const Value& key);
  uint32_t LevelOut(uint32_t depth) noexcept;
  void EnterContext(const Value& context);
  void LeaveContext() noexcept;
  bool BeginEach(const Value& value);
  bool BeginSection(const Value& value, const Value& context);
  Value EachKey() const;
  Value SectionParam(uint8_t index) const;
  Value LoadData(const DataSite& site);
  void Log(const Value& level, std::span<const Value> values);

  // --- handlebars_partial.cc
  void DefineInline(const Value& name, uint32_t routine);
  void DropInlines(size_t count);
  void CallPartial(const PartialSite& site);

  HandlebarsState& state() noexcept { return state_; }
  const HandlebarsState& state() const noexcept { return state_; }

 private:
  friend class HostCalls;

  // --- handlebars_values.cc
  void EmitStructure(const Value& value, uint8_t style);
  bool IsContextAround(const Value& context);
  void PushLoop(DataLevel level);
  Value LoopVariable(const DataLevel& level, DataPart part) const;
  Value NamedData(const DataLevel& level, const DataSite& site);
  const Value* FindGiven(const DataLevel& level, std::string_view name, uint32_t inside);
  Value OuterData(const DataSite& site);

  // --- handlebars_partial.cc
  struct PartialTarget {
    UnitState* state = nullptr;  // of a template
    std::optional<Closure> closure;
    bool is_block = false;
  };
  ProgramFrame NewProgram() const noexcept;
  Closure MakeClosure(uint32_t routine);
  void PushInline(const InlinePartial& partial);
  uint32_t ContainerOf(const Unit* unit);
  Value PartialName(const PartialSite& site);
  Value PartialContext(const PartialSite& site);
  Value MergedContext(const Value& context, const Value& hash);
  void AddUnits(std::string_view text, MapEntry* entries);
  PartialTarget FindPartial(const PartialSite& site, const Value& name);
  void PushBlockLevel(uint32_t block);
  void PushPartialBlock(const PartialSite& site);
  UnitState* FindTemplate(const PartialSite& site, const Value& name);
  bool PushProgram(UnitState* state, const Routine* routine, ProgramFrame program,
                   const Value& context);
  void RunTarget(const PartialTarget& target, const PartialSite& site, const Value& context,
                 ProgramFrame program);
  void RunClosure(const Closure& closure, bool is_block, const Value& context,
                  ProgramFrame program);
  void IndentOutput(size_t written, std::string_view indent);

  HandlebarsState state_;
};

}  // namespace galley

#endif  // GALLEY_ENGINE_VM_HANDLEBARS_RUNTIME_H_
