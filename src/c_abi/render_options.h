// What the functions that render have in common: their options, and what they work with.
#ifndef GALLEY_C_ABI_RENDER_OPTIONS_H_
#define GALLEY_C_ABI_RENDER_OPTIONS_H_

#include "galley/context.h"
#include "galley/galley_c.h"
#include "galley/result.h"
#include "galley/template.h"

namespace galley::c_abi {

// `kept` holds what the options point into, besides the texts of the program.
Result<RenderOptions> ReadRenderOptions(const galley_render_options* options, Context* kept);
Result<ChatOptions> ReadChatOptions(const galley_chat_options* options, Context* kept);

// What a render works with.
struct Inside {
  const Template* from;
  const Context* context;
};
// Fails with invalid-params where a handle is null, and where there was no memory for the context.
Result<Inside> LookInside(const galley_template* from, const galley_context* context,
                          const char* function);

}  // namespace galley::c_abi

#endif  // GALLEY_C_ABI_RENDER_OPTIONS_H_
