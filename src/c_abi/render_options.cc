// Options of renders, read from the C structures into those of C++; texts are borrowed for the
// call only.
#include "c_abi/render_options.h"

#include "base/try.h"
#include "c_abi/objects.h"
#include "c_abi/options.h"
#include "c_abi/result.h"
#include "diag/report.h"

namespace galley::c_abi {

Result<RenderOptions> ReadRenderOptions(const galley_render_options* options, Context* kept) {
  const galley_render_options given = TRY(ReadStruct(options));
  SetJsonOption("macros", TextOf(given.macros, given.macros_size), kept);
  RenderOptions read;
  read.macros = TRY(ValuesOf(*kept)).Find("macros");
  read.strict = given.strict != 0;
  if (given.undefined < 0 || given.undefined > GALLEY_UNDEFINED_DEBUG) {
    return Report(Code::kInvalidParams, "`undefined` is no policy that there is");
  }
  read.undefined = static_cast<Undefined>(given.undefined);
  read.now = TextOf(given.now, given.now_size);
  if (given.limits_size > 0) {
    read.limits = TRY(ReadLimits(TextOf(given.limits, given.limits_size), Limits::Ceiling()));
  }
  return read;
}

Result<ChatOptions> ReadChatOptions(const galley_chat_options* options, Context* kept) {
  const galley_chat_options given = TRY(ReadStruct(options));
  SetJsonOption("injections", TextOf(given.injections, given.injections_size), kept);
  SetJsonOption("macros", TextOf(given.macros, given.macros_size), kept);
  const Json values = TRY(ValuesOf(*kept));
  ChatOptions read;
  if (given.has_budget) read.budget = given.budget;
  read.model = TextOf(given.model, given.model_size);
  read.estimator = TextOf(given.estimator, given.estimator_size);
  read.injections = values.Find("injections");
  read.macros = values.Find("macros");
  read.squash = !given.no_squash;
  read.explain = given.explain != 0;
  read.strict = given.strict != 0;
  if (given.limits_size > 0) {
    read.limits = TRY(ReadLimits(TextOf(given.limits, given.limits_size), Limits::Ceiling()));
  }
  return read;
}

Result<Inside> LookInside(const galley_template* from, const galley_context* context,
                          const char* function) {
  const galley_template* live = TRY(Need(from, "template", function));
  const galley_context* values = TRY(Need(context, "context", function));
  if (values->is_out_of_memory) {
    return Report(Code::kInternal, "there was no memory for the context");
  }
  return Inside{&live->held, &values->held};
}

}  // namespace galley::c_abi
