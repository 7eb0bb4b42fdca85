// Galley, a prompt compiler: the whole public contract.
//
//   #include <galley/galley.h>
//
//   galley::JsonObject params;
//   params.Set("format", "yaml").Set("text", "name: greeting");
//   galley::Result<galley::Reply> reply = galley::Call("format.read", params.text());
//   if (!reply) {
//     for (const galley::Diagnostic& diagnostic : reply.error().diagnostics()) {
//       std::fputs(FormatText(diagnostic, galley::Colour::kNever).c_str(), stderr);
//     }
//     return 1;
//   }
//   std::puts(reply->text().c_str());  // {"value":{"name":"greeting"}}
//
// Nothing throws.  Whatever can fail returns a Result: a value, or diagnostics
// that say why there is none.  There is no state between calls; limits are
// arguments.
#ifndef GALLEY_GALLEY_H_
#define GALLEY_GALLEY_H_

#include "galley/budget.h"
#include "galley/chat.h"
#include "galley/command.h"
#include "galley/diagnostic.h"
#include "galley/handlebars_helper.h"
#include "galley/json.h"
#include "galley/limits.h"
#include "galley/operations.h"
#include "galley/result.h"
#include "galley/rpc.h"
#include "galley/version.h"

#endif  // GALLEY_GALLEY_H_
