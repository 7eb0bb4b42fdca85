// Both dialects are read into one form; what a file says by itself is checked before anything is
// inherited.
#include "resolve/section_template.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "diag/report.h"
#include "format/text.h"
#include "format/yaml.h"
#include "resolve/foreign_fields.h"
#include "resolve/placeholder_fields.h"

namespace galley {
namespace {

constexpr std::string_view kFields[] = {"id",       "description", "metadata",     "extends",
                                        "sections", "template",    "placeholders", "rendererRules"};

constexpr std::string_view kSectionKeys[] = {"text", "override", "remove"};

template <size_t N>
bool Holds(const std::string_view (&names)[N], std::string_view name) noexcept {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

bool IsLegacyParent(std::string_view key) noexcept {
  return key == "inherits" || key == "parentRef";
}

std::optional<PlaceholderType> FindPlaceholderType(const Node& node) noexcept {
  return node.is_string() ? FindJsonType(node.value.as_string()) : std::nullopt;
}

// A template that cannot be read, whatever its text did to its reader.
Error AsLoadError(Error error) {
  constexpr Code kCodes[] = {Code::kInvalidUtf8,  Code::kYamlSyntax,  Code::kYamlUnsupported,
                             Code::kDuplicateKey, Code::kNumberRange, Code::kLimitNodes,
                             Code::kLimitNesting};
  Diagnostic& reason = error.diagnostics().front();
  for (const Code code : kCodes) {
    if (Describe(code).code != reason.code) continue;
    reason.code = Describe(Code::kLoadError).code;
    break;
  }
  return error;
}

Diagnostic ProblemAt(Code code, const SectionTemplate& file, Span span, std::string message,
                     std::string hint = {}) {
  return Report(code, file.source(), span, std::move(message), std::move(hint));
}

std::string TypeOfNode(const Node& node) { return "type " + std::string(KindName(node.kind())); }

}  // namespace

// [A-Z][A-Z0-9_]*
bool IsScreaming(std::string_view name) noexcept {
  return !name.empty() && name[0] >= 'A' && name[0] <= 'Z' &&
         name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == name.npos;
}

// Phase 0, in the order that the rulings give.
class TemplateCheck {
 public:
  TemplateCheck(SectionTemplate* file, bool strict, Findings* findings)
      : file_(*file), strict_(strict), findings_(*findings) {}

  Result<void> Run() {
    TRY(CheckFields());
    TRY(CheckSectionKeys());
    TRY(CheckShapes());
    TRY(ReadPlaceholders());
    return ReadSections();
  }

 private:
  const Node& node(NodeId id) const { return file_.node(id); }
  auto Children(NodeId id) const { return file_.tree().Children(id); }
  NodeId Find(NodeId map, std::string_view key) const { return file_.tree().Find(map, key); }

  Result<void> CheckFields() {
    const bool extends = Find(Tree::root(), "extends") != kNoNode;
    for (NodeId id : Children(Tree::root())) {
      const std::string_view key = node(id).key;
      if (Holds(kFields, key)) {
        Keep(key, id);
        TRY(CheckBelow(key, id));
      } else if (IsLegacyParent(key) && extends) {
        return ProblemAt(Code::kMultipleParents, file_, node(id).key_span,
                         Quoted(key) + " beside `extends`: a template has one parent");
      } else {
        TRY(RefuseForeignField(file_, id));
        return ProblemAt(Code::kUnknownField, file_, node(id).key_span,
                         Quoted(key) + " is not a field of a section template",
                         SuggestNearest(key, kFields));
      }
    }
    return {};
  }

  // Null counts as absent, but for the id and the parent.
  void Keep(std::string_view key, NodeId id) {
    if (key == "extends") file_.extends_ = id;
    if (key == "id") file_.id_ = id;
    if (node(id).value.is_none()) return;
    if (key == "description") file_.description_ = id;
    if (key == "metadata") file_.metadata_ = id;
    if (key == "rendererRules") file_.renderer_rules_ = id;
    if (key == "placeholders") placeholders_ = id;
    if (key == "sections") sections_ = id;
    if (key == "template") template_ = id;
  }

  // What belongs to other layers is looked for wherever authors may write what they like;
  // the names of placeholders are their own.
  Result<void> CheckBelow(std::string_view key, NodeId id) {
    if (key == "metadata" || key == "rendererRules") {
      return RefuseForeignFieldsBelow(file_, id, &findings_);
    }
    if (key != "placeholders") return {};
    for (NodeId placeholder : Children(id)) {
      TRY(RefuseForeignFieldsBelow(file_, placeholder, &findings_));
    }
    return {};
  }

