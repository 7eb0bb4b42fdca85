// LeafWriter: a string of ours, from literal text and tags.
//
// Literal text comes out as it is, whatever braces and backslashes it holds: what would
// open a tag in the language is written as a tag that prints it.
#ifndef GALLEY_IMPORT_LEAF_WRITER_H_
#define GALLEY_IMPORT_LEAF_WRITER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace galley::importing {

enum class Leaf : uint8_t { kHandlebars, kJinja };

// `handlebars`, `jinja`: also the name of the template type.
std::string_view LeafName(Leaf leaf) noexcept;

class LeafWriter {
 public:
  explicit LeafWriter(Leaf leaf) noexcept : leaf_(leaf) {}

  void Text(std::string_view text);
  // A whole tag, with its braces.
  void Tag(std::string_view tag);
  // A tag that prints the field `name` of the context, which is not a path: `a.b` is one
  // field with a dot in its name.
  void Variable(std::string_view name);

  // Takes back the last `count` bytes of literal text, which no tag has followed yet.
  void DropText(size_t count) { literal_.resize(literal_.size() - count); }

  // What was written; the writer is done after that.
  std::string Take();

 private:
  // Ends literal text; `tag_follows` where a tag comes right behind it.
  void Flush(bool tag_follows);
  void FlushHandlebars(bool tag_follows);
  void FlushJinja(bool tag_follows);

  Leaf leaf_;
  std::string literal_;  // not written yet
  std::string out_;
};

// Jinja of another tool, where a tag leaves the line break behind it and the blanks before it
// alone: the same with marks that say so, since `trim_blocks` and `lstrip_blocks` are on here.
std::string KeepLineBreaks(std::string_view jinja);

// One field of the context as an expression of the language.
std::string VariableName(Leaf leaf, std::string_view name);

// A literal of both languages, in the quotes that its text does not hold.  False, and
// nothing written, where it holds both, or in Handlebars a backslash at the end.
bool QuoteText(std::string_view text, std::string* out);

}  // namespace galley::importing

#endif  // GALLEY_IMPORT_LEAF_WRITER_H_
