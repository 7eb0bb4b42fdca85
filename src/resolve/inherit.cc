// Phases as the specification numbers them.  The chain is found first; merging goes from the
// base to the template, and every part remembers its origin.
#include "resolve/inherit.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "base/ordered_map.h"
#include "base/try.h"
#include "diag/report.h"
#include "format/text.h"
#include "resolve/findings.h"
#include "resolve/placeholder_fields.h"
#include "resolve/placeholder_tags.h"
#include "resolve/renderer_rules.h"

namespace galley {
namespace {

constexpr size_t kUsualLevels = 3;

// --- Phase 1: the chain -------------------------------------------------------

class Chain {
 public:
  Chain(const TemplateLoader& loader, bool strict, const Limits& limits, Meter* meter,
        Findings* findings)
      : loader_(loader), strict_(strict), limits_(limits), meter_(*meter), findings_(*findings) {}

  // The templates from the one at `place` to its base.
  Result<std::vector<std::unique_ptr<SectionTemplate>>> Load(TemplatePlace place) {
    for (;;) {
      TRY(Enter(place));
      std::string text = TRY(Shown(loader_.Read(place)));
      templates_.push_back(TRY(WithWay(
          SectionTemplate::Parse(place.name, std::move(text), strict_, limits_, &findings_))));
      TRY(Pay(*templates_.back()));
      const auto parent = TRY(WithWay(templates_.back()->Parent()));
      if (!parent) break;
      place = TRY(Shown(loader_.Locate(*parent, &place, TemplateType::kSections)));
    }
    WarnOfDepth();
    return std::move(templates_);
  }

 private:
  Result<void> Pay(const SectionTemplate& file) {
    const uint64_t nodes = file.tree().size() * sizeof(Node);
    if (meter_.Take(file.source().text().size() + nodes)) return {};
    return ValuesDoNotFit(file.source(), meter_.exhausted());
  }

  // A template is in the chain once, however it is spelt; found before it is read.
  Result<void> Enter(const TemplatePlace& place) {
    if (!known_.Insert(place.identity, place.name).second) return Circle(place);
    if (known_.size() <= limits_.inheritance) return {};
    return AtParent(
        Report(Code::kLimitDepth, "the chain of templates is longer than the limit of " +
                                      std::to_string(limits_.inheritance)));
  }

  Diagnostic Circle(const TemplatePlace& place) const {
    Diagnostic circle = AtParent(
        Report(Code::kCircularInheritance, Quoted(place.name) + " extends itself in the end"));
    bool inside = false;
    for (const auto& each : known_) {
      inside = inside || each.key == place.identity;
      if (inside) circle.notes.push_back(Quoted(each.value) + " extends");
    }
    circle.notes.push_back(Quoted(place.name) + " again");
    return circle;
  }

  // A problem with a parent is shown where the child names it.
  Diagnostic AtParent(Diagnostic problem) const {
    if (templates_.empty()) return problem;
    const SectionTemplate& child = *templates_.back();
    return ShowAt(std::move(problem), child.source(), child.node(child.extends()).span);
  }
  template <class T>
  Result<T> Shown(Result<T> result) const {
    if (result) return result;
    return AtParent(std::move(result.error().diagnostics().front()));
  }

  // A problem inside a parent tells who extends it.
  template <class T>
  Result<T> WithWay(Result<T> result) const {
    if (result) return result;
    Diagnostic& problem = result.error().diagnostics().front();
    for (size_t at = templates_.size(); at-- > 0;) {
      const std::string& name = templates_[at]->source().name();
      if (name != problem.file) problem.notes.push_back(Quoted(name) + " extends it");
    }
    return result;
  }

  void WarnOfDepth() {
    if (templates_.size() <= kUsualLevels) return;
    const SectionTemplate& first = *templates_.front();
    findings_.Add(Code::kDeepInheritance, first.source(), first.node(first.extends()).span,
                  "the chain has " + std::to_string(templates_.size()) + " levels, more than " +
                      std::to_string(kUsualLevels));
  }

