// The operations as JSON-RPC 2.0, for programs in any language.
#ifndef GALLEY_RPC_H_
#define GALLEY_RPC_H_

#include "galley/export.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley {

// Reads requests from the file descriptor `input`, one a line, and writes one
// response a line to `output`, in order, until the end of input.
//
// A line that is no request, or is longer than limits.request, gets an error and
// the loop goes on; blank lines and notifications (requests without an `id`) get
// nothing.  Batches are refused.  Where the reader of `output` goes away the loop
// ends in peace; the caller ignores SIGPIPE.
GALLEY_EXPORT Result<void> ServeRpc(int input, int output, const Limits& limits = {}) noexcept;

}  // namespace galley

#endif  // GALLEY_RPC_H_
