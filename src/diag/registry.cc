// The table is made from codes.def, so the enum and the rows have one order.
#include "diag/registry.h"

namespace galley {
namespace {

constexpr CodeInfo kCodes[] = {
#define DIAGNOSTIC(name, code, severity, about) {code, Severity::severity, about},
#include "diag/codes.def"
#undef DIAGNOSTIC
};

}  // namespace

std::span<const CodeInfo> AllCodes() noexcept { return kCodes; }

}  // namespace galley
