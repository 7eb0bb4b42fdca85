// Prints a result under a limit of its own: what an operation was allowed to make may be printed
// in full.
#include "api/response.h"

#include <algorithm>

#include "base/checked.h"
#include "diag/report.h"
#include "value/print.h"

namespace galley::api {
namespace {

// `\u0001` is the longest escape.
constexpr uint64_t kMaxEscape = 6;

// Each step of printing writes a byte at least, so the limit on bytes is one on
// steps; the steps of the operation itself are spent.
Meter PrintingMeter(const Limits& limits) noexcept {
  Limits printing = limits;
  printing.steps = std::min<uint64_t>(MaxResponse(limits), Limits::Ceiling().steps);
  return Meter(printing);
}

void PrintList(std::span<const Diagnostic> diagnostics, Writer* out) {
  out->Append("\"diagnostics\":[");
  for (size_t at = 0; at < diagnostics.size(); ++at) {
    if (at > 0) out->Append(',');
    out->Append(FormatJson(diagnostics[at]));
  }
  out->Append(']');
}

// Puts the warnings into the map that was printed last.
void AddWarnings(bool empty_map, std::span<const Diagnostic> warnings, BufferWriter* out) {
  out->Truncate(out->size() - 1);
  if (!empty_map) out->Append(',');
  PrintList(warnings, out);
  out->Append('}');
}

}  // namespace

uint64_t MaxResponse(const Limits& limits) noexcept {
  uint64_t escaped;
  if (!CheckedMul(limits.output, kMaxEscape, &escaped)) return UINT64_MAX;
  return SaturatingAdd(escaped, limits.heap);
}

Result<void> PrintResult(const Value& result, std::span<const Diagnostic> warnings,
                         const Limits& limits, BufferWriter* out) {
  Meter meter = PrintingMeter(limits);
  PrintJson(result, JsonStyle(), out, &meter);
  if (!warnings.empty() && !out->overflowed()) AddWarnings(result.size() == 0, warnings, out);
  if (out->overflowed() || meter.exhausted() != Exhausted::kNo) {
    return Report(Code::kLimitOutput,
                  "the result is larger than the limits `output` and `heap` allow");
  }
  return {};
}

void PrintDiagnostics(std::span<const Diagnostic> diagnostics, Writer* out) {
  out->Append('{');
  PrintList(diagnostics, out);
  out->Append('}');
}

}  // namespace galley::api
