// Statements are prepared by name.  A lost connection is opened again outside of transactions
// only, since inside one nobody knows what was stored.
#include "store/postgresql_database.h"

#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <optional>
#include <utility>

#include "base/try.h"
#include "diag/report.h"
#include "store/libpq.h"

namespace galley {
namespace {

using Clock = std::chrono::steady_clock;

struct CloseConnection {
  void operator()(PGconn* connection) const noexcept { Pq().finish(connection); }
};
struct ClearResult {
  void operator()(PGresult* result) const noexcept { Pq().clear(result); }
};
struct FreeOptions {
  void operator()(PQconninfoOption* options) const noexcept { Pq().conninfoFree(options); }
};
struct FreeMemory {
  void operator()(void* memory) const noexcept { Pq().freemem(memory); }
};
using Connection = std::unique_ptr<PGconn, CloseConnection>;
using Answer = std::unique_ptr<PGresult, ClearResult>;
using Options = std::unique_ptr<PQconninfoOption, FreeOptions>;

// A server that lives long asks whether it was told everything, which takes a round trip,
// not more often than this.  A notice that has arrived is read at once anyway.
constexpr std::chrono::milliseconds kBetweenQuestions{10};
// How long it waits for the answer before it takes the connection for lost.
constexpr std::chrono::milliseconds kLongestAnswer{1'000};

// How long a statement may run, in milliseconds, besides the time it waits for others.
constexpr int64_t kLongestStatement = 15'000;

constexpr char kChannel[] = "galley_store";
// A lock that all who make or change the tables take: `gall` and `ey` as numbers.
constexpr std::string_view kMigrationLock = "SELECT pg_advisory_xact_lock(1734437996, 25977)";

// `text` with stars instead of what nobody may see.
std::string Masked(std::string text, const std::vector<std::string>& secrets) {
  constexpr std::string_view kMask = "***";
  for (const std::string& secret : secrets) {
    for (size_t at = text.find(secret); at != text.npos;
         at = text.find(secret, at + kMask.size())) {
      text.replace(at, secret.size(), kMask);
    }
  }
  return text;
}

// What a connection string says, as far as messages need it.
struct Target {
  std::string host;
  std::string port;
  std::string database;
  std::vector<std::string> secrets;  // which no message may hold

  std::string Shown() const {
    std::string shown = "postgresql://" + (host.empty() ? "localhost" : host);
    if (!port.empty()) shown += ':' + port;
    return Masked(shown + (database.empty() ? "" : '/' + database), secrets);
  }
};

// libpq's own words about a string that it cannot read repeat parts of it, so they are
// not for anybody's eyes.
Result<Target> ReadTarget(const std::string& place) {
  char* problem = nullptr;
  const Options options(Pq().conninfoParse(place.c_str(), &problem));
  const std::unique_ptr<char, FreeMemory> freed(problem);
  if (!options) {
    return Report(Code::kStoreUnreachable, "the connection string of a store is not well formed",
                  "write `postgresql://USER@HOST:PORT/DATABASE`; other characters than letters "
                  "and digits as %XX");
  }
  Target target;
  for (const PQconninfoOption* option = options.get(); option->keyword; ++option) {
    if (!option->val || !*option->val) continue;
    const std::string_view word = option->keyword;
    if (word == "host" || (word == "hostaddr" && target.host.empty())) target.host = option->val;
    if (word == "port") target.port = option->val;
    if (word == "dbname") target.database = option->val;
    if (word.ends_with("password")) target.secrets.emplace_back(option->val);
  }
  return target;
}

bool StartsWith(const char* state, std::string_view prefix) {
  return std::string_view(state).starts_with(prefix);
}

void IgnoreNotice(void*, const PGresult*) noexcept {}

class PostgresqlDatabase final : public Database {
 public:
  PostgresqlDatabase(std::string place, Target target)
      : Database(target.Shown()), place_(std::move(place)), target_(std::move(target)) {}

  Result<void> Connect();

  Result<bool> HasStore() override;
  Result<void> RunScript(std::string_view script) override;
  Result<void> Announce(std::string_view name) override;
  Result<std::string> FindSchemaFault(std::span<const std::string_view> migrations) override;
  Result<std::vector<std::string>> CheckIntegrity() override {
    return std::vector<std::string>();  // constraints are always in force, pages have checksums
  }
  Result<void> Watch() override;
  Result<Changes> TakeChanges() override;
  void set_patience(int64_t patience) override {
    Database::set_patience(patience);
    // A connection that is lost gets it when it is made again.
    static_cast<void>(SetTimeouts());
  }

 protected:
  Result<Rows> Execute(Sql sql, Values values) override;
  Result<void> Begin(Purpose purpose) override;
  Result<void> Commit() override { return RunScript("COMMIT"); }
  void Rollback() noexcept override;

 private:
  bool IsConnected() const {
    return connection_ && Pq().status(connection_.get()) == CONNECTION_OK;
  }
  // A statement that waits for no lock takes milliseconds.
  Result<void> SetTimeouts() {
    return RunScript("SET lock_timeout = " + std::to_string(patience()) +
                     "; SET statement_timeout = " + std::to_string(patience() + kLongestStatement));
  }
  // Connects where that is not so.
  Result<void> Ensure();
  // What libpq says, in one line and without secrets.
  std::string Cleaned(const char* message) const;
  Diagnostic Unreachable(const char* message) const;
  // What an answer that is none means; a connection that was lost is closed.
  Diagnostic Problem(const PGresult* answer);
  Result<Answer> Check(PGresult* answer);
  Result<void> Prepare(Sql sql);
  // The rows of what was sent.
  Result<Rows> TakeRows();
  // Adds the one row of an answer; false where it does not fit any more.
  static bool AddRow(const PGresult* answer, RowBudget* budget, Rows* rows);
  void TakeNotifications(Changes* changes);
  // Waits until all notices of what was committed before are here: the server sends them
  // ahead of any answer.  Closes the connection where none comes.
  void AwaitNotices();
  // Reads what has arrived, for at most so long; false where no answer is complete by then.
  bool AwaitAnswer(Clock::time_point end);

  std::string place_;
  Target target_;
  Connection connection_;
  std::array<bool, kStatements> prepared_{};
  bool watches_ = false;
  bool missed_changes_ = false;  // the connection was lost while it watched
  Clock::time_point next_attempt_;
  Clock::time_point next_question_;
};

std::string PostgresqlDatabase::Cleaned(const char* message) const {
  std::string text = Masked(message ? message : "", target_.secrets);
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  for (size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at)) {
    const size_t end = text.find_first_not_of("\n\t ", at);
    text.replace(at, end - at, "; ");
  }
  return text;
}

Diagnostic PostgresqlDatabase::Unreachable(const char* message) const {
  return Report(Code::kStoreUnreachable,
                "store " + Quoted(shown()) + " cannot be reached: " + Cleaned(message));
}

Result<void> PostgresqlDatabase::Connect() {
  // What stands in the connection string counts more than what stands before it.
  const char* const keywords[] = {"connect_timeout", "fallback_application_name", "dbname",
                                  "client_encoding", nullptr};
  const std::string timeout = std::to_string(std::clamp<int64_t>(patience() / 1'000, 2, 10));
  const char* const values[] = {timeout.c_str(), "galley", place_.c_str(), "UTF8", nullptr};
  prepared_.fill(false);
  connection_.reset(Pq().connectdbParams(keywords, values, 1));
  if (!connection_) return Unreachable("the system is out of memory");
  if (!IsConnected()) return Unreachable(Pq().errorMessage(connection_.get()));
  Pq().setNoticeReceiver(connection_.get(), IgnoreNotice, nullptr);
  TRY(SetTimeouts());
  if (!watches_) return {};
  missed_changes_ = true;
  return RunScript(std::string("LISTEN ") + kChannel);
}

Result<void> PostgresqlDatabase::Ensure() {
  if (IsConnected()) return {};
  // What was begun on a connection is gone with it.
  if (in_transaction()) return Unreachable("the connection was lost");
  return Connect();
}

Diagnostic PostgresqlDatabase::Problem(const PGresult* answer) {
  const char* state = answer ? Pq().resultErrorField(answer, PG_DIAG_SQLSTATE) : nullptr;
  // What does not come from the server comes from libpq, which lost it.
  if (!state || !IsConnected() || StartsWith(state, "08") || StartsWith(state, "57P")) {
    Diagnostic lost = Unreachable(Pq().errorMessage(connection_.get()));
    connection_.reset();
    return lost;
  }
  const std::string name = "store " + Quoted(shown());
  // Conflicts of transactions, deadlocks, and locks that did not get free.
  if (StartsWith(state, "40") || StartsWith(state, "55P03")) {
    return Report(Code::kStoreBusy, name + " is in use by others and did not get free in time");
  }
  if (StartsWith(state, "57014")) {
    return Report(Code::kLimitSteps, name + " takes more work than a store of galley's ever does");
  }
  if (StartsWith(state, "53100")) {
    return Report(Code::kStoreFailed, name + " failed: no space is left");
  }
  const char* message = Pq().resultErrorField(answer, PG_DIAG_MESSAGE_PRIMARY);
  return Report(Code::kStoreFailed, name + " failed: " + Cleaned(message));
}

Result<Answer> PostgresqlDatabase::Check(PGresult* answer) {
  Answer owned(answer);
  const ExecStatusType status = Pq().resultStatus(answer);
  if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return owned;
  return Problem(answer);
}

Result<void> PostgresqlDatabase::RunScript(std::string_view script) {
  TRY(Check(Pq().exec(connection_.get(), std::string(script).c_str())));
  return {};
}

Result<void> PostgresqlDatabase::Prepare(Sql sql) {
  bool& is_prepared = prepared_[static_cast<size_t>(sql)];
  if (is_prepared) return {};
  const std::string name = "galley" + std::to_string(static_cast<size_t>(sql));
  TRY(Check(
      Pq().prepare(connection_.get(), name.c_str(), std::string(TextOf(sql)).c_str(), 0, nullptr)));
  is_prepared = true;
  return {};
}

Result<Rows> PostgresqlDatabase::Execute(Sql sql, Values values) {
  TRY(Ensure());
  TRY(Prepare(sql));
  const std::vector<std::string> texts(values.begin(), values.end());
  std::vector<const char*> pointers;
  pointers.reserve(texts.size());
  for (const std::string& text : texts) pointers.push_back(text.c_str());
  const std::string name = "galley" + std::to_string(static_cast<size_t>(sql));
  // One row at a time: libpq would keep any number of them.
  if (Pq().sendQueryPrepared(connection_.get(), name.c_str(), static_cast<int>(pointers.size()),
                             pointers.data(), nullptr, nullptr, 0) != 1) {
    return Problem(nullptr);
  }
  Pq().setSingleRowMode(connection_.get());
  return TakeRows();
}

Result<Rows> PostgresqlDatabase::TakeRows() {
  Rows rows;
  RowBudget budget;
  std::optional<Error> problem;
  while (const Answer answer{Pq().getResult(connection_.get())}) {
    // What comes behind a failure is read too, else the connection is of no use.
    if (problem) continue;
    const ExecStatusType status = Pq().resultStatus(answer.get());
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) continue;
    if (status != PGRES_SINGLE_TUPLE) {
      problem = Problem(answer.get());
      if (!connection_) break;
    } else if (!AddRow(answer.get(), &budget, &rows)) {
      problem = Report(Code::kLimitSize,
                       "store " + Quoted(shown()) + " holds more text than any limit allows");
      // The rest may be endless.
      connection_.reset();
      break;
    }
  }
  if (problem) return *std::move(problem);
  return rows;
}

bool PostgresqlDatabase::AddRow(const PGresult* answer, RowBudget* budget, Rows* rows) {
  const int columns = Pq().nfields(answer);
  size_t bytes = 0;
  for (int at = 0; at < columns; ++at) bytes += static_cast<size_t>(Pq().getlength(answer, 0, at));
  if (!budget->Take(bytes, static_cast<size_t>(columns))) return false;
  Row& row = rows->emplace_back();
  for (int at = 0; at < columns; ++at) {
    row.emplace_back(Pq().getvalue(answer, 0, at),
                     static_cast<size_t>(Pq().getlength(answer, 0, at)));
  }
  return true;
}

Result<void> PostgresqlDatabase::Begin(Purpose purpose) {
  TRY(Ensure());
  switch (purpose) {
    case Purpose::kRead:
      return RunScript("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    case Purpose::kMigrate:
      // Each statement sees what was there when it began, so that whoever waited for the
      // lock sees what the one before did.
      TRY(RunScript("BEGIN"));
      return RunScript(kMigrationLock);
    case Purpose::kWrite:
      break;
  }
  // Serializable is what makes it right.  The lock is taken before the transaction looks
  // at anything, so writers queue instead of failing and trying again.
  return RunScript(
      "BEGIN ISOLATION LEVEL SERIALIZABLE;"
      "LOCK TABLE galley_document IN SHARE ROW EXCLUSIVE MODE");
}

void PostgresqlDatabase::Rollback() noexcept {
  if (!IsConnected()) return;
  Pq().clear(Pq().exec(connection_.get(), "ROLLBACK"));
}

Result<bool> PostgresqlDatabase::HasStore() {
  TRY(Ensure());
  // Not by to_regclass, which may remember what was so before another made the tables.
  const Answer answer = TRY(Check(Pq().exec(connection_.get(),
                                            "SELECT 1 FROM pg_catalog.pg_class"
                                            " WHERE relname = 'galley_store'"
                                            " AND pg_catalog.pg_table_is_visible(oid)")));
  return Pq().ntuples(answer.get()) > 0;
}

// Constraints are the server's to keep.  What could run a query of somebody else's is a
// view, a rule or a trigger in the place of a table.
Result<std::string> PostgresqlDatabase::FindSchemaFault(std::span<const std::string_view>) {
  TRY(Ensure());
  const Answer answer = TRY(Check(Pq().exec(
      connection_.get(),
      "SELECT 1 FROM pg_catalog.pg_class c"
      " WHERE relname IN ('galley_store', 'galley_document', 'galley_version', 'galley_label')"
      " AND pg_catalog.pg_table_is_visible(oid) AND (relkind <> 'r' OR relhasrules OR EXISTS"
      " (SELECT 1 FROM pg_catalog.pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal))")));
  if (Pq().ntuples(answer.get()) == 0) return std::string();
  return std::string("views, rules or triggers take the place of its tables");
}

Result<void> PostgresqlDatabase::Announce(std::string_view name) {
  const std::string text(name);
  const char* const values[] = {kChannel, text.c_str()};
  TRY(Check(Pq().execParams(connection_.get(), "SELECT pg_notify($1, $2)", 2, nullptr, values,
                            nullptr, nullptr, 0)));
  return {};
}

Result<void> PostgresqlDatabase::Watch() {
  watches_ = true;
  TRY(Ensure());
  return RunScript(std::string("LISTEN ") + kChannel);
}

void PostgresqlDatabase::TakeNotifications(Changes* changes) {
  while (PGnotify* notification = Pq().notifies(connection_.get())) {
    changes->names.emplace_back(notification->extra);
    Pq().freemem(notification);
  }
}

bool PostgresqlDatabase::AwaitAnswer(Clock::time_point end) {
  for (;;) {
    if (Pq().consumeInput(connection_.get()) == 0) return false;
    if (Pq().isBusy(connection_.get()) == 0) return true;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
    if (left.count() <= 0) return false;
    pollfd socket = {Pq().socket(connection_.get()), POLLIN, 0};
    if (poll(&socket, 1, static_cast<int>(left.count())) < 0 && errno != EINTR) return false;
  }
}

void PostgresqlDatabase::AwaitNotices() {
  const Clock::time_point now = Clock::now();
  if (now < next_question_) return;
  next_question_ = now + kBetweenQuestions;
  // Nothing is asked, and that is answered too.
  bool is_answered = Pq().sendQuery(connection_.get(), "") == 1;
  for (bool has_more = true; is_answered && has_more;) {
    is_answered = AwaitAnswer(now + kLongestAnswer);
    has_more = is_answered && Answer(Pq().getResult(connection_.get())) != nullptr;
  }
  if (!is_answered) connection_.reset();
}

Result<Changes> PostgresqlDatabase::TakeChanges() {
  Changes changes;
  // What is begun goes on with what it saw, and on its own connection.
  if (in_transaction()) return changes;
  // The first time may read the server's last words, and only the second that it is gone.
  for (int times = 0; times < 2 && IsConnected(); ++times) Pq().consumeInput(connection_.get());
  if (IsConnected()) AwaitNotices();
  if (!IsConnected()) {
    // Whoever asks often must not wait for a host that is gone each time.
    const Clock::time_point begin = Clock::now();
    if (begin < next_attempt_) return Unreachable("the connection was lost");
    const Result<void> connected = Connect();
    const Clock::duration took = Clock::now() - begin;
    if (!connected) {
      next_attempt_ = begin + std::max<Clock::duration>(std::chrono::seconds(1), 10 * took);
      return connected.error();
    }
  }
  changes.everything = std::exchange(missed_changes_, false);
  TakeNotifications(&changes);
  return changes;
}

}  // namespace

Result<std::unique_ptr<Database>> OpenPostgresql(const std::string& place) {
  if (!LoadLibpq()) {
    return Report(Code::kStoreUnreachable, "a store in PostgreSQL needs libpq, which is not here",
                  "install the package `libpq5`");
  }
  auto database = std::make_unique<PostgresqlDatabase>(place, TRY(ReadTarget(place)));
  TRY(database->Connect());
  return std::unique_ptr<Database>(std::move(database));
}

}  // namespace galley
