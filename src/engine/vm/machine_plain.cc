// The short way through text with fields in it, of which prompts have hundreds: no
// frame and no context, and for a whole template not even a heap.
//
// It knows what is usual and gives up on all else, after taking back what it wrote;
// the loop then runs the same code from its start, so there is one place that knows
// what the unusual means, and where it stands.
#include <algorithm>

#include "base/equal_text.h"
#include "engine/vm/machine.h"
#include "value/compare.h"
#include "value/print.h"

namespace galley {
namespace {

const Value* FindField(const Unit& unit, const Value& map, const AttributeSite& site) {
  const std::string_view name = unit.constants[site.name].as_string();
  if (map.size() > kSmallMap) {
    const uint32_t at = FindKey(map, name, site.hash);
    return at == kNoPosition ? nullptr : &map.entries()[at].value;
  }
  for (const MapEntry& entry : EntriesOf(map)) {
    if (entry.key.is_string() && EqualText(entry.key.as_string(), name)) return &entry.value;
  }
  return nullptr;
}

// What a template that stands alone sees: its data.
class DataView {
 public:
  DataView(const Unit& unit, const Value& data) : unit_(unit), data_(data) {}

  const Value* Name(uint32_t site) const { return FindField(unit_, data_, unit_.attributes[site]); }
  const Value* Field(const Value& object, uint32_t site) const {
    return FindField(unit_, object, unit_.attributes[site]);
  }
  const Value* Filter(const Value&, const BuiltinSite&, Value*) const { return nullptr; }
  bool Print(const Value&, BufferWriter*) const { return false; }
  void Note(uint8_t) const {}

 private:
  const Unit& unit_;
  const Value& data_;
};

// What a template that is included sees, or a macro: variables of the frame at hand,
// then a context.  What a site found last it looks for there first, as the loop does.
class FrameView {
 public:
  // `call` has room for the arguments of a filter.
  FrameView(UnitState* state, const VisibleFrame& seen, const Context* context, CallContext* cx,
            Value* call)
      : state_(*state),
        unit_(*state->unit),
        seen_(seen),
        context_(*context),
        cx_(*cx),
        call_(call) {}

  const Value* Name(uint32_t site) const {
    AttributeCache& cache = state_.attributes[site];
    if (cache.key && cache.key == seen_.variables.data()) {
      const Value& value = seen_.ValueOf(seen_.variables[cache.position]);
      if (!value.is_missing()) return &value;
    }
    return NameAnew(unit_.attributes[site], &cache);
  }

  const Value* Field(const Value& object, uint32_t site) const {
    AttributeCache& cache = state_.attributes[site];
    const MapEntry* entries = object.entries();
    if (cache.position < object.size() &&
        entries[cache.position].key.IsStringAt(static_cast<const char*>(cache.key))) [[likely]] {
      return &entries[cache.position].value;
    }
    return FieldAnew(object, unit_.attributes[site], &cache);
  }

  [[gnu::noinline]] const Value* Filter(const Value& operand, const BuiltinSite& site,
                                        Value* result) const {
    call_[0] = operand;
    std::copy(site.fixed.begin(), site.fixed.end(), call_ + 1);
    *result = site.builtin->function(cx_, {call_, 1 + site.fixed.size()});
    if (site.is_test && !result->is_bool()) *result = Value::Bool(IsTrue(*result));
    return cx_.stopped() ? nullptr : result;
  }

  bool Print(const Value& value, BufferWriter* out) const {
    if (!value.is_none() && !value.is_bool() && !value.is_double()) return false;
    PrintStr(value, out, &cx_.meter());
    return true;
  }

  void Note(uint8_t marks) { marks_ |= marks; }
  // Whether something from data was written.
  bool from_data() const { return (marks_ & kFromData) != 0; }

 private:
  [[gnu::noinline]] const Value* FieldAnew(const Value& object, const AttributeSite& site,
                                           AttributeCache* cache) const {
    const uint32_t at = FindKey(object, unit_.constants[site.name].as_string(), site.hash);
    if (at == kNoPosition) return nullptr;
    const MapEntry& entry = object.entries()[at];
    *cache = {entry.key.as_string().data(), at};
    return &entry.value;
  }

  [[gnu::noinline]] const Value* NameAnew(const AttributeSite& site, AttributeCache* cache) const {
    const std::string_view name = unit_.constants[site.name].as_string();
    const uint32_t at = seen_.Find(name);
    if (at != kNoPosition) {
      *cache = {seen_.variables.data(), at};
      const Value& value = seen_.ValueOf(seen_.variables[at]);
      if (!value.is_missing()) return &value;
    }
    return context_.FindName(name, site.hash);
  }

  UnitState& state_;
  const Unit& unit_;
  const VisibleFrame& seen_;
  const Context& context_;
  CallContext& cx_;
  Value* call_;
  uint8_t marks_ = 0;
};

template <class View>
class ShortRun {
 public:
  // Results of filters go into `room`, one for each register.
  ShortRun(const Unit& unit, View* view, BufferWriter* out, Value* room)
      : unit_(unit), view_(*view), out_(*out), room_(room) {}

