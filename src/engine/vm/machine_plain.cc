// The short way through a unit of nothing but text and fields, of which prompts
// have hundreds: no frame, no context, no heap.
//
// It knows what is usual and gives up on all else, after taking back what it wrote;
// the loop then runs the unit from its start, so there is one place that knows what
// the unusual means.
#include "base/equal_text.h"
#include "engine/vm/machine.h"
#include "value/print.h"

namespace galley {
namespace {

class PlainRun {
 public:
  PlainRun(const Unit& unit, const Value& data, BufferWriter* out)
      : unit_(unit), data_(data), out_(*out) {}

  bool Run() {
    for (const Instruction& instruction : unit_.instructions) {
      if (!Step(instruction)) return false;
    }
    return !out_.overflowed();
  }

 private:
  bool Step(const Instruction& i) {
    switch (i.op) {
      case Opcode::kResolve: {
        const Value* found = Find(data_, unit_.attributes[i.d()]);
        if (found) registers_[i.a] = found;
        return found;
      }
      case Opcode::kText:
        out_.AppendShort(unit_.constants[i.d()].as_string());
        return true;
      case Opcode::kTextEmit:
        out_.AppendShort(unit_.constants[i.b].as_string());
        [[fallthrough]];
      case Opcode::kEmit:
        return Emit(Operand(i.a));
      case Opcode::kTextEmitAttribute:
        out_.AppendShort(unit_.constants[i.b].as_string());
        [[fallthrough]];
      case Opcode::kEmitAttribute: {
        const AttributeSite& site = unit_.attributes[i.c];
        const Value* object = Operand(i.a);
        if (!object->is_map() || site.is_map_method) return false;
        const Value* found = Find(*object, site);
        return found && Emit(found);
      }
      default:
        return true;  // the return at the end
    }
  }

  const Value* Operand(uint16_t operand) const {
    return operand & kConstantBit ? &unit_.constants[operand & ~kConstantBit] : registers_[operand];
  }

  const Value* Find(const Value& map, const AttributeSite& site) const {
    const std::string_view name = unit_.constants[site.name].as_string();
    if (map.size() > kSmallMap) {
      const uint32_t at = FindKey(map, name, site.hash);
      return at == kNoPosition ? nullptr : &map.entries()[at].value;
    }
    for (const MapEntry& entry : EntriesOf(map)) {
      if (entry.key.is_string() && EqualText(entry.key.as_string(), name)) return &entry.value;
    }
    return nullptr;
  }

  bool Emit(const Value* value) {
    if (value->is_string()) {
      out_.AppendShort(value->as_string());
      return true;
    }
    if (value->is_int()) PrintInt(value->as_int(), &out_);
    return value->is_int();
  }

  const Unit& unit_;
  const Value& data_;
  BufferWriter& out_;
  const Value* registers_[kPlainRegisters];
};

}  // namespace

// The unit pays a step for each instruction; it has no loops.
bool Machine::RenderPlain(const RenderRequest& request, BufferWriter* out) {
  const Unit& unit = *request.unit;
  if (!request.data.is_map() || unit.instructions.size() > request.limits.steps) return false;
  const size_t before = out->size();
  if (!PlainRun(unit, request.data, out).Run()) {
    out->Truncate(before);
    return false;
  }
  // What the caller may ask about the last render.
  heap_.meter() = Meter(request.limits);
  heap_.meter().Step(unit.instructions.size());
  tag_seen_ = tag_printed_ = false;
  return true;
}

}  // namespace galley
