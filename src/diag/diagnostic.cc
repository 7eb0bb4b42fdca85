// Error: at least one diagnostic, the first of which gives the code.
#include "galley/diagnostic.h"

#include <utility>

#include "diag/report.h"

namespace galley {

Error::Error(Diagnostic diagnostic) { diagnostics_.push_back(std::move(diagnostic)); }

Error::Error(std::vector<Diagnostic> diagnostics) : diagnostics_(std::move(diagnostics)) {
  if (diagnostics_.empty()) {
    diagnostics_.push_back(Report(Code::kInternal, "an operation failed without a reason"));
  }
}

std::string_view Error::code() const noexcept {
  return diagnostics_.empty() ? Describe(Code::kInternal).code : diagnostics_.front().code;
}

}  // namespace galley
