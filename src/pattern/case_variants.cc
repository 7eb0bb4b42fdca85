// One table of all units that have others of the same case, made at first use.
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

// A unit that is the same as others, and what stands for all of them.
struct CasedUnit {
  char32_t unit;
  char32_t canonical;
};

// The units that are the same as some other one, by unit and by what stands for
// them.  Made once: looking at every unit takes longer than most patterns do.
struct CaseTable {
  std::vector<CasedUnit> by_unit;
  std::vector<CasedUnit> by_canonical;

  CaseTable();
};

CaseTable::CaseTable() {
  for (char32_t unit = kFirstBeyondAscii; unit <= kLastUnit; ++unit) {
    const char32_t canonical = Canonicalize(unit);
    if (canonical == unit) continue;
    by_canonical.push_back({unit, canonical});
    by_canonical.push_back({canonical, canonical});
  }
  const auto key = [](const CasedUnit& cased) { return std::pair(cased.canonical, cased.unit); };
  const auto same = [&](const CasedUnit& a, const CasedUnit& b) { return key(a) == key(b); };
  std::sort(by_canonical.begin(), by_canonical.end(),
            [&](const CasedUnit& a, const CasedUnit& b) { return key(a) < key(b); });
  by_canonical.erase(std::unique(by_canonical.begin(), by_canonical.end(), same),
                     by_canonical.end());
  by_unit = by_canonical;
  std::sort(by_unit.begin(), by_unit.end(),
            [](const CasedUnit& a, const CasedUnit& b) { return a.unit < b.unit; });
}

const CaseTable& Table() {
  static const CaseTable kTable;
  return kTable;
}

size_t AddVariantsOf(char32_t canonical, std::vector<CharacterRange>* added) {
  const std::vector<CasedUnit>& cased = Table().by_canonical;
  auto at = std::lower_bound(
      cased.begin(), cased.end(), canonical,
      [](const CasedUnit& row, char32_t wanted) { return row.canonical < wanted; });
  size_t count = 0;
  for (; at != cased.end() && at->canonical == canonical; ++at, ++count) {
    added->push_back({at->unit, at->unit});
  }
  return count;
}

}  // namespace

size_t AddCaseVariants(std::vector<CharacterRange>* ranges) {
  SortAndJoin(ranges);
  const std::vector<CasedUnit>& cased = Table().by_unit;
  std::vector<CharacterRange> added;
  size_t looked_at = 0;
  for (const CharacterRange& range : *ranges) {
    if (range.last < kFirstBeyondAscii) continue;
    auto at =
        std::lower_bound(cased.begin(), cased.end(), range.first,
                         [](const CasedUnit& row, char32_t first) { return row.unit < first; });
    for (; at != cased.end() && at->unit <= range.last; ++at) {
      looked_at += AddVariantsOf(at->canonical, &added);
    }
  }
  ranges->insert(ranges->end(), added.begin(), added.end());
  SortAndJoin(ranges);
  return looked_at;
}

}  // namespace galley
