// The table of methods, sorted by name.  What the functions do is in the files that they are
// declared in.
#include "engine/library/string_methods.h"

#include "engine/library/brace_format.h"
#include "engine/library/families.h"

namespace galley {
namespace {

constexpr Parameter kChars[] = {{"chars", Value::None()}};
constexpr Parameter kEncode[] = {{"encoding", Value::String("utf-8")},
                                 {"errors", Value::String("strict")}};
constexpr Parameter kExpandtabs[] = {{"tabsize", Value::Int(8)}};
constexpr Parameter kFormatMap[] = {{"mapping", Value(), true}};
constexpr Parameter kJoin[] = {{"iterable", Value(), true}};
constexpr Parameter kMaketrans[] = {{"x", Value(), true}, {"y"}, {"z"}};
constexpr Parameter kPad[] = {{"width", Value(), true}, {"fillchar", Value::String(" ")}};
constexpr Parameter kPart[] = {
    {"sub", Value(), true}, {"start", Value::None()}, {"end", Value::None()}};
constexpr Parameter kPrefix[] = {{"prefix", Value(), true}};
constexpr Parameter kReplace[] = {
    {"old", Value(), true}, {"new", Value(), true}, {"count", Value::Int(-1)}};
constexpr Parameter kSeparator[] = {{"sep", Value(), true}};
constexpr Parameter kSplit[] = {{"sep", Value::None()}, {"maxsplit", Value::Int(-1)}};
constexpr Parameter kSplitlines[] = {{"keepends", Value::Bool(false)}};
constexpr Parameter kSuffix[] = {{"suffix", Value(), true}};
constexpr Parameter kTranslate[] = {{"table", Value(), true}};
constexpr Parameter kWidth[] = {{"width", Value(), true}};

// A method whose arguments have no names, as those of most methods of str.
constexpr Builtin Method(std::string_view name, BuiltinFunction function,
                         std::span<const Parameter> parameters = {}) noexcept {
  return {name, function, parameters, false, false, true};
}

// One that takes its arguments by name too.
constexpr Builtin Named(std::string_view name, BuiltinFunction function,
                        std::span<const Parameter> parameters) noexcept {
  return {name, function, parameters};
}

constexpr Builtin kMethods[] = {
    Method("capitalize", StrCapitalize),
    Method("casefold", StrCasefold),
    Method("center", StrCenter, kPad),
    Method("count", StrCount, kPart),
    Named("encode", StrEncode, kEncode),
    Method("endswith", StrEndswith, kPart),
    Named("expandtabs", StrExpandtabs, kExpandtabs),
    Method("find", StrFind, kPart),
    {"format", StrFormat, {}, /*extra_positional=*/true, /*extra_keywords=*/true},
    Method("format_map", StrFormatMap, kFormatMap),
    Method("index", StrIndex, kPart),
    Method("isalnum", StrIsalnum),
    Method("isalpha", StrIsalpha),
    Method("isascii", StrIsascii),
    Method("isdecimal", StrIsdecimal),
    Method("isdigit", StrIsdigit),
    Method("isidentifier", StrIsidentifier),
    Method("islower", StrIslower),
    Method("isnumeric", StrIsnumeric),
    Method("isprintable", StrIsprintable),
    Method("isspace", StrIsspace),
    Method("istitle", StrIstitle),
    Method("isupper", StrIsupper),
    Method("join", StrJoin, kJoin),
    Method("ljust", StrLjust, kPad),
    Method("lower", StrLower),
    Method("lstrip", StrLstrip, kChars),
    Method("maketrans", StrMaketrans, kMaketrans),
    Method("partition", StrPartition, kSeparator),
    Method("removeprefix", StrRemoveprefix, kPrefix),
    Method("removesuffix", StrRemovesuffix, kSuffix),
    Method("replace", StrReplace, kReplace),
    Method("rfind", StrRfind, kPart),
    Method("rindex", StrRindex, kPart),
    Method("rjust", StrRjust, kPad),
    Method("rpartition", StrRpartition, kSeparator),
    Named("rsplit", StrRsplit, kSplit),
    Method("rstrip", StrRstrip, kChars),
    Named("split", StrSplit, kSplit),
    Named("splitlines", StrSplitlines, kSplitlines),
    Method("startswith", StrStartswith, kPart),
    Method("strip", StrStrip, kChars),
    Method("swapcase", StrSwapcase),
    Method("title", StrTitle),
    Method("translate", StrTranslate, kTranslate),
    Method("upper", StrUpper),
    Method("zfill", StrZfill, kWidth),
};

}  // namespace

std::span<const Builtin> StringMethods() noexcept { return kMethods; }

}  // namespace galley
