// A table of endings says which syntax a file has; each syntax has its own file.
#include "tidy/tidy.h"

#include <algorithm>

namespace galley::tidy {
namespace {

struct Ending {
  std::string_view text;
  Syntax syntax;
};

constexpr Ending kEndings[] = {
    {".j2", Syntax::kJinja},  {".j2.md", Syntax::kJinja}, {".hbs", Syntax::kHandlebars},
    {".yaml", Syntax::kYaml}, {".yml", Syntax::kYaml},    {".json", Syntax::kJson},
};

}  // namespace

std::optional<Syntax> SyntaxOf(std::string_view path) noexcept {
  for (const Ending& ending : kEndings) {
    if (path.ends_with(ending.text)) return ending.syntax;
  }
  return std::nullopt;
}

Result<std::string> Tidy(const Source& source, Syntax syntax, const Limits& limits) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (source.text().starts_with(kByteOrderMark)) {
    const Source rest(source.name(), source.text().substr(kByteOrderMark.size()));
    Result<std::string> tidied = Tidy(rest, syntax, limits);
    if (tidied) tidied->insert(0, kByteOrderMark);
    return tidied;
  }
  switch (syntax) {
    case Syntax::kJinja:
      return TidyJinja(source, limits);
    case Syntax::kHandlebars:
      return TidyHandlebars(source, limits);
    case Syntax::kYaml:
      return TidyYaml(source, limits);
    default:
      return TidyJson(source, limits);
  }
}

std::string TidyGap(std::string_view gap, std::string_view otherwise) {
  if (gap.find('\n') == gap.npos) return std::string(otherwise);
  std::string kept;
  while (!gap.empty()) {
    const size_t line_end = std::min(gap.find('\n'), gap.size());
    std::string_view line = gap.substr(0, line_end);
    const bool is_last = line_end == gap.size();
    // The indentation of what follows stays; blanks before a break go.
    if (is_last) {
      kept += line;
      break;
    }
    kept += line.ends_with('\r') ? "\r\n" : "\n";
    gap.remove_prefix(line_end + 1);
  }
  return kept;
}

}  // namespace galley::tidy
