// Values as documents: what is written is what the tree says, and reads back as the same.
#include "format/value_document.h"

#include <gtest/gtest.h>

#include "diag/registry.h"
#include "diag/source.h"
#include "format/json.h"
#include "format/json_data.h"
#include "galley/limits.h"
#include "value/heap.h"
#include "value/print.h"

namespace galley {
namespace {

class ValueDocumentTest : public testing::Test {
 protected:
  Value Read(std::string_view text) {
    Result<Value> value = reader_.Read(Source("data", text, Nature::kData), &heap_, Limits());
    EXPECT_TRUE(value);
    return value ? *value : Value();
  }
  Result<ValueDocument> Write(std::string_view text, MayRepeatKeys may_repeat = nullptr,
                              const Limits& limits = {}) {
    const Value value = Read(text);
    return WriteDocument("doc", value, limits, reader_.repeated_keys(), may_repeat);
  }

  JsonDataReader reader_;
  Heap heap_{Limits()};
};

std::string Printed(const Value& value) {
  BufferWriter out;
  Meter meter{Limits()};
  PrintJson(value, {}, &out, &meter);
  return out.ToString();
}

// Every node is where a reader of the text finds it.
void ExpectSameTree(const Tree& made, const Tree& read) {
  ASSERT_EQ(made.size(), read.size());
  for (uint32_t at = 0; at < made.size(); ++at) {
    const Node& a = made[NodeId{at}];
    const Node& b = read[NodeId{at}];
    EXPECT_EQ(a.key, b.key);
    EXPECT_EQ(a.span, b.span) << at;
    EXPECT_EQ(a.key_span, b.key_span) << at;
    EXPECT_EQ(a.end, b.end);
    EXPECT_EQ(Printed(a.value), Printed(b.value));
  }
}

TEST_F(ValueDocumentTest, TreeIsThatOfTheText) {
  for (const char* text :
       {"1", "\"a\\n\\u00e9\"", "null", "[]", "{}", "[[],{}]", "[1,2.5,true,null,\"x\"]",
        R"({"a":{"b":[1,{"c":"d"}],"e":{}},"f":"\"","g":[[[]]]})"}) {
    const Result<ValueDocument> made = Write(text);
    ASSERT_TRUE(made) << text;
    const Result<Tree> read = ReadJson(Source("doc", made->text), Limits());
    ASSERT_TRUE(read) << made->text;
    ExpectSameTree(made->tree, *read);
    EXPECT_EQ(Printed(made->tree.ToValue(Tree::root(), &heap_)), Printed(Read(text)));
  }
}

TEST_F(ValueDocumentTest, KeySentTwiceIsRefused) {
  const Result<ValueDocument> made = Write(R"({"x":[{"a":1,"b":2,"a":3}]})");
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code(), Describe(Code::kDuplicateKey).code);
  EXPECT_EQ(made.error().diagnostics().front().range.start.line, 5u);
}

TEST_F(ValueDocumentTest, KeySentTwiceStandsTwiceWhereItMay) {
  const Result<ValueDocument> made =
      Write(R"({"a":1,"b":2,"a":3,"a":4})", [](const Tree&, NodeId) { return true; });
  ASSERT_TRUE(made);
  EXPECT_EQ(made->tree.CountChildren(Tree::root()), 4u);
}

TEST_F(ValueDocumentTest, RepeatedKeysOfManyMaps) {
  std::string text = "[";
  for (int i = 0; i < 3000; ++i) text += R"({"k":1,"k":2},)";
  Read(text + "0]");
  EXPECT_EQ(reader_.repeated_keys().size(), 3000u);
  Read("[{\"k\":1}]");
  EXPECT_TRUE(reader_.repeated_keys().empty());
}

TEST_F(ValueDocumentTest, RepeatedKeysOfLargeMap) {
  std::string text = "{";
  for (int i = 0; i < 200; ++i) text += "\"k" + std::to_string(i % 100) + "\":1,";
  Read(text + "\"z\":0}");
  EXPECT_EQ(reader_.repeated_keys().size(), 100u);
}

TEST_F(ValueDocumentTest, LimitsHold) {
  Limits limits;
  limits.file = 10;
  EXPECT_EQ(Write("\"0123456789\"", nullptr, limits).error().code(),
            Describe(Code::kLimitSize).code);
  limits = {};
  limits.nesting = 3;
  EXPECT_TRUE(Write("[[[]]]", nullptr, limits));
  EXPECT_EQ(Write("[[[[]]]]", nullptr, limits).error().code(), Describe(Code::kLimitNesting).code);
}

}  // namespace
}  // namespace galley
