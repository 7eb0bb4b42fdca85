// str.format: `"{0.name!r:>10}".format(user)`, as the sandbox of Jinja2 has it.
// Fields look into data only; a method is never found.
#ifndef GALLEY_ENGINE_LIBRARY_BRACE_FORMAT_H_
#define GALLEY_ENGINE_LIBRARY_BRACE_FORMAT_H_

#include <span>

#include "engine/library/builtin.h"
#include "value/value.h"

namespace galley {

// `format(*args, **kwargs)` and `format_map(mapping)` of a string.
Value StrFormat(CallContext& cx, std::span<const Value> args);
Value StrFormatMap(CallContext& cx, std::span<const Value> args);

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_BRACE_FORMAT_H_
