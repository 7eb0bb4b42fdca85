// What binds what.  Every expectation is what Jinja2 makes of the expression.
#include "engine/jinja/expression_parser.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "engine/jinja/parser_testing.h"

namespace galley::jinja {
namespace {

bool Parses(std::string_view expression) { return CodeOf(Printing(expression)) == "ok"; }

TEST(Expression, Literals) {
  EXPECT_EQ(ExpressionOf("1_000"), "(const 1000)");
  EXPECT_EQ(ExpressionOf("0x1F"), "(const 31)");
  EXPECT_EQ(ExpressionOf("0b11"), "(const 3)");
  EXPECT_EQ(ExpressionOf("0o17"), "(const 15)");
  EXPECT_EQ(ExpressionOf("00"), "(const 0)");
  EXPECT_EQ(ExpressionOf("1.5e3"), "(const 1500.0)");
  EXPECT_EQ(ExpressionOf("1_0.5_0"), "(const 10.5)");
  EXPECT_EQ(ExpressionOf("1e999"), "(const inf)");
  EXPECT_EQ(ExpressionOf("true"), "(const True)");
  EXPECT_EQ(ExpressionOf("False"), "(const False)");
  EXPECT_EQ(ExpressionOf("None"), "(const None)");
  EXPECT_EQ(ExpressionOf("nOne"), "(name nOne)");
}

TEST(Expression, IntegersHaveSixtyFourBits) {
  EXPECT_EQ(ExpressionOf("9223372036854775807"), "(const 9223372036854775807)");
  EXPECT_EQ(ExpressionOf("-9223372036854775808"), "(const -9223372036854775808)");
  EXPECT_EQ(CodeOf("{{ 9223372036854775808 }}"), "number-range");
  EXPECT_EQ(CodeOf("{{ -9223372036854775809 }}"), "number-range");
  EXPECT_EQ(CodeOf("{{ -9223372036854775808.x }}"), "number-range");
  EXPECT_EQ(CodeOf("{{ a.9223372036854775808 }}"), "number-range");
}

TEST(Expression, StringsThatFollowEachOtherAreOne) {
  EXPECT_EQ(ExpressionOf("'a' \"b\\n\" 'c'"), "(const \"ab\\nc\")");
  EXPECT_EQ(ExpressionOf("'a' 'b'.c"), "(attribute c (const \"ab\"))");
}

TEST(Expression, Tuples) {
  EXPECT_EQ(ExpressionOf("()"), "(tuple)");
  EXPECT_EQ(ExpressionOf("(1)"), "(const 1)");
  EXPECT_EQ(ExpressionOf("(1,)"), "(tuple (const 1))");
  EXPECT_EQ(ExpressionOf("1,"), "(tuple (const 1))");
  EXPECT_EQ(ExpressionOf("1, 2"), "(tuple (const 1) (const 2))");
  EXPECT_EQ(ExpressionOf("(1, (2, 3),)"), "(tuple (const 1) (tuple (const 2) (const 3)))");
  EXPECT_FALSE(Parses("(,)"));
  EXPECT_FALSE(Parses("(1 2)"));
  EXPECT_FALSE(Parses(""));
}

TEST(Expression, ListsAndDicts) {
  EXPECT_EQ(ExpressionOf("[]"), "(list)");
  EXPECT_EQ(ExpressionOf("[1, a,]"), "(list (const 1) (name a))");
  EXPECT_EQ(ExpressionOf("{}"), "(dict)");
  EXPECT_EQ(ExpressionOf("{'a': 1, b: {},}"), "(dict (const \"a\") (const 1) (name b) (dict))");
  EXPECT_EQ(ExpressionOf("{a if b else c: d}"),
            "(dict (condition (then: name a) (if: name b) (else: name c)) (name d))");
  for (const char* text : {"[,]", "[1 2]", "{,}", "{a}", "{a: 1,,}", "{a: b: c}", "{**a}"}) {
    EXPECT_FALSE(Parses(text)) << text;
  }
}

TEST(Expression, AttributesAndItems) {
  EXPECT_EQ(ExpressionOf("a.b.c"), "(attribute c (attribute b (name a)))");
  EXPECT_EQ(ExpressionOf("a.if"), "(attribute if (name a))");
  EXPECT_EQ(ExpressionOf("a.0.1"), "(item (item (name a) (const 0)) (const 1))");
  EXPECT_EQ(ExpressionOf("a[b]['c']"), "(item (item (name a) (name b)) (const \"c\"))");
  EXPECT_EQ(ExpressionOf("a[1, 2]"), "(item (name a) (tuple (const 1) (const 2)))");
  EXPECT_EQ(ExpressionOf("a[]"), "(item (name a) (tuple))");
  EXPECT_EQ(ExpressionOf("1.5.3"), "(item (const 1.5) (const 3))");
  EXPECT_EQ(ExpressionOf("'s'.x"), "(attribute x (const \"s\"))");
  for (const char* text : {"a.", "a.-1", "a.'b'", "a. 0.5", "a[1,]", "a[1 2]", ".5"}) {
    EXPECT_FALSE(Parses(text)) << text;
  }
}

TEST(Expression, Slices) {
  EXPECT_EQ(ExpressionOf("a[:]"), "(item (name a) (slice (absent:) (absent:) (absent:)))");
  EXPECT_EQ(ExpressionOf("a[1:]"), "(item (name a) (slice (const 1) (absent:) (absent:)))");
  EXPECT_EQ(ExpressionOf("a[:2]"), "(item (name a) (slice (absent:) (const 2) (absent:)))");
  EXPECT_EQ(ExpressionOf("a[::3]"), "(item (name a) (slice (absent:) (absent:) (const 3)))");
  EXPECT_EQ(ExpressionOf("a[1:2:3]"), "(item (name a) (slice (const 1) (const 2) (const 3)))");
  EXPECT_EQ(ExpressionOf("a[1::]"), "(item (name a) (slice (const 1) (absent:) (absent:)))");
  for (const char* text : {"a[1:2:3:4]", "a[:::]", "a[1:2, 3]", "a[1, :]", "a[:,]"}) {
    EXPECT_FALSE(Parses(text)) << text;
  }
}

TEST(Expression, Calls) {
  EXPECT_EQ(ExpressionOf("f()"), "(call (name f))");
  EXPECT_EQ(ExpressionOf("f(1, b=2, *c, **d,)"),
            "(call (name f) (argument (const 1)) (argument b (const 2)) (argument * (name c)) "
            "(argument ** (name d)))");
  EXPECT_EQ(ExpressionOf("f(a=1, *b)"),
            "(call (name f) (argument a (const 1)) (argument * (name b)))");
  EXPECT_EQ(ExpressionOf("f(a == 1)"),
            "(call (name f) (argument (compare (name a) (operand == (const 1)))))");
  EXPECT_EQ(ExpressionOf("a.b(c)[0](d)"),
            "(call (item (call (attribute b (name a)) (argument (name c))) (const 0)) "
            "(argument (name d)))");
}

TEST(Expression, ArgumentsHaveAnOrder) {
  for (const char* text :
       {"f(a=1, 2)", "f(*a, 2)", "f(**a, 2)", "f(**a, b=1)", "f(**a, *b)", "f(*a, *b)",
        "f(**a, **b)", "f(a=1, a=2)", "f(,)", "f(1 2)", "f(1,,2)", "f('a'=1)", "f((a)=1)"}) {
    EXPECT_FALSE(Parses(text)) << text;
  }
}

TEST(Expression, SignBindsTighterThanPowerAndFilter) {
  EXPECT_EQ(ExpressionOf("-a**2"), "(binary ** (unary - (name a)) (const 2))");
  EXPECT_EQ(ExpressionOf("a**-b"), "(binary ** (name a) (unary - (name b)))");
  EXPECT_EQ(ExpressionOf("-1|abs"), "(filter abs (unary - (const 1)))");
  EXPECT_EQ(ExpressionOf("-a.b(c)"), "(unary - (call (attribute b (name a)) (argument (name c))))");
  EXPECT_EQ(ExpressionOf("+-+a"), "(unary + (unary - (unary + (name a))))");
  EXPECT_EQ(ExpressionOf("a - -b"), "(binary - (name a) (unary - (name b)))");
}

TEST(Expression, OperatorsOfOneLevelBindFromTheLeft) {
  EXPECT_EQ(ExpressionOf("a - b + c"), "(binary + (binary - (name a) (name b)) (name c))");
  EXPECT_EQ(ExpressionOf("a / b // c % d"),
            "(binary % (binary // (binary / (name a) (name b)) (name c)) (name d))");
  EXPECT_EQ(ExpressionOf("2 ** 3 ** 2"), "(binary ** (binary ** (const 2) (const 3)) (const 2))");
}

TEST(Expression, LevelsFromLooseToTight) {
  EXPECT_EQ(ExpressionOf("a + b * c ** d"),
            "(binary + (name a) (binary * (name b) (binary ** (name c) (name d))))");
  EXPECT_EQ(ExpressionOf("a ~ b + c ~ d * e"),
            "(binary + (concat (name a) (name b)) (concat (name c) (binary * (name d) (name e))))");
  EXPECT_EQ(ExpressionOf("a + b < c"),
            "(compare (binary + (name a) (name b)) (operand < (name c)))");
  EXPECT_EQ(ExpressionOf("not a == b and c or d"),
            "(or (and (unary not (compare (name a) (operand == (name b)))) (name c)) (name d))");
  EXPECT_EQ(ExpressionOf("a or b if c and d else e or f"),
            "(condition (then: or (name a) (name b)) (if: and (name c) (name d)) "
            "(else: or (name e) (name f)))");
}

TEST(Expression, ChainsOfOneOperatorAreOneNode) {
  EXPECT_EQ(ExpressionOf("a and b and c"), "(and (name a) (name b) (name c))");
  EXPECT_EQ(ExpressionOf("a or b or c"), "(or (name a) (name b) (name c))");
  EXPECT_EQ(ExpressionOf("a ~ b ~ c"), "(concat (name a) (name b) (name c))");
  EXPECT_EQ(ExpressionOf("a < b <= c in d not in e"),
            "(compare (name a) (operand < (name b)) (operand <= (name c)) (operand in (name d)) "
            "(operand not in (name e)))");
  EXPECT_EQ(ExpressionOf("(a and b) and c"), "(and (and (name a) (name b)) (name c))");
}

TEST(Expression, NotIsAnOperatorOnlyWhereItMayStand) {
  EXPECT_EQ(ExpressionOf("not not a"), "(unary not (unary not (name a)))");
  EXPECT_EQ(ExpressionOf("not a in b"), "(unary not (compare (name a) (operand in (name b))))");
  EXPECT_EQ(ExpressionOf("a == not"), "(compare (name a) (operand == (name not)))");
  for (const char* text : {"1 + not a", "a == not b", "- not a", "a not b", "not"}) {
    EXPECT_FALSE(Parses(text)) << text;
  }
}

TEST(Expression, Conditions) {
  EXPECT_EQ(ExpressionOf("a if b"), "(condition (then: name a) (if: name b))");
  EXPECT_EQ(ExpressionOf("a if b else c if d else e"),
            "(condition (then: name a) (if: name b) "
            "(else: condition (then: name c) (if: name d) (else: name e)))");
  EXPECT_EQ(ExpressionOf("a if b if c else d"),
            "(condition (then: condition (then: name a) (if: name b)) (if: name c) "
            "(else: name d))");
  for (const char* text : {"a if", "a if b else", "a if b else c else d", "if a", "a else b"}) {
    EXPECT_FALSE(Parses(text)) << text;
  }
}

TEST(Expression, Filters) {
  EXPECT_EQ(ExpressionOf("a|b|c(1)"), "(filter c (filter b (name a)) (argument (const 1)))");
  EXPECT_EQ(ExpressionOf("a|b.c . d"), "(filter b.c.d (name a))");
  EXPECT_EQ(ExpressionOf("a|f(1)(2)"),
            "(call (filter f (name a) (argument (const 1))) (argument (const 2)))");
  EXPECT_EQ(ExpressionOf("a + b|c"), "(binary + (name a) (filter c (name b)))");
  for (const char* text : {"a|", "a|list[0]", "a|f.", "a|1"}) EXPECT_FALSE(Parses(text)) << text;
}

TEST(Expression, Tests) {
  EXPECT_EQ(ExpressionOf("a is b"), "(test b (name a))");
  EXPECT_EQ(ExpressionOf("a is not b"), "(unary not (test b (name a)))");
  EXPECT_EQ(ExpressionOf("a is b.c"), "(test b.c (name a))");
  EXPECT_EQ(ExpressionOf("a is b(1, 2)"),
            "(test b (name a) (argument (const 1)) (argument (const 2)))");
  EXPECT_EQ(ExpressionOf("a is not b(1)"), "(unary not (test b (name a) (argument (const 1))))");
  EXPECT_EQ(ExpressionOf("not a is b"), "(unary not (test b (name a)))");
  EXPECT_EQ(ExpressionOf("2 ** 3 is b"), "(binary ** (const 2) (test b (const 3)))");
}

TEST(Expression, TestTakesOneArgumentWithoutParentheses) {
  EXPECT_EQ(ExpressionOf("a is b 3"), "(test b (name a) (argument (const 3)))");
  EXPECT_EQ(ExpressionOf("a is b c.d[0](e)|f"),
            "(filter f (test b (name a) (argument (call (item (attribute d (name c)) (const 0)) "
            "(argument (name e))))))");
  EXPECT_EQ(ExpressionOf("a is in [1]"), "(test in (name a) (argument (list (const 1))))");
  EXPECT_EQ(ExpressionOf("a is b {}"), "(test b (name a) (argument (dict)))");
  EXPECT_EQ(ExpressionOf("a is b 'x' 'y'"), "(test b (name a) (argument (const \"xy\")))");
  EXPECT_EQ(ExpressionOf("a is b -1"), "(binary - (test b (name a)) (const 1))");
  EXPECT_EQ(ExpressionOf("a is b and c"), "(and (test b (name a)) (name c))");
  EXPECT_EQ(ExpressionOf("d if a is b else c"),
            "(condition (then: name d) (if: test b (name a)) (else: name c))");
}

TEST(Expression, KeywordBehindATestIsItsArgument) {
  EXPECT_EQ(ExpressionOf("a is b not"), "(test b (name a) (argument (name not)))");
  EXPECT_FALSE(Parses("a is b if c"));
  EXPECT_FALSE(Parses("a is b in c"));
}

TEST(Expression, TestsDoNotFollowEachOther) {
  EXPECT_FALSE(Parses("a is b is c"));
  EXPECT_EQ(ExpressionOf("a is b(1) is c"), "(test c (test b (name a) (argument (const 1))))");
  EXPECT_EQ(ExpressionOf("a is b d is c"), "(test c (test b (name a) (argument (name d))))");
}

TEST(Expression, KeywordsAreNamesElsewhere) {
  EXPECT_EQ(ExpressionOf("if if if"), "(condition (then: name if) (if: name if))");
  EXPECT_EQ(ExpressionOf("in"), "(name in)");
  EXPECT_EQ(ExpressionOf("and and or"), "(and (name and) (name or))");
  EXPECT_EQ(ExpressionOf("f(true=1)"), "(call (name f) (argument true (const 1)))");
}

TEST(Expression, SpansPointAtWhatMessagesMean) {
  const std::string_view source = "{{ a.bc + f(1)|up is odd }}";
  const Result<Tree> tree = ParseText(source);
  ASSERT_TRUE(tree);
  const auto text = [&](NodeKind kind) -> std::string_view {
    for (const Node& node : tree->nodes) {
      if (node.kind == kind) return source.substr(node.span.begin, node.span.end - node.span.begin);
    }
    return "absent";
  };
  EXPECT_EQ(text(NodeKind::kName), "a");
  EXPECT_EQ(text(NodeKind::kAttribute), "bc");
  EXPECT_EQ(text(NodeKind::kBinary), "+");
  EXPECT_EQ(text(NodeKind::kCall), "f(1)");
  EXPECT_EQ(text(NodeKind::kFilter), "up");
  EXPECT_EQ(text(NodeKind::kTest), "odd");
  EXPECT_EQ(text(NodeKind::kPrint), "a.bc + f(1)|up is odd");
}

TEST(Expression, NodesComeAfterTheirChildren) {
  const Result<Tree> tree = ParseText("{{ a.b + -c[1:2]|d(e=f) if g is h else [i, {j: k}] }}");
  ASSERT_TRUE(tree);
  const auto comes_before = [](NodeId child, uint32_t at) {
    return child == NodeId::kNone || static_cast<uint32_t>(child) < at;
  };
  for (uint32_t at = 0; at < tree->nodes.size(); ++at) {
    const Node& node = tree->nodes[at];
    for (const NodeId child : {node.a, node.b, node.c}) EXPECT_TRUE(comes_before(child, at));
    for (const NodeId child : tree->Children(node.list)) EXPECT_TRUE(comes_before(child, at));
  }
}

}  // namespace
}  // namespace galley::jinja
