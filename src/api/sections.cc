// Section templates: sections.resolve, schema, render and check.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/operation.h"
#include "api/sections_trace.h"
#include "base/try.h"
#include "base/writer.h"
#include "emit/section_schema.h"
#include "format/yaml_print.h"
#include "value/map.h"
#include "value/print.h"
#include "value/record.h"
#include "workspace/params.h"
#include "workspace/section_template.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

// A map of `size` entries, made one by one.
template <class Make>
Value NewMapOf(Heap* heap, size_t size, Make make) {
  MapEntry* entries = heap->NewEntries(size);
  if (!entries) return Value::Map(nullptr, 0);
  for (size_t at = 0; at < size; ++at) entries[at] = make(at);
  return heap->NewMap(entries, size);
}

Value NewFields(const FlatTemplate& flat, const std::vector<FlatField>& fields, Heap* heap) {
  return NewMapOf(heap, fields.size(), [&](size_t at) {
    return MapEntry{heap->NewString(fields[at].key), flat.ValueAt(fields[at].origin, heap)};
  });
}

// Undefined, and so left out of a record, where there are none.
Value NewFieldsIfAny(const FlatTemplate& flat, const std::vector<FlatField>& fields, Heap* heap) {
  return fields.empty() ? Value() : NewFields(flat, fields, heap);
}

Value NewPlaceholders(const FlatTemplate& flat, Heap* heap) {
  return NewMapOf(heap, flat.placeholders.size(), [&](size_t at) {
    const FlatPlaceholder& placeholder = flat.placeholders[at];
    return MapEntry{heap->NewString(placeholder.name), NewFields(flat, placeholder.fields, heap)};
  });
}

Value NewSectionTexts(const FlatTemplate& flat, Heap* heap) {
  return NewMapOf(heap, flat.sections.size(), [&](size_t at) {
    return MapEntry{heap->NewString(flat.sections[at].name),
                    heap->NewString(flat.sections[at].text)};
  });
}

Value NewSectionMaps(const Value& texts, Heap* heap) {
  return NewMapOf(heap, texts.size(), [&](size_t at) {
    const MapEntry& entry = texts.entries()[at];
    return MapEntry{entry.key, NewRecord(heap, {{"text", entry.value}})};
  });
}

// What a flat template is made of, as values.
struct FlatValues {
  Value sections;
  Value placeholders;
  Value metadata;
  Value renderer_rules;
};

FlatValues NewFlatValues(const FlatTemplate& flat, Heap* heap) {
  return {NewSectionTexts(flat, heap), NewPlaceholders(flat, heap),
          NewFieldsIfAny(flat, flat.metadata, heap),
          NewFieldsIfAny(flat, flat.renderer_rules, heap)};
}

// The flat template as a document that is one itself.
Value NewDocument(const FlatTemplate& flat, const FlatValues& values, Heap* heap) {
  const auto text = [&](const Origin& origin) {
    return origin.id == kNoNode ? Value() : flat.ValueAt(origin, heap);
  };
  const bool is_template = flat.dialect == SectionDialect::kTemplate;
  return NewRecord(heap, {{"id", text(flat.id)},
                          {"description", text(flat.description)},
                          {"metadata", values.metadata},
                          {"placeholders", values.placeholders},
                          {is_template ? "template" : "sections",
                           is_template ? values.sections : NewSectionMaps(values.sections, heap)},
                          {"rendererRules", values.renderer_rules}});
}

// The document as text, and where it came from in comments behind it.
Value NewText(const FlatTemplate& flat, const Value& document, bool as_yaml, bool trace,
              Heap* heap) {
  BufferWriter out(heap->meter().string_limit());
  if (as_yaml) {
    PrintYaml(document, &out, &heap->meter());
    if (trace) out.Append(ShowTrace(flat, "# "));
  } else {
    // JSON has no comments: the trace stands beside the template.
    const Value whole =
        trace ? NewRecord(heap, {{"template", document}, {"trace", NewTrace(flat, heap)}})
              : document;
    JsonStyle style;
    style.indent = 2;
    style.key_separator = ": ";
    PrintJson(whole, style, &out, &heap->meter());
    out.Append('\n');
  }
  if (out.overflowed()) heap->meter().Stop(Exhausted::kString);
  return heap->NewString(out.view());
}

}  // namespace

// {workspace, template, strict = false, trace = false, output?: yaml|json} ->
//   {sections {N: text}, section_order[], placeholders, metadata?, rendererRules?,
//    template, trace?, text?}; `text` is the template as `output` asks for
Result<Value> ResolveSectionTemplate(const Invocation& call) {
  const Params params = Params::Of(call);
  const bool trace = TRY(params.Bool("trace", false));
  const bool has_output = params.has("output");
  const bool as_yaml = has_output && TRY(params.Choice("output", {"yaml", "json"})) == 0;
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  const FlatTemplate flat = TRY(workspace::ResolveTemplate(call, params, &workspace));

  Heap* heap = call.heap;
  const FlatValues values = NewFlatValues(flat, heap);
  const Value document = NewDocument(flat, values, heap);
  const Value order = NewListOf(heap, flat.sections.size(),
                                [&](size_t at) { return heap->NewString(flat.sections[at].name); });
  return NewRecord(
      heap, {{"sections", values.sections},
             {"section_order", order},
             {"placeholders", values.placeholders},
             {"metadata", values.metadata},
             {"rendererRules", values.renderer_rules},
             {"template", document},
             {"trace", trace ? NewTrace(flat, heap) : Value()},
             {"text", has_output ? NewText(flat, document, as_yaml, trace, heap) : Value()}});
}

// {workspace, template, strict = false} -> {schema}
Result<Value> DeriveSectionSchema(const Invocation& call) {
  const Params params = Params::Of(call);
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  const FlatTemplate flat = TRY(workspace::ResolveTemplate(call, params, &workspace));
  return NewRecord(call.heap, {{"schema", call.heap->Copy(DeriveSchema(flat, call.heap))}});
}

// {workspace, template, values, strict = false, role?} -> {text, message? {role, content}}
Result<Value> RenderSectionTemplate(const Invocation& call) {
  const Params params = Params::Of(call);
  const Value values = params.has("values") ? TRY(params.Map("values")) : Value::Map(nullptr, 0);
  const std::string_view role = TRY(params.String("role", ""));
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  const FlatTemplate flat = TRY(workspace::ResolveTemplate(call, params, &workspace));
  const Value text = call.heap->NewString(TRY(workspace::RenderFlat(flat, values, call)));
  return NewTextOrMessage(call.heap, text, role);
}

// {workspace, template, strict = false} -> {findings}; the lints are warnings.
Result<Value> CheckSectionTemplate(const Invocation& call) {
  const Params params = Params::Of(call);
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  TRY(workspace::ResolveTemplate(call, params, &workspace));
  return NewRecord(call.heap,
                   {{"findings", Value::Int(static_cast<int64_t>(call.warnings->size()))}});
}

}  // namespace galley::api
