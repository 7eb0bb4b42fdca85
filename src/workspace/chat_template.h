// Chat templates of a call: the document that its parameters mean, compiled with
// what they say about it.
#ifndef GALLEY_WORKSPACE_CHAT_TEMPLATE_H_
#define GALLEY_WORKSPACE_CHAT_TEMPLATE_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ordered_map.h"
#include "compile/artifact.h"
#include "compile/task_kind.h"
#include "diag/source.h"
#include "discover/catalog.h"
#include "format/tree.h"
#include "galley/chat.h"
#include "galley/result.h"
#include "workspace/invocation.h"
#include "workspace/params.h"
#include "workspace/workspace.h"

namespace galley::workspace {

// A document with the text it was read from.
struct ParsedDocument {
  std::string name;
  std::string text;
  Tree tree;

  Source source() const { return Source(name, text); }
};

// The parameter `name`, which is `value`, as the document it would be in a file, so that
// every document is text and every mistake in it has a place.
Result<ParsedDocument> ReadInline(std::string_view name, const Value& value, const Invocation& call,
                                  MayRepeatKeys may_repeat = nullptr);
// The document of a parameter {text, name, format = yaml}, whose mistakes have the places
// that they have in the caller's file.
Result<ParsedDocument> ReadWritten(const Params& params, std::string_view name,
                                   const Invocation& call);

// The task kind that an entry of `catalog` declares.
Result<std::unique_ptr<chat::TaskKind>> LoadTaskKind(const Catalog& catalog, const Entry& entry,
                                                     const Invocation& call);

// What a caller says about the template that it names.
struct TemplateTerms {
  std::optional<std::string_view> task;             // the kind that it expects
  std::optional<OrderedMap<bool>> allowed_sources;  // by name
  bool has_registry = false;                        // it resolves the sources itself
  bool needs_registry = true;                       // false: the template is checked, not rendered
  bool strict = false;                              // whatever the template says
};
// Those in the parameters `task`, `allowedSources`, `sources` and `strict`, and what the
// calling program brought along.
Result<TemplateTerms> ReadTerms(const Params& params, bool needs_registry, const Invocation& call);

// The registry that the calling program brought along, or null.
SourceRegistry* GivenRegistry(const Invocation& call) noexcept;

// A template with all that its call says about it.
struct CheckedTemplate {
  std::shared_ptr<Workspace> workspace;        // what the others point into; null: none
  std::string file;                            // the template's; empty where it was given inline
  const ChatTask* code = nullptr;              // where the kind is one of the caller's
  std::shared_ptr<const chat::TaskKind> kind;  // null: not known
  std::shared_ptr<const chat::Artifact> artifact;
};

// The template of the parameter `template`: a document, or {workspace, name}, where the
// name is one of the catalog or leads to a file: `./a.chat.yaml`.
Result<CheckedTemplate> CompileTemplate(const Params& params, const TemplateTerms& terms,
                                        const Invocation& call);
// The one that `name` means in `workspace`.
Result<CheckedTemplate> CompileNamed(std::shared_ptr<Workspace> workspace, std::string_view name,
                                     const TemplateTerms& terms, const Invocation& call);
// An entry of `catalog`, which outlives the result; its workspace is null.
Result<CheckedTemplate> CompileEntry(const Catalog& catalog, const Entry& entry,
                                     const TemplateTerms& terms, const Invocation& call);

// Whether `name` is meant as a path to a file rather than as a name of `catalog`.
bool IsFilePath(const Catalog& catalog, std::string_view name);

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_CHAT_TEMPLATE_H_
