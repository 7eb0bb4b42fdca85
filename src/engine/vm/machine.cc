#include "engine/vm/machine.h"

#include <utility>

#include "base/checked.h"
#include "diag/report.h"
#include "engine/library/javascript.h"
#include "engine/library/operators.h"
#include "value/compare.h"
#include "value/print.h"

namespace galley {
namespace {

// How the text of a limit's diagnostic names it.
struct LimitReport {
  Code code;
  std::string_view what;
  uint64_t Limits::*limit;
};

LimitReport ReportFor(Exhausted exhausted) {
  switch (exhausted) {
    case Exhausted::kSteps:
      return {Code::kLimitSteps, "the render took more steps than the limit of ", &Limits::steps};
    case Exhausted::kString:
      return {Code::kLimitHeap, "a string grew larger than the limit of ", &Limits::string};
    case Exhausted::kList:
      return {Code::kLimitHeap, "a list or map grew larger than the limit of ", &Limits::list};
    default:
      return {Code::kLimitHeap, "the render made more values than the limit of ", &Limits::heap};
  }
}

// Names to choose a hint from.
struct NameList {
  static constexpr size_t kMost = 1000;
  std::vector<std::string_view> names;

  void Add(const Value& key) {
    if (key.is_string() && names.size() < kMost) names.push_back(key.as_string());
  }
  void AddKeys(const Value& map) {
    if (!map.is_map()) return;
    for (const MapEntry& entry : EntriesOf(map)) Add(entry.key);
  }
};

}  // namespace

Result<void> Machine::Render(const RenderRequest& request, BufferWriter* out) {
  const size_t before = out->size();
  Start(request, out);
  const bool rendered = !cx_->stopped() && Run();
  if (rendered && !out->overflowed() && !cx_->stopped()) return {};
  out->Truncate(before);
  return Failure();
}

void Machine::Start(const RenderRequest& request, BufferWriter* out) {
  request_ = &request;
  out_ = out;
  heap_.Reset(request.limits);
  cx_.emplace(&heap_, &request.policy);
  cx_->autoescape = request.autoescape;
  frames_.clear();
  captures_.clear();
  registers_.Clear();
  caches_.clear();
  modules_.clear();
  load_failure_.reset();
  handlebars_.Clear();
  from_data_ = false;
  tag_seen_ = tag_printed_ = false;

  Context* context = NewContext();
  if (!context) return;
  context->data = request.data;
  context->globals = request.globals;
  AddBlocks(context, *request.unit);
  const Routine& main = request.unit->routines[0];
  if (!Push(request.unit, &main, context, Ending::kWritten, 0)) return;
  if (main.kind == RoutineKind::kProgram) StartProgram();
}

// ---------------------------------------------------------------------------
// Failures

// Where the instruction stands that a frame is at.
Span Machine::SpanOf(const Frame& frame) {
  const auto at = static_cast<size_t>(frame.pc - frame.unit->instructions.data());
  return at > 0 && at <= frame.unit->positions.size() ? frame.unit->positions[at - 1] : Span{};
}

// A variable with a name near the one that is undefined.
std::string Machine::HintAtName() const {
  const Value& undefined = cx_->undefined();
  const Value* name = undefined.undefined_name();
  if (!name || !name->is_string() || undefined.is_lenient()) return {};
  NameList names;
  Kind owner;
  if (undefined.undefined_owner(&owner)) {
    names.AddKeys(cx_->OwnerOf(undefined));
  } else {
    for (const Context* context = frames_.back().context; context; context = context->parent) {
      for (const Binding& binding : context->variables) names.Add(binding.name);
      names.AddKeys(context->data);
      names.AddKeys(context->globals);
    }
  }
  return SuggestNearest(name->as_string(), names.names);
}

Error Machine::Failure() {
  if (!load_failure_) return Explain();
  Error error = *std::move(load_failure_);
  Diagnostic& reason = error.diagnostics().front();
  // What is wrong inside of another template has a place there; what is wrong with
  // its name belongs to the tag that uses it.
  if (reason.file.empty()) {
    const Diagnostic here = Explain();
    reason.file = here.file;
    reason.range = here.range;
    reason.line_text = here.line_text;
    reason.line_text_column = here.line_text_column;
    reason.notes.insert(reason.notes.end(), here.notes.begin(), here.notes.end());
  }
  return error;
}

Diagnostic Machine::Explain() {
  // A limit may be so low that not even the first frame was made.
  const Unit& unit = frames_.empty() ? *request_->unit : *frames_.back().unit;
  const Span span = frames_.empty() ? Span{} : SpanOf(frames_.back());
  const Source source(unit.name, unit.text);

  Diagnostic diagnostic;
  if (cx_->failed()) {
    diagnostic = Report(cx_->code(), source, span, cx_->message(), cx_->hint());
    if (cx_->code() == Code::kUndefinedVariable && diagnostic.hint.empty()) {
      diagnostic.hint = HintAtName();
    }
  } else if (heap_.exhausted() != Exhausted::kNo) {
    const LimitReport report = ReportFor(heap_.exhausted());
    diagnostic = Report(report.code, source, span,
                        std::string(report.what) + std::to_string(request_->limits.*report.limit));
  } else {
    diagnostic = Report(
        Code::kLimitOutput, source, span,
        "the render wrote more bytes than the limit of " + std::to_string(request_->limits.output));
  }
  // The innermost calls tell most; a runaway recursion has hundreds.
  constexpr size_t kMostNotes = 8;
  for (size_t i = frames_.size(); i-- > 1 && diagnostic.notes.size() < kMostNotes;) {
    diagnostic.notes.push_back(DescribeFrame(frames_[i], frames_[i - 1]));
  }
  return diagnostic;
}

std::string Machine::DescribeFrame(const Frame& called, const Frame& caller) const {
  const Position start = Source(caller.unit->name, caller.unit->text).Locate(SpanOf(caller)).start;
  const std::string place =
      caller.unit->name + ":" + std::to_string(start.line) + ":" + std::to_string(start.column);
  const std::string name = Quoted(called.routine->name);
  switch (called.routine->kind) {
    case RoutineKind::kTemplate:
      return "in template " + name + ", used at " + place;
    case RoutineKind::kBlock:
      return "in block " + name + ", rendered at " + place;
    case RoutineKind::kMacro:
      return "in macro " + name + ", called at " + place;
    case RoutineKind::kCaller:
      return "in the body of a call block, called at " + place;
    case RoutineKind::kLoop:
      return "in a recursive loop, called at " + place;
    case RoutineKind::kProgram:
      return (called.routine == &called.unit->routines[0] ? "in partial " + name : "in a block") +
             ", rendered at " + place;
  }
  return place;
}

// ---------------------------------------------------------------------------
// Output

void Machine::EmitSlowly(const Value& value) {
  switch (value.kind()) {
    case Kind::kInt:
      return PrintInt(value.as_int(), out_);
    case Kind::kUndefined: {
      const Value text = ToText(*cx_, value);
      if (text.is_string()) out_->Append(text.as_string());
      return;
    }
    case Kind::kFunction:
      if (IsObject(value, ObjectType::kModule)) {
        return out_->Append(static_cast<const Module*>(value.function())->body.as_string());
      }
      [[fallthrough]];
    case Kind::kList:
    case Kind::kTuple:
    case Kind::kMap:
      from_data_ = true;  // what is inside is not looked at
      [[fallthrough]];
    default:
      return PrintStr(value, out_, &heap_.meter());
  }
}

void Machine::EmitEscaped(const Value& value) {
  if (value.is_safe()) {
    from_data_ |= (value.marks() & kFromData) != 0;
    return out_->Append(value.as_string());
  }
  if (IsObject(value, ObjectType::kModule)) return EmitSlowly(value);
  const Value text = Escape(*cx_, value);
  from_data_ |= (text.marks() & kFromData) != 0;
  out_->Append(text.as_string());
}

// What was written since `written`, as a string; takes it back from the output.
Value Machine::TakeText(size_t written, bool from_data_before, bool safe) {
  const auto marks = static_cast<uint8_t>((safe ? kSafe : 0) | (from_data_ ? kFromData : 0));
  const Value text = heap_.NewString(out_->view().substr(written), marks);
  out_->Truncate(written);
  from_data_ = from_data_before;
  return text;
}

// ---------------------------------------------------------------------------
// The loop

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
  const Instruction* code;
  Value* r;
  const Value* bases[2];
  AttributeCache* attributes;
  const Unit* unit;

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
#define SAVE_FRAME() (frames_.back().pc = pc)
#define OPERAND(x) (bases[(x) >> 15][(x)&0x7FFF])
#define CONSTANT(x) (bases[1][x])
#define NEXT()                                \
  do {                                        \
    i = *pc++;                                \
    goto* kLabels[static_cast<size_t>(i.op)]; \
  } while (0)
#define CHECK()                      \
  do {                               \
    if (cx.stopped()) [[unlikely]] { \
      SAVE_FRAME();                  \
      return false;                  \
    }                                \
  } while (0)

