// The `options` of Jinja templates, wherever they are rendered.
#ifndef GALLEY_WORKSPACE_JINJA_OPTIONS_H_
#define GALLEY_WORKSPACE_JINJA_OPTIONS_H_

#include "engine/jinja/options.h"
#include "engine/library/builtin.h"
#include "galley/result.h"
#include "workspace/params.h"

namespace galley::workspace {

// All that `options` may say of Jinja.  The defaults are Jinja2's.
struct JinjaOptions {
  jinja::SyntaxOptions syntax;
  RenderPolicy policy;
  bool autoescape = false;
  bool chat_template = false;

  // How the templates of a workspace are rendered.
  static JinjaOptions OfWorkspace();
};

// What `params.options` says on top of `defaults`; views into `params`.
Result<JinjaOptions> ReadJinjaOptions(const Params& params, JinjaOptions defaults = {});

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_JINJA_OPTIONS_H_
