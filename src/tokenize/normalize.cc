// Decompose, order, compose, on the part of a text that may change; the rest is copied.
#include "tokenize/normalize.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

#include "base/utf8.h"

namespace galley {
namespace {

// What is known of a code point; decompositions are ranges of kDecomposed.
struct Record {
  uint8_t order;     // the canonical combining class
  uint8_t unstable;  // NFC changes it, moves it, or may join it to what stands before
  uint16_t canonical;
  uint8_t canonical_size;
  uint16_t compatible;
  uint8_t compatible_size;
};

struct Pair {
  char32_t first;
  char32_t second;
  char32_t composed;
};

#include "tokenize/normalize_tables.inc"

constexpr char32_t kHangulBase = 0xAC00;
constexpr char32_t kLeadBase = 0x1100;
constexpr char32_t kVowelBase = 0x1161;
constexpr char32_t kTailBase = 0x11A7;
constexpr char32_t kVowels = 21;
constexpr char32_t kTails = 28;
constexpr char32_t kLeads = 19;
constexpr char32_t kSyllables = kLeads * kVowels * kTails;

const Record& RecordOf(char32_t point) noexcept {
  return kRecords[kRecordBlocks[size_t{kRecordIndex[point >> 7]} << 7 | (point & 127)]];
}

bool IsCompatible(NormalForm form) noexcept {
  return form == NormalForm::kNfkc || form == NormalForm::kNfkd;
}
bool Composes(NormalForm form) noexcept {
  return form == NormalForm::kNfc || form == NormalForm::kNfkc;
}
bool IsSyllable(char32_t point) noexcept { return point - kHangulBase < kSyllables; }

// Whether a text of such characters only is in the form already.
bool IsStable(char32_t point, NormalForm form) noexcept {
  if (point < 0xA0) return true;
  const Record& record = RecordOf(point);
  if (IsCompatible(form) && record.compatible_size != 0) return false;
  if (Composes(form)) return record.unstable == 0;
  return record.order == 0 && record.canonical_size == 0 && !IsSyllable(point);
}

struct Ordered {
  char32_t point;
  uint8_t order;
};

void AppendSyllable(char32_t point, std::vector<Ordered>* out) {
  const char32_t index = point - kHangulBase;
  out->push_back({kLeadBase + index / (kVowels * kTails), 0});
  out->push_back({kVowelBase + index % (kVowels * kTails) / kTails, 0});
  if (index % kTails != 0) out->push_back({kTailBase + index % kTails, 0});
}

void AppendDecomposed(char32_t point, bool compatible, std::vector<Ordered>* out) {
  if (IsSyllable(point)) return AppendSyllable(point, out);
  const Record& record = RecordOf(point);
  const size_t at = compatible ? record.compatible : record.canonical;
  const size_t size = compatible ? record.compatible_size : record.canonical_size;
  if (size == 0) return out->push_back({point, record.order});
  for (size_t i = at; i < at + size; ++i) {
    out->push_back({kDecomposed[i], RecordOf(kDecomposed[i]).order});
  }
}

// Marks after a base stand in the order of their classes, equal ones as they came.
void SortMarks(std::vector<Ordered>* points) {
  auto at = points->begin();
  while (at != points->end()) {
    if (at->order == 0) {
      ++at;
      continue;
    }
    const auto end =
        std::find_if(at, points->end(), [](const Ordered& each) { return each.order == 0; });
    std::stable_sort(at, end, [](const Ordered& a, const Ordered& b) { return a.order < b.order; });
    at = end;
  }
}

// The character that the two make, or 0.
char32_t Composed(char32_t first, char32_t second) noexcept {
  if (first - kLeadBase < kLeads && second - kVowelBase < kVowels) {
    return kHangulBase + ((first - kLeadBase) * kVowels + (second - kVowelBase)) * kTails;
  }
  if (IsSyllable(first) && (first - kHangulBase) % kTails == 0 &&
      second - kTailBase - 1 < kTails - 1) {
    return first + (second - kTailBase);
  }
  const Pair* found =
      std::lower_bound(std::begin(kPairs), std::end(kPairs), Pair{first, second, 0},
                       [](const Pair& a, const Pair& b) {
                         return a.first != b.first ? a.first < b.first : a.second < b.second;
                       });
  if (found == std::end(kPairs) || found->first != first || found->second != second) return 0;
  return found->composed;
}

// Joins each character to the last base unless something between the two keeps them apart.
void Compose(std::vector<Ordered>* points) {
  size_t kept = 0;
  size_t base = SIZE_MAX;
  for (const Ordered& each : *points) {
    if (base != SIZE_MAX) {
      const bool adjacent = kept == base + 1;
      const bool blocked = !adjacent && (*points)[kept - 1].order >= each.order;
      const char32_t composed = blocked ? 0 : Composed((*points)[base].point, each.point);
      if (composed != 0) {
        (*points)[base].point = composed;
        continue;
      }
    }
    if (each.order == 0) base = kept;
    (*points)[kept++] = each;
  }
  points->resize(kept);
}

}  // namespace

bool StartsAnew(char32_t code_point, NormalForm form) noexcept {
  return IsStable(code_point, form);
}

size_t UnchangedPrefix(std::string_view text, NormalForm form) noexcept {
  size_t safe = 0;  // where the last character began: a mark behind it may change it
  for (size_t at = 0; at < text.size();) {
    const CodePoint next = DecodeUtf8(text, at);
    if (!IsStable(next.value, form)) return safe;
    safe = at;
    at += next.size;
  }
  return text.size();
}

std::string Normalize(std::string_view text, NormalForm form) {
  const size_t unchanged = UnchangedPrefix(text, form);
  std::string out(text.substr(0, unchanged));
  if (unchanged == text.size()) return out;
  std::vector<Ordered> points;
  points.reserve(text.size() - unchanged);
  for (size_t at = unchanged; at < text.size();) {
    const CodePoint next = DecodeUtf8(text, at);
    AppendDecomposed(next.value, IsCompatible(form), &points);
    at += next.size;
  }
  SortMarks(&points);
  if (Composes(form)) Compose(&points);
  char bytes[4];
  for (const Ordered& each : points) out.append(bytes, EncodeUtf8(each.point, bytes));
  return out;
}

}  // namespace galley
