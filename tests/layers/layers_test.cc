// The check of the repository itself, and of the checker: each rule is broken on
// purpose in a small tree.
#include "tests/layers/layers.h"

#include <unistd.h>

#include <fstream>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

namespace galley {
namespace {

namespace fs = std::filesystem;

std::string Join(const std::vector<Violation>& violations) {
  std::string text;
  for (const Violation& violation : violations) text += violation.ToString() + "\n";
  return text;
}

TEST(Layers, TheRepositoryObeysItsTable) { EXPECT_EQ(Join(CheckLayers(GALLEY_SOURCE_DIR)), ""); }

TEST(Layers, TheTableAllowsNothingThatNobodyUses) {
  EXPECT_EQ(Join(FindUnusedGrants(GALLEY_SOURCE_DIR)), "");
}

constexpr std::string_view kSmallTable = R"(
galley:
base:      galley
value:     base galley
discover:  base value
load:      base discover/catalog.h
apps/cli:  galley

<iostream>:
<memory>:  src apps
<yaml.h>:  src/load
<gtest/>:  tests
refused: utils common
)";

// A source tree on disk for as long as one test.
class LayersOfTree : public testing::Test {
 protected:
  using Files = std::initializer_list<std::pair<std::string_view, std::string_view>>;

  LayersOfTree() {
    const std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
    root_ = fs::path(testing::TempDir()) / ("layers_" + test + std::to_string(getpid()));
    fs::remove_all(root_);
    Write("tools/layers.txt", kSmallTable);
  }
  ~LayersOfTree() override { fs::remove_all(root_); }

  void Write(std::string_view path, std::string_view text) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path, std::ios::binary) << text;
  }

  std::string Check(Files files) {
    for (const auto& [path, text] : files) Write(path, text);
    return Join(CheckLayers(root_));
  }

  fs::path root_;
};

TEST_F(LayersOfTree, AcceptsIncludesOfFoldersAbove) {
  EXPECT_EQ(Check({{"include/galley/result.h", "#include <string>\n"},
                   {"src/base/arena.h", "#include \"galley/result.h\"\n#include <cstddef>\n"},
                   {"src/value/heap.h", "#include \"base/arena.h\"\n#include \"value/value.h\"\n"},
                   {"src/load/load.cc", "#include \"discover/catalog.h\"\n#include <yaml.h>\n"},
                   {"src/load/load_test.cc", "#include <gtest/gtest.h>\n"},
                   {"apps/cli/main.cc", "#include \"galley/result.h\"\n#include <memory>\n"},
                   {"apps/cli/words.cc", "#include \"words.h\"\n"}}),
            "");
}

TEST_F(LayersOfTree, RefusesAnIncludeOfAFolderBelow) {
  EXPECT_EQ(Check({{"src/base/arena.h", "// Arena.\n\n#include \"value/value.h\"\n"}}),
            "src/base/arena.h:3: includes \"value/value.h\", which is not in the row of `base` in "
            "the table\n");
}

TEST_F(LayersOfTree, ADeclarationOfATypeBelowIsAnInclude) {
  EXPECT_EQ(Check({{"src/value/value.h", "namespace galley {\nclass Value {\n};\n"},
                   {"src/base/arena.h", "namespace galley {\nclass Value;\nclass Own;\n"},
                   {"src/discover/names.h", "namespace galley {\nclass Value;\n"}}),
            "src/base/arena.h:2: declares `galley::Value` of \"value/value.h\", which is not in "
            "the row of `base` in the table\n");
}

TEST_F(LayersOfTree, AMarkedHeaderMayBeDeclaredAndNotIncluded) {
  Write("tools/layers.txt", "base: ~value/value.h\nvalue: base\n");
  EXPECT_EQ(Check({{"src/value/value.h", "namespace galley {\nclass Value {\n};\n"},
                   {"src/base/arena.h", "namespace galley {\nclass Value;\n"},
                   {"src/base/heap.h", "#include \"value/value.h\"\n"}}),
            "src/base/heap.h:1: includes \"value/value.h\", which is not in the row of `base` in "
            "the table\n");
}

TEST_F(LayersOfTree, FindsWhatTheTableAllowsInVain) {
  Write("tools/layers.txt",
        "both = base/a.h base/b.h\nbase:\nvalue: base\nload: both value ~apps/x.h\n"
        "<yaml.h>: src/load src/value\n");
  Write("src/base/a.h", "");
  Write("src/load/load.cc", "#include \"base/a.h\"\n#include <yaml.h>\n");
  Write("src/load/load_test.cc", "#include \"value/value.h\"\n");
  EXPECT_EQ(Join(FindUnusedGrants(root_)),
            "tools/layers.txt:4: lets `load` use `value`, which it does not\n"
            "tools/layers.txt:4: lets `load` use `~apps/x.h`, which it does not\n"
            "tools/layers.txt:3: lets `value` use `base`, which it does not\n"
            "tools/layers.txt:5: lets `src/value` include <yaml.h>, which it does not\n");
}

TEST_F(LayersOfTree, RefusesWhatIsNotTheOutputOfAnEarlierStage) {
  EXPECT_EQ(Check({{"src/load/load.cc", "#include \"discover/walk.h\"\n"}}),
            "src/load/load.cc:1: includes \"discover/walk.h\", which is not in the row of `load` "
            "in the table\n");
}

