// YAML: places are in the text, two reads agree, and what is printed as JSON is
// YAML of the same value.
#include "format/yaml.h"

#include "fuzz/require.h"

namespace galley {
namespace {

void Check(const uint8_t* bytes, size_t size) {
  const std::string_view text = TextFrom(bytes, size);
  const Span whole{0, static_cast<uint32_t>(size)};
  const Source source("document", text);
  const Limits limits;
  const auto tree = ReadYaml(source, limits);
  RequireSame(tree, ReadYaml(source, limits));
  if (!tree) {
    RequireSound(tree.error(), whole);
    return;
  }
  RequireSound(*tree, whole);
  Require(tree->size() <= limits.yaml_nodes);

  // libyaml takes keys of up to 1,024 characters, and fewer characters than JSON.
  const std::string printed = ToJson(*tree);
  Limits large = limits;
  large.file = UINT32_MAX;
  const auto again = ReadYaml(Source("printed", printed), large);
  if (again) Require(ToJson(*again) == printed);
}

}  // namespace
}  // namespace galley

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  galley::Check(bytes, size);
  return 0;
}
