// Values that were given one by one as texts are turned into the types of their placeholders.
#include "workspace/section_template.h"

#include <string_view>
#include <utility>
#include <vector>

#include "base/ordered_map.h"
#include "base/try.h"
#include "base/writer.h"
#include "diag/report.h"
#include "load/template_loader.h"
#include "render/sections.h"
#include "resolve/inherit.h"
#include "resolve/section_template.h"
#include "workspace/given_templates.h"
#include "workspace/set_values.h"
#include "workspace/template_version.h"

namespace galley::workspace {

Result<FlatTemplate> ResolveTemplate(const Invocation& call, const Params& params,
                                     Workspace* workspace) {
  const std::string_view reference = TRY(params.String("template"));
  const bool strict = TRY(params.Bool("strict", false));
  const TemplateLoader loader = TRY(workspace->loader());
  NoteVersion(loader, reference);
  return ResolveSections(loader, reference, strict, call.limits, &call.heap->meter(),
                         call.warnings);
}

Result<void> CheckSetNames(const Params& params) {
  if (!params.has("set")) return {};
  std::vector<Diagnostic> problems;
  for (const Value& name : TRY(params.List("set"))) {
    if (!name.is_string()) {
      return Report(Code::kInvalidParams, Quoted(params.PathOf("set")) + " holds names only");
    }
    if (IsScreaming(name.as_string())) continue;
    problems.push_back(
        Report(Code::kInputInvalid,
               "value " + Quoted(name.as_string()) +
                   " cannot be set by itself: its name is not in SCREAMING_SNAKE_CASE",
               "give it in a file, or as JSON with `--json`"));
  }
  if (!problems.empty()) return Error(std::move(problems));
  return {};
}

Result<Value> CoerceSetValues(const FlatTemplate& flat, const Value& values, const Params& params,
                              const Invocation& call) {
  if (!params.has("set")) return values;
  OrderedMap<bool, std::string_view> names;
  for (const Value& name : TRY(params.List("set"))) {
    if (name.is_string()) names.Insert(name.as_string(), true);
  }
  OrderedMap<PlaceholderType, std::string_view> types;
  for (const FlatPlaceholder& each : flat.placeholders) types.Insert(each.name, each.type);
  MapEntry* entries = call.heap->NewEntries(values.size());
  if (!entries) return values;
  std::vector<Diagnostic> problems;
  for (size_t at = 0; at < values.size(); ++at) {
    entries[at] = values.entries()[at];
    const std::string_view name = entries[at].key.as_string();
    const PlaceholderType* type = types.Find(name);
    const bool is_asked = type && *type != PlaceholderType::kString && names.Find(name) &&
                          entries[at].value.is_string();
    if (!is_asked) continue;
    entries[at].value = CoerceText(*type, entries[at].value.as_string(), call);
    if (!entries[at].value.is_undefined()) continue;
    problems.push_back(CannotBe(name, *type));
  }
  if (!problems.empty()) return Error(std::move(problems));
  return call.heap->NewMap(entries, values.size());
}

Result<std::string> RenderFlat(const FlatTemplate& flat, const Value& values,
                               const Invocation& call) {
  TRY(CheckSectionValues(flat, values, call.limits, call.heap));
  BufferWriter out(call.limits.output);
  RenderSections(flat, values, call.heap, &out);
  if (out.overflowed()) {
    return Report(Code::kLimitOutput, "the text is longer than the limit of " +
                                          std::to_string(call.limits.output) + " bytes");
  }
  return out.ToString();
}

Result<bool> IsSectionFile(Workspace* workspace, std::string_view path, const Limits& limits) {
  const TemplateLoader loader = TRY(workspace->loader());
  const Result<TemplatePlace> place = loader.Locate(path, nullptr, TemplateType::kSections);
  const Result<std::string> text = place ? loader.Read(*place) : Result<std::string>(place.error());
  return text && TypeOfFile(path, *text, Extensions(), limits) == TemplateType::kSections;
}

}  // namespace galley::workspace
