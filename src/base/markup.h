// Text in markup, HTML or XML: nothing in it is read as markup.
#ifndef GALLEY_BASE_MARKUP_H_
#define GALLEY_BASE_MARKUP_H_

#include <string>
#include <string_view>

namespace galley {

// `text`, valid UTF-8, for between tags.  Control characters that XML has no form for
// become U+FFFD.
std::string MarkupText(std::string_view text);

// The same for an attribute in quotes, where line breaks would become blanks.
std::string MarkupAttribute(std::string_view text);

}  // namespace galley

#endif  // GALLEY_BASE_MARKUP_H_
