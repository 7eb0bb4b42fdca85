// The mini-language of str.format: what may follow the colon in `{:>8.2f}`.
#ifndef GALLEY_ENGINE_LIBRARY_FORMAT_SPEC_H_
#define GALLEY_ENGINE_LIBRARY_FORMAT_SPEC_H_

#include <string_view>

#include "base/writer.h"
#include "engine/library/builtin.h"
#include "value/value.h"

namespace galley {

// Appends format(value, spec).  False after a failure.  A width over the limit of
// strings is refused before anything is written.
[[nodiscard]] bool AppendFormatted(CallContext& cx, const Value& value, std::string_view spec,
                                   Writer* out);

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_FORMAT_SPEC_H_
