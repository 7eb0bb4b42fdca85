// Numbers as text in all the ways that `%` and str.format know.  Digits are
// exact, however many are asked for.
#ifndef GALLEY_ENGINE_LIBRARY_NUMBER_TEXT_H_
#define GALLEY_ENGINE_LIBRARY_NUMBER_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/writer.h"

namespace galley {

// The digits of a number without its sign: `head`, then `zeros` times `0`, then
// `tail`.  A double has no more than 1,100 digits; whatever precision asks for
// beyond them are zeros, which are counted, not kept.
class NumberText {
 public:
  std::string_view head() const noexcept { return {text_, head_}; }
  uint64_t zeros() const noexcept { return zeros_; }
  std::string_view tail() const noexcept { return {text_ + head_, size_ - head_}; }
  uint64_t size() const noexcept { return size_ + zeros_; }

  // How many digits stand at the start, before a point, an exponent or a name.
  size_t LeadingDigits() const noexcept;
  // True where no digit but `0` occurs, as in `-0.0`.
  bool IsZero() const noexcept;

  void Append(Writer* out) const noexcept { AppendFrom(0, out); }
  // Without the first `skip` bytes, which are in the head.
  void AppendFrom(size_t skip, Writer* out) const noexcept;

 private:
  friend NumberText IntegerText(uint64_t magnitude, char type) noexcept;
  friend NumberText DoubleText(double number, char type, uint64_t precision,
                               bool alternate) noexcept;
  friend NumberText WholeText(double number) noexcept;
  friend class DoubleWriter;

  char text_[1536];
  size_t head_ = 0;
  size_t size_ = 0;
  uint64_t zeros_ = 0;
  bool is_integer_ = false;  // all of it are digits, of whatever base
};

inline uint64_t Magnitude(int64_t number) noexcept {
  return number < 0 ? uint64_t{0} - static_cast<uint64_t>(number) : static_cast<uint64_t>(number);
}

// `type` is one of `d`, `b`, `o`, `x`, `X`.
NumberText IntegerText(uint64_t magnitude, char type) noexcept;

// A double that is cut to an integer, however large; it is finite.
NumberText WholeText(double number) noexcept;

// The text of |number|.  `type` is one of `e`, `E`, `f`, `F`, `g`, `G`; `r` for the
// shortest text that reads back the same; 0 for what a precision without a type
// means: `g`, but with a point in any case.  `alternate` keeps the point and the
// zeros at the end.
NumberText DoubleText(double number, char type, uint64_t precision, bool alternate) noexcept;

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_NUMBER_TEXT_H_
