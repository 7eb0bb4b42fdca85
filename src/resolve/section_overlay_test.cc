#include "resolve/section_overlay.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "format/markdown.h"
#include "format/text.h"

namespace galley {
namespace {

struct Overlaid {
  std::string code;  // of the error; empty: none
  std::vector<std::string> texts;
  std::string rest;
  std::vector<Diagnostic> warnings;
};

Overlaid Lay(const std::vector<std::string>& prior, const std::string& over) {
  std::vector<Source> sources;
  sources.reserve(prior.size());
  for (const std::string& text : prior) sources.emplace_back("prior", text);
  const Source over_source("over", over);
  std::vector<SourceText> parts;
  parts.reserve(sources.size());
  for (const Source& source : sources) parts.push_back({&source, WholeText(source)});
  Overlaid laid;
  Findings findings(&laid.warnings);
  Result<OverlaidSections> result =
      OverlaySections(parts, {&over_source, WholeText(over_source)}, &findings);
  if (!result) {
    laid.code = result.error().code();
    return laid;
  }
  laid.texts = result->texts;
  laid.rest = result->rest;
  return laid;
}

// The rules again, written for clarity: lists of sections that are searched from end
// to end, and paths that are spelt out.
struct PlainSection {
  std::vector<std::string> path;  // `## title` each
  size_t level;
  std::string heading;
  std::string body;
};

bool IsBlankText(const std::string& text) { return text.find_first_not_of(" \n") == text.npos; }

std::vector<PlainSection> SplitPlainly(const std::string& text) {
  const Source source("text", text);
  const Markdown markdown = SplitMarkdown(source);
  std::vector<PlainSection> sections;
  for (const Section& section : markdown.sections) {
    PlainSection plain{{},
                       section.level,
                       std::string(TextOf(source, section.heading)),
                       std::string(TextOf(source, section.body))};
    for (const Section* at = &section; at->level > 0; at = &markdown.sections[at->parent]) {
      plain.path.insert(plain.path.begin(),
                        std::string(at->level, '#') + " " + std::string(TextOf(source, at->title)));
    }
    if (section.level > 0 || !plain.body.empty()) sections.push_back(plain);
  }
  return sections;
}

bool IsDefined(const PlainSection& section) {
  return section.level > 0 || !IsBlankText(section.body);
}

class PlainOverlay {
 public:
  PlainOverlay(const std::vector<std::string>& prior, const std::string& over) {
    for (const std::string& text : prior) inputs_.push_back(SplitPlainly(text));
    for (PlainSection& section : SplitPlainly(over)) {
      if (section.level == 0) {
        section.body.erase(0, std::min(section.body.find_first_not_of('\n'), section.body.size()));
      }
      if (IsDefined(section)) over_.push_back(section);
    }
  }

  Overlaid Run() {
    if (IsAmbiguous()) return {"ambiguous-section", {}, "", {}};
    std::vector<PlainSection> rest;
    for (const PlainSection& section : over_) {
      if (!Replace(section) && !Insert(section)) rest.push_back(section);
    }
    Overlaid laid;
    for (const auto& input : inputs_) laid.texts.push_back(Join(input));
    laid.rest = Join(rest);
    return laid;
  }

 private:
  using Path = std::vector<std::string>;

  static size_t Count(const std::vector<PlainSection>& sections, const Path& path) {
    return static_cast<size_t>(std::count_if(
        sections.begin(), sections.end(),
        [&](const PlainSection& each) { return IsDefined(each) && each.path == path; }));
  }
  bool IsAmbiguous() const {
    for (const PlainSection& section : over_) {
      if (Count(over_, section.path) > 1) return true;
      for (const auto& input : inputs_) {
        if (Count(input, section.path) > 1) return true;
      }
    }
    return false;
  }

  bool Replace(const PlainSection& section) {
    bool replaced = false;
    for (auto& input : inputs_) {
      const auto at = std::find_if(input.begin(), input.end(), [&](const PlainSection& each) {
        return IsDefined(each) && each.path == section.path;
      });
      if (at == input.end()) continue;
      if (!replaced) {
        *at = section;
        replaced = true;
      } else if (section.level > 0 && at + 1 != input.end() && (at + 1)->level > at->level) {
        at->body.clear();
      } else {
        input.erase(at);
      }
    }
    return replaced;
  }

  bool Insert(const PlainSection& section) {
    if (section.level == 0) {
      if (inputs_.empty()) return false;
      inputs_[0].insert(inputs_[0].begin(), section);
      return true;
    }
    const Path parent(section.path.begin(), section.path.end() - 1);
    if (parent.empty()) return false;
    for (auto& input : inputs_) {
      auto at = std::find_if(input.begin(), input.end(),
                             [&](const PlainSection& each) { return each.path == parent; });
      if (at == input.end()) continue;
      ++at;
      while (at != input.end() && at->level >= section.level) ++at;
      input.insert(at, section);
      return true;
    }
    return false;
  }

  static std::string Join(const std::vector<PlainSection>& sections) {
    std::string text;
    for (const PlainSection& section : sections) {
      if (!text.empty() && !text.ends_with('\n')) text += '\n';
      text += section.heading + section.body;
    }
    return text;
  }

