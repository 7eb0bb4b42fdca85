// A store in a SQLite file: for one machine, without a server.
#ifndef GALLEY_STORE_SQLITE_DATABASE_H_
#define GALLEY_STORE_SQLITE_DATABASE_H_

#include <memory>
#include <string>

#include "galley/result.h"
#include "store/database.h"

namespace galley {

// `shown` is how messages call it.  The file is made where it is missing and
// `may_create`, never its directory.  Fails with store-not-found, store-unreachable,
// store-damaged or store-busy.
Result<std::unique_ptr<Database>> OpenSqlite(const std::string& path, std::string shown,
                                             bool may_create);

}  // namespace galley

#endif  // GALLEY_STORE_SQLITE_DATABASE_H_
