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
