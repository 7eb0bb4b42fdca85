// Nodes are compared by their own fields; nodes inside of them are compared by themselves.
#include "diff/document.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

#include "diff/side.h"
#include "value/map.h"

namespace galley::diff {
namespace {

constexpr std::string_view kChildren[] = {"map",    "then",   "else",  "plan",
                                          "header", "footer", "slots", "layout"};

bool HoldsNodes(std::string_view key) {
  return std::find(std::begin(kChildren), std::end(kChildren), key) != std::end(kChildren);
}

// What stands at a path such as `slots.a.plan[0].map[1]`; undefined where nothing does.  Names of
// slots may hold dots and brackets, so the longest key that the path goes on with counts.
Value NodeAt(const Value& root, std::string_view path) {
  Value at = root;
  while (!path.empty()) {
    if (path[0] == '.') path.remove_prefix(1);
    if (at.is_list()) {
      uint32_t index = 0;
      const size_t close = path.find(']');
      if (path[0] != '[' || close == path.npos) return Value();
      std::from_chars(path.data() + 1, path.data() + close, index);
      if (index >= at.size()) return Value();
      at = at.items()[index];
      path.remove_prefix(close + 1);
      continue;
    }
    if (!at.is_map()) return Value();
    const MapEntry* longest = nullptr;
    for (const MapEntry& entry : EntriesOf(at)) {
      const std::string_view key = entry.key.as_string();
      if (!path.starts_with(key)) continue;
      const bool ends =
          path.size() == key.size() || path[key.size()] == '.' || path[key.size()] == '[';
      if (ends && (!longest || key.size() > longest->key.size())) longest = &entry;
    }
    if (!longest) return Value();
    path.remove_prefix(longest->key.size());
    at = longest->value;
  }
  return at;
}

// Its fields without the nodes in it.
std::string OwnFields(const Value& node) {
  std::string text;
  for (const MapEntry& entry : EntriesOf(node)) {
    if (HoldsNodes(entry.key.as_string())) continue;
    text += TextOf(entry.key) + ':' + TextOf(entry.value) + '\n';
  }
  return text;
}

}  // namespace

bool DiffersAround(const Value& a, const Value& b, std::string_view place) {
  constexpr std::string_view kBetween = ".interleave";
  if (place.ends_with(kBetween)) place.remove_suffix(kBetween.size());
  if (place.empty()) return false;
  for (;;) {
    const Value in_a = NodeAt(a, place);
    const Value in_b = NodeAt(b, place);
    if (in_a.is_map() && in_b.is_map()) {
      if (OwnFields(in_a) != OwnFields(in_b)) return true;
    } else if (!in_a.is_list() || !in_b.is_list()) {
      // A field of the document itself, or a node that only one of them has.
      if (TextOf(in_a) != TextOf(in_b)) return true;
    }
    const size_t end = place.find_last_of(".[");
    if (end == place.npos) return false;
    place = place.substr(0, end);
    if (place == "slots") return false;
  }
}

bool HoldSameItems(const Value& a, const Value& b) {
  if (!a.is_list() || !b.is_list() || a.size() != b.size()) return false;
  const auto texts = [](const Value& list) {
    std::vector<std::string> sorted;
    for (const Value& item : list.items()) sorted.push_back(TextOf(item));
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  };
  return texts(a) == texts(b) && TextOf(a) != TextOf(b);
}

}  // namespace galley::diff
