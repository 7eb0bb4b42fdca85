// Digits come from to_chars with the precision asked for and are exact; zeros beyond them are
// counted, not stored.
#include "engine/library/number_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

#include "value/print.h"

namespace galley {
namespace {

// No double has more digits than this behind its point.
constexpr uint64_t kMostDigits = 1100;

bool IsDigit(char byte) noexcept { return byte >= '0' && byte <= '9'; }

void ToUpper(char* text, size_t size) noexcept {
  for (size_t i = 0; i < size; ++i) {
    if (text[i] >= 'a' && text[i] <= 'z') text[i] = static_cast<char>(text[i] - 32);
  }
}

// The shortest text of a double has 24 bytes.
class ShortWriter final : public Writer {
 public:
  ShortWriter() noexcept {
    next_ = text_;
    end_ = text_ + sizeof text_;
  }
  std::string_view view() const noexcept { return {text_, static_cast<size_t>(next_ - text_)}; }

 private:
  bool Grow(size_t) noexcept override { return false; }

  char text_[32];
};

}  // namespace

size_t NumberText::LeadingDigits() const noexcept {
  if (is_integer_) return head_;
  size_t count = 0;
  while (count < head_ && IsDigit(text_[count])) ++count;
  return count;
}

bool NumberText::IsZero() const noexcept {
  for (const char byte : head()) {
    if (byte == 'e' || byte == 'E') break;
    if (byte != '0' && byte != '.') return false;
  }
  return true;
}

void NumberText::AppendFrom(size_t skip, Writer* out) const noexcept {
  out->Append(head().substr(skip));
  out->Fill('0', zeros_);
  out->Append(tail());
}

// Lays out the digits of one finite double, which is not negative.
class DoubleWriter {
 public:
  DoubleWriter(double number, NumberText* out) noexcept : number_(number), out_(out) {}

  void Fixed(uint64_t precision, bool alternate) noexcept {
    const auto digits = static_cast<int>(std::min(precision, kMostDigits));
    Convert(std::chars_format::fixed, digits);
    if (precision == 0 && alternate) Add(".");
    out_->head_ = out_->size_;
    out_->zeros_ = precision - static_cast<uint64_t>(digits);
  }

  void Scientific(uint64_t precision, bool alternate) noexcept {
    const auto digits = static_cast<int>(std::min(precision, kMostDigits));
    Convert(std::chars_format::scientific, digits);
    const size_t exponent = std::string_view(out_->text_, out_->size_).find('e');
    out_->head_ = exponent;
    out_->zeros_ = precision - static_cast<uint64_t>(digits);
    if (precision == 0 && alternate) InsertPoint();
  }

  // `precision` digits in all, in whichever way is shorter.  A number of as many
  // digits before its point, or with `point` one less, is scientific.
  void General(uint64_t precision, bool alternate, bool point) noexcept {
    precision = std::max<uint64_t>(precision, 1);
    const int exponent = ExponentAt(precision - 1);
    const int64_t largest = static_cast<int64_t>(std::min(precision, 2 * kMostDigits)) - point;
    if (exponent < -4 || exponent >= largest) {
      Scientific(precision - 1, alternate);
      if (!alternate) DropZeros();
    } else {
      Fixed(static_cast<uint64_t>(static_cast<int64_t>(precision) - 1 - exponent), alternate);
      if (!alternate) DropZeros();
      if (point && !HasPoint()) Add(".0");
      out_->head_ = out_->size_;
    }
  }

  void Shortest(bool alternate) noexcept {
    ShortWriter text;
    PrintDoublePython(number_, &text);
    Add(text.view());
    out_->head_ = std::min(text.view().find('e'), out_->size_);
    if (alternate && std::isfinite(number_) && !HasPoint()) InsertPoint();
  }

 private:
  bool HasPoint() const noexcept { return out_->head().find('.') != std::string_view::npos; }

  void Add(std::string_view text) noexcept {
    std::memcpy(out_->text_ + out_->size_, text.data(), text.size());
    out_->size_ += text.size();
  }

  void Convert(std::chars_format format, int digits) noexcept {
    char* end = out_->text_ + sizeof out_->text_;
    const auto result = std::to_chars(out_->text_, end, number_, format, digits);
    out_->size_ = static_cast<size_t>(result.ptr - out_->text_);
  }

  // The exponent after rounding to that many digits behind the point.
  int ExponentAt(uint64_t precision) noexcept {
    Scientific(precision, /*alternate=*/false);
    const std::string_view exponent = out_->tail().substr(1);
    int value = 0;
    const size_t sign = exponent[0] == '+' ? 1 : 0;
    std::from_chars(exponent.data() + sign, exponent.data() + exponent.size(), value);
    return value;
  }

  void InsertPoint() noexcept {
    char* at = out_->text_ + out_->head_;
    std::memmove(at + 1, at, out_->size_ - out_->head_);
    *at = '.';
    ++out_->head_;
    ++out_->size_;
  }

  // Drops the zeros at the end of the fraction, and the point where nothing of
  // the fraction is left.
  void DropZeros() noexcept {
    out_->zeros_ = 0;
    size_t kept = out_->head_;
    if (!HasPoint()) return;
    while (out_->text_[kept - 1] == '0') --kept;
    if (out_->text_[kept - 1] == '.') --kept;
    std::memmove(out_->text_ + kept, out_->text_ + out_->head_, out_->size_ - out_->head_);
    out_->size_ -= out_->head_ - kept;
    out_->head_ = kept;
  }

  double number_;
  NumberText* out_;
};

NumberText IntegerText(uint64_t magnitude, char type) noexcept {
  NumberText text;
  const int base = type == 'b' ? 2 : type == 'o' ? 8 : type == 'd' ? 10 : 16;
  char* end = text.text_ + sizeof text.text_;
  text.size_ =
      static_cast<size_t>(std::to_chars(text.text_, end, magnitude, base).ptr - text.text_);
  if (type == 'X') ToUpper(text.text_, text.size_);
  text.head_ = text.size_;
  text.is_integer_ = true;
  return text;
}

NumberText WholeText(double number) noexcept {
  NumberText text;
  DoubleWriter(std::trunc(std::abs(number)), &text).Fixed(0, /*alternate=*/false);
  return text;
}

NumberText DoubleText(double number, char type, uint64_t precision, bool alternate) noexcept {
  NumberText text;
  DoubleWriter writer(std::abs(number), &text);
  if (!std::isfinite(number) || type == 'r') {
    writer.Shortest(alternate);
  } else if (type == 'e' || type == 'E') {
    writer.Scientific(precision, alternate);
  } else if (type == 'f' || type == 'F') {
    writer.Fixed(precision, alternate);
  } else {
    writer.General(precision, alternate, /*point=*/type == 0);
  }
  if (type == 'E' || type == 'F' || type == 'G') ToUpper(text.text_, text.size_);
  return text;
}

}  // namespace galley
