// Every source opens with a comment: what it is, and what its reader must know.  Whether the
// comment is true is for people to see; that there is one is checked here.
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace galley {
namespace {

namespace fs = std::filesystem;

bool IsSource(const fs::path& path) {
  const std::string name = path.filename();
  return (name.ends_with(".cc") || name.ends_with(".h")) && !name.ends_with("_test.cc");
}

// A comment that is at least a sentence, before anything else.
bool OpensWithComment(std::string_view text) {
  constexpr size_t kShortest = 16;
  const bool opens = text.starts_with("// ") || text.starts_with("/* ");
  return opens && text.find('\n') >= kShortest;
}

std::vector<std::string> FindSilentSources(const fs::path& root) {
  std::vector<std::string> silent;
  for (const char* folder :
       {"apps", "bench", "examples", "fuzz", "include", "js", "python", "src", "tests", "tools"}) {
    if (!fs::exists(root / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      if (!entry.is_regular_file() || !IsSource(entry.path())) continue;
      std::ifstream in(entry.path(), std::ios::binary);
      const std::string text{std::istreambuf_iterator<char>(in), {}};
      if (!OpensWithComment(text)) silent.push_back(fs::relative(entry.path(), root));
    }
  }
  std::sort(silent.begin(), silent.end());
  return silent;
}

TEST(OpeningComments, EverySourceOfTheRepositoryHasOne) {
  std::string list;
  for (const std::string& path : FindSilentSources(GALLEY_SOURCE_DIR)) list += path + '\n';
  EXPECT_EQ(list, "");
}

TEST(OpeningComments, OneThatIsMissingIsFound) {
  const fs::path root = fs::path(testing::TempDir()) / ("opening_" + std::to_string(getpid()));
  fs::create_directories(root / "src/a");
  std::ofstream(root / "src/a/told.cc") << "// What this is, in a sentence.\n#include <string>\n";
  std::ofstream(root / "src/a/silent.cc") << "#include <string>\n// Too late to open with.\n";
  std::ofstream(root / "src/a/empty.h") << "//\n// x\n";
  std::ofstream(root / "src/a/some_test.cc") << "#include <string>\n";
  const std::vector<std::string> found = FindSilentSources(root);
  fs::remove_all(root);
  EXPECT_EQ(found, (std::vector<std::string>{"src/a/empty.h", "src/a/silent.cc"}));
}

}  // namespace
}  // namespace galley
