#include "handles/input_shape.h"

#include <string>

#include <gtest/gtest.h>

namespace galley::handles {
namespace {

// The shape of `x`, which is read where `^` stands before it.
std::string_view Shape(std::string text) {
  const size_t begin = text.find('^');
  text.erase(begin, 1);
  return ShapeAt(text, begin, "x");
}

TEST(InputShape, ALoopRunsOverAList) {
  EXPECT_EQ(Shape("{% for y in ^x %}"), "list");
  EXPECT_EQ(Shape("{%- for a, b in ^x if a %}"), "list");
  EXPECT_EQ(Shape("{{#each ^x}}"), "list");
  EXPECT_EQ(Shape("{{ ^x | join(', ') }}"), "list");
}

TEST(InputShape, WhatIsLookedIntoIsAMap) {
  EXPECT_EQ(Shape("{{ ^x.name }}"), "map");
  EXPECT_EQ(Shape("{{ ^x['name'] }}"), "map");
  EXPECT_EQ(Shape("{% for y in ^x.items() %}"), "map");
  EXPECT_EQ(Shape("{% for y in ^x.rows %}"), "map");
  EXPECT_EQ(Shape("{{#with ^x}}"), "map");
  EXPECT_EQ(Shape("{{#each ^x.rows}}"), "map");
}

TEST(InputShape, TheRestMayBeAText) {
  for (const char* text : {"{{ ^x }}", "{{ ^x|upper }}", "{{ ^x.upper() }}", "{% if 'a' in ^x %}",
                           "{{ ^x[0] }}", "{{^x.length}}", "{% if ^x %}", "{{ ^x", "^x"}) {
    EXPECT_EQ(Shape(text), "") << text;
  }
}

}  // namespace
}  // namespace galley::handles
