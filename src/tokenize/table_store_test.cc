// Tables in the user's cache: made once, mapped from then on, and made again where they are
// missing, damaged or another's.
#include "tokenize/table_store.h"

#include <unistd.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "tokenize/table.h"

namespace galley {
namespace {

namespace fs = std::filesystem;

class TableStoreTest : public testing::Test {
 protected:
  TableStoreTest()
      : directory_(fs::temp_directory_path() /
                   ("galley_tables_" + std::to_string(getpid()) + '_' +
                    testing::UnitTest::GetInstance()->current_test_info()->name())),
        store_((directory_ / "cache").string(), (directory_ / "data").string()) {
    fs::remove_all(directory_);
  }
  ~TableStoreTest() override { fs::remove_all(directory_); }

  // The one table that is there.
  fs::path Table() const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(directory_ / "cache")) {
      found.push_back(entry.path());
    }
    EXPECT_EQ(found.size(), 1u) << "nothing half made is left behind";
    return found.empty() ? fs::path() : found.front();
  }
  static std::string Read(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static void Write(const fs::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
  }
  uint64_t Count(std::string_view text) const {
    const Result<TableTokenizer> tokenizer = store_.Open("r50k");
    EXPECT_TRUE(tokenizer);
    return tokenizer ? *tokenizer->Count(text, Specials::kText) : 0;
  }

  fs::path directory_;
  TableStore store_;
};

TEST_F(TableStoreTest, IsMadeOnce) {
  EXPECT_EQ(Count("hello world"), 2u);
  const fs::path table = Table();
  const auto made = fs::last_write_time(table);
  EXPECT_EQ(Count("hello world"), 2u);
  EXPECT_EQ(fs::last_write_time(table), made);
}

TEST_F(TableStoreTest, WhatIsDamagedIsMadeAgain) {
  EXPECT_EQ(Count("hello world"), 2u);
  const fs::path table = Table();
  const std::string whole = Read(table);
  std::vector<std::string> damaged = {"", "x", whole.substr(0, 40),
                                      whole.substr(0, whole.size() / 2),
                                      std::string(whole.size(), '\0')};
  for (const size_t at : {size_t{0}, offsetof(TableHeader, flags), offsetof(TableHeader, same_ids),
                          whole.size() / 3, whole.size() - 9}) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 0x20);
    damaged.push_back(std::move(changed));
  }
  for (size_t i = 0; i < damaged.size(); ++i) {
    SCOPED_TRACE(i);
    Write(table, damaged[i]);
    EXPECT_EQ(Count("hello world, again and again"), 6u);
    EXPECT_EQ(Read(Table()), whole) << "it was made again";
  }
}

TEST_F(TableStoreTest, WorksWhereNothingCanBeWritten) {
  const TableStore nowhere("/dev/null/cache", "");
  const Result<TableTokenizer> tokenizer = nowhere.Open("r50k");
  ASSERT_TRUE(tokenizer);
  EXPECT_EQ(*tokenizer->Count("hello world", Specials::kText), 2u);
}

TEST_F(TableStoreTest, SeveralMayMakeItAtOnce) {
  std::vector<std::thread> threads;
  std::vector<uint64_t> counts(4);
  for (size_t i = 0; i < counts.size(); ++i) {
    threads.emplace_back([&, i] { counts[i] = Count("hello world"); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(counts, std::vector<uint64_t>(4, 2));
  Table();
}

}  // namespace
}  // namespace galley
