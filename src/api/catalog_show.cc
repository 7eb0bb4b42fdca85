// `catalog.show` and `catalog.inspect`: what a template of a workspace says.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "api/operation.h"
#include "base/try.h"
#include "check/links.h"
#include "load/document.h"
#include "value/record.h"
#include "workspace/chat_inspect.h"
#include "workspace/chat_template.h"
#include "workspace/entry_record.h"
#include "workspace/params.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

Value NewNames(Heap* heap, const std::vector<std::string>& names) {
  return NewListOf(heap, names.size(), [&](size_t at) { return heap->NewString(names[at]); });
}

// The variables whose name starts with `prefix`.
std::vector<std::string> WithPrefix(const std::vector<std::string>& names,
                                    std::string_view prefix) {
  std::vector<std::string> found;
  for (const std::string& name : names) {
    if (name.starts_with(prefix)) found.push_back(name);
  }
  return found;
}

std::vector<std::string> WithoutPrefixes(const std::vector<std::string>& names) {
  std::vector<std::string> found;
  for (const std::string& name : names) {
    const bool has_prefix =
        name.starts_with("I_") || name.starts_with("C_") || name.starts_with("M_");
    if (!has_prefix) found.push_back(name);
  }
  return found;
}

bool IsTagCharacter(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= '0' && byte <= '9') || byte == '_' || byte == '-';
}

// The names of the tags `<O_...>`, in which a model is asked to answer; each once,
// sorted.
std::vector<std::string> OutputTags(std::string_view text) {
  std::vector<std::string> tags;
  for (size_t at = text.find("<O_"); at != std::string_view::npos; at = text.find("<O_", at)) {
    const size_t begin = ++at;
    while (at < text.size() && IsTagCharacter(text[at])) ++at;
    if (at < text.size() && text[at] == '>') tags.emplace_back(text.substr(begin, at - begin));
  }
  std::sort(tags.begin(), tags.end());
  tags.erase(std::unique(tags.begin(), tags.end()), tags.end());
  return tags;
}

// Variables by what their prefix says of where they come from.
Value NewInterface(Heap* heap, const std::vector<std::string>& variables, std::string_view text) {
  return NewRecord(heap, {{"inputs", NewNames(heap, WithPrefix(variables, "I_"))},
                          {"configuration", NewNames(heap, WithPrefix(variables, "C_"))},
                          {"mixed", NewNames(heap, WithPrefix(variables, "M_"))},
                          {"other", NewNames(heap, WithoutPrefixes(variables))},
                          {"outputs", NewNames(heap, OutputTags(text))}});
}

}  // namespace

// {workspace?, name, resolved = false} -> {entry, path, text, linked?: [{path, text}]};
// `linked` are the templates it uses, directly or not
Result<Value> ShowTemplate(const Invocation& call) {
  const Params params = Params::Of(call);
  const std::string_view name = TRY(params.String("name"));
  const bool resolved = TRY(params.Bool("resolved", false));
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  const Catalog& catalog = *TRY(workspace.catalog());
  const Entry& entry = *TRY(catalog.Find(name));
  const Document document = TRY(LoadDocument(catalog, entry, call.limits));
  Heap* heap = call.heap;
  Value linked;
  if (resolved) {
    const std::vector<check::LinkedTemplate> read =
        check::ReadLinks(catalog, {&entry}, true, Explanation::kBrief, call.limits);
    for (const check::LinkedTemplate& each : read) {
      if (each.problem) return *each.problem;
    }
    linked = NewListOf(heap, read.size() - 1, [&](size_t at) {
      const check::LinkedTemplate& each = read[at + 1];
      return NewRecord(heap, {{"path", heap->NewString(catalog.ShownPath(*each.entry))},
                              {"text", heap->NewString(each.text)}});
    });
  }
  return NewRecord(heap, {{"entry", workspace::NewEntryRecord(heap, catalog, entry)},
                          {"path", heap->NewString(document.name)},
                          {"text", heap->NewString(document.text)},
                          {"linked", linked}});
}

// {workspace?, name} -> {entry, variables, interface, extends, includes, imports, blocks,
// macros, dynamic, chat?}, of its own text only; `chat` tells of a chat template
Result<Value> InspectTemplate(const Invocation& call) {
  const Params params = Params::Of(call);
  const std::string_view name = TRY(params.String("name"));
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  const Catalog& catalog = *TRY(workspace.catalog());
  const Entry& entry = *TRY(catalog.Find(name));
  const Document document = TRY(LoadDocument(catalog, entry, call.limits));
  jinja::Inspection found = TRY(check::InspectDocument(document, call.limits));
  Heap* heap = call.heap;
  Value chat;
  if (entry.type == TemplateType::kChat) {
    workspace::TemplateTerms terms;
    terms.needs_registry = false;
    const workspace::CheckedTemplate checked =
        TRY(workspace::CompileEntry(catalog, entry, terms, call));
    found.variables = workspace::LeafVariables(*checked.artifact, call.limits);
    chat = workspace::NewChatRecord(heap, *checked.artifact);
  }
  return NewRecord(heap, {{"entry", workspace::NewEntryRecord(heap, catalog, entry)},
                          {"variables", NewNames(heap, found.variables)},
                          {"interface", NewInterface(heap, found.variables, document.text)},
                          {"extends", NewNames(heap, found.extends)},
                          {"includes", NewNames(heap, found.includes)},
                          {"imports", NewNames(heap, found.imports)},
                          {"blocks", NewNames(heap, found.blocks)},
                          {"macros", NewNames(heap, found.macros)},
                          {"dynamic", Value::Bool(found.is_dynamic)},
                          {"chat", chat}});
}

}  // namespace galley::api
