// One pass over each routine by the table of opcodes, and then what the table cannot say: runs
// of registers, sites, programs.
#include "engine/code/verify.h"

#include <algorithm>

#include "engine/code/opcode_table.h"

namespace galley {
namespace {

class Verifier {
 public:
  explicit Verifier(const Unit& unit) : unit_(unit) {}

  std::optional<std::string> Run() {
    if (unit_.routines.empty()) return "there is no routine";
    if (unit_.positions.size() != unit_.instructions.size()) return "positions are missing";
    for (const Routine& routine : unit_.routines) {
      if (!CheckRoutine(routine)) return "routine `" + std::string(routine.name) + "`: " + problem_;
    }
    if (unit_.is_plain && !IsPlain(unit_)) return "it is not plain";
    if (!CheckTables()) return problem_;
    return std::nullopt;
  }

 private:
  bool Refuse(std::string problem) {
    problem_ = std::move(problem);
    return false;
  }

  bool CheckRoutine(const Routine& routine) {
    if (routine.begin >= routine.end || routine.end > unit_.instructions.size()) {
      return Refuse("its instructions are out of range");
    }
    if (unit_.instructions[routine.end - 1].op != Opcode::kReturn) {
      return Refuse("it does not end with a return");
    }
    routine_ = &routine;
    for (uint32_t at = routine.begin; at < routine.end; ++at) {
      const Instruction& instruction = unit_.instructions[at];
      if (static_cast<size_t>(instruction.op) >= OpcodeCount()) return Refuse("unknown opcode");
      const OpcodeInfo& info = InfoOf(instruction.op);
      if (!CheckFields(instruction, info) || !CheckRanges(instruction)) {
        return Refuse(std::string(info.name) + " at " + std::to_string(at - routine.begin) + ": " +
                      problem_);
      }
      if (!CheckNext(instruction, unit_.instructions[std::min(at + 1, routine.end - 1)])) {
        return false;
      }
      if (!info.has_target) continue;
      if (++at == routine.end) return Refuse("a jump target is missing");
      if (!CheckField(Field::kJump, unit_.instructions[at].d())) return false;
    }
    if (routine.is_short && !IsShort(unit_, routine)) return Refuse("it is not short");
    return true;
  }

  bool CheckFields(const Instruction& i, const OpcodeInfo& info) {
    return CheckField(info.a, i.a) && CheckField(info.b, i.b) && CheckField(info.c, i.c) &&
           CheckField(info.d, i.d());
  }

  // What hands its result to the next instruction is followed by one that takes it.
  bool CheckNext(const Instruction& i, const Instruction& next) {
    const auto is_taken = [&](Opcode taker, uint16_t from) {
      if (next.op == taker && from == i.a) return true;
      return Refuse("what it finds is not taken");
    };
    switch (i.op) {
      case Opcode::kAttributeThenEmit:
      case Opcode::kItemThenEmit:
        return is_taken(Opcode::kEmitAttribute, next.a);
      case Opcode::kAttributeThenItem:
        return is_taken(Opcode::kItemThenEmit, next.b);
      default:
        return true;
    }
  }

  bool CheckRegister(uint32_t value) {
    return value < routine_->registers || Refuse("register out of range");
  }

  bool CheckConstant(uint32_t value) {
    return value < unit_.constants.size() || Refuse("constant out of range");
  }

  bool CheckField(Field field, uint32_t value) {
    switch (field) {
      case Field::kOperand:
        return value & kConstantBit ? CheckConstant(value & ~uint32_t{kConstantBit})
                                    : CheckRegister(value);
      case Field::kRegister:
        return CheckRegister(value);
      case Field::kConstant:
        return CheckConstant(value);
      case Field::kJump:
        return value < routine_->end - routine_->begin || Refuse("jump out of range");
      case Field::kUnused:
      case Field::kNumber:
        return true;
      default:
        return CheckRow(field, value);
    }
  }

  // A row of a side table, and what it says itself.
  bool CheckRow(Field field, uint32_t value) {
    switch (field) {
      case Field::kAttributeSite:
        return CheckSite(value, unit_.attributes.size());
      case Field::kBuiltinSite:
        return CheckSite(value, unit_.builtins.size());
      case Field::kCallSite:
        return CheckSite(value, unit_.calls.size()) && CheckCall(unit_.calls[value]);
      case Field::kIncludeSite:
        return CheckSite(value, unit_.includes.size());
      case Field::kBlockSite:
        return CheckSite(value, unit_.block_sites.size());
      case Field::kPathSite:
        return CheckSite(value, unit_.paths.size()) && CheckPath(unit_.paths[value]);
      case Field::kDataSite:
        return CheckSite(value, unit_.data_sites.size()) && CheckName(unit_.data_sites[value].name);
      case Field::kHelperSite:
        return CheckSite(value, unit_.helpers.size()) && CheckHelper(unit_.helpers[value]);
      case Field::kPartialSite:
        return CheckSite(value, unit_.partials.size()) && CheckPartial(unit_.partials[value]);
      default:
        return CheckSite(value, unit_.routines.size());
    }
  }

  bool CheckRun(uint32_t first, uint32_t count) {
    return first + count <= routine_->registers || Refuse("registers out of range");
  }
  bool CheckSite(uint32_t site, size_t size) { return site < size || Refuse("site out of range"); }

