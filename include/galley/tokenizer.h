// Tokenizer: how many tokens a text is to a model, and which, exactly.
#ifndef GALLEY_TOKENIZER_H_
#define GALLEY_TOKENIZER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "galley/export.h"
#include "galley/result.h"

namespace galley {

// What the texts of added tokens (`<|im_end|>`) are, where they stand in a text.
enum class Specials : uint8_t {
  kText,        // text like any other: data cannot forge a boundary
  kRecognised,  // the tokens
};

// What of a text fits.
struct Fit {
  uint64_t tokens = 0;
  size_t bytes = 0;  // of the longest prefix that fits, which ends at a character
};

// A text that was measured, in a form that can be joined to others.  A value; belongs to the
// tokenizer that measured it.
class GALLEY_EXPORT Segment {
 public:
  Segment() noexcept = default;  // of the empty text
  Segment(const Segment& other);
  Segment(Segment&& other) noexcept;
  Segment& operator=(Segment other) noexcept;
  ~Segment();

  uint64_t tokens() const noexcept;
  bool empty() const noexcept;

 private:
  friend class Tokenizer;
  struct State;
  explicit Segment(State* state) noexcept : state_(state) {}

  State* state_ = nullptr;  // null: empty
};

// Immutable, cheap to copy, and used from any number of threads at once.  Every text must be
// valid UTF-8, else a call fails with invalid-utf8.
class GALLEY_EXPORT Tokenizer {
 public:
  // A built-in tokenizer (`o200k`), one that was imported, or, where there is a slash in it,
  // the path of a definition: tokenizer.json, tekken.json, ranks (*.tiktoken), SentencePiece
  // (*.model).  A table is made when one is first opened, and kept in the user's cache
  // directory.  Fails with unknown-tokenizer, tokenizer-invalid, tokenizer-unsupported, or
  // as reading a file does.
  static Result<Tokenizer> Open(std::string_view name_or_path);

  Tokenizer(const Tokenizer& other) noexcept;
  Tokenizer(Tokenizer&& other) noexcept;
  Tokenizer& operator=(Tokenizer other) noexcept;
  ~Tokenizer();

  // The tokens of the text alone: no beginning of a sequence, no template.  Beside
  // invalid-utf8 these fail with limit-steps, and only where a definition splits by an
  // expression that is not a known one.
  Result<uint64_t> Count(std::string_view text, Specials specials = Specials::kText) const;
  Result<std::vector<uint32_t>> Encode(std::string_view text,
                                       Specials specials = Specials::kText) const;
  // The longest prefix of at most `limit` tokens; special tokens are text.
  Result<Fit> CountUpTo(std::string_view text, uint64_t limit) const;

  // The text of `ids`; bytes that are no UTF-8 become U+FFFD.  Fails with invalid-params where
  // an id is none of this tokenizer's.
  Result<std::string> Decode(std::span<const uint32_t> ids) const;

  // Special tokens are text.
  Result<Segment> Measure(std::string_view text) const;
  // The concatenation of two that this tokenizer measured: exactly what Measure gives for it,
  // at the cost of what stands around the seam, and of appending.
  Result<Segment> Join(Segment left, const Segment& right) const;
  // The tokens of the concatenation, at the cost of what stands around the seam.
  Result<uint64_t> CountJoined(const Segment& left, const Segment& right) const;

 private:
  struct State;
  explicit Tokenizer(State* state) noexcept : state_(state) {}

  State* state_;  // shared; null once moved from
};

}  // namespace galley

#endif  // GALLEY_TOKENIZER_H_
