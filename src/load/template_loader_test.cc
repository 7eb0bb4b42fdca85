#include "load/template_loader.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "files/disk_files.h"
#include "files/memory_files.h"

namespace galley {
namespace {

namespace fs = std::filesystem;

constexpr TemplateType kType = TemplateType::kSections;

// What a reference leads to: the identity of a place, or the code of the error.
std::string Find(const TemplateLoader& loader, std::string_view reference,
                 const TemplatePlace* from = nullptr) {
  const Result<TemplatePlace> place = loader.Locate(reference, from, kType);
  return place ? place->identity : std::string(place.error().code());
}

class TemplateLoaderOnDisk : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string made = ::testing::TempDir() + "galley-loader-XXXXXX";
    ASSERT_NE(mkdtemp(made.data()), nullptr);
    top_ = *ResolvePath(made);
    Put("secret.yaml");
    Put("tree/a.yaml");
    Put("tree/t/b.sections.yaml");
    Put("tree/t/sub/c.sections.yaml");
    Put("tree/t/sub/inner/d.sections.yaml");
    files_ = std::make_unique<DiskFiles>(*DiskFiles::Open(top_ + "/tree"));
    RootList roots(limits_, &notices_);
    ASSERT_TRUE(roots.AddDisk(Tier::kProject, "t", top_ + "/tree/t"));
    ASSERT_TRUE(roots.AddDisk(Tier::kUser, "inner", top_ + "/tree/t/sub/inner"));
    catalog_ = std::make_unique<Catalog>(
        *Catalog::Discover(roots.Take(), Extensions(), limits_, &notices_));
    loader_ = std::make_unique<TemplateLoader>(*catalog_, *files_, top_ + "/tree", "", limits_);
  }
  void TearDown() override { fs::remove_all(top_); }

  void Put(const std::string& path) const {
    fs::create_directories(fs::path(top_ + "/" + path).parent_path());
    std::ofstream(top_ + "/" + path) << "text of " << path;
  }
  std::string At(std::string_view path) const { return top_ + "/tree/" + std::string(path); }
  TemplatePlace Place(std::string_view reference) const {
    return *loader_->Locate(reference, nullptr, kType);
  }

  const Limits limits_{};
  std::vector<Diagnostic> notices_;
  std::string top_;
  std::unique_ptr<DiskFiles> files_;
  std::unique_ptr<Catalog> catalog_;
  std::unique_ptr<TemplateLoader> loader_;
};

TEST_F(TemplateLoaderOnDisk, V7_PathsAreRelativeToTheFileThatNamesThem) {
  EXPECT_EQ(Find(*loader_, "a.yaml"), At("a.yaml"));
  EXPECT_EQ(Find(*loader_, "./t/../a.yaml"), At("a.yaml"));
  const TemplatePlace c = Place("./t/sub/c.sections.yaml");
  EXPECT_EQ(Find(*loader_, "../b.sections.yaml", &c), At("t/b.sections.yaml"));
  EXPECT_EQ(Find(*loader_, "./inner/d.sections.yaml", &c), At("t/sub/inner/d.sections.yaml"));
  EXPECT_EQ(*loader_->Read(c), "text of tree/t/sub/c.sections.yaml");
}

TEST_F(TemplateLoaderOnDisk, V7_APathStaysInTheInnermostRootOfItsFile) {
  EXPECT_EQ(Find(*loader_, "../secret.yaml"), "unsafe-path");
  const TemplatePlace b = Place("b");
  EXPECT_EQ(Find(*loader_, "../a.yaml", &b), "unsafe-path");
  const TemplatePlace d = Place("./t/sub/inner/d.sections.yaml");
  EXPECT_EQ(Find(*loader_, "../c.sections.yaml", &d), "unsafe-path");
  const TemplatePlace a = Place("a.yaml");
  EXPECT_EQ(Find(*loader_, "./t/b.sections.yaml", &a), At("t/b.sections.yaml"));
}

TEST_F(TemplateLoaderOnDisk, V7_AnAbsolutePathMayLeadInside) {
  EXPECT_EQ(Find(*loader_, At("a.yaml")), At("a.yaml"));
  EXPECT_EQ(Find(*loader_, At("t/../a.yaml")), At("a.yaml"));
  EXPECT_EQ(Find(*loader_, At("../secret.yaml")), "unsafe-path");
  EXPECT_EQ(Find(*loader_, top_ + "/secret.yaml"), "unsafe-path");
  EXPECT_EQ(Find(*loader_, top_ + "/tree-beside/x.yaml"), "unsafe-path");
}

TEST_F(TemplateLoaderOnDisk, V7_LinksDoNotLeadOut) {
  ASSERT_EQ(symlink("../secret.yaml", At("link.yaml").c_str()), 0);
  ASSERT_EQ(symlink("../a.yaml", At("t/link.yaml").c_str()), 0);
  EXPECT_EQ(Find(*loader_, "link.yaml"), "unsafe-path");
  EXPECT_EQ(Find(*loader_, "t/link.yaml"), "unsafe-path") << "it leaves the root `t`";
}

TEST_F(TemplateLoaderOnDisk, V8_AFileHasOneIdentityHoweverItIsFound) {
  const TemplatePlace c = Place("./t/sub/c.sections.yaml");
  for (const std::string& reference :
       {std::string("c"), std::string("sub/c"), std::string("c.sections.yaml"),
        std::string("./t/./sub/c.sections.yaml"), At("t/sub/c.sections.yaml")}) {
    EXPECT_EQ(Find(*loader_, reference), c.identity) << reference;
  }
}

TEST(TemplateLoader, V7_WhatIsNoPathIsAName) {
  auto files = std::make_shared<MemoryFiles>();
  for (const char* path : {"x/a.sections.yaml", "y/a.sections.yaml", "b.j2", "z/n.sections.yaml"}) {
    ASSERT_TRUE(files->Add(path, ""));
  }
  const Limits limits;
  std::vector<Diagnostic> notices;
  RootList roots(limits, &notices);
  ASSERT_TRUE(roots.AddWithin(Tier::kProject, "", files));
  const auto catalog = Catalog::Discover(roots.Take(), Extensions(), limits, &notices);
  ASSERT_TRUE(catalog);
  const TemplateLoader loader(*catalog, *files, "", "", limits);
  EXPECT_EQ(Find(loader, "x/a"), "x/a.sections.yaml");
  EXPECT_EQ(Find(loader, "n.sections.yaml"), "z/n.sections.yaml");
  EXPECT_EQ(Find(loader, "./n.sections.yaml"), "template-not-found");
  EXPECT_EQ(Find(loader, "a"), "template-ambiguous");
  EXPECT_EQ(Find(loader, "b"), "invalid-template");
  EXPECT_EQ(Find(loader, "none"), "template-not-found");
  EXPECT_EQ(Find(loader, "none.yml"), "template-not-found");
  EXPECT_EQ(Find(loader, "a//b"), "invalid-template-name");
  EXPECT_EQ(Find(loader, "/x/a.sections.yaml"), "unsafe-path");
  EXPECT_EQ(Find(loader, "x/../../a.yaml"), "unsafe-path");
  EXPECT_EQ(Find(loader, "x"), "template-not-found");
}

}  // namespace
}  // namespace galley
