// Replacement: what `regexReplace` puts in the place of a match, with ECMAScript's
// `$1`, `$&`, `` $` ``, `$'`, `$$` and `$<name>`.
#ifndef GALLEY_TRANSFORM_REPLACEMENT_H_
#define GALLEY_TRANSFORM_REPLACEMENT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pattern/pattern.h"

namespace galley {

class Replacement {
 public:
  // `text` is valid UTF-8.  What it refers to depends on the groups of `pattern`:
  // references to others stay as they are.
  Replacement(std::string_view text, const Pattern& pattern);

  // How many texts and references one match is replaced by.
  size_t pieces() const noexcept { return pieces_.size(); }

  // Appends what stands for the match that `search` found in `text`, but stops
  // once `*out` is longer than `limit`.
  void Append(const PatternSearch& search, std::u16string_view text, uint64_t limit,
              std::u16string* out) const;

 private:
  enum class PieceKind : uint8_t { kText, kGroup, kBefore, kBehind };
  struct Piece {
    PieceKind kind;
    uint32_t group = 0;
    uint32_t begin = 0;  // of the text in `text_`
    uint32_t end = 0;
  };

  size_t ReadReference(size_t at, const Pattern& pattern);
  size_t ReadNumber(size_t at, uint32_t groups);
  size_t ReadName(size_t at, const Pattern& pattern);
  void AddText(size_t begin, size_t end);

  std::u16string text_;
  size_t last_close_;  // the last `>` of the text
  std::vector<Piece> pieces_;
};

}  // namespace galley

#endif  // GALLEY_TRANSFORM_REPLACEMENT_H_