TEST_F(LayersOfTree, LetsTestsSeeAllRowsAboveAndNoneBelow) {
  EXPECT_EQ(Check({{"src/load/load_test.cc", "#include \"discover/walk.h\"\n"},
                   {"src/base/base_testing.h", "#include \"value/value.h\"\n"}}),
            "src/base/base_testing.h:1: includes \"value/value.h\", which is not in the row of "
            "`base` in the table\n");
}

TEST_F(LayersOfTree, RefusesPathsThatDoNotStartAtTheSources) {
  EXPECT_EQ(Check({{"src/base/arena.cc", "  #  include \"../base/arena.h\"\n"},
                   {"src/base/hash.cc", "#include \"hash.h\"\n"}}),
            "src/base/arena.cc:1: includes \"../base/arena.h\", which is not in the row of `base` "
            "in the table\n"
            "src/base/hash.cc:1: includes \"hash.h\", which is not in the row of `base` in the "
            "table\n");
}

TEST_F(LayersOfTree, RefusesInternalHeadersInTheCommand) {
  EXPECT_EQ(Check({{"apps/cli/main.cc", "#include \"base/arena.h\"\n"}}),
            "apps/cli/main.cc:1: includes \"base/arena.h\", which is not in the row of `apps/cli` "
            "in the table\n");
}

TEST_F(LayersOfTree, RefusesAFolderWithoutARow) {
  EXPECT_EQ(Check({{"src/magic/wand.h", "#include \"base/arena.h\"\n"}}),
            "src/magic/wand.h: is in `magic`, which has no row in the table\n");
}

TEST_F(LayersOfTree, RefusesALibraryOutsideItsFolder) {
  EXPECT_EQ(Check({{"src/base/arena.cc", "#include <yaml.h>\n"}}),
            "src/base/arena.cc:1: includes <yaml.h>, which the table does not allow here\n");
}

TEST_F(LayersOfTree, RefusesALibraryThatTheTableDoesNotName) {
  EXPECT_EQ(Check({{"src/base/arena.cc", "#include <boost/any.hpp>\n"}}),
            "src/base/arena.cc:1: includes <boost/any.hpp>, which the table does not allow here\n");
}

TEST_F(LayersOfTree, RefusesBannedStandardHeaders) {
  EXPECT_EQ(Check({{"include/galley/result.h", "#include <memory>\n"},
                   {"src/base/arena.cc", "#include <iostream>\n"}}),
            "include/galley/result.h:1: includes <memory>, which the table does not allow here\n"
            "src/base/arena.cc:1: includes <iostream>, which the table does not allow here\n");
}

TEST_F(LayersOfTree, RefusesTestLibrariesOutsideTests) {
  EXPECT_EQ(Check({{"src/base/arena.cc", "#include <gtest/gtest.h>\n"}}),
            "src/base/arena.cc:1: includes <gtest/gtest.h>, which the table does not allow here\n");
}

TEST_F(LayersOfTree, RefusesWhatIsForTestsOutsideTests) {
  EXPECT_EQ(Check({{"src/base/base_testing.h", "#include <gtest/gtest.h>\n"},
                   {"src/base/arena_test.cc", "#include \"base/base_testing.h\"\n"},
                   {"src/base/arena.cc", "#include \"base/base_testing.h\"\n"}}),
            "src/base/arena.cc:1: includes \"base/base_testing.h\", which is for tests only\n");
}

TEST_F(LayersOfTree, RefusesNamesThatSayNothing) {
  EXPECT_EQ(Check({{"src/base/utils.cc", "\n"}, {"tests/common/case.txt", "\n"}}),
            "src/base/utils.cc: is named `utils`: a name says what is inside\n"
            "tests/common: is named `common`: a name says what is inside\n");
}

TEST(LayerTable, RefusesARowThatNamesALaterOne) {
  std::vector<Violation> violations;
  LayerTable::Parse("base: value\nvalue: base\n", &violations);
  EXPECT_EQ(Join(violations),
            "tools/layers.txt:1: lets `base` include `value`, which is in no row above\n");
}

TEST(LayerTable, RefusesLinesThatAreNotEntries) {
  std::vector<Violation> violations;
  LayerTable::Parse("base:\nbase:\nvalue\n", &violations);
  EXPECT_EQ(Join(violations),
            "tools/layers.txt:2: has a second row for `base`\n"
            "tools/layers.txt:3: is neither `FOLDER: ITEMS` nor `NAME = ITEMS`\n");
}

TEST(LayerTable, RefusesToBeEmpty) {
  std::vector<Violation> violations;
  LayerTable::Parse("# nothing\n", &violations);
  EXPECT_EQ(Join(violations), "tools/layers.txt: holds no rows\n");
}

TEST(LayerTable, ContinuesAnIndentedLineAndExpandsNames) {
  std::vector<Violation> violations;
  const LayerTable table = LayerTable::Parse(
      "words = base diag\nbase:\ndiag:\nvalue: words\nformat: base\n  diag  # both\n", &violations);
  EXPECT_EQ(Join(violations), "");
  EXPECT_TRUE(table.AllowsInclude("format", "diag/report.h"));
  EXPECT_TRUE(table.AllowsInclude("value", "base/arena.h"));
  EXPECT_FALSE(table.AllowsInclude("format", "value/value.h"));
}

}  // namespace
}  // namespace galley
