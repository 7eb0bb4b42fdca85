// Which blanks of a template are printed: `~` takes those beside a tag, and a block,
// partial or comment that stands alone on a line takes the line with it.
#ifndef GALLEY_ENGINE_HANDLEBARS_WHITESPACE_H_
#define GALLEY_ENGINE_HANDLEBARS_WHITESPACE_H_

#include <string_view>

#include "engine/handlebars/ast.h"

namespace galley::handlebars {

// Shortens the `value` of texts and finds the `indent` of partials.  `source` is what
// the tree was parsed from.
void ControlWhitespace(std::string_view source, bool ignore_standalone, Tree* tree);

}  // namespace galley::handlebars

#endif  // GALLEY_ENGINE_HANDLEBARS_WHITESPACE_H_
