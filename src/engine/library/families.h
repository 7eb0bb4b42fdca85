// The families of builtins, one function per family and file.  table.cc searches
// them; nothing else needs to know which family a name belongs to.
//
// Each family is sorted by name.  A test checks that, and that no name is in two
// families of one table.
#ifndef GALLEY_ENGINE_LIBRARY_FAMILIES_H_
#define GALLEY_ENGINE_LIBRARY_FAMILIES_H_

#include <span>
#include <string_view>

#include "engine/library/builtin.h"

namespace galley {

// Filters.
std::span<const Builtin> AggregateFilters() noexcept;    // max, min, sum, ...
std::span<const Builtin> GroupFilters() noexcept;        // batch, groupby, slice
std::span<const Builtin> HtmlFilters() noexcept;         // escape, safe, urlize, xmlattr, ...
std::span<const Builtin> JsonFilters() noexcept;         // tojson
std::span<const Builtin> NumberFilters() noexcept;       // abs, float, int, round
std::span<const Builtin> PprintFilters() noexcept;       // pprint
std::span<const Builtin> SelectionFilters() noexcept;    // map, select, reject, ...
std::span<const Builtin> SequenceFilters() noexcept;     // first, join, list, reverse, ...
std::span<const Builtin> SortFilters() noexcept;         // dictsort, sort, unique
std::span<const Builtin> StringFilters() noexcept;       // lower, replace, trim, ...
std::span<const Builtin> TextFilters() noexcept;         // center, indent, truncate, wordwrap, ...
std::span<const Builtin> TranslationFilters() noexcept;  // what `trans` is made of
std::span<const Builtin> ValueFilters() noexcept;        // attr, default, string

// Tests.
std::span<const Builtin> ComparisonTests() noexcept;  // eq, in, sameas, ...
std::span<const Builtin> TypeTests() noexcept;        // defined, mapping, none, odd, ...

// Global functions.
std::span<const Builtin> JinjaGlobals() noexcept;         // range, dict, namespace, ...
std::span<const Builtin> TranslationGlobals() noexcept;   // gettext, ngettext, ...
std::span<const Builtin> ChatTemplateGlobals() noexcept;  // raise_exception, strftime_now

// Helpers of Handlebars templates that Handlebars.js does not have.
std::span<const Builtin> HandlebarsHelpers() noexcept;  // json, eq, join, ...

// Methods.
std::span<const Builtin> DictMethods() noexcept;
bool MayBeDictMethod(std::string_view name) noexcept;  // most names are not, at a glance
std::span<const Builtin> FloatMethods() noexcept;
std::span<const Builtin> IntMethods() noexcept;  // of booleans too
std::span<const Builtin> ListMethods() noexcept;
std::span<const Builtin> StringMethods() noexcept;
std::span<const Builtin> TupleMethods() noexcept;

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_FAMILIES_H_
