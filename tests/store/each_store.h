// What the tests of stores share: one of either kind, empty.
#ifndef GALLEY_TESTS_STORE_EACH_STORE_H_
#define GALLEY_TESTS_STORE_EACH_STORE_H_

#include <chrono>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "store/store.h"
#include "tests/process/postgresql_server.h"
#include "tests/process/process.h"

namespace galley {

// The server of the test program; null where PostgreSQL is not installed.  One that is
// there and does not start is a failure.  It does not wait for the disk: tests kill programs,
// never the machine, and disks are slow where something was just built.
inline testing::PostgresqlServer* TestServer() {
  static std::string why;
  static const std::unique_ptr<testing::PostgresqlServer> server =
      testing::PostgresqlServer::Start(&why, "-c fsync=off");
  EXPECT_EQ(why, "");
  return server.get();
}

// After this long at the most a session that watches sees what others stored.
constexpr std::chrono::milliseconds kUntilSeen{10};

// Runs each test on both databases; without a server those of PostgreSQL are skipped.
class EachStoreTest : public ::testing::TestWithParam<StoreUrl::Kind> {
 protected:
  void SetUp() override {
    if (GetParam() == StoreUrl::Kind::kSqlite) {
      url_ = "sqlite:" + directory_.path() + "/store.db";
      return;
    }
    server_ = TestServer();
    if (!server_) GTEST_SKIP() << "PostgreSQL is not installed";
    url_ = server_->NewDatabase();
  }

  // Another connection to the same store.
  std::unique_ptr<Store> Open(Access access = Access::kCreate) const {
    Result<std::unique_ptr<Store>> store = Store::Open(*StoreUrl::Parse(url_), "", access);
    if (store) return *std::move(store);
    ADD_FAILURE() << store.error().diagnostics().front().message;
    return nullptr;
  }

  static PushRequest Request(std::string name, std::string text) {
    PushRequest request;
    request.name = std::move(name);
    request.type = "jinja";
    request.extension = ".j2";
    request.text = std::move(text);
    request.author = "ann";
    request.message = "why";
    request.time = 1'794'735'000'000'000;
    return request;
  }

  testing::TemporaryDirectory directory_;
  testing::PostgresqlServer* server_ = nullptr;
  std::string url_;
};

inline std::string StoreKindName(const ::testing::TestParamInfo<StoreUrl::Kind>& info) {
  return info.param == StoreUrl::Kind::kSqlite ? "Sqlite" : "Postgresql";
}

#define GALLEY_ON_EACH_STORE(suite)                                                         \
  INSTANTIATE_TEST_SUITE_P(                                                                 \
      Each, suite, ::testing::Values(StoreUrl::Kind::kSqlite, StoreUrl::Kind::kPostgresql), \
      StoreKindName)

}  // namespace galley

#endif  // GALLEY_TESTS_STORE_EACH_STORE_H_