  const TemplateLoader& loader_;
  bool strict_;
  const Limits& limits_;
  Meter& meter_;
  Findings& findings_;
  OrderedMap<std::string> known_;  // identity to name
  std::vector<std::unique_ptr<SectionTemplate>> templates_;
};

// --- Phase 4: the merge -------------------------------------------------------

// Lists of fields by a number and a key, as one index.
class FieldIndex {
 public:
  // The position under `key` in list `list`, or a place for a new one.
  std::pair<uint32_t*, bool> Insert(uint32_t list, std::string_view key, uint32_t position) {
    std::string full(sizeof list, '\0');
    std::memcpy(full.data(), &list, sizeof list);
    full += key;
    return positions_.Insert(std::move(full), position);
  }

 private:
  OrderedMap<uint32_t> positions_;
};

class Merge {
 public:
  Merge(FlatTemplate* flat, Findings* findings) : flat_(*flat), findings_(*findings) {}

  // Applies the templates in order, the base first.
  Result<void> Run() {
    for (uint32_t layer = 0; layer < flat_.layers.size(); ++layer) {
      const SectionTemplate& file = *flat_.layers[layer];
      for (const SectionDeclaration& section : file.sections()) MergeSection(layer, section);
      for (const PlaceholderDeclaration& placeholder : file.placeholders()) {
        TRY(MergePlaceholder(layer, placeholder));
      }
      MergeFields(layer, file.renderer_rules(), "rendererRules", kRulesList, &flat_.renderer_rules);
      MergeFields(layer, file.metadata(), "metadata", kMetadataList, &flat_.metadata);
      if (file.description() != kNoNode) flat_.description = {layer, file.description()};
      if (file.dialect() != SectionDialect::kUnknown) flat_.dialect = file.dialect();
    }
    const auto last = static_cast<uint32_t>(flat_.layers.size() - 1);
    flat_.id = {last, flat_.layers[last]->id()};
    DropRemoved();
    return {};
  }

 private:
  static constexpr uint32_t kMetadataList = UINT32_MAX;
  static constexpr uint32_t kRulesList = UINT32_MAX - 1;
  static constexpr uint32_t kGone = UINT32_MAX;

  const Node& node(uint32_t layer, NodeId id) const { return flat_.layers[layer]->node(id); }
  const Source& source(uint32_t layer) const { return flat_.layers[layer]->source(); }

  // Step 4.1.
  void MergeSection(uint32_t layer, const SectionDeclaration& declared) {
    const std::string_view name = node(layer, declared.id).key;
    const Origin by{layer, declared.id};
    auto [at, is_new] = section_at_.Insert(name, kGone);
    const bool is_there = !is_new && *at != kGone;
    if (!is_there) return AddSection(name, declared, by, at);

    FlatSection& section = flat_.sections[*at];
    const Origin was = section.origin;
    if (declared.removes) {
      flat_.events.push_back({MergeAction::kRemoved, "section", name, {}, by, was});
      is_removed_[*at] = true;  // its place stays until the end
      *at = kGone;
    } else if (declared.overrides) {
      flat_.events.push_back({MergeAction::kOverridden, "section", name, {}, by, was});
      section.text = declared.text;
      section.origin = by;
    } else {
      flat_.events.push_back({MergeAction::kIgnored, "section", name, {}, by, was});
      Warn(Code::kImplicitOverrideIgnored, by,
           "section " + Quoted(name) + " is inherited, and this one ignored",
           "with `override: true` it takes its place");
    }
  }

  void AddSection(std::string_view name, const SectionDeclaration& declared, const Origin& by,
                  uint32_t* at) {
    if (declared.removes) {
      return Warn(Code::kRemoveWithoutParent, by,
                  "section " + Quoted(name) + " is removed, and not there");
    }
    if (declared.overrides) {
      Warn(Code::kOverrideWithoutParent, by,
           "section " + Quoted(name) + " overrides nothing, and is added");
    }
    *at = static_cast<uint32_t>(flat_.sections.size());
    flat_.sections.push_back({name, declared.text, by});
    is_removed_.push_back(false);
  }

