// The flat template: what a section template and all it extends come to, and which
// of them every part came from.
//
// It owns the templates of its chain, and everything in it views them; so it stays
// valid wherever it is moved.
#ifndef GALLEY_RESOLVE_FLAT_H_
#define GALLEY_RESOLVE_FLAT_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "format/tree.h"
#include "resolve/section_template.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley {

class Pattern;  // pattern/pattern.h

// A node of one of the templates of a chain.
struct Origin {
  uint32_t layer = 0;  // position in FlatTemplate::layers
  NodeId id = kNoNode;
};

struct FlatField {
  std::string_view key;
  Origin origin;  // the value
};

struct FlatSection {
  std::string_view name;
  std::string_view text;
  Origin origin;
};

// What a field of a placeholder asks of its values, as in JSON Schema.
struct Constraint {
  std::string_view key;                    // `minLength` and the like
  Origin origin;                           // what the template says
  std::shared_ptr<const Pattern> pattern;  // of `pattern`; null elsewhere
};

struct FlatPlaceholder {
  std::string_view name;
  PlaceholderType type = PlaceholderType::kString;
  std::optional<PlaceholderType> items;  // of an array
  std::optional<bool> required;          // absent: nobody said
  bool is_injected = false;              // by the renderer, so nobody has to give it
  Origin default_value;                  // kNoNode: none
  Origin origin;                         // its first declaration
  std::vector<FlatField> fields;         // all of them, type and the like too
  std::vector<Constraint> constraints;
};

// What happened while the templates were merged, besides that parts were added.
enum class MergeAction : uint8_t {
  kOverridden,  // a section, a field of a placeholder, metadata or a rule
  kRemoved,     // a section or a placeholder
  kIgnored,     // a section declared again without `override`
};

struct MergeEvent {
  MergeAction action;
  std::string_view where;  // `section`, `placeholder`, `metadata`, `rendererRules`
  std::string_view name;
  std::string_view field;  // of a placeholder; empty elsewhere
  Origin by;
  Origin was;  // what it took the place of, or was ignored for
};

struct FlatTemplate {
  std::vector<std::unique_ptr<SectionTemplate>> layers;  // the base first
  SectionDialect dialect = SectionDialect::kSections;
  Origin id;           // kNoNode where there is none
  Origin description;  // the same
  std::vector<FlatField> metadata;
  std::vector<FlatField> renderer_rules;
  std::vector<FlatPlaceholder> placeholders;
  std::vector<FlatSection> sections;
  std::vector<uint32_t> printed;        // positions in `sections`, as the rules say
  std::string_view separator = "\n\n";  // between those that are printed
  std::vector<MergeEvent> events;

  const Node& NodeAt(const Origin& origin) const noexcept {
    return layers[origin.layer]->node(origin.id);
  }
  // Copies of what stands there, in `heap`.
  Value ValueAt(const Origin& origin, Heap* heap) const {
    return layers[origin.layer]->tree().ToValue(origin.id, heap);
  }
};

}  // namespace galley

#endif  // GALLEY_RESOLVE_FLAT_H_
