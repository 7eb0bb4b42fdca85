// Finding `{{NAME}}` in the text of a section.
#ifndef GALLEY_RESOLVE_PLACEHOLDER_TAGS_H_
#define GALLEY_RESOLVE_PLACEHOLDER_TAGS_H_

#include <cstddef>
#include <string_view>

namespace galley {

struct PlaceholderTag {
  size_t begin = 0;  // of the braces
  size_t end = 0;
  std::string_view name;  // empty: something else in braces, which is left as it is
};

// Goes through a text from tag to tag.  Linear.
class TagScanner {
 public:
  explicit TagScanner(std::string_view text) noexcept : text_(text) {}

  // False where there is none left.  A tag that is no placeholder is one line long,
  // and placeholders inside of it are found as well.
  bool Next(PlaceholderTag* tag) noexcept;

 private:
  bool MatchPlaceholder(size_t at, PlaceholderTag* tag) const noexcept;
  // Whether `}}` follows on the same line.
  bool ClosesInLine(size_t at) noexcept;

  std::string_view text_;
  size_t at_ = 0;
  size_t next_close_ = 0;  // the first `}}` at or behind at_, once that was looked for
  size_t next_line_ = 0;   // the same for the end of the line
};

}  // namespace galley

#endif  // GALLEY_RESOLVE_PLACEHOLDER_TAGS_H_
