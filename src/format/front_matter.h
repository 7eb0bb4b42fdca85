// Texts with structured fields at their top, between lines of three hyphens.
//
// Nothing is read here: the parts are spans of the text, and their bytes, line
// breaks included, are those of the file.
#ifndef GALLEY_FORMAT_FRONT_MATTER_H_
#define GALLEY_FORMAT_FRONT_MATTER_H_

#include "diag/source.h"
#include "galley/result.h"

namespace galley {

struct FrontMatter {
  Span yaml;  // what is between the lines; empty where there is none
  Span body;  // every byte behind the closing line
  bool present = false;
};

// Front matter opens with a line `---` at the very start and closes with `---` or
// `...`; blanks may follow the signs.  Fails with unterminated-front-matter.
Result<FrontMatter> SplitFrontMatter(const Source& source);

// The parts of an instruction file, whose header needs no opening line.
struct InstructionFile {
  Span header;  // the YAML of the fields
  Span text;    // every byte behind the header and the declaration of a format
  Span format;  // the name in a declaration such as `---md---`; empty without one
  bool has_header = false;
  // False where a header was opened by `---` and never closed; `opening` is that
  // line.
  bool is_closed = true;
  Span opening;
};

// The header runs from a first line `---`, which blank lines and comments may
// precede, to the next such line; or, where the text starts like `key:`, from the
// top to the first `---`, and without one to the end.  Any other text has none.
InstructionFile SplitInstructionFile(const Source& source) noexcept;

}  // namespace galley

#endif  // GALLEY_FORMAT_FRONT_MATTER_H_
