#include "handles/field_tree.h"

#include <gtest/gtest.h>

namespace galley::handles {
namespace {

std::string Shown(const FieldTree& tree, uint32_t at) {
  std::string text;
  for (const auto& [name, node] : tree.nodes[at].fields)
    text += name + "{" + Shown(tree, node) + "}";
  if (const uint32_t each = tree.nodes[at].each) text += "[" + Shown(tree, each) + "]";
  return text;
}

TEST(FieldTree, PathsShareTheirBeginning) {
  FieldTree tree;
  const std::string paths[][3] = {{"user", "home", "street"}, {"user", "home", "city"}};
  for (const auto& path : paths) EXPECT_NE(tree.AddPath(path), 0u);
  EXPECT_EQ(Shown(tree, 0), "user{home{street{}city{}}}");
  EXPECT_EQ(Shown(tree, tree.Find("user")), "home{street{}city{}}");
  EXPECT_EQ(tree.Find("nobody"), 0u);
}

TEST(FieldTree, JoinsItemsOfLists) {
  ReadTree reads;
  reads.nodes.resize(4);
  reads.nodes[0].fields = {{"rows", 1}};
  reads.nodes[1].each = 2;
  reads.nodes[2].fields = {{"price", 3}};
  FieldTree tree;
  tree.Add(reads);
  EXPECT_EQ(Shown(tree, 0), "rows{[price{}]}");
  FieldTree other;
  other.Add(tree);
  other.Add(tree);
  EXPECT_EQ(Shown(other, 0), "rows{[price{}]}");
}

TEST(FieldTree, EndsWhereItIsFull) {
  FieldTree tree;
  for (size_t at = 0; at < 2 * kMostFields; ++at) tree.AddField(0, std::to_string(at));
  EXPECT_EQ(tree.nodes.size(), kMostFields);
}

}  // namespace
}  // namespace galley::handles
