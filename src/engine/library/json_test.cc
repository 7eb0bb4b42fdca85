#include "engine/library/library_testing.h"

namespace galley {
namespace {

TEST(JsonTest, ValuesPrintAsPythonsJson) {
  constexpr Row kRows[] = {
      {"none|tojson", "Markup('null')"},
      {"true|tojson", "Markup('true')"},
      {"1|tojson", "Markup('1')"},
      {"1.0|tojson", "Markup('1.0')"},
      {"1e21|tojson", "Markup('1e+21')"},
      {"'a'|tojson", "Markup('\"a\"')"},
      {"[]|tojson", "Markup('[]')"},
      {"{}|tojson", "Markup('{}')"},
      {"[1, [2, []]]|tojson", "Markup('[1, [2, []]]')"},
      {"(1, 2)|tojson", "Markup('[1, 2]')"},
      {"{'b': 1, 'a': [{}]}|tojson", "Markup('{\"a\": [{}], \"b\": 1}')"},
      {"{2: 'b', 10: 'a'}|tojson", "Markup('{\"2\": \"b\", \"10\": \"a\"}')"},
      {"{none: 1}|tojson", "Markup('{\"null\": 1}')"},
      {"{true: 1}|tojson", "Markup('{\"true\": 1}')"},
      {"{1.5: 1}|tojson", "Markup('{\"1.5\": 1}')"},
      {"'é😀\\n'|tojson", "Markup('\"\\\\u00e9\\\\ud83d\\\\ude00\\\\n\"')"},
      {"data('inf')|float|tojson", "Markup('Infinity')"},
      {"-(data('inf')|float)|tojson", "Markup('-Infinity')"},
      {"data('nan')|float|tojson", "Markup('NaN')"},
  };
  ExpectRows(kRows);
}

TEST(JsonTest, HtmlIsEscaped) {
  constexpr Row kRows[] = {
      {"\"<a href='x'>&</a>\"|tojson",
       "Markup('\"\\\\u003ca href=\\\\u0027x\\\\u0027\\\\u003e\\\\u0026\\\\u003c/a\\\\u003e\"')"},
      {"{'<': '>'}|tojson", "Markup('{\"\\\\u003c\": \"\\\\u003e\"}')"},
      {"['\"']|tojson", "Markup('[\"\\\\\"\"]')"},
  };
  ExpectRows(kRows);
}

TEST(JsonTest, IndentationIsThatOfPython) {
  constexpr Row kRows[] = {
      {"[1, {'a': [], 'b': [2]}]|tojson(2)",
       "Markup('[\\n  1,\\n  {\\n    \"a\": [],\\n    \"b\": [\\n      2\\n    ]\\n  }\\n]')"},
      {"[1]|tojson(0)", "Markup('[\\n1\\n]')"},
      {"[1]|tojson(-3)", "Markup('[\\n1\\n]')"},
      {"[1]|tojson('\\t')", "Markup('[\\n\\t1\\n]')"},
      {"[[1]]|tojson('<')", "Markup('[\\n\\\\u003c[\\n\\\\u003c\\\\u003c1\\n\\\\u003c]\\n]')"},
      {"[1]|tojson(true)", "Markup('[\\n 1\\n]')"},
      {"[]|tojson(2)", "Markup('[]')"},
      {"{}|tojson(indent=2)", "Markup('{}')"},
      {"[1]|tojson(none)", "Markup('[1]')"},
      {"[1]|tojson(1.5)", "error[template-type]"},
      {"[1]|tojson([])", "error[template-type]"},
      {"'a'|tojson([])", "Markup('\"a\"')"},
      {"[1]|tojson(missing)", "error[undefined-variable]"},
  };
  ExpectRows(kRows);
}

TEST(JsonTest, WhatHasNoJsonFails) {
  constexpr Row kRows[] = {
      {"missing|tojson", "error[template-type]"},
      {"[missing]|tojson", "error[template-type]"},
      {"range(3)|tojson", "error[template-type]"},
      {"{}.keys()|tojson", "error[template-type]"},
      {"gen([])|tojson", "error[template-type]"},
      {"range|tojson", "error[template-type]"},
      {"{(1, 2): 3}|tojson", "error[template-type]"},
      {"{1: 2, 'a': 3}|tojson", "error[template-type]"},
      {"1|tojson(sort_keys=true)", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(JsonTest, ChatTemplatesAskForPlainJson) {
  RenderPolicy policy;
  policy.html_json = false;
  constexpr Row kRows[] = {
      {"{'b': 1, 'a': '<é>'}|tojson", "'{\"b\": 1, \"a\": \"<é>\"}'"},
      {"{'b': 1}|tojson(indent=2)", "'{\\n  \"b\": 1\\n}'"},
      {"{'b': 1, 'a': 2}|tojson(sort_keys=true)", "'{\"a\": 2, \"b\": 1}'"},
      {"[1, 2]|tojson(separators=(',', ':'))", "'[1,2]'"},
      {"[1, 2]|tojson(separators=[' ; ', ':'], indent=1)", "'[\\n 1 ; \\n 2\\n]'"},
      {"'é'|tojson(ensure_ascii=true)", "'\"\\\\u00e9\"'"},
      {"'é'|tojson(true)", "'\"\\\\u00e9\"'"},
      {"{1: 2, 'a': 3}|tojson", "'{\"1\": 2, \"a\": 3}'"},
      {"[1]|tojson(separators=(1, 2))", "error[template-type]"},
      {"[1]|tojson(separators=(',',))", "error[template-type]"},
      {"[1]|tojson(nosuch=1)", "error[template-type]"},
  };
  ExpectRows(kRows, policy);
}

TEST(JsonTest, HtmlJsonIsMarkupAndPlainJsonIsNot) {
  EXPECT_EQ(Give("[1]|tojson"), "Markup('[1]')");
  RenderPolicy policy;
  policy.html_json = false;
  EXPECT_EQ(Give("[1]|tojson", policy), "'[1]'");
}

TEST(JsonTest, AWideIndentMeetsTheLimitBeforeMemory) {
  EXPECT_EQ(Give("[[1]]|tojson(9223372036854775807)"), "exhausted");
}

TEST(JsonTest, NumbersAsKeysAreSortedAsNumbers) {
  std::string map = "{";
  for (int i = 99; i >= 0; --i) map += std::to_string(i) + ": 0, ";
  const std::string printed = Give(map + "}|tojson");
  EXPECT_TRUE(printed.starts_with("Markup('{\"0\": 0, \"1\": 0, \"2\": 0, ")) << printed;
  EXPECT_TRUE(printed.ends_with("\"99\": 0}')")) << printed;
}

}  // namespace
}  // namespace galley
