#include "engine/library/library_testing.h"

namespace galley {
namespace {

TEST(StringEncodeTest, PrintsBytesAsPythonDoes) {
  constexpr Row kRows[] = {
      {"'abc'.encode()", "b'abc'"},
      {"'é日'.encode('utf-8')", "b'\\xc3\\xa9\\xe6\\x97\\xa5'"},
      {"'é'.encode(encoding='UTF8')", "b'\\xc3\\xa9'"},
      {"\"it's\".encode()", "b\"it's\""},
      {"\"a\\n\\t\\\\\".encode()", "b'a\\n\\t\\\\'"},
      {"'abc'.encode('ascii')", "b'abc'"},
      {"'é'.encode('ascii')", "error[template-type]"},
      {"'abc'.encode(5)", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(StringEncodeTest, GivesWhatCanOnlyBePrinted) {
  EXPECT_EQ(Give("'abc'.encode()|string"), "\"b'abc'\"");
  EXPECT_EQ(Give("'abc'.encode() is callable"), "False");
  EXPECT_EQ(Give("'abc'.encode()|length").substr(0, 20), "error[template-type]");
  EXPECT_EQ(Give("'abc'.encode('latin-1')").substr(0, 20), "error[template-type]");
}

}  // namespace
}  // namespace galley
