// What only SQLite has: a file, which may be anything.
#include "store/sqlite_database.h"

#include <sys/mount.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "store/store.h"
#include "tests/store/each_store.h"

namespace galley {
namespace {

class SqliteTest : public ::testing::Test {
 protected:
  std::string path() const { return directory_.path() + "/store.db"; }
  Result<std::unique_ptr<Store>> Open(Access access = Access::kCreate) const {
    return Store::Open({StoreUrl::Kind::kSqlite, path()}, "", access);
  }
  static PushRequest Request() {
    PushRequest request;
    request.name = "a";
    request.type = "jinja";
    request.extension = ".j2";
    request.text = std::string(100'000, 'x');
    return request;
  }

  testing::TemporaryDirectory directory_;
};

TEST_F(SqliteTest, KeepsItsJournalAside) {
  const auto store = *Open();
  ASSERT_TRUE(store->Push(Request()));
  EXPECT_TRUE(std::filesystem::exists(path() + "-wal"));
}

TEST_F(SqliteTest, MakesTheDirectoryOfANewStore) {
  const auto store = Store::Open({StoreUrl::Kind::kSqlite, "deep/er/store.db"}, directory_.path(),
                                 Access::kCreate);
  EXPECT_TRUE(store);
  EXPECT_TRUE(std::filesystem::exists(directory_.path() + "/deep/er/store.db"));
}

TEST_F(SqliteTest, AFileThatIsNoDatabaseIsDamaged) {
  std::ofstream(path()) << "This is a text, and has been one for more than a hundred bytes: it "
                           "cannot be taken for a database by anybody.";
  EXPECT_EQ(Open().error().code(), "store-damaged");
}

TEST_F(SqliteTest, ADirectoryCannotBeOpened) {
  std::filesystem::create_directory(path());
  EXPECT_EQ(Open(Access::kExisting).error().code(), "store-unreachable");
}

// A store that ships with an image, say.
TEST_F(SqliteTest, IsReadFromADiskThatCannotBeWritten) {
  const std::string disk = directory_.path() + "/a disk?#%41";
  std::filesystem::create_directory(disk);
  if (mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=4m") != 0) {
    GTEST_SKIP() << "mounting a file system is not allowed here";
  }
  const auto open = [&](Access access) {
    return Store::Open({StoreUrl::Kind::kSqlite, disk + "/store.db"}, "", access);
  };
  ASSERT_TRUE((*open(Access::kCreate))->Push(Request()));
  EXPECT_EQ(mount("tmpfs", disk.c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, ""), 0);
  {
    const auto store = open(Access::kExisting);
    EXPECT_TRUE(store) << store.error().diagnostics().front().message;
    if (store) {
      EXPECT_EQ((*store)->Read({"a", 0, {}}, 1 << 20)->text, Request().text);
      const Result<int64_t> labelled = (*store)->SetLabel("a", "production", 1);
      EXPECT_FALSE(labelled);
      if (!labelled) {
        EXPECT_EQ(labelled.error().diagnostics().front().message,
                  "store `" + disk + "/store.db` failed: it cannot be written");
      }
    }
  }
  umount2(disk.c_str(), MNT_DETACH);
}

TEST_F(SqliteTest, ADamagedFileIsSaid) {
  {
    const auto store = *Open();
    ASSERT_TRUE(store->Push(Request()));
    ASSERT_TRUE(store->database().RunScript("PRAGMA wal_checkpoint(TRUNCATE)"));
  }
  EXPECT_TRUE((*Open())->database().CheckIntegrity()->empty());
  const auto size = std::filesystem::file_size(path());
  std::fstream file(path(), std::ios::in | std::ios::out | std::ios::binary);
  for (size_t at = 4096; at < size; at += 512) {
    file.seekp(static_cast<std::streamoff>(at));
    file << std::string(64, '\xEE');
  }
  file.close();
  const auto store = Open();
  if (!store) {
    EXPECT_EQ(store.error().code(), "store-damaged");
    return;
  }
  const auto faults = (*store)->database().CheckIntegrity();
  EXPECT_TRUE(!faults || !faults->empty());
}

TEST_F(SqliteTest, SaysThatItIsInUse) {
  const auto store = *Open();
  const auto other = *Open();
  ASSERT_TRUE(other->database().RunScript("BEGIN IMMEDIATE"));
  store->database().set_patience(20);
  ASSERT_TRUE(store->database().RunScript("PRAGMA busy_timeout = 20"));
  EXPECT_EQ(store->Push(Request()).error().code(), "store-busy");
  ASSERT_TRUE(other->database().RunScript("ROLLBACK"));
  EXPECT_TRUE(store->Push(Request()));
}

TEST_F(SqliteTest, APointerToNothingIsFound) {
  const auto store = *Open();
  ASSERT_TRUE(store->Push(Request()));
  ASSERT_TRUE(store->SetLabel("a", "production", 1));
  ASSERT_TRUE(store->database().RunScript(
      "PRAGMA foreign_keys = OFF; UPDATE galley_label SET version = 9"));
  const auto faults = store->database().CheckIntegrity();
  ASSERT_TRUE(faults);
  ASSERT_EQ(faults->size(), 1u);
  EXPECT_EQ(faults->front(),
            "a row of galley_label points to one of galley_version that is not there");
}

// --- Files that somebody else made

constexpr std::string_view kEndless =
    "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x, x, x FROM c";

// What a store's file may hold in the place of its tables, or besides them.
TEST_F(SqliteTest, AcceptsNothingButItsOwnTables) {
  const std::string kForeign[] = {
      "DROP TABLE galley_label; CREATE VIEW galley_label (name, label, version) AS " +
          std::string(kEndless),
      "DROP TABLE galley_label; CREATE VIEW Galley_Label (name, label, version) AS " +
          std::string(kEndless),
      "DROP TABLE galley_label; CREATE TABLE galley_label (name TEXT, label TEXT, version AS "
      "(length(printf('%.*c', 60000000, 'x'))))",
      "CREATE TRIGGER quiet AFTER INSERT ON galley_version BEGIN DELETE FROM galley_version; END",
      "CREATE VIEW galley_more AS " + std::string(kEndless),
      "CREATE INDEX odd ON galley_version (upper(text))",
      "ALTER TABLE galley_version ADD COLUMN more TEXT",
      "DROP TABLE galley_label",
  };
  for (const std::string& script : kForeign) {
    std::filesystem::remove(path());
    ASSERT_TRUE((*Open())->Push(Request()));
    const auto file = *OpenSqlite(path(), "it", false);
    ASSERT_TRUE(file->RunScript("PRAGMA foreign_keys = OFF; " + script)) << script;
    const auto store = Open(Access::kExisting);
    ASSERT_FALSE(store) << script;
    EXPECT_EQ(store.error().code(), "store-damaged") << script;
  }
}

TEST_F(SqliteTest, TablesOfOthersDoNotMatter) {
  ASSERT_TRUE((*Open())->Push(Request()));
  ASSERT_TRUE((*OpenSqlite(path(), "it", false))
                  ->RunScript("CREATE TABLE other (a); CREATE VIEW theirs AS SELECT a FROM other"));
  EXPECT_TRUE(Open(Access::kExisting));
}

TEST_F(SqliteTest, AStatementTakesSoManyStepsOnly) {
  const auto store = *Open();
  const auto ran = store->database().RunScript(kEndless);
  ASSERT_FALSE(ran);
  EXPECT_EQ(ran.error().code(), "limit-steps");
  EXPECT_TRUE(store->Push(Request())) << "the next one has all of them again";
}

TEST_F(SqliteTest, ListsSoMuchOnly) {
  const auto store = *Open();
  ASSERT_TRUE(store->database().RunScript(
      "PRAGMA synchronous = OFF;"
      "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 101)"
      " INSERT INTO galley_document SELECT x, printf('%.*c', 1000000, 't'), 1 FROM c"));
  EXPECT_EQ(store->List().error().code(), "limit-size");
}

TEST_F(SqliteTest, OpensRegularFilesOnly) {
  ASSERT_EQ(mkfifo(path().c_str(), 0600), 0);
  for (const Access access : {Access::kExisting, Access::kCreate}) {
    EXPECT_EQ(Open(access).error().code(), "store-unreachable");
  }
  std::filesystem::remove(path());
  ASSERT_TRUE((*Open())->Push(Request()));
  for (const char* suffix : {"-wal", "-shm", "-journal"}) {
    std::filesystem::create_symlink(directory_.path() + "/elsewhere", path() + suffix);
    EXPECT_EQ(Open().error().code(), "store-unreachable") << suffix;
    std::filesystem::remove(path() + suffix);
  }
  EXPECT_FALSE(std::filesystem::exists(directory_.path() + "/elsewhere"));
  std::filesystem::create_symlink(path(), directory_.path() + "/link.db");
  EXPECT_TRUE(Store::Open({StoreUrl::Kind::kSqlite, directory_.path() + "/link.db"}, "",
                          Access::kExisting));
}

}  // namespace
}  // namespace galley
