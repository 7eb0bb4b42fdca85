// Markdown: the spans of the sections put together are the text, and the tree of
// sections is one.
#include "format/markdown.h"

#include "format/text.h"
#include "fuzz/require.h"

namespace galley {
namespace {

void RequireSound(const std::vector<Section>& sections, uint32_t at) {
  const Section& section = sections[at];
  const Section& parent = sections[section.parent];
  Require(IsWithin(section.title, section.heading));
  Require(section.end > at && section.end <= sections.size());
  if (at == 0) return;
  Require(section.parent < at && section.end <= parent.end);
  Require(parent.level < section.level && section.level <= 6);
}

void Check(const uint8_t* bytes, size_t size) {
  const Source source("document", TextFrom(bytes, size));
  const Span whole = WholeText(source);
  const std::vector<Section> sections = SplitMarkdown(source).sections;
  Require(!sections.empty() && sections[0].level == 0 && sections[0].end == sections.size());
  uint32_t end = whole.begin;
  for (uint32_t at = 0; at < sections.size(); ++at) {
    Require(sections[at].heading.begin == end);
    Require(sections[at].heading.end == sections[at].body.begin);
    end = sections[at].body.end;
    RequireSound(sections, at);
  }
  Require(end == whole.end);
}

}  // namespace
}  // namespace galley

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  galley::Check(bytes, size);
  return 0;
}
