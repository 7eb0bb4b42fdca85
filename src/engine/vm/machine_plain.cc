// The short way through text with names and their fields in it, of which prompts have
// hundreds: no frame, no context and no heap.
//
// It writes into room that does not grow, knows what is usual, and gives up on all else; what
// it wrote then counts for nothing.  The loop runs the same code from its start, so there is one
// place that knows what the unusual means, and where it stands.
#include <cstring>
#include <type_traits>

#include "base/arena.h"
#include "base/equal_text.h"
#include "base/fixed_writer.h"
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

// What `write` writes at `to`: where that ends, or null where it does not fit before `end`.  Apart
// from the loop, which keeps where it writes in a register for want of an address.
template <class Write>
[[gnu::noinline]] char* WriteAt(char* to, char* end, Write write) {
  FixedWriter out(std::span<char>(to, end));
  write(&out);
  return out.overflowed() ? nullptr : to + out.view().size();
}

class PlainRun {
 public:
  using Ending = PlainRender::Ending;

  PlainRun(const Unit& unit, const Value& data, std::span<char> room)
      : unit_(unit), data_(data), next_(room.data()), end_(room.data() + room.size()) {
    names_[0] = &data;  // the context of a Handlebars template
  }

  char* next() const { return next_; }

  [[gnu::always_inline]] Ending Run() {
    for (const Instruction* pc = unit_.instructions.data();; ++pc) {
      const Instruction& i = *pc;
      Ending ending = Ending::kWritten;
      switch (i.op) {
        case Opcode::kResolve:
          if (!Keep(i.a, FindField(unit_, data_, unit_.attributes[i.d()]))) {
            return Ending::kUnusual;
          }
          break;
        case Opcode::kText:
        case Opcode::kTextByte:
          ending = PutConstant(i.d());
          break;
        case Opcode::kTextEmit:
          if (PutConstant(i.b) != Ending::kWritten) return Ending::kNoRoom;
          [[fallthrough]];
        case Opcode::kEmit:
          ending = Emit(*Operand(i.a));
          break;
        case Opcode::kTextEmitAttribute:
          if (PutConstant(i.b) != Ending::kWritten) return Ending::kNoRoom;
          [[fallthrough]];
        case Opcode::kEmitAttribute:
          ending = EmitField(*names_[i.a], unit_.attributes[i.c]);
          break;
        case Opcode::kField:
          if (!Keep(i.a, FieldOf(*Operand(i.b), unit_.attributes[i.c]))) return Ending::kUnusual;
          break;
        case Opcode::kOrGlobal:
          if (names_[i.a]->is_undefined() || Operand(i.b)->is_none()) return Ending::kUnusual;
          break;
        case Opcode::kEmitJs:
          ending = EmitJs(*Operand(i.a), i.x);
          break;
        default:
          return Ending::kWritten;  // the end of the program, or the return
      }
      if (ending != Ending::kWritten) return ending;
    }
  }

 private:
  bool Keep(uint16_t at, const Value* found) {
    names_[at] = found;
    return found != nullptr;
  }

  const Value* Operand(uint16_t operand) const {
    return operand & kConstantBit ? &unit_.constants[operand & ~kConstantBit] : names_[operand];
  }

  // What Handlebars finds; null where there is none, or what it is looked for in is no map.
  const Value* FieldOf(const Value& object, const AttributeSite& site) const {
    return object.is_map() ? FindField(unit_, object, site) : nullptr;
  }

  [[gnu::always_inline]] Ending Put(std::string_view text) {
    if (text.size() > static_cast<size_t>(end_ - next_)) return Ending::kNoRoom;
    if (text.size() <= 32) {
      CopyShort(text.data(), text.size(), next_);
    } else {
      std::memcpy(next_, text.data(), text.size());
    }
    next_ += text.size();
    return Ending::kWritten;
  }
  // Lies in an arena, so that it may be copied without asking how short it is.
  [[gnu::always_inline]] Ending PutConstant(uint32_t constant) {
    const std::string_view text = unit_.constants[constant].as_string();
    const auto room = static_cast<size_t>(end_ - next_);
    const auto put_slack = [&]<size_t kSize>(std::integral_constant<size_t, kSize>) {
      static_assert(kSize <= Arena::kSlack);
      std::memcpy(next_, text.data(), kSize);
      next_ += text.size();
      return Ending::kWritten;
    };
    if (text.size() <= 8 && room >= 8) return put_slack(std::integral_constant<size_t, 8>());
    if (text.size() <= 16 && room >= 16) return put_slack(std::integral_constant<size_t, 16>());
    return Put(text);
  }
  Ending PutAt(char* end) {
    if (!end) return Ending::kNoRoom;
    next_ = end;
    return Ending::kWritten;
  }

  // `style` as HandlebarsRuntime::EmitJs has it.
  Ending EmitJs(const Value& value, uint8_t style) {
    if (value.is_string()) {
      if (!(style & 1) || value.is_safe()) return Put(value.as_string());
      return PutAt(WriteAt(
          next_, end_, [text = value.as_string()](Writer* out) { AppendJsEscaped(text, out); }));
    }
    if (!value.is_int()) return Ending::kUnusual;
    return PutAt(
        WriteAt(next_, end_, [number = value.as_int()](Writer* out) { PrintIntJs(number, out); }));
  }

  Ending EmitField(const Value& object, const AttributeSite& site) {
    if (!object.is_map() || site.is_map_method) return Ending::kUnusual;
    const Value* value = FindField(unit_, object, site);
    return value ? Emit(*value) : Ending::kUnusual;
  }

  [[gnu::always_inline]] Ending Emit(const Value& value) {
    if (value.is_string()) return Put(value.as_string());
    if (!value.is_int()) return Ending::kUnusual;
    return PutAt(
        WriteAt(next_, end_, [number = value.as_int()](Writer* out) { PrintInt(number, out); }));
  }

  const Unit& unit_;
  const Value& data_;
  char* next_;
  char* end_;
  const Value* names_[kPlainRegisters];
};

}  // namespace

PlainRender RenderPlain(const Unit& unit, const Value& data, std::span<char> room) {
  if (!data.is_map()) return {};
  PlainRun run(unit, data, room);
  const PlainRender::Ending ending = run.Run();
  return {static_cast<size_t>(run.next() - room.data()), ending};
}

// False, with nothing written, where the loop has to do it.
bool Machine::RenderPlainly(const RenderRequest& request, Output* out) {
  PlainRender done = RenderPlain(*request.unit, request.data, out->spare());
  while (done.ending == PlainRender::Ending::kNoRoom && out->Widen()) {
    done = RenderPlain(*request.unit, request.data, out->spare());
  }
  if (done.ending != PlainRender::Ending::kWritten) return false;
  out->Take(done.size);
  // What the caller may ask about the last render.
  steps_left_ = request.limits.steps - request.unit->instructions.size();
  tags_ = {};
  handlebars_.state().log.clear();
  return true;
}

Result<void> Machine::Render(const RenderRequest& request, Output* out) {
  if (CanRenderPlain(*request.unit, request.limits) && RenderPlainly(request, out)) return {};
  return RenderInFull(request, out);
}

}  // namespace galley
