#include "engine/library/library_testing.h"

namespace galley {
namespace {

TEST(GlobalsTest, Range) {
  constexpr Row kRows[] = {
      {"range(3)|list", "[0, 1, 2]"},
      {"range(1, 4)|list", "[1, 2, 3]"},
      {"range(5, 0, -2)|list", "[5, 3, 1]"},
      {"range(0)|list", "[]"},
      {"range(3, 1)|list", "[]"},
      {"range(true)|list", "[0]"},
      {"range(1020, 1030)|list", "[1020, 1021, 1022, 1023, 1024, 1025, 1026, 1027, 1028, 1029]"},
      {"range(-2, 2)|list", "[-2, -1, 0, 1]"},
      {"range(3)", "range(0, 3)"},
      {"range(2, 5)", "range(2, 5)"},
      {"range(9223372036854775805, 9223372036854775807)|list",
       "[9223372036854775805, 9223372036854775806]"},
      {"range(lowest, 9223372036854775807, 9223372036854775807)|list",
       "[-9223372036854775808, -1, 9223372036854775806]"},
      {"range(100000)|length", "100000"},
  };
  ExpectRows(kRows);
}

TEST(GlobalsTest, RangeFails) {
  constexpr Row kRows[] = {
      {"range()", "error[template-type]"},
      {"range(1, 2, 3, 4)", "error[template-type]"},
      {"range(1.0)", "error[template-type]"},
      {"range('a')", "error[template-type]"},
      {"range(none)", "error[template-type]"},
      {"range(missing)", "error[template-type]"},
      {"range(1, 2, 0)", "error[template-type]"},
      {"range(100001)", "error[template-type]"},
      {"range(lowest, 9223372036854775807)", "error[template-type]"},
      {"range(9223372036854775807, lowest, -1)", "error[template-type]"},
      {"range(stop=3)", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(GlobalsTest, Dict) {
  constexpr Row kRows[] = {
      {"dict()", "{}"},
      {"dict(a=1)", "{'a': 1}"},
      {"dict({'a': 1})", "{'a': 1}"},
      {"dict({'a': 1}, a=2, b=3)", "{'a': 2, 'b': 3}"},
      {"dict([('a', 1), ['b', 2]])", "{'a': 1, 'b': 2}"},
      {"dict(['ab'])", "{'a': 'b'}"},
      {"dict(gen([(1, 2)]))", "{1: 2}"},
      {"dict({'a': 1}.items())", "{'a': 1}"},
      {"dict([(1, 2, 3)])", "error[template-type]"},
      {"dict(5)", "error[template-type]"},
      {"dict(none)", "error[template-type]"},
      {"dict(missing)", "error[undefined-variable]"},
      {"dict([([], 1)])", "error[template-type]"},
      {"dict({}, {})", "error[template-type]"},
      {"dict('')", "{}"},
  };
  ExpectRows(kRows);
}

TEST(GlobalsTest, Cycler) {
  constexpr Row kRows[] = {
      {"cycler(1, 2).next()", "1"},
      {"cycler(1, 2).current", "1"},
      {"cycler(1, 2).reset()", "None"},
      {"cycler(1, 2).items", "(1, 2)"},
      {"cycler(1, 2).pos", "0"},
      {"cycler(1).nosuch", "Undefined"},
      {"cycler()", "error[template-type]"},
      {"cycler(1)()", "error[template-type]"},
      {"cycler(a=1)", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(GlobalsTest, Joiner) {
  constexpr Row kRows[] = {
      {"joiner()()", "''"},
      {"joiner('x')()", "''"},
      {"joiner(sep='x')()", "''"},
      {"joiner(1)(2)", "error[template-type]"},
      {"joiner(1, 2)", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(GlobalsTest, Namespace) {
  constexpr Row kRows[] = {
      {"namespace(a=1).a", "1"},
      {"namespace({'a': 1}).a", "1"},
      {"namespace({'a': 1}, a=2).a", "2"},
      {"namespace([('a', 5)]).a", "5"},
      {"namespace().a", "Undefined"},
      {"namespace(a=1)['a']", "1"},
      {"namespace(items=1).items", "1"},
      {"namespace(1)", "error[template-type]"},
      {"namespace({}, {})", "error[template-type]"},
      {"namespace(a=1)()", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(GlobalsTest, ACyclerGoesRound) {
  TestExpression test;
  const Value cycler = test.Evaluate("cycler('a', 'b', 'c')");
  const auto call = [&](std::string_view method) {
    const Value bound = GetAttribute(test.cx(), cycler, Value::String(method));
    return test.Show(CallObject(test.cx(), bound, {}, {}));
  };
  EXPECT_EQ(call("next"), "'a'");
  EXPECT_EQ(call("next"), "'b'");
  EXPECT_EQ(test.Show(GetAttribute(test.cx(), cycler, Value::String("current"))), "'c'");
  EXPECT_EQ(call("next"), "'c'");
  EXPECT_EQ(call("next"), "'a'");
  EXPECT_EQ(call("reset"), "None");
  EXPECT_EQ(call("next"), "'a'");
}

TEST(GlobalsTest, AJoinerIsSilentOnce) {
  TestExpression test;
  const Value joiner = test.Evaluate("joiner('; ')");
  EXPECT_EQ(test.Show(CallObject(test.cx(), joiner, {}, {})), "''");
  EXPECT_EQ(test.Show(CallObject(test.cx(), joiner, {}, {})), "'; '");
  EXPECT_EQ(test.Show(CallObject(test.cx(), joiner, {}, {})), "'; '");
}

TEST(GlobalsTest, CommonRangesNeedNoMemory) {
  TestExpression test;
  const Value range = test.Evaluate("range");
  const uint64_t before = test.cx().meter().bytes_left();
  const Value end = Value::Int(1000);
  const Value items = FindGlobal("range")->function(test.cx(), std::span(&end, 1));
  EXPECT_EQ(items.size(), 1000u);
  EXPECT_EQ(test.cx().meter().bytes_left(), before);
  EXPECT_TRUE(range.is_function());
}

TEST(GlobalsTest, LipsumIsTheSameEverywhere) {
  EXPECT_EQ(Give("lipsum()"), Give("lipsum()"));
  EXPECT_EQ(Give("lipsum(1, false, 4, 5)"), "'Sed qui pariatur velit.'");
  EXPECT_EQ(Give("lipsum(2, true, 1, 2)"), "Markup('<p>Sed.</p>\\n<p>Ut.</p>')");
  EXPECT_EQ(Give("lipsum(0)"), "Markup('')");
}

TEST(GlobalsTest, LipsumKeepsToItsArguments) {
  for (int words : {1, 7, 30, 99}) {
    const std::string count = std::to_string(words);
    const std::string next = std::to_string(words + 1);
    EXPECT_EQ(Give("(lipsum(1, false, " + count + ", " + next + ")).split()|length"), count);
  }
  EXPECT_EQ(Give("lipsum(3, html=false, min=2, max=9).split('\\n\\n')|length"), "3");
  EXPECT_TRUE(Give("lipsum(1, true, 5, 5)").starts_with("error[template-type]"));
  EXPECT_TRUE(Give("lipsum('a')").starts_with("error[template-type]"));
}

}  // namespace
}  // namespace galley
