// Fields that steer the protocol are not printed; the rest keeps the order of the file.
#include "resolve/instruction_rendering.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/writer.h"
#include "format/yaml_print.h"
#include "resolve/section_overlay.h"
#include "value/map.h"

namespace galley {
namespace {

constexpr std::string_view kUnprinted[] = {"kind",  "version",  "format",  "include",
                                           "merge", "override", "enabled", "disabled"};

bool IsPrinted(const MapEntry& field) {
  return std::find(std::begin(kUnprinted), std::end(kUnprinted), field.key.as_string()) ==
         std::end(kUnprinted);
}

// The text of one input.
std::string RenderInput(const InstructionInput& input, Meter* meter) {
  std::vector<MapEntry> fields;
  for (const MapEntry& field : EntriesOf(input.fields)) {
    if (IsPrinted(field)) fields.push_back(field);
  }
  BufferWriter out(meter->string_limit());
  if (!fields.empty()) {
    PrintYaml(Value::Map(fields.data(), static_cast<uint32_t>(fields.size())), &out, meter);
    out.Append('\n');
  }
  std::string text = input.text;
  if (!text.empty()) EndLine(&text);
  out.Append(text);
  if (out.overflowed()) meter->Stop(Exhausted::kString);
  return out.ToString();
}

}  // namespace

void RenderKind(KindInstructions* kind, Meter* meter) {
  for (InstructionInput& input : kind->discarded) input.rendered = RenderInput(input, meter);
  for (InstructionInput& input : kind->inputs) {
    input.rendered = RenderInput(input, meter);
    kind->rendered += input.rendered;
  }
}

}  // namespace galley
