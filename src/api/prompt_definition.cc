// `sections.prompt`: a prompt definition, a file that names a section template, the
// values for it, and perhaps a file of values that stand where it gives none.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/operation.h"
#include "api/text_usage.h"
#include "base/try.h"
#include "diag/report.h"
#include "format/yaml.h"
#include "load/template_loader.h"
#include "resolve/inherit.h"
#include "value/map.h"
#include "value/record.h"
#include "workspace/params.h"
#include "workspace/section_template.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

constexpr std::string_view kTemplate = "templateRef";
constexpr std::string_view kInput = "input";
constexpr std::string_view kDefaults = "defaultsRef";

// A file that holds a map.
struct MapFile {
  TemplatePlace place;
  std::string text;
  Tree tree;

  Source source() const { return Source(place.name, text); }
};

// Files of values are named by their paths alone, never by a name in the catalog.
std::string AsPath(std::string_view reference) {
  const bool is_path =
      reference.starts_with("./") || reference.starts_with("../") || reference.starts_with('/');
  return (is_path ? "" : "./") + std::string(reference);
}

Result<MapFile> ReadMapFile(const TemplateLoader& loader, std::string_view reference,
                            const TemplatePlace* from, const Limits& limits) {
  TemplatePlace place = TRY(loader.Locate(AsPath(reference), from, TemplateType::kSections));
  std::string text = TRY(loader.Read(place));
  Tree tree = TRY(ReadYaml(Source(place.name, text), limits));
  const Node& root = tree[Tree::root()];
  if (!root.is_map()) {
    return Report(Code::kInvalidDefinition, Source(place.name, text), root.span,
                  "the file must hold a map, not " + std::string(KindName(root.kind())));
  }
  return MapFile{std::move(place), std::move(text), std::move(tree)};
}

Diagnostic WrongField(const MapFile& file, Span span, std::string message) {
  return Report(Code::kInvalidDefinition, file.source(), span, std::move(message),
                "a definition has `templateRef`, `input` and perhaps `defaultsRef`");
}

Result<void> CheckDefinition(const MapFile& file) {
  for (const NodeId id : file.tree.Children(Tree::root())) {
    const Node& field = file.tree[id];
    const bool is_text = field.key == kTemplate || field.key == kDefaults;
    if (!is_text && field.key != kInput) {
      return WrongField(file, field.key_span,
                        Quoted(field.key) + " is not a field of a definition");
    }
    if (is_text ? !field.is_string() : !field.is_map()) {
      return WrongField(file, field.span,
                        Quoted(field.key) + " must be a " + (is_text ? "string" : "map") +
                            ", not " + std::string(KindName(field.kind())));
    }
  }
  for (const std::string_view name : {kTemplate, kInput}) {
    if (file.tree.Find(Tree::root(), name) == kNoNode) {
      return WrongField(file, file.tree[Tree::root()].span, Quoted(name) + " is missing");
    }
  }
  return {};
}

std::string_view TextAt(const MapFile& file, std::string_view field) {
  return file.tree[file.tree.Find(Tree::root(), field)].value.as_string();
}

// What the layers give, the first that has a key deciding; null is not given.  A file
// may say which schema it follows, which is no value.
Value Merge(const std::vector<Value>& layers, Heap* heap) {
  std::vector<MapEntry> given;
  for (size_t layer = 0; layer < layers.size(); ++layer) {
    for (const MapEntry& entry : EntriesOf(layers[layer])) {
      const std::string_view key = entry.key.as_string();
      bool is_given = !entry.value.is_none() && key != "$schema";
      for (size_t above = 0; is_given && above < layer; ++above) {
        const Value* decided = FindItem(layers[above], key);
        is_given = !decided || decided->is_none();
      }
      if (is_given) given.push_back(entry);
    }
  }
  MapEntry* entries = heap->NewEntries(given.size());
  if (!entries) return Value::Map(nullptr, 0);
  std::copy(given.begin(), given.end(), entries);
  return heap->NewMap(entries, given.size());
}

}  // namespace

// {workspace, definition: path, values?, set?: [name], strict = false, role?} ->
//   {text, message? {role, content}}; `values` stand above those of the definition
Result<Value> RenderPromptDefinition(const Invocation& call) {
  const Params params = Params::Of(call);
  const std::string_view path = TRY(params.String("definition"));
  const bool strict = TRY(params.Bool("strict", false));
  const std::string_view role = TRY(params.String("role", ""));
  TRY(workspace::CheckSetNames(params));
  std::vector<Value> layers;

  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  const TemplateLoader loader = TRY(workspace.loader());
  const MapFile file = TRY(ReadMapFile(loader, path, nullptr, call.limits));
  TRY(CheckDefinition(file));
  workspace.LinkTo(TextAt(file, kTemplate));
  TemplatePlace place =
      TRY(loader.Locate(TextAt(file, kTemplate), &file.place, TemplateType::kSections));
  const FlatTemplate flat = TRY(ResolveSectionsAt(loader, std::move(place), strict, call.limits,
                                                  &call.heap->meter(), call.warnings));

  if (params.has("values")) {
    layers.push_back(
        TRY(workspace::CoerceSetValues(flat, TRY(params.Map("values")), params, call)));
  }
  layers.push_back(file.tree.ToValue(file.tree.Find(Tree::root(), kInput), call.heap));
  if (file.tree.Find(Tree::root(), kDefaults) != kNoNode) {
    const MapFile defaults =
        TRY(ReadMapFile(loader, TextAt(file, kDefaults), &file.place, call.limits));
    layers.push_back(defaults.tree.ToValue(Tree::root(), call.heap));
  }
  const Value values = Merge(layers, call.heap);
  const Value text = call.heap->NewString(TRY(workspace::RenderFlat(flat, values, call)));
  return WithTextUsage(NewTextOrMessage(call.heap, text, role), text.as_string(), params,
                       &workspace, call);
}

}  // namespace galley::api
