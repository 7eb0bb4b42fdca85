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

// Nodes of two trees that are the same.
struct Pair {
  uint32_t from;
  uint32_t to;
};

// Adds what `other` tells below a node, whose nodes have fields and items as well.
template <class Tree>
void Join(const Tree& other, Pair top, FieldTree* tree) {
  std::vector<Pair> left = {top};
  while (!left.empty()) {
    const auto [from, to] = left.back();
    left.pop_back();
    for (const auto& [name, node] : other.nodes[from].fields) {
      if (const uint32_t field = tree->AddField(to, name)) left.push_back({node, field});
    }
    const uint32_t item = other.nodes[from].each;
    if (item == 0) continue;
    if (const uint32_t made = tree->AddItem(to)) left.push_back({item, made});
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

uint32_t FieldTree::AddItem(uint32_t at) {
  if (nodes[at].each != 0) return nodes[at].each;
  if (nodes.size() >= kMostFields) return 0;
  nodes[at].each = static_cast<uint32_t>(nodes.size());
  nodes.emplace_back();
  return nodes[at].each;
}

uint32_t FieldTree::AddPath(std::span<const std::string> steps) {
  uint32_t at = 0;
  for (const std::string& step : steps) {
    at = AddField(at, step);
    if (at == 0) break;
  }
  return at;
}

void FieldTree::Add(const ReadTree& reads) { Join(reads, {0, 0}, this); }

void FieldTree::AddBelow(uint32_t at, const ReadTree& reads, uint32_t from) {
  Join(reads, {from, at}, this);
}

void FieldTree::Add(const FieldTree& other) { Join(other, {0, 0}, this); }

uint32_t FieldTree::Find(std::string_view name) const {
  const auto found = FindField(nodes.front().fields, name);
  return found == nodes.front().fields.end() ? 0 : found->second;
}

}  // namespace galley::handles
