#include "transform/transform.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "format/json_data.h"

namespace galley {
namespace {

// A list of transforms, kept as long as the test.
class TransformTest : public ::testing::Test {
 protected:
  Value Read(std::string_view json) {
    const Source source("list", json, Nature::kData);
    Result<Value> list = ReadJsonData(source, &heap_, Limits());
    EXPECT_TRUE(list);
    return list ? *list : Value::List({});
  }
  Transformed Apply(std::string_view json, std::string_view text, const Limits& limits = {}) {
    return ApplyTransforms(Read(json).items(), "transforms", text, limits);
  }

 private:
  Heap heap_{Limits()};
};

TEST_F(TransformTest, ChecksTheShape) {
  Transform transform;
  EXPECT_FALSE(ReadTransform(
      Read(R"({"type": "regexExtract", "pattern": "a", "flags": "i", "group": 3.0})"), &transform));
  EXPECT_EQ(transform.group, 3u);
  const auto problem = ReadTransform(Read(R"({"type": "regexReplace", "pattern": 1})"), &transform);
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->field, "pattern");
  EXPECT_EQ(problem->message, "must be of type string, not integer");
  // What the other kind has is not looked at.
  EXPECT_FALSE(ReadTransform(
      Read(R"({"type": "regexReplace", "pattern": "a", "replace": "", "group": "x"})"),
      &transform));
}

TEST_F(TransformTest, ChecksPatternsForAuthors) {
  Transform transform;
  transform.pattern = "a(b";
  const std::optional<Diagnostic> warning = CheckTransform(transform, Limits());
  ASSERT_TRUE(warning);
  EXPECT_EQ(warning->code, "invalid-pattern");
  EXPECT_EQ(warning->severity, Severity::kWarning);
  transform.pattern = "a(b)";
  EXPECT_FALSE(CheckTransform(transform, Limits()));
}

// The limit at N and N + 1 bytes, which are not UTF-16 units.
TEST_F(TransformTest, MakesNoTextLongerThanTheLimit) {
  constexpr std::string_view kList =
      R"([{"type": "regexReplace", "pattern": "x", "replace": "\u20ac"}])";
  Limits limits;
  limits.output = 6;
  EXPECT_EQ(Apply(kList, "xx", limits).text, "\xE2\x82\xAC\xE2\x82\xAC");
  limits.output = 5;
  const Transformed refused = Apply(kList, "xx", limits);
  EXPECT_EQ(refused.text, "xx");
  ASSERT_EQ(refused.warnings.size(), 1u);
  EXPECT_EQ(refused.warnings[0].code, "limit-regex");
}

TEST_F(TransformTest, LeavesStepsToTheOthers) {
  constexpr std::string_view kList =
      R"([{"type": "regexExtract", "pattern": "(a+)+$"}, {"type": "regexExtract", "pattern": "(a+)+$"},
          {"type": "regexReplace", "pattern": "b", "replace": "c"}])";
  const Transformed transformed = Apply(kList, std::string(50, 'a') + 'b');
  EXPECT_EQ(transformed.text, std::string(50, 'a') + 'c');
  EXPECT_EQ(transformed.applied, std::vector<uint32_t>{2});
  EXPECT_EQ(transformed.warnings.size(), 2u);
}

TEST_F(TransformTest, NamesNoTextInItsWarnings) {
  const Transformed transformed = Apply(R"([{"type": "regexExtract", "pattern": "(s+)+$"}, 7])",
                                        std::string(60, 's') + "ecret");
  ASSERT_EQ(transformed.warnings.size(), 2u);
  for (const Diagnostic& warning : transformed.warnings) {
    EXPECT_EQ(warning.message.find("ecret"), std::string::npos);
  }
}

}  // namespace
}  // namespace galley