  Result<void> CheckSectionKeys() {
    if (sections_ != kNoNode && template_ != kNoNode) {
      return ProblemAt(Code::kInvalidTemplate, file_, node(template_).key_span,
                       "`template` beside `sections`: they are two names for the same");
    }
    if (sections_ != kNoNode) file_.dialect_ = SectionDialect::kSections;
    if (template_ != kNoNode) file_.dialect_ = SectionDialect::kTemplate;
    if (sections_ == kNoNode) sections_ = template_;
    return {};
  }

  Result<void> CheckShapes() const {
    for (NodeId id : Children(Tree::root())) {
      const bool is_text = id == file_.id_ || id == file_.description_;
      const bool is_map = id == file_.metadata_ || id == file_.renderer_rules_ ||
                          id == placeholders_ || id == sections_;
      if (is_text && !node(id).is_string()) return WrongShape(Code::kInvalidTemplate, id, "string");
      if (!is_map || node(id).is_map()) continue;
      const Code code = id == placeholders_ ? Code::kInvalidPlaceholders
                        : id == sections_   ? Code::kInvalidSection
                                            : Code::kInvalidTemplate;
      return WrongShape(code, id, "map");
    }
    return {};
  }

  Diagnostic WrongShape(Code code, NodeId id, std::string_view wanted) const {
    return ProblemAt(code, file_, node(id).span,
                     Quoted(node(id).key) + " must be of type " + std::string(wanted) +
                         ", not of " + TypeOfNode(node(id)));
  }

  Result<void> ReadPlaceholders() {
    if (placeholders_ == kNoNode) return {};
    for (NodeId id : Children(placeholders_)) {
      file_.placeholders_.push_back(TRY(ReadPlaceholder(id)));
    }
    return {};
  }

  Result<PlaceholderDeclaration> ReadPlaceholder(NodeId id) {
    PlaceholderDeclaration declared;
    declared.id = id;
    if (!node(id).is_map()) return WrongShape(Code::kInvalidPlaceholder, id, "map");
    declared.removes = TRY(ReadFlag(Code::kInvalidPlaceholder, id, "remove")).value_or(false);
    if (declared.removes) return declared;  // whatever stands beside it
    declared.type = TRY(ReadType(id));
    if (declared.type == PlaceholderType::kArray) declared.items = TRY(ReadItems(file_, id));
    declared.required = TRY(ReadFlag(Code::kInvalidPlaceholder, id, "required"));
    declared.default_value = Find(id, "default");
    TRY(CheckInlineDefault(declared));
    TRY(CheckPlaceholderFields(file_, id, &findings_));
    const std::string_view name = node(id).key;
    if (!IsScreaming(name)) {
      findings_.Add(Code::kPlaceholderName, file_.source(), node(id).key_span,
                    "placeholder " + Quoted(name) + " is not written in SCREAMING_SNAKE_CASE");
    }
    return declared;
  }

  Result<std::optional<PlaceholderType>> ReadType(NodeId id) const {
    const NodeId type = Find(id, "type");
    if (type == kNoNode || node(type).value.is_none()) {
      if (!strict_) return std::optional<PlaceholderType>();
      return ProblemAt(Code::kMissingType, file_, node(id).key_span,
                       "placeholder " + Quoted(node(id).key) + " has no type");
    }
    const std::optional<PlaceholderType> found = FindPlaceholderType(node(type));
    if (found) return found;
    return ProblemAt(Code::kInvalidType, file_, node(type).span,
                     "a placeholder is of type `string`, `number`, `boolean`, `array` or `object`");
  }

  Result<std::optional<bool>> ReadFlag(Code code, NodeId map, std::string_view key) const {
    const NodeId id = Find(map, key);
    if (id == kNoNode) return std::optional<bool>();
    if (node(id).value.is_bool()) return std::optional<bool>(node(id).value.as_bool());
    return WrongShape(code, id, "boolean");
  }

  Result<void> CheckInlineDefault(const PlaceholderDeclaration& declared) {
    if (declared.default_value == kNoNode) return {};
    const Node& value = node(declared.default_value);
    if (strict_) {
      return ProblemAt(Code::kDefaultsNotAllowed, file_, value.key_span,
                       "a placeholder holds no default in strict mode");
    }
    findings_.Add(Code::kInlineDefault, file_.source(), value.key_span,
                  "placeholder " + Quoted(node(declared.id).key) + " holds its own default");
    if (!declared.type) return {};
    return CheckDefault(file_, declared.default_value, *declared.type, declared.items);
  }

  Result<void> ReadSections() {
    if (sections_ == kNoNode) return {};
    for (NodeId id : Children(sections_)) {
      file_.sections_.push_back(TRY(ReadSection(id)));
    }
    return {};
  }

