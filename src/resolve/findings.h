// Findings: where warnings go while something is resolved.
//
// Each points into its file, and finding its line takes time linear in that file;
// so of one code only the first hundred are kept, however often it is repeated.
#ifndef GALLEY_RESOLVE_FINDINGS_H_
#define GALLEY_RESOLVE_FINDINGS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "diag/registry.h"
#include "diag/source.h"
#include "galley/diagnostic.h"

namespace galley {

class Findings {
 public:
  static constexpr uint32_t kMostOfOneCode = 100;

  // `out` outlives the findings.
  explicit Findings(std::vector<Diagnostic>* out);

  // Whether another one of `code` would be kept.
  bool HasRoom(Code code) const noexcept;
  void Add(Code code, const Source& source, Span span, std::string message, std::string hint = {});

  // What is added to every finding from now on: `kind `context``.
  void set_note(std::string note) { note_ = std::move(note); }
  const std::string& note() const noexcept { return note_; }

 private:
  std::vector<Diagnostic>* out_;
  std::vector<uint32_t> counts_;  // by code
  std::string note_;
};

}  // namespace galley

#endif  // GALLEY_RESOLVE_FINDINGS_H_