  // What the table of opcodes cannot say: runs of registers.
  bool CheckRanges(const Instruction& i) {
    switch (i.op) {
      case Opcode::kMakeList:
      case Opcode::kMakeTuple:
      case Opcode::kMakeMap:
      case Opcode::kConcatenate:
        return CheckRun(i.b, i.c);
      case Opcode::kUnpack:
        return CheckRun(i.a, i.c);
      case Opcode::kGetSlice:
        return CheckRun(i.c, 3);
      case Opcode::kForBegin:
      case Opcode::kForItems:
        return CheckRun(i.a, kLoopRegisters);
      case Opcode::kCollectBegin:
      case Opcode::kCollect:
        return CheckRun(i.a, 2);
      case Opcode::kLoadOuter:
        return CheckOuter(i.b, i.c);
      case Opcode::kSumBegin:
      case Opcode::kSumAdd:
      case Opcode::kSumEnd:
        return CheckRun(i.a, 2);
      case Opcode::kFilter:
        return CheckRun(i.b, unit_.builtins[i.c].count);
      case Opcode::kFilterFixed:
        return unit_.builtins[i.c].fixed.size() <= kMostFixedArguments ||
               Refuse("too many arguments");
      default:
        return CheckHandlebars(i);
    }
  }

  bool CheckPath(const PathSite& path) {
    for (const uint16_t field : path.fields) {
      if (!CheckSite(field, unit_.attributes.size())) return false;
    }
    return true;
  }

  bool CheckHandlebars(const Instruction& i) {
    switch (i.op) {
      case Opcode::kEmitSum:
      case Opcode::kLog:
        return CheckRun(i.b, i.c);
      case Opcode::kDefineInline:
        return CheckProgram(i.d());
      default:
        return true;
    }
  }

  bool CheckHelper(const HelperSite& site) {
    if (site.hash != UINT16_MAX && !CheckField(Field::kRegister, site.hash)) return false;
    return CheckName(site.name) && CheckRun(site.base, site.count) &&
           CheckField(Field::kOperand, site.context) && CheckBody(site.body, site.body_params) &&
           CheckBody(site.inverse, site.inverse_params);
  }

  // A program with room for its context and block parameters.
  bool CheckBody(uint32_t routine, uint32_t params) {
    if (!CheckProgram(routine)) return false;
    return routine == UINT32_MAX || params < unit_.routines[routine].registers ||
           Refuse("block parameters out of range");
  }

  bool CheckPartial(const PartialSite& site) {
    if (!CheckField(Field::kOperand, site.name)) return false;
    if (!CheckField(Field::kOperand, site.context)) return false;
    if (site.hash != UINT16_MAX && !CheckField(Field::kRegister, site.hash)) return false;
    if (site.indent != UINT32_MAX && !CheckName(site.indent)) return false;
    for (const InlineSite& definition : site.inlines) {
      if (!CheckField(Field::kOperand, definition.name)) return false;
      if (!CheckProgram(definition.routine)) return false;
    }
    return CheckProgram(site.block);
  }

  // The number of a program, or none.
  bool CheckProgram(uint32_t routine) {
    if (routine == UINT32_MAX) return true;
    if (!CheckSite(routine, unit_.routines.size())) return false;
    return unit_.routines[routine].kind == RoutineKind::kProgram || Refuse("no program");
  }

  // A register of the `level`-th routine around this one, which must keep it.
  bool CheckOuter(uint32_t level, uint32_t variable) {
    const Routine* outer = routine_;
    for (uint32_t i = 0; i < level; ++i) {
      if (outer->parent >= unit_.routines.size()) return Refuse("there is no routine around it");
      outer = &unit_.routines[outer->parent];
    }
    if (level == 0 || !outer->captured) return Refuse("the outer routine keeps no variables");
    return variable < outer->registers || Refuse("outer register out of range");
  }

  bool CheckCall(const CallSite& site) {
    for (const CallArgument& argument : site.arguments) {
      if (argument.kind != CallArgument::Kind::kKeyword) continue;
      if (!CheckField(Field::kConstant, argument.name)) return false;
    }
    if (site.host != UINT32_MAX && !CheckName(site.host)) return false;
    if (site.method != UINT32_MAX && !CheckSite(site.method, unit_.attributes.size())) return false;
    if (site.caller != UINT16_MAX && !CheckField(Field::kRegister, site.caller)) return false;
    return CheckField(Field::kOperand, site.callee) &&
           CheckRun(site.base, static_cast<uint32_t>(site.arguments.size()));
  }

  bool CheckTables() {
    for (const AttributeSite& site : unit_.attributes) {
      if (!CheckName(site.name)) return false;
    }
    for (const BlockEntry& block : unit_.blocks) {
      if (!CheckName(block.name) || !CheckSite(block.routine, unit_.routines.size())) return false;
    }
    for (const BlockSite& site : unit_.block_sites) {
      if (!CheckName(site.name)) return false;
    }
    return true;
  }

  bool CheckName(uint32_t constant) {
    if (constant < unit_.constants.size() && unit_.constants[constant].is_string()) return true;
    return Refuse("a name is not a string");
  }

  const Unit& unit_;
  const Routine* routine_ = nullptr;
  std::string problem_;
};

}  // namespace

std::optional<std::string> Verify(const Unit& unit) { return Verifier(unit).Run(); }

}  // namespace galley