  LOAD_FRAME();
  Instruction i;
  NEXT();

do_Text:
  out.Append(CONSTANT(i.d()).as_string());
  NEXT();
do_Emit : {
  const Value& value = OPERAND(i.a);
  if (value.is_string()) [[likely]] {
    from_data_ |= (value.marks() & kFromData) != 0;
    out.Append(value.as_string());
    NEXT();
  }
  EmitSlowly(value);
  CHECK();
  NEXT();
}
do_EmitEscaped : {
  if (i.x == 1 || cx.autoescape) {
    EmitEscaped(OPERAND(i.a));
  } else if (const Value& value = OPERAND(i.a); value.is_string()) {
    from_data_ |= (value.marks() & kFromData) != 0;
    out.Append(value.as_string());
  } else {
    EmitSlowly(value);
  }
  CHECK();
  NEXT();
}

#define FIND_ATTRIBUTE(object, site_index, found)                                          \
  const Value& object_value = object;                                                      \
  const AttributeSite& site = unit->attributes[site_index];                                \
  Value found;                                                                             \
  if (object_value.is_map() && !site.is_map_method) [[likely]] {                           \
    AttributeCache& cache = attributes[site_index];                                        \
    const MapEntry* entries = object_value.entries();                                      \
    if (cache.position < object_value.size() && entries[cache.position].key.is_string() && \
        entries[cache.position].key.as_string().data() == cache.key) [[likely]] {          \
      found = entries[cache.position].value;                                               \
    } else {                                                                               \
      const Value& name = CONSTANT(site.name);                                             \
      const uint32_t at = FindKey(object_value, name.as_string(), site.hash);              \
      if (at != kNoPosition) {                                                             \
        cache = {entries[at].key.as_string().data(), at};                                  \
        found = entries[at].value;                                                         \
      } else {                                                                             \
        found = Value::Undefined(&name, Kind::kMap);                                       \
        cx_->NoteMissing(object_value, &name);                                             \
      }                                                                                    \
    }                                                                                      \
  } else {                                                                                 \
    found = Attribute(object_value, CONSTANT(site.name));                                  \
    CHECK();                                                                               \
  }

do_EmitAttribute : {
  FIND_ATTRIBUTE(OPERAND(i.a), i.c, value)
  if (value.is_string()) [[likely]] {
    from_data_ |= (value.marks() & kFromData) != 0;
    out.Append(value.as_string());
    NEXT();
  }
  EmitSlowly(value);
  CHECK();
  NEXT();
}
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
do_LoadConstant:
  r[i.a] = CONSTANT(i.d());
  NEXT();
do_Resolve:
  r[i.a] = Resolve(CONSTANT(i.d()));
  CHECK();
  NEXT();
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
  r[i.a] = environment->registers[i.c];
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
do_Not:
  r[i.a] = Value::Bool(!Truth(cx, OPERAND(i.b)));
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
  FIND_ATTRIBUTE(OPERAND(i.b), i.c, value)
  r[i.a] = value;
  NEXT();
}
do_GetItem:
  r[i.a] = Item(OPERAND(i.b), OPERAND(i.c));
  CHECK();
  NEXT();
