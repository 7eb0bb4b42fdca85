#include "store/store_url.h"

#include <string>

#include <gtest/gtest.h>

#include "store/secrets.h"

namespace galley {
namespace {

TEST(StoreUrlTest, TellsTheDatabasesApart) {
  EXPECT_EQ(*StoreUrl::Parse("sqlite:a/b.db"), (StoreUrl{StoreUrl::Kind::kSqlite, "a/b.db"}));
  EXPECT_EQ(*StoreUrl::Parse("b.db"), (StoreUrl{StoreUrl::Kind::kSqlite, "b.db"}));
  EXPECT_EQ(*StoreUrl::Parse("postgresql://h/d"),
            (StoreUrl{StoreUrl::Kind::kPostgresql, "postgresql://h/d"}));
  EXPECT_EQ(*StoreUrl::Parse("postgres://h/d"),
            (StoreUrl{StoreUrl::Kind::kPostgresql, "postgres://h/d"}));
  EXPECT_EQ(*StoreUrl::Parse("postgresql:host=h dbname=d"),
            (StoreUrl{StoreUrl::Kind::kPostgresql, "host=h dbname=d"}));
  for (const char* text : {"", "sqlite:", "mysql://h/d", "postgresql:"}) {
    EXPECT_FALSE(StoreUrl::Parse(text)) << text;
  }
}

TEST(StoreUrlTest, TakesHostsPortsAndUsers) {
  for (const char* text :
       {"postgresql://", "postgresql:///d", "postgresql://u@h/d", "postgresql://u:p%40@h:5/d?a=b@c",
        "postgresql://h1:1,h2:2/d", "postgresql://[::1]:5432/d", "postgresql://%2Fsocket/d",
        "postgres:host=h"}) {
    EXPECT_TRUE(StoreUrl::Parse(text)) << text;
  }
}

// libpq would take a part of the password for a host or a port, and print it.
TEST(StoreUrlTest, RefusalsDoNotRepeatTheText) {
  for (const char* text : {"mysql://u:hunter2@h/d",
                           "postgresql://u:a/hunter2@h/d",
                           "postgresql://u:hunter2/x@h/d",
                           "postgresql://u:p@hunter2@h/d",
                           "postgresql://u:a?hunter2@h/d",
                           "postgresql://u:hunter2:x@h",
                           "host=h password=hunter2",
                           "sqlite:host=h password=hunter2",
                           "postgresql//u:hunter2@h/d",
                           "postgres//u:hunter2@h/d",
                           "postgresql:/u:hunter2@h/d",
                           "postgresql:u:hunter2@h/d",
                           "postgresql;//u:hunter2@h/d",
                           "//u:hunter2@h/d",
                           "u:hunter2@h/d",
                           "postgresql//u%3Ahunter2@h/d",
                           "u%3ahunter2%40h/d",
                           "postgresql//hunter2@h/d",
                           "postgresql:password=a hunter2 host=h",
                           "postgresql:u:hunter2@h/d?sslmode=require",
                           "h/d?authToken=hunter2"}) {
    const Result<StoreUrl> url = StoreUrl::Parse(text);
    ASSERT_FALSE(url) << text;
    const Diagnostic& problem = url.error().diagnostics().front();
    EXPECT_EQ((problem.message + problem.hint).find("hunter2"), std::string::npos) << text;
    EXPECT_EQ(ShownStore(text), "***") << text;
  }
}

// A path may hold what a URL holds, and one that is named as a path may hold it in any order.
TEST(StoreUrlTest, PathsArePaths) {
  for (const char* text : {"/home/ann@work/a.db", "/home/ann@work/a:b.db", "C:/a.db", "postgres.db",
                           "postgres/a.db", "sqlite:a:b@c.db", "100%.db"}) {
    EXPECT_TRUE(StoreUrl::Parse(text)) << text;
    EXPECT_EQ(ShownStore(text), text);
  }
}

// Words that libpq does not know may be misspelt, so what stands behind them is not shown.
TEST(StoreUrlTest, ShowsWhatAnybodyMaySee) {
  const std::pair<const char*, const char*> cases[] = {
      {"postgresql://u:hunter2@h:5/d?sslmode=require", "postgresql://u:***@h:5/d?sslmode=require"},
      {"postgresql://u@h/d?passwrod=hunter2&SSLMODE=x",
       "postgresql://u@h/d?passwrod=***&SSLMODE=x"},
      {"postgresql://h/d?options=-c%20a.key%3Dhunter2", "postgresql://h/d?options=***"},
      {"postgresql:host=h passwort=hunter2 user=u", "postgresql:host=h passwort=*** user=u"},
      {"postgresql:host=h password='a hunter2'", "postgresql:host=h password=***"},
      {"", ""},
  };
  for (const auto& [text, shown] : cases) EXPECT_EQ(ShownStore(text), shown);
}

TEST(StoreUrlTest, KnowsWordsBeforeSecrets) {
  for (const char* word : {"password", "SslPassword", "oauth_client_secret", "authToken", "API_KEY",
                           "p%61ssword", "PGPASSWORD"}) {
    EXPECT_TRUE(NamesSecret(word)) << word;
  }
  for (const char* word : {"host", "tokenizer", "tokens", "passfile", "sslkey", ""}) {
    EXPECT_FALSE(NamesSecret(word)) << word;
  }
}

TEST(StoreUrlTest, HidesPasswords) {
  const std::pair<const char*, const char*> cases[] = {
      {"postgresql://u:hunter2@h:5/d", "postgresql://u:***@h:5/d"},
      {"postgresql://u:hunter%322@h/d?sslmode=require", "postgresql://u:***@h/d?sslmode=require"},
      {"postgresql://u:a@hunter2@h/d", "postgresql://u:***@h/d"},
      {"postgresql://u:a/hunter2@h/d", "postgresql://u:***@h/d"},
      {"postgresql://u@h:5/d", "postgresql://u@h:5/d"},
      {"postgresql://h/d?password=hunter2&user=u", "postgresql://h/d?password=***&user=u"},
      {"postgresql://h/d?PassWord=hunter2", "postgresql://h/d?PassWord=***"},
      {"postgresql://h/d?p%61ssword=hunter2", "postgresql://h/d?p%61ssword=***"},
      {"postgresql://h/d?sslpassword=hunter2", "postgresql://h/d?sslpassword=***"},
      {"postgresql:host=h password=hunter2 user=u", "postgresql:host=h password=*** user=u"},
      {"host=h password = 'hun ter\\'2' user=u", "host=h password = *** user=u"},
      {"password=hunter2", "password=***"},
      {"password='hunter2", "password=***"},
      {"user=password host=h", "user=password host=h"},
      {"sqlite:a.db", "sqlite:a.db"},
      {"store = \"postgresql://u:hunter2@h/d\"", "store = \"postgresql://u:***@h/d\""},
      {"postgresql://h:5432/d?password=sec@hunter2", "postgresql://h:***"},
      {"postgresql:host=h password=hunter2 sslrootcert=file://x",
       "postgresql:host=h password=*** sslrootcert=file://x"},
      {"postgresql:host=h password=ab://hunter2", "postgresql:host=h password=***"},
      {"host=h password\v=\fhunter2 user=u", "host=h password\v=\f*** user=u"},
      {"`postgresql//u:hunter2@h/d` is not a command", "`postgresql//u:***@h/d` is not a command"},
      {"store = \"postgresql:/u:a@hunter2@h\"", "store = \"postgresql:***@h\""},
      {"write to a: ann@example.com", "write to a: ann@example.com"},
      {"libsql://h/d?authToken=hunter2", "libsql://h/d?authToken=***"},
      {"", ""},
  };
  for (const auto& [text, shown] : cases) EXPECT_EQ(WithoutPasswords(text), shown);
}

}  // namespace
}  // namespace galley
