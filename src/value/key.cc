// Values as keys of maps: which can be one, their hash, their equality.  Keys
// hold no maps and no lists but ranges, so only tuples are walked.

#include <algorithm>
#include <bit>
#include <cstdint>

#include "base/hash.h"
#include "base/small_stack.h"
#include "value/compare.h"
#include "value/convert.h"
#include "value/range.h"
#include "value/scalars.h"

namespace galley {
namespace {

// What is left to visit of one tuple.
struct Row {
  const Value* next;
  const Value* end;
};

Row RowOf(const Value& tuple) noexcept {
  return {tuple.items().data(), tuple.items().data() + tuple.size()};
}

// Kinds are hashed under seeds of their own.  If 0.5 and some integer had one
// hash for certain, a tuple of n of them could be chosen in 2^n ways.
enum class Domain : uint64_t { kInt = 1, kDouble, kFunction, kShape, kFold };

uint64_t HashWord(Domain domain, uint64_t word) noexcept {
  const HashSeed& seed = ProcessHashSeed();
  return SipHash(word, {seed.k0 ^ static_cast<uint64_t>(domain), seed.k1});
}

// A double that is a whole number hashes as that integer, since it equals it.
uint64_t HashDouble(double number) noexcept {
  int64_t whole;
  if (TruncateToInt(number, &whole) && static_cast<double>(whole) == number) {
    return HashWord(Domain::kInt, static_cast<uint64_t>(whole));
  }
  return HashWord(Domain::kDouble, std::bit_cast<uint64_t>(number));
}

bool CannotBeKey(const Value& value) noexcept {
  return value.is_map() || (value.is_list() && !IsRange(value));
}

uint64_t Fold(uint64_t hash, uint64_t next) noexcept {
  return HashWord(Domain::kFold, hash ^ next);
}

// Two items tell which range it is among those of its size.
uint64_t HashRange(const Value& range, uint64_t hash) noexcept {
  for (const Value& item : range.items().first(std::min<size_t>(range.size(), 2))) {
    hash = Fold(hash, HashWord(Domain::kInt, static_cast<uint64_t>(item.as_int())));
  }
  return hash;
}

bool AreEqualRanges(const Value& a, const Value& b) noexcept {
  if (!IsRange(a) || !IsRange(b) || a.size() != b.size()) return false;
  for (size_t at = 0; at < std::min<size_t>(a.size(), 2); ++at) {
    if (a.items()[at].as_int() != b.items()[at].as_int()) return false;
  }
  return true;
}

// Of what is no tuple.
bool EqualLeaves(const Value& a, const Value& b, Meter* meter) noexcept {
  return a.is_list() ? AreEqualRanges(a, b) : EqualScalars(a, b, meter);
}

// The hash of anything but a tuple; of a tuple, of its size.
uint64_t HashShallow(const Value& value, Meter* meter) noexcept {
  switch (value.kind()) {
    case Kind::kBool:
    case Kind::kInt:
      return HashWord(Domain::kInt, static_cast<uint64_t>(value.as_int()));
    case Kind::kDouble:
      return HashDouble(value.as_double());
    case Kind::kString:
      return meter->StepBytes(value.size()) ? SipHash(value.as_string(), ProcessHashSeed()) : 0;
    case Kind::kFunction:
      return HashWord(Domain::kFunction, reinterpret_cast<uintptr_t>(value.function()));
    default: {
      const uint64_t hash = HashWord(
          Domain::kShape, uint64_t{value.size()} << 8 | static_cast<uint64_t>(value.kind()));
      return value.is_list() ? HashRange(value, hash) : hash;
    }
  }
}

}  // namespace

bool IsHashable(const Value& value, Meter* meter) noexcept {
  if (CannotBeKey(value)) return false;
  if (!value.is_tuple()) return true;

  SmallStack<Row> stack;
  if (!stack.Push(RowOf(value))) return meter->Stop(Exhausted::kMemory);
  while (!stack.empty()) {
    Row& row = stack.top();
    if (row.next == row.end) {
      stack.Pop();
      continue;
    }
    const Value& item = *row.next++;
    if (CannotBeKey(item) || !meter->Step()) return false;
    if (item.is_tuple() && !stack.Push(RowOf(item))) return meter->Stop(Exhausted::kMemory);
  }
  return true;
}

// Equal tuples are walked alike and so give one sequence of hashes, which is
// folded into one.
uint32_t HashOf(const Value& value, Meter* meter) noexcept {
  uint64_t hash = HashShallow(value, meter);
  if (!value.is_tuple()) return static_cast<uint32_t>(hash);

  // Folded once already, so that what comes first differs from what comes next.
  hash = Fold(0, hash);
  SmallStack<Row> stack;
  if (!stack.Push(RowOf(value))) return meter->Stop(Exhausted::kMemory);
  while (!stack.empty()) {
    Row& row = stack.top();
    if (row.next == row.end) {
      stack.Pop();
      continue;
    }
    const Value& item = *row.next++;
    if (!meter->Step()) return 0;
    hash = Fold(hash, HashShallow(item, meter));
    if (item.is_tuple() && !stack.Push(RowOf(item))) return meter->Stop(Exhausted::kMemory);
  }
  return static_cast<uint32_t>(hash);
}

bool EqualKeys(const Value& a, const Value& b, Meter* meter) noexcept {
  if (a.IsSame(b)) return true;
  if (!a.is_tuple() || !b.is_tuple()) return EqualLeaves(a, b, meter);
  if (a.size() != b.size()) return false;

  struct Rows {
    Row a;
    const Value* b;
  };
  SmallStack<Rows> stack;
  if (!stack.Push({RowOf(a), RowOf(b).next})) return meter->Stop(Exhausted::kMemory);
  while (!stack.empty()) {
    Rows& rows = stack.top();
    if (rows.a.next == rows.a.end) {
      stack.Pop();
      continue;
    }
    const Value& x = *rows.a.next++;
    const Value& y = *rows.b++;
    if (!meter->Step()) return false;
    if (x.IsSame(y)) continue;
    if (x.is_tuple() && y.is_tuple() && x.size() == y.size()) {
      if (!stack.Push({RowOf(x), RowOf(y).next})) return meter->Stop(Exhausted::kMemory);
    } else if (!EqualLeaves(x, y, meter)) {
      return false;
    }
  }
  return true;
}

}  // namespace galley
