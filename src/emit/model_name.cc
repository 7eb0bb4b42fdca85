// Splits a name at everything that is no letter or digit and reads the first number that looks
// like a version.
#include "emit/model_name.h"

#include <algorithm>
#include <optional>
#include <tuple>

namespace galley {
namespace {

char Lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool IsDigit(char c) noexcept { return c >= '0' && c <= '9'; }

// Takes the digits at the front.  More than two are a date, not a version.
std::optional<uint32_t> TakeNumber(std::string_view* text) noexcept {
  size_t size = 0;
  uint32_t number = 0;
  for (; size < text->size() && IsDigit((*text)[size]); ++size) {
    if (size < 2) number = number * 10 + static_cast<uint32_t>((*text)[size] - '0');
  }
  text->remove_prefix(size);
  if (size == 0 || size > 2) return std::nullopt;
  return number;
}

// The first number that stands at the front of a word, and the one right behind it.
std::optional<ModelVersion> VersionIn(std::string_view words) noexcept {
  const auto is_joint = [](char c) { return !IsDigit(c) && (Lower(c) < 'a' || Lower(c) > 'z'); };
  while (!words.empty()) {
    if (is_joint(words.front())) {
      words.remove_prefix(1);
      continue;
    }
    if (const std::optional<uint32_t> major = TakeNumber(&words)) {
      ModelVersion version{*major, 0};
      if (!words.empty() && is_joint(words.front())) {
        words.remove_prefix(1);
        version.minor = TakeNumber(&words).value_or(0);
      }
      return version;
    }
    const auto next = std::find_if(words.begin(), words.end(), is_joint);
    words.remove_prefix(static_cast<size_t>(next - words.begin()));
  }
  return std::nullopt;
}

// What stands behind the name of a family in that of a model.
std::optional<std::string_view> BehindFamily(std::string_view name,
                                             std::string_view family) noexcept {
  const auto at = std::search(name.begin(), name.end(), family.begin(), family.end(),
                              [](char a, char b) { return Lower(a) == b; });
  if (at == name.end()) return std::nullopt;
  return name.substr(static_cast<size_t>(at - name.begin()) + family.size());
}

}  // namespace

bool Holds(std::string_view name, std::string_view family) noexcept {
  return BehindFamily(name, family).has_value();
}

bool IsSince(std::string_view name, std::string_view family, ModelVersion since) noexcept {
  const std::optional<std::string_view> behind = BehindFamily(name, family);
  if (!behind) return true;
  name = *behind;
  const std::optional<ModelVersion> version = VersionIn(name);
  if (!version) return true;
  return std::tie(version->major, version->minor) >= std::tie(since.major, since.minor);
}

}  // namespace galley
