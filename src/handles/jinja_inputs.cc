// A name is read from the context where the code resolves it and no template around can
// have set it.  The code says which names; the text says where.
#include "handles/jinja_inputs.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/code/opcode_table.h"
#include "engine/jinja/inspect.h"
#include "engine/jinja/read_tree.h"
#include "handles/input_shape.h"
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

// Instructions that have a register in front and do not change it.
bool ReadsOnly(const OpcodeInfo& info) {
  return info.has_target || info.d == Field::kJump || info.name.find("Emit") != info.name.npos;
}

// Which variables of a routine may still be what the context has, followed from
// instruction to instruction: those that were looked up there or wait to be assigned, until
// an assignment that nothing jumps over.
class Assignments {
 public:
  Assignments(const Unit& unit, const Routine& routine) : unit_(unit), begin_(routine.begin) {}

  bool IsAssigned(uint16_t variable) const { return !waiting_.contains(variable); }

  // Takes note of the instruction at `at`, after all before it.
  void Pass(uint32_t at) {
    const Instruction& i = unit_.instructions[at];
    const OpcodeInfo& info = InfoOf(i.op);
    if (info.a == Field::kRegister && !ReadsOnly(info)) {
      if (i.op == Opcode::kResolve) resolved_.insert(i.a);
      const bool waits = i.op == Opcode::kResolve || i.op == Opcode::kMissing ||
                         (i.op == Opcode::kMove && resolved_.contains(i.b));
      if (waits) {
        waiting_.insert(i.a);
      } else if (at - begin_ >= skipped_) {
        waiting_.erase(i.a);
      }
    }
    if (info.d == Field::kJump) skipped_ = std::max(skipped_, i.d());
    if (info.has_target) skipped_ = std::max(skipped_, unit_.instructions[at + 1].d());
  }

 private:
  const Unit& unit_;
  uint32_t begin_;
  uint32_t skipped_ = 0;  // what stands before may have been jumped over
  std::unordered_set<uint16_t> resolved_;
  std::unordered_set<uint16_t> waiting_;
};

// Looking at so many instructions takes what handling one name does.
constexpr uint64_t kInOneName = 16;

class Search {
 public:
  Search(const Unit* root, const jinja::SyntaxOptions& own, const jinja::SyntaxOptions& shared,
         const Limits& limits, Loader* loader, InputList* inputs)
      : root_(root),
        own_(own),
        shared_(shared),
        limits_(limits),
        loader_(loader),
        inputs_(*inputs) {}

  void FindInputs() {
    FollowAll();
    for (const Unit* each : reach_.order()) AddReads(*each);
  }

  // Where a template cannot be known, all of everything is read.
  void FindParts(ReadTree* reads) {
    FollowAll();
    bool reads_all = !inputs_.is_complete();
    for (const Unit* each : reach_.order()) {
      reads_all |= !jinja::AddReads(SourceOf(*each), SyntaxOf(*each), limits_, reads);
    }
    if (reads_all) reads->nodes.front().is_whole = true;
    if (reach_.order().size() == 1) return;
    // A variable of one template may be given by another.
    for (ReadTree::Node& node : reads->nodes) node.numbers.clear();
  }

 private:
  void FollowAll() {
    reach_.Add(root_, {});
    while (const Unit* next = reach_.Next()) {
      if (!reach_.Pay(reach_.HiddenFrom(next).size() + next->instructions.size() / kInOneName)) {
        inputs_.MarkIncomplete();
        break;
      }
      ForEachInstruction(
          *next, [&](uint32_t at, const Assignments& assignments, const HiddenNames& hidden) {
            Follow(*next, next->instructions[at], assignments, hidden);
          });
    }
  }

  const jinja::SyntaxOptions& SyntaxOf(const Unit& unit) const {
    return &unit == root_ ? own_ : shared_;
  }

  // Tells of each instruction what was assigned before it, and what is hidden from it.
  template <class Tell>
  void ForEachInstruction(const Unit& unit, Tell tell) {
    const HiddenNames hidden = reach_.HiddenFrom(&unit);
    HiddenNames in_blocks = hidden;
    AddExports(unit, &in_blocks);
    for (const Routine& routine : unit.routines) {
      const bool is_block = routine.kind == RoutineKind::kBlock;
      Assignments assignments(unit, routine);
      for (uint32_t at = routine.begin; at < routine.end; ++at) {
        tell(at, assignments, is_block ? in_blocks : hidden);
        assignments.Pass(at);
        if (InfoOf(unit.instructions[at].op).has_target) ++at;
      }
    }
  }

  // Goes on with what the instruction names.
  void Follow(const Unit& unit, const Instruction& i, const Assignments& assignments,
              const HiddenNames& around) {
    // It prints whatever there is.
    if (i.op == Opcode::kDebug) return inputs_.MarkIncomplete();
    const bool is_include = i.op == Opcode::kInclude;
    if (!is_include && i.op != Opcode::kImport && i.op != Opcode::kExtends) return;
    const uint64_t visible =
        i.op == Opcode::kExtends ? 0 : unit.includes[is_include ? i.d() : i.c].visible.size();
    if (!reach_.Pay(1 + around.size() + visible)) return inputs_.MarkIncomplete();
    HiddenNames hidden = around;
    if (i.op == Opcode::kExtends) {
      AddExports(unit, &hidden);
      return Use(unit, i.a, std::move(hidden));
    }
    const IncludeSite& site = unit.includes[is_include ? i.d() : i.c];
    // Without the context it reads nothing from it.
    if (!site.with_context) return;
    for (const VisibleVariable& each : site.visible) {
      if (each.level == 0 && !assignments.IsAssigned(each.variable)) continue;
      hidden.emplace(NameAt(unit, each.name));
    }
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

  void AddReads(const Unit& unit) {
    HiddenNames names;
    ForEachInstruction(unit, [&](uint32_t at, const Assignments&, const HiddenNames& hidden) {
      const Instruction& i = unit.instructions[at];
      if (i.op != Opcode::kResolve) return;
      const std::string_view name = NameAt(unit, unit.attributes[i.d()].name);
      if (!hidden.contains(name)) names.emplace(name);
    });
    const Source source = SourceOf(unit);
    const Result<jinja::Inspection> found = jinja::Inspect(source, SyntaxOf(unit), limits_);
    if (!found) return inputs_.MarkIncomplete();
    for (const jinja::VariableUse& use : found->uses) {
      if (!names.contains(use.name)) continue;
      Input& input = inputs_.Add(use.name, source, use.span, kJinjaSeparators);
      input.required = input.required || !use.may_be_missing;
    }
  }

  const Unit* root_;
  const jinja::SyntaxOptions& own_;
  const jinja::SyntaxOptions& shared_;
  const Limits& limits_;
  Loader* loader_;
  InputList& inputs_;
  Reach reach_;
};

}  // namespace

void AddJinjaInputs(const Unit& unit, const jinja::SyntaxOptions& own,
                    const jinja::SyntaxOptions& shared, const Limits& limits, Loader* loader,
                    InputList* inputs) {
  Search(&unit, own, shared, limits, loader, inputs).FindInputs();
}

void AddJinjaReads(const Unit& unit, const jinja::SyntaxOptions& own,
                   const jinja::SyntaxOptions& shared, const Limits& limits, Loader* loader,
                   ReadTree* reads) {
  InputList followed;  // for whether all of them are known
  Search(&unit, own, shared, limits, loader, &followed).FindParts(reads);
}

}  // namespace galley::handles
