#include "galley/context.h"

#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace galley {
namespace {

std::string JsonOf(const Context& context) { return context.values().ToText(); }

// What whoever uses the context would report.
std::string CodeOf(const Context& context) {
  return context.error() ? std::string(context.error()->code()) : "";
}

TEST(ContextTest, ValuesAreSetByKey) {
  Context context;
  context.Set("name", "Ann").Set("topics", {"harbour", "weather"});
  context.Set("on", true).Set("count", 3).Set("size", size_t{4}).Set("half", 0.5).SetNull("none");
  context.SetJson("map", R"({"a": [1, {}]})");
  EXPECT_EQ(JsonOf(context),
            R"({"name":"Ann","topics":["harbour","weather"],"on":true,"count":3,"size":4,)"
            R"("half":0.5,"none":null,"map":{"a":[1,{}]}})");
}

TEST(ContextTest, OneTextIsAList) {
  Context context;
  context.Set("topics", {"harbour"});
  EXPECT_EQ(JsonOf(context), R"({"topics":["harbour"]})");
}

TEST(ContextTest, KeyThatIsThereKeepsItsPlace) {
  Context context;
  for (int i = 0; i < 20; ++i) context.Set("key " + std::to_string(i), i);
  for (int round = 0; round < 100; ++round) context.Set("key 3", 100).Set("key 19", round);
  const Json values = context.values();
  EXPECT_EQ(values.size(), 20u);
  EXPECT_EQ(values.key(3), "key 3");
  EXPECT_EQ(values.item(3).as_int(), 100);
  EXPECT_EQ(values.Find("key 19").as_int(), 99);
}

TEST(ContextTest, ValuesFollowEachOther) {
  Context context;
  context.Key("rows").OpenList();
  for (int i = 0; i < 2; ++i) {
    context.OpenMap().Key("id").Int(i).Key("tags").OpenList().Text("a").Null().Close().Close();
  }
  context.Close().Key("done").Bool(true);
  EXPECT_EQ(JsonOf(context),
            R"({"rows":[{"id":0,"tags":["a",null]},{"id":1,"tags":["a",null]}],"done":true})");
}

TEST(ContextTest, TuplesMarkupAndKeysOfAnyKind) {
  Context context;
  const std::string_view names[] = {"x", "y"};
  context.Key("point").OpenTuple(names).Int(1).Int(2).Close();
  context.Key("pair").OpenTuple().Text("a").Markup("<b>").Close();
  context.Key("map").OpenMap().NextIsKey().Int(7).Text("seven");
  context.NextIsKey().OpenTuple().Int(1).Close().Null().Close();
  const Json values = context.values();
  EXPECT_TRUE(values.Find("point").is_tuple());
  EXPECT_EQ(values.Find("point").size(), 2u);
  EXPECT_TRUE(values.Find("pair").item(1).is_markup());
  EXPECT_FALSE(values.Find("pair").item(0).is_markup());
  EXPECT_EQ(values.Find("map").key_value(0).as_int(), 7);
  EXPECT_TRUE(values.Find("map").key_value(1).is_tuple());
  Context copy;
  copy.Set("again", values.Find("point"));
  EXPECT_EQ(JsonOf(copy), R"({"again":[1,2]})");
}

TEST(ContextTest, KeysThatCannotBeAreRefused) {
  Context list;
  list.Key("map").OpenMap().NextIsKey().OpenList().Close().Null().Close();
  EXPECT_EQ(CodeOf(list), "invalid-data");
  Context twice;
  twice.Key("map").OpenMap().Key("a").NextIsKey().Int(1);
  EXPECT_EQ(CodeOf(twice), "invalid-data");
  Context outside;
  outside.NextIsKey();
  EXPECT_EQ(CodeOf(outside), "invalid-data");
}

TEST(ContextTest, AMapIsReplacedWhereItStands) {
  Context context;
  context.Set("a", 1).Set("b", 2);
  context.Key("a").OpenMap().Key("x").Int(1).Close();
  EXPECT_EQ(JsonOf(context), R"({"a":{"x":1},"b":2})");
}

TEST(ContextTest, BorrowedTextIsNotCopied) {
  const std::string text(1000, 'x');
  Context context;
  context.SetBorrowed("text", text);
  EXPECT_EQ(context.values().Find("text").as_string().data(), text.data());
}

TEST(ContextTest, ManyItemsAreGivenAtOnce) {
  const std::string text(1000, 'x');
  const Plain items[] = {Plain(),    Plain(true), Plain(int64_t{-7}),
                         Plain(2.5), Plain("a"),  Plain::Borrowed(text)};
  Context context;
  context.Key("list").OpenList().Items(items).Text("last").Close();
  const Json list = context.values().Find("list");
  EXPECT_EQ(list.item(5).as_string().data(), text.data());
  Context first;
  first.Key("list").OpenList().Items(std::span(items).first(5)).Close();
  EXPECT_EQ(JsonOf(first), R"({"list":[null,true,-7,2.5,"a"]})");
}

TEST(ContextTest, RecordsShareTheirKeys) {
  const std::string_view names[] = {"id", "name"};
  const Result<RecordKeys> keys = RecordKeys::Make(names);
  ASSERT_TRUE(keys);
  Context context;
  context.Key("rows").OpenList();
  for (int64_t id = 1; id < 3; ++id) {
    const Plain row[] = {Plain(id), Plain("x")};
    context.Record(*keys, row);
  }
  context.Close();
  EXPECT_EQ(JsonOf(context), R"({"rows":[{"id":1,"name":"x"},{"id":2,"name":"x"}]})");
}

TEST(ContextTest, LargeRecordsAreFoundByKey) {
  std::vector<std::string> texts;
  for (int at = 0; at < 100; ++at) texts.push_back("key" + std::to_string(at));
  const std::vector<std::string_view> names(texts.begin(), texts.end());
  const Result<RecordKeys> keys = RecordKeys::Make(names);
  ASSERT_TRUE(keys);
  std::vector<Plain> values;
  for (int64_t at = 0; at < 100; ++at) values.emplace_back(at);
  Context context;
  context.Key("row").Record(*keys, values);
  EXPECT_EQ(context.values().Find("row").Find("key77").as_int(), 77);
}

TEST(ContextTest, KeysOfRecordsDiffer) {
  const std::string_view twice[] = {"a", "b", "a"};
  EXPECT_EQ(RecordKeys::Make(twice).error().code(), "invalid-data");
  const std::string_view bad[] = {"\xFF"};
  EXPECT_EQ(RecordKeys::Make(bad).error().code(), "invalid-utf8");
}

TEST(ContextTest, TextsAreRead) {
  Result<Context> json = Context::FromJson(R"({"a": 1, "b": {"c": "x"}})");
  ASSERT_TRUE(json);
  json->Set("a", 2).Set("d", 3);
  EXPECT_EQ(JsonOf(*json), R"({"a":2,"b":{"c":"x"},"d":3})");
  const Result<Context> yaml = Context::FromYaml("a: 1\nb: [x]");
  ASSERT_TRUE(yaml);
  EXPECT_EQ(JsonOf(*yaml), R"({"a":1,"b":["x"]})");
  const Result<Context> toml = Context::FromFile("data.toml", "a = 1");
  ASSERT_TRUE(toml);
  EXPECT_EQ(JsonOf(*toml), R"({"a":1})");
}

TEST(ContextTest, TextsThatAreNoMapAreRefused) {
  EXPECT_EQ(Context::FromJson("[1]").error().code(), "invalid-data");
  EXPECT_EQ(Context::FromJson("{").error().code(), "json-syntax");
  EXPECT_EQ(Context::FromYaml("- 1").error().code(), "invalid-data");
}

TEST(ContextTest, AnotherContextIsMovedIn) {
  Result<Context> inside = Context::FromJson(R"({"x": [1]})");
  ASSERT_TRUE(inside);
  Context context;
  context.Set("inside", *std::move(inside)).Set("y", 2);
  EXPECT_EQ(JsonOf(context), R"({"inside":{"x":[1]},"y":2})");
}

TEST(ContextTest, ValuesOfAnotherAreCopied) {
  Context context;
  {
    const Result<Context> other = Context::FromJson(R"({"list": ["a long text of another"]})");
    ASSERT_TRUE(other);
    context.Set("copy", other->values().Find("list"));
  }
  EXPECT_EQ(JsonOf(context), R"({"copy":["a long text of another"]})");
}

TEST(ContextTest, TheFirstFailureSticks) {
  Context context;
  context.Set("bad", "\xFF").Set("good", 1);
  EXPECT_EQ(CodeOf(context), "invalid-utf8");
  EXPECT_TRUE(context.values().is_null());
  context.Clear();
  context.Set("good", 1);
  EXPECT_EQ(JsonOf(context), R"({"good":1})");
}

TEST(ContextTest, WrongOrderIsRefused) {
  EXPECT_EQ(CodeOf(Context().Int(1)), "invalid-data");
  EXPECT_EQ(CodeOf(Context().Close()), "invalid-data");
  EXPECT_EQ(CodeOf(Context().Key("a").Key("b")), "invalid-data");
  EXPECT_EQ(CodeOf(Context().Key("a").OpenList().Key("b")), "invalid-data");
  EXPECT_EQ(CodeOf(Context().Key("a").OpenMap().Int(1)), "invalid-data");
  EXPECT_EQ(CodeOf(Context().Key("a").OpenMap().Key("b").Close()), "invalid-data");
  EXPECT_EQ(CodeOf(Context().Key("a").Unsigned(UINT64_MAX)), "number-range");
  const Plain one[] = {Plain()};
  EXPECT_EQ(CodeOf(Context().Key("a").Items(one)), "invalid-data");
  EXPECT_EQ(CodeOf(Context().Key("a").OpenMap().Items(one)), "invalid-data");
  const std::string_view names[] = {"id", "name"};
  EXPECT_EQ(CodeOf(Context().Key("a").Record(*RecordKeys::Make(names), one)), "invalid-data");
  EXPECT_EQ(CodeOf(Context().Record(*RecordKeys::Make({names, 1}), one)), "invalid-data");
  EXPECT_TRUE(Context().Key("a").values().is_null());
  EXPECT_TRUE(Context().Key("a").OpenList().values().is_null());
}

TEST(ContextTest, LimitsHold) {
  Limits limits;
  limits.nesting = 3;
  Context deep(limits);
  deep.Key("a").OpenList().OpenList().OpenList();
  EXPECT_EQ(CodeOf(deep), "");
  deep.OpenList();
  EXPECT_EQ(CodeOf(deep), "limit-nesting");
  Context record(limits);
  const std::string_view names[] = {"id"};
  const Result<RecordKeys> keys = RecordKeys::Make(names);
  const Plain one[] = {Plain("1234")};
  record.Key("a").OpenList().OpenList().Record(*keys, one);
  EXPECT_EQ(CodeOf(record), "");
  record.OpenList().Record(*keys, one);
  EXPECT_EQ(CodeOf(record), "limit-nesting");

  limits.string = 4;
  Context text(limits);
  EXPECT_FALSE(text.Set("a", "1234").values().is_null());
  EXPECT_TRUE(text.Set("a", "12345").values().is_null());
  Context borrowed(limits);
  EXPECT_TRUE(borrowed.SetBorrowed("a", "12345").values().is_null());
}

TEST(ContextTest, ManyThreadsReadItAtOnce) {
  Context context;
  for (int i = 0; i < 100; ++i) context.Set("key " + std::to_string(i), i);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] { EXPECT_EQ(context.values().Find("key 99").as_int(), 99); });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace galley
