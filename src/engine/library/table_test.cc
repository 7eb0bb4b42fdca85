// The tables as a whole: nothing is missing, nothing is there twice, and look-up by
// binary search can work.

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "engine/library/builtin.h"
#include "engine/library/families.h"

namespace galley {
namespace {

TEST(TableTest, HasEveryFilterOfJinja2) {
  for (std::string_view name :
       {"abs",    "attr",       "batch",       "capitalize", "center",   "count",
        "d",      "default",    "dictsort",    "e",          "escape",   "filesizeformat",
        "first",  "float",      "forceescape", "format",     "groupby",  "indent",
        "int",    "items",      "join",        "last",       "length",   "list",
        "lower",  "map",        "max",         "min",        "pprint",   "random",
        "reject", "rejectattr", "replace",     "reverse",    "round",    "safe",
        "select", "selectattr", "slice",       "sort",       "string",   "striptags",
        "sum",    "title",      "tojson",      "trim",       "truncate", "unique",
        "upper",  "urlencode",  "urlize",      "wordcount",  "wordwrap", "xmlattr"}) {
    const Builtin* found = FindFilter(name);
    ASSERT_NE(found, nullptr) << name;
    EXPECT_EQ(found->name, name);
  }
  EXPECT_EQ(FilterNames().size(), 54u);
}

TEST(TableTest, HasEveryTestOfJinja2) {
  for (std::string_view name :
       {"!=",       "<",        "<=",          "==",       ">",           ">=",       "boolean",
        "callable", "defined",  "divisibleby", "eq",       "equalto",     "escaped",  "even",
        "false",    "filter",   "float",       "ge",       "greaterthan", "gt",       "in",
        "integer",  "iterable", "le",          "lessthan", "lower",       "lt",       "mapping",
        "ne",       "none",     "number",      "odd",      "sameas",      "sequence", "string",
        "test",     "true",     "undefined",   "upper"}) {
    const Builtin* found = FindTest(name);
    ASSERT_NE(found, nullptr) << name;
    EXPECT_EQ(found->name, name);
  }
  EXPECT_EQ(TestNames().size(), 39u);
}

TEST(TableTest, HasEveryGlobalOfJinja2) {
  for (std::string_view name : {"cycler", "dict", "joiner", "lipsum", "namespace", "range"}) {
    EXPECT_NE(FindGlobal(name), nullptr) << name;
  }
  EXPECT_EQ(GlobalNames().size(), 6u);
}

TEST(TableTest, GlobalsOfChatTemplatesAreATableOfTheirOwn) {
  EXPECT_EQ(FindGlobal("raise_exception"), nullptr);
  EXPECT_NE(FindChatTemplateGlobal("raise_exception"), nullptr);
  EXPECT_NE(FindChatTemplateGlobal("strftime_now"), nullptr);
}

TEST(TableTest, DoesNotFindWhatIsNotThere) {
  for (std::string_view name : {"", "nosuch", "ABS", "abs ", "zzz"}) {
    EXPECT_EQ(FindFilter(name), nullptr);
    EXPECT_EQ(FindTest(name), nullptr);
    EXPECT_EQ(FindGlobal(name), nullptr);
    EXPECT_EQ(FindMethod(Kind::kString, name), nullptr);
  }
  EXPECT_EQ(FindMethod(Kind::kNone, "upper"), nullptr);
  EXPECT_EQ(FindMethod(Kind::kFunction, "next"), nullptr);
}

TEST(TableTest, FamiliesAreSortedAndDoNotOverlap) {
  for (const auto& names : {FilterNames(), TestNames(), GlobalNames()}) {
    EXPECT_EQ(std::set<std::string_view>(names.begin(), names.end()).size(), names.size());
  }
  for (const std::span<const Builtin> family :
       {AggregateFilters(),  GroupFilters(),  HtmlFilters(),      JsonFilters(),
        NumberFilters(),     PprintFilters(), SelectionFilters(), SequenceFilters(),
        SortFilters(),       StringFilters(), TextFilters(),      ValueFilters(),
        ComparisonTests(),   TypeTests(),     JinjaGlobals(),     ChatTemplateGlobals(),
        HandlebarsHelpers(), DictMethods(),   FloatMethods(),     IntMethods(),
        ListMethods(),       StringMethods(), TupleMethods()}) {
    const auto before = [](const Builtin& a, const Builtin& b) { return a.name < b.name; };
    EXPECT_TRUE(std::is_sorted(family.begin(), family.end(), before)) << family[0].name;
  }
}

TEST(TableTest, RequiredParametersComeFirst) {
  for (std::string_view name : FilterNames()) {
    const std::span<const Parameter> parameters = FindFilter(name)->parameters;
    EXPECT_TRUE(std::is_partitioned(parameters.begin(), parameters.end(),
                                    [](const Parameter& parameter) { return parameter.required; }))
        << name;
    EXPECT_LE(parameters.size(), 60u) << "binding keeps one bit for each";
  }
}

}  // namespace
}  // namespace galley
