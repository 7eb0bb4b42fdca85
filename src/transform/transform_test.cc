#include "transform/transform.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "value/value_testing.h"

namespace galley {
namespace {

class TransformTest : public ValueTest {
 protected:
  Value Extract(std::string_view pattern) {
    return M({{S("type"), S("regexExtract")}, {S("pattern"), S(pattern)}});
  }
  Value Replace(std::string_view pattern, std::string_view replace) {
    return M(
        {{S("type"), S("regexReplace")}, {S("pattern"), S(pattern)}, {S("replace"), S(replace)}});
  }
  static Transformed Apply(const Value& list, std::string_view text, const Limits& limits = {}) {
    return ApplyTransforms(list.items(), "transforms", text, limits);
  }
};

TEST_F(TransformTest, ChecksTheShape) {
  Transform transform;
  EXPECT_FALSE(ReadTransform(M({{S("type"), S("regexExtract")},
                                {S("pattern"), S("a")},
                                {S("flags"), S("i")},
                                {S("group"), D(3.0)}}),
                             &transform));
  EXPECT_EQ(transform.group, 3u);
  const auto problem =
      ReadTransform(M({{S("type"), S("regexReplace")}, {S("pattern"), I(1)}}), &transform);
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->field, "pattern");
  EXPECT_EQ(problem->message, "must be of type string, not integer");
}

// What only the other kind has is not looked at.
TEST_F(TransformTest, LooksAtTheFieldsOfItsKind) {
  Transform transform;
  EXPECT_FALSE(ReadTransform(M({{S("type"), S("regexReplace")},
                                {S("pattern"), S("a")},
                                {S("replace"), S("")},
                                {S("group"), S("x")}}),
                             &transform));
}

TEST_F(TransformTest, ChecksPatternsForAuthors) {
  Transform transform;
  transform.pattern = "a(b";
  uint64_t steps = Limits().steps;
  const std::optional<Diagnostic> warning = CheckTransform(transform, Limits(), &steps);
  ASSERT_TRUE(warning);
  EXPECT_EQ(warning->code, "invalid-pattern");
  EXPECT_EQ(warning->severity, Severity::kWarning);
  transform.pattern = "a(b)";
  EXPECT_FALSE(CheckTransform(transform, Limits(), &steps));
  EXPECT_LT(steps, Limits().steps);
}

// All patterns of a document share one allowance.
TEST_F(TransformTest, StopsCompilingWhereTheStepsEnd) {
  Transform transform;
  transform.pattern = "[a-z]+";
  uint64_t steps = Limits().steps;
  ASSERT_FALSE(CheckTransform(transform, Limits(), &steps));
  const uint64_t price = Limits().steps - steps;
  steps = 2 * price;
  EXPECT_FALSE(CheckTransform(transform, Limits(), &steps));
  EXPECT_FALSE(CheckTransform(transform, Limits(), &steps));
  EXPECT_EQ(CheckTransform(transform, Limits(), &steps)->code, "limit-regex");
  steps = 2 * price - 1;
  EXPECT_FALSE(CheckTransform(transform, Limits(), &steps));
  EXPECT_EQ(CheckTransform(transform, Limits(), &steps)->code, "limit-regex");
}

TEST_F(TransformTest, KeepsTheFirstHundredWarnings) {
  const Value item = Value::Int(0);
  const std::vector<Value> list(1'000, item);
  EXPECT_EQ(ApplyTransforms(list, "list", "a", Limits()).warnings.size(), 100u);
}

TEST_F(TransformTest, PaysForThePiecesOfAReplacement) {
  std::string references;
  for (int i = 0; i < 10'000; ++i) references += "$1";
  Limits limits;
  limits.steps = 100'000;
  const std::string text(10'000, 'a');
  const Transformed all = Apply(L({Replace("(b)?", references)}), text, limits);
  ASSERT_EQ(all.warnings.size(), 1u);
  EXPECT_EQ(all.warnings[0].code, "limit-regex");
}

// The limit at N and N + 1 bytes, which are not UTF-16 units.
TEST_F(TransformTest, MakesNoTextLongerThanTheLimit) {
  const Value list = L({Replace("x", "\xE2\x82\xAC")});
  Limits limits;
  limits.output = 6;
  EXPECT_EQ(Apply(list, "xx", limits).text, "\xE2\x82\xAC\xE2\x82\xAC");
  limits.output = 5;
  const Transformed refused = Apply(list, "xx", limits);
  EXPECT_EQ(refused.text, "xx");
  ASSERT_EQ(refused.warnings.size(), 1u);
  EXPECT_EQ(refused.warnings[0].code, "limit-regex");
}

TEST_F(TransformTest, LeavesStepsToTheOthers) {
  const Value list = L({Extract("(a+)+$"), Extract("(a+)+$"), Replace("b", "c")});
  const Transformed transformed = Apply(list, std::string(50, 'a') + 'b');
  EXPECT_EQ(transformed.text, std::string(50, 'a') + 'c');
  EXPECT_EQ(transformed.applied, std::vector<uint32_t>{2});
  EXPECT_EQ(transformed.warnings.size(), 2u);
}

TEST_F(TransformTest, NamesNoTextInItsWarnings) {
  const Transformed transformed =
      Apply(L({Extract("(s+)+$"), I(7)}), std::string(60, 's') + "ecret");
  ASSERT_EQ(transformed.warnings.size(), 2u);
  for (const Diagnostic& warning : transformed.warnings) {
    EXPECT_EQ(warning.message.find("ecret"), std::string::npos);
  }
}

}  // namespace
}  // namespace galley
