// Laying out templates and documents, as `galley fmt` does.
#ifndef GALLEY_FORMAT_H_
#define GALLEY_FORMAT_H_

#include <string>
#include <string_view>

#include "galley/export.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley {

// Whether files that end as `path` does can be laid out: .j2, .j2.md, .hbs, .yaml, .yml, .json.
GALLEY_EXPORT bool CanFormat(std::string_view path) noexcept;

// The text of the file at `path`, which is not read, laid out as all files of its syntax are.
// What a template renders and what a document says never change, and comments stay: only
// blanks inside of tags and between the parts of a document differ.  What is laid out already
// comes out the same.  Fails where the text cannot be read, for the reasons of its reader, and
// with invalid-params where CanFormat is false.
GALLEY_EXPORT Result<std::string> FormatFile(std::string_view path, std::string_view text,
                                             const Limits& limits = {});

}  // namespace galley

#endif  // GALLEY_FORMAT_H_
