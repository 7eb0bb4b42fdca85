// Numbers as text.  std::to_chars finds the shortest digits that read back the
// same; Python and JavaScript only differ in how they lay those out.

#include <charconv>
#include <cmath>
#include <cstring>

#include "value/print.h"

namespace galley {
namespace {

// 0.d1d2d3... times ten to the power of `point`: where the decimal point stands
// among the digits.
struct Decimal {
  char digits[24];
  int count;
  int point;
};

// Of a finite number above zero, or zero.
Decimal ShortestDecimal(double number) noexcept {
  char text[40];
  const char* end =
      std::to_chars(text, text + sizeof text, number, std::chars_format::scientific).ptr;
  Decimal decimal;
  decimal.count = 0;
  const char* at = text;
  for (; *at != 'e'; ++at) {
    if (*at != '.') decimal.digits[decimal.count++] = *at;
  }
  int exponent = 0;
  ++at;
  std::from_chars(at + (*at == '+'), end, exponent);
  decimal.point = exponent + 1;
  return decimal;
}

// The text of one number: 17 digits, 21 places and an exponent fit with ease.
class NumberText {
 public:
  void Add(char byte) noexcept { text_[size_++] = byte; }
  void Add(std::string_view bytes) noexcept {
    std::memcpy(text_ + size_, bytes.data(), bytes.size());
    size_ += bytes.size();
  }
  void AddZeros(int count) noexcept {
    for (; count > 0; --count) Add('0');
  }
  void AddInt(int64_t number) noexcept {
    size_ =
        static_cast<size_t>(std::to_chars(text_ + size_, text_ + sizeof text_, number).ptr - text_);
  }
  std::string_view view() const noexcept { return {text_, size_}; }

 private:
  char text_[64];
  size_t size_ = 0;
};

// `12.5`, `0.001`, `1200` and, where `fraction` is asked for, `1200.0`.
void AddFixed(const Decimal& decimal, bool fraction, NumberText* text) noexcept {
  const std::string_view digits(decimal.digits, static_cast<size_t>(decimal.count));
  if (decimal.point <= 0) {
    text->Add("0.");
    text->AddZeros(-decimal.point);
    text->Add(digits);
  } else if (decimal.point >= decimal.count) {
    text->Add(digits);
    text->AddZeros(decimal.point - decimal.count);
    if (fraction) text->Add(".0");
  } else {
    const auto whole = static_cast<size_t>(decimal.point);
    text->Add(digits.substr(0, whole));
    text->Add('.');
    text->Add(digits.substr(whole));
  }
}

// `1e+21`, `1.5e-7`, with an exponent of at least `width` digits.
void AddScientific(const Decimal& decimal, int width, NumberText* text) noexcept {
  const std::string_view digits(decimal.digits, static_cast<size_t>(decimal.count));
  const int exponent = decimal.point - 1;
  text->Add(digits[0]);
  if (digits.size() > 1) {
    text->Add('.');
    text->Add(digits.substr(1));
  }
  text->Add(exponent < 0 ? "e-" : "e+");
  const int size = std::abs(exponent);
  if (width == 2 && size < 10) text->Add('0');
  text->AddInt(size);
}

// The numbers below 100, of two digits each.
struct Pairs {
  char text[200] = {};

  constexpr Pairs() {
    for (int i = 0; i < 200; ++i) text[i] = static_cast<char>('0' + (i % 2 ? i / 2 % 10 : i / 20));
  }
};
constexpr Pairs kPairs;

// Comparisons that a processor foresees beat counting bits, which some are slow at.
size_t CountDigits(uint64_t number) noexcept {
  for (size_t digits = 1;; digits += 5, number /= 100'000) {
    if (number < 100) return digits + (number >= 10);
    if (number < 10'000) return digits + 2 + (number >= 1'000);
    if (number < 100'000) return digits + 4;
  }
}

}  // namespace

void PrintInt(int64_t number, Writer* out) noexcept {
  if (number >= 0 && number < 10) return out->Append(static_cast<char>('0' + number));
  uint64_t rest = number < 0 ? -static_cast<uint64_t>(number) : static_cast<uint64_t>(number);
  const size_t size = CountDigits(rest) + (number < 0);
  char* const begin = out->Extend(size);
  if (!begin) return;
  // Two digits at a time, from the last one on.
  char* next = begin + size;
  for (; rest >= 100; rest /= 100) std::memcpy(next -= 2, kPairs.text + rest % 100 * 2, 2);
  if (rest >= 10) {
    std::memcpy(next - 2, kPairs.text + rest * 2, 2);
  } else {
    next[-1] = static_cast<char>('0' + rest);
  }
  if (number < 0) *begin = '-';
}

void PrintDoublePython(double number, Writer* out) noexcept {
  if (std::isnan(number)) return out->Append("nan");
  if (std::isinf(number)) return out->Append(number < 0 ? "-inf" : "inf");
  NumberText text;
  if (std::signbit(number)) text.Add('-');
  const Decimal decimal = ShortestDecimal(std::abs(number));
  if (decimal.point > -4 && decimal.point <= 16) {
    AddFixed(decimal, /*fraction=*/true, &text);
  } else {
    AddScientific(decimal, /*width=*/2, &text);
  }
  out->Append(text.view());
}

void PrintDoubleJs(double number, Writer* out) noexcept {
  if (std::isnan(number)) return out->Append("NaN");
  if (std::isinf(number)) return out->Append(number < 0 ? "-Infinity" : "Infinity");
  NumberText text;
  if (number < 0) text.Add('-');
  const Decimal decimal = ShortestDecimal(std::abs(number));
  if (decimal.point > -6 && decimal.point <= 21) {
    AddFixed(decimal, /*fraction=*/false, &text);
  } else {
    AddScientific(decimal, /*width=*/1, &text);
  }
  out->Append(text.view());
}

void PrintIntJs(int64_t number, Writer* out) noexcept {
  constexpr int64_t kExact = int64_t{1} << 53;
  if (number >= -kExact && number <= kExact) return PrintInt(number, out);
  PrintDoubleJs(static_cast<double>(number), out);
}

}  // namespace galley
