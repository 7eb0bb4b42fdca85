// The methods of strings, one function each, as Python's str has them; filters
// that do the same call them.  args[0] is the string, the parameters follow.
//
// Results of markup are markup; parts of a string are views, not copies.  On
// markup the methods do as markupsafe's Markup: most give markup again and escape
// the strings they are given.
#ifndef GALLEY_ENGINE_LIBRARY_STRING_METHODS_H_
#define GALLEY_ENGINE_LIBRARY_STRING_METHODS_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/library/builtin.h"
#include "engine/library/operators.h"
#include "value/value.h"

namespace galley {

// Pays for looking at text character by character, which takes longer than to
// copy it.
inline bool PayPerCharacter(CallContext& cx, uint64_t bytes) noexcept {
  return cx.meter().StepBytes(4 * bytes);
}

// An argument that becomes part of `text`, or is looked for in it: escaped where
// that is markup and the argument a string, or an undefined that passes for one.
inline Value EscapedFor(CallContext& cx, const Value& text, const Value& argument) {
  const bool counts = argument.is_string() || PassesForMarkup(cx, argument);
  return text.is_safe() && counts ? Escape(cx, argument) : argument;
}

// string_case.cc
Value StrCapitalize(CallContext& cx, std::span<const Value> args);
Value StrCasefold(CallContext& cx, std::span<const Value> args);
Value StrLower(CallContext& cx, std::span<const Value> args);
Value StrSwapcase(CallContext& cx, std::span<const Value> args);
Value StrTitle(CallContext& cx, std::span<const Value> args);
Value StrUpper(CallContext& cx, std::span<const Value> args);
void WriteCapitalized(CallContext& cx, std::string_view text, Writer* out);
void WriteLower(CallContext& cx, std::string_view text, Writer* out);
void WriteUpper(CallContext& cx, std::string_view text, Writer* out);

// string_tests.cc
Value StrIsalnum(CallContext& cx, std::span<const Value> args);
Value StrIsalpha(CallContext& cx, std::span<const Value> args);
Value StrIsascii(CallContext& cx, std::span<const Value> args);
Value StrIsdecimal(CallContext& cx, std::span<const Value> args);
Value StrIsdigit(CallContext& cx, std::span<const Value> args);
Value StrIsidentifier(CallContext& cx, std::span<const Value> args);
Value StrIslower(CallContext& cx, std::span<const Value> args);
Value StrIsnumeric(CallContext& cx, std::span<const Value> args);
Value StrIsprintable(CallContext& cx, std::span<const Value> args);
Value StrIsspace(CallContext& cx, std::span<const Value> args);
Value StrIstitle(CallContext& cx, std::span<const Value> args);
Value StrIsupper(CallContext& cx, std::span<const Value> args);

// string_search.cc
Value StrCount(CallContext& cx, std::span<const Value> args);
Value StrEndswith(CallContext& cx, std::span<const Value> args);
Value StrFind(CallContext& cx, std::span<const Value> args);
Value StrIndex(CallContext& cx, std::span<const Value> args);
Value StrPartition(CallContext& cx, std::span<const Value> args);
Value StrRemoveprefix(CallContext& cx, std::span<const Value> args);
Value StrRemovesuffix(CallContext& cx, std::span<const Value> args);
Value StrReplace(CallContext& cx, std::span<const Value> args);
Value StrRfind(CallContext& cx, std::span<const Value> args);
Value StrRindex(CallContext& cx, std::span<const Value> args);
Value StrRpartition(CallContext& cx, std::span<const Value> args);
Value StrStartswith(CallContext& cx, std::span<const Value> args);

// string_split.cc
Value StrJoin(CallContext& cx, std::span<const Value> args);
Value StrLstrip(CallContext& cx, std::span<const Value> args);
Value StrRsplit(CallContext& cx, std::span<const Value> args);
Value StrRstrip(CallContext& cx, std::span<const Value> args);
Value StrSplit(CallContext& cx, std::span<const Value> args);
Value StrSplitlines(CallContext& cx, std::span<const Value> args);
Value StrStrip(CallContext& cx, std::span<const Value> args);

// string_layout.cc
Value StrCenter(CallContext& cx, std::span<const Value> args);
Value StrExpandtabs(CallContext& cx, std::span<const Value> args);
Value StrLjust(CallContext& cx, std::span<const Value> args);
Value StrRjust(CallContext& cx, std::span<const Value> args);
Value StrZfill(CallContext& cx, std::span<const Value> args);

// string_encode.cc
Value StrEncode(CallContext& cx, std::span<const Value> args);

// string_translate.cc
Value StrMaketrans(CallContext& cx, std::span<const Value> args);
Value StrTranslate(CallContext& cx, std::span<const Value> args);

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_STRING_METHODS_H_
