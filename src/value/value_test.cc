#include "value/value.h"

#include <set>

#include "value/function.h"
#include "value/value_testing.h"

namespace galley {
namespace {

class ValueItselfTest : public ValueTest {};

TEST_F(ValueItselfTest, TakesSixteenBytesAndIsUndefinedAtFirst) {
  static_assert(sizeof(Value) == 16);
  static_assert(std::is_trivially_copyable_v<Value>);
  const Value value;
  EXPECT_TRUE(value.is_undefined());
  EXPECT_EQ(value.undefined_name(), nullptr);
}

TEST_F(ValueItselfTest, GivesBackWhatItWasMadeOf) {
  EXPECT_TRUE(B(true).as_bool());
  EXPECT_EQ(B(true).as_int(), 1);
  EXPECT_EQ(I(INT64_MIN).as_int(), INT64_MIN);
  EXPECT_EQ(D(-0.5).as_double(), -0.5);
  EXPECT_EQ(S("text").as_string(), "text");
  EXPECT_EQ(L({I(1), I(2)}).items()[1].as_int(), 2);
  EXPECT_EQ(M({{S("a"), I(1)}}).size(), 1u);
  const Function function = {1, "f"};
  EXPECT_EQ(Value::Callable(&function).function(), &function);
}

TEST_F(ValueItselfTest, KnowsNumbersAndSequences) {
  for (const Value& number : {B(false), I(0), D(0)}) EXPECT_TRUE(number.is_number());
  for (const Value& other : {None(), S("1"), L({}), T({}), M({}), Value()}) {
    EXPECT_FALSE(other.is_number());
  }
  EXPECT_TRUE(L({}).is_sequence());
  EXPECT_TRUE(T({}).is_sequence());
  EXPECT_FALSE(M({}).is_sequence());
}

TEST_F(ValueItselfTest, CarriesMarksOfStringsAndFormsOfLists) {
  const Value safe = heap_.NewString("<b>", kSafe | kWritten);
  EXPECT_TRUE(safe.is_safe());
  EXPECT_TRUE(safe.is_written());
  EXPECT_EQ(safe.safe_mark(), kSafe);
  EXPECT_TRUE(safe.WithText("b").is_written());
  EXPECT_FALSE(I(1).AsWritten().is_written());
  EXPECT_FALSE(S("b").is_written());
  EXPECT_FALSE(S("<b>").is_safe());
  EXPECT_EQ(L({}, ListForm::kRange).form(), ListForm::kRange);
}

TEST_F(ValueItselfTest, RemembersWhatAnUndefinedWasLookedUpAs) {
  const Value name = S("missing");
  const Value variable = Value::Undefined(&name);
  Kind owner = Kind::kNone;
  EXPECT_EQ(variable.undefined_name(), &name);
  EXPECT_FALSE(variable.undefined_owner(&owner));
  const Value item = Value::Undefined(&name, Kind::kMap);
  EXPECT_TRUE(item.undefined_owner(&owner));
  EXPECT_EQ(owner, Kind::kMap);
  const Value other = S("other");
  EXPECT_EQ(item.WithUndefinedName(&other).undefined_name(), &other);
  EXPECT_TRUE(item.WithUndefinedName(&other).undefined_owner(&owner));
}

TEST_F(ValueItselfTest, IsTheSameOnlyAsTheSameObject) {
  const Value list = L({I(1)});
  EXPECT_TRUE(list.IsSame(list));
  EXPECT_FALSE(list.IsSame(L({I(1)})));
  EXPECT_FALSE(list.IsSame(Value::List(list.items(), ListForm::kGenerator)));
  EXPECT_FALSE(list.IsSame(Value::Tuple(list.items())));
  EXPECT_TRUE(I(5).IsSame(I(5)));
  EXPECT_FALSE(I(1).IsSame(B(true)));
  EXPECT_FALSE(I(1).IsSame(D(1)));
  EXPECT_TRUE(D(kNaN).IsSame(D(kNaN)));
  EXPECT_FALSE(D(0.0).IsSame(D(-0.0)));
}

TEST_F(ValueItselfTest, EachKindHasAName) {
  std::set<std::string_view> names;
  for (int kind = 0; kind <= static_cast<int>(Kind::kFunction); ++kind) {
    names.insert(KindName(static_cast<Kind>(kind)));
  }
  EXPECT_EQ(names.size(), 10u);
  EXPECT_EQ(KindName(Kind::kDouble), "float");
  EXPECT_EQ(KindName(Kind::kMap), "map");
}

}  // namespace
}  // namespace galley
