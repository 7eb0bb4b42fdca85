#include "pattern/case_variants.h"

#include <algorithm>
#include <utility>

#include "base/letter_case.h"

namespace galley {
namespace {

constexpr char32_t kFirstBeyondAscii = 0x80;
constexpr char32_t kLastUnit = 0xFFFF;

// What stands for all units that are the same as `unit`.
char32_t Canonicalize(char32_t unit) {
  char32_t upper[3];
  if (MapCase(unit, LetterCase::kUpper, upper) != 1) return unit;
  return upper[0] < kFirstBeyondAscii || upper[0] > kLastUnit ? unit : upper[0];
}

void SortAndJoin(std::vector<CharacterRange>* ranges) {
  std::sort(ranges->begin(), ranges->end(),
            [](const CharacterRange& a, const CharacterRange& b) { return a.first < b.first; });
  size_t kept = 0;
  for (const CharacterRange& range : *ranges) {
    if (kept > 0 && range.first <= (*ranges)[kept - 1].last + 1) {
      (*ranges)[kept - 1].last = std::max((*ranges)[kept - 1].last, range.last);
    } else {
      (*ranges)[kept++] = range;
    }
  }
  ranges->resize(kept);
}

// `ranges` are sorted.
bool Holds(const std::vector<CharacterRange>& ranges, char32_t unit) {
  const auto behind =
      std::upper_bound(ranges.begin(), ranges.end(), unit,
                       [](char32_t c, const CharacterRange& range) { return c < range.first; });
  return behind != ranges.begin() && unit <= std::prev(behind)->last;
}

// (canonical, unit) for every unit that is not its own canonical one; sorted.
std::vector<std::pair<char32_t, char32_t>> Variants() {
  std::vector<std::pair<char32_t, char32_t>> variants;
  for (char32_t unit = kFirstBeyondAscii; unit <= kLastUnit; ++unit) {
    const char32_t canonical = Canonicalize(unit);
    if (canonical != unit) variants.emplace_back(canonical, unit);
  }
  std::sort(variants.begin(), variants.end());
  return variants;
}

}  // namespace

void AddCaseVariants(std::vector<CharacterRange>* ranges) {
  SortAndJoin(ranges);
  if (ranges->empty() || ranges->back().last < kFirstBeyondAscii) return;
  const auto variants = Variants();
  std::vector<CharacterRange> added;
  for (size_t begin = 0, end = 0; begin < variants.size(); begin = end) {
    const char32_t canonical = variants[begin].first;
    bool held = Holds(*ranges, canonical);
    for (end = begin; end < variants.size() && variants[end].first == canonical; ++end) {
      held |= Holds(*ranges, variants[end].second);
    }
    if (!held) continue;
    added.push_back({canonical, canonical});
    for (size_t at = begin; at < end; ++at) {
      added.push_back({variants[at].second, variants[at].second});
    }
  }
  ranges->insert(ranges->end(), added.begin(), added.end());
  SortAndJoin(ranges);
}

}  // namespace galley
