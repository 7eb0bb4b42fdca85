// Making diagnostics.  Everything that reports a problem goes through here, so
// codes come from the registry and excerpts respect the nature of a source.
#ifndef GALLEY_DIAG_REPORT_H_
#define GALLEY_DIAG_REPORT_H_

#include <span>
#include <string>
#include <string_view>

#include "diag/registry.h"
#include "diag/source.h"
#include "galley/diagnostic.h"

namespace galley {

// Messages are lower case, without a full stop, code in `backticks`; they name
// data by type and length only.
Diagnostic Report(Code code, std::string message, std::string hint = {});
// The same at a place.
Diagnostic Report(Code code, const Source& source, Span span, std::string message,
                  std::string hint = {});

// A problem without a place, shown at one.
Diagnostic ShowAt(Diagnostic diagnostic, const Source& source, Span span);

// "did you mean `name`?" for the candidate nearest to `name`, or nothing where
// none is near.  Linear in the total length of the candidates.
std::string SuggestNearest(std::string_view name, std::span<const std::string_view> candidates);

// `text` in backticks, cut to 60 bytes at a character, control characters as
// \xNN: for names that came from outside.
std::string Quoted(std::string_view text);

}  // namespace galley

#endif  // GALLEY_DIAG_REPORT_H_
