// The registry of diagnostics: every code there is.
#ifndef GALLEY_DIAG_REGISTRY_H_
#define GALLEY_DIAG_REGISTRY_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "galley/diagnostic.h"

namespace galley {

enum class Code : uint16_t {
#define DIAGNOSTIC(name, code, severity, about) k##name,
#include "diag/codes.def"
#undef DIAGNOSTIC
};

struct CodeInfo {
  std::string_view code;
  Severity severity;
  std::string_view about;
};

// All codes, in the order of codes.def, which is that of the enum.
std::span<const CodeInfo> AllCodes() noexcept;

inline const CodeInfo& Describe(Code code) noexcept {
  return AllCodes()[static_cast<size_t>(code)];
}

}  // namespace galley

#endif  // GALLEY_DIAG_REGISTRY_H_
