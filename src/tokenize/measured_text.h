// MeasuredText: a text that was measured, in a form that can be joined to another.
//
// The tokens of two texts do not add up to those of their concatenation: what stands at
// the seam is cut in another way.  But a cut depends only on what follows it, and not
// on more than the two pieces around it, so only the seam needs to be looked at again.
#ifndef GALLEY_TOKENIZE_MEASURED_TEXT_H_
#define GALLEY_TOKENIZE_MEASURED_TEXT_H_

#include <cstdint>
#include <string>
#include <vector>

namespace galley {

// Belongs to the tokenizer that measured it.  A value: copied and moved freely.
class MeasuredText {
 public:
  uint64_t tokens() const noexcept { return tokens_; }
  bool empty() const noexcept { return text_.empty(); }

 private:
  friend class TableTokenizer;

  struct Piece {
    uint32_t end;     // in text_
    uint32_t tokens;  // of everything up to there
  };

  std::string text_;           // after the normalizers
  std::vector<Piece> pieces_;  // none where the tokenizer cannot join by pieces
  uint64_t tokens_ = 0;
  bool starts_anew_ = true;  // nothing before it can change its first character
};

}  // namespace galley

#endif  // GALLEY_TOKENIZE_MEASURED_TEXT_H_
