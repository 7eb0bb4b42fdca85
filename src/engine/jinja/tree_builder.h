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
  // Fills `tree`, which outlives the builder.
  explicit TreeBuilder(Tree* tree) noexcept : tree_(*tree) {}

  // Empties the tree, keeping its memory.  `newline` is what line breaks in text and
  // strings become.  `tokens` is how many there are, for a first guess at sizes.
  void Start(std::string_view source, std::string_view newline, size_t tokens);

  const Node& operator[](NodeId id) const noexcept { return tree_[id]; }
  const Tree& tree() const noexcept { return tree_; }

  NodeId Add(const Node& node) {
    tree_.nodes.push_back(node);
    return static_cast<NodeId>(tree_.nodes.size() - 1);
  }
  ListId AddList(std::span<const NodeId> children);
  // A list of what lies above the first `size` of `stack`, which is taken off.
  ListId TakeList(std::vector<NodeId>* stack, size_t size);

  NameId Intern(const Token& name) { return Intern(name.text(source_)); }
  // The same for a name that is not written in one piece.
  NameId InternCopy(std::string_view name) {
    return Intern(tree_.heap.NewString(name).as_string());
  }

  // Notes what the lowering wants to know of the whole: that a name may mean a
  // variable, that something is assigned to it, ...
  void Mention(NameId name) noexcept;
  void NoteTarget(NameId name) noexcept { tree_.special_targets |= tree_[name].special; }
  void NoteBlock(bool scoped) noexcept {
    special_ |= scoped ? kHoldsBlock | kHoldsScopedBlock : kHoldsBlock;
  }
  void NoteExtends() noexcept { tree_.has_extends = true; }
  // The special names that AddName met since these were last taken.
  uint8_t TakeSpecial() noexcept { return std::exchange(special_, uint8_t{0}); }
  void AddSpecial(uint8_t names) noexcept { special_ |= names; }

  // A variable.
  NodeId AddName(const Token& name);
  NodeId AddConstant(const Value& value, Span span);
  NodeId AddText(const Token& text);
  NodeId AddString(std::string_view text, Span span);

  // The bytes of `token` in the tree's own copy of the source.
  std::string_view Own(const Token& token) const noexcept { return token.text(source_); }
  // True where `text` holds a line break that must be written otherwise.
  bool NeedsNewlines(std::string_view text) const noexcept;
  std::string_view newline() const noexcept { return newline_; }

  // All was added but the statements of the template.
  void Finish() noexcept { tree_.special = special_; }

  // False once memory ran out.
  bool ok() const noexcept { return tree_.heap.exhausted() == Exhausted::kNo; }

 private:
  NameId Intern(std::string_view name);
  uint32_t HashOf(std::string_view name, size_t slot);
  uint32_t AddValue(const Value& value);
  uint32_t FindName(std::string_view name, uint32_t hash) const noexcept;
  NameId NewName(std::string_view name, uint32_t hash);
  void GrowNames();

  Tree& tree_;
  std::string_view source_;  // the tree's copy
  std::string_view newline_;
  bool keep_newlines_ = false;  // nothing in the source needs another line break
  uint8_t special_ = 0;         // SpecialNames mentioned

  // Names are looked up in a small cache by how they begin and end, which most
  // of them are found in, and then in a table that no choice of names can slow.
  std::array<NameId, 64> recent_;
  // The hash of a short name, kept from template to template: those of one project use the same
  // names, and hashing one takes longer than comparing it.
  struct KnownHash {
    uint32_t hash;
    uint8_t size = 0;  // 0: none is known
    char text[11];
  };
  std::array<KnownHash, 64> hashes_;
  std::vector<HashSlot> name_table_;  // empty while there are few
};

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_TREE_BUILDER_H_
