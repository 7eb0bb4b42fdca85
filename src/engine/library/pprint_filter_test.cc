#include "engine/library/library_testing.h"

namespace galley {
namespace {

TEST(PprintFilterTest, WhatFitsStaysOnOneLine) {
  constexpr Row kRows[] = {
      {"1|pprint", "'1'"},
      {"'a'|pprint", "\"'a'\""},
      {"[1, 'a', none]|pprint", "\"[1, 'a', None]\""},
      {"{'b': 1, 'a': 2}|pprint", "\"{'a': 2, 'b': 1}\""},
      {"(1,)|pprint", "'(1,)'"},
      {"{}|pprint", "'{}'"},
      {"[]|pprint", "'[]'"},
      {"missing|pprint", "'Undefined'"},
      {"markup('<')|pprint", "\"Markup('<')\""},
      {"{2: 1, none: 2, 'a': 3, 1.5: 4, (1, 2): 5}|pprint",
       "\"{None: 2, 1.5: 4, 2: 1, 'a': 3, (1, 2): 5}\""},
      {"{'a': 1}.keys()|pprint", "\"dict_keys(['a'])\""},
  };
  ExpectRows(kRows);
}

TEST(PprintFilterTest, WhatDoesNotFitIsTakenApart) {
  constexpr Row kRows[] = {
      {"['item number 0', 'item number 1', 'item number 2', 'item number 3', 'item number 4', "
       "'item number 5', 'item number 6', 'item number 7']|pprint",
       "\"['item number 0',\\n 'item number 1',\\n 'item number 2',\\n 'item number 3',\\n 'item "
       "number 4',\\n 'item number 5',\\n 'item number 6',\\n 'item number 7']\""},
      {"{'key': {'inner': ['aaaaaaaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbb', {'deep': "
       "(1, 2, 3)}]}, 'another': none}|pprint",
       "\"{'another': None,\\n 'key': {'inner': ['aaaaaaaaaaaaaaaaaaaaaaaaa',\\n                   "
       "'bbbbbbbbbbbbbbbbbbbbbbbbbbbbb',\\n                   {'deep': (1, 2, 3)}]}}\""},
      {"('item number 0', 'item number 1', 'item number 2', 'item number 3', 'item number 4', "
       "'item number 5', 'item number 6', 'item number 7')|pprint",
       "\"('item number 0',\\n 'item number 1',\\n 'item number 2',\\n 'item number 3',\\n 'item "
       "number 4',\\n 'item number 5',\\n 'item number 6',\\n 'item number 7')\""},
      {"(['item number 0', 'item number 1', 'item number 2', 'item number 3', 'item number 4', "
       "'item number 5', 'item number 6', 'item number 7'],)|pprint",
       "\"(['item number 0',\\n  'item number 1',\\n  'item number 2',\\n  'item number 3',\\n  "
       "'item number 4',\\n  'item number 5',\\n  'item number 6',\\n  'item number 7'],)\""},
      {"{'k': ['item number 0', 'item number 1', 'item number 2', 'item number 3', 'item number "
       "4', 'item number 5', 'item number 6', 'item number 7']}|pprint",
       "\"{'k': ['item number 0',\\n       'item number 1',\\n       'item number 2',\\n       "
       "'item number 3',\\n       'item number 4',\\n       'item number 5',\\n       'item number "
       "6',\\n       'item number 7']}\""},
      {"([{'g': ['item number 0', 'item number 1', 'item number 2', 'item number 3', 'item number "
       "4', 'item number 5', 'item number 6', 'item number 7']}]|groupby('g')|first)|pprint",
       "\"(['item number 0', 'item number 1', 'item number 2', 'item number 3', 'item number 4', "
       "'item number 5', 'item number 6', 'item number 7'], [{'g': ['item number 0', 'item number "
       "1', 'item number 2', 'item number 3', 'item number 4', 'item number 5', 'item number 6', "
       "'item number 7']}])\""},
  };
  ExpectRows(kRows);
}

TEST(PprintFilterTest, LongStringsAreCutBetweenWords) {
  constexpr Row kRows[] = {
      {"'word word word word word word word word word word word word word word word word word word "
       "word word word word word word word word word word word word '|pprint",
       "\"('word word word word word word word word word word word word word word word '\\n 'word "
       "word word word word word word word word word word word word word word ')\""},
      {"'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
       "xxxxxxxxxx'|pprint",
       "\"'"
       "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
       "xxxxxxxxx'\""},
      {"['word word word word word word word word word word word word word word word word word "
       "word word word word word word word word word word word word word ']|pprint",
       "\"['word word word word word word word word word word word word word word word '\\n 'word "
       "word word word word word word word word word word word word word word ']\""},
      {"{'a': 'it\\'s \"it\" it\\'s \"it\" it\\'s \"it\" it\\'s \"it\" it\\'s \"it\" it\\'s \"it\" "
       "it\\'s \"it\" it\\'s \"it\" it\\'s \"it\" it\\'s \"it\" it\\'s \"it\" it\\'s \"it\" "
       "'}|pprint",
       "'{\\'a\\': \\'it\\\\\\'s \"it\" it\\\\\\'s \"it\" it\\\\\\'s \"it\" it\\\\\\'s \"it\" "
       "it\\\\\\'s \"it\" it\\\\\\'s \"it\" it\\\\\\'s \\'\\n      \\'\"it\" it\\\\\\'s \"it\" "
       "it\\\\\\'s \"it\" it\\\\\\'s \"it\" it\\\\\\'s \"it\" it\\\\\\'s \"it\" \\'}'"},
      {"'one\\ntwo\\nthree three three three three three three three three three three three three "
       "three three three three three three three '|pprint",
       "\"('one\\\\n'\\n 'two\\\\n'\\n 'three three three three three three three three three "
       "three three three '\\n 'three three three three three three three three ')\""},
      {"'a\\nb'|pprint", "\"'a\\\\nb'\""},
      {"'ééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé "
       "日本'|pprint",
       "\"('ééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé '\\n "
       "'日本')\""},
  };
  ExpectRows(kRows);
}

// Each level could print everything below it to see whether it fits.
TEST(PprintFilterTest, DeepDataIsNotPrintedOnceForEachLevel) {
  Limits limits;
  limits.steps = 200'000;
  TestExpression test({}, limits);
  std::string text = "1";
  for (int i = 0; i < 100; ++i) text = "[" + text + ", 'some text to fill the line with']";
  test.Evaluate(text + "|pprint");
  EXPECT_FALSE(test.cx().stopped());
}

}  // namespace
}  // namespace galley
