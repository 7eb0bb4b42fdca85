// The name of the file decides the syntax; what has none is refused.
#include "galley/format.h"

#include <optional>

#include "base/catch_all.h"
#include "diag/report.h"
#include "tidy/tidy.h"

namespace galley {

bool CanFormat(std::string_view path) noexcept { return tidy::SyntaxOf(path).has_value(); }

Result<std::string> FormatFile(std::string_view path, std::string_view text, const Limits& limits) {
  const auto format = [&]() -> Result<std::string> {
    const std::optional<tidy::Syntax> syntax = tidy::SyntaxOf(path);
    if (syntax) return tidy::Tidy(Source(std::string(path), text), *syntax, limits);
    return Report(Code::kInvalidParams, Quoted(path) + " is no file that can be laid out",
                  "files that end with .j2, .j2.md, .hbs, .yaml, .yml or .json can");
  };
  return CatchAll(format,
                  []() -> Result<std::string> { return Report(Code::kInternal, "out of memory"); });
}

}  // namespace galley
