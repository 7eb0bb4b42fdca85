#include "base/line_diff.h"

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace galley {
namespace {

std::string Diff(std::string_view before, std::string_view after) {
  return UnifiedDiff(before, "a", after, "b");
}

// What a reader of a unified diff makes of `before`; also checks the counts.
std::string Apply(const std::string& before, const std::string& diff) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < before.size();) {
    const size_t end = std::min(before.find('\n', at), before.size() - 1) + 1;
    lines.push_back(before.substr(at, end - at));
    at = end;
  }
  std::string after;
  size_t next = 0;
  for (size_t at = diff.find("@@ "); at < diff.size();) {
    const size_t end = diff.find('\n', at) + 1;
    std::string line = diff.substr(at, end - at);
    at = end;
    if (line.starts_with("@@ -")) {
      const size_t begin = std::stoul(line.substr(4));
      const bool is_empty = line[line.find_first_of(", ", 4)] == ',' &&
                            std::stoul(line.substr(line.find(',') + 1)) == 0;
      while (next < begin - (is_empty ? 0 : 1)) after += lines[next++];
      continue;
    }
    const bool has_break = at == diff.size() || diff[at] != '\\';
    if (!has_break) at = diff.find('\n', at) + 1;
    const std::string text = line.substr(1, line.size() - (has_break ? 1 : 2));
    if (line[0] != '+') {
      EXPECT_EQ(text, lines[next]);
    }
    if (line[0] == ' ' || line[0] == '-') ++next;
    if (line[0] != '-') after += text;
  }
  while (next < lines.size()) after += lines[next++];
  return after;
}

TEST(LineDiffTest, SaysNothingOfEqualTexts) {
  EXPECT_EQ(Diff("", ""), "");
  EXPECT_EQ(Diff("a\nb", "a\nb"), "");
}

TEST(LineDiffTest, ShowsAChangeWithWhatIsAroundIt) {
  EXPECT_EQ(Diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n"),
            "--- a\n+++ b\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

TEST(LineDiffTest, ShowsAMissingLineBreak) {
  EXPECT_EQ(Diff("a\n", "a"), "--- a\n+++ b\n@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file\n");
  EXPECT_EQ(Diff("", "a\n"), "--- a\n+++ b\n@@ -0,0 +1 @@\n+a\n");
  EXPECT_EQ(Diff("a\n", ""), "--- a\n+++ b\n@@ -1 +0,0 @@\n-a\n");
}

TEST(LineDiffTest, PartsThatAreFarApartStandApart) {
  std::string before;
  for (int at = 0; at < 40; ++at) before += std::to_string(at) + '\n';
  std::string after = before;
  after.replace(after.find("\n5\n"), 3, "\nfive\n");
  after.replace(after.find("\n30\n"), 4, "\n");
  const std::string diff = Diff(before, after);
  EXPECT_NE(diff.find("@@ -3,7 +3,7 @@"), std::string::npos) << diff;
  EXPECT_NE(diff.find("@@ -28,7 +28,6 @@"), std::string::npos) << diff;
  EXPECT_EQ(Apply(before, diff), after);
}

TEST(LineDiffTest, GivesTheSecondTextFromTheFirst) {
  uint64_t state = 1;
  const auto random = [&](uint64_t below) {
    state = state * 6364136223846793005 + 1442695040888963407;
    return (state >> 33) % below;
  };
  for (int round = 0; round < 2'000; ++round) {
    std::string texts[2];
    for (std::string& text : texts) {
      for (uint64_t left = random(12); left > 0; --left) {
        text += static_cast<char>('a' + random(4));
        if (left > 1 || random(3) > 0) text += '\n';
      }
    }
    EXPECT_EQ(Apply(texts[0], Diff(texts[0], texts[1])), texts[1]) << Diff(texts[0], texts[1]);
  }
}

TEST(LineDiffTest, TakesTextsThatShareNothing) {
  std::string before;
  std::string after;
  for (int at = 0; at < 20'000; ++at) {
    before += "a" + std::to_string(at) + '\n';
    after += "b" + std::to_string(at) + '\n';
  }
  EXPECT_EQ(Apply(before, Diff(before, after)), after);
}

std::string Shown(std::string_view before, std::string_view after) {
  std::string shown;
  for (const DiffLine& line : DiffLines(before, after)) {
    shown += static_cast<char>(line.kind) + std::string(line.text);
    if (!line.text.ends_with('\n')) shown += '\n';
  }
  return shown;
}

TEST(LineDiffTest, GivesLinesWithGapsForWhatIsFarFromAChange) {
  EXPECT_EQ(Shown("a\nb", "a\nb"), "");
  EXPECT_EQ(Shown("a\nb\nc\nd", "b\nc\ne\nd"), "-a\n b\n c\n+e\n d\n");
  EXPECT_EQ(Shown("1\n2\n3\n4\n5\nx", "1\n2\n3\n4\n5\ny"), "~\n 3\n 4\n 5\n-x\n+y\n");
  EXPECT_EQ(Shown("x\n1\n2\n3\n4\n", "y\n1\n2\n3\n4\n"), "-x\n+y\n 1\n 2\n 3\n~\n");
}

}  // namespace
}  // namespace galley
