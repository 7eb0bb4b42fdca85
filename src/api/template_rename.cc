// `template.rename`: what a document calls itself is all that is written anew, so comments and
// layout stay.
#include <string>
#include <string_view>

#include "api/operation.h"
#include "base/try.h"
#include "base/writer.h"
#include "discover/extensions.h"
#include "format/json.h"
#include "format/yaml.h"
#include "format/yaml_print.h"
#include "value/print.h"
#include "value/record.h"
#include "workspace/params.h"

namespace galley::api {
namespace {

// `id` as a value of the document.
std::string Written(std::string_view id, bool is_json, const Invocation& call) {
  BufferWriter text;
  if (is_json) {
    PrintJson(Value::String(id), {}, &text, &call.heap->meter());
    return text.ToString();
  }
  PrintYaml(Value::String(id), &text, &call.heap->meter());
  std::string line = text.ToString();
  while (line.ends_with('\n')) line.pop_back();
  return line;
}

// What a document calls itself: tasks and models by a `name` that must be that of their file,
// while that of a chat template is for people.
std::string_view KeyOf(std::string_view path) {
  const size_t size = Extensions().Match(path);
  const TemplateType type = TypeOf(path.substr(path.size() - size));
  return type == TemplateType::kTask || type == TemplateType::kModel ? "name" : "id";
}

}  // namespace

// {path, text, id} -> {text, changed}
Result<Value> RenameTemplate(const Invocation& call) {
  const Params params = Params::Of(call);
  const std::string_view path = TRY(params.String("path"));
  const std::string_view id = TRY(params.String("id"));
  const std::string_view given = TRY(params.String("text"));
  std::string text(given);
  const bool is_json = path.ends_with(".json");
  const Source source{std::string(path), text};
  const Tree tree = TRY(is_json ? ReadJson(source, call.limits) : ReadYaml(source, call.limits));
  const NodeId found = tree.Find(Tree::root(), KeyOf(path));
  // One that is an alias is written elsewhere, for others too.
  const bool is_own = found != kNoNode && tree[found].is_string() &&
                      tree[found].span.begin >= tree[found].key_span.end;
  if (is_own && tree[found].value.as_string() != id) {
    const Span span = tree[found].span;
    text.replace(span.begin, span.end - span.begin, Written(id, is_json, call));
  }
  return NewRecord(call.heap,
                   {{"text", call.heap->NewString(text)}, {"changed", Value::Bool(text != given)}});
}

}  // namespace galley::api
