// CodeBuilder: a unit being made, whatever language it is in.  It hands out registers,
// constants and labels, and puts each routine together when it ends.
//
// Registers follow a stack: temporaries that were handed out after a mark are free again
// once the mark is released; variables stay until their routine ends.  A builder makes one
// unit after the other and keeps its memory between them.
#ifndef GALLEY_ENGINE_CODE_CODE_BUILDER_H_
#define GALLEY_ENGINE_CODE_CODE_BUILDER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ordered_map.h"
#include "diag/registry.h"
#include "diag/source.h"
#include "engine/code/code.h"
#include "engine/code/draft.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley {

enum class Label : uint32_t {};

class CodeBuilder {
 public:
  explicit CodeBuilder(const Limits& limits) : limits_(limits) {}
  CodeBuilder(const CodeBuilder&) = delete;
  CodeBuilder& operator=(const CodeBuilder&) = delete;

  // Begins a unit with a copy of the source's text, or with one that `heap` holds already.
  // `source` outlives the making; `room` is what else the unit takes, roughly.
  void Begin(const Source& source, size_t room = 256);
  void Begin(const Source& source, Heap heap, std::string_view text);
  // The unit, or the first failure.
  Result<Unit> Finish();

  // The routine that begins is inside the current one until it ends.  Its name lives as
  // long as the unit.  Both give its number.
  uint32_t BeginRoutine(RoutineKind kind, std::string_view name, Span span);
  uint32_t EndRoutine();
  bool is_open() const noexcept { return open_ > 0; }
  // The current routine: how deep it is nested, and its number.
  uint16_t level() const noexcept { return static_cast<uint16_t>(open_ - 1); }
  uint32_t routine() const noexcept { return current().index; }
  // The routine `levels` around the current one must keep its registers.
  void Capture(uint16_t levels) noexcept { routines_[open_ - 1 - levels].captured = true; }

  uint16_t NewRegisters(size_t count);
  uint16_t NewRegister() { return NewRegisters(1); }
  uint16_t NewVariables(size_t count) {
    const uint16_t first = NewRegisters(count);
    current().variables = current().next;
    return first;
  }
  uint16_t NewVariable() { return NewVariables(1); }
  uint16_t mark() const noexcept { return current().next; }
  // Variables made since the mark stay.
  void Release(uint16_t mark) noexcept {
    OpenRoutine& routine = current();
    routine.next = mark < routine.variables ? routine.variables : mark;
  }
  // True for a register that was handed out as a temporary after `mark`.
  bool IsTemporary(uint16_t operand, uint16_t mark) const noexcept {
    return operand >= mark && operand >= current().variables;
  }

  Label NewLabel();
  void Bind(Label label);

  // Where the instructions that follow stand in the source.
  void set_position(Span span) noexcept { position_ = span; }
  Span position() const noexcept { return position_; }

  // Each gives the place of its instruction in the routine.
  uint32_t Emit(Opcode op, uint16_t a, uint16_t b = 0, uint16_t c = 0, uint8_t x = 0) {
    std::vector<Emitted>& code = current().code;
    code.push_back({{op, x, a, b, c}, position_});
    return static_cast<uint32_t>(code.size() - 1);
  }
  uint32_t EmitD(Opcode op, uint16_t a, uint32_t d, uint8_t x = 0) {
    return Emit(op, a, static_cast<uint16_t>(d), static_cast<uint16_t>(d >> 16), x);
  }
  void EmitJump(Opcode op, uint16_t a, Label label, uint8_t x = 0) {
    current().fixups.push_back(EmitD(op, a, static_cast<uint32_t>(label), x));
  }
  // The second word of an instruction that jumps; see opcodes.def.
  void EmitTarget(Label label) { EmitJump(Opcode::kJump, 0, label); }
  // Code that fails when it is reached.
  void EmitFailure(Code code, std::string_view message) {
    EmitD(Opcode::kFail, 0, AddText(message), static_cast<uint8_t>(code));
  }
  // Code that runs when the routine begins, before everything else.
  void EmitAtStart(const Instruction& instruction) { current().prologue.push_back(instruction); }

  // The `back`-th last instruction, where no jump leads behind it; else null.
  Instruction* Last(size_t back = 0) noexcept {
    OpenRoutine& routine = current();
    if (routine.code.size() <= back || routine.bound + back >= routine.code.size()) return nullptr;
    return &routine.code[routine.code.size() - 1 - back].instruction;
  }
  void DropLast() noexcept { current().code.pop_back(); }
  // An instruction of the open routine that is nested `level` deep.
  Instruction& At(uint16_t level, uint32_t place) noexcept {
    return routines_[level].code[place].instruction;
  }

  uint32_t AddConstant(const Value& value) {
    unit_.constants.push_back(value.AsWritten());
    return static_cast<uint32_t>(unit_.constants.size() - 1);
  }
  // Equal texts are one constant.
  uint32_t AddText(std::string_view text);
  // A constant as an operand, in a register where its number is too large.
  uint16_t Operand(uint32_t constant) {
    if (constant < kConstantBit) [[likely]]
      return static_cast<uint16_t>(constant | kConstantBit);
    return LoadedConstant(constant);
  }
  // A site for a field of that name; those of equal names are one where sites run short.
  uint16_t AddField(std::string_view name);
  uint32_t AddSite(const AttributeSite& site) {
    unit_.attributes.push_back(site);
    return static_cast<uint32_t>(unit_.attributes.size() - 1);
  }

  UnitDraft& unit() noexcept { return unit_; }
  const Source& source() const noexcept { return *source_; }

  void Fail(Code code, Span span, std::string message, std::string hint = {});
  bool failed() const noexcept { return failure_.has_value(); }

 private:
  struct Emitted {
    Instruction instruction;
    Span position;
  };
  struct OpenRoutine {
    uint32_t index = 0;  // in the unit
    std::vector<Instruction> prologue;
    std::vector<Emitted> code;
    std::vector<uint32_t> labels;  // where each is bound
    std::vector<uint32_t> fixups;  // instructions that hold a label
    uint16_t variables = 0;        // registers below are taken for good
    uint16_t next = 0;
    uint16_t most = 0;
    size_t bound = 0;  // where the last label was bound
    bool captured = false;

    // Empties it, keeping its memory.
    void Start(uint32_t in_unit) noexcept;
  };

  OpenRoutine& current() noexcept { return routines_[open_ - 1]; }
  const OpenRoutine& current() const noexcept { return routines_[open_ - 1]; }
  void Clear(const Source& source);
  uint16_t LoadedConstant(uint32_t constant);
  void CheckSize();

  const Limits& limits_;
  const Source* source_ = nullptr;
  UnitDraft unit_;
  std::vector<OpenRoutine> routines_;  // the first open_ are in use
  size_t open_ = 0;
  OrderedMap<uint32_t, std::string_view> texts_;   // constants
  OrderedMap<uint16_t, std::string_view> fields_;  // the last site of each name
  Span position_;
  std::optional<Diagnostic> failure_;
};

}  // namespace galley

#endif  // GALLEY_ENGINE_CODE_CODE_BUILDER_H_
