// Text in ASCII: what `!a`, `%a` and Python's ascii() give.
#ifndef GALLEY_ENGINE_LIBRARY_ASCII_TEXT_H_
#define GALLEY_ENGINE_LIBRARY_ASCII_TEXT_H_

#include "engine/library/builtin.h"
#include "value/value.h"

namespace galley {

// `text` with every character above ASCII as `\xNN`, `\uNNNN` or `\UNNNNNNNN`.
Value ToAscii(CallContext& cx, const Value& text);

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_ASCII_TEXT_H_
