// The short way through text with names and their fields in it, of which prompts have
// hundreds: no frame, no context and no heap.
//
// It knows what is usual and gives up on all else, after taking back what it wrote;
// the loop then runs the same code from its start, so there is one place that knows
// what the unusual means, and where it stands.
#include "base/equal_text.h"
#include "engine/library/javascript.h"
#include "engine/vm/machine.h"
#include "value/print.h"

namespace galley {
namespace {

[[gnu::noinline]] const Value* FindInLargeMap(const Value& map, std::string_view name,
                                              uint32_t hash) {
  const uint32_t at = FindKey(map, name, hash);
  return at == kNoPosition ? nullptr : &map.entries()[at].value;
}

[[gnu::always_inline]] inline const Value* FindField(const Unit& unit, const Value& map,
                                                     const AttributeSite& site) {
  const std::string_view name = unit.constants[site.name].as_string();
  if (map.size() > kSmallMap) return FindInLargeMap(map, name, site.hash);
  for (const MapEntry& entry : EntriesOf(map)) {
    if (entry.key.is_string() && EqualText(entry.key.as_string(), name)) return &entry.value;
  }
  return nullptr;
}

class PlainRun {
 public:
  PlainRun(const Unit& unit, const Value& data, Writer* out) : unit_(unit), data_(data), out_(out) {
    names_[0] = &data;  // the context of a Handlebars template
  }

  [[gnu::always_inline]] bool Run() {
    for (const Instruction* pc = unit_.instructions.data();; ++pc) {
      const Instruction& i = *pc;
      switch (i.op) {
        case Opcode::kResolve:
          names_[i.a] = FindField(unit_, data_, unit_.attributes[i.d()]);
          if (!names_[i.a]) return false;
          break;
        case Opcode::kText:
          out_.AppendSlack(unit_.constants[i.d()].as_string());
          break;
        case Opcode::kTextByte:
          out_.Append(static_cast<char>(i.x));
          break;
        case Opcode::kTextEmit:
          out_.AppendSlack(unit_.constants[i.b].as_string());
          [[fallthrough]];
        case Opcode::kEmit:
          if (!Emit(*Operand(i.a))) return false;
          break;
        case Opcode::kTextEmitAttribute:
          out_.AppendSlack(unit_.constants[i.b].as_string());
          [[fallthrough]];
        case Opcode::kEmitAttribute:
          if (!EmitField(*names_[i.a], unit_.attributes[i.c])) return false;
          break;
        case Opcode::kField:
          names_[i.a] = FieldOf(*Operand(i.b), unit_.attributes[i.c]);
          if (!names_[i.a]) return false;
          break;
        case Opcode::kOrGlobal:
          if (names_[i.a]->is_undefined() || Operand(i.b)->is_none()) return false;
          break;
        case Opcode::kEmitJs:
          if (!EmitJs(*Operand(i.a), i.x)) return false;
          break;
        default:
          return true;  // the end of the program, or the return
      }
    }
  }

 private:
  const Value* Operand(uint16_t operand) const {
    return operand & kConstantBit ? &unit_.constants[operand & ~kConstantBit] : names_[operand];
  }

  // What Handlebars finds; null where there is none, or what it is looked for in is no map.
  const Value* FieldOf(const Value& object, const AttributeSite& site) const {
    return object.is_map() ? FindField(unit_, object, site) : nullptr;
  }

  // `style` as HandlebarsRuntime::EmitJs has it.
  bool EmitJs(const Value& value, uint8_t style) {
    if (value.is_string()) {
      if ((style & 1) && !value.is_safe()) {
        out_.Through([&](Writer* out) { AppendJsEscaped(value.as_string(), out); });
      } else {
        out_.AppendShort(value.as_string());
      }
      return true;
    }
    if (!value.is_int()) return false;
    out_.Through([&](Writer* out) { PrintIntJs(value.as_int(), out); });
    return true;
  }

  bool EmitField(const Value& object, const AttributeSite& site) {
    if (!object.is_map() || site.is_map_method) return false;
    const Value* value = FindField(unit_, object, site);
    return value && Emit(*value);
  }

  bool Emit(const Value& value) {
    if (value.is_string()) {
      out_.AppendShort(value.as_string());
      return true;
    }
    if (!value.is_int()) return false;
    out_.Through([&](Writer* out) { PrintInt(value.as_int(), out); });
    return true;
  }

  const Unit& unit_;
  const Value& data_;
  Tail out_;
  const Value* names_[kPlainRegisters];
};

}  // namespace

// The unit pays a step for each instruction; it has no loops.  A call of its own would
// take a tenth of the time of a short text.
[[gnu::always_inline]] inline bool RunPlain(const RenderRequest& request, const Value& data,
                                            Writer* out) {
  const Unit& unit = *request.unit;
  if (!data.is_map() || unit.instructions.size() > request.limits.steps) return false;
  return PlainRun(unit, data, out).Run() && !out->overflowed();
}

bool RenderPlain(const RenderRequest& request, const Value& data, FixedWriter* out) {
  return RunPlain(request, data, out);
}

// Takes back what was written where the loop has to do it.
[[gnu::always_inline]] inline bool Machine::RenderPlainly(const RenderRequest& request,
                                                          Output* out) {
  const size_t before = out->size();
  if (!RunPlain(request, request.data, out)) {
    out->Truncate(before);
    return false;
  }
  // What the caller may ask about the last render.
  steps_left_ = request.limits.steps - request.unit->instructions.size();
  tags_ = {};
  handlebars_.state().log.clear();
  return true;
}

Result<void> Machine::Render(const RenderRequest& request, Output* out) {
  if (request.unit->is_plain && RenderPlainly(request, out)) return {};
  return RenderInFull(request, out);
}

}  // namespace galley
