// Documents, read from files that are not what they were when they were found.
#include "load/document.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include <gtest/gtest.h>

namespace galley {
namespace {

class LoadDocumentTest : public testing::Test {
 protected:
  void SetUp() override {
    top_ = testing::TempDir() + "galley-load-XXXXXX";
    ASSERT_NE(mkdtemp(top_.data()), nullptr);
    std::filesystem::create_directory(At(""));
    std::ofstream(top_ + "/secret") << "secret";
  }
  void TearDown() override { std::filesystem::remove_all(top_); }

  std::string At(const std::string& name) const { return top_ + "/inside/" + name; }
  void Write(const std::string& name, std::string_view text) const {
    std::ofstream(At(name), std::ios::binary) << text;
  }
  Catalog Discover() const {
    std::vector<Diagnostic> notices;
    RootList roots({}, &notices);
    EXPECT_TRUE(roots.AddDisk(Tier::kProject, "root", At("")));
    return *Catalog::Discover(roots.Take(), {}, {}, &notices);
  }
  static std::string CodeOf(const Result<Document>& document) {
    return document ? "" : std::string(document.error().code());
  }

  std::string top_;
};

TEST_F(LoadDocumentTest, HoldsTheTextAndForDataTheTree) {
  Write("a.j2", "{{ x }}");
  Write("b.sections.yaml", "id: b");
  Write("c.chat.json", "{\"id\": \"c\"}");
  const Catalog catalog = Discover();
  const Document text = *LoadDocument(catalog, **catalog.Find("a"), {});
  EXPECT_EQ(text.text, "{{ x }}");
  EXPECT_EQ(text.name, "root/a.j2");
  EXPECT_FALSE(text.tree);
  for (const char* name : {"b", "c"}) {
    const Document data = *LoadDocument(catalog, **catalog.Find(name), {});
    ASSERT_TRUE(data.tree);
    const NodeId id = data.tree->Find(Tree::root(), "id");
    EXPECT_EQ((*data.tree)[id].value.as_string(), name);
  }
}

TEST_F(LoadDocumentTest, ReportsWhatIsWrongWithTheFileInItsName) {
  Write("utf8.j2", "a\xFF");
  Write("nul.j2", std::string_view("a\0", 2));
  Write("yaml.task.yaml", "a: [");
  Write("json.chat.json", "{");
  Write("large.j2", std::string((1 << 20) + 1, 'x'));
  const Catalog catalog = Discover();
  const auto outcome = [&](const char* name) {
    const Result<Document> document = LoadDocument(catalog, **catalog.Find(name), {});
    return CodeOf(document) + " " + (document ? "" : document.error().diagnostics()[0].file);
  };
  EXPECT_EQ(outcome("utf8"), "invalid-utf8 root/utf8.j2");
  EXPECT_EQ(outcome("nul"), "invalid-utf8 root/nul.j2");
  EXPECT_EQ(outcome("yaml"), "yaml-syntax root/yaml.task.yaml");
  EXPECT_EQ(outcome("json"), "json-syntax root/json.chat.json");
  EXPECT_EQ(outcome("large"), "limit-size root/large.j2");
}

TEST_F(LoadDocumentTest, ReportsAFileThatHasChangedItsNature) {
  for (const char* name : {"gone.j2", "dir.j2", "pipe.j2", "out.j2", "sparse.j2"}) Write(name, "");
  const Catalog catalog = Discover();
  for (const char* name : {"gone.j2", "dir.j2", "pipe.j2", "out.j2"}) {
    ASSERT_EQ(std::remove(At(name).c_str()), 0);
  }
  std::filesystem::create_directory(At("dir.j2"));
  ASSERT_EQ(mkfifo(At("pipe.j2").c_str(), 0600), 0);
  ASSERT_EQ(symlink("../secret", At("out.j2").c_str()), 0);
  ASSERT_EQ(truncate(At("sparse.j2").c_str(), off_t{10} << 30), 0);
  const auto outcome = [&](const char* name) {
    return CodeOf(LoadDocument(catalog, **catalog.Find(name), {}));
  };
  EXPECT_EQ(outcome("gone"), "file-not-found");
  EXPECT_EQ(outcome("dir"), "file-not-regular");
  EXPECT_EQ(outcome("pipe"), "file-not-regular");
  EXPECT_EQ(outcome("out"), "file-outside-root");
  EXPECT_EQ(outcome("sparse"), "limit-size");
}

TEST_F(LoadDocumentTest, NeverReadsOutsideWhileTheFileIsSwapped) {
  Write("a.j2", "inside");
  Write("b.j2", "inside");
  ASSERT_EQ(symlink("../secret", At("link").c_str()), 0);
  const Catalog catalog = Discover();
  const Entry& entry = **catalog.Find("a");
  std::atomic<bool> done = false;
  std::thread swapper([&] {
    // Each rename puts something else under the name, at once.
    while (!done) {
      EXPECT_EQ(
          renameat2(AT_FDCWD, At("a.j2").c_str(), AT_FDCWD, At("link").c_str(), RENAME_EXCHANGE),
          0);
    }
  });
  size_t read = 0;
  for (int round = 0; round < 20'000; ++round) {
    const Result<Document> document = LoadDocument(catalog, entry, {});
    if (document) {
      ASSERT_EQ(document->text, "inside");
      ++read;
    } else {
      ASSERT_NE(document.error().diagnostics()[0].file, "");
    }
  }
  done = true;
  swapper.join();
  EXPECT_GT(read, 0u);
}

}  // namespace
}  // namespace galley
