#include "resolve/field_layers.h"

#include <deque>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/writer.h"
#include "format/yaml.h"
#include "value/print.h"

namespace galley {
namespace {

class FieldLayersTest : public ::testing::Test {
 protected:
  // The paths of the conflicts.
  std::vector<std::string> Add(const std::string& yaml) {
    trees_.push_back(*ReadYaml(Source("fields", yaml), Limits()));
    std::vector<std::string> paths;
    for (const auto& conflict : layers_.Add(trees_.back(), Tree::root(), &heap_.meter())) {
      paths.push_back(conflict.path + "@" + std::to_string(conflict.earlier));
    }
    return paths;
  }
  std::string Json() {
    BufferWriter out;
    PrintJson(layers_.ToValue(&heap_), {}, &out, &heap_.meter());
    return out.ToString();
  }

  std::deque<Tree> trees_;
  FieldLayers layers_;
  Heap heap_{Limits()};
};

using Paths = std::vector<std::string>;

TEST_F(FieldLayersTest, NoLayerIsAnEmptyMap) { EXPECT_EQ(Json(), "{}"); }

TEST_F(FieldLayersTest, I32_MapsMeetKeyByKeyAndTheRestIsReplaced) {
  Add("{a: {b: 1, c: {d: 2}}, e: [1, 2], f: 1}");
  Add("{a: {c: {x: 3}, b: 4}, e: [3], g: null}");
  EXPECT_EQ(Json(), R"({"a":{"b":4,"c":{"d":2,"x":3}},"e":[3],"f":1,"g":null})");
}

TEST_F(FieldLayersTest, I32_WhatWasReplacedDoesNotComeBack) {
  Add("{a: {b: 1, c: {d: 1}}}");
  Add("{a: 1}");
  EXPECT_EQ(Json(), R"({"a":1})");
  Add("{a: {c: {e: 2}}}");
  EXPECT_EQ(Json(), R"({"a":{"c":{"e":2}}})");
  Add("{a: {}}");
  EXPECT_EQ(Json(), R"({"a":{"c":{"e":2}}})");
}

TEST_F(FieldLayersTest, I33_TellsWhereLayersDiffer) {
  EXPECT_EQ(Add("{kind: a, name: a, x: {y: 1, z: [1]}, m: {}}"), Paths());
  EXPECT_EQ(Add("{kind: b, name: b, x: {y: 1, z: [1], kind: 1}}"), Paths());
  EXPECT_EQ(Add("{x: {y: 2, z: [2], kind: 2}}"), (Paths{"x.y@1", "x.z@1", "x.kind@1"}));
  EXPECT_EQ(Add("{m: 1, x: {y: 2.0}}"), (Paths{"m@0", "x.y@2"}));
  EXPECT_EQ(Add("{x: {y: '2'}}"), Paths{"x.y@3"});
}

TEST_F(FieldLayersTest, DeepFieldsWithLongKeysStayLinear) {
  std::string yaml = "{";
  std::string end = "}";
  for (int at = 0; at < 100; ++at) {
    yaml += std::string(1'000, 'k') + ": {";
    end += "}";
  }
  for (int at = 0; at < 10'000; ++at) yaml += "l" + std::to_string(at) + ": 1, ";
  Add(yaml + end);
  EXPECT_EQ(Add(yaml + end), Paths());
  EXPECT_GT(Json().size(), yaml.size() / 2);
}

}  // namespace
}  // namespace galley
