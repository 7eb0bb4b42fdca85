#include "engine/code/assembler.h"

#include <utility>

#include "diag/report.h"
#include "value/map.h"

namespace galley {

Assembler::Assembler(const Source& source, const Limits& limits)
    : source_(source), limits_(limits) {
  unit_.name = unit_.heap.NewString(source.name()).as_string();
  unit_.text = unit_.heap.NewString(source.text()).as_string();
}

uint32_t Assembler::BeginRoutine(RoutineKind kind, std::string_view name, Span span) {
  const auto index = static_cast<uint32_t>(unit_.routines.size());
  Routine& made = unit_.routines.emplace_back();
  made.kind = kind;
  made.name = unit_.heap.NewString(name).as_string();
  made.parent = open_.empty() ? UINT32_MAX : open_.back().index;
  made.span = span;
  open_.push_back({});
  open_.back().index = index;
  return index;
}

void Assembler::EndRoutine() {
  Emit(Opcode::kReturn, 0);
  Open done = std::move(open_.back());
  open_.pop_back();
  for (const uint32_t at : done.fixups) done.code[at].set_d(done.labels[done.code[at].d()]);
  Routine& made = unit_.routines[done.index];
  made.begin = static_cast<uint32_t>(unit_.instructions.size());
  made.registers = done.most;
  made.captured = done.captured;
  unit_.instructions.insert(unit_.instructions.end(), done.code.begin(), done.code.end());
  unit_.positions.insert(unit_.positions.end(), done.positions.begin(), done.positions.end());
  made.end = static_cast<uint32_t>(unit_.instructions.size());
}

void Assembler::Capture(uint16_t levels) noexcept {
  open_[open_.size() - 1 - levels].captured = true;
}

uint16_t Assembler::NewRegisters(size_t count) {
  Open& routine = open_.back();
  const size_t next = routine.next + count;
  if (next >= kConstantBit) {
    Fail(Code::kLimitDepth, position_, "the template needs more than 32,767 registers");
    return 0;
  }
  const uint16_t first = routine.next;
  routine.next = static_cast<uint16_t>(next);
  if (routine.next > routine.most) routine.most = routine.next;
  return first;
}

Label Assembler::NewLabel() {
  open_.back().labels.push_back(UINT32_MAX);
  return static_cast<Label>(open_.back().labels.size() - 1);
}

void Assembler::Bind(Label label) {
  open_.back().labels[static_cast<uint32_t>(label)] =
      static_cast<uint32_t>(open_.back().code.size());
}

void Assembler::Emit(Opcode op, uint16_t a, uint16_t b, uint16_t c, uint8_t x) {
  Open& routine = open_.back();
  if (unit_.instructions.size() + routine.code.size() >= limits_.tokens) {
    Fail(
        Code::kLimitDepth, position_,
        "the template needs more instructions than the limit of " + std::to_string(limits_.tokens));
  }
  routine.code.push_back({op, x, a, b, c});
  routine.positions.push_back(position_);
}

void Assembler::EmitD(Opcode op, uint16_t a, uint32_t d, uint8_t x) {
  Emit(op, a, 0, 0, x);
  open_.back().code.back().set_d(d);
}

void Assembler::EmitJump(Opcode op, uint16_t a, Label label) {
  EmitD(op, a, static_cast<uint32_t>(label));
  open_.back().fixups.push_back(static_cast<uint32_t>(open_.back().code.size() - 1));
}

void Assembler::EmitFailure(Code code, std::string_view message) {
  EmitD(Opcode::kFail, 0, AddText(message), static_cast<uint8_t>(code));
}

uint32_t Assembler::AddConstant(const Value& value) {
  unit_.constants.push_back(value);
  return static_cast<uint32_t>(unit_.constants.size() - 1);
}

uint32_t Assembler::AddText(std::string_view text) {
  if (const uint32_t* found = texts_.Find(text)) return *found;
  const Value value = unit_.heap.NewString(text);
  const uint32_t constant = AddConstant(value);
  texts_.Insert(value.as_string(), constant);
  return constant;
}

uint16_t Assembler::Operand(uint32_t constant) {
  if (constant < kConstantBit) return static_cast<uint16_t>(constant | kConstantBit);
  const uint16_t target = NewRegister();
  EmitD(Opcode::kLoadConstant, target, constant);
  return target;
}

// Each use has a site of its own, so that what it remembers is its own, as long as
// there are sites to spare.
uint16_t Assembler::AddField(std::string_view name) {
  constexpr size_t kPlenty = 0x8000;
  const size_t site = unit_.attributes.size();
  if (site >= kPlenty) {
    if (const uint16_t* known = fields_.Find(name)) return *known;
    if (site > UINT16_MAX) {
      Fail(Code::kLimitSize, position_, "the template uses more than 65,536 names");
      return 0;
    }
  }
  const uint32_t text = AddText(name);
  unit_.attributes.push_back({text, HashKey(name), false});
  fields_[unit_.constants[text].as_string()] = static_cast<uint16_t>(site);
  return static_cast<uint16_t>(site);
}

void Assembler::Fail(Code code, Span span, std::string message, std::string hint) {
  if (!failure_) failure_ = Report(code, source_, span, std::move(message), std::move(hint));
}

Result<Unit> Assembler::Finish() {
  if (failure_) return *std::move(failure_);
  if (unit_.heap.exhausted() != Exhausted::kNo) {
    return Report(Code::kLimitHeap, source_, {}, "the template takes more memory than the limit");
  }
  Unit unit = Freeze(&unit_);
  unit.paths = std::move(paths);
  unit.data_sites = std::move(data_sites);
  unit.helpers = std::move(helpers);
  unit.partials = std::move(partials);
  if (unit.heap.exhausted() != Exhausted::kNo) {
    return Report(Code::kLimitHeap, source_, {}, "the template takes more memory than the limit");
  }
  return unit;
}

}  // namespace galley
