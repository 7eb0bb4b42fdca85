// Labels are fixed up when a routine ends, and limits are checked there, so emitting an
// instruction is one push.
#include "engine/code/code_builder.h"

#include <cassert>
#include <utility>

#include "base/limit_table.h"
#include "diag/report.h"
#include "engine/code/verify.h"
#include "value/map.h"

namespace galley {
namespace {

// Apart from what is done for each instruction, which stays short without texts.
[[gnu::noinline]] void FailRegisters(CodeBuilder* builder) {
  builder->Fail(Code::kLimitDepth, builder->position(),
                "the template needs more than 32,767 registers");
}

[[gnu::noinline]] void FailSize(CodeBuilder* builder, Span span, uint64_t limit) {
  builder->Fail(Code::kLimitDepth, span,
                "the template needs more instructions than the limit of " + std::to_string(limit));
}

}  // namespace

// ---------------------------------------------------------------------------
// Units

void CodeBuilder::Clear(const Source& source) {
  source_ = &source;
  unit_.Clear();
  open_ = 0;
  // They view texts of the unit before.
  if (!texts_.empty()) texts_ = decltype(texts_)();
  if (!fields_.empty()) fields_ = decltype(fields_)();
  position_ = {};
  failure_.reset();
}

void CodeBuilder::Begin(const Source& source, size_t room) {
  Clear(source);
  unit_.heap = Heap(kHighestLimits);
  unit_.heap.Reserve(source.text().size() + source.name().size() + room);
  unit_.text = unit_.heap.NewString(source.text()).as_string();
  unit_.name = unit_.heap.NewString(source.name()).as_string();
}

void CodeBuilder::Begin(const Source& source, Heap heap, std::string_view text) {
  Clear(source);
  unit_.heap = std::move(heap);
  unit_.text = text;
  unit_.name = unit_.heap.NewString(source.name()).as_string();
}

Result<Unit> CodeBuilder::Finish() {
  if (failure_) return *std::move(failure_);
  Unit unit = Freeze(&unit_);
  if (unit.heap.exhausted() == Exhausted::kNo) {
    assert(!Verify(unit));
    return unit;
  }
  return Report(Code::kLimitHeap, *source_, {}, "the template takes more memory than the limit");
}

void CodeBuilder::Fail(Code code, Span span, std::string message, std::string hint) {
  if (!failure_) failure_ = Report(code, *source_, span, std::move(message), std::move(hint));
}

// ---------------------------------------------------------------------------
// Routines

void CodeBuilder::OpenRoutine::Start(uint32_t in_unit) noexcept {
  index = in_unit;
  prologue.clear();
  code.clear();
  labels.clear();
  fixups.clear();
  variables = next = most = 0;
  bound = 0;
  captured = false;
}

uint32_t CodeBuilder::BeginRoutine(RoutineKind kind, std::string_view name, Span span) {
  const uint32_t parent = open_ == 0 ? UINT32_MAX : routine();
  const auto index = static_cast<uint32_t>(unit_.routines.size());
  if (++open_ > routines_.size()) routines_.emplace_back();
  current().Start(index);
  Routine& made = unit_.routines.emplace_back();
  made.kind = kind;
  made.parent = parent;
  made.name = name;
  made.span = span;
  return index;
}

uint32_t CodeBuilder::EndRoutine() {
  Emit(Opcode::kReturn, 0);
  OpenRoutine& done = current();
  --open_;
  const auto shift = static_cast<uint32_t>(done.prologue.size());
  for (const uint32_t at : done.fixups) {
    Instruction& jump = done.code[at].instruction;
    jump.set_d(done.labels[jump.d()] + shift);
  }
  Routine& made = unit_.routines[done.index];
  made.begin = static_cast<uint32_t>(unit_.instructions.size());
  made.registers = done.most;
  made.captured = done.captured;
  made.end = static_cast<uint32_t>(made.begin + shift + done.code.size());
  unit_.instructions.resize(made.end);
  unit_.positions.resize(made.end);
  Instruction* instruction = unit_.instructions.data() + made.begin;
  Span* position = unit_.positions.data() + made.begin;
  for (const Instruction& resolved : done.prologue) {
    *instruction++ = resolved;
    *position++ = made.span;
  }
  for (const Emitted& emitted : done.code) {
    *instruction++ = emitted.instruction;
    *position++ = emitted.position;
  }
  CheckSize();
  return done.index;
}

// There are not many more instructions than nodes, so it is enough to count those of each
// routine when it ends.
void CodeBuilder::CheckSize() {
  if (unit_.instructions.size() <= limits_.tokens) return;
  FailSize(this, unit_.positions[limits_.tokens], limits_.tokens);
}

uint16_t CodeBuilder::NewRegisters(size_t count) {
  OpenRoutine& routine = current();
  const size_t next = routine.next + count;
  if (next >= kConstantBit) {
    FailRegisters(this);
    return 0;
  }
  const uint16_t first = routine.next;
  routine.next = static_cast<uint16_t>(next);
  if (routine.next > routine.most) routine.most = routine.next;
  return first;
}

Label CodeBuilder::NewLabel() {
  current().labels.push_back(UINT32_MAX);
  return static_cast<Label>(current().labels.size() - 1);
}

void CodeBuilder::Bind(Label label) {
  OpenRoutine& routine = current();
  routine.bound = routine.code.size();
  routine.labels[static_cast<uint32_t>(label)] = static_cast<uint32_t>(routine.bound);
}

// ---------------------------------------------------------------------------
// Constants and sites

uint32_t CodeBuilder::AddText(std::string_view text) {
  if (const uint32_t* found = texts_.Find(text)) return *found;
  const Value value = unit_.heap.NewString(text);
  const uint32_t constant = AddConstant(value);
  texts_.Insert(value.as_string(), constant);
  return constant;
}

uint16_t CodeBuilder::LoadedConstant(uint32_t constant) {
  const uint16_t target = NewRegister();
  EmitD(Opcode::kLoadConstant, target, constant);
  return target;
}

// Each use has a site of its own, so that what it remembers is its own, as long as
// there are sites to spare.
uint16_t CodeBuilder::AddField(std::string_view name) {
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

}  // namespace galley