  void DropRemoved() {
    Drop(is_removed_, &flat_.sections);
    Drop(is_removed_placeholder_, &flat_.placeholders);
  }

  template <class Part>
  static void Drop(const std::vector<bool>& is_removed, std::vector<Part>* parts) {
    std::vector<Part> kept;
    for (size_t at = 0; at < parts->size(); ++at) {
      if (!is_removed[at]) kept.push_back(std::move((*parts)[at]));
    }
    *parts = std::move(kept);
  }

  void Warn(Code code, const Origin& at, std::string message, std::string hint = {}) {
    if (!findings_.HasRoom(code)) return;
    findings_.Add(code, source(at.layer), node(at.layer, at.id).key_span, std::move(message),
                  std::move(hint));
  }

  // Step 4.2.
  Result<void> MergePlaceholder(uint32_t layer, const PlaceholderDeclaration& declared) {
    const std::string_view name = node(layer, declared.id).key;
    if (declared.removes) return RemovePlaceholder(layer, name, declared);
    uint32_t* const at = placeholder_at_.Insert(name, kGone).first;
    if (*at == kGone) {
      *at = static_cast<uint32_t>(flat_.placeholders.size());
      TRY(AddPlaceholder(layer, name, declared));
    } else {
      TRY(CheckCompatible(layer, declared, flat_.placeholders[*at]));
    }
    FlatPlaceholder& placeholder = flat_.placeholders[*at];
    if (declared.required) placeholder.required = declared.required;
    if (declared.default_value != kNoNode) {
      placeholder.default_value = {layer, declared.default_value};
    }
    // Of the form of `items`, the newest counts.
    MergeFields(layer, declared.id, "placeholder", *at, &placeholder.fields, name);
    return CheckMergedDefault(placeholder);
  }

  Result<void> RemovePlaceholder(uint32_t layer, std::string_view name,
                                 const PlaceholderDeclaration& declared) {
    const Origin by{layer, declared.id};
    uint32_t* at = placeholder_at_.Find(name);
    if (!at || *at == kGone) {
      Warn(Code::kRemoveWithoutParent, by,
           "placeholder " + Quoted(name) + " is removed, and not there");
      return {};
    }
    const FlatPlaceholder& earlier = flat_.placeholders[*at];
    if (earlier.required.value_or(false)) {
      return Incompatible(Code::kConstraintWeakening, node(layer, declared.id), layer, earlier,
                          "is required in an ancestor, and cannot be removed");
    }
    flat_.events.push_back({MergeAction::kRemoved, "placeholder", name, {}, by, earlier.origin});
    is_removed_placeholder_[*at] = true;  // its place stays until the end
    *at = kGone;
    return {};
  }

  Result<void> AddPlaceholder(uint32_t layer, std::string_view name,
                              const PlaceholderDeclaration& declared) {
    if (!declared.type) {
      return Report(Code::kMissingType, source(layer), node(layer, declared.id).key_span,
                    "placeholder " + Quoted(name) + " has no type, and no ancestor declares it");
    }
    FlatPlaceholder& placeholder = flat_.placeholders.emplace_back();
    placeholder.name = name;
    placeholder.type = *declared.type;
    placeholder.items = declared.items;
    placeholder.origin = {layer, declared.id};
    is_removed_placeholder_.push_back(false);
    return {};
  }

  Result<void> CheckCompatible(uint32_t layer, const PlaceholderDeclaration& declared,
                               const FlatPlaceholder& earlier) const {
    const SectionTemplate& file = *flat_.layers[layer];
    const Node& value = file.node(declared.id);
    if (declared.type && *declared.type != earlier.type) {
      return Incompatible(Code::kTypeConflict, value, layer, earlier,
                          "is of type " + std::string(JsonTypeName(*declared.type)) +
                              " here and of type " + std::string(JsonTypeName(earlier.type)) +
                              " in an ancestor");
    }
    const bool has_items = file.tree().Find(declared.id, "items") != kNoNode;
    if (earlier.type == PlaceholderType::kArray && has_items &&
        TRY(ReadItems(file, declared.id)) != *earlier.items) {
      return Incompatible(Code::kTypeConflict, value, layer, earlier,
                          "has other items here than in an ancestor");
    }
    if (earlier.required.value_or(false) && declared.required && !*declared.required) {
      return Incompatible(Code::kConstraintWeakening, value, layer, earlier,
                          "is required in an ancestor, and cannot become optional");
    }
    return {};
  }