do_GetSlice:
  r[i.a] = GetSlice(cx, OPERAND(i.b), r[i.c], r[i.c + 1], r[i.c + 2]);
  CHECK();
  NEXT();

do_Jump:
  pc = code + i.d();
  NEXT();
do_JumpIfTrue:
  if (Truth(cx, OPERAND(i.a))) pc = code + i.d();
  CHECK();
  NEXT();
do_JumpIfFalse:
  if (!Truth(cx, OPERAND(i.a))) pc = code + i.d();
  CHECK();
  NEXT();
do_JumpUnless : {
  const Value& a = OPERAND(i.a);
  const Value& b = OPERAND(i.b);
  const auto comparison = static_cast<Comparison>(i.x);
  bool holds;
  if (a.is_string() && b.is_string() && comparison <= Comparison::kNotEqual) {
    holds = (a.as_string() == b.as_string()) == (comparison == Comparison::kEqual);
  } else {
    holds = CompareValues(cx, comparison, a, b);
    CHECK();
  }
  pc = holds ? pc + 1 : code + pc->d();
  NEXT();
}
do_JumpIfProvided:
  if (!r[i.a].is_missing()) pc = code + i.d();
  NEXT();
do_JumpIfExtended:
  if (frames_.back().parent) pc = code + i.d();
  NEXT();
do_Return:
  SAVE_FRAME();
  if (!Pop()) return !cx.stopped();
  LOAD_FRAME();
  CHECK();
  NEXT();
