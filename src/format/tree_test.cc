#include "format/tree.h"

#include <string>

#include "format/format_testing.h"
#include "format/tree_builder.h"
#include "value/map.h"

namespace galley {
namespace {

// {"a": [1, "x"], "b": {"c": null}}
Tree Example(const Source& source) {
  TreeBuilder builder(source, Limits());
  builder.OpenMap({0, 1});
  builder.Key("a", {1, 2});
  builder.OpenList({2, 3});
  builder.Scalar(Value::Int(1), {3, 4});
  builder.String("x", {4, 5});
  builder.Close(6);
  builder.Key("b", {6, 7});
  builder.OpenMap({7, 8});
  builder.Key("c", {8, 9});
  builder.Scalar(Value::None(), {9, 10});
  builder.Close(11);
  builder.Close(12);
  auto tree = builder.Finish();
  EXPECT_TRUE(tree);
  return *std::move(tree);
}

TEST(TreeTest, NodesLieInTheOrderOfTheText) {
  const Tree tree = Example(Document(""));
  ASSERT_EQ(tree.size(), 6u);
  EXPECT_TRUE(tree[NodeId{0}].is_map());
  EXPECT_EQ(tree[NodeId{0}].end, NodeId{6});
  EXPECT_TRUE(tree[NodeId{1}].is_list());
  EXPECT_EQ(tree[NodeId{1}].end, NodeId{4});
  EXPECT_EQ(tree[NodeId{1}].key, "a");
  EXPECT_EQ(tree[NodeId{1}].key_span, (Span{1, 2}));
  EXPECT_EQ(tree[NodeId{1}].span, (Span{2, 6}));
  EXPECT_EQ(tree[NodeId{2}].key, "");
  EXPECT_EQ(tree[NodeId{3}].value.as_string(), "x");
  EXPECT_EQ(tree[NodeId{5}].kind(), Kind::kNone);
}

TEST(TreeTest, ChildrenSkipWhatBelongsToOthers) {
  const Tree tree = Example(Document(""));
  std::string keys;
  for (NodeId item : tree.Children(Tree::root())) keys += tree[item].key;
  EXPECT_EQ(keys, "ab");
  EXPECT_EQ(tree.CountChildren(NodeId{1}), 2u);
  EXPECT_EQ(tree.CountChildren(NodeId{2}), 0u);
}

TEST(TreeTest, KeysAreFoundInTheirMapOnly) {
  const Tree tree = Example(Document(""));
  EXPECT_EQ(tree.Find(Tree::root(), "b"), NodeId{4});
  EXPECT_EQ(tree.Find(NodeId{4}, "c"), NodeId{5});
  EXPECT_EQ(tree.Find(Tree::root(), "c"), kNoNode);
  EXPECT_EQ(tree.Find(NodeId{1}, ""), kNoNode);
  EXPECT_EQ(tree.Find(NodeId{2}, ""), kNoNode);
}

TEST(TreeTest, SubtreesBecomeValues) {
  const Tree tree = Example(Document(""));
  EXPECT_EQ(Show(tree), "{'a': [1, 'x'], 'b': {'c': None}}");
  EXPECT_EQ(Show(tree, NodeId{1}), "[1, 'x']");
  EXPECT_EQ(Show(tree, NodeId{3}), "'x'");
}

TEST(TreeTest, ValuesOutliveTheTree) {
  Heap heap{Limits()};
  Value value;
  {
    const Tree tree = Example(Document(""));
    value = tree.ToValue(Tree::root(), &heap);
  }
  EXPECT_EQ(Show(value), "{'a': [1, 'x'], 'b': {'c': None}}");
}

TEST(TreeTest, NoStringPassesForOneOfATemplate) {
  Heap heap{Limits()};
  const Value data = Example(Data("")).ToValue(Tree::root(), &heap);
  EXPECT_FALSE(data.entries()[0].key.is_written());
  EXPECT_FALSE(data.entries()[0].value.items()[1].is_written());
  const Value document = Example(Document("")).ToValue(Tree::root(), &heap);
  EXPECT_FALSE(document.entries()[0].value.items()[1].is_written());
}

TEST(TreeTest, ValueThatDoesNotFitIsReported) {
  Limits limits;
  limits.list = 1;
  Heap heap(limits);
  const Source source = Document("");
  EXPECT_EQ(Outcome(ToData(Example(source), source, &heap)), "[limit-heap]");
}

TEST(TreeBuilderTest, CopiesTakeTheKeyOfTheirNewPlace) {
  const Source source = Document("");
  TreeBuilder builder(source, Limits());
  builder.OpenMap({0, 1});
  builder.Key("a", {1, 2});
  const NodeId list = builder.OpenList({2, 3});
  builder.Scalar(Value::Int(1), {3, 4});
  builder.Close(5);
  const uint32_t height = builder.last_height();
  builder.Key("b", {6, 7});
  builder.OpenList({7, 8});
  const NodeId copy = builder.Repeat(list, height, 9);
  builder.Close(10);
  EXPECT_EQ(builder.last_height(), 2u);
  builder.Close(11);
  EXPECT_EQ(builder.last_height(), 3u);
  const auto tree = builder.Finish();
  ASSERT_TRUE(tree);
  EXPECT_EQ(Show(*tree), "{'a': [1], 'b': [[1]]}");
  EXPECT_EQ((*tree)[copy].key, "");
  EXPECT_EQ((*tree)[copy].span, (Span{2, 5}));
}

TEST(TreeBuilderTest, DuplicateInDataNamesNoKey) {
  const Source source = Data("secret secret");
  TreeBuilder builder(source, Limits());
  builder.OpenMap({0, 1});
  for (const Span span : {Span{0, 6}, Span{7, 13}}) {
    builder.Key("secret", span);
    builder.Scalar(Value::None(), span);
  }
  builder.Close(13);
  const auto result = builder.Finish();
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code(), "duplicate-key");
  EXPECT_EQ(result.error().diagnostics()[0].message, "a key stands twice in one map");
}

TEST(TreeBuilderTest, ManyKeysAreCheckedInOnePass) {
  const Source source = Document("");
  TreeBuilder builder(source, Limits());
  builder.OpenMap({0, 1});
  for (int i = 0; i < 200'000; ++i) {
    builder.Key("k" + std::to_string(i), {0, 1});
    builder.Scalar(Value::Int(i), {0, 1});
  }
  builder.Close(1);
  const auto tree = builder.Finish();
  ASSERT_TRUE(tree);
  EXPECT_EQ(tree->CountChildren(Tree::root()), 200'000u);
}

}  // namespace
}  // namespace galley
