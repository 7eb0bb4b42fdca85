// Names are numbered as they are met; the last few are compared first, since templates repeat
// themselves.
#include "engine/jinja/tree_builder.h"

#include <algorithm>
#include <string>

#include "base/equal_text.h"
#include "base/limit_table.h"
#include "engine/jinja/blanks.h"
#include "value/map.h"

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

// Room for a template that is small, with all that is made of it; of a large one
// the greater part is text.
size_t FirstGuess(size_t source) noexcept {
  return source + std::min<size_t>(source * 4, 8192) + 384;
}

}  // namespace

uint8_t SpecialNameOf(std::string_view name) noexcept {
  // The length tells most names apart.
  switch (name.size()) {
    case 4:
      if (name == "loop") return kNameLoop;
      return name == "self" ? uint8_t{kNameSelf} : uint8_t{0};
    case 5:
      return name == "super" ? uint8_t{kNameSuper} : uint8_t{0};
    case 6:
      if (name == "caller") return kNameCaller;
      return name == "kwargs" ? uint8_t{kNameKwargs} : uint8_t{0};
    case 7:
      return name == "varargs" ? uint8_t{kNameVarargs} : uint8_t{0};
    default:
      return 0;
  }
}

void TreeBuilder::Start(std::string_view source, std::string_view newline, size_t tokens) {
  tree_.nodes.clear();
  tree_.lists.clear();
  tree_.names.clear();
  tree_.constants.clear();
  tree_.mentions = tree_.variables = 0;
  tree_.special_targets = 0;
  tree_.special_ids.fill(NameId::kNone);
  tree_.has_extends = false;
  tree_.heap = Heap(kHighestLimits);
  tree_.heap.Reserve(FirstGuess(source.size()));
  source_ = tree_.text = tree_.heap.NewString(source).as_string();
  newline_ = newline;
  keep_newlines_ = newline == "\n" && source.find('\r') == source.npos;
  special_ = 0;
  recent_.fill(NameId::kNone);
  name_table_.clear();
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

uint32_t TreeBuilder::HashOf(std::string_view name, size_t slot) {
  KnownHash& known = hashes_[slot];
  if (EqualText({known.text, known.size}, name)) return known.hash;
  const uint32_t hash = HashKey(name);
  if (name.size() > sizeof(known.text)) return hash;
  known.hash = hash;
  known.size = static_cast<uint8_t>(name.size());
  std::copy(name.begin(), name.end(), known.text);
  return hash;
}

NameId TreeBuilder::Intern(std::string_view name) {
  const size_t slot = RecentSlot(name);
  NameId& recent = recent_[slot];
  if (recent != NameId::kNone && EqualText(tree_.Text(recent), name)) return recent;
  const uint32_t hash = HashOf(name, slot);
  // Where no name was ever put, this one was not either.
  const uint32_t found = recent == NameId::kNone ? kNoPosition : FindName(name, hash);
  recent = found == kNoPosition ? NewName(name, hash) : static_cast<NameId>(found);
  return recent;
}

uint32_t TreeBuilder::FindName(std::string_view name, uint32_t hash) const noexcept {
  if (!name_table_.empty()) {
    return FindInHashTable(name_table_, hash,
                           [&](uint32_t at) { return EqualText(tree_.names[at].text, name); });
  }
  const auto found = std::find_if(tree_.names.begin(), tree_.names.end(), [&](const Name& known) {
    return known.hash == hash && EqualText(known.text, name);
  });
  if (found == tree_.names.end()) return kNoPosition;
  return static_cast<uint32_t>(found - tree_.names.begin());
}

NameId TreeBuilder::NewName(std::string_view name, uint32_t hash) {
  const auto id = static_cast<uint32_t>(tree_.names.size());
  const uint8_t special = SpecialNameOf(name);
  if (special != 0) {
    tree_.special_ids[static_cast<size_t>(std::countr_zero(special))] = static_cast<NameId>(id);
  }
  tree_.names.push_back({name, hash, special});
  if (tree_.names.size() <= kFewNames) return static_cast<NameId>(id);
  if (HashTableSize(tree_.names.size()) > name_table_.size()) {
    GrowNames();
  } else {
    InsertIntoHashTable(name_table_, hash, id);
  }
  return static_cast<NameId>(id);
}

void TreeBuilder::GrowNames() {
  name_table_.resize(HashTableSize(tree_.names.size()) * 2);
  ClearHashTable(name_table_);
  for (uint32_t at = 0; at < tree_.names.size(); ++at) {
    InsertIntoHashTable(name_table_, tree_.names[at].hash, at);
  }
}

void TreeBuilder::Mention(NameId name) noexcept {
  Name& mentioned = tree_.names[static_cast<uint32_t>(name)];
  ++tree_.mentions;
  tree_.variables += !mentioned.is_variable;
  mentioned.is_variable = true;
}

NodeId TreeBuilder::AddName(const Token& name) {
  const NameId id = Intern(name);
  Mention(id);
  special_ |= tree_[id].special;
  return Add({.kind = NodeKind::kName, .name = id, .span = name.span()});
}

uint32_t TreeBuilder::AddValue(const Value& value) {
  tree_.constants.push_back(value.AsWritten());
  return static_cast<uint32_t>(tree_.constants.size() - 1);
}

NodeId TreeBuilder::AddConstant(const Value& value, Span span) {
  return Add({.kind = NodeKind::kConst, .index = AddValue(value), .span = span});
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

}  // namespace galley::jinja
