// Names of types, and which values are of one.
#include "value/json_type.h"

#include <limits>

#include <gtest/gtest.h>

namespace galley {
namespace {

TEST(JsonTypeTest, FindsEachTypeByItsName) {
  for (const std::string_view name : kJsonTypeNames) {
    const std::optional<JsonType> type = FindJsonType(name);
    ASSERT_TRUE(type) << name;
    EXPECT_EQ(JsonTypeName(*type), name);
  }
  EXPECT_FALSE(FindJsonType("list"));
  EXPECT_FALSE(FindJsonType(""));
}

TEST(JsonTypeTest, FitsValuesOfItsOwnKindOnly) {
  const Value values[] = {Value::String("3"), Value::Int(3), Value::Bool(true), Value::List({}),
                          Value::Map(nullptr, 0)};
  for (size_t at = 0; at < std::size(values); ++at) {
    for (size_t type = 0; type < kJsonTypeNames.size(); ++type) {
      EXPECT_EQ(Fits(values[at], static_cast<JsonType>(type)), at == type) << at << ' ' << type;
    }
  }
}

TEST(JsonTypeTest, TakesNumbersThatJsonCanWrite) {
  EXPECT_TRUE(Fits(Value::Double(1.5), JsonType::kNumber));
  EXPECT_FALSE(Fits(Value::Double(std::numeric_limits<double>::infinity()), JsonType::kNumber));
  EXPECT_FALSE(Fits(Value(), JsonType::kObject));
}

}  // namespace
}  // namespace galley