do_Fail:
  SAVE_FRAME();
  cx.Fail(static_cast<Code>(i.x), std::string(CONSTANT(i.d()).as_string()));
  return false;

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
    SAVE_FRAME();
    return false;
  }
  NEXT();
}
do_ForNextPair : {
  auto* loop = const_cast<Loop*>(static_cast<const Loop*>(r[i.a].function()));
  const Instruction* done = code + pc->d();
  if (loop->next == loop->size) {
    pc = done;
    NEXT();
  }
  if (loop->over == Loop::Over::kPairs) {
    const MapEntry& entry = loop->entries[loop->next++];
    r[i.b] = entry.key;
    r[i.c] = entry.value;
  } else {
    Value pair[2];
    if (Unpack(loop->items[loop->next++], pair, 2)) {
      r[i.b] = pair[0];
      r[i.c] = pair[1];
    }
  }
  heap_.meter().Step(static_cast<uint64_t>(done - pc));
  ++pc;
  CHECK();
  if (out.overflowed()) [[unlikely]] {
    SAVE_FRAME();
    return false;
  }
  NEXT();
}
do_LoopField:
  r[i.a] = LoopValue(*static_cast<const Loop*>(r[i.b].function()), static_cast<LoopPart>(i.x));
  CHECK();
  NEXT();
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
  r[i.a] = site.is_test ? Value::Bool(IsTrue(value)) : value;
  NEXT();
}
do_FilterWith:
  r[i.a] = FilterWith(unit->calls[i.d()]);
  CHECK();
  NEXT();
do_Call:
  SAVE_FRAME();
  Call(unit->calls[i.d()], Ending::kText, i.a, 0);
  CHECK();
  LOAD_FRAME();
  NEXT();
do_EmitCall:
  SAVE_FRAME();
  Call(unit->calls[i.d()], Ending::kWritten, 0, i.x);
  CHECK();
  LOAD_FRAME();
  NEXT();
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
  Include(unit->includes[i.d()], OPERAND(i.a));
  CHECK();
  LOAD_FRAME();
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
  LOAD_FRAME();
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
#define FIND_FIELD(object, site_index, found)                                                \
  const Value& object_value = object;                                                        \
  Value found;                                                                               \
  if (object_value.is_map()) [[likely]] {                                                    \
    AttributeCache& cache = attributes[site_index];                                          \
    const MapEntry* entries = object_value.entries();                                        \
    if (cache.position < object_value.size() && entries[cache.position].key.is_string() &&   \
        entries[cache.position].key.as_string().data() == cache.key) [[likely]] {            \
      found = entries[cache.position].value;                                                 \
    } else {                                                                                 \
      const AttributeSite& site = unit->attributes[site_index];                              \
      const uint32_t at = FindKey(object_value, CONSTANT(site.name).as_string(), site.hash); \
      if (at != kNoPosition) {                                                               \
        cache = {entries[at].key.as_string().data(), at};                                    \
        found = entries[at].value;                                                           \
      }                                                                                      \
    }                                                                                        \
  } else {                                                                                   \
    found = FieldOrSelf(object_value, unit->attributes[site_index]);                         \
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
do_EmitSum:
  EmitSum({r + i.b, i.c}, i.x);
  CHECK();
  NEXT();
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
do_DepthField:
  r[i.a] = DepthFieldOf(unit->attributes[i.c]);
  CHECK();
  NEXT();
do_Lookup:
  r[i.a] = LookUp(OPERAND(i.b), OPERAND(i.c));
  CHECK();
  NEXT();
do_LoadData:
  r[i.a] = LoadData(unit->data_sites[i.d()]);
  CHECK();
  NEXT();
do_OuterContext : {
  const uint32_t level = LevelOut(i.d());
  r[i.a] = level == kNowhere ? Value() : handlebars_.contexts[level].context;
  CHECK();
  NEXT();
}
do_EnterContext:
  EnterContext(OPERAND(i.a));
  CHECK();
  NEXT();
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
    SAVE_FRAME();
    return false;
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
    SAVE_FRAME();
    cx.FailType("a section over `true` gives no block parameters");
    return false;
  }
  NEXT();
do_Helper:
  SAVE_FRAME();
  r[i.a] = CallHelper(unit->helpers[i.d()]);
  CHECK();
  NEXT();
do_Log:
  Log(OPERAND(i.a), {r + i.b, i.c});
  CHECK();
  NEXT();
do_Partial:
  SAVE_FRAME();
  CallPartial(unit->partials[i.d()]);
  CHECK();
  LOAD_FRAME();
  NEXT();
do_DefineInline:
  DefineInline(OPERAND(i.a), i.d());
  CHECK();
  NEXT();
do_DropInlines:
  DropInlines(i.d());
  NEXT();
do_EndProgram:
  EndProgram();
  CHECK();
  NEXT();

#undef FIND_FIELD
#undef LOAD_FRAME
#undef SAVE_FRAME
#undef OPERAND
#undef CONSTANT
#undef NEXT
#undef CHECK
#undef FIND_ATTRIBUTE
}

}  // namespace galley
