// Every field of the table in parameter_types.h is read here.
#include "workspace/handlebars_options.h"

#include "base/try.h"
#include "workspace/parameter_types.h"

namespace galley::workspace {

HandlebarsOptions HandlebarsOptions::OfWorkspace() {
  HandlebarsOptions options;
  options.compile.no_escape = true;
  options.compile.json_structures = true;
  return options;
}

Result<HandlebarsOptions> ReadHandlebarsOptions(const Params& params, HandlebarsOptions defaults) {
  const Params options = TRY(params.Object("options", kHandlebarsOptionFields));
  HandlebarsOptions read = defaults;
  handlebars::CompileOptions& compile = read.compile;
  compile.no_escape = TRY(options.Bool("noEscape", compile.no_escape));
  compile.strict = TRY(options.Bool("strict", compile.strict));
  compile.assume_objects = TRY(options.Bool("assumeObjects", false));
  compile.compat = TRY(options.Bool("compat", false));
  compile.prevent_indent = TRY(options.Bool("preventIndent", false));
  compile.ignore_standalone = TRY(options.Bool("ignoreStandalone", false));
  compile.explicit_partial_context = TRY(options.Bool("explicitPartialContext", false));
  if (options.has("data") && TRY(options.Any("data")).is_map()) {
    read.data = TRY(options.Map("data"));
  } else {
    compile.data = TRY(options.Bool("data", true));
  }
  if (options.has("structures")) {
    compile.json_structures = TRY(options.Choice("structures", {"json", "js"})) == 0;
  }
  compile.adds_numbers = !compile.json_structures;
  return read;
}

}  // namespace galley::workspace
