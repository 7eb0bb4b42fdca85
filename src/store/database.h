// Database: what a store is kept in.  Two implementations, SQLite and PostgreSQL, run
// the same statements on the same tables; whatever differs between the two is behind
// this interface.
//
// A connection is used from one thread at a time.
#ifndef GALLEY_STORE_DATABASE_H_
#define GALLEY_STORE_DATABASE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "galley/diagnostic.h"
#include "galley/result.h"
#include "store/statements.h"

namespace galley {

// Every value is a text, as both databases can give it; a null is an empty one.
using Row = std::vector<std::string>;
using Rows = std::vector<Row>;
using Values = std::span<const std::string_view>;

// What one statement may give: more is limit-size.  A listing of a quarter of a million
// documents fits.
class RowBudget {
 public:
  // False where a row of that many bytes, in so many columns, does not fit any more.
  bool Take(size_t bytes, size_t columns) noexcept {
    const size_t cost = bytes + columns * sizeof(std::string) + sizeof(Row);
    if (cost > left_) return false;
    left_ -= cost;
    return true;
  }

 private:
  size_t left_ = size_t{96} << 20;
};

// What a transaction is for.
enum class Purpose : uint8_t {
  kRead,     // one state of the store, whatever others do meanwhile
  kWrite,    // alone: other writers wait, readers do not
  kMigrate,  // the same where the tables may not be there yet
};

// What others did to a store since it was last asked.
struct Changes {
  bool everything = false;         // anything may have changed
  std::vector<std::string> names;  // else these documents
};

class Database {
 public:
  virtual ~Database() = default;

  // Runs a statement and gives its rows.  Outside a transaction it is tried again where
  // the connection was lost or others were in the way.  Fails with store-busy,
  // store-unreachable, store-failed, store-damaged or limit-size.
  Result<Rows> Run(Sql statement, std::initializer_list<std::string_view> values);

  // Runs `body` in a transaction, which is undone where that fails.  Whatever ends it
  // from outside (a conflict, a lost connection) makes it begin again, for a while; so
  // `body` may run several times, also after a commit whose answer was lost.
  Result<void> Transact(Purpose purpose, const std::function<Result<void>()>& body);

  // Whether the tables are there.
  virtual Result<bool> HasStore() = 0;
  // Runs a script of statements without values.
  virtual Result<void> RunScript(std::string_view script) = 0;
  // Tells other connections, once the transaction ends, that a document has changed.
  virtual Result<void> Announce(std::string_view name) = 0;
  // Why the tables are not those that `migrations` make; empty where they are.  A store
  // may come from anywhere, so nothing but plain tables is read.
  virtual Result<std::string> FindSchemaFault(std::span<const std::string_view> migrations) = 0;
  // What the database itself finds wrong.
  virtual Result<std::vector<std::string>> CheckIntegrity() = 0;

  // Asks to be told of changes; then what there was since the last time, without
  // waiting.  Fails with store-unreachable while the connection is lost.
  virtual Result<void> Watch() = 0;
  virtual Result<Changes> TakeChanges() = 0;

  // Whether what was opened is no longer what its place leads to: a file was deleted or
  // replaced.
  virtual bool HasMoved() const { return false; }

  // How messages call it: a path, or host and database; never with a password.
  const std::string& shown() const noexcept { return shown_; }
  // How long, in milliseconds, to wait for others and for a lost connection.
  virtual void set_patience(int64_t patience) { patience_ = patience; }
  int64_t patience() const noexcept { return patience_; }

 protected:
  explicit Database(std::string shown) : shown_(std::move(shown)) {}

  bool in_transaction() const noexcept { return in_transaction_; }

  virtual Result<Rows> Execute(Sql statement, Values values) = 0;
  virtual Result<void> Begin(Purpose purpose) = 0;
  virtual Result<void> Commit() = 0;
  virtual void Rollback() noexcept = 0;

 private:
  Result<void> Attempt(Purpose purpose, const std::function<Result<void>()>& body);

  std::string shown_;
  int64_t patience_ = 15'000;
  bool in_transaction_ = false;
};

}  // namespace galley

#endif  // GALLEY_STORE_DATABASE_H_
