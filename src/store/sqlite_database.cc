// The file is untrusted: its tables are compared with ours before any statement runs, and each
// statement has a budget of steps.
#include "store/sqlite_database.h"

#include <sqlite3.h>

#include <array>
#include <utility>

#include "base/try.h"
#include "diag/report.h"
#include "files/new_directory.h"
#include "galley/limits.h"

namespace galley {
namespace {

struct CloseDatabase {
  void operator()(sqlite3* database) const noexcept { sqlite3_close_v2(database); }
};
struct FinishStatement {
  void operator()(sqlite3_stmt* statement) const noexcept { sqlite3_finalize(statement); }
};
using Connection = std::unique_ptr<sqlite3, CloseDatabase>;
using Statement = std::unique_ptr<sqlite3_stmt, FinishStatement>;

// The length of a text in bytes, by the name that PostgreSQL has for it.
void OctetLength(sqlite3_context* context, int, sqlite3_value** values) noexcept {
  sqlite3_result_int64(context, sqlite3_value_bytes(values[0]));
}

std::string TextAt(sqlite3_stmt* statement, int column) {
  const unsigned char* text = sqlite3_column_text(statement, column);
  const int size = sqlite3_column_bytes(statement, column);
  return text ? std::string(reinterpret_cast<const char*>(text), static_cast<size_t>(size)) : "";
}

// A statement may take 50 million steps of SQLite's machine: two seconds of work, and
// enough to list a million documents.
constexpr int kStepsARound = 10'000;
constexpr int kMostRounds = 5'000;

// Which tables and indexes there are, whatever the case of their names, and who else
// would act when they are used.
constexpr std::string_view kSchema =
    "SELECT type, lower(name), sql FROM sqlite_schema"
    " WHERE lower(substr(name, 1, 7)) = 'galley_' OR lower(substr(tbl_name, 1, 7)) = 'galley_'"
    " ORDER BY 1, 2";

// Why SQLite refused, as people say it.
std::string Reason(int code) {
  switch (code & 0xFF) {
    case SQLITE_FULL:
      return "no space is left";
    case SQLITE_READONLY:
      if (code == SQLITE_READONLY) return "it cannot be written";
      return "its directory cannot be written, where SQLite keeps its log while it is read too";
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return "permission denied";
    case SQLITE_IOERR:
      return "the device failed";
    case SQLITE_NOMEM:
      return "the system is out of memory";
    default:
      return std::string("SQLite says: ") + sqlite3_errstr(code);
  }
}

class SqliteDatabase final : public Database {
 public:
  explicit SqliteDatabase(std::string shown) : Database(std::move(shown)) {}

  Result<void> Open(const std::string& path, bool may_create);

  Result<bool> HasStore() override;
  Result<void> RunScript(std::string_view script) override;
  Result<void> Announce(std::string_view) override { return {}; }
  Result<std::string> FindSchemaFault(std::span<const std::string_view> migrations) override;
  Result<std::vector<std::string>> CheckIntegrity() override;
  Result<void> Watch() override;
  Result<Changes> TakeChanges() override;
  bool HasMoved() const override;
  void set_patience(int64_t patience) override {
    Database::set_patience(patience);
    sqlite3_busy_timeout(connection_.get(), static_cast<int>(patience));
  }

 protected:
  Result<Rows> Execute(Sql sql, Values values) override;
  Result<void> Begin(Purpose purpose) override;
  Result<void> Commit() override { return RunScript("COMMIT"); }
  void Rollback() noexcept override;

 private:
  Diagnostic Problem(int code) const;
  // Gives the next statement the whole of its steps again.
  void Refill() noexcept { rounds_ = 0; }
  // Called every kStepsARound steps of a statement; anything but 0 ends it.
  static int CountRound(void* database) noexcept {
    return ++static_cast<SqliteDatabase*>(database)->rounds_ > kMostRounds ? 1 : 0;
  }
  Result<Statement> Prepare(std::string_view text, unsigned flags) const;
  Result<Rows> Fetch(sqlite3_stmt* statement);
  // The rows of a statement that is run once.
  Result<Rows> Ask(std::string_view text);

