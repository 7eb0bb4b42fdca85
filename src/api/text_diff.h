// Templates that render to text, compared: for `chat.diff`.
#ifndef GALLEY_API_TEXT_DIFF_H_
#define GALLEY_API_TEXT_DIFF_H_

#include <string_view>

#include "api/operation.h"
#include "galley/result.h"
#include "value/value.h"
#include "workspace/params.h"

namespace galley::api {

// Whether the side `name` of the parameters renders to text, or is a text that was saved.
Result<bool> IsTextSide(const Params& params, std::string_view name, const Invocation& call);

// {same, prefix, first, changes, sections?, text?}: as DiffChats, without what a cache keeps.
Result<Value> DiffTexts(const Params& params, const Invocation& call);

}  // namespace galley::api

#endif  // GALLEY_API_TEXT_DIFF_H_
