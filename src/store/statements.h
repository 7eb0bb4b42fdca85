// The statements that a store consists of, the same for both databases, and the
// scripts that make its tables.
#ifndef GALLEY_STORE_STATEMENTS_H_
#define GALLEY_STORE_STATEMENTS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace galley {

enum class Sql : uint8_t {
  kReadStore,
  kAddStore,
  kSetMigration,
  kFindDocument,
  kAddDocument,
  kSetNewest,
  kAddVersion,
  kFindToken,
  kReadVersion,
  kFindDigest,
  kListDocuments,
  kListVersions,
  kFindLabel,
  kListLabels,
  kAddLabel,
  kRemoveLabel,
};
inline constexpr size_t kStatements = static_cast<size_t>(Sql::kRemoveLabel) + 1;

// Its text; the values are called $1, $2 and so on.
std::string_view TextOf(Sql statement) noexcept;

// Script N, counted from 1, takes a store from migration N - 1 to migration N.  A
// script that was released is never changed.
std::span<const std::string_view> AllMigrations() noexcept;

}  // namespace galley

#endif  // GALLEY_STORE_STATEMENTS_H_
