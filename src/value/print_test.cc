#include "value/print.h"

#include <string>

#include "value/function.h"
#include "value/map.h"
#include "value/value_testing.h"

namespace galley {
namespace {

class PrintTest : public ValueTest {
 protected:
  // The JSON text, with `!` in front where the value has none.
  std::string Json(const Value& value, const JsonStyle& style = {}) {
    BufferWriter out;
    const bool faithful = PrintJson(value, style, &out, &meter());
    return (faithful ? "" : "!") + out.ToString();
  }

  const Function function_ = {1, "greet"};
};

TEST_F(PrintTest, ReprOfScalars) {
  EXPECT_EQ(Repr(None()), "None");
  EXPECT_EQ(Repr(B(true)), "True");
  EXPECT_EQ(Repr(B(false)), "False");
  EXPECT_EQ(Repr(I(-42)), "-42");
  EXPECT_EQ(Repr(D(2)), "2.0");
  EXPECT_EQ(Repr(Value()), "Undefined");
  EXPECT_EQ(Repr(Value::Callable(&function_)), "<function greet>");
}

TEST_F(PrintTest, ReprOfStringsChoosesTheQuoteThatNeedsNoEscape) {
  EXPECT_EQ(Repr(S("")), "''");
  EXPECT_EQ(Repr(S("a")), "'a'");
  EXPECT_EQ(Repr(S("it's")), "\"it's\"");
  EXPECT_EQ(Repr(S("say \"hi\"")), "'say \"hi\"'");
  EXPECT_EQ(Repr(S("it's \"it\"")), "'it\\'s \"it\"'");
}

TEST_F(PrintTest, ReprOfStringsEscapesWhatIsNotPrintable) {
  EXPECT_EQ(Repr(S("\\ \n\r\t")), R"('\\ \n\r\t')");
  EXPECT_EQ(Repr(S(std::string_view("\0\x1b\x7f", 3))), R"('\x00\x1b\x7f')");
  EXPECT_EQ(Repr(S("é 日本 😀 \u0301")), "'é 日本 😀 \u0301'");
  EXPECT_EQ(Repr(S("\u0085\u00a0\u00ad")), R"('\x85\xa0\xad')");
  EXPECT_EQ(Repr(S("\u200b\u2028\ufeff\ue000")), R"('\u200b\u2028\ufeff\ue000')");
  EXPECT_EQ(Repr(S("\U000e0001\U0010ffff")), R"('\U000e0001\U0010ffff')");
}

TEST_F(PrintTest, ReprOfSafeStringsNamesThem) {
  EXPECT_EQ(Repr(heap_.NewString("<b>it's</b>", kSafe)), "Markup(\"<b>it's</b>\")");
  EXPECT_EQ(Repr(heap_.NewString("x", kWritten)), "'x'");
}

TEST_F(PrintTest, ReprOfContainers) {
  EXPECT_EQ(Repr(L({})), "[]");
  EXPECT_EQ(Repr(L({I(1), S("a"), L({None()})})), "[1, 'a', [None]]");
  EXPECT_EQ(Repr(T({})), "()");
  EXPECT_EQ(Repr(T({I(1)})), "(1,)");
  EXPECT_EQ(Repr(T({I(1), I(2)})), "(1, 2)");
  EXPECT_EQ(Repr(M({})), "{}");
  EXPECT_EQ(Repr(M({{S("a"), I(1)}, {I(2), L({})}})), "{'a': 1, 2: []}");
  EXPECT_EQ(Repr(M({{T({I(1), T({})}), M({{None(), B(true)}})}})), "{(1, ()): {None: True}}");
  EXPECT_EQ(Repr(L({L({}), L({L({}), T({})}), I(3)})), "[[], [[], ()], 3]");
}

TEST_F(PrintTest, ReprOfLazySequencesNamesThem) {
  EXPECT_EQ(Repr(L({S("a")}, ListForm::kKeys)), "dict_keys(['a'])");
  EXPECT_EQ(Repr(L({I(1)}, ListForm::kValues)), "dict_values([1])");
  EXPECT_EQ(Repr(L({T({S("a"), I(1)})}, ListForm::kItems)), "dict_items([('a', 1)])");
  EXPECT_EQ(Repr(L({}, ListForm::kKeys)), "dict_keys([])");
  EXPECT_EQ(Repr(L({I(1)}, ListForm::kGenerator)), "<generator object>");
}

TEST_F(PrintTest, ReprOfRangesIsFoundFromTheirItems) {
  EXPECT_EQ(Repr(L({}, ListForm::kRange)), "range(0, 0)");
  EXPECT_EQ(Repr(L({I(7)}, ListForm::kRange)), "range(7, 8)");
  EXPECT_EQ(Repr(L({I(0), I(1), I(2)}, ListForm::kRange)), "range(0, 3)");
  EXPECT_EQ(Repr(L({I(0), I(2), I(4)}, ListForm::kRange)), "range(0, 6, 2)");
  EXPECT_EQ(Repr(L({I(3), I(2)}, ListForm::kRange)), "range(3, 1, -1)");
  EXPECT_EQ(Repr(L({I(INT64_MAX - 2), I(INT64_MAX)}, ListForm::kRange)),
            "range(9223372036854775805, 9223372036854775807, 2)");
  EXPECT_EQ(Repr(L({I(INT64_MIN), I(INT64_MAX)}, ListForm::kRange)),
            "range(-9223372036854775808, 9223372036854775807, 9223372036854775807)");
}

TEST_F(PrintTest, StrIsReprButForStringsAndUndefined) {
  EXPECT_EQ(Str(S("it's\n")), "it's\n");
  EXPECT_EQ(Str(heap_.NewString("<b>", kSafe)), "<b>");
  EXPECT_EQ(Str(Value()), "");
  EXPECT_EQ(Str(None()), "None");
  EXPECT_EQ(Str(L({S("a"), Value()})), "['a', Undefined]");
}

TEST_F(PrintTest, JsOfScalars) {
  EXPECT_EQ(Js(Value()), "");
  EXPECT_EQ(Js(None()), "");
  EXPECT_EQ(Js(B(true)), "true");
  EXPECT_EQ(Js(I(7)), "7");
  EXPECT_EQ(Js(D(2.0)), "2");
  EXPECT_EQ(Js(S("it's")), "it's");
  EXPECT_EQ(Js(Value::Callable(&function_)), "greet");
  EXPECT_EQ(Js(M({{S("a"), I(1)}})), "[object Object]");
}

TEST_F(PrintTest, JsJoinsListsWithCommas) {
  EXPECT_EQ(Js(L({})), "");
  EXPECT_EQ(Js(L({I(1), S("a"), B(false)})), "1,a,false");
  EXPECT_EQ(Js(L({I(1), None(), Value(), I(2)})), "1,,,2");
  EXPECT_EQ(Js(L({L({I(1), L({I(2)})}), L({}), T({I(3), I(4)}), M({})})),
            "1,2,,3,4,[object Object]");
}

TEST_F(PrintTest, JsonOfEverythingThatHasOne) {
  EXPECT_EQ(Json(None()), "null");
  EXPECT_EQ(Json(B(true)), "true");
  EXPECT_EQ(Json(I(-1)), "-1");
  EXPECT_EQ(Json(D(1)), "1.0");
  EXPECT_EQ(Json(D(1e21)), "1e+21");
  EXPECT_EQ(Json(S("a\"b\n")), R"("a\"b\n")");
  EXPECT_EQ(Json(L({})), "[]");
  EXPECT_EQ(Json(M({})), "{}");
  EXPECT_EQ(Json(M({{S("a"), L({I(1), T({I(2), None()})})}, {S("b"), M({})}})),
            R"({"a":[1,[2,null]],"b":{}})");
}

TEST_F(PrintTest, JsonOfWhatHasNoneIsNull) {
  EXPECT_EQ(Json(Value()), "!null");
  EXPECT_EQ(Json(D(kNaN)), "!null");
  EXPECT_EQ(Json(L({D(kInfinity), I(1)})), "![null,1]");
  EXPECT_EQ(Json(M({{S("f"), Value::Callable(&function_)}})), R"(!{"f":null})");
}

TEST_F(PrintTest, JsonOfKeysThatAreNoStrings) {
  EXPECT_EQ(Json(M({{I(1), I(0)}, {D(1.5), I(0)}, {B(false), I(0)}, {None(), I(0)}})),
            R"({"1":0,"1.5":0,"false":0,"null":0})");
  EXPECT_EQ(Json(M({{I(1), S("int")}, {S("1"), S("string")}})), R"({"1":"int","1":"string"})");
  EXPECT_EQ(Json(M({{T({I(1), S("a")}), I(0)}})), R"-(!{"(1, 'a')":0})-");
  EXPECT_EQ(Json(M({{D(kNaN), I(0)}})), R"(!{"nan":0})");
  EXPECT_EQ(Json(M({{Value(), I(0)}})), R"(!{"Undefined":0})");
}

TEST_F(PrintTest, JsonIsLaidOutAsAsked) {
  const Value value = M({{S("a"), L({I(1), L({}), M({})})}, {S("b"), M({{S("c"), None()}})}});
  EXPECT_EQ(Json(value, {.item_separator = ", ", .key_separator = ": "}),
            R"({"a": [1, [], {}], "b": {"c": null}})");
  EXPECT_EQ(Json(value, {.indent = 2, .key_separator = ": "}),
            "{\n"
            "  \"a\": [\n"
            "    1,\n"
            "    [],\n"
            "    {}\n"
            "  ],\n"
            "  \"b\": {\n"
            "    \"c\": null\n"
            "  }\n"
            "}");
}

TEST_F(PrintTest, JsonEscapesAsAsked) {
  const Value value = M({{S("<é>"), S("it's & 😀")}});
  EXPECT_EQ(Json(value, {.ascii = true}), R"({"<\u00e9>":"it's & \ud83d\ude00"})");
  EXPECT_EQ(Json(value, {.html = true}), R"({"\u003cé\u003e":"it\u0027s \u0026 😀"})");
}

TEST_F(PrintTest, JsonSortsKeysAsAsked) {
  const Value inner = M({{S("z"), I(1)}, {S("y"), I(2)}});
  const Value value = M({{S("b"), inner}, {S("é"), I(3)}, {S("a"), L({inner})}, {S("B"), I(4)}});
  EXPECT_EQ(Json(value, {.sort_keys = true}),
            R"({"B":4,"a":[{"y":2,"z":1}],"b":{"y":2,"z":1},"é":3})");
  EXPECT_EQ(Json(M({{I(10), I(0)}, {D(9.5), I(0)}, {I(9), I(0)}}), {.sort_keys = true}),
            R"({"9":0,"9.5":0,"10":0})");
  EXPECT_EQ(Json(M({{S("a"), I(0)}, {I(1), I(0)}, {None(), I(0)}, {T({}), I(0)}, {D(kNaN), I(0)}}),
                 {.sort_keys = true}),
            R"-(!{"null":0,"1":0,"a":0,"()":0,"nan":0})-");
}

TEST_F(PrintTest, JsonSortsLargeMaps) {
  EXPECT_EQ(Json(Numbered(12), {.sort_keys = true}),
            R"({"k0":0,"k1":1,"k10":10,"k11":11,"k2":2,"k3":3,"k4":4,"k5":5,"k6":6,"k7":7,)"
            R"("k8":8,"k9":9})");
}

using Print = void (*)(const Value&, Writer*, Meter*);

void PrintPlainJson(const Value& value, Writer* out, Meter* meter) {
  PrintJson(value, {.sort_keys = true}, out, meter);
}

TEST_F(PrintTest, EveryPrinterStopsAtTheLimitOfItsWriter) {
  const Value bomb = Bomb(L({S("text"), M({{S("key"), I(1)}})}), 60);
  for (const Print print :
       {Print{PrintRepr}, Print{PrintStr}, Print{PrintJs}, Print{PrintPlainJson}}) {
    BufferWriter out(1000);
    print(bomb, &out, &meter());
    EXPECT_TRUE(out.overflowed());
    EXPECT_LE(out.size(), 1000u);
    EXPECT_EQ(heap_.exhausted(), Exhausted::kNo);
  }
}

TEST_F(PrintTest, EveryPrinterStopsWithTheMeter) {
  Limits limits;
  limits.steps = 10'000;
  const Value bomb = Bomb(L({}), 60);
  for (const Print print :
       {Print{PrintRepr}, Print{PrintStr}, Print{PrintJs}, Print{PrintPlainJson}}) {
    Meter meter(limits);
    BufferWriter out;
    print(bomb, &out, &meter);
    EXPECT_EQ(meter.exhausted(), Exhausted::kSteps);
    EXPECT_LT(out.size(), 100'000u);
  }
}

TEST_F(PrintTest, EveryPrinterPaysForItemsAndBytes) {
  const std::string text(6400, 'x');
  const Value list = L({S(text), I(1), L({I(2)}), I(3)});
  for (const Print print :
       {Print{PrintRepr}, Print{PrintStr}, Print{PrintJs}, Print{PrintPlainJson}}) {
    const uint64_t before = meter().steps_left();
    BufferWriter out;
    print(list, &out, &meter());
    EXPECT_GE(before - meter().steps_left(), 100u + 5u);
  }
}

TEST_F(PrintTest, JsonPaysForIndentation) {
  Limits limits;
  limits.steps = 1000;
  Meter few(limits);
  BufferWriter out;
  PrintJson(L({L({L({I(1)})})}), {.indent = 1'000'000}, &out, &few);
  EXPECT_EQ(few.exhausted(), Exhausted::kSteps);
  EXPECT_LT(out.size(), 10'000u);
}

TEST_F(PrintTest, JsonCutsKeysThatHaveNoJson) {
  const Value key = Bomb(I(1), 12, /*tuples=*/true);
  const std::string json = Json(M({{key, I(1)}}));
  EXPECT_EQ(json.front(), '!');
  EXPECT_LT(json.size(), 1100u);
}

TEST_F(PrintTest, JavaScriptHasNoUndefinedFields) {
  const Value map =
      M({{S("a"), Value()}, {S("b"), I(1)}, {S("c"), Value()}, {S("d"), L({Value()})}});
  EXPECT_EQ(Json(map, {.javascript_numbers = true}), R"(!{"b":1,"d":[null]})");
  EXPECT_EQ(Json(M({{S("a"), Value()}}), {.indent = 2, .javascript_numbers = true}), "{}");
}

}  // namespace
}  // namespace galley
