// TOML: places are in the text, nesting is bounded, and two reads agree.
#include "format/toml.h"

#include "fuzz/require.h"

namespace galley {
namespace {

void Check(const uint8_t* bytes, size_t size) {
  const Span whole{0, static_cast<uint32_t>(size)};
  const Source source("document", TextFrom(bytes, size));
  const auto tree = ReadToml(source, Limits());
  RequireSame(tree, ReadToml(source, Limits()));
  if (tree) {
    RequireSound(*tree, whole);
  } else {
    RequireSound(tree.error(), whole);
  }
}

}  // namespace
}  // namespace galley

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  galley::Check(bytes, size);
  return 0;
}