  Result<SectionDeclaration> ReadSection(NodeId id) const {
    SectionDeclaration declared;
    declared.id = id;
    if (node(id).is_string()) {
      declared.text = node(id).value.as_string();
      return declared;
    }
    if (!node(id).is_map()) return BadSection(id, "must be a text or a map");
    for (NodeId part : Children(id)) {
      if (!Holds(kSectionKeys, node(part).key)) {
        return BadSection(part, "is not a field of a section",
                          SuggestNearest(node(part).key, kSectionKeys));
      }
    }
    declared.overrides = TRY(ReadFlag(Code::kInvalidSection, id, "override")).value_or(false);
    declared.removes = TRY(ReadFlag(Code::kInvalidSection, id, "remove")).value_or(false);
    if (declared.overrides && declared.removes) {
      return BadSection(id, "is overridden and removed at once");
    }
    const NodeId text = Find(id, "text");
    const bool has_text = text != kNoNode && !node(text).value.is_none();
    if (has_text && !node(text).is_string())
      return WrongShape(Code::kInvalidSection, text, "string");
    if (!has_text && !declared.removes) return BadSection(id, "has no text");
    if (!declared.removes) declared.text = node(text).value.as_string();
    return declared;
  }

  Diagnostic BadSection(NodeId id, std::string_view why, std::string hint = {}) const {
    return ProblemAt(Code::kInvalidSection, file_, node(id).key_span,
                     Quoted(node(id).key) + " " + std::string(why), std::move(hint));
  }

  SectionTemplate& file_;
  bool strict_;
  Findings& findings_;
  NodeId placeholders_ = kNoNode;
  NodeId sections_ = kNoNode;
  NodeId template_ = kNoNode;
};

Result<std::unique_ptr<SectionTemplate>> SectionTemplate::Parse(std::string name, std::string text,
                                                                bool strict, const Limits& limits,
                                                                Findings* findings) {
  std::unique_ptr<SectionTemplate> file(new SectionTemplate(std::move(name), std::move(text)));
  Result<Tree> tree = ReadYaml(file->source_, limits);
  if (!tree) return AsLoadError(std::move(tree).error());
  file->tree_ = std::move(*tree);
  const Node& root = file->node(Tree::root());
  if (!root.is_map()) {
    return ProblemAt(Code::kInvalidTemplate, *file, root.span,
                     "a section template is a map, not of " + TypeOfNode(root));
  }
  TRY(TemplateCheck(file.get(), strict, findings).Run());
  return file;
}

Result<std::optional<std::string_view>> SectionTemplate::Parent() const {
  if (extends_ == kNoNode) return std::optional<std::string_view>();
  const Node& value = node(extends_);
  if (value.is_list() && tree().CountChildren(extends_) > 1) {
    return ProblemAt(Code::kMultipleParents, *this, value.span, "a template has one parent");
  }
  if (value.is_string()) {
    constexpr std::string_view kBlanks = " \t\r\n";
    std::string_view parent = value.value.as_string();
    parent.remove_prefix(std::min(parent.find_first_not_of(kBlanks), parent.size()));
    parent = parent.substr(0, parent.find_last_not_of(kBlanks) + 1);
    if (!parent.empty()) return std::optional<std::string_view>(parent);
  }
  return ProblemAt(Code::kInvalidExtends, *this, value.span,
                   "`extends` must be the name or the path of one template");
}

Result<PlaceholderType> ReadItems(const SectionTemplate& file, NodeId placeholder) {
  const Node& owner = file.node(placeholder);
  NodeId items = file.tree().Find(placeholder, "items");
  if (items != kNoNode && file.node(items).is_map()) items = file.tree().Find(items, "type");
  if (items == kNoNode || file.node(items).value.is_none()) {
    return ProblemAt(Code::kMissingItems, file, owner.key_span,
                     "placeholder " + Quoted(owner.key) + " is an array, and does not say of what",
                     "add `items: string`");
  }
  const std::optional<PlaceholderType> type = FindPlaceholderType(file.node(items));
  if (type && *type <= PlaceholderType::kBoolean) return *type;
  return ProblemAt(Code::kInvalidType, file, file.node(items).span,
                   "the items of an array are of type `string`, `number` or `boolean`");
}

Result<void> CheckDefault(const SectionTemplate& file, NodeId value, PlaceholderType type,
                          std::optional<PlaceholderType> items) {
  const Node& node = file.node(value);
  if (node.value.is_none()) return {};
  bool fits = Fits(node.value, type);
  if (fits && node.is_list() && items) {
    for (NodeId item : file.tree().Children(value)) {
      fits = fits && Fits(file.node(item).value, *items);
    }
  }
  if (fits) return {};
  std::string wanted(JsonTypeName(type));
  if (items) wanted += " of " + std::string(JsonTypeName(*items));
  return ProblemAt(Code::kInvalidPlaceholder, file, node.span,
                   "the default is not of type " + wanted + ", as its placeholder is");
}

}  // namespace galley
