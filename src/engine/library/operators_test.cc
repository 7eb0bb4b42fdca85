#include "engine/library/library_testing.h"

namespace galley {
namespace {

TEST(OperatorsTest, ArithmeticIsThatOfPython) {
  constexpr Row kRows[] = {
      {"1 + 2", "3"},
      {"1 + true", "2"},
      {"7 / 2", "3.5"},
      {"6 / 3", "2.0"},
      {"7 // 2", "3"},
      {"-7 // 2", "-4"},
      {"7 // -2", "-4"},
      {"-7 % 3", "2"},
      {"7 % -3", "-2"},
      {"7.5 // 2", "3.0"},
      {"-7.5 % 2", "0.5"},
      {"2 ** 10", "1024"},
      {"2 ** -1", "0.5"},
      {"2 ** 0.5", "1.4142135623730951"},
      {"0 ** 0", "1"},
      {"true * 3", "3"},
      {"1 - 2.5", "-1.5"},
      {"9007199254740993 / 3", "3002399751580331.0"},
      {"9223372036854775807 / 7", "1.3176245766935393e+18"},
      {"-0.0 // 5", "-0.0"},
      {"5 % 0.3", "0.20000000000000018"},
  };
  ExpectRows(kRows);
}

TEST(OperatorsTest, IntegersThatDoNotFitFail) {
  constexpr Row kRows[] = {
      {"9223372036854775807 + 1", "error[template-type]"},
      {"lowest - 1", "error[template-type]"},
      {"lowest // -1", "error[template-type]"},
      {"lowest * -1", "error[template-type]"},
      {"3037000500 * 3037000500", "error[template-type]"},
      {"2 ** 63", "error[template-type]"},
      {"10 ** 19", "error[template-type]"},
      {"0 - lowest", "error[template-type]"},
      {"-9223372036854775807 - 1", "-9223372036854775808"},
      {"lowest % -1", "0"},
      {"2 ** 62", "4611686018427387904"},
      {"lowest + 0", "-9223372036854775808"},
  };
  ExpectRows(kRows);
}

TEST(OperatorsTest, DivisionByZeroFails) {
  constexpr Row kRows[] = {
      {"1 / 0", "error[template-type]"},     {"1 // 0", "error[template-type]"},
      {"1 % 0", "error[template-type]"},     {"1.0 / 0", "error[template-type]"},
      {"1 // 0.0", "error[template-type]"},  {"1 % 0.0", "error[template-type]"},
      {"0 ** -1", "error[template-type]"},   {"0.0 ** -2", "error[template-type]"},
      {"1 / false", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(OperatorsTest, FloatsOutOfRangeFail) {
  constexpr Row kRows[] = {
      {"10.0 ** 400", "error[template-type]"},
      {"-8.0 ** 0.5", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(OperatorsTest, SequencesAreJoinedAndRepeated) {
  constexpr Row kRows[] = {
      {"'a' + 'b'", "'ab'"},    {"[1] + [2]", "[1, 2]"},  {"(1,) + (2,)", "(1, 2)"},
      {"'ab' * 3", "'ababab'"}, {"3 * 'ab'", "'ababab'"}, {"[1, 2] * 2", "[1, 2, 1, 2]"},
      {"(1,) * 2", "(1, 1)"},   {"'ab' * 0", "''"},       {"'ab' * -1", "''"},
      {"'ab' * true", "'ab'"},  {"[] * 5", "[]"},         {"'' * 9223372036854775807", "''"},
      {"'é' * 2", "'éé'"},
  };
  ExpectRows(kRows);
}

TEST(OperatorsTest, KindsThatDoNotGoTogetherFail) {
  constexpr Row kRows[] = {
      {"'a' + 1", "error[template-type]"},        {"1 + 'a'", "error[template-type]"},
      {"[1] + (1,)", "error[template-type]"},     {"'a' * 'b'", "error[template-type]"},
      {"'a' * 2.0", "error[template-type]"},      {"[1] - [1]", "error[template-type]"},
      {"none + 1", "error[template-type]"},       {"{} + {}", "error[template-type]"},
      {"range(3) + [1]", "error[template-type]"}, {"range(3) * 2", "error[template-type]"},
      {"1 < 'a'", "error[template-type]"},        {"none < none", "error[template-type]"},
      {"{} < {}", "error[template-type]"},        {"[1] < (1,)", "error[template-type]"},
      {"-'a'", "error[template-type]"},           {"+'a'", "error[template-type]"},
      {"-none", "error[template-type]"},          {"1 in 5", "error[template-type]"},
      {"1 in 'abc'", "error[template-type]"},     {"[] in {}", "error[template-type]"},
      {"none in none", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(OperatorsTest, MarkupEscapesWhatJoinsIt) {
  constexpr Row kRows[] = {
      {"markup('<b>') + '<i>'", "Markup('<b>&lt;i&gt;')"},
      {"'<i>' + markup('<b>')", "Markup('&lt;i&gt;<b>')"},
      {"markup('<b>') + markup('<i>')", "Markup('<b><i>')"},
      {"markup('<b>') * 2", "Markup('<b><b>')"},
      {"'<i>' ~ markup('<b>')", "'<i><b>'"},
  };
  ExpectRows(kRows);
}

TEST(OperatorsTest, ConcatenationEscapesWhereOutputIsEscaped) {
  constexpr Row kRows[] = {
      {"'<i>' ~ markup('<b>')", "Markup('&lt;i&gt;<b>')"},
      {"'<i>' ~ 1", "'<i>1'"},
      {"1 ~ markup('<b>')", "Markup('1<b>')"},
      {"[1, '<'] ~ markup('')", "Markup('[1, &#39;&lt;&#39;]')"},
      {"missing ~ 'a'", "'a'"},
  };
  ExpectRows(kRows, RenderPolicy(), true);
}

TEST(OperatorsTest, ConcatenationPrintsAnything) {
  constexpr Row kRows[] = {
      {"1 ~ none", "'1None'"},  {"1.0 ~ true", "'1.0True'"}, {"[1, 'a'] ~ {}", "\"[1, 'a']{}\""},
      {"missing ~ 'x'", "'x'"}, {"'' ~ ''", "''"},
  };
  ExpectRows(kRows);
}

TEST(OperatorsTest, ComparisonIsThatOfPython) {
  constexpr Row kRows[] = {
      {"1 == 1.0", "True"},
      {"1 == true", "True"},
      {"'a' == 'a'", "True"},
      {"[1, 2] == [1, 2.0]", "True"},
      {"(1,) == [1]", "False"},
      {"{} == {}", "True"},
      {"{'a': 1, 'b': 2} == {'b': 2, 'a': 1}", "True"},
      {"none == none", "True"},
      {"none == false", "False"},
      {"1 != 2", "True"},
      {"1 < 2.5", "True"},
      {"'a' < 'b'", "True"},
      {"'Z' < 'a'", "True"},
      {"[1, 2] < [1, 3]", "True"},
      {"[1] < [1, 0]", "True"},
      {"(1, 'a') < (1, 'b')", "True"},
      {"9007199254740993 > 9007199254740992.0", "True"},
      {"true < 2", "True"},
      {"2 >= 2", "True"},
      {"range(3) == range(3)", "True"},
      {"missing == missing", "True"},
      {"missing == none", "False"},
      {"[none] < [none]", "False"},
  };
  ExpectRows(kRows);
}

TEST(OperatorsTest, MembershipIsThatOfPython) {
  constexpr Row kRows[] = {
      {"'b' in 'abc'", "True"},
      {"'' in ''", "True"},
      {"'é' in 'né'", "True"},
      {"1 in [1.0]", "True"},
      {"1 in (2, 3)", "False"},
      {"'a' in {'a': 1}", "True"},
      {"1 in {1.0: 2}", "True"},
      {"3 in range(5)", "True"},
      {"2.5 in range(5)", "False"},
      {"2 in gen([1, 2, 3])", "True"},
      {"'a' in missing", "False"},
      {"none in [none]", "True"},
      {"'x' not in 'abc'", "True"},
      {"'a' not in ['b']", "True"},
      {"(1, 2) in {(1, 2): 3}", "True"},
      {"missing in [1]", "False"},
      {"'a' in {'a': 1}.keys()", "True"},
      {"[1] in [[1]]", "True"},
  };
  ExpectRows(kRows);
}

TEST(OperatorsTest, UndefinedOperandsFail) {
  constexpr Row kRows[] = {
      {"missing + 1", "error[undefined-variable]"},
      {"1 + missing", "error[undefined-variable]"},
      {"'a' + missing", "error[undefined-variable]"},
      {"missing * 2", "error[undefined-variable]"},
      {"2 - missing", "error[undefined-variable]"},
      {"missing / 1", "error[undefined-variable]"},
      {"1 // missing", "error[undefined-variable]"},
      {"missing % 2", "error[undefined-variable]"},
      {"missing ** 2", "error[undefined-variable]"},
      {"-missing", "error[undefined-variable]"},
      {"+missing", "error[undefined-variable]"},
      {"missing < 1", "error[undefined-variable]"},
      {"1 > missing", "error[undefined-variable]"},
      {"missing <= missing", "error[undefined-variable]"},
      {"[1] < [missing]", "error[undefined-variable]"},
  };
  ExpectRows(kRows);
}

TEST(OperatorsTest, StrictUndefinedFailsEvenWhenComparedOrTested) {
  constexpr Row kRows[] = {
      {"missing == 1", "error[undefined-variable]"},
      {"1 != missing", "error[undefined-variable]"},
      {"not missing", "error[undefined-variable]"},
      {"1 in missing", "error[undefined-variable]"},
      {"missing in [1]", "error[undefined-variable]"},
      {"missing in {}", "error[undefined-variable]"},
      {"1 in [missing]", "error[undefined-variable]"},
      {"missing ~ ''", "error[undefined-variable]"},
  };
  ExpectRows(kRows, PolicyOf(UndefinedPolicy::kStrict));
}

TEST(OperatorsTest, TruthIsThatOfPython) {
  constexpr Row kRows[] = {
      {"not 0", "True"},        {"not 0.0", "True"},     {"not ''", "True"},
      {"not []", "True"},       {"not {}", "True"},      {"not ()", "True"},
      {"not none", "True"},     {"not missing", "True"}, {"not 1", "False"},
      {"not 'a'", "False"},     {"not [0]", "False"},    {"not gen([])", "False"},
      {"not range(0)", "True"},
  };
  ExpectRows(kRows);
}

std::string Repeat(uint64_t limit, std::string_view expression) {
  Limits limits;
  limits.string = limit;
  limits.list = limit;
  TestExpression test({}, limits);
  return test.Show(test.Evaluate(expression));
}

// The limit is met before anything is allocated: none of these needs memory.
TEST(OperatorsTest, RepetitionRespectsTheLimits) {
  EXPECT_EQ(Repeat(6, "'ab' * 3"), "'ababab'");
  EXPECT_EQ(Repeat(5, "'ab' * 3"), "exhausted");
  EXPECT_EQ(Repeat(6, "[1, 2] * 3"), "[1, 2, 1, 2, 1, 2]");
  EXPECT_EQ(Repeat(5, "[1, 2] * 3"), "exhausted");
  EXPECT_EQ(Repeat(5, "'ab' * 9223372036854775807"), "exhausted");
  EXPECT_EQ(Repeat(5, "(1, 2) * 9223372036854775807"), "exhausted");
}

TEST(OperatorsTest, MessagesNameTypesAndLengthsOnly) {
  EXPECT_EQ(Give("data('secret') + 1"),
            "error[template-type]: `+` does not go with a string of 6 characters and an integer");
  EXPECT_EQ(Give("data('secret') < [1, 2]"),
            "error[template-type]: `<` has no order for a string of 6 characters and a list of 2 "
            "items");
}

}  // namespace
}  // namespace galley
