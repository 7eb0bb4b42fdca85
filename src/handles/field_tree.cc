// A tree has few nodes, so fields are looked for one after the other.
#include "handles/field_tree.h"

#include <algorithm>

namespace galley::handles {
namespace {

template <class Fields>
auto FindField(const Fields& fields, std::string_view name) {
  return std::find_if(fields.begin(), fields.end(),
                      [&](const auto& field) { return field.first == name; });
}

// Adds what `other` tells, whose nodes have fields and items as well.
template <class Tree>
void Join(const Tree& other, FieldTree* tree) {
  struct Pair {
    uint32_t from;
    uint32_t to;
  };
  std::vector<Pair> left = {{0, 0}};
  while (!left.empty()) {
    const auto [from, to] = left.back();
    left.pop_back();
    for (const auto& [name, node] : other.nodes[from].fields) {
      if (const uint32_t field = tree->AddField(to, name)) left.push_back({node, field});
    }
    const uint32_t item = other.nodes[from].each;
    if (item == 0 || tree->nodes.size() >= kMostFields) continue;
    if (tree->nodes[to].each == 0) {
      tree->nodes[to].each = static_cast<uint32_t>(tree->nodes.size());
      tree->nodes.emplace_back();
    }
    left.push_back({item, tree->nodes[to].each});
  }
}

}  // namespace

uint32_t FieldTree::AddField(uint32_t at, std::string_view name) {
  const auto found = FindField(nodes[at].fields, name);
  if (found != nodes[at].fields.end()) return found->second;
  if (nodes.size() >= kMostFields) return 0;
  const auto made = static_cast<uint32_t>(nodes.size());
  nodes.emplace_back();
  nodes[at].fields.emplace_back(name, made);
  return made;
}

uint32_t FieldTree::AddPath(std::span<const std::string> steps) {
  uint32_t at = 0;
  for (const std::string& step : steps) {
    at = AddField(at, step);
    if (at == 0) break;
  }
  return at;
}

void FieldTree::Add(const ReadTree& reads) { Join(reads, this); }

void FieldTree::Add(const FieldTree& other) { Join(other, this); }

uint32_t FieldTree::Find(std::string_view name) const {
  const auto found = FindField(nodes.front().fields, name);
  return found == nodes.front().fields.end() ? 0 : found->second;
}

}  // namespace galley::handles
