// Patterns: any pattern, flags, replacement and text give a text within the limits
// and the same one each time; every group lies inside the text.
//
// The input is flags, pattern, replacement and text, with NULs between.
#include "pattern/pattern.h"

#include <array>

#include "base/utf8.h"
#include "fuzz/require.h"
#include "pattern/utf16.h"
#include "transform/transform.h"

namespace galley {
namespace {

Limits SmallLimits() {
  Limits limits;
  limits.steps = 20'000;
  limits.heap = 4 << 20;
  limits.output = 1 << 14;
  return limits;
}

std::array<std::string_view, 4> Split(std::string_view input) {
  std::array<std::string_view, 4> parts;
  for (std::string_view& part : parts) {
    const size_t nul = &part == &parts.back() ? input.npos : input.find('\0');
    part = input.substr(0, nul);
    input = nul == input.npos ? std::string_view() : input.substr(nul + 1);
  }
  return parts;
}

void CheckGroups(std::string_view source, PatternFlags flags, std::string_view text) {
  const Limits limits = SmallLimits();
  uint64_t steps = limits.steps;
  const Result<Pattern> pattern = Pattern::Compile(source, flags, limits, &steps);
  if (!pattern) {
    const std::string_view code = pattern.error().code();
    return Require(code == "invalid-pattern" || code == "limit-regex");
  }
  const std::u16string units = ToUtf16(text);
  PatternSearch search(*pattern, units, limits, &steps);
  if (search.Find(0) != Found::kYes) return;
  Require(search.begin() <= search.end() && search.end() <= units.size());
  for (uint32_t number = 0; number <= pattern->groups(); ++number) {
    const auto group = search.group(number);
    if (!group) continue;
    Require(group->data() >= units.data());
    Require(group->data() + group->size() <= units.data() + units.size());
  }
}

void Check(const uint8_t* bytes, size_t size) {
  const std::string_view input = TextFrom(bytes, size);
  if (!IsValidUtf8(input)) return;
  const auto [flags, pattern, replace, text] = Split(input);
  if (const auto read = ReadPatternFlags(flags)) CheckGroups(pattern, *read, text);

  Heap heap{Limits()};
  const auto entry = [](std::string_view key, std::string_view value) {
    return MapEntry{Value::String(key), Value::String(value)};
  };
  MapEntry* entries = heap.NewEntries(4);
  entries[0] = entry("type", size % 2 == 0 ? "regexExtract" : "regexReplace");
  entries[1] = entry("pattern", pattern);
  entries[2] = entry("flags", flags);
  entries[3] = entry("replace", replace);
  const Value list[] = {heap.NewMap(entries, 4)};
  const Transformed first = ApplyTransforms(list, "list", text, SmallLimits());
  const Transformed second = ApplyTransforms(list, "list", text, SmallLimits());
  Require(first.text == second.text && first.applied == second.applied);
  Require(IsValidUtf8(first.text));
  Require(first.text == text || !first.applied.empty());
  Require(first.text.size() <= std::max<size_t>(text.size(), SmallLimits().output));
}

}  // namespace
}  // namespace galley

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  galley::Check(bytes, size);
  return 0;
}
