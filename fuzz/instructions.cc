// Instruction sets over a virtual tree: each resolves or tells why not, twice the
// same, and what an overlay leaves splits into the sections it promised.
#include "resolve/instructions.h"

#include <string>
#include <vector>

#include "emit/instruction_export.h"
#include "fuzz/require.h"
#include "fuzz/virtual_tree.h"

namespace galley {
namespace {

void RequireSound(const KindInstructions& kind) {
  size_t size = 0;
  for (const InstructionInput& input : kind.inputs) {
    Require(input.fields.is_map());
    size += input.text.size();
  }
  // Only line breaks are supplied.
  Require(kind.text.size() >= size && kind.text.size() <= size + 2 * kind.inputs.size());
  Require(kind.effective_fields.is_map() == (kind.override_mode == OverrideMode::kOverlay));
  Require(kind.override_mode != OverrideMode::kReplaceAll || kind.inputs.size() == 1);
  for (const SectionChange& change : kind.changes) Require(change.input < kind.inputs.size());
}

// The set, or its error, as one text.
std::string Resolve(const Files& files, const InstructionOptions& options) {
  Heap heap{Limits()};
  std::vector<Diagnostic> warnings;
  const auto set = ResolveInstructions(files, options, Limits(), &heap, &warnings);
  std::string text;
  for (const Diagnostic& warning : warnings) text += FormatJson(warning);
  if (!set) {
    Require(!set.error().code().empty());
    return text + FormatJson(set.error().diagnostics().front());
  }
  for (const KindInstructions& kind : set->kinds) {
    RequireSound(kind);
    text += kind.kind + kind.text + ToJson(kind.effective_fields);
  }
  const std::string exported = ExportInstructions(*set, ExportTarget::kCursor, &heap.meter());
  Require(IsExported(exported, ExportTarget::kCursor));
  return text + exported;
}

void Check(const uint8_t* bytes, size_t size) {
  const MemoryFiles files = ReadVirtualTree(TextFrom(bytes, size), "set/manifest.iai");
  for (const bool strict : {false, true}) {
    InstructionOptions options;
    options.manifest = "set/manifest.iai";
    options.strict = strict;
    if (strict) options.root = "";
    Require(Resolve(files, options) == Resolve(files, options));
  }
}

}  // namespace
}  // namespace galley

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  galley::Check(bytes, size);
  return 0;
}
