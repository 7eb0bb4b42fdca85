// The algorithm `markdown_sections`: the sections of one text take the place of
// those with the same path in others.
//
// A section is a heading with the text up to the next heading of any level; its
// path is the chain of headings above it, levels included.  What is not named stays
// as it is, byte for byte.  Splitting a text that comes out gives the sections that
// were meant to be in it.
#ifndef GALLEY_RESOLVE_SECTION_OVERLAY_H_
#define GALLEY_RESOLVE_SECTION_OVERLAY_H_

#include <span>
#include <string>
#include <vector>

#include "diag/source.h"
#include "galley/result.h"
#include "resolve/findings.h"
#include "resolve/instruction_set.h"

namespace galley {

// A part of a source; that outlives it.
struct SourceText {
  const Source* source;
  Span span;
};

struct OverlaidSections {
  std::vector<std::string> texts;  // of the prior texts, one each
  std::string rest;                // of what found no place in them
  std::vector<SectionChange> changes;
};

// Lays `over` on `prior`.  Warns of section-blanked; fails with ambiguous-section.
Result<OverlaidSections> OverlaySections(std::span<const SourceText> prior, const SourceText& over,
                                         Findings* findings);

// Appends a line break to a text that is not empty and lacks one at its end: that of
// the last line before, or of `like` where there is none.
void EndLine(std::string* text, std::string_view like = {});

}  // namespace galley

#endif  // GALLEY_RESOLVE_SECTION_OVERLAY_H_
