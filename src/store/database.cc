// A transaction that met another is tried again after a pause, until its time is up.
#include "store/database.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "base/random.h"
#include "base/try.h"
#include "diag/report.h"

namespace galley {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

bool MayPass(const Error& error) {
  return error.code() == Describe(Code::kStoreBusy).code ||
         error.code() == Describe(Code::kStoreUnreachable).code;
}

// Waits longer each time, and never as long as another one does, so that those who
// were in each other's way are not so again.
class Pauses {
 public:
  explicit Pauses(int64_t patience) : end_(Clock::now() + milliseconds(patience)) {}

  // False where the time is up.
  bool Wait() {
    if (Clock::now() >= end_) return false;
    const uint64_t most = longest_;
    longest_ = std::min<uint64_t>(longest_ * 2, 500);
    std::this_thread::sleep_for(milliseconds(1 + RandomNumber() % most));
    return true;
  }

 private:
  Clock::time_point end_;
  uint64_t longest_ = 4;
};

}  // namespace

Result<Rows> Database::Run(Sql statement, std::initializer_list<std::string_view> values) {
  const Values span(values.begin(), values.size());
  Pauses pauses(patience_);
  for (;;) {
    Result<Rows> rows = Execute(statement, span);
    if (rows || in_transaction_ || !MayPass(rows.error()) || !pauses.Wait()) return rows;
  }
}

Result<void> Database::Attempt(Purpose purpose, const std::function<Result<void>()>& body) {
  TRY(Begin(purpose));
  in_transaction_ = true;
  Result<void> done = body();
  if (done) done = Commit();
  in_transaction_ = false;
  if (!done) Rollback();
  return done;
}

Result<void> Database::Transact(Purpose purpose, const std::function<Result<void>()>& body) {
  Pauses pauses(patience_);
  for (;;) {
    Result<void> done = Attempt(purpose, body);
    if (done || !MayPass(done.error()) || !pauses.Wait()) return done;
  }
}

}  // namespace galley
