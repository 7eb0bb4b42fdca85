// Trace: where renders tell what they did.
#ifndef GALLEY_TRACE_H_
#define GALLEY_TRACE_H_

#include <string_view>

namespace galley {

// Each render adds one line to a file: a span in OpenTelemetry's conventions for generative
// AI, as OTLP JSON.  It has names, versions, tokens, counts and durations.  A render whose file
// cannot be opened fails with output-failed before it begins; a line that cannot be written
// later is lost.
struct Trace {
  std::string_view file = {};    // empty: nothing is told
  bool content = false;          // also what was rendered
  std::string_view parent = {};  // what it is part of, as `traceparent` of W3C writes it
};

}  // namespace galley

#endif  // GALLEY_TRACE_H_