  Diagnostic Incompatible(Code code, const Node& value, uint32_t layer,
                          const FlatPlaceholder& earlier, const std::string& why) const {
    Diagnostic problem = Report(code, source(layer), value.key_span,
                                "placeholder " + Quoted(earlier.name) + " " + why);
    problem.notes.push_back("it is declared first in " +
                            Quoted(source(earlier.origin.layer).name()));
    return problem;
  }

  Result<void> CheckMergedDefault(const FlatPlaceholder& placeholder) const {
    if (placeholder.default_value.id == kNoNode) return {};
    return CheckDefault(*flat_.layers[placeholder.default_value.layer],
                        placeholder.default_value.id, placeholder.type, placeholder.items);
  }

  // Step 4.3, and how the fields of a placeholder and the metadata meet: key by key,
  // the child's whole value in the parent's place.
  void MergeFields(uint32_t layer, NodeId map, std::string_view where, uint32_t list,
                   std::vector<FlatField>* fields, std::string_view owner = {}) {
    if (map == kNoNode) return;
    for (NodeId id : flat_.layers[layer]->tree().Children(map)) {
      const std::string_view key = node(layer, id).key;
      const Origin by{layer, id};
      if (!owner.empty()) {
        if (key == "type" && node(layer, id).value.is_none()) continue;  // V-10
        if (key == "remove") continue;                                   // flags do not survive
      }
      const auto [at, is_new] = field_at_.Insert(list, key, static_cast<uint32_t>(fields->size()));
      if (is_new) {
        fields->push_back({key, by});
        continue;
      }
      FlatField& field = (*fields)[*at];
      flat_.events.push_back({MergeAction::kOverridden, where, owner.empty() ? key : owner,
                              owner.empty() ? std::string_view() : key, by, field.origin});
      field.origin = by;
    }
  }

  FlatTemplate& flat_;
  Findings& findings_;
  OrderedMap<uint32_t, std::string_view> section_at_;      // kGone: removed
  std::vector<bool> is_removed_;                           // by section, while merging
  OrderedMap<uint32_t, std::string_view> placeholder_at_;  // kGone: removed
  std::vector<bool> is_removed_placeholder_;               // the same for placeholders
  FieldIndex field_at_;
};

// --- Phase 5: what holds after the merge ---------------------------------------

class References {
 public:
  References(const FlatTemplate& flat, Findings* findings) : flat_(flat), findings_(*findings) {
    for (uint32_t at = 0; at < flat.placeholders.size(); ++at) {
      declared_.Insert(flat.placeholders[at].name, false);
    }
  }

  Result<void> Check() {
    for (const FlatSection& section : flat_.sections) TRY(CheckSection(section));
    for (const FlatPlaceholder& placeholder : flat_.placeholders) {
      if (*declared_.Find(placeholder.name)) continue;
      Warn(Code::kUnusedPlaceholder, placeholder.origin,
           [&] { return "no section refers to placeholder " + Quoted(placeholder.name); });
    }
    return {};
  }

 private:
  Result<void> CheckSection(const FlatSection& section) {
    TagScanner tags(section.text);
    for (PlaceholderTag tag; tags.Next(&tag);) {
      if (tag.name.empty()) {
        WarnOfTag(section, tag);
        continue;
      }
      bool* used = declared_.Find(tag.name);
      if (!used) return Undeclared(section, tag);
      *used = true;
    }
    return {};
  }

