#include "handles/input_shape.h"

#include <string>

#include <gtest/gtest.h>

namespace galley::handles {
namespace {

// The shape of `x`, which is read where `^` stands before it.
std::string_view Shape(std::string text) {
  const size_t begin = text.find('^');
  text.erase(begin, 1);
  return ShapeAt(text, begin, "x", kHandlebarsSeparators);
}

// The fields of `x` there.
std::string Fields(std::string text, std::string_view separators) {
  const size_t begin = text.find('^');
  text.erase(begin, 1);
  std::string fields;
  for (const std::string& step : FieldsAt(text, begin, "x", separators)) fields += step + ' ';
  return fields;
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

TEST(InputShape, ASlashDividesInJinja) {
  EXPECT_EQ(ShapeAt("{{ x/y }}", 3, "x", kJinjaSeparators), "");
  EXPECT_EQ(ShapeAt("{{x/y}}", 2, "x", kHandlebarsSeparators), "map");
}

TEST(InputShape, FieldsEndAtMethodsAndItems) {
  EXPECT_EQ(Fields("{{ ^x.a.b }}", kJinjaSeparators), "a b ");
  EXPECT_EQ(Fields("{{ ^x.a.upper() }}", kJinjaSeparators), "a ");
  EXPECT_EQ(Fields("{{ ^x.a/y.b }}", kJinjaSeparators), "a ");
  EXPECT_EQ(Fields("{{^x/a/0/b}}", kHandlebarsSeparators), "a ");
  EXPECT_EQ(Fields("{{ ^x }}", kJinjaSeparators), "");
}

}  // namespace
}  // namespace galley::handles
