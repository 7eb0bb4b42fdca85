// `template.schema`: what data a template of any type takes, as a JSON Schema, and data to
// start from.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "api/input_schema.h"
#include "api/operation.h"
#include "base/try.h"
#include "emit/section_schema.h"
#include "handles/inputs.h"
#include "resolve/inherit.h"
#include "value/map.h"
#include "value/record.h"
#include "workspace/chat_template.h"
#include "workspace/params.h"
#include "workspace/section_template.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

template <class Make>
Value NewMapOf(Heap* heap, size_t size, Make make) {
  MapEntry* entries = heap->NewEntries(size);
  if (!entries) return Value::Map(nullptr, 0);
  for (size_t at = 0; at < size; ++at) entries[at] = make(at);
  return heap->NewMap(entries, size);
}

// `name` as a text of the length that is asked for.
Value NewExampleText(Heap* heap, std::string_view name, const Value& property) {
  constexpr int64_t kLongest = 1000;  // more is no example
  std::string text(name);
  const Value* least = FindItem(property, "minLength");
  const int64_t wanted = least && least->is_int() ? std::min(least->as_int(), kLongest) : 0;
  while (!text.empty() && std::cmp_less(text.size(), wanted)) text += name;
  const Value* most = FindItem(property, "maxLength");
  // Names of placeholders are ASCII.
  if (most && most->is_int() && std::cmp_greater(text.size(), most->as_int())) {
    text.resize(static_cast<size_t>(std::max<int64_t>(most->as_int(), 0)));
  }
  return heap->NewString(text);
}

// A value that a map's schema allows.
Value NewExample(Heap* heap, const Value& schema);

// A value that a property of a schema allows, as far as that is simple.
Value NewExample(Heap* heap, std::string_view name, const Value& property) {
  const Value* fallback = FindItem(property, "default");
  if (fallback && !fallback->is_none()) return *fallback;
  const Value* choices = FindItem(property, "enum");
  if (choices && choices->is_list() && choices->size() > 0) return choices->items()[0];
  const Value* fields = FindItem(property, "properties");
  const Value* items = FindItem(property, "items");
  const Value* type = FindItem(property, "type");
  const std::string_view kind = type     ? type->as_string()
                                : fields ? "object"
                                : items  ? "array"
                                         : "string";
  if (kind == "number") {
    const Value* least = FindItem(property, "minimum");
    return least ? *least : Value::Int(0);
  }
  if (kind == "boolean") return Value::Bool(false);
  if (kind == "object") return NewExample(heap, property);
  const Value text = NewExampleText(heap, name, property);
  if (kind != "array") return text;
  const Value item = items ? NewExample(heap, name, *items) : text;
  return heap->NewList({&item, 1});
}

Value NewExample(Heap* heap, const Value& schema) {
  const Value* properties = FindItem(schema, "properties");
  if (!properties) return Value::Map(nullptr, 0);
  return NewMapOf(heap, properties->size(), [&](size_t at) {
    const MapEntry& property = properties->entries()[at];
    return MapEntry{property.key, NewExample(heap, property.key.as_string(), property.value)};
  });
}

Result<Value> SchemaOf(workspace::Workspace* workspace, const Params& params,
                       const Invocation& call) {
  const std::string_view name = TRY(params.String("name"));
  const Catalog& catalog = *TRY(workspace->catalog());
  const Result<const Entry*> found = catalog.Find(name);
  if (!found || (*found)->type == TemplateType::kSections) {
    // A section template may have an id, and a path.
    const TemplateLoader loader = TRY(workspace->loader());
    const Result<FlatTemplate> flat =
        ResolveSections(loader, name, TRY(params.Bool("strict", false)), call.limits,
                        &call.heap->meter(), call.warnings);
    // What it names points into the template, which ends here.
    if (flat) return call.heap->Copy(DeriveSchema(*flat, call.heap));
    return found ? flat.error() : found.error();
  }
  const Entry& entry = **found;
  if (entry.type != TemplateType::kChat) {
    return NewInputSchema(call.heap, entry.logical_name(),
                          TRY(handles::FindInputs(catalog, entry, call)),
                          TRY(handles::FindFields(catalog, entry, call)));
  }
  workspace::TemplateTerms terms;
  terms.needs_registry = false;
  const workspace::CheckedTemplate checked =
      TRY(workspace::CompileEntry(catalog, entry, terms, call));
  return call.heap->Copy(NewInputSchema(call.heap, checked.artifact->id,
                                        handles::FindInputs(checked, call.limits),
                                        handles::FindFields(checked, call.limits)));
}

}  // namespace

// {workspace?, name, strict = false, example = false} -> {schema, example?}
Result<Value> DeriveTemplateSchema(const Invocation& call) {
  const Params params = Params::Of(call);
  const bool wants_example = TRY(params.Bool("example", false));
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  const Value schema = TRY(SchemaOf(&workspace, params, call));
  return NewRecord(
      call.heap,
      {{"schema", schema}, {"example", wants_example ? NewExample(call.heap, schema) : Value()}});
}

}  // namespace galley::api