  void WarnOfTag(const FlatSection& section, const PlaceholderTag& tag) {
    if (!findings_.HasRoom(Code::kUnsupportedTag)) return;
    const std::string_view text = section.text.substr(tag.begin, tag.end - tag.begin);
    findings_.Add(Code::kUnsupportedTag, SourceOf(section), SpanOf(section, tag),
                  Quoted(text) + " in section " + Quoted(section.name) +
                      " is no placeholder; its braces stay as they are");
  }

  const Source& SourceOf(const FlatSection& section) const {
    return flat_.layers[section.origin.layer]->source();
  }

  // Where a tag is written.  A text may be quoted or folded in its file, but a tag is in
  // one line and seldom escaped, so it is looked for as it is.
  Span SpanOf(const FlatSection& section, const PlaceholderTag& tag) const {
    const SectionTemplate& file = *flat_.layers[section.origin.layer];
    const NodeId text = file.tree().Find(section.origin.id, "text");
    const Span whole = file.node(text == kNoNode ? section.origin.id : text).span;
    const std::string_view written = TextOf(file.source(), whole);
    const std::string_view wanted = section.text.substr(tag.begin, tag.end - tag.begin);
    const size_t at = written.find(wanted);
    if (at == written.npos) return file.node(section.origin.id).key_span;
    const auto begin = whole.begin + static_cast<uint32_t>(at);
    return {begin, begin + static_cast<uint32_t>(wanted.size())};
  }

  Diagnostic Undeclared(const FlatSection& section, const PlaceholderTag& tag) const {
    std::vector<std::string_view> names;
    for (const FlatPlaceholder& placeholder : flat_.placeholders) names.push_back(placeholder.name);
    return Report(Code::kUndeclaredPlaceholder, SourceOf(section), SpanOf(section, tag),
                  "section " + Quoted(section.name) + " refers to " + Quoted(tag.name) +
                      ", which no template declares",
                  SuggestNearest(tag.name, names));
  }

  template <class Message>
  void Warn(Code code, const Origin& at, Message message) {
    if (!findings_.HasRoom(code)) return;
    findings_.Add(code, flat_.layers[at.layer]->source(), flat_.NodeAt(at).key_span, message());
  }

  const FlatTemplate& flat_;
  Findings& findings_;
  OrderedMap<bool, std::string_view> declared_;  // and whether it is used
};

// Fields that later stages ask for.
void ReadKnownFields(FlatTemplate* flat) {
  for (FlatPlaceholder& placeholder : flat->placeholders) {
    for (const FlatField& field : placeholder.fields) {
      if (field.key != "injectedBy") continue;
      const Node& node = flat->NodeAt(field.origin);
      placeholder.is_injected = node.is_string() && node.value.as_string() == "renderer";
    }
  }
}

}  // namespace

Result<FlatTemplate> ResolveSections(const TemplateLoader& loader, std::string_view reference,
                                     bool strict, const Limits& limits, Meter* meter,
                                     std::vector<Diagnostic>* warnings) {
  TemplatePlace place = TRY(loader.Locate(reference, nullptr, TemplateType::kSections));
  return ResolveSectionsAt(loader, std::move(place), strict, limits, meter, warnings);
}

Result<FlatTemplate> ResolveSectionsAt(const TemplateLoader& loader, TemplatePlace place,
                                       bool strict, const Limits& limits, Meter* meter,
                                       std::vector<Diagnostic>* warnings) {
  Findings findings(warnings);
  FlatTemplate flat;  // phase 3
  flat.layers = TRY(
      Chain(loader, strict, limits, meter, &findings).Load(std::move(place)));  // phases 0 and 1
  std::reverse(flat.layers.begin(), flat.layers.end());                         // phase 2
  TRY(Merge(&flat, &findings).Run());                                           // phase 4
  ReadKnownFields(&flat);
  TRY(ReadConstraints(limits, &flat));
  ApplyRendererRules(&flat, &findings);
  TRY(References(flat, &findings).Check());  // phase 5
  return flat;                               // phase 6
}

}  // namespace galley
