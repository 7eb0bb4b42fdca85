// format.read: a document as values, whatever it is written in.
#include <string>
#include <string_view>

#include "api/operation.h"
#include "api/positions.h"
#include "base/try.h"
#include "check/findings.h"
#include "diag/position_index.h"
#include "diag/report.h"
#include "format/front_matter.h"
#include "format/json.h"
#include "format/markdown.h"
#include "format/text.h"
#include "format/toml.h"
#include "format/yaml.h"
#include "value/record.h"
#include "workspace/params.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

// In the order of the names in ReadFormatName.
enum class Format : uint8_t { kJson, kYaml, kToml, kFrontMatter, kMarkdown };

struct Extension {
  std::string_view suffix;
  Format format;
};

constexpr Extension kExtensions[] = {
    {".json", Format::kJson}, {".yaml", Format::kYaml},   {".yml", Format::kYaml},
    {".toml", Format::kToml}, {".md", Format::kMarkdown},
};

// The format that was asked for, or that the name of the document tells.
Result<Format> ReadFormatName(const Params& params, std::string_view name) {
  if (params.has("format")) {
    return static_cast<Format>(
        TRY(params.Choice("format", {"json", "yaml", "toml", "front-matter", "markdown"})));
  }
  for (const Extension& extension : kExtensions) {
    if (name.ends_with(extension.suffix)) return extension.format;
  }
  return Report(Code::kInvalidParams, Quoted(name) + " does not tell in which format it is written",
                "say which: `json`, `yaml`, `toml`, `front-matter` or `markdown`");
}

Result<std::string> ReadFile(const Params& params, const Invocation& call) {
  const workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  const std::string_view path = TRY(params.String("file"));
  return workspace.files().Read(path, call.limits.file);
}

// The document: given as it is, or as a file of a workspace.
Result<std::string> ReadText(const Params& params, const std::string& name,
                             const Invocation& call) {
  if (!params.has("file")) return std::string(TRY(params.String("text")));
  if (params.has("text")) {
    return Report(Code::kInvalidParams, Quoted(params.PathOf("text")) + " and " +
                                            Quoted(params.PathOf("file")) + " exclude each other");
  }
  Result<std::string> text = ReadFile(params, call);
  // The caller may call the file by a name that its workspace does not know.
  if (!text && params.has("name")) text.error().diagnostics().front().file = name;
  return text;
}

Value TreeResult(const Tree& tree, const Source& source, bool positions, Heap* heap) {
  return NewRecord(heap, {{"value", tree.ToValue(Tree::root(), heap)},
                          {"positions", positions ? ListPositions(tree, source, heap) : Value()}});
}

Result<Value> ReadFrontMatter(const Source& source, bool positions, const Invocation& call) {
  TRY(CheckText(source, call.limits));
  const FrontMatter parts = TRY(SplitFrontMatter(source));
  const Value body = call.heap->NewString(TextOf(source, parts.body));
  if (!parts.present) {
    return NewRecord(call.heap, {{"metadata", Value::None()}, {"body", body}});
  }
  const Tree tree = TRY(ReadYaml(source, parts.yaml, call.limits));
  return NewRecord(call.heap,
                   {{"metadata", tree.ToValue(Tree::root(), call.heap)},
                    {"body", body},
                    {"positions", positions ? ListPositions(tree, source, call.heap) : Value()}});
}

Result<Value> ReadMarkdown(const Source& source, bool positions, const Invocation& call) {
  TRY(CheckText(source, call.limits));
  const Markdown markdown = SplitMarkdown(source);
  const PositionIndex index(source.text());
  const Value sections = NewListOf(call.heap, markdown.sections.size(), [&](size_t at) {
    const Section& section = markdown.sections[at];
    return NewRecord(
        call.heap,
        {{"level", Value::Int(section.level)},
         {"title", call.heap->NewString(TextOf(source, section.title))},
         {"parent", at == 0 ? Value::None() : Value::Int(section.parent)},
         {"text", call.heap->NewString(TextOf(source, section.body))},
         {"range", positions ? check::NewRange(
                                   call.heap, index.Find({section.heading.begin, section.body.end}))
                             : Value()}});
  });
  return NewRecord(call.heap, {{"sections", sections}});
}

Result<Value> ReadDocument(Format format, const Source& source, bool positions,
                           const Invocation& call) {
  switch (format) {
    case Format::kJson:
      return TreeResult(TRY(ReadJson(source, call.limits)), source, positions, call.heap);
    case Format::kYaml:
      return TreeResult(TRY(ReadYaml(source, call.limits)), source, positions, call.heap);
    case Format::kToml:
      return TreeResult(TRY(ReadToml(source, call.limits)), source, positions, call.heap);
    case Format::kFrontMatter:
      return ReadFrontMatter(source, positions, call);
    case Format::kMarkdown:
      return ReadMarkdown(source, positions, call);
  }
  return Report(Code::kInternal, "a format has no reader");
}

}  // namespace

// {text or file, workspace?, format?, name?, positions = false} ->
//   {value, positions?} of JSON, YAML and TOML,
//   {metadata, body, positions?} of front matter,
//   {sections: [{level, title, parent, text, range?}]} of Markdown; the first is
//     what stands before any heading, and `parent` an index
Result<Value> ReadFormat(const Invocation& call) {
  const Params params = Params::Of(call);
  const std::string_view file = TRY(params.String("file", "<text>"));
  const std::string name(TRY(params.String("name", file)));
  const bool positions = TRY(params.Bool("positions", false));
  const std::string text = TRY(ReadText(params, name, call));
  const Format format = TRY(ReadFormatName(params, name));
  return ReadDocument(format, Source(name, text), positions, call);
}

}  // namespace galley::api
