// Helpers: functions of the calling program that Handlebars templates may call.
//
//   void Shout(galley::FunctionCall& call, void*) {
//     if (!call.argument(0).is_string()) return call.Fail("`shout` needs a text");
//     call.Return(std::string(call.argument(0).as_string()) + "!");
//   }
//   const galley::Helper helpers[] = {{"shout", Shout}};
//   galley::Call("text.render", params, {}, helpers);   // {{shout name}}
#ifndef GALLEY_HANDLEBARS_HELPER_H_
#define GALLEY_HANDLEBARS_HELPER_H_

#include <string_view>

#include "galley/function_call.h"

namespace galley {

// Called on the thread that renders, and from several at once where several render.
// What it throws is `helper-failed`.  Its time is its own: no limit stops it.
using HelperFunction = void (*)(FunctionCall& call, void* data);

struct Helper {
  // Not that of a helper that Handlebars itself has; a helper that Galley adds, such as
  // `json`, gives way.
  std::string_view name;
  HelperFunction function;
  void* data = nullptr;  // handed to the function
};

}  // namespace galley

#endif  // GALLEY_HANDLEBARS_HELPER_H_
