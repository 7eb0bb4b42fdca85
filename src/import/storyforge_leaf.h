// The leaf strings of StoryForge as Handlebars.
//
// They look alike and are not: `{{#else}}` and `{{#endif}}`, operators, truth as in
// JavaScript (an empty list holds), and a line with nothing but a block tag keeps its
// line break.
#ifndef GALLEY_IMPORT_STORYFORGE_LEAF_H_
#define GALLEY_IMPORT_STORYFORGE_LEAF_H_

#include <string>
#include <string_view>

#include "diag/source.h"

namespace galley::importing {

struct TranslatedLeaf {
  std::string text;
  // What is wrong with the leaf, and where in it; empty where nothing is.
  std::string problem;
  Span place;
};

// `nesting` bounds blocks and parentheses.  Linear in `leaf`.
TranslatedLeaf TranslateStoryForgeLeaf(std::string_view leaf, uint64_t nesting);

}  // namespace galley::importing

#endif  // GALLEY_IMPORT_STORYFORGE_LEAF_H_
