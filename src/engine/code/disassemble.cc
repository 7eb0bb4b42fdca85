// Prints fields by the table of opcodes, so a new instruction needs nothing here.
#include "engine/code/disassemble.h"

#include "base/writer.h"
#include "engine/code/opcode_table.h"
#include "value/print.h"

namespace galley {
namespace {

constexpr size_t kLongestConstant = 40;

class Printer {
 public:
  explicit Printer(const Unit& unit) : unit_(unit) {}

  std::string Run() {
    for (size_t i = 0; i < unit_.routines.size(); ++i) PrintRoutine(i);
    return std::move(text_);
  }

 private:
  void PrintRoutine(size_t index) {
    const Routine& routine = unit_.routines[index];
    text_ += "routine " + std::to_string(index) + " " + std::string(routine.name) + ": " +
             std::to_string(routine.registers) + " registers" +
             (routine.captured ? ", captured" : "") + "\n";
    for (uint32_t at = routine.begin; at < routine.end; ++at) {
      at = PrintInstruction(at, routine.begin);
    }
  }

  // Returns the last word that belongs to the instruction.
  uint32_t PrintInstruction(uint32_t at, uint32_t begin) {
    const Instruction& instruction = unit_.instructions[at];
    const OpcodeInfo& info = InfoOf(instruction.op);
    std::string number = std::to_string(at - begin);
    text_ += std::string(6 - std::min<size_t>(6, number.size()), ' ') + number + "  ";
    text_ += info.name;
    PrintField("", info.a, instruction.a);
    PrintField("", info.b, instruction.b);
    PrintField("", info.c, instruction.c);
    PrintField("", info.d, instruction.d());
    PrintField(" #", info.x, instruction.x);
    if (info.has_target) {
      ++at;
      PrintField("", Field::kJump, unit_.instructions[at].d());
    }
    text_ += '\n';
    return at;
  }

  void PrintField(std::string_view prefix, Field field, uint32_t value) {
    if (field == Field::kUnused) return;
    text_ += prefix.empty() ? " " : prefix;
    switch (field) {
      case Field::kOperand:
        if (value & kConstantBit) return PrintConstant(value & ~uint32_t{kConstantBit});
        [[fallthrough]];
      case Field::kRegister:
        text_ += "r" + std::to_string(value);
        return;
      case Field::kConstant:
        return PrintConstant(value);
      case Field::kJump:
        text_ += "-> " + std::to_string(value);
        return;
      case Field::kNumber:
      case Field::kUnused:
        text_ += std::to_string(value);
        return;
      default:
        text_ += "site " + std::to_string(value);
        return;
    }
  }

  void PrintConstant(uint32_t index) {
    BufferWriter out(kLongestConstant);
    Meter meter{Limits()};
    PrintRepr(unit_.constants[index], &out, &meter);
    text_ += out.view();
    if (out.overflowed()) text_ += "...";
  }

  const Unit& unit_;
  std::string text_;
};

}  // namespace

std::string Disassemble(const Unit& unit) { return Printer(unit).Run(); }

}  // namespace galley
