// One section template as its file has it, checked by itself: phase 0 of the
// algorithm, before anything is inherited.
//
// Two dialects are read: `sections: {NAME: {text, override, remove}}` and
// `template: {name: text or the same map}`.  Everything views the text and the tree,
// which the template owns; so it stays where it was made.
#ifndef GALLEY_RESOLVE_SECTION_TEMPLATE_H_
#define GALLEY_RESOLVE_SECTION_TEMPLATE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diag/source.h"
#include "format/tree.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "resolve/findings.h"
#include "value/json_type.h"

namespace galley {

enum class SectionDialect : uint8_t { kUnknown, kSections, kTemplate };

using PlaceholderType = JsonType;

// SCREAMING_SNAKE_CASE, as placeholders are called.
bool IsScreaming(std::string_view name) noexcept;

struct SectionDeclaration {
  NodeId id;              // its value; the key is the name
  std::string_view text;  // empty where it is removed
  bool overrides = false;
  bool removes = false;
};

struct PlaceholderDeclaration {
  NodeId id;                             // a map
  std::optional<PlaceholderType> type;   // absent: inherited
  std::optional<PlaceholderType> items;  // of an array
  std::optional<bool> required;
  NodeId default_value = kNoNode;
  bool removes = false;
};

class SectionTemplate {
 public:
  SectionTemplate(const SectionTemplate&) = delete;
  SectionTemplate& operator=(const SectionTemplate&) = delete;

  // Reads and checks a template.  `name` is for messages; `strict` asks every
  // placeholder for a type and allows no default.  Fails with load-error, a limit, or
  // the codes of phase 0; lints go to `findings`.
  static Result<std::unique_ptr<SectionTemplate>> Parse(std::string name, std::string text,
                                                        bool strict, const Limits& limits,
                                                        Findings* findings);

  const Source& source() const noexcept { return source_; }
  const Tree& tree() const noexcept { return *tree_; }
  const Node& node(NodeId id) const noexcept { return tree()[id]; }

  SectionDialect dialect() const noexcept { return dialect_; }
  const std::vector<SectionDeclaration>& sections() const noexcept { return sections_; }
  const std::vector<PlaceholderDeclaration>& placeholders() const noexcept { return placeholders_; }
  // kNoNode where it is absent; strings and maps otherwise.
  NodeId id() const noexcept { return id_; }
  NodeId description() const noexcept { return description_; }
  NodeId metadata() const noexcept { return metadata_; }
  NodeId renderer_rules() const noexcept { return renderer_rules_; }
  // Of any shape.
  NodeId extends() const noexcept { return extends_; }

  // What it extends, or nothing where it is a base.  Fails with invalid-extends or
  // multiple-parents.
  Result<std::optional<std::string_view>> Parent() const;

 private:
  friend class TemplateCheck;

  SectionTemplate(std::string name, std::string text)
      : text_(std::move(text)), source_(std::move(name), text_) {}

  std::string text_;
  Source source_;  // views text_
  std::optional<Tree> tree_;
  SectionDialect dialect_ = SectionDialect::kUnknown;
  std::vector<SectionDeclaration> sections_;
  std::vector<PlaceholderDeclaration> placeholders_;
  NodeId id_ = kNoNode;
  NodeId description_ = kNoNode;
  NodeId metadata_ = kNoNode;
  NodeId renderer_rules_ = kNoNode;
  NodeId extends_ = kNoNode;
};

// What `items` of an array says, as `string` or `{type: string}`.  Fails with
// missing-items or invalid-type.
Result<PlaceholderType> ReadItems(const SectionTemplate& file, NodeId placeholder);

// Checks a default against a type; null always fits.  Fails with
// invalid-placeholder.
Result<void> CheckDefault(const SectionTemplate& file, NodeId value, PlaceholderType type,
                          std::optional<PlaceholderType> items);

}  // namespace galley

#endif  // GALLEY_RESOLVE_SECTION_TEMPLATE_H_
