// The limits as data: for reading them from JSON, for docs/limits.md, and for
// the test that every one of them is enforced.
#ifndef GALLEY_BASE_LIMIT_TABLE_H_
#define GALLEY_BASE_LIMIT_TABLE_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "galley/limits.h"

namespace galley {

struct LimitRow {
  std::string_view name;  // the member's, and the key in JSON
  uint64_t Limits::*member;
  uint64_t server;
  uint64_t ceiling;
  std::string_view about;
};

// In the order of the struct.
std::span<const LimitRow> LimitTable() noexcept;

// Limits::Ceiling(), for who makes heaps all the time and need not copy it.
extern const Limits kHighestLimits;

// The lower of the two, limit by limit.
Limits Lower(const Limits& a, const Limits& b) noexcept;

}  // namespace galley

#endif  // GALLEY_BASE_LIMIT_TABLE_H_
