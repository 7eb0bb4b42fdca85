// Keeps at most kMostOfOneCode findings of each code, so that one mistake that repeats does not
// hide the others.
#include "resolve/findings.h"

#include <utility>

#include "diag/report.h"

namespace galley {

Findings::Findings(std::vector<Diagnostic>* out) : out_(out), counts_(AllCodes().size()) {}

bool Findings::HasRoom(Code code) const noexcept {
  return counts_[static_cast<size_t>(code)] < kMostOfOneCode;
}

void Findings::Add(Code code, const Source& source, Span span, std::string message,
                   std::string hint) {
  if (!HasRoom(code)) return;
  Diagnostic found = Report(code, source, span, std::move(message), std::move(hint));
  if (!note_.empty()) found.notes.push_back(note_);
  if (++counts_[static_cast<size_t>(code)] == kMostOfOneCode) {
    found.notes.push_back("further findings with this code are not listed");
  }
  out_->push_back(std::move(found));
}

}  // namespace galley
