// Assembler: a unit being made.  It hands out registers, constants and labels, and
// puts each routine together when it ends.
//
// Registers follow a stack: what was handed out after a mark is free again once the
// mark is released.
#ifndef GALLEY_ENGINE_CODE_ASSEMBLER_H_
#define GALLEY_ENGINE_CODE_ASSEMBLER_H_

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

class Assembler {
 public:
  Assembler(const Source& source, const Limits& limits);

  // The routine that begins is inside the current one until it ends.
  uint32_t BeginRoutine(RoutineKind kind, std::string_view name, Span span);
  void EndRoutine();
  // How many routines are open.
  uint16_t level() const noexcept { return static_cast<uint16_t>(open_.size()); }
  // The routine `levels` around the current one must keep its registers.
  void Capture(uint16_t levels) noexcept;

  uint16_t NewRegisters(size_t count);
  uint16_t NewRegister() { return NewRegisters(1); }
  uint16_t mark() const noexcept { return open_.back().next; }
  void Release(uint16_t mark) noexcept { open_.back().next = mark; }

  Label NewLabel();
  void Bind(Label label);

  // Where the instructions that follow stand in the source.
  void set_position(Span span) noexcept { position_ = span; }
  Span position() const noexcept { return position_; }

  void Emit(Opcode op, uint16_t a, uint16_t b = 0, uint16_t c = 0, uint8_t x = 0);
  void EmitD(Opcode op, uint16_t a, uint32_t d, uint8_t x = 0);
  void EmitJump(Opcode op, uint16_t a, Label label);
  // The second word of an instruction that jumps; see opcodes.def.
  void EmitTarget(Label label) { EmitJump(Opcode::kJump, 0, label); }
  // Code that fails when it is reached.
  void EmitFailure(Code code, std::string_view message);

  uint32_t AddConstant(const Value& value);
  // Equal texts are one constant.
  uint32_t AddText(std::string_view text);
  // A constant as an operand, in a register where its number is too large.
  uint16_t Operand(uint32_t constant);
  // A site for a field of that name.
  uint16_t AddField(std::string_view name);

  UnitDraft& unit() noexcept { return unit_; }
  // The tables that only Handlebars has.
  std::vector<PathSite> paths;
  std::vector<DataSite> data_sites;
  std::vector<HelperSite> helpers;
  std::vector<PartialSite> partials;
  void Fail(Code code, Span span, std::string message, std::string hint = {});
  bool failed() const noexcept { return failure_.has_value(); }

  // The unit, or the first failure.
  Result<Unit> Finish();

 private:
  struct Open {
    uint32_t index;
    std::vector<Instruction> code;
    std::vector<Span> positions;
    std::vector<uint32_t> labels;  // where each is bound
    std::vector<uint32_t> fixups;  // instructions that hold a label
    uint16_t next = 0;             // register
    uint16_t most = 0;
    bool captured = false;
  };

  const Source& source_;
  const Limits& limits_;
  UnitDraft unit_;
  std::vector<Open> open_;
  OrderedMap<uint32_t, std::string_view> texts_;   // constants
  OrderedMap<uint16_t, std::string_view> fields_;  // the last site of each name
  Span position_;
  std::optional<Diagnostic> failure_;
};

}  // namespace galley

#endif  // GALLEY_ENGINE_CODE_ASSEMBLER_H_
