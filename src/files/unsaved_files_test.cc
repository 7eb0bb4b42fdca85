#include "files/unsaved_files.h"

#include <memory>
#include <string>

#include <gtest/gtest.h>

namespace galley {
namespace {

constexpr uint64_t kAnySize = 1000;

class UnsavedFilesTest : public testing::Test {
 protected:
  UnsavedFilesTest() {
    auto saved = std::make_shared<MemoryFiles>();
    (void)saved->Add("a.j2", "old a").has_value();
    (void)saved->Add("mail/b.j2", "old b").has_value();
    (void)saved->Add("mail/c.j2", "old c").has_value();
    MemoryFiles unsaved;
    (void)unsaved.Add("mail/b.j2", "new b").has_value();
    (void)unsaved.Add("mail/d.j2", "new d").has_value();
    (void)unsaved.Add("fresh/e.j2", "new e").has_value();
    files_ = std::make_unique<UnsavedFiles>(std::move(saved), std::move(unsaved));
  }

  std::string Text(std::string_view path) const {
    const Result<std::string> text = files_->Read(path, kAnySize);
    return text ? *text : std::string(text.error().code());
  }

  static std::string Listed(const Files& files, std::string_view directory) {
    Listing listing(100);
    if (!files.List(directory, &listing)) return "fails";
    std::string names;
    for (size_t at = 0; at < listing.size(); ++at) names += std::string(listing.name(at)) + ' ';
    return names;
  }

  std::unique_ptr<UnsavedFiles> files_;
};

TEST_F(UnsavedFilesTest, WhatIsUnsavedIsReadInPlaceOfWhatIs) {
  EXPECT_EQ(Text("a.j2"), "old a");
  EXPECT_EQ(Text("mail/b.j2"), "new b");
  EXPECT_EQ(Text("fresh/e.j2"), "new e");
  EXPECT_EQ(Text("mail"), "file-not-regular");
  EXPECT_EQ(Text("x.j2"), "file-not-found");
  EXPECT_EQ(Text("../x.j2"), "file-outside-root");
}

TEST_F(UnsavedFilesTest, BothAreListedOnce) {
  EXPECT_EQ(Listed(*files_, ""), "a.j2 fresh mail ");
  EXPECT_EQ(Listed(*files_, "mail"), "b.j2 c.j2 d.j2 ");
  EXPECT_EQ(Listed(*files_, "fresh"), "e.j2 ");
  EXPECT_EQ(Listed(*files_, "none"), "fails");
}

TEST_F(UnsavedFilesTest, KindsAreThoseOfEither) {
  EXPECT_EQ(*files_->Stat("fresh/e.j2"), FileKind::kFile);
  EXPECT_EQ(*files_->Stat("fresh"), FileKind::kDirectory);
  EXPECT_EQ(*files_->Stat("mail"), FileKind::kDirectory);
  EXPECT_FALSE(files_->Stat("none"));
}

TEST_F(UnsavedFilesTest, ADirectoryHoldsBothAsWell) {
  EXPECT_EQ(Listed(**files_->Below("mail"), ""), "b.j2 c.j2 d.j2 ");
  EXPECT_EQ(*(*files_->Below("mail"))->Read("b.j2", kAnySize), "new b");
  EXPECT_EQ(Listed(**files_->Below("fresh"), ""), "e.j2 ");
}

TEST_F(UnsavedFilesTest, NothingIsWritten) {
  EXPECT_EQ(files_->Write("a.j2", "x", Overwrite::kReplace).error().code(), "output-failed");
  EXPECT_EQ(Text("a.j2"), "old a");
}

}  // namespace
}  // namespace galley
