// What is Jinja's own while rendering: calls and macros, attributes, loops, and whole
// templates with their contexts, blocks and modules.
#ifndef GALLEY_ENGINE_VM_JINJA_RUNTIME_H_
#define GALLEY_ENGINE_VM_JINJA_RUNTIME_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/code/code.h"
#include "engine/vm/core.h"
#include "value/undefined_identity.h"

namespace galley {

class HostCalls;  // engine/vm/host_calls.h

class JinjaRuntime : private Runtime {
 public:
  explicit JinjaRuntime(Core* core) noexcept : Runtime(core) {}
  void set_host(HostCalls* host) noexcept { host_ = host; }
  // Forgets the last render.
  void Clear() noexcept { modules_.clear(); }

  // --- jinja_call.cc
  void Call(const CallSite& site, Ending ending, uint16_t result, uint8_t escape);
  // The most usual call of all, here so that the loop makes it without a call of its own: a short
  // macro that gets all its parameters, and writes.  `registers` are those of the last frame.
  bool EnterFramelessMacro(const CallSite& site, const Value* registers) noexcept {
    const Macro* macro = PlainMacro(site, registers);
    if (!macro || site.arguments.size() != macro->routine->parameters.size()) return false;
    if (!core_.EnterFrameless(macro->state, *macro->routine, macro->context)) return false;
    PassArguments({registers + site.base, site.arguments.size()}, core_.short_registers);
    return true;
  }
  Value FilterWith(const CallSite& site);
  void MakeMacro(uint16_t target, uint32_t routine);

  // A value that is stored or passed on: under strict, see undefined_identity.h.  Apart from the
  // loops that ask for it, so that these stay short.
  [[gnu::noinline]] Value Kept(const Value& value) noexcept {
    const bool matters =
        value.is_undefined() && request().policy.undefined == UndefinedPolicy::kStrict;
    return matters ? WithIdentity(value, &heap()) : value;
  }
  void KeepAll(Value* values, size_t count) noexcept {
    for (Value& value : std::span(values, count)) {
      if (value.is_undefined()) [[unlikely]]
        value = Kept(value);
    }
  }
  void PassArguments(std::span<const Value> arguments, Value* parameters) noexcept {
    for (const Value& argument : arguments) {
      *parameters = argument;
      if (argument.is_undefined()) [[unlikely]]
        *parameters = Kept(argument);
      ++parameters;
    }
  }

  // --- jinja_attribute.cc
  Value FindAttribute(const Value& object, const AttributeSite& site, const Value& name,
                      AttributeCache* cache);
  Value Item(const Value& object, const Value& key);
  Value MakeMap(std::span<const Value> pairs);

  // --- jinja_loop.cc
  void BeginLoop(Value* registers, const Value& iterable, uint8_t use);
  void BeginItemsLoop(Value* registers, const Value& object, uint8_t use);
  Value LoopValue(const Loop& loop, LoopPart part);
  void Collect(Value* registers, const Value& item);
  void NextPair(Loop* loop, Value* key, Value* value);
  bool Unpack(const Value& value, Value* targets, uint16_t count);

  // --- jinja_template.cc
  Value Resolve(const AttributeSite& site, const Value& name, AttributeCache* cache);
  void AddBlocks(TemplateContext* context, const Unit& unit);
  void Include(uint32_t site, uint16_t operand);
  void Import(const IncludeSite& site, const Value& name, uint16_t result);
  void FinishModule(const Frame& done);
  Value ImportedName(const Value& module, const Value& name);
  void Export(const Value& name, const Value& value, bool exported);
  void Extends(const Value& name);
  bool IsExtended() const;
  void CallBlock(const BlockSite& site);
  Value MakeDebug();
  Value MakeSelf();
  Value MakeSuper();
  // Begins the body of a template that `site` includes without a frame.  False, with nothing
  // done, where it needs one.
  bool EnterFramelessTemplate(UnitState* state, const IncludeSite& site) noexcept {
    if (!state->short_body || !site.with_context) return false;
    if (!core_.EnterFrameless(state, *state->short_body, &core_.short_context)) return false;
    core_.short_context.parent = frame().context;
    core_.short_context.frame = core_.SeenFrame(site.visible);
    return true;
  }

 private:
  friend class HostCalls;

  // --- jinja_call.cc
  void CallValue(const Value& callee, Ending ending, uint16_t result, uint8_t escape);
  // The macro that a site calls with positional arguments and that takes nothing else; null where
  // it is anything else.
  static const Macro* PlainMacro(const CallSite& site, const Value* registers) noexcept {
    if (!site.plain || !IsObject(registers[site.callee], ObjectType::kMacro)) return nullptr;
    const auto* macro = static_cast<const Macro*>(registers[site.callee].function());
    return macro->routine->is_plain ? macro : nullptr;
  }
  bool CallPlainMacro(const CallSite& site, Ending ending, uint16_t result);
  void CallMacro(const Macro& macro, uint32_t depth, Ending ending, uint16_t result);
  void BindMacro(const Macro& macro, Value* registers);
  void BindKeywords(const Routine& routine, size_t bound, const Macro& macro, Value* registers);
  Value KeywordMap(size_t count);
  bool GatherArguments(const CallSite& site);
  bool AddStarArguments(const Value& value);
  bool AddNamedArguments(const Value& value);

  // --- jinja_attribute.cc
  Value Attribute(const Value& object, const Value& name);
  Value ObjectAttribute(const Value& object, const Value& name);
  Value MacroAttribute(const Macro& macro, std::string_view name, const Value& absent);
  Value CallLoopMethod(const Loop& loop, std::string_view name, bool* known);

  // --- jinja_loop.cc
  Loop* NewLoop(Value* registers, uint8_t use);
  Value LoopItem(const Loop& loop, uint32_t index);

  // --- jinja_template.cc
  TemplateContext* DerivedContext(std::span<const VisibleVariable> visible, bool is_kept);
  void KeepVariables(TemplateContext* context);
  TemplateContext* CopiedContext(std::span<const VisibleVariable> visible);
  const Unit* LoadNamed(const Value& name);
  const Unit* LoadFirst(const Value& names, bool ignore_missing);
  UnitState* LoadIncluded(uint32_t site, uint16_t operand);
  void RunModule(const Unit* unit, TemplateContext* context, Ending ending, uint16_t result);
  const Value* FindExport(const Module& module, std::string_view name) const;
  void FailCycle(const HeapArray<const Unit*>& lineage, const Unit* again);
  void PushBlock(const BlockDefinition* block, TemplateContext* context, Ending ending,
                 uint16_t result);
  Value MakeBlock(const BlockDefinition* block, TemplateContext* context);

  HostCalls* host_ = nullptr;
  std::vector<Value> values_;  // arguments of the call being made
  std::vector<std::string_view> names_;
  std::vector<std::pair<const Unit*, Value>> modules_;
};

}  // namespace galley

#endif  // GALLEY_ENGINE_VM_JINJA_RUNTIME_H_