  // The parameters of a macro, all of them.
  void Give(const Value* arguments, size_t count) {
    for (size_t i = 0; i < count; ++i) registers_[i] = arguments + i;
  }

  bool Run(const Routine& routine) {
    const Instruction* code = unit_.instructions.data() + routine.begin;
    for (const Instruction* pc = code;; ++pc) {
      const Instruction& i = *pc;
      switch (i.op) {
        case Opcode::kResolve:
          registers_[i.a] = view_.Name(i.d());
          if (!registers_[i.a]) return false;
          break;
        case Opcode::kText:
          out_.AppendShort(unit_.constants[i.d()].as_string());
          break;
        case Opcode::kTextByte:
          out_.Append(static_cast<char>(i.x));
          break;
        case Opcode::kTextEmit:
          out_.AppendShort(unit_.constants[i.b].as_string());
          [[fallthrough]];
        case Opcode::kEmit:
          if (!Emit(*Operand(i.a))) return false;
          break;
        case Opcode::kTextEmitAttribute:
          out_.AppendShort(unit_.constants[i.b].as_string());
          [[fallthrough]];
        case Opcode::kEmitAttribute: {
          const Value* value = Attribute(*registers_[i.a], i.c);
          if (!value || !Emit(*value)) return false;
          break;
        }
        case Opcode::kGetAttribute:
          registers_[i.a] = Attribute(*registers_[i.b], i.c);
          if (!registers_[i.a]) return false;
          break;
        case Opcode::kFilterFixed:
          registers_[i.a] = view_.Filter(*Operand(i.b), unit_.builtins[i.c], room_ + i.a);
          if (!registers_[i.a]) return false;
          break;
        case Opcode::kJumpIfComplete:
        case Opcode::kJumpIfProvided:
          pc = code + i.d() - 1;
          break;
        default:
          return !out_.overflowed();  // the return at the end
      }
    }
  }

 private:
  const Value* Operand(uint16_t operand) const {
    return operand & kConstantBit ? &unit_.constants[operand & ~kConstantBit] : registers_[operand];
  }

  const Value* Attribute(const Value& object, uint16_t site) const {
    if (!object.is_map() || unit_.attributes[site].is_map_method) return nullptr;
    return view_.Field(object, site);
  }

  bool Emit(const Value& value) {
    if (value.is_string()) {
      view_.Note(value.marks());
      out_.AppendShort(value.as_string());
      return true;
    }
    if (!value.is_int()) return view_.Print(value, &out_);
    PrintInt(value.as_int(), &out_);
    return true;
  }

  const Unit& unit_;
  View& view_;
  BufferWriter& out_;
  Value* room_;
  const Value* registers_[kPlainRegisters];
};

}  // namespace

Result<void> Machine::Render(const RenderRequest& request, BufferWriter* out) {
  if (request.unit->is_plain && RenderPlain(request, out)) return {};
  return RenderInFull(request, out);
}

// The unit pays a step for each instruction; it has no loops.
bool Machine::RenderPlain(const RenderRequest& request, BufferWriter* out) {
  const Unit& unit = *request.unit;
  if (!request.data.is_map() || unit.instructions.size() > request.limits.steps) return false;
  const size_t before = out->size();
  DataView view(unit, request.data);
  if (!ShortRun(unit, &view, out, nullptr).Run(unit.routines[0])) {
    out->Truncate(before);
    return false;
  }
  // What the caller may ask about the last render.
  steps_left_ = request.limits.steps - unit.instructions.size();
  tag_seen_ = tag_printed_ = false;
  return true;
}

// Runs a routine without a frame of its own, as Push and the loop would: it sees `seen`
// and `context`, and its parameters are `arguments`.  False, with nothing done, where
// the loop must see to it.
bool Machine::RunShort(UnitState* state, const Routine& routine, const VisibleFrame& seen,
                       const Context* context, std::span<const Value> arguments) {
  if (!routine.is_short || state->is_unusual) return false;
  const uint64_t steps = routine.end - routine.begin;
  if (frames_.size() > request_->limits.depth || heap_.meter().steps_left() < steps) return false;
  Value* room = registers_.Take(kPlainRegisters);
  if (!room) return false;
  const size_t before = out_->size();
  FrameView view(state, seen, context, &*cx_, fixed_call_);
  ShortRun run(*state->unit, &view, out_, room);
  run.Give(arguments.data(), arguments.size());
  const bool done = run.Run(routine);
  registers_.Give(kPlainRegisters);
  if (done) {
    from_data_ |= view.from_data();
    heap_.meter().Step(steps);
    return true;
  }
  // The loop meets the failure again, where it is known how it came there.
  out_->Truncate(before);
  (void)cx_->PutOffFailure();
  state->is_unusual = true;
  return false;
}

}  // namespace galley
