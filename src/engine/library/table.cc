// The tables of builtins: every family, searched one after the other.  Names are
// looked up when a template is compiled, and by `map` and `select`, so that a
// search through a dozen families costs nothing that counts.

#include <algorithm>
#include <array>

#include "engine/library/builtin.h"
#include "engine/library/families.h"

namespace galley {
namespace {

using Family = std::span<const Builtin>;

// Most names differ in their first byte.
bool IsBefore(const Builtin& builtin, std::string_view key) noexcept {
  if (key.empty()) return false;
  const auto first = static_cast<unsigned char>(builtin.name.front());
  const auto wanted = static_cast<unsigned char>(key.front());
  return first == wanted ? builtin.name < key : first < wanted;
}

// A family so small is faster looked through from end to end.
constexpr size_t kSmallFamily = 16;

const Builtin* Find(Family family, std::string_view name) noexcept {
  if (family.size() <= kSmallFamily) {
    if (name.empty()) return nullptr;
    for (const Builtin& builtin : family) {
      // Most names are no builtins, and differ before their ends.
      const bool alike = builtin.name.size() == name.size() && builtin.name.front() == name.front();
      if (alike && builtin.name == name) return &builtin;
    }
    return nullptr;
  }
  const auto at = std::lower_bound(family.begin(), family.end(), name, IsBefore);
  return at != family.end() && at->name == name ? &*at : nullptr;
}

// A bit that names with the same size and ends share.  Most names of a template are no globals,
// and each that is not in the context is looked for among them.
uint64_t BitOf(std::string_view name) noexcept {
  if (name.empty()) return 0;
  const size_t first = static_cast<unsigned char>(name.front());
  const size_t last = static_cast<unsigned char>(name.back());
  return uint64_t{1} << ((name.size() * 7 + first * 3 + last) % 64);
}

uint64_t BitsOf(Family family) noexcept {
  uint64_t bits = 0;
  for (const Builtin& builtin : family) bits |= BitOf(builtin.name);
  return bits;
}

const Builtin* Find(std::span<const Family> families, std::string_view name) noexcept {
  for (const Family family : families) {
    if (const Builtin* found = Find(family, name)) return found;
  }
  return nullptr;
}

std::vector<std::string_view> Names(std::span<const Family> families) {
  std::vector<std::string_view> names;
  for (const Family family : families) {
    for (const Builtin& builtin : family) names.push_back(builtin.name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

auto Filters() noexcept {
  return std::array{SequenceFilters(), SelectionFilters(), StringFilters(), ValueFilters(),
                    NumberFilters(),   SortFilters(),      GroupFilters(),  AggregateFilters(),
                    JsonFilters(),     HtmlFilters(),      TextFilters(),   PprintFilters()};
}

auto Tests() noexcept { return std::array{TypeTests(), ComparisonTests()}; }

}  // namespace

const Builtin* FindFilter(std::string_view name) noexcept {
  const Builtin* found = Find(Filters(), name);
  return found ? found : Find(TranslationFilters(), name);
}

const Builtin* FindTest(std::string_view name) noexcept { return Find(Tests(), name); }

const Builtin* FindGlobal(std::string_view name) noexcept {
  static const uint64_t kBits = BitsOf(JinjaGlobals());
  return kBits & BitOf(name) ? Find(JinjaGlobals(), name) : nullptr;
}

const Builtin* FindChatTemplateGlobal(std::string_view name) noexcept {
  static const uint64_t kBits = BitsOf(ChatTemplateGlobals());
  return kBits & BitOf(name) ? Find(ChatTemplateGlobals(), name) : nullptr;
}

const Builtin* FindTranslation(std::string_view name) noexcept {
  return Find(TranslationGlobals(), name);
}

const Builtin* FindHelper(std::string_view name) noexcept {
  return Find(HandlebarsHelpers(), name);
}

const Builtin* FindMethod(Kind kind, std::string_view name) noexcept {
  switch (kind) {
    case Kind::kBool:
    case Kind::kInt:
      return Find(IntMethods(), name);
    case Kind::kDouble:
      return Find(FloatMethods(), name);
    case Kind::kString:
      return Find(StringMethods(), name);
    case Kind::kList:
      return Find(ListMethods(), name);
    case Kind::kTuple:
      return Find(TupleMethods(), name);
    case Kind::kMap:
      return MayBeDictMethod(name) ? Find(DictMethods(), name) : nullptr;
    default:
      return nullptr;
  }
}

std::vector<std::string_view> FilterNames() { return Names(Filters()); }

std::vector<std::string_view> TestNames() { return Names(Tests()); }

std::vector<std::string_view> GlobalNames() { return Names(std::array{JinjaGlobals()}); }

std::vector<std::string_view> HelperNames() { return Names(std::array{HandlebarsHelpers()}); }

}  // namespace galley
