// In place of the databases where there are none, as in WebAssembly: no store opens.
#include <string>
#include <utility>

#include "diag/report.h"
#include "store/database.h"
#include "store/postgresql_database.h"
#include "store/sqlite_database.h"

namespace galley {
namespace {

Diagnostic NoDatabase(std::string_view shown) {
  return Report(Code::kStoreUnreachable,
                "store " + Quoted(shown) + " cannot be opened: this build has no databases",
                "use the native galley");
}

}  // namespace

Result<std::unique_ptr<Database>> OpenSqlite(const std::string&, std::string shown, bool) {
  return NoDatabase(shown);
}

// A URL may hold a password.
Result<std::unique_ptr<Database>> OpenPostgresql(const std::string&) {
  return NoDatabase("postgresql");
}

Result<Rows> Database::Run(Sql, std::initializer_list<std::string_view>) {
  return NoDatabase(shown_);
}

Result<void> Database::Transact(Purpose, const std::function<Result<void>()>&) {
  return NoDatabase(shown_);
}

}  // namespace galley
