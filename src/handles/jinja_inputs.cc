// A name is read from the context where the code resolves it and no template around can
// have set it.
#include "handles/jinja_inputs.h"

#include <string_view>
#include <utility>
#include <vector>

#include "engine/library/builtin.h"
#include "handles/reach.h"

namespace galley::handles {
namespace {

std::string_view NameAt(const Unit& unit, uint32_t constant) {
  return unit.constants[constant].as_string();
}

// The names of templates that an operand holds; none where they are computed.
std::vector<std::string_view> TemplatesAt(const Unit& unit, uint16_t operand) {
  if (!(operand & kConstantBit)) return {};
  const Value& value = unit.constants[operand & ~uint32_t{kConstantBit}];
  if (value.is_string()) return {value.as_string()};
  std::vector<std::string_view> names;
  if (!value.is_sequence()) return names;
  for (const Value& item : value.items()) {
    if (item.is_string()) names.push_back(item.as_string());
  }
  return names;
}

// What a template sets at its top level, which its blocks and its parent see.
void AddExports(const Unit& unit, HiddenNames* names) {
  for (const Instruction& i : unit.instructions) {
    if (i.op == Opcode::kExport) names->emplace(NameAt(unit, i.d()));
  }
}

class Search {
 public:
  Search(Loader* loader, InputList* inputs) : loader_(loader), inputs_(*inputs) {}

  void Run(const Unit& unit) {
    reach_.Add(&unit, {});
    while (const Unit* next = reach_.Next()) {
      ForEachInstruction(*next, [&](uint32_t at, const HiddenNames& hidden) {
        Follow(*next, next->instructions[at], hidden);
      });
    }
    for (const Unit* each : reach_.order()) {
      const Source source = SourceOf(*each);
      ForEachInstruction(*each, [&](uint32_t at, const HiddenNames& hidden) {
        AddRead(*each, at, source, hidden);
      });
    }
  }

 private:
  // Tells of each instruction what is hidden from it.
  template <class Tell>
  void ForEachInstruction(const Unit& unit, Tell tell) {
    const HiddenNames hidden = reach_.HiddenFrom(&unit);
    HiddenNames in_blocks = hidden;
    AddExports(unit, &in_blocks);
    for (const Routine& routine : unit.routines) {
      const bool is_block = routine.kind == RoutineKind::kBlock;
      for (uint32_t at = routine.begin; at < routine.end; ++at) {
        tell(at, is_block ? in_blocks : hidden);
      }
    }
  }

  // Goes on with what the instruction names.
  void Follow(const Unit& unit, const Instruction& i, HiddenNames hidden) {
    if (i.op == Opcode::kExtends) {
      AddExports(unit, &hidden);
      return Use(unit, i.a, std::move(hidden));
    }
    const bool is_include = i.op == Opcode::kInclude;
    if (!is_include && i.op != Opcode::kImport) return;
    const IncludeSite& site = unit.includes[is_include ? i.d() : i.c];
    // Without the context it reads nothing from it.
    if (!site.with_context) return;
    for (const VisibleVariable& each : site.visible) hidden.emplace(NameAt(unit, each.name));
    Use(unit, is_include ? i.a : i.b, std::move(hidden));
  }

  void Use(const Unit& unit, uint16_t operand, HiddenNames hidden) {
    const std::vector<std::string_view> names = TemplatesAt(unit, operand);
    if (names.empty()) return inputs_.MarkIncomplete();
    for (const std::string_view name : names) {
      if (!loader_ || loader_->IsMissing(name)) continue;
      const Result<const Unit*> used = loader_->Load(name);
      if (!used) return inputs_.MarkIncomplete();
      return reach_.Add(*used, std::move(hidden));
    }
  }

  void AddRead(const Unit& unit, uint32_t at, const Source& source, const HiddenNames& hidden) {
    const Instruction& i = unit.instructions[at];
    if (i.op != Opcode::kResolve) return;
    const std::string_view name = NameAt(unit, unit.attributes[i.d()].name);
    if (!FindGlobal(name) && !hidden.contains(name)) inputs_.Add(name, source, unit.positions[at]);
  }

  Loader* loader_;
  InputList& inputs_;
  Reach reach_;
};

}  // namespace

void AddJinjaInputs(const Unit& unit, Loader* loader, InputList* inputs) {
  Search(loader, inputs).Run(unit);
}

}  // namespace galley::handles
