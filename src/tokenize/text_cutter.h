// TextCutter: normalizers and splits, from a text to its pieces.
//
// Splits apply in turn: each cuts the pieces that the one before it left.  As long as no
// step has changed a byte, pieces are views into the text itself.
#ifndef GALLEY_TOKENIZE_TEXT_CUTTER_H_
#define GALLEY_TOKENIZE_TEXT_CUTTER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "galley/result.h"
#include "tokenize/normalize.h"
#include "tokenize/scanner.h"
#include "tokenize/split_pattern.h"
#include "tokenize/steps.h"

namespace galley {

// The form of Unicode that a step brings a text to, where it does that.
std::optional<NormalForm> FormOf(NormalizeStep::Kind kind) noexcept;

// The pieces of a text, and the text where it is another than the caller's.
struct CutText {
  struct Piece {
    size_t start;
    size_t end;
  };
  std::string own;        // where `text` lies if a step changed something
  std::string_view text;  // what the spans are of
  std::vector<Piece> spans;
  std::vector<Piece> next;  // room for the next step
};

// Immutable; may be shared between threads.
class TextCutter {
 public:
  // Fails as SplitPattern::Compile does.
  static Result<TextCutter> Create(TokenizerSteps steps);

  // The scanner that alone cuts texts, or kNone where there is more to it.
  Scanner only_scanner() const noexcept { return only_scanner_; }
  // Whether scanners alone do, one or several in turn.
  bool only_scanners() const noexcept;
  // With only_scanners: where the piece ends that begins at `at`.  Linear in the text.
  size_t PieceEndAt(std::string_view text, size_t at) const noexcept;
  // Whether there is nothing to do at all.
  bool is_plain() const noexcept { return splits_.empty(); }

  // The normalized text; `*own` holds it where it differs.
  std::string_view Normalize(std::string_view text, std::string* own) const;
  bool IsNormal(std::string_view text) const;
  bool has_normalizers() const noexcept { return !steps_.normalizers.empty(); }

  // Cuts a text that is normalized; `is_first`: nothing stands before it.
  // Fails with limit-steps where an expression takes too long.
  Result<void> Cut(std::string_view text, bool is_first, CutText* cut) const;

  const TokenizerSteps& steps() const noexcept { return steps_; }

 private:
  // What a split has beside its step.
  struct Matcher {
    Scanner scanner = Scanner::kNone;
    std::optional<SplitPattern> pattern;
  };

  Result<void> Apply(size_t split, bool is_first, CutText* cut) const;
  Result<void> CutByMatches(size_t split, CutText::Piece span, CutText* cut) const;

  TokenizerSteps steps_;
  std::vector<Matcher> splits_;
  Scanner only_scanner_ = Scanner::kNone;
};

}  // namespace galley

#endif  // GALLEY_TOKENIZE_TEXT_CUTTER_H_
