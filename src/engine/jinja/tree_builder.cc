#include "engine/jinja/tree_builder.h"

#include <algorithm>
#include <string>

#include "base/hash.h"
#include "engine/jinja/blanks.h"

namespace galley::jinja {
namespace {

// So few names are compared one by one.
constexpr size_t kFewNames = 8;

size_t RecentSlot(std::string_view name) noexcept {
  const size_t first = static_cast<unsigned char>(name.front());
  const size_t middle = static_cast<unsigned char>(name[name.size() / 2]);
  const size_t last = static_cast<unsigned char>(name.back());
  return (name.size() * 7 + first + middle * 3 + last * 5) % 64;
}

uint32_t HashName(std::string_view name) noexcept {
  return static_cast<uint32_t>(SipHash(name, ProcessHashSeed()));
}

// `text` with its line breaks written as `newline`.
std::string WithNewlines(std::string_view text, std::string_view newline) {
  std::string result;
  result.reserve(text.size());
  uint32_t at = 0;
  while (at < text.size()) {
    const uint32_t size = LineBreakAt(text, at);
    if (size == 0) {
      result += text[at++];
    } else {
      result += newline;
      at += size;
    }
  }
  return result;
}

}  // namespace

TreeBuilder::TreeBuilder(std::string_view source, std::string_view newline, size_t tokens)
    : source_(tree_.heap.NewString(source).as_string()),
      newline_(newline),
      keep_newlines_(newline == "\n" && source.find('\r') == source.npos) {
  recent_.fill(NameId::kNone);
  tree_.nodes.reserve(tokens * 3 / 4 + 4);
  tree_.lists.reserve(tokens / 4 + 4);
}

ListId TreeBuilder::AddList(std::span<const NodeId> children) {
  const auto begin = static_cast<uint32_t>(tree_.lists.size());
  tree_.lists.insert(tree_.lists.end(), children.begin(), children.end());
  return {begin, static_cast<uint32_t>(children.size())};
}

ListId TreeBuilder::TakeList(std::vector<NodeId>* stack, size_t size) {
  const ListId list = AddList(std::span(*stack).subspan(size));
  stack->resize(size);
  return list;
}

NameId TreeBuilder::Intern(std::string_view name) {
  NameId& recent = recent_[RecentSlot(name)];
  if (recent != NameId::kNone && tree_.Text(recent) == name) return recent;
  const uint32_t found = FindName(name);
  recent = found == kNoPosition ? AddName(name) : static_cast<NameId>(found);
  return recent;
}

uint32_t TreeBuilder::FindName(std::string_view name) const noexcept {
  if (!name_table_.empty()) {
    return FindInHashTable(name_table_, HashName(name),
                           [&](uint32_t at) { return tree_.names[at] == name; });
  }
  const auto found = std::find(tree_.names.begin(), tree_.names.end(), name);
  if (found == tree_.names.end()) return kNoPosition;
  return static_cast<uint32_t>(found - tree_.names.begin());
}

NameId TreeBuilder::AddName(std::string_view name) {
  const auto id = static_cast<uint32_t>(tree_.names.size());
  tree_.names.emplace_back(name);
  if (tree_.names.size() <= kFewNames) return static_cast<NameId>(id);
  if (HashTableSize(tree_.names.size()) > name_table_.size()) {
    GrowNames();
  } else {
    InsertIntoHashTable(name_table_, HashName(name), id);
  }
  return static_cast<NameId>(id);
}

void TreeBuilder::GrowNames() {
  name_table_.resize(HashTableSize(tree_.names.size()) * 2);
  ClearHashTable(name_table_);
  for (uint32_t at = 0; at < tree_.names.size(); ++at) {
    InsertIntoHashTable(name_table_, HashName(tree_.names[at]), at);
  }
}

uint32_t TreeBuilder::AddValue(const Value& value) {
  tree_.constants.push_back(value);
  return static_cast<uint32_t>(tree_.constants.size() - 1);
}

NodeId TreeBuilder::AddConstant(const Value& value, Span span) {
  return Add({.kind = NodeKind::kConst, .index = AddValue(value), .span = span});
}

NodeId TreeBuilder::AddAttribute(NodeId operand, const Token& name) {
  const NameId id = Intern(name);
  const auto at = static_cast<size_t>(id);
  if (at >= name_constants_.size()) name_constants_.resize(at + 1, kNoPosition);
  uint32_t& constant = name_constants_[at];
  if (constant == kNoPosition) constant = AddValue(Value::String(Own(name)));
  return Add({.kind = NodeKind::kAttribute,
              .index = constant,
              .name = id,
              .a = operand,
              .span = name.span()});
}

NodeId TreeBuilder::AddText(const Token& text) {
  const std::string_view own = Own(text);
  const Value value =
      NeedsNewlines(own) ? tree_.heap.NewString(WithNewlines(own, newline_)) : Value::String(own);
  return Add({.kind = NodeKind::kText, .index = AddValue(value), .span = text.span()});
}

NodeId TreeBuilder::AddString(std::string_view text, Span span) {
  return AddConstant(tree_.heap.NewString(text), span);
}

bool TreeBuilder::NeedsNewlines(std::string_view text) const noexcept {
  return !keep_newlines_ && text.find_first_of("\r\n") != text.npos;
}

Tree TreeBuilder::Finish(ListId body) noexcept {
  tree_.body = body;
  return std::move(tree_);
}

}  // namespace galley::jinja
