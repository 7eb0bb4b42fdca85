// Tidying: the text of a template or a document, laid out as all of them are.
//
// What a template renders and what a document says never change: the blanks inside of tags
// and between the parts of a document do, and nothing else.  Every layout is read again and
// compared with what was there; where they differ the text stays as it is.  Comments stay,
// lines stay lines, and what is tidy already comes out the same.
#ifndef GALLEY_TIDY_TIDY_H_
#define GALLEY_TIDY_TIDY_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "diag/source.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley::tidy {

enum class Syntax : uint8_t { kJinja, kHandlebars, kYaml, kJson };

// By the end of a file's name; nothing where it is none that is tidied.
std::optional<Syntax> SyntaxOf(std::string_view path) noexcept;

// Fails where the text cannot be read, for the reasons of its reader.
Result<std::string> Tidy(const Source& source, Syntax syntax, const Limits& limits);

// Each for its syntax.
Result<std::string> TidyJinja(const Source& source, const Limits& limits);
Result<std::string> TidyHandlebars(const Source& source, const Limits& limits);
Result<std::string> TidyYaml(const Source& source, const Limits& limits);
Result<std::string> TidyJson(const Source& source, const Limits& limits);

// A run of blanks between two parts of a tag: where it holds a line break the lines stay, less
// the blanks at their ends; else it is `otherwise`.
std::string TidyGap(std::string_view gap, std::string_view otherwise);

}  // namespace galley::tidy

#endif  // GALLEY_TIDY_TIDY_H_
