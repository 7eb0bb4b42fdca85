// A table of names, shapes and whether they constrain; what is unknown is a finding with a
// suggestion.
#include "resolve/placeholder_fields.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "base/try.h"
#include "diag/report.h"
#include "pattern/pattern.h"

namespace galley {
namespace {

enum class FieldShape : uint8_t { kElsewhere, kText, kAny, kSize, kNumber, kList };

struct PlaceholderField {
  std::string_view key;
  FieldShape shape;
  bool is_constraint;
};

constexpr PlaceholderField kFields[] = {
    {"type", FieldShape::kElsewhere, false},     {"items", FieldShape::kElsewhere, false},
    {"required", FieldShape::kElsewhere, false}, {"remove", FieldShape::kElsewhere, false},
    {"default", FieldShape::kElsewhere, false},  {"injectedBy", FieldShape::kAny, false},
    {"description", FieldShape::kText, false},   {"format", FieldShape::kText, false},
    {"enum", FieldShape::kList, true},           {"minLength", FieldShape::kSize, true},
    {"maxLength", FieldShape::kSize, true},      {"pattern", FieldShape::kText, true},
    {"minimum", FieldShape::kNumber, true},      {"maximum", FieldShape::kNumber, true},
    {"minItems", FieldShape::kSize, true},       {"maxItems", FieldShape::kSize, true},
};

const PlaceholderField* FindField(std::string_view key) noexcept {
  const auto* found = std::find_if(std::begin(kFields), std::end(kFields),
                                   [&](const PlaceholderField& field) { return field.key == key; });
  return found == std::end(kFields) ? nullptr : found;
}

// What a field of that shape must be, or nothing where `node` is that.
std::string_view WantedInstead(FieldShape shape, const Node& node) noexcept {
  const Value& value = node.value;
  switch (shape) {
    case FieldShape::kElsewhere:
    case FieldShape::kAny:
      return {};
    case FieldShape::kText:
      return node.is_string() ? "" : "a string";
    case FieldShape::kSize:
      return value.is_int() && value.as_int() >= 0 ? "" : "a whole number from 0 on";
    case FieldShape::kNumber:
      return Fits(value, PlaceholderType::kNumber) ? "" : "a number";
    case FieldShape::kList:
      return node.is_list() ? "" : "a list";
  }
  return {};
}

std::string SuggestField(std::string_view key) {
  std::string_view names[std::size(kFields)];
  std::transform(std::begin(kFields), std::end(kFields), std::begin(names),
                 [](const PlaceholderField& field) { return field.key; });
  return SuggestNearest(key, names);
}

Result<std::shared_ptr<const Pattern>> CompilePattern(const FlatTemplate& flat,
                                                      const Origin& origin, const Limits& limits,
                                                      uint64_t* steps) {
  const Node& node = flat.NodeAt(origin);
  Result<Pattern> pattern = Pattern::Compile(node.value.as_string(), PatternFlags(), limits, steps);
  if (pattern) return std::make_shared<const Pattern>(*std::move(pattern));
  // A value that nobody can check must not pass, so here it is no mere warning.
  Diagnostic problem = ShowAt(std::move(pattern.error().diagnostics().front()),
                              flat.layers[origin.layer]->source(), node.span);
  problem.severity = Severity::kError;
  return problem;
}

}  // namespace

bool IsConstraint(std::string_view key) noexcept {
  const PlaceholderField* field = FindField(key);
  return field && field->is_constraint;
}

Result<void> CheckPlaceholderFields(const SectionTemplate& file, NodeId id, Findings* findings) {
  for (NodeId field : file.tree().Children(id)) {
    const Node& node = file.node(field);
    const PlaceholderField* known = FindField(node.key);
    if (!known) {
      if (!findings->HasRoom(Code::kUnknownKey)) continue;
      findings->Add(Code::kUnknownKey, file.source(), node.key_span,
                    Quoted(node.key) + " is not a field of a placeholder, and has no effect",
                    SuggestField(node.key));
      continue;
    }
    if (node.value.is_none() && !known->is_constraint) continue;  // as if it were not there
    const std::string_view wanted = WantedInstead(known->shape, node);
    if (wanted.empty()) continue;
    return Report(Code::kInvalidPlaceholder, file.source(), node.span,
                  Quoted(node.key) + " must be " + std::string(wanted) + ", not of type " +
                      std::string(KindName(node.kind())));
  }
  return {};
}

Result<void> ReadConstraints(const Limits& limits, FlatTemplate* flat) {
  uint64_t steps = limits.steps;
  for (FlatPlaceholder& placeholder : flat->placeholders) {
    for (const FlatField& field : placeholder.fields) {
      if (!IsConstraint(field.key)) continue;
      placeholder.constraints.push_back({field.key, field.origin, nullptr});
      if (field.key != "pattern") continue;
      placeholder.constraints.back().pattern =
          TRY(CompilePattern(*flat, field.origin, limits, &steps));
    }
  }
  return {};
}

}  // namespace galley
