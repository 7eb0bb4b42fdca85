#include "format/yaml_print.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "format/json.h"
#include "format/yaml.h"
#include "value/print.h"

namespace galley {
namespace {

std::string Json(const Value& value) {
  Meter meter{Limits()};
  BufferWriter out;
  PrintJson(value, {}, &out, &meter);
  return out.ToString();
}

std::string Yaml(const Value& value) {
  Meter meter{Limits()};
  BufferWriter out;
  PrintYaml(value, &out, &meter);
  return out.ToString();
}

std::string YamlOf(const std::string& json) {
  Heap heap{Limits()};
  const auto tree = ReadJson(Source("json", json), Limits());
  return tree ? Yaml(tree->ToValue(Tree::root(), &heap)) : "error";
}

TEST(YamlPrint, PrintsBlocks) {
  EXPECT_EQ(YamlOf(R"({"a":1,"b":{"c":[1,"x",{"d":null}],"e":{},"f":[]},"g":true})"),
            "a: 1\n"
            "b:\n"
            "  c:\n"
            "    - 1\n"
            "    - x\n"
            "    -\n"
            "      d: null\n"
            "  e: {}\n"
            "  f: []\n"
            "g: true\n");
}

TEST(YamlPrint, PrintsTextsOfSeveralLinesAsTheyAre) {
  EXPECT_EQ(YamlOf(R"({"a":"x\n  y\n","b":"x\n\ny","c":"x\n\n"})"),
            "a: |\n  x\n    y\nb: |-\n  x\n\n  y\nc: |+\n  x\n\n");
}

TEST(YamlPrint, QuotesWhatWouldBeSomethingElse) {
  for (const char* text : {"",   "null", "True", "no", "1",  "-x",  "a: b", "a #b", " a", "a ",
                           "*a", "&a",   "!a",   "%a", "@a", "`a`", "{a}",  "[a]",  "~",  "y"}) {
    EXPECT_TRUE(Yaml(Value::String(text)).starts_with('"')) << text;
  }
  for (const char* text : {"a", "a b", "snake_case", "path/to.file", "x-1"}) {
    EXPECT_EQ(Yaml(Value::String(text)), std::string(text) + "\n");
  }
}

TEST(YamlPrint, ReadsBackAsTheSame) {
  const std::string texts[] = {
      "",          "a",      "\n",       "a\n",     "\na",          " a\nb",   "a\n b\n",
      "a\n\n\n",   "\t",     "a\tb\n",   "a\r\nb",  "\x01",         "\x7F",    "\u0085",
      "\u2028",    "\uFEFF", "\"\\",     "é\n東京", "\U0001F600\n", "a:\n- b", "# a\n# b",
      "---\n",     "...\nx", "a\n \n b", "a\n   ",  "a\n\t\nb",     "'",       "\u00A0\nx",
      "x\n\u00A0", "|\n>",   "- a\n- b", "\uFFFD\n"};
  for (const std::string& text : texts) {
    Heap heap{Limits()};
    MapEntry* entries = heap.NewEntries(2);
    entries[0] = {heap.NewString(text), heap.NewString(text)};
    entries[1] = {Value::String("list"), heap.NewList(std::vector<Value>(2, heap.NewString(text)))};
    const Value value = heap.NewMap(entries, 2);
    const std::string yaml = Yaml(value);
    const auto tree = ReadYaml(Source("yaml", yaml), Limits());
    ASSERT_TRUE(tree) << yaml << tree.error().diagnostics().front().message;
    EXPECT_EQ(Json(tree->ToValue(Tree::root(), &heap)), Json(value)) << yaml;
  }
}

TEST(YamlPrint, PrintsNumbersOfAllKinds) {
  EXPECT_EQ(YamlOf("[1,-2.5,1e300]"), "- 1\n- -2.5\n- 1e+300\n");
  EXPECT_EQ(Yaml(Value::Double(1.0 / 0.0)), ".inf\n");
}

TEST(YamlPrint, StopsAtTheLimitOfTheWriter) {
  Meter meter{Limits()};
  BufferWriter out(10);
  Heap heap{Limits()};
  PrintYaml(heap.NewList(std::vector<Value>(1'000, Value::Int(1))), &out, &meter);
  EXPECT_TRUE(out.overflowed());
  EXPECT_LE(out.size(), 10u);
}

}  // namespace
}  // namespace galley
