// Links in text, and text in links.
#ifndef GALLEY_ENGINE_LIBRARY_URLIZE_H_
#define GALLEY_ENGINE_LIBRARY_URLIZE_H_

#include <span>

#include "engine/library/builtin.h"
#include "value/value.h"

namespace galley {

// The filters `urlencode` and `urlize`.
Value FilterUrlencode(CallContext& cx, std::span<const Value> args);

inline constexpr Parameter kUrlizeParameters[] = {
    {"trim_url_limit", Value::None()}, {"nofollow", Value::Bool(false)},
    {"target", Value::None()},         {"rel", Value::None()},
    {"extra_schemes", Value::None()},
};
Value FilterUrlize(CallContext& cx, std::span<const Value> args);

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_URLIZE_H_
