// The options of JavaScript as those of the public classes.  What is not there is as it is
// in C++; texts live as long as the map.
#ifndef GALLEY_JS_SRC_MODULE_OPTIONS_H_
#define GALLEY_JS_SRC_MODULE_OPTIONS_H_

#include <galley/json.h>
#include <galley/template.h>
#include <galley/workspace.h>

namespace galley::module {

WorkspaceOptions ReadWorkspaceOptions(const Json& map);
CompileOptions ReadCompileOptions(const Json& map);
RenderOptions ReadRenderOptions(const Json& map);
ChatOptions ReadChatOptions(const Json& map);

}  // namespace galley::module

#endif  // GALLEY_JS_SRC_MODULE_OPTIONS_H_
