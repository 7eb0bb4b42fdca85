// Galley, a prompt compiler: the whole public contract.
//
//   #include <galley/galley.h>
//
//   galley::Workspace workspace = *galley::Workspace::Open({.root = "."});
//   galley::Template hello = *workspace.Load("hello");
//   galley::Context context;
//   context.Set("name", "Ann").Set("topics", {"harbour", "weather"});
//   std::string out;
//   galley::Result<void> done = hello.RenderTo(context, &out);
//   if (!done) {
//     for (const galley::Diagnostic& diagnostic : done.error().diagnostics()) {
//       std::fputs(FormatText(diagnostic, galley::Colour::kNever).c_str(), stderr);
//     }
//   }
//
// Nothing throws.  Whatever can fail returns a Result: a value, or diagnostics
// that say why there is none.  Limits are arguments.  docs/cpp.md is the guide.
#ifndef GALLEY_GALLEY_H_
#define GALLEY_GALLEY_H_

#include "galley/budget.h"
#include "galley/chat.h"
#include "galley/command.h"
#include "galley/context.h"
#include "galley/conversation.h"
#include "galley/diagnostic.h"
#include "galley/function_call.h"
#include "galley/handlebars_helper.h"
#include "galley/json.h"
#include "galley/limits.h"
#include "galley/operations.h"
#include "galley/progress.h"
#include "galley/result.h"
#include "galley/rows.h"
#include "galley/rpc.h"
#include "galley/template.h"
#include "galley/tokenizer.h"
#include "galley/trace.h"
#include "galley/version.h"
#include "galley/workspace.h"

#endif  // GALLEY_GALLEY_H_
