// Where a store is: `sqlite:PATH`, or PostgreSQL by a URL or by `postgresql:` and the
// words that libpq takes, `host=... dbname=...`.
//
// A URL may hold a password.  Nobody prints one but through Shown.
#ifndef GALLEY_STORE_STORE_URL_H_
#define GALLEY_STORE_STORE_URL_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "galley/result.h"

namespace galley {

struct StoreUrl {
  enum class Kind : uint8_t { kSqlite, kPostgresql } kind = Kind::kSqlite;
  std::string place;  // a path, or what libpq takes

  // A text without a scheme is the path of a SQLite file.  Fails with invalid-params.
  static Result<StoreUrl> Parse(std::string_view text);

  friend bool operator==(const StoreUrl&, const StoreUrl&) = default;
};

// `text`, which may be a URL, a connection string or neither, with `***` for whatever
// may be a password in it.
std::string WithoutPasswords(std::string_view text);

}  // namespace galley

#endif  // GALLEY_STORE_STORE_URL_H_
