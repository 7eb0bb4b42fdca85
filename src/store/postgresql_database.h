// A store in PostgreSQL: for several machines.
#ifndef GALLEY_STORE_POSTGRESQL_DATABASE_H_
#define GALLEY_STORE_POSTGRESQL_DATABASE_H_

#include <memory>
#include <string>

#include "galley/result.h"
#include "store/database.h"

namespace galley {

// `place` is a URL or a list of words as libpq takes them, with all of its settings:
// those of TLS as well.  Fails with store-unreachable, which names the host and the
// cause, and never the password.
Result<std::unique_ptr<Database>> OpenPostgresql(const std::string& place);

}  // namespace galley

#endif  // GALLEY_STORE_POSTGRESQL_DATABASE_H_
