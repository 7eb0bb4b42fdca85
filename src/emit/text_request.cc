// A conversation as a text: each message behind a line with its role, calls and results by their
// ids.  What a text cannot say is gone from the outline already.
#include <utility>

#include "emit/request_parts.h"

namespace galley {
namespace {

using history::Part;
using Type = Part::Type;

void WriteCall(const Part& call, Writer* out) {
  out->Append("[call ");
  out->Append(call.id);
  out->Append("] ");
  out->Append(call.name);
  out->Append(' ');
  out->Append(call.text);
}

void WriteResult(const Part& result, Writer* out) {
  out->Append("[result ");
  out->Append(result.id);
  out->Append("]");
  for (const Part& part : result.content()) {
    out->Append('\n');
    out->Append(part.text);
  }
}

void WritePart(const Part& part, Writer* out) {
  switch (part.type) {
    case Type::kToolCall:
      return WriteCall(part, out);
    case Type::kToolResult:
      return WriteResult(part, out);
    default:
      return out->Append(part.text);
  }
}

}  // namespace

void WriteText(const Outline& outline, Writer* out) {
  for (const OutlineMessage& message : outline) {
    if (&message != &outline.front()) out->Append('\n');
    out->Append('[');
    out->Append(RoleName(message.role));
    out->Append("]\n");
    bool first = true;
    for (const Part& part : message.parts) {
      if (!std::exchange(first, false)) out->Append('\n');
      WritePart(part, out);
    }
    if (!message.prefix) out->Append('\n');
  }
}

}  // namespace galley
