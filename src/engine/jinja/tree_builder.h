// TreeBuilder: the tree that a parser is making.
//
// The tree keeps one copy of the source; texts, strings and names are views of
// it wherever nothing in them had to change.
#ifndef GALLEY_ENGINE_JINJA_TREE_BUILDER_H_
#define GALLEY_ENGINE_JINJA_TREE_BUILDER_H_

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/hash_table.h"
#include "diag/source.h"
#include "engine/jinja/ast.h"
#include "engine/jinja/token.h"

namespace galley::jinja {

class TreeBuilder {
 public:
  // `newline` is what line breaks in text and strings become.  `tokens` is how
  // many there are, for a first guess at sizes.
  TreeBuilder(std::string_view source, std::string_view newline, size_t tokens);

  const Node& operator[](NodeId id) const noexcept { return tree_[id]; }
  const Tree& tree() const noexcept { return tree_; }

  NodeId Add(const Node& node) {
    tree_.nodes.push_back(node);
    return static_cast<NodeId>(tree_.nodes.size() - 1);
  }
  ListId AddList(std::span<const NodeId> children);
  // A list of what lies above the first `size` of `stack`, which is taken off.
  ListId TakeList(std::vector<NodeId>* stack, size_t size);

  NameId Intern(std::string_view name);
  NameId Intern(const Token& name) { return Intern(name.text(source_)); }

  NodeId AddConstant(const Value& value, Span span);
  NodeId AddAttribute(NodeId operand, const Token& name);
  NodeId AddText(const Token& text);
  NodeId AddString(std::string_view text, Span span);

  // The bytes of `token` in the tree's own copy of the source.
  std::string_view Own(const Token& token) const noexcept { return token.text(source_); }
  // True where `text` holds a line break that must be written otherwise.
  bool NeedsNewlines(std::string_view text) const noexcept;
  std::string_view newline() const noexcept { return newline_; }

  // False once memory ran out.
  bool ok() const noexcept { return tree_.heap.exhausted() == Exhausted::kNo; }

  // The tree with its statements; the builder is done after that.
  Tree Finish(ListId body) noexcept;

 private:
  uint32_t AddValue(const Value& value);
  uint32_t FindName(std::string_view name) const noexcept;
  NameId AddName(std::string_view name);
  void GrowNames();

  Tree tree_;
  std::string_view source_;  // the tree's copy
  std::string_view newline_;
  bool keep_newlines_;  // nothing in the source needs another line break

  // Names are looked up in a small cache by how they begin and end, which most
  // of them are found in, and then in a table that no choice of names can slow.
  std::array<NameId, 64> recent_;
  std::vector<HashSlot> name_table_;      // empty while there are few
  std::vector<uint32_t> name_constants_;  // by NameId: its string, or kNoPosition
};

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_TREE_BUILDER_H_
