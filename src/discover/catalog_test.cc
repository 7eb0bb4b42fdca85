#include "discover/catalog.h"

#include <optional>
#include <random>
#include <set>
#include <string>

#include "base/utf8.h"
#include "discover/discover_testing.h"
#include "discover/name.h"

namespace galley {
namespace {

std::vector<std::string> PathsOf(const Catalog& catalog) {
  std::vector<std::string> paths;
  for (const Entry& entry : catalog.entries()) paths.push_back(catalog.AbsolutePath(entry));
  return paths;
}

TEST(Catalog, D42TheRecordHoldsThePartsOfThePath) {
  const Catalog catalog = CatalogOf({"user/layout/base.v2.j2.md"});
  ASSERT_EQ(catalog.entries().size(), 1u);
  const Entry& entry = catalog.entries().front();
  EXPECT_EQ(entry.logical_name(), "layout/base.v2");
  EXPECT_EQ(entry.base_name(), "base.v2");
  EXPECT_EQ(entry.file_name(), "base.v2.j2.md");
  EXPECT_EQ(entry.relative_path, "layout/base.v2.j2.md");
  EXPECT_EQ(entry.extension(), ".j2.md");
  EXPECT_EQ(entry.tier, Tier::kUser);
  EXPECT_EQ(catalog.RootOf(entry).index, 0u);
  EXPECT_EQ(catalog.AbsolutePath(entry), "user/layout/base.v2.j2.md");
}

TEST(Catalog, D44OrdersByTierThenRootThenBytesOfThePath) {
  const Catalog catalog =
      CatalogOf({"builtin/a.j2", "user/a.j2", "project2/a.j2", "project1/b/c.j2", "project1/b-.j2",
                 "project1/b.j2", "project1/B.j2", "project1/\xC3\xA9.j2"});
  EXPECT_EQ(PathsOf(catalog),
            (std::vector<std::string>{"project1/B.j2", "project1/b-.j2", "project1/b.j2",
                                      "project1/b/c.j2", "project1/\xC3\xA9.j2", "project2/a.j2",
                                      "user/a.j2", "builtin/a.j2"}));
}

TEST(Catalog, StaysValidWhenItMoves) {
  Catalog catalog = CatalogOf({"project/a.j2"});
  const Entry* entry = *catalog.Find("a");
  const Catalog moved = std::move(catalog);
  EXPECT_EQ(*moved.Find("a"), entry);
  EXPECT_EQ(entry->logical_name(), "a");
}

TEST(Catalog, FindsNothingWhereThereIsNothing) {
  EXPECT_EQ(Meaning(CatalogOf({}), "a"), "[template-not-found]");
}

TEST(Catalog, ListsNoMoreThanAHundredCandidates) {
  std::vector<std::string> paths;
  paths.reserve(150);
  for (int at = 0; at < 150; ++at) paths.push_back("project/d" + std::to_string(at) + "/s.j2");
  const Catalog catalog = CatalogOf(paths);
  const Result<const Entry*> found = catalog.Find("s");
  ASSERT_FALSE(found);
  const Diagnostic& problem = found.error().diagnostics().front();
  EXPECT_EQ(problem.notes.size(), 101u);
  EXPECT_EQ(problem.notes.back(), "and 50 more; `galley which s --all` lists them");
}

TEST(Catalog, ExplainsInBriefWhereAsked) {
  const Catalog catalog = CatalogOf({"project/a/s.j2", "project/b/s.j2"});
  for (const char* name : {"s", "t"}) {
    const Result<const Entry*> found = catalog.Find(name, Explanation::kBrief);
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code(), catalog.Find(name).error().code());
    EXPECT_TRUE(found.error().diagnostics().front().notes.empty());
  }
  EXPECT_TRUE(catalog.IsMissing("t"));
  for (const char* name : {"s", "a/s", "", "../t"}) EXPECT_FALSE(catalog.IsMissing(name)) << name;
}

// --- The specification, read aloud: slow, and without an index.

std::string_view BaseOf(std::string_view name) { return name.substr(name.rfind('/') + 1); }

// Section 5 of the specification with G-13 and G-17.
std::string SlowMeaning(const Catalog& catalog, std::string_view name) {
  if (!FindNameFault(name, Limits()).empty()) return "[invalid-template-name]";
  std::string_view base = name;
  std::optional<std::string_view> required;
  size_t longest = 0;
  for (const std::string& extension : catalog.extensions().all()) {
    if (!name.ends_with(extension) || extension.size() <= longest) continue;
    longest = extension.size();
    base = name.substr(0, name.size() - longest);
    required = name.substr(base.size());
  }
  for (const Tier tier : {Tier::kProject, Tier::kUser, Tier::kBuiltin}) {
    std::vector<const Entry*> candidates;
    for (const Entry& entry : catalog.entries()) {
      if (entry.tier != tier || (required && entry.extension() != *required)) continue;
      const bool is_path = name.find('/') != std::string_view::npos;
      const std::string_view full = entry.logical_name();
      if ((is_path ? full : BaseOf(full)) != base) continue;
      // G-7: a file without a name is no template, so no name is empty.
      candidates.push_back(&entry);
    }
    if (candidates.size() > 1) return "[template-ambiguous]";
    if (candidates.size() == 1) return catalog.AbsolutePath(*candidates.front());
  }
  return "[template-not-found]";
}

class RandomCatalog {
 public:
  explicit RandomCatalog(uint32_t seed) : random_(seed) {}

