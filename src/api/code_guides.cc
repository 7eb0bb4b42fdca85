// Both tables are sorted by code and made at build time: one by hand, one by running the
// examples.
#include "api/code_guides.h"

#include <algorithm>
#include <iterator>

namespace galley::api {
namespace {

struct Entry {
  std::string_view code;
  std::string_view text;
};

constexpr Entry kMendings[] = {
#define GUIDE(code, text) {code, text},
#include "api/code_guides.def"
#undef GUIDE
};

constexpr Entry kExamples[] = {
#include "api/code_examples.inc"
#include "api/code_examples_told.inc"
};

template <size_t N>
std::string_view Find(const Entry (&entries)[N], std::string_view code) noexcept {
  const auto* found = std::find_if(std::begin(entries), std::end(entries),
                                   [&](const Entry& each) { return each.code == code; });
  return found == std::end(entries) ? std::string_view() : found->text;
}

}  // namespace

std::string_view MendingOf(std::string_view code) noexcept { return Find(kMendings, code); }
std::string_view ExampleOf(std::string_view code) noexcept { return Find(kExamples, code); }

}  // namespace galley::api
