// Markdown as sections: what stands under each heading.
//
// Headings are lines of one to six `#`, indented by three blanks at most; never
// lines inside of a fenced code block, in a quote or list item, or underlined
// ones.  The spans of the sections follow each other without gaps, so that put
// together they give the text back, byte for byte.
#ifndef GALLEY_FORMAT_MARKDOWN_H_
#define GALLEY_FORMAT_MARKDOWN_H_

#include <cstdint>
#include <string>
#include <vector>

#include "diag/source.h"

namespace galley {

struct Section {
  Span heading;         // the whole line, with its line break; empty for the root
  Span title;           // what it says, without `#` and blanks around
  Span body;            // up to the next heading of any level
  uint32_t level = 0;   // how many `#`; 0 for the root
  uint32_t parent = 0;  // the section it belongs to: the last one before of a lower level
  uint32_t end = 0;     // the section after all that belong to this one
};

struct Markdown {
  // In the order of the text.  The first is the root: what stands before any
  // heading, often nothing.
  std::vector<Section> sections;
  // The line that would close the fence that the last section ends in; else empty.
  std::string open_fence;

  bool has_open_fence() const noexcept { return !open_fence.empty(); }
};

// Splits `part` of the text.  Linear.
Markdown SplitMarkdown(const Source& source, Span part);
// Splits all of it.
Markdown SplitMarkdown(const Source& source);

}  // namespace galley

#endif  // GALLEY_FORMAT_MARKDOWN_H_
