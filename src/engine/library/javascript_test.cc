#include "engine/library/javascript.h"

#include <limits>
#include <string>

#include "value/value_testing.h"

namespace galley {
namespace {

class JavaScriptTest : public ValueTest {
 protected:
  std::string Field(const Value& value, std::string_view name) {
    return Str(FieldOf(cx_, value, name, HashKey(name)));
  }
  bool Same(const Value& a, const Value& b) { return LooselyEquals(cx_, a, b); }

  RenderPolicy policy_;
  CallContext cx_{&heap_, &policy_};
};

TEST_F(JavaScriptTest, Truth) {
  for (const Value& value : {Value(), None(), B(false), I(0), D(0), D(-0.0), D(kNaN), S("")}) {
    EXPECT_TRUE(IsFalsy(value)) << Repr(value);
  }
  for (const Value& value : {B(true), I(-1), D(0.1), S("0"), L({}), M({})}) {
    EXPECT_FALSE(IsFalsy(value)) << Repr(value);
  }
}

TEST_F(JavaScriptTest, Emptiness) {
  for (const Value& value : {Value(), None(), B(false), S(""), L({}), D(kNaN)}) {
    EXPECT_TRUE(IsEmpty(value)) << Repr(value);
  }
  for (const Value& value : {I(0), D(0), M({}), L({None()}), S(" ")}) {
    EXPECT_FALSE(IsEmpty(value)) << Repr(value);
  }
}

TEST_F(JavaScriptTest, SectionsShowTheirBody) {
  EXPECT_TRUE(ShowsSection(I(0)));
  EXPECT_TRUE(ShowsSection(S("")));
  EXPECT_TRUE(ShowsSection(M({})));
  EXPECT_FALSE(ShowsSection(L({})));
  EXPECT_FALSE(ShowsSection(None()));
  EXPECT_FALSE(ShowsSection(B(false)));
}

TEST_F(JavaScriptTest, FieldsAreOwn) {
  EXPECT_EQ(Field(M({{S("a"), I(1)}}), "a"), "1");
  EXPECT_EQ(Field(M({}), "constructor"), "");
  EXPECT_EQ(Field(L({I(5), I(6)}), "1"), "6");
  EXPECT_EQ(Field(L({I(5), I(6)}), "01"), "");
  EXPECT_EQ(Field(L({I(5), I(6)}), "2"), "");
  EXPECT_EQ(Field(L({I(5), I(6)}), "-1"), "");
  EXPECT_EQ(Field(L({I(5)}), "99999999999999999999"), "");
  EXPECT_EQ(Field(L({I(5), I(6)}), "length"), "2");
  EXPECT_EQ(Field(L({}), "push"), "");
  EXPECT_EQ(Field(I(5), "length"), "");
}

TEST_F(JavaScriptTest, StringsAreUtf16) {
  const Value text = S("h\u00e9\U0001F600!");
  EXPECT_EQ(Field(text, "length"), "5");
  EXPECT_EQ(Field(text, "1"), "\u00e9");
  EXPECT_EQ(Field(text, "2"), "\uFFFD");
  EXPECT_EQ(Field(text, "3"), "\uFFFD");
  EXPECT_EQ(Field(text, "4"), "!");
  EXPECT_EQ(Field(text, "5"), "");
}

TEST_F(JavaScriptTest, StrictFields) {
  EXPECT_TRUE(HasField(M({{S("a"), None()}}), "a"));
  EXPECT_FALSE(HasField(M({}), "toString"));
  EXPECT_TRUE(HasField(L({}), "length"));
  EXPECT_TRUE(HasField(L({I(1)}), "0"));
  EXPECT_FALSE(HasField(L({I(1)}), "1"));
  EXPECT_FALSE(HasField(S("abc"), "length"));
}

TEST_F(JavaScriptTest, NamesOfFields) {
  EXPECT_EQ(FieldName(cx_, Value()).as_string(), "undefined");
  EXPECT_EQ(FieldName(cx_, None()).as_string(), "null");
}

TEST_F(JavaScriptTest, LooseEquality) {
  EXPECT_TRUE(Same(Value(), None()));
  EXPECT_FALSE(Same(None(), I(0)));
  EXPECT_TRUE(Same(I(1), S("1")));
  EXPECT_TRUE(Same(S(" 1 "), I(1)));
  EXPECT_TRUE(Same(B(true), S("1")));
  EXPECT_TRUE(Same(S(""), I(0)));
  EXPECT_FALSE(Same(S("x"), I(0)));
  EXPECT_TRUE(Same(L({I(5)}), I(5)));
  EXPECT_TRUE(Same(L({S("a"), S("b")}), S("a,b")));
  EXPECT_TRUE(Same(M({}), S("[object Object]")));
  EXPECT_FALSE(Same(L({I(5)}), L({I(5)})));
  const Value list = L({I(1)});
  EXPECT_TRUE(Same(list, list));
  EXPECT_FALSE(Same(D(kNaN), D(kNaN)));
}

TEST_F(JavaScriptTest, EscapesSevenCharacters) {
  BufferWriter out;
  AppendJsEscaped("a&<>\"'`=z, and a text that is longer than a block <of> sixteen bytes", &out);
  EXPECT_EQ(out.view(),
            "a&amp;&lt;&gt;&quot;&#x27;&#x60;&#x3D;z, and a text that is longer than a block "
            "&lt;of&gt; sixteen bytes");
}

TEST_F(JavaScriptTest, EscapesAtEveryOffset) {
  for (size_t before = 0; before < 40; ++before) {
    for (size_t behind = 0; behind < 20; ++behind) {
      BufferWriter out;
      AppendJsEscaped(std::string(before, 'x') + "=" + std::string(behind, '\xC3'), &out);
      EXPECT_EQ(out.view(), std::string(before, 'x') + "&#x3D;" + std::string(behind, '\xC3'));
    }
  }
}

}  // namespace
}  // namespace galley
