// What only PostgreSQL has: hosts, passwords, and a server that goes away.
#include "store/postgresql_database.h"

#include <string>

#include <gtest/gtest.h>

#include "store/store.h"
#include "tests/store/each_store.h"

namespace galley {
namespace {

std::string ProblemOf(const std::string& place) {
  const Result<std::unique_ptr<Database>> database = OpenPostgresql(place);
  if (database) return "";
  const Diagnostic& problem = database.error().diagnostics().front();
  return std::string(problem.code) + ": " + problem.message + ' ' + problem.hint;
}

bool Holds(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }

TEST(PostgresqlTest, AHostThatIsNotThereIsNamedWithTheCause) {
  const std::string problem = ProblemOf("postgresql://u:hunter2@127.0.0.1:1/d");
  EXPECT_TRUE(Holds(problem, "store-unreachable")) << problem;
  EXPECT_TRUE(Holds(problem, "postgresql://127.0.0.1:1/d")) << problem;
  EXPECT_TRUE(Holds(problem, "Connection refused")) << problem;
  EXPECT_FALSE(Holds(problem, "hunter2")) << problem;
}

TEST(PostgresqlTest, WhatCannotBeReadIsNotRepeated) {
  for (const char* place : {"postgresql://u:hunter2%zz@h/d", "postgresql://u:hunter2@[::1/d",
                            "postgresql://h/d?password=hunter2%&x", "postgresql://h/d?hunter2=1",
                            "host=h password=hunter2 nonsense", "host=h password='hunter2",
                            "hunter2=1", "postgresql://u:hunter2@h:port/d?"}) {
    const std::string problem = ProblemOf(place);
    EXPECT_TRUE(Holds(problem, "store-unreachable")) << problem;
    EXPECT_FALSE(Holds(problem, "hunter2")) << place << ": " << problem;
  }
}

class PostgresqlServerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    server_ = TestServer();
    if (!server_) GTEST_SKIP() << "PostgreSQL is not installed";
  }

  std::string OverTcp(const std::string& password) const {
    return "postgresql://galley:" + password + "@127.0.0.1:" + server_->port() + "/postgres";
  }

  testing::PostgresqlServer* server_ = nullptr;
};

TEST_F(PostgresqlServerTest, TakesAPasswordAsItIsWritten) {
  EXPECT_EQ(ProblemOf(OverTcp("s3cret%26w%2Ford")), "");
  EXPECT_EQ(ProblemOf("host=127.0.0.1 port=" + server_->port() +
                      " user=galley dbname=postgres password='s3cret&w/ord'"),
            "");
}

TEST_F(PostgresqlServerTest, AWrongPasswordIsNotRepeated) {
  for (const std::string& place :
       {OverTcp("hunter2"), OverTcp("%68unter2"),
        "host=127.0.0.1 user=galley dbname=postgres password=hunter2 port=" + server_->port()}) {
    const std::string problem = ProblemOf(place);
    EXPECT_TRUE(Holds(problem, "password authentication failed")) << problem;
    EXPECT_TRUE(Holds(problem, "127.0.0.1")) << problem;
    EXPECT_FALSE(Holds(problem, "hunter2")) << problem;
  }
}

TEST_F(PostgresqlServerTest, ADatabaseThatHasTheNameOfThePasswordIsHidden) {
  const std::string problem =
      ProblemOf("host=" + server_->directory() + " port=" + server_->port() +
                " user=hunter2 dbname=postgres password=hunter2");
  EXPECT_TRUE(Holds(problem, "store-unreachable")) << problem;
  EXPECT_FALSE(Holds(problem, "hunter2")) << problem;
  EXPECT_FALSE(Holds(ProblemOf("postgresql://u:hunter2@127.0.0.1:1/hunter2"), "hunter2"));
}

TEST_F(PostgresqlServerTest, SettingsOfTlsArePassedOn) {
  const std::string problem = ProblemOf(OverTcp("s3cret%26w%2Ford") + "?sslmode=require");
  EXPECT_TRUE(Holds(problem, "SSL")) << problem;
  const std::string missing =
      ProblemOf(OverTcp("x") + "?sslmode=verify-full&sslrootcert=/nonexistent/root.crt");
  EXPECT_TRUE(Holds(missing, "store-unreachable")) << missing;
}