  Catalog Make() {
    std::set<std::string> paths;
    for (uint32_t count = Below(12); count > 0; --count) {
      paths.insert(Pick({"project", "project2", "user", "builtin"}) + "/" + Name() +
                   Pick({".j2", ".j2.md", ".hbs", ".x"}));
    }
    // A path cannot be a file and a directory at once.
    std::erase_if(paths, [&](const std::string& path) {
      const auto next = paths.upper_bound(path + "/");
      return next != paths.end() && next->starts_with(path + "/");
    });
    return CatalogOf({paths.begin(), paths.end()});
  }

  std::string Name() {
    std::string name;
    for (uint32_t depth = Below(3); depth > 0; --depth) name += Pick({"a", "b", "a.j2"}) + "/";
    return name + Pick({"s", "t", "s.j2", ".j2", "a"});
  }

  std::string Asked() {
    return Pick({"", "", "", "/", "../", "a/"}) + Name() + Pick({"", "", ".j2", ".j2.md", ".md"});
  }

 private:
  uint32_t Below(uint32_t bound) { return static_cast<uint32_t>(random_()) % bound; }
  std::string Pick(std::vector<std::string> choices) {
    return choices[Below(static_cast<uint32_t>(choices.size()))];
  }

  std::mt19937 random_;
};

TEST(Catalog, D5FindsWhatTheSpecificationSays) {
  size_t found = 0;
  for (uint32_t seed = 0; seed < 2'000; ++seed) {
    RandomCatalog random(seed);
    const Catalog catalog = random.Make();
    for (int round = 0; round < 20; ++round) {
      const std::string name = random.Asked();
      const std::string meaning = SlowMeaning(catalog, name);
      EXPECT_EQ(Meaning(catalog, name), meaning) << name << " with seed " << seed;
      found += !meaning.starts_with('[');
    }
  }
  EXPECT_GT(found, 1'000u);
}

TEST(Catalog, G29ReachableNamesLeadBack) {
  for (uint32_t seed = 0; seed < 2'000; ++seed) {
    const Catalog catalog = RandomCatalog(seed).Make();
    for (const Entry& entry : catalog.entries()) {
      const std::string path = catalog.AbsolutePath(entry);
      const std::string_view name = catalog.ReachableAs(entry);
      const bool by_name = SlowMeaning(catalog, entry.logical_name()) == path;
      const bool by_file = SlowMeaning(catalog, entry.relative_path) == path;
      EXPECT_EQ(name, by_name   ? entry.logical_name()
                      : by_file ? entry.relative_path
                                : std::string_view())
          << path << " with seed " << seed;
    }
  }
}

TEST(Catalog, D54FindAllHoldsTheCandidatesOfEveryTier) {
  for (uint32_t seed = 0; seed < 500; ++seed) {
    RandomCatalog random(seed);
    const Catalog catalog = random.Make();
    const std::string name = random.Asked();
    const std::vector<const Entry*> matches = catalog.FindAll(name);
    const std::string meaning = SlowMeaning(catalog, name);
    if (meaning == "[template-ambiguous]") {
      ASSERT_GT(matches.size(), 1u);
      EXPECT_EQ(matches[0]->tier, matches[1]->tier);
    } else if (meaning.starts_with('[')) {
      EXPECT_TRUE(matches.empty()) << name << " with seed " << seed;
    } else {
      ASSERT_FALSE(matches.empty());
      EXPECT_EQ(catalog.AbsolutePath(*matches[0]), meaning);
    }
  }
}

}  // namespace
}  // namespace galley
