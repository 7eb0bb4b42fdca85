// Shapes lie in one vector, in the order of the tree they are made from.
#include "read_shape.h"

#include <algorithm>

namespace galley::python {

ReadShape::Part ReadShape::PartAt(Py_ssize_t index) const noexcept {
  for (const auto& [known, shape] : items) {
    // An item that is read as one of all and by its number is read as a whole.
    if (known == index) return {true, has_each ? nullptr : shape};
  }
  return {has_each, each};
}

ReadShape::Part ReadShape::PartAt(PyObject* key) const noexcept {
  for (const auto& [known, shape] : fields) {
    if (known.get() == key || PyUnicode_Compare(known.get(), key) == 0) return {true, shape};
  }
  return {};
}

namespace {

// The way to a node; false where it is one that objects of Python are not followed on.
bool FindWay(const ReadTree& reads, uint32_t node, ReadShape::Way* way) {
  for (; node != 0; node = reads.nodes[node].parent) {
    const ReadTree::Node& parent = reads.nodes[reads.nodes[node].parent];
    ReadShape::Step step;
    for (const auto& [name, child] : parent.fields) {
      if (child == node) step.key = NewInterned(name);
    }
    if (!step.key && parent.each != node) return false;
    way->push_back(std::move(step));
  }
  std::reverse(way->begin(), way->end());
  return true;
}

// Up to the last that is read; one tells whether there are any.
Py_ssize_t MostItems(const ReadShape& shape) {
  Py_ssize_t most = 1;
  for (const auto& [number, part] : shape.items) most = std::max(most, number + 1);
  return most;
}

// For dicts of which just the fields are written, if those are not too many to gather.
std::optional<RecordKeys> RecordOf(const ReadTree::Node& node) {
  const size_t count = node.fields.size();
  if (node.needs_keys || count == 0 || count > ReadShape::kMostGathered) return std::nullopt;
  std::vector<std::string_view> names;
  for (const auto& [name, child] : node.fields) names.push_back(name);
  Result<RecordKeys> made = RecordKeys::Make(names);
  if (!made) return std::nullopt;
  return *std::move(made);
}

}  // namespace

ReadShapes::ReadShapes(const ReadTree& reads)
    : shapes_(reads.nodes.size()), reads_all_(reads.nodes.front().is_whole) {
  const auto shape_of = [&](uint32_t node) {
    return reads.nodes[node].is_whole ? nullptr : &shapes_[node];
  };
  for (size_t at = 0; at < shapes_.size(); ++at) {
    const ReadTree::Node& node = reads.nodes[at];
    ReadShape& shape = shapes_[at];
    shape.needs_keys = node.needs_keys;
    for (const auto& [name, child] : node.fields) {
      shape.fields.emplace_back(NewInterned(name), shape_of(child));
    }
    shape.record = RecordOf(node);
    for (const auto& [number, child] : node.items)
      shape.items.emplace_back(number, shape_of(child));
    shape.has_each = node.each != 0;
    if (shape.has_each) shape.each = shape_of(node.each);
    if (!shape.has_each && !shape.needs_keys) shape.most_items = MostItems(shape);
    for (const uint32_t number : node.numbers) {
      if (FindWay(reads, number, &shape.numbers.emplace_back())) continue;
      shape.numbers.clear();
      break;
    }
  }
}

const ReadShape* ReadShapes::Find(PyObject* name) const noexcept {
  if (reads_all_) return nullptr;
  for (const auto& [known, shape] : shapes_.front().fields) {
    if (known.get() == name) return shape;
  }
  return nullptr;
}

}  // namespace galley::python