TEST_F(PostgresqlServerTest, FindsItsConnectionAgain) {
  const std::string url = server_->NewDatabase();
  const auto store = *Store::Open(*StoreUrl::Parse(url), "", Access::kCreate);
  PushRequest request;
  request.name = "a";
  request.type = "jinja";
  request.extension = ".j2";
  request.text = "one";
  ASSERT_TRUE(store->database().Watch());
  ASSERT_TRUE(store->Push(request));
  ASSERT_TRUE(server_->Stop("immediate"));
  const Result<Changes> lost = store->database().TakeChanges();
  ASSERT_FALSE(lost);
  EXPECT_EQ(lost.error().code(), "store-unreachable");
  ASSERT_TRUE(server_->StartAgain());
  EXPECT_EQ(*store->Resolve({"a", 0, {}}), 1);
  request.text = "two";
  EXPECT_EQ(store->Push(request)->version, 2);
  EXPECT_TRUE(store->database().TakeChanges()->everything) << "changes may have been missed";
}

// The server is there, so whoever loses its connection again and again gets it again.
TEST_F(PostgresqlServerTest, FindsItsConnectionAgainAsOftenAsItIsLost) {
  const std::string url = server_->NewDatabase();
  const auto store = *Store::Open(*StoreUrl::Parse(url), "", Access::kCreate);
  const auto other = *Store::Open(*StoreUrl::Parse(url), "", Access::kCreate);
  ASSERT_TRUE(store->database().Watch());
  for (int times = 0; times < 8; ++times) {
    ASSERT_TRUE(other->database().RunScript(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"));
    const Result<Changes> changes = store->database().TakeChanges();
    ASSERT_TRUE(changes) << times;
    EXPECT_TRUE(changes->everything);
  }
}

// A view may be endless, and a rule or a trigger do what nobody asked for.
TEST_F(PostgresqlServerTest, AcceptsNothingButItsOwnTables) {
  for (const char* script :
       {"DROP TABLE galley_label; CREATE VIEW galley_label AS SELECT 'a' AS name, 'b' AS label, "
        "n AS version FROM generate_series(1, 1000000000000) n",
        "CREATE RULE quiet AS ON INSERT TO galley_label DO INSTEAD NOTHING",
        "CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';"
        "CREATE TRIGGER quiet BEFORE INSERT ON galley_label FOR EACH ROW EXECUTE FUNCTION "
        "nothing()"}) {
    const std::string url = server_->NewDatabase();
    ASSERT_TRUE(
        (*Store::Open(*StoreUrl::Parse(url), "", Access::kCreate))->database().RunScript(script))
        << script;
    const auto store = Store::Open(*StoreUrl::Parse(url), "", Access::kExisting);
    ASSERT_FALSE(store) << script;
    EXPECT_EQ(store.error().code(), "store-damaged");
  }
}

TEST_F(PostgresqlServerTest, AStatementTakesSoLongOnly) {
  const std::string url = server_->NewDatabase();
  const auto store = *Store::Open(*StoreUrl::Parse(url), "", Access::kCreate);
  ASSERT_TRUE(store->database().RunScript("SET statement_timeout = 20"));
  const auto ran = store->database().RunScript("SELECT pg_sleep(10)");
  ASSERT_FALSE(ran);
  EXPECT_EQ(ran.error().code(), "limit-steps");
}

TEST_F(PostgresqlServerTest, ListsSoMuchOnly) {
  const std::string url = server_->NewDatabase();
  const auto store = *Store::Open(*StoreUrl::Parse(url), "", Access::kCreate);
  ASSERT_TRUE(store->database().RunScript(
      "INSERT INTO galley_document SELECT x || '/', repeat('n', 1000000), 1"
      " FROM generate_series(1, 120) x"));
  EXPECT_EQ(store->List().error().code(), "limit-size");
  EXPECT_EQ(*store->HasDigest("a", "b"), false) << "it connects again";
}

TEST_F(PostgresqlServerTest, AServerThatStaysAwayIsSaid) {
  const std::string url = server_->NewDatabase();
  const auto store = *Store::Open(*StoreUrl::Parse(url), "", Access::kCreate);
  store->database().set_patience(50);
  ASSERT_TRUE(server_->Stop("immediate"));
  const Result<int64_t> version = store->Resolve({"a", 0, {}});
  ASSERT_FALSE(version);
  EXPECT_EQ(version.error().code(), "store-unreachable");
  ASSERT_TRUE(server_->StartAgain());
}

}  // namespace
}  // namespace galley