  std::vector<std::vector<PlainSection>> inputs_;
  std::vector<PlainSection> over_;
};

class Generator {
 public:
  explicit Generator(uint32_t seed) : random_(seed) {}

  size_t Below(size_t bound) { return random_() % bound; }

  std::string Text(size_t sections) {
    std::string text;
    if (Below(3) == 0) text += Body();
    for (size_t at = Below(sections + 1); at > 0; --at) {
      text +=
          std::string(1 + Below(4), '#') + ' ' + static_cast<char>('A' + Below(3)) + '\n' + Body();
    }
    if (Below(4) == 0 && text.ends_with('\n')) text.pop_back();
    return text;
  }

 private:
  std::string Body() {
    constexpr const char* kBodies[] = {
        "", "\n", "text\n", "two\nlines\n", "\n\nx\n", "```\n# no\n```\n", "    # no\n"};
    return kBodies[Below(std::size(kBodies))];
  }

  std::mt19937 random_;
};

// The paths of a text, as a sorted list.
std::vector<std::vector<std::string>> PathsOf(const std::string& text) {
  std::vector<std::vector<std::string>> paths;
  for (const PlainSection& section : SplitPlainly(text)) {
    if (IsDefined(section)) paths.push_back(section.path);
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

TEST(SectionOverlay, AgreesWithThePlainRules) {
  int resolved = 0;
  for (uint32_t seed = 0; seed < 20'000; ++seed) {
    Generator generator(seed);
    std::vector<std::string> prior;
    for (size_t count = generator.Below(4); count > 0; --count) prior.push_back(generator.Text(5));
    const std::string over = generator.Text(4);
    const Overlaid expected = PlainOverlay(prior, over).Run();
    const Overlaid actual = Lay(prior, over);
    ASSERT_EQ(actual.code, expected.code) << "seed " << seed;
    ASSERT_EQ(actual.texts, expected.texts) << "seed " << seed;
    ASSERT_EQ(actual.rest, expected.rest) << "seed " << seed;
    resolved += actual.code.empty();
  }
  EXPECT_GT(resolved, 5'000) << "the generator makes too few texts that can be laid";
}

TEST(SectionOverlay, I31_SplittingGivesTheExpectedPaths) {
  for (uint32_t seed = 0; seed < 5'000; ++seed) {
    Generator generator(seed);
    const std::string prior = generator.Text(6);
    const std::string over = generator.Text(5);
    const Overlaid laid = Lay({prior}, over);
    if (!laid.code.empty()) continue;
    std::vector<std::vector<std::string>> expected = PathsOf(prior);
    for (const auto& path : PathsOf(over)) {
      if (std::find(expected.begin(), expected.end(), path) == expected.end()) {
        expected.push_back(path);
      }
    }
    std::sort(expected.begin(), expected.end());
    auto actual = PathsOf(laid.texts[0]);
    for (const auto& path : PathsOf(laid.rest)) actual.push_back(path);
    std::sort(actual.begin(), actual.end());
    ASSERT_EQ(actual, expected) << "seed " << seed;
  }
}

TEST(SectionOverlay, I31_NothingChangesUnderAnEmptyOverride) {
  for (const std::string over : {"", "\n", " \n\t\n"}) {
    const Overlaid laid = Lay({"x\r\n# A\ra", "\n# B"}, over);
    EXPECT_EQ(laid.texts, (std::vector<std::string>{"x\r\n# A\ra", "\n# B"}));
    EXPECT_EQ(laid.rest, "");
  }
}

TEST(SectionOverlay, TenThousandSectionsAndLongTitles) {
  std::string prior;
  std::string over = "# " + std::string(100'000, 't') + "\n";
  prior = over;
  for (int at = 0; at < 10'000; ++at) {
    prior += "## S" + std::to_string(at) + "\nold\n";
    over += "## S" + std::to_string(at * 2) + "\n";
  }
  const Overlaid laid = Lay({prior, prior}, over);
  EXPECT_EQ(laid.code, "");
  EXPECT_EQ(laid.rest, "");
  EXPECT_TRUE(laid.texts[0].ends_with("## S9999\nold\n## S10000\n## S10002\n" +
                                      laid.texts[0].substr(laid.texts[0].find("## S10004\n"))));
  EXPECT_EQ(laid.warnings.size(), Findings::kMostOfOneCode);
}

TEST(EndLine, SuppliesTheLineBreakOfTheText) {
  const auto ended = [](std::string text, std::string_view like = {}) {
    EndLine(&text, like);
    return text;
  };
  EXPECT_EQ(ended(""), "");
  EXPECT_EQ(ended("a"), "a\n");
  EXPECT_EQ(ended("a\n"), "a\n");
  EXPECT_EQ(ended("a\r\nb"), "a\r\nb\r\n");
  EXPECT_EQ(ended("a\r\nb\nc"), "a\r\nb\nc\n");
  EXPECT_EQ(ended("a", "x\r\n"), "a\r\n");
  EXPECT_EQ(ended("a\r\nb", "x"), "a\r\nb\r\n");
}

}  // namespace
}  // namespace galley
