// Character references to text, as Python's html.unescape has it: what is no
// reference stays as it is.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "base/utf8.h"
#include "engine/library/html.h"

namespace galley {
namespace {

#include "engine/library/html_entities.inc"

constexpr size_t CountEntities() noexcept {
  size_t count = 0;
  for (size_t at = 0; at + 1 < std::size(kEntities); ++at) count += kEntities[at] == '\0';
  return count;
}

// Where each entry of kEntities starts.
constexpr auto kOffsets = [] {
  std::array<uint16_t, CountEntities()> offsets{};
  size_t filled = 0;
  for (size_t at = 0; filled < offsets.size(); ++at) {
    if (at == 0 || kEntities[at - 1] == '\0') offsets[filled++] = static_cast<uint16_t>(at);
  }
  return offsets;
}();
static_assert(std::size(kEntities) < UINT16_MAX);

bool EndsEntityName(char byte) noexcept { return byte == ';' || byte == '='; }

// Whether the name of an entry comes before `name`.
bool IsBefore(const char* entry, std::string_view name) noexcept {
  for (const char byte : name) {
    if (EndsEntityName(*entry) || *entry < byte) return true;
    if (*entry++ != byte) return false;
  }
  return false;
}

// The text that `name` stands for, or nothing.
std::string_view FindEntity(std::string_view name, bool has_semicolon) noexcept {
  const auto found = std::lower_bound(
      kOffsets.begin(), kOffsets.end(), name,
      [](uint16_t offset, std::string_view key) { return IsBefore(kEntities + offset, key); });
  if (found == kOffsets.end()) return {};
  std::string_view entry(kEntities + *found);
  if (!entry.starts_with(name) || !EndsEntityName(entry[name.size()])) return {};
  entry.remove_prefix(name.size());
  const bool needs_semicolon = entry[0] == ';';
  if (needs_semicolon && !has_semicolon) return {};
  return entry.substr(needs_semicolon ? 2 : 1);
}

// What Windows-1252 has at 0x80 to 0x9F, which pages mean by these numbers.
constexpr char16_t kWindows1252[] = {
    0x20AC, 0x81,   0x201A, 0x192,  0x201E, 0x2026, 0x2020, 0x2021, 0x2C6,  0x2030, 0x160,
    0x2039, 0x152,  0x8D,   0x17D,  0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x2DC,  0x2122, 0x161,  0x203A, 0x153,  0x9D,   0x17E,  0x178,
};
static_assert(std::size(kWindows1252) == 32);

constexpr char32_t kReplacement = 0xFFFD;

// Numbers that stand for no character at all.
bool IsDropped(char32_t number) noexcept {
  const bool control = (number >= 0x01 && number <= 0x08) || number == 0x0B ||
                       (number >= 0x0E && number <= 0x1F) || number == 0x7F;
  const bool no_character = (number >= 0xFDD0 && number <= 0xFDEF) || (number & 0xFFFE) == 0xFFFE;
  return control || no_character;
}

void AppendNumber(char32_t number, Writer* out) noexcept {
  if (number >= 0x80 && number <= 0x9F) number = kWindows1252[number - 0x80];
  if (number == 0 || number > 0x10FFFF || (number >= 0xD800 && number <= 0xDFFF)) {
    number = kReplacement;
  }
  if (IsDropped(number)) return;
  char bytes[4];
  out->Append({bytes, EncodeUtf8(number, bytes)});
}

int DigitValue(char byte, uint32_t base) noexcept {
  if (byte >= '0' && byte <= '9') return byte - '0';
  const char lower = static_cast<char>(byte | 0x20);
  return base == 16 && lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// `text` starts behind `&#`.  Returns the bytes taken, 0 where no digit follows.
size_t AppendNumericReference(std::string_view text, Writer* out) noexcept {
  const bool hex = !text.empty() && (text[0] == 'x' || text[0] == 'X');
  const uint32_t base = hex ? 16 : 10;
  const size_t start = hex ? 1 : 0;
  size_t at = start;
  uint64_t number = 0;
  for (; at < text.size(); ++at) {
    const int digit = DigitValue(text[at], base);
    if (digit < 0) break;
    number = std::min<uint64_t>(number * base + static_cast<uint32_t>(digit), UINT32_MAX);
  }
  if (at == start) return 0;
  AppendNumber(static_cast<char32_t>(number), out);
  return at + (at < text.size() && text[at] == ';');
}

bool EndsName(char byte) noexcept {
  return std::string_view("\t\n\f <&#;").find(byte) != std::string_view::npos;
}

// `text` starts behind `&`.  Returns the bytes taken, 0 where no name follows.
size_t AppendNamedReference(std::string_view text, Writer* out) noexcept {
  constexpr size_t kLongestName = 32;
  constexpr size_t kLongestWithoutSemicolon = 6;
  size_t size = 0;
  while (size < text.size() && size <= kLongestName && !EndsName(text[size])) ++size;
  if (size < 2) return 0;
  const bool has_semicolon = size < text.size() && text[size] == ';';
  std::string_view found = FindEntity(text.substr(0, size), has_semicolon);
  if (!found.empty()) {
    out->Append(found);
    return size + has_semicolon;
  }
  // `&notit` is `&not` followed by `it`.
  for (size = std::min(size, kLongestWithoutSemicolon); size > 1; --size) {
    found = FindEntity(text.substr(0, size), /*has_semicolon=*/false);
    if (found.empty()) continue;
    out->Append(found);
    return size;
  }
  return 0;
}

}  // namespace

void AppendUnescaped(std::string_view text, Writer* out) noexcept {
  while (!out->overflowed()) {
    const size_t ampersand = text.find('&');
    out->Append(text.substr(0, ampersand));
    if (ampersand == std::string_view::npos) return;
    text.remove_prefix(ampersand + 1);
    const bool numeric = !text.empty() && text[0] == '#';
    const size_t taken =
        numeric ? AppendNumericReference(text.substr(1), out) : AppendNamedReference(text, out);
    if (taken == 0) out->Append('&');
    text.remove_prefix(taken == 0 ? 0 : taken + numeric);
  }
}

}  // namespace galley
