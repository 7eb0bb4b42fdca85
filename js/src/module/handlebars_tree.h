// The syntax tree of a Handlebars template as JSON, in the form that Handlebars.js gives it.
#ifndef GALLEY_JS_SRC_MODULE_HANDLEBARS_TREE_H_
#define GALLEY_JS_SRC_MODULE_HANDLEBARS_TREE_H_

#include <galley/result.h>

#include <string>
#include <string_view>

namespace galley::module {

// `loc` of a node is [begin, end) in bytes.  With `controls` the blanks are those that are
// printed; without, as they are written.  Fails where the text is no template.
Result<std::string> DescribeHandlebars(std::string_view text, bool controls,
                                       bool ignore_standalone);

}  // namespace galley::module

#endif  // GALLEY_JS_SRC_MODULE_HANDLEBARS_TREE_H_