  Connection connection_;
  std::array<Statement, kStatements> statements_;
  std::string data_version_;  // which changes when others write
  int rounds_ = 0;            // of the statement that runs
};

Diagnostic SqliteDatabase::Problem(int code) const {
  const std::string name = "store " + Quoted(shown());
  switch (code & 0xFF) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return Report(Code::kStoreBusy, name + " is in use by others and did not get free in time");
    case SQLITE_CANTOPEN:
      return Report(Code::kStoreUnreachable, name + " cannot be opened");
    case SQLITE_NOTADB:
      return Report(Code::kStoreDamaged, name + " is not a SQLite database");
    case SQLITE_CORRUPT:
      return Report(Code::kStoreDamaged, name + " is damaged: SQLite cannot read it");
    case SQLITE_TOOBIG:
      return Report(Code::kLimitSize, name + " holds more text than any limit allows");
    case SQLITE_INTERRUPT:
      return Report(Code::kLimitSteps,
                    name + " takes more work than a store of galley's ever does");
    // The statements are right, so what they are about is not.
    case SQLITE_ERROR:
    case SQLITE_SCHEMA:
    case SQLITE_MISMATCH:
      return Report(Code::kStoreDamaged, name + " is damaged: its tables are not those of a store");
    default:
      return Report(Code::kStoreFailed, name + " failed: " + Reason(code));
  }
}

// SQLite reads a file in this mode only where it can write beside it, unless it is told
// that nothing changes.
std::string UnchangingUrl(std::string_view path) {
  std::string url = "file:";
  for (const char byte : path) {
    constexpr char kDigits[] = "0123456789abcdef";
    const auto number = static_cast<unsigned char>(byte);
    if (byte == '%' || byte == '?' || byte == '#') {
      url += {'%', kDigits[number >> 4], kDigits[number & 15]};
    } else {
      url += byte;
    }
  }
  return url + "?immutable=1";
}

Result<void> SqliteDatabase::Open(const std::string& path, bool may_create) {
  sqlite3* opened = nullptr;
  const int create = may_create ? SQLITE_OPEN_CREATE : 0;
  // What a log holds that was left there would not be read.
  const bool is_unchanging = IsOnReadOnlyDisk(path) && !IsThere(path + "-wal");
  const int flags = SQLITE_OPEN_EXRESCODE | (is_unchanging ? SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
                                                           : SQLITE_OPEN_READWRITE | create);
  const std::string name = is_unchanging ? UnchangingUrl(path) : path;
  const int code = sqlite3_open_v2(name.c_str(), &opened, flags, nullptr);
  connection_.reset(opened);
  if (code != SQLITE_OK) return Problem(code);
  sqlite3_busy_timeout(opened, static_cast<int>(patience()));
  // The file may come from anywhere: what it says about itself is not believed.
  sqlite3_db_config(opened, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(opened, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(opened, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_db_config(opened, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  sqlite3_progress_handler(opened, kStepsARound, CountRound, this);
  constexpr int kRoomForTheRest = 1 << 20;
  sqlite3_limit(opened, SQLITE_LIMIT_LENGTH,
                static_cast<int>(Limits::Ceiling().file) + kRoomForTheRest);
  sqlite3_create_function_v2(opened, "octet_length", 1,
                             SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, nullptr,
                             OctetLength, nullptr, nullptr, nullptr);
  // With FULL a commit that was answered survives a loss of power too.
  return RunScript(
      "PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL; PRAGMA cell_size_check = ON");
}

Result<Statement> SqliteDatabase::Prepare(std::string_view text, unsigned flags) const {
  sqlite3_stmt* prepared = nullptr;
  const int code = sqlite3_prepare_v3(connection_.get(), text.data(), static_cast<int>(text.size()),
                                      flags, &prepared, nullptr);
  if (code != SQLITE_OK) return Problem(code);
  return Statement(prepared);
}

Result<Rows> SqliteDatabase::Fetch(sqlite3_stmt* statement) {
  Rows rows;
  RowBudget budget;
  const int columns = sqlite3_column_count(statement);
  int code;
  Refill();
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    size_t bytes = 0;
    for (int at = 0; at < columns; ++at) {
      bytes += static_cast<size_t>(sqlite3_column_bytes(statement, at));
    }
    if (!budget.Take(bytes, static_cast<size_t>(columns))) {
      code = SQLITE_TOOBIG;
      break;
    }
    Row& row = rows.emplace_back();
    for (int at = 0; at < columns; ++at) row.push_back(TextAt(statement, at));
  }
  sqlite3_reset(statement);
  if (code != SQLITE_DONE) return Problem(code);
  return rows;
}

Result<Rows> SqliteDatabase::Ask(std::string_view text) {
  const Statement statement = TRY(Prepare(text, 0));
  return Fetch(statement.get());
}

Result<Rows> SqliteDatabase::Execute(Sql sql, Values values) {
  Statement& statement = statements_[static_cast<size_t>(sql)];
  if (!statement) statement = TRY(Prepare(TextOf(sql), SQLITE_PREPARE_PERSISTENT));
  for (size_t at = 0; at < values.size(); ++at) {
    const std::string name = '$' + std::to_string(at + 1);
    const int index = sqlite3_bind_parameter_index(statement.get(), name.c_str());
    const int code =
        sqlite3_bind_text64(statement.get(), index, values[at].empty() ? "" : values[at].data(),
                            values[at].size(), SQLITE_STATIC, SQLITE_UTF8);
    if (code != SQLITE_OK) return Problem(code);
  }
  Result<Rows> rows = Fetch(statement.get());
  sqlite3_clear_bindings(statement.get());
  return rows;
}

Result<void> SqliteDatabase::RunScript(std::string_view script) {
  Refill();
  const int code =
      sqlite3_exec(connection_.get(), std::string(script).c_str(), nullptr, nullptr, nullptr);
  // A script is not about what is there, so what is wrong is the script.
  if ((code & 0xFF) == SQLITE_ERROR) {
    return Report(Code::kStoreFailed, "store " + Quoted(shown()) + " failed: " + Reason(code));
  }
  if (code != SQLITE_OK) return Problem(code);
  return {};
}

Result<void> SqliteDatabase::Begin(Purpose purpose) {
  if (purpose == Purpose::kRead) return RunScript("BEGIN");
  // Readers and a writer do not wait for each other in this mode.  The file keeps it.
  if (purpose == Purpose::kMigrate) TRY(Ask("PRAGMA journal_mode = WAL"));
  return RunScript("BEGIN IMMEDIATE");
}

void SqliteDatabase::Rollback() noexcept {
  // A failure of the disk may have undone it already.
  if (sqlite3_get_autocommit(connection_.get()) != 0) return;
  sqlite3_exec(connection_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
}

Result<bool> SqliteDatabase::HasStore() {
  return !TRY(Ask("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'galley_store'"))
              .empty();
}

// A database in memory that went through the same migrations is what it has to look
// like, word for word.
Result<std::string> SqliteDatabase::FindSchemaFault(std::span<const std::string_view> migrations) {
  SqliteDatabase right(shown());
  TRY(right.Open(":memory:", true));
  for (const std::string_view script : migrations) TRY(right.RunScript(script));
  if (TRY(Ask(kSchema)) == TRY(right.Ask(kSchema))) return std::string();
  return std::string("it has other tables, or views or triggers besides them");
}

Result<std::vector<std::string>> SqliteDatabase::CheckIntegrity() {
  std::vector<std::string> faults;
  for (const Row& row : TRY(Ask("PRAGMA integrity_check"))) {
    if (row.front() != "ok") faults.push_back(row.front());
  }
  for (const Row& row : TRY(Ask("PRAGMA foreign_key_check"))) {
    faults.push_back("a row of " + row[0] + " points to one of " + row[2] + " that is not there");
  }
  return faults;
}

Result<void> SqliteDatabase::Watch() {
  data_version_ = TRY(Ask("PRAGMA data_version")).front().front();
  return {};
}

Result<Changes> SqliteDatabase::TakeChanges() {
  const std::string before = std::move(data_version_);
  TRY(Watch());
  Changes changes;
  changes.everything = data_version_ != before;
  return changes;
}

bool SqliteDatabase::HasMoved() const {
  int moved = 0;
  sqlite3_file_control(connection_.get(), "main", SQLITE_FCNTL_HAS_MOVED, &moved);
  return moved != 0;
}

}  // namespace

Result<std::unique_ptr<Database>> OpenSqlite(const std::string& path, std::string shown,
                                             bool may_create) {
  auto database = std::make_unique<SqliteDatabase>(std::move(shown));
  TRY(database->Open(path, may_create));
  return std::unique_ptr<Database>(std::move(database));
}

}  // namespace galley
