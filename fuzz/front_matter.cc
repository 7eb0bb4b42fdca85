// Front matter and instruction headers: the parts follow each other in the text,
// and their YAML is read in place.
#include "format/front_matter.h"

#include "format/yaml.h"
#include "fuzz/require.h"

namespace galley {
namespace {

void ReadPart(const Source& source, Span part) {
  const auto tree = ReadYaml(source, part, Limits());
  const Span whole{0, static_cast<uint32_t>(source.text().size())};
  if (tree) {
    RequireSound(*tree, part);
  } else {
    RequireSound(tree.error(), whole);
  }
}

void SplitAsFrontMatter(const Source& source, Span whole) {
  const auto parts = SplitFrontMatter(source);
  if (!parts) return RequireSound(parts.error(), whole);
  Require(IsWithin(parts->yaml, whole) && IsWithin(parts->body, whole));
  Require(parts->body.end == whole.end);
  Require(!parts->present || parts->yaml.end + 3 <= parts->body.begin);
  ReadPart(source, parts->yaml);
}

void SplitAsInstructions(const Source& source, Span whole) {
  const InstructionFile file = SplitInstructionFile(source);
  Require(IsWithin(file.header, whole) && IsWithin(file.text, whole) &&
          IsWithin(file.format, whole) && IsWithin(file.opening, whole));
  Require(file.header.end <= file.text.begin && file.text.end == whole.end);
  if (file.has_header) ReadPart(source, file.header);
}

void Check(const uint8_t* bytes, size_t size) {
  const Source source("document", TextFrom(bytes, size));
  const Span whole{0, static_cast<uint32_t>(size)};
  SplitAsFrontMatter(source, whole);
  SplitAsInstructions(source, whole);
}

}  // namespace
}  // namespace galley

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  galley::Check(bytes, size);
  return 0;
}
