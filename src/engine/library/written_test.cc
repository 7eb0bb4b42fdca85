// Nothing that is computed passes for what stands in a template: the rule by which
// no message can hold data, tried on every builtin there is.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "engine/library/library_testing.h"
#include "value/map.h"

namespace galley {
namespace {

// A string, a number in a string, a path and a format, so that many builtins have
// something to do.
constexpr Value kLiterals[] = {
    Value::String(" Ab c ", kWritten),   Value::String("7", kWritten),
    Value::String("a.b", kWritten),      Value::String("{} %s <b>", kWritten),
    Value::String("<i>x</i>", kWritten), Value::String("upper", kWritten),
};

bool IsGiven(const Value& string) {
  for (const Value& literal : kLiterals) {
    if (literal.as_string().data() == string.as_string().data() &&
        literal.size() == string.size()) {
      return true;
    }
  }
  return false;
}

// What `value` holds that passes for written and was not.
std::string FindForged(CallContext& cx, const Value& value) {
  std::vector<Value> open = {value};
  while (!open.empty()) {
    const Value next = open.back();
    open.pop_back();
    if (next.is_written() && !IsGiven(next)) return std::string(next.as_string());
    if (next.is_sequence()) open.insert(open.end(), next.items().begin(), next.items().end());
    if (next.is_map()) {
      for (const auto& [key, item] : EntriesOf(next)) {
        open.push_back(key);
        open.push_back(item);
      }
    }
    if (IsObject(next, ObjectType::kGenerator)) {
      for (const Value& item : Iterate(cx, next)) open.push_back(item);
    }
  }
  return {};
}

// Calls `builtin` with literals in every place, as many as it takes.
void Try(const Builtin& builtin, bool has_operand, const Value& operand, size_t* succeeded) {
  const size_t most = builtin.parameters.size() + (builtin.extra_positional ? 1 : 0);
  for (size_t count = 0; count <= most; ++count) {
    for (const Value& argument : kLiterals) {
      TestExpression test;
      const std::vector<Value> values(count, argument);
      const Value* on = has_operand ? &operand : nullptr;
      const Value given = CallBuiltin(test.cx(), builtin, on, values, {});
      if (test.cx().stopped()) continue;
      EXPECT_EQ(FindForged(test.cx(), given), "") << builtin.name;
      ++*succeeded;
    }
  }
}

using Find = std::function<const Builtin*(std::string_view)>;

size_t TryAll(const std::vector<std::string_view>& names, const Find& find, bool has_operand) {
  size_t succeeded = 0;
  TestExpression test;
  const Value list = test.cx().heap().NewList(kLiterals);
  for (const std::string_view name : names) {
    const Builtin* builtin = find(name);
    EXPECT_TRUE(builtin) << name;
    if (!builtin) continue;
    for (const Value& literal : kLiterals) Try(*builtin, has_operand, literal, &succeeded);
    Try(*builtin, has_operand, list, &succeeded);
  }
  return succeeded;
}

TEST(WrittenTest, NoBuiltinMakesAnythingThatPassesForWritten) {
  EXPECT_GT(TryAll(FilterNames(), FindFilter, true), 1000u);
  EXPECT_GT(TryAll(HelperNames(), FindHelper, false), 100u);
  EXPECT_GT(TryAll(GlobalNames(), FindGlobal, false), 1u);
  const std::vector<std::string_view> methods = {
      "capitalize", "casefold",   "center",    "count",     "encode",       "endswith",
      "expandtabs", "find",       "format",    "index",     "join",         "ljust",
      "lower",      "lstrip",     "partition", "replace",   "removeprefix", "rfind",
      "rjust",      "rpartition", "rsplit",    "rstrip",    "split",        "splitlines",
      "strip",      "swapcase",   "title",     "translate", "upper",        "zfill"};
  const Find find = [](std::string_view name) { return FindMethod(Kind::kString, name); };
  TestExpression test;
  size_t succeeded = 0;
  for (const std::string_view name : methods) {
    const Builtin* builtin = find(name);
    ASSERT_TRUE(builtin) << name;
    for (const Value& literal : kLiterals) Try(*builtin, true, literal, &succeeded);
  }
  EXPECT_GT(succeeded, 500u);
}

TEST(WrittenTest, NoOperatorDoes) {
  for (const char* text :
       {"'a' + 'b'", "'a' ~ 'b'", "'a' * 2", "'abc'[1:]", "'abc'[0]", "'%s' % 'x'", "'%s' % 7",
        "markup('a') + 'b'", "'a' ~ 7", "data('a')", "['a']|join", "'{}'.format('x')"}) {
    TestExpression test;
    EXPECT_FALSE(test.Evaluate(text).is_written()) << text;
  }
}

TEST(WrittenTest, WhatIsOnlyHandedOnStaysWritten) {
  for (const char* text :
       {"'a'", "['a', 'b'][1]", "['a']|first", "{'k': 'a'}['k']", "missing|default('a')"}) {
    TestExpression test;
    EXPECT_TRUE(test.Evaluate(text).is_written()) << text;
  }
}

}  // namespace
}  // namespace galley
