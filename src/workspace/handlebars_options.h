// The `options` of Handlebars templates, wherever they are rendered.
#ifndef GALLEY_WORKSPACE_HANDLEBARS_OPTIONS_H_
#define GALLEY_WORKSPACE_HANDLEBARS_OPTIONS_H_

#include "engine/handlebars/options.h"
#include "galley/result.h"
#include "value/value.h"
#include "workspace/params.h"

namespace galley::workspace {

// All that `options` may say of Handlebars.  The defaults are Handlebars.js's.
struct HandlebarsOptions {
  handlebars::CompileOptions compile;
  Value data;  // the @ variables

  // How the templates of a workspace are rendered.
  static HandlebarsOptions OfWorkspace();
};

// What `params.options` says on top of `defaults`; views into `params`.
Result<HandlebarsOptions> ReadHandlebarsOptions(const Params& params,
                                                HandlebarsOptions defaults = {});

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_HANDLEBARS_OPTIONS_H_
