#include "value/compare.h"

#include <string>
#include <vector>

#include "value/function.h"
#include "value/value_testing.h"

namespace galley {
namespace {

class CompareTest : public ValueTest {
 protected:
  bool Equal(const Value& a, const Value& b) {
    const bool equal = Equals(a, b, &meter());
    EXPECT_EQ(Equals(b, a, &meter()), equal) << Repr(a) << " and " << Repr(b);
    return equal;
  }

  // `<`, `=`, `>`, `?` for unordered, or the two kinds that have no order.
  std::string Sign(const Value& a, const Value& b) {
    Order order;
    Kind x;
    Kind y;
    if (!Compare(a, b, &meter(), &order, &x, &y)) {
      return std::string(KindName(x)) + " and " + std::string(KindName(y));
    }
    constexpr const char* kSigns[] = {"<", "=", ">", "?"};
    return kSigns[static_cast<int>(order)];
  }
};

TEST_F(CompareTest, NumbersAreEqualByValue) {
  EXPECT_TRUE(Equal(I(1), D(1.0)));
  EXPECT_TRUE(Equal(I(1), B(true)));
  EXPECT_TRUE(Equal(D(0.0), B(false)));
  EXPECT_TRUE(Equal(D(0.0), D(-0.0)));
  EXPECT_FALSE(Equal(I(1), D(1.5)));
  EXPECT_FALSE(Equal(I(1), S("1")));
  EXPECT_FALSE(Equal(I(0), None()));
  EXPECT_FALSE(Equal(B(false), None()));
}

TEST_F(CompareTest, StrictUndefinedItemsAreRefusedOnceTheyAreMet) {
  const Value name = S("x");
  const Value missing = Value::Undefined(&name);
  const Value lenient = Value::LenientUndefined(&name);
  const auto refuses = [&](const Value& a, const Value& b) {
    Value refused = None();
    (void)EqualsUnlessStrict(L({a, I(1)}), L({b, I(1)}), &meter(), &refused);
    return refused.is_undefined();
  };
  EXPECT_TRUE(refuses(missing, I(2)));
  EXPECT_TRUE(refuses(I(2), missing));
  EXPECT_TRUE(refuses(L({I(1), missing}), L({I(1), S("a")})));
  EXPECT_FALSE(refuses(L({I(1), missing}), L({I(2), missing})));
  // Each mention of a name is a value of its own, as in Jinja2.
  EXPECT_TRUE(refuses(missing, missing));
  EXPECT_FALSE(refuses(lenient, I(2)));
  EXPECT_FALSE(refuses(L({missing}), L({})));
}

TEST_F(CompareTest, IntegersAreComparedWithDoublesExactly) {
  constexpr int64_t kTwoTo53 = int64_t{1} << 53;
  EXPECT_TRUE(Equal(I(kTwoTo53), D(9007199254740992.0)));
  EXPECT_FALSE(Equal(I(kTwoTo53 + 1), D(9007199254740992.0)));
  EXPECT_EQ(Sign(I(kTwoTo53 + 1), D(9007199254740992.0)), ">");
  EXPECT_EQ(Sign(D(9007199254740992.0), I(kTwoTo53 + 1)), "<");
  EXPECT_FALSE(Equal(I(INT64_MAX), D(9223372036854775808.0)));
  EXPECT_EQ(Sign(I(INT64_MAX), D(9223372036854775808.0)), "<");
  EXPECT_TRUE(Equal(I(INT64_MIN), D(-9223372036854775808.0)));
  EXPECT_EQ(Sign(I(INT64_MIN), D(-1e300)), ">");
  EXPECT_EQ(Sign(I(2), D(2.5)), "<");
  EXPECT_EQ(Sign(I(-2), D(-2.5)), ">");
  EXPECT_EQ(Sign(I(5), D(kInfinity)), "<");
  EXPECT_EQ(Sign(I(5), D(-kInfinity)), ">");
}

TEST_F(CompareTest, NaNEqualsNothingButStandsForItselfInContainers) {
  EXPECT_FALSE(Equal(D(kNaN), D(kNaN)));
  EXPECT_FALSE(Equal(D(kNaN), I(0)));
  EXPECT_TRUE(Equal(L({D(kNaN)}), L({D(kNaN)})));
  EXPECT_TRUE(Equal(M({{S("a"), D(kNaN)}}), M({{S("a"), D(kNaN)}})));
  EXPECT_EQ(Sign(D(kNaN), D(1)), "?");
  EXPECT_EQ(Sign(I(1), D(kNaN)), "?");
  EXPECT_EQ(Sign(L({D(kNaN)}), L({I(1)})), "?");
}

TEST_F(CompareTest, StringsAreEqualWhateverTheirMarks) {
  EXPECT_TRUE(Equal(S("é"), heap_.NewString("é", kSafe)));
  EXPECT_FALSE(Equal(S("a"), S("b")));
  EXPECT_FALSE(Equal(S("a"), S("ab")));
  EXPECT_TRUE(Equal(S(""), heap_.NewString("")));
}

TEST_F(CompareTest, NoneAndUndefinedEqualOnlyTheirOwnKind) {
  const Value name = S("x");
  EXPECT_TRUE(Equal(None(), None()));
  EXPECT_TRUE(Equal(Value(), Value::Undefined(&name)));
  EXPECT_FALSE(Equal(Value(), None()));
  EXPECT_FALSE(Equal(None(), S("")));
}

TEST_F(CompareTest, FunctionsEqualThemselves) {
  const Function f = {1, "f"};
  const Function g = {1, "f"};
  EXPECT_TRUE(Equal(Value::Callable(&f), Value::Callable(&f)));
  EXPECT_FALSE(Equal(Value::Callable(&f), Value::Callable(&g)));
}

TEST_F(CompareTest, SequencesAreEqualItemByItemWithinTheirKind) {
  EXPECT_TRUE(Equal(L({I(1), L({S("a")})}), L({D(1), L({S("a")})})));
  EXPECT_FALSE(Equal(L({I(1), L({S("a")})}), L({I(1), L({S("b")})})));
  EXPECT_FALSE(Equal(L({I(1)}), L({I(1), I(2)})));
  EXPECT_FALSE(Equal(L({I(1)}), T({I(1)})));
  EXPECT_TRUE(Equal(T({}), T({})));
  EXPECT_FALSE(Equal(L({}), T({})));
  EXPECT_FALSE(Equal(L({}), M({})));
  EXPECT_TRUE(Equal(L({L({I(1)}), L({I(2)}), I(3)}), L({L({I(1)}), L({I(2)}), I(3)})));
  EXPECT_FALSE(Equal(L({L({I(1)}), L({I(2)}), I(3)}), L({L({I(1)}), L({I(2)}), I(4)})));
}

TEST_F(CompareTest, MapsAreEqualInAnyOrder) {
  const Value map = M({{S("a"), I(1)}, {S("b"), L({I(2)})}});
  EXPECT_TRUE(Equal(map, M({{S("b"), L({D(2)})}, {S("a"), B(true)}})));
  EXPECT_FALSE(Equal(map, M({{S("b"), L({I(3)})}, {S("a"), I(1)}})));
  EXPECT_FALSE(Equal(map, M({{S("a"), I(1)}, {S("c"), L({I(2)})}})));
  EXPECT_FALSE(Equal(map, M({{S("a"), I(1)}})));
  EXPECT_TRUE(Equal(M({{I(1), S("x")}}), M({{D(1), S("x")}})));
  EXPECT_TRUE(Equal(M({}), M({})));
  EXPECT_TRUE(Equal(M({{T({I(1)}), M({{S("k"), I(1)}})}}), M({{T({I(1)}), M({{S("k"), I(1)}})}})));
}

TEST_F(CompareTest, LargeMapsAreEqualInAnyOrder) {
  constexpr uint32_t kSize = 500;
  MapEntry* entries = heap_.NewEntries(kSize);
  for (uint32_t i = 0; i < kSize; ++i) {
    const uint32_t number = (i * 7) % kSize;
    entries[i] = {heap_.NewString("k" + std::to_string(number)), I(number)};
  }
  const Value shuffled = heap_.NewMap(entries, kSize);
  EXPECT_TRUE(Equal(shuffled, Numbered(kSize)));
  EXPECT_FALSE(Equal(shuffled, Numbered(kSize - 1)));
}

TEST_F(CompareTest, RangesEqualOnlyRanges) {
  const Value range = L({I(0), I(1)}, ListForm::kRange);
  EXPECT_TRUE(Equal(range, L({I(0), I(1)}, ListForm::kRange)));
  EXPECT_FALSE(Equal(range, L({I(0), I(2)}, ListForm::kRange)));
  EXPECT_FALSE(Equal(range, L({I(0), I(1)})));
  EXPECT_TRUE(Equal(L({}, ListForm::kRange), L({}, ListForm::kRange)));
}

TEST_F(CompareTest, GeneratorsAndViewsOfValuesEqualOnlyThemselves) {
  for (const ListForm form : {ListForm::kGenerator, ListForm::kValues}) {
    const Value list = L({I(1)}, form);
    EXPECT_TRUE(Equal(list, list));
    EXPECT_FALSE(Equal(list, L({I(1)}, form)));
    EXPECT_FALSE(Equal(list, L({I(1)})));
  }
}

TEST_F(CompareTest, ViewsOfKeysAndItemsEqualInAnyOrder) {
  const Value keys = L({S("a"), S("b"), T({I(1)})}, ListForm::kKeys);
  EXPECT_TRUE(Equal(keys, L({T({D(1)}), S("b"), S("a")}, ListForm::kKeys)));
  EXPECT_FALSE(Equal(keys, L({S("a"), S("b"), S("c")}, ListForm::kKeys)));
  EXPECT_FALSE(Equal(keys, L({S("a"), S("b"), T({I(1)})})));

  const Value items = L({T({S("a"), L({I(1)})}), T({S("b"), I(2)})}, ListForm::kItems);
  EXPECT_TRUE(Equal(items, L({T({S("b"), D(2)}), T({S("a"), L({I(1)})})}, ListForm::kItems)));
  EXPECT_FALSE(Equal(items, L({T({S("b"), D(2)}), T({S("a"), L({I(2)})})}, ListForm::kItems)));
  EXPECT_FALSE(Equal(items, L({T({S("c"), D(2)}), T({S("a"), L({I(1)})})}, ListForm::kItems)));
}

TEST_F(CompareTest, StringsAreOrderedByCodePoint) {
  EXPECT_EQ(Sign(S("a"), S("b")), "<");
  EXPECT_EQ(Sign(S("b"), S("a")), ">");
  EXPECT_EQ(Sign(S("a"), S("a")), "=");
  EXPECT_EQ(Sign(S("a"), S("ab")), "<");
  EXPECT_EQ(Sign(S("Z"), S("a")), "<");
  EXPECT_EQ(Sign(S("z"), S("é")), "<");
  EXPECT_EQ(Sign(S("\uFFFF"), S("\U00010000")), "<");  // UTF-16 would say otherwise
}

TEST_F(CompareTest, SequencesAreOrderedByTheirFirstDifference) {
  EXPECT_EQ(Sign(L({I(1), I(2)}), L({I(1), I(3)})), "<");
  EXPECT_EQ(Sign(L({I(2)}), L({I(1), I(3)})), ">");
  EXPECT_EQ(Sign(L({I(1)}), L({I(1), I(3)})), "<");
  EXPECT_EQ(Sign(L({}), L({})), "=");
  EXPECT_EQ(Sign(T({I(1), T({S("b")})}), T({I(1), T({S("a"), S("z")})})), ">");
  EXPECT_EQ(Sign(L({L({I(1)}), I(5)}), L({L({I(1)}), I(4)})), ">");
  EXPECT_EQ(Sign(L({L({I(1)}), I(5)}), L({L({I(1), I(0)}), I(4)})), "<");
}

TEST_F(CompareTest, EqualItemsNeedNoOrder) {
  const Value map = M({{S("a"), I(1)}});
  EXPECT_EQ(Sign(L({None(), I(1)}), L({None(), I(2)})), "<");
  EXPECT_EQ(Sign(L({map, I(1)}), L({M({{S("a"), I(1)}}), I(2)})), "<");
  EXPECT_EQ(Sign(L({Value()}), L({Value()})), "=");
}

TEST_F(CompareTest, NamesTheKindsThatHaveNoOrder) {
  EXPECT_EQ(Sign(I(1), S("a")), "integer and string");
  EXPECT_EQ(Sign(None(), None()), "none and none");
  EXPECT_EQ(Sign(Value(), I(1)), "undefined and integer");
  EXPECT_EQ(Sign(M({}), M({})), "map and map");
  EXPECT_EQ(Sign(L({}), T({})), "list and tuple");
  EXPECT_EQ(Sign(L({I(1), L({None()})}), L({I(1), L({I(2)})})), "none and integer");
  EXPECT_EQ(Sign(L({}, ListForm::kRange), L({}, ListForm::kRange)), "list and list");
}

TEST_F(CompareTest, OnlyEmptyThingsAreFalse) {
  const Function function = {1, "f"};
  for (const Value& value : {Value(), None(), B(false), I(0), D(0.0), D(-0.0), S(""), L({}), T({}),
                             M({}), L({}, ListForm::kRange), L({}, ListForm::kKeys)}) {
    EXPECT_FALSE(IsTrue(value)) << Repr(value);
  }
  for (const Value& value :
       {B(true), I(-1), D(0.1), D(kNaN), S(" "), L({None()}), T({I(0)}), M({{S("a"), None()}}),
        Value::Callable(&function), L({}, ListForm::kGenerator)}) {
    EXPECT_TRUE(IsTrue(value)) << Repr(value);
  }
}

TEST_F(CompareTest, StopsAtListsWithoutEnd) {
  const Value a = Bomb(I(1), 60);
  const Value b = Bomb(I(1), 60);
  EXPECT_TRUE(Equals(a, a, &meter()));  // the same object, whatever it holds
  EXPECT_EQ(heap_.exhausted(), Exhausted::kNo);

  Meter for_equality{Limits()};
  Equals(a, b, &for_equality);
  EXPECT_EQ(for_equality.exhausted(), Exhausted::kSteps);

  Meter for_order{Limits()};
  Order order;
  Kind kind;
  (void)Compare(a, b, &for_order, &order, &kind, &kind);
  EXPECT_EQ(for_order.exhausted(), Exhausted::kSteps);
}

TEST_F(CompareTest, PaysForEachItemAndEachSixtyFourBytes) {
  const std::string text(640, 'x');
  const Value a = L({heap_.NewString(text), I(1), L({I(2)})});
  const Value b = L({heap_.NewString(text), I(1), L({I(2)})});
  const uint64_t before = meter().steps_left();
  EXPECT_TRUE(Equals(a, b, &meter()));
  EXPECT_GE(before - meter().steps_left(), 4u + 10u);
  const uint64_t then = meter().steps_left();
  EXPECT_EQ(Sign(a, b), "=");
  EXPECT_GE(then - meter().steps_left(), 4u + 10u);
}

TEST_F(CompareTest, IsAConsistentOrderOverManyNumbers) {
  std::vector<Value> numbers = {I(INT64_MIN),
                                D(-1e300),
                                D(-kInfinity),
                                I(-1),
                                D(-0.5),
                                I(0),
                                D(0.5),
                                B(true),
                                I(2),
                                D(9007199254740992.0),
                                I((int64_t{1} << 53) + 1),
                                I(INT64_MAX),
                                D(9223372036854775808.0),
                                D(kInfinity)};
  for (const Value& a : numbers) {
    for (const Value& b : numbers) {
      const std::string sign = Sign(a, b);
      const std::string mirrored = sign == "<" ? ">" : sign == ">" ? "<" : "=";
      EXPECT_EQ(Sign(b, a), mirrored) << Repr(a) << " and " << Repr(b);
      EXPECT_EQ(Equal(a, b), sign == "=");
      for (const Value& c : numbers) {
        if (sign == "<" && Sign(b, c) == "<") {
          EXPECT_EQ(Sign(a, c), "<");
        }
      }
    }
  }
}

}  // namespace
}  // namespace galley
