#include "engine/vm/machine.h"

#include <algorithm>
#include <utility>

#include "base/checked.h"
#include "base/equal_text.h"
#include "diag/report.h"
#include "engine/library/javascript.h"
#include "engine/library/operators.h"
#include "value/compare.h"
#include "value/print.h"

namespace galley {

// Straight-line code is paid for when a routine is entered and each time around a
// loop, which are the only ways to run it again.
bool Machine::Run() {
  static constexpr void* kLabels[] = {
#define OPCODE(name, operands, about) &&do_##name,
#include "engine/code/opcodes.def"
#undef OPCODE
  };

  CallContext& cx = *cx_;
  BufferWriter& out = *out_;
  const Instruction* pc;
  const Instruction* code;  // of the routine
  Value* r;
  const Value* bases[2];
  AttributeCache* attributes;
  const Unit* unit;
  const Value* subject;  // what the next instruction reads an attribute or an item of

// NOLINTBEGIN(bugprone-macro-parentheses): what a macro declares has no parentheses
#define LOAD_FRAME()                                           \
  do {                                                         \
    const Frame& current = frames_.back();                     \
    unit = current.unit;                                       \
    pc = current.pc;                                           \
    code = unit->instructions.data() + current.routine->begin; \
    r = current.registers;                                     \
    bases[0] = r;                                              \
    bases[1] = unit->constants.data();                         \
    attributes = current.attributes;                           \
  } while (0)
#define LOAD_DETOUR()                                        \
  do {                                                       \
    unit = detour_.state->unit;                              \
    pc = unit->instructions.data() + detour_.routine->begin; \
    code = pc;                                               \
    r = short_registers_;                                    \
    bases[0] = r;                                            \
    bases[1] = unit->constants.data();                       \
    attributes = detour_.state->attributes;                  \
  } while (0)
// What was called runs next: in a frame, or on a detour.
#define ENTER()        \
  do {                 \
    if (detour_.state) \
      LOAD_DETOUR();   \
    else               \
      LOAD_FRAME();    \
  } while (0)
#define SAVE_FRAME() (frames_.back().pc = pc)
#define OPERAND(x) (bases[(x) >> 15][(x)&0x7FFF])
#define CONSTANT(x) (bases[1][x])
// The instruction that runs; its fields are read where they are used.
#define i (pc[-1])
#define NEXT()                                \
  do {                                        \
    ++pc;                                     \
    goto* kLabels[static_cast<size_t>(i.op)]; \
  } while (0)
#define STOP()    \
  do {            \
    Stop(pc);     \
    return false; \
  } while (0)
#define CHECK()                    \
  do {                             \
    if (cx.stopped()) [[unlikely]] \
      STOP();                      \
  } while (0)

  LOAD_FRAME();
  NEXT();

#define APPEND(value)                                 \
  do {                                                \
    from_data_ |= ((value).marks() & kFromData) != 0; \
    out.AppendShort((value).as_string());             \
  } while (0)
#define EMIT(value)                       \
  do {                                    \
    if ((value).is_string()) [[likely]] { \
      APPEND(value);                      \
      NEXT();                             \
    }                                     \
    if ((value).is_int()) {               \
      PrintInt((value).as_int(), &out);   \
      NEXT();                             \
    }                                     \
    EmitSlowly(value);                    \
    CHECK();                              \
    NEXT();                               \
  } while (0)

do_Text:
  out.AppendSlack(CONSTANT(i.d()).as_string());
  NEXT();
do_TextByte:
  out.Append(static_cast<char>(i.x));
  NEXT();
do_TextEmit:
  out.AppendSlack(CONSTANT(i.b).as_string());
do_Emit : {
  const Value& value = OPERAND(i.a);
  EMIT(value);
}
do_EmitEscaped : {
  if (i.x == 1 || cx.autoescape) {
    EmitEscaped(OPERAND(i.a));
  } else if (const Value& value = OPERAND(i.a); value.is_string()) {
    APPEND(value);
  } else {
    EmitSlowly(value);
  }
  CHECK();
  NEXT();
}

// Points `found` at an attribute of `object`.
#define FIND_ATTRIBUTE(object, site_index, found)                                               \
  const Value& object_value = object;                                                           \
  const Value* found = FoundAgain(object_value, attributes[site_index]);                        \
  if (!found) [[unlikely]] {                                                                    \
    const AttributeSite& site = unit->attributes[site_index];                                   \
    scratch_ = FindAttribute(object_value, site, CONSTANT(site.name), attributes + site_index); \
    CHECK();                                                                                    \
    found = &scratch_;                                                                          \
  }

do_TextEmitAttribute:
  out.AppendSlack(CONSTANT(i.b).as_string());
do_EmitAttribute:
  subject = &r[i.a];
emit_attribute : {
  FIND_ATTRIBUTE(*subject, i.c, value)
  EMIT(*value);
}
do_SumBegin:
  r[i.a + 1] = Value();
  NEXT();
do_SumAdd : {
  const Value& term = OPERAND(i.b);
  if (IsPlainString(term) && r[i.a + 1].is_int()) [[likely]] {
    APPEND(term);
    NEXT();
  }
  AddToSum(r + i.a, term);
  CHECK();
  NEXT();
}
do_SumEnd:
  if (r[i.a + 1].is_int()) [[likely]] {
    from_data_ |= (r[i.a + 1].as_int() & 1) != 0;
    NEXT();
  }
  EMIT(r[i.a]);
do_EmitLoop:
  EmitSlowly(LoopValue(*static_cast<const Loop*>(r[i.a].function()), static_cast<LoopPart>(i.x)));
  CHECK();
  NEXT();
do_CaptureBegin:
  captures_.push_back({out.size(), from_data_});
  from_data_ = false;
  NEXT();
do_CaptureEnd : {
  const Capture capture = captures_.back();
  captures_.pop_back();
  r[i.a] = TakeText(capture.written, capture.from_data, i.x == 1 || (i.x == 2 && cx.autoescape));
  CHECK();
  NEXT();
}
do_TagBegin:
  tag_seen_ = true;
  tag_begin_ = out.size();
  NEXT();
do_TagEnd:
  tag_printed_ = tag_printed_ || !IsJsBlank(out.view().substr(tag_begin_));
  NEXT();
do_CaptureDrop:
  out.Truncate(captures_[captures_.size() - i.x].written);
  captures_.resize(captures_.size() - i.x);
  NEXT();

do_Move:
  r[i.a] = OPERAND(i.b);
  NEXT();
do_Read : {
  const Value* value = &OPERAND(i.b);
  if (value->is_missing()) [[unlikely]] {
    scratch_ = Settled(*value);
    value = &scratch_;
  }
  r[i.a] = *value;
  NEXT();
}
do_LoadConstant:
  r[i.a] = CONSTANT(i.d());
  NEXT();
do_Resolve : {
  AttributeCache* cache = attributes + i.d();
  if (const Value* seen = SeenAgain(*cache)) {
    r[i.a] = *seen;
    NEXT();
  }
  const AttributeSite& site = unit->attributes[i.d()];
  r[i.a] = Resolve(site, CONSTANT(site.name), cache);
  CHECK();
  NEXT();
}
do_Missing:
  r[i.a] = Value::Missing(&CONSTANT(i.d()));
  NEXT();
do_Because:
  r[i.a] = UndefinedBecause(&CONSTANT(i.d()));
  NEXT();
do_NoElse:
  r[i.a] = Value::LenientUndefined(&CONSTANT(i.d()));
  NEXT();
do_LoadOuter : {
  const Environment* environment = frames_.back().outside;
  for (uint16_t level = i.b; level > 1; --level) environment = environment->parent;
  const Value& value = environment->registers[i.c];
  r[i.a] = i.x != 0 ? Settled(value) : value;
  NEXT();
}
do_MakeList:
  r[i.a] = heap_.NewList({r + i.b, i.c});
  CHECK();
  NEXT();
do_MakeTuple:
  r[i.a] = heap_.NewTuple({r + i.b, i.c});
  CHECK();
  NEXT();
do_MakeMap:
  r[i.a] = MakeMap({r + i.b, i.c});
  CHECK();
  NEXT();

do_Add : {
  const Value& a = OPERAND(i.b);
  const Value& b = OPERAND(i.c);
  int64_t sum;
  if (a.is_int() && b.is_int() && CheckedAdd(a.as_int(), b.as_int(), &sum)) {
    r[i.a] = Value::Int(sum);
    NEXT();
  }
  r[i.a] = Add(cx, a, b);
  CHECK();
  NEXT();
}
#define BINARY(name)                                         \
  do_##name : r[i.a] = name(cx, OPERAND(i.b), OPERAND(i.c)); \
  CHECK();                                                   \
  NEXT();
  BINARY(Subtract)
  BINARY(Multiply)
  BINARY(Divide)
  BINARY(FloorDivide)
  BINARY(Modulo)
  BINARY(Power)
#undef BINARY
do_Negate:
  r[i.a] = Negate(cx, OPERAND(i.b));
  CHECK();
  NEXT();
do_Plus:
  r[i.a] = Plus(cx, OPERAND(i.b));
  CHECK();
  NEXT();
#define TRUTH(value) ((value).is_bool() ? (value).as_bool() : Truth(cx, value))
do_Not:
  r[i.a] = Value::Bool(!TRUTH(OPERAND(i.b)));
  CHECK();
  NEXT();
do_Compare:
  r[i.a] = Value::Bool(CompareValues(cx, static_cast<Comparison>(i.x), OPERAND(i.b), OPERAND(i.c)));
  CHECK();
  NEXT();
do_Concatenate:
  r[i.a] = Concatenate(cx, {r + i.b, i.c});
  CHECK();
  NEXT();
do_GetAttribute : {
  FIND_ATTRIBUTE(r[i.b], i.c, value)
  r[i.a] = *value;
  NEXT();
}
do_AttributeThenEmit : {
  FIND_ATTRIBUTE(r[i.b], i.c, value)
  subject = value;
  ++pc;
  goto emit_attribute;
}
do_AttributeThenItem : {
  FIND_ATTRIBUTE(r[i.b], i.c, value)
  subject = value;
  ++pc;
  goto item_then_emit;
}
// Points `found` at an item of a list; goes on behind this where it is anything else.
#define FIND_ITEM(object, key, found)                        \
  const Value* found = nullptr;                              \
  if ((key).is_int()) [[likely]] {                           \
    if ((object).IsPlainList()) [[likely]] {                 \
      const auto at = static_cast<uint64_t>((key).as_int()); \
      if (at < (object).size()) [[likely]]                   \
        found = (object).items().data() + at;                \
    }                                                        \
  }
do_ItemThenEmit:
  subject = &r[i.b];
item_then_emit : {
  const Value& key = OPERAND(i.c);
  FIND_ITEM(*subject, key, item)
  if (item) [[likely]] {
    subject = item;
    ++pc;
    goto emit_attribute;
  }
  r[i.a] = Item(*subject, key);
  CHECK();
  NEXT();
}
do_GetItem : {
  const Value& key = OPERAND(i.c);
  FIND_ITEM(r[i.b], key, item)
  if (item) [[likely]] {
    r[i.a] = *item;
    NEXT();
  }
  r[i.a] = Item(r[i.b], key);
  CHECK();
  NEXT();
}
do_GetSlice:
  r[i.a] = GetSlice(cx, OPERAND(i.b), r[i.c], r[i.c + 1], r[i.c + 2]);
  CHECK();
  NEXT();

do_Jump:
  pc = code + i.d();
  NEXT();
do_JumpIfTrue : {
  const bool truth = TRUTH(OPERAND(i.a));
  CHECK();
  if (truth) pc = code + i.d();
  NEXT();
}
do_JumpIfFalse : {
  const bool truth = TRUTH(OPERAND(i.a));
  CHECK();
  if (!truth) pc = code + i.d();
  NEXT();
}
#define JUMP_UNLESS(a, b)                                                                    \
  do {                                                                                       \
    const auto comparison = static_cast<Comparison>(i.x);                                    \
    bool holds;                                                                              \
    if (a.is_string() && b.is_string() && comparison <= Comparison::kNotEqual) {             \
      holds = EqualText(a.as_string(), b.as_string()) == (comparison == Comparison::kEqual); \
    } else {                                                                                 \
      holds = CompareValues(cx, comparison, a, b);                                           \
      CHECK();                                                                               \
    }                                                                                        \
    pc = holds ? pc + 1 : code + pc->d();                                                    \
    NEXT();                                                                                  \
  } while (0)
do_JumpUnless : {
  const Value& a = OPERAND(i.a);
  const Value& b = OPERAND(i.b);
  JUMP_UNLESS(a, b);
}
do_JumpUnlessAttribute : {
  FIND_ATTRIBUTE(r[i.a], i.c, value)
  const Value& a = *value;
  const Value& b = OPERAND(i.b);
  JUMP_UNLESS(a, b);
}
do_JumpIfAttribute : {
  FIND_ATTRIBUTE(r[i.a], i.c, value)
  const bool truth = TRUTH(*value);
  CHECK();
  pc = truth == (i.x != 0) ? code + pc->d() : pc + 1;
  NEXT();
}
do_JumpIfLoop : {
  const auto& loop = *static_cast<const Loop*>(r[i.a].function());
  const auto part = static_cast<LoopPart>(i.x >> 1);
  bool truth;
  if (part == LoopPart::kLast) {
    truth = loop.next == loop.size;
  } else if (part == LoopPart::kFirst) {
    truth = loop.next == 1;
  } else {
    truth = Truth(cx, LoopValue(loop, part));
    CHECK();
  }
  if (truth == ((i.x & 1) != 0)) pc = code + i.d();
  NEXT();
}
do_JumpIfComplete:
  if (detour_.state || frames_.back().is_complete) pc = code + i.d();
  NEXT();
do_JumpIfProvided:
  if (!r[i.a].is_missing()) pc = code + i.d();
  NEXT();
do_JumpIfExtended:
  if (IsExtended()) pc = code + i.d();
  NEXT();
do_Return:
  if (detour_.state) {
    detour_.state = nullptr;
    LOAD_FRAME();
    NEXT();
  }
  SAVE_FRAME();
  if (!Pop()) return !cx.stopped();
  LOAD_FRAME();
  CHECK();
  NEXT();
do_Fail:
  cx.Fail(static_cast<Code>(i.x), std::string(CONSTANT(i.d()).as_string()));
  STOP();

// Another turn of a loop, whose body is paid for.
#define GO_BACK()                                                           \
  do {                                                                      \
    const Instruction* body = code + pc->d();                               \
    const bool paid = heap_.meter().Step(static_cast<uint64_t>(pc - body)); \
    pc = body;                                                              \
    if (!paid || out.overflowed()) [[unlikely]] {                           \
      STOP();                                                               \
    }                                                                       \
    NEXT();                                                                 \
  } while (0)

do_ForBegin:
  SAVE_FRAME();
  BeginLoop(r + i.a, OPERAND(i.b), i.x);
  CHECK();
  NEXT();
do_ForItems:
  SAVE_FRAME();
  BeginItemsLoop(r + i.a, OPERAND(i.b), i.x);
  CHECK();
  NEXT();
do_ForNext : {
  auto* loop = const_cast<Loop*>(static_cast<const Loop*>(r[i.a].function()));
  const Instruction* done = code + pc->d();
  if (loop->next == loop->size) {
    pc = done;
    NEXT();
  }
  r[i.b] = loop->Item(loop->next++);
  heap_.meter().Step(static_cast<uint64_t>(done - pc));
  ++pc;
  CHECK();
  if (out.overflowed()) [[unlikely]] {
    STOP();
  }
  NEXT();
}
do_ForAgain : {
  auto* loop = const_cast<Loop*>(static_cast<const Loop*>(r[i.a].function()));
  if (loop->next == loop->size) {
    ++pc;
    NEXT();
  }
  r[i.b] = loop->Item(loop->next++);
  GO_BACK();
}
do_ForNextPair : {
  auto* loop = const_cast<Loop*>(static_cast<const Loop*>(r[i.a].function()));
  const Instruction* done = code + pc->d();
  if (loop->next == loop->size) {
    pc = done;
    NEXT();
  }
  NextPair(loop, &r[i.b], &r[i.c]);
  heap_.meter().Step(static_cast<uint64_t>(done - pc));
  ++pc;
  CHECK();
  if (out.overflowed()) [[unlikely]] {
    STOP();
  }
  NEXT();
}
do_ForAgainPair : {
  auto* loop = const_cast<Loop*>(static_cast<const Loop*>(r[i.a].function()));
  if (loop->next == loop->size) {
    ++pc;
    NEXT();
  }
  NextPair(loop, &r[i.b], &r[i.c]);
  CHECK();
  GO_BACK();
}
do_LoopField : {
  const auto& loop = *static_cast<const Loop*>(r[i.b].function());
  const auto part = static_cast<LoopPart>(i.x);
  if (part == LoopPart::kIndex) {
    r[i.a] = Value::Int(loop.next);
    NEXT();
  }
  r[i.a] = LoopValue(loop, part);
  CHECK();
  NEXT();
}
do_CollectBegin:
  r[i.a] = Value::List({});
  r[i.a + 1] = Value::Int(0);
  NEXT();
do_Collect:
  Collect(r + i.a, OPERAND(i.b));
  CHECK();
  NEXT();
do_CollectEnd:
  r[i.a] = r[i.b];
  NEXT();
do_Unpack:
  Unpack(OPERAND(i.b), r + i.a, i.c);
  CHECK();
  NEXT();

do_Filter : {
  const BuiltinSite& site = unit->builtins[i.c];
  const Value value = site.builtin->function(cx, {r + i.b, site.count});
  CHECK();
  r[i.a] = site.is_test && !value.is_bool() ? Value::Bool(IsTrue(value)) : value;
  NEXT();
}
do_FilterFixed : {
  const BuiltinSite& site = unit->builtins[i.c];
  fixed_call_[0] = OPERAND(i.b);
  std::copy(site.fixed.begin(), site.fixed.end(), fixed_call_ + 1);
  const Value value = site.builtin->function(cx, {fixed_call_, 1 + site.fixed.size()});
  CHECK();
  r[i.a] = site.is_test && !value.is_bool() ? Value::Bool(IsTrue(value)) : value;
  NEXT();
}
do_EmitFilter : {
  const Builtin& builtin = *unit->builtins[i.c].builtin;
  const Value& operand = OPERAND(i.b);
  if (operand.is_string() && builtin.write) [[likely]] {
    from_data_ |= (operand.marks() & kFromData) != 0;
    builtin.write(cx, operand.as_string(), &out);
    CHECK();
    NEXT();
  }
  scratch_ = builtin.function(cx, {&operand, 1});
  CHECK();
  EMIT(scratch_);
}
do_FilterWith:
  r[i.a] = FilterWith(unit->calls[i.d()]);
  CHECK();
  NEXT();
do_CallHost:
  SAVE_FRAME();
  r[i.a] = CallHostFilter(unit->calls[i.d()]);
  CHECK();
  NEXT();
do_Call:
  SAVE_FRAME();
  Call(unit->calls[i.d()], Ending::kText, i.a, 0);
  CHECK();
  LOAD_FRAME();
  NEXT();
do_EmitCall : {
  const CallSite& site = unit->calls[i.d()];
  SAVE_FRAME();
  if (i.x != 1 && DetourToMacro(site)) {
    LOAD_DETOUR();
    NEXT();
  }
  Call(site, Ending::kWritten, 0, i.x);
  CHECK();
  ENTER();
  NEXT();
}
do_MakeMacro:
  MakeMacro(i.a, i.d());
  CHECK();
  NEXT();

do_Export:
  Export(CONSTANT(i.d()), OPERAND(i.a), i.x == 0);
  CHECK();
  NEXT();
do_SetAttribute : {
  const Value& object = OPERAND(i.a);
  if (IsObject(object, ObjectType::kNamespace)) {
    SetAttribute(cx, *static_cast<const Namespace*>(object.function()), OPERAND(i.b), OPERAND(i.c));
  } else {
    cx.FailType("only a namespace's attributes can be assigned, not those of " +
                DescribeValue(object));
  }
  CHECK();
  NEXT();
}
do_Include:
  SAVE_FRAME();
  if (UnitState* state = frame().state->includes[i.d()]) {
    if (DetourToTemplate(state, unit->includes[i.d()])) {
      LOAD_DETOUR();
      NEXT();
    }
  }
  Include(i.d(), i.a);
  CHECK();
  ENTER();
  NEXT();
do_Import:
  SAVE_FRAME();
  Import(unit->includes[i.c], OPERAND(i.b), i.a);
  CHECK();
  LOAD_FRAME();
  NEXT();
do_ImportName:
  SAVE_FRAME();
  r[i.a] = ImportedName(r[i.b], OPERAND(i.c));
  CHECK();
  NEXT();
do_Extends:
  SAVE_FRAME();
  Extends(OPERAND(i.a));
  CHECK();
  NEXT();
do_Block:
  SAVE_FRAME();
  CallBlock(unit->block_sites[i.d()]);
  CHECK();
  ENTER();
  NEXT();
do_Self:
  r[i.a] = MakeSelf();
  CHECK();
  NEXT();
do_Super:
  r[i.a] = MakeSuper();
  CHECK();
  NEXT();
do_Autoescape:
  r[i.b] = Value::Bool(cx.autoescape);
  cx.autoescape = Truth(cx, OPERAND(i.a));
  CHECK();
  NEXT();
do_AutoescapeEnd:
  cx.autoescape = r[i.a].as_bool();
  NEXT();

  // Handlebars.
#define FIND_FIELD(object, site_index, found)                                              \
  const Value& object_value = object;                                                      \
  Value found;                                                                             \
  if (const Value* again = FoundAgain(object_value, attributes[site_index])) [[likely]] {  \
    found = *again;                                                                        \
  } else if (object_value.is_map()) {                                                      \
    const AttributeSite& site = unit->attributes[site_index];                              \
    const uint32_t at = FindKey(object_value, CONSTANT(site.name).as_string(), site.hash); \
    if (at != kNoPosition) {                                                               \
      const MapEntry& entry = object_value.entries()[at];                                  \
      attributes[site_index] = {entry.key.as_string().data(), at};                         \
      found = entry.value;                                                                 \
    }                                                                                      \
  } else {                                                                                 \
    found = FieldOrSelf(object_value, unit->attributes[site_index]);                       \
  }

do_EmitJs : {
  const Value& value = OPERAND(i.a);
  if (value.is_string() && !(i.x & 1)) [[likely]] {
    from_data_ |= (value.marks() & kFromData) != 0;
    out.Append(value.as_string());
    NEXT();
  }
  EmitJs(value, i.x);
  CHECK();
  NEXT();
}
#define CHECKED(name, ...) \
  do_##name : __VA_ARGS__; \
  CHECK();                 \
  NEXT();
  CHECKED(EmitSum, EmitSum({r + i.b, i.c}, i.x))
do_EmitField : {
  FIND_FIELD(OPERAND(i.a), i.c, value)
  if (value.is_string() && !(i.x & 1)) {
    from_data_ |= (value.marks() & kFromData) != 0;
    out.Append(value.as_string());
    NEXT();
  }
  EmitJs(value, i.x);
  CHECK();
  NEXT();
}
do_Field : {
  FIND_FIELD(OPERAND(i.b), i.c, value)
  r[i.a] = value;
  CHECK();
  NEXT();
}
do_OrGlobal:
  if (r[i.a].is_undefined() || OPERAND(i.b).is_none()) [[unlikely]] {
    r[i.a] = GlobalPath(*unit, unit->paths[i.c]);
    CHECK();
  }
  NEXT();
#define SLOW_FIELD(name)                                  \
  do_##name : SAVE_FRAME();                               \
  r[i.a] = name##Of(OPERAND(i.b), unit->attributes[i.c]); \
  CHECK();                                                \
  NEXT();
  SLOW_FIELD(DataField)
  SLOW_FIELD(SureField)
  SLOW_FIELD(StrictField)
#undef SLOW_FIELD
  CHECKED(DepthField, r[i.a] = DepthFieldOf(unit->attributes[i.c]))
  CHECKED(Lookup, r[i.a] = LookUp(OPERAND(i.b), OPERAND(i.c)))
  CHECKED(LoadData, r[i.a] = LoadData(unit->data_sites[i.d()]))
do_OuterContext : {
  const uint32_t level = LevelOut(i.d());
  r[i.a] = level == kNowhere ? Value() : handlebars_.contexts[level].context;
  CHECK();
  NEXT();
}
  CHECKED(EnterContext, EnterContext(OPERAND(i.a)))
do_LeaveContext:
  LeaveContext();
  NEXT();
do_OrNoContext : {
  const Value& context = OPERAND(i.b);
  r[i.a] = IsNothing(context) ? Value::Map(kNoEntries, 0) : context;
  NEXT();
}
do_JumpIfFalsy : {
  const Value& value = OPERAND(i.a);
  if (IsFalsy(value) || IsEmpty(value)) pc = code + i.d();
  NEXT();
}
do_JumpIfEmpty:
  if (IsEmpty(OPERAND(i.a))) pc = code + i.d();
  NEXT();
do_JumpIfSection : {
  const Value& value = OPERAND(i.a);
  if (ShowsSection(value)) pc = code + i.d();
  NEXT();
}
do_EachBegin:
  pc = BeginEach(OPERAND(i.a)) ? pc + 1 : code + pc->d();
  CHECK();
  NEXT();
do_SectionBegin:
  pc = BeginSection(OPERAND(i.a), OPERAND(i.b)) ? pc + 1 : code + pc->d();
  CHECK();
  NEXT();
do_EachNext : {
  DataLevel& level = handlebars_.data.back();
  const Instruction* done = code + pc->d();
  if (level.next == level.size) {
    handlebars_.data.pop_back();
    pc = done;
    NEXT();
  }
  const uint32_t at = level.next++;
  r[i.a] = level.entries ? level.entries[at].value : level.items[at];
  heap_.meter().Step(static_cast<uint64_t>(done - pc));
  ++pc;
  CHECK();
  if (out.overflowed()) [[unlikely]] {
    STOP();
  }
  NEXT();
}
do_EachKey:
  r[i.a] = EachKey();
  NEXT();
do_SectionParam:
  r[i.a] = SectionParam(i.x);
  NEXT();
do_NeedParam:
  if (r[i.a].is_missing()) {
    cx.FailType("a section over `true` gives no block parameters");
    STOP();
  }
  NEXT();
do_Helper:
  SAVE_FRAME();
  r[i.a] = CallHelper(unit->helpers[i.d()]);
  CHECK();
  NEXT();
  CHECKED(Log, Log(OPERAND(i.a), {r + i.b, i.c}))
do_Partial:
  SAVE_FRAME();
  CallPartial(unit->partials[i.d()]);
  CHECK();
  LOAD_FRAME();
  NEXT();
  CHECKED(DefineInline, DefineInline(OPERAND(i.a), i.d()))
do_DropInlines:
  DropInlines(i.d());
  NEXT();
  CHECKED(EndProgram, EndProgram())

// NOLINTEND(bugprone-macro-parentheses)
#undef CHECKED
#undef FIND_FIELD
#undef i
#undef LOAD_FRAME
#undef LOAD_DETOUR
#undef ENTER
#undef STOP
#undef SAVE_FRAME
#undef OPERAND
#undef CONSTANT
#undef NEXT
#undef CHECK
#undef FIND_ATTRIBUTE
#undef FIND_ITEM
#undef APPEND
#undef EMIT
#undef TRUTH
#undef JUMP_UNLESS
#undef GO_BACK
}

}  // namespace galley
