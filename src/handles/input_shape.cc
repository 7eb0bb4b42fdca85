// Looks at the words before and behind the place, in the text; it guesses nothing beyond what
// those say.
#include "handles/input_shape.h"

#include <algorithm>
#include <iterator>

namespace galley::handles {
namespace {

// So many bytes before and behind a place are looked at: a template has many places.
constexpr size_t kNear = 512;

// Filters of Jinja that are of no use with a text.
constexpr std::string_view kListFilters[] = {
    "batch",      "groupby", "join",       "map",   "max", "min",    "reject",
    "rejectattr", "select",  "selectattr", "slice", "sum", "unique",
};
constexpr std::string_view kMapFilters[] = {"dictsort", "items", "xmlattr"};
// What a map has where a text has none.
constexpr std::string_view kMapMethods[] = {"get", "items", "keys", "values"};

template <class Words>
bool IsOneOf(std::string_view word, const Words& words) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

bool IsWordByte(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= '0' && byte <= '9') || byte == '_' || static_cast<unsigned char>(byte) >= 0x80;
}

void SkipBlanks(std::string_view* text) {
  text->remove_prefix(std::min(text->find_first_not_of(" \t\r\n"), text->size()));
}

// Takes the word at the start of `text`, perhaps none.
std::string_view TakeWord(std::string_view* text) {
  size_t size = 0;
  while (size < text->size() && IsWordByte((*text)[size])) ++size;
  const std::string_view word = text->substr(0, size);
  text->remove_prefix(size);
  return word;
}

// The word that `text` ends with, blanks aside.
std::string_view LastWord(std::string_view text) {
  text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
  size_t begin = text.size();
  while (begin > 0 && IsWordByte(text[begin - 1])) --begin;
  if (begin > 0 && text[begin - 1] == '#') --begin;
  return text.substr(begin);
}

std::string_view ShapeBefore(std::string_view before) {
  const std::string_view last = LastWord(before);
  if (last == "#each") return "list";
  if (last == "#with") return "map";
  if (last != "in") return {};
  // Membership is asked of texts, too.
  std::string_view tag = before.substr(std::min(before.rfind("{%"), before.size()));
  tag.remove_prefix(std::min(tag.find_first_not_of("{%-+ \t\r\n"), tag.size()));
  return TakeWord(&tag) == "for" ? "list" : std::string_view();
}

bool IsNumber(std::string_view word) { return word.find_first_not_of("0123456789") == word.npos; }

// Takes a field that `text` starts with; empty where there is none, as of a method.
std::string_view TakeField(std::string_view* text, std::string_view separators) {
  if (text->empty() || separators.find(text->front()) == separators.npos) return {};
  std::string_view rest = text->substr(1);
  const std::string_view word = TakeWord(&rest);
  if (IsNumber(word) || word == "length" || rest.starts_with('(')) return {};
  *text = rest;
  return word;
}

std::string_view ShapeBehind(std::string_view behind, std::string_view separators) {
  if (behind.starts_with('[')) {
    behind.remove_prefix(1);
    SkipBlanks(&behind);
    const bool is_key = behind.starts_with('\'') || behind.starts_with('"');
    return is_key ? "map" : std::string_view();
  }
  if (!TakeField(&behind, separators).empty()) return "map";
  if (behind.starts_with('.')) {
    behind.remove_prefix(1);
    return IsOneOf(TakeWord(&behind), kMapMethods) ? "map" : std::string_view();
  }
  SkipBlanks(&behind);
  if (!behind.starts_with('|')) return {};
  behind.remove_prefix(1);
  SkipBlanks(&behind);
  const std::string_view filter = TakeWord(&behind);
  if (IsOneOf(filter, kListFilters)) return "list";
  return IsOneOf(filter, kMapFilters) ? "map" : std::string_view();
}

}  // namespace

std::string_view ShapeAt(std::string_view text, size_t begin, std::string_view name,
                         std::string_view separators) {
  const size_t before = std::min(begin, kNear);
  text = text.substr(begin - before, before + name.size() + kNear);
  begin = before;
  const size_t at = text.find(name, begin);
  if (at == text.npos) return {};
  const std::string_view behind = ShapeBehind(text.substr(at + name.size()), separators);
  // In a loop over `a.b` it is `a.b` that is the list.
  return behind.empty() ? ShapeBefore(text.substr(0, begin)) : behind;
}

std::vector<std::string> FieldsAt(std::string_view text, size_t begin, std::string_view name,
                                  std::string_view separators) {
  const size_t at = text.substr(0, begin + name.size() + kNear).find(name, begin);
  if (at == text.npos) return {};
  std::string_view behind = text.substr(at + name.size(), kNear);
  std::vector<std::string> steps;
  for (std::string_view step; !(step = TakeField(&behind, separators)).empty();) {
    steps.emplace_back(step);
  }
  return steps;
}

WordPlaces FindWords(std::string_view text) {
  WordPlaces places;
  for (std::string_view rest = text; !rest.empty();) {
    const size_t at = text.size() - rest.size();
    const std::string_view word = TakeWord(&rest);
    if (!word.empty()) places[word].push_back(at);
    if (word.empty()) rest.remove_prefix(1);
  }
  return places;
}

}  // namespace galley::handles
