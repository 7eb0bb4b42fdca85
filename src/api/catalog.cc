// The catalog of a workspace: `catalog.list` and `catalog.resolve`.
#include <optional>
#include <string_view>
#include <vector>

#include "api/operation.h"
#include "base/try.h"
#include "value/record.h"
#include "workspace/entry_record.h"
#include "workspace/params.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

// Which entries are asked for.
struct Selection {
  std::optional<Tier> tier;
  std::optional<TemplateType> type;
  std::string_view part;  // of the logical name

  bool Takes(const Entry& entry) const {
    return (!tier || entry.tier == *tier) && (!type || entry.type == *type) &&
           entry.logical_name().find(part) != std::string_view::npos;
  }
};

Result<Selection> ReadSelection(const Params& params) {
  Selection selection;
  if (params.has("tier")) {
    selection.tier = kNamedTiers[TRY(params.Choice("tier", {"project", "user", "builtin"}))];
  }
  if (params.has("type")) {
    selection.type = static_cast<TemplateType>(
        TRY(params.Choice("type", {"jinja", "handlebars", "sections", "chat", "task", "model"})));
  }
  selection.part = TRY(params.String("filter", ""));
  return selection;
}

// Where templates were looked for, also in vain.
Value NewRoots(Heap* heap, const Catalog& catalog) {
  constexpr std::string_view kStates[] = {"searched", "missing", "not a directory", "repeated"};
  return NewListOf(heap, catalog.roots().size(), [&](size_t at) {
    const Root& root = catalog.roots()[at];
    return NewRecord(heap, {{"tier", Value::String(TierName(root.tier))},
                            {"name", heap->NewString(root.name)},
                            {"path", heap->NewString(root.path)},
                            {"state", Value::String(kStates[static_cast<size_t>(root.state)])}});
  });
}

}  // namespace

// {workspace?, tier?, type?, filter?, roots = false} ->
//   {entries: [entry], roots?: [{tier, name, path, state}]}
Result<Value> ListCatalog(const Invocation& call) {
  const Params params = Params::Of(call);
  const Selection selection = TRY(ReadSelection(params));
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  const Catalog& catalog = *TRY(workspace.catalog());
  TRY(workspace.WarnOfSkipped());
  std::vector<const Entry*> chosen;
  for (const Entry& entry : catalog.entries()) {
    if (selection.Takes(entry)) chosen.push_back(&entry);
  }
  const Value entries = NewListOf(call.heap, chosen.size(), [&](size_t at) {
    return workspace::NewEntryRecord(call.heap, catalog, *chosen[at]);
  });
  const bool wants_roots = TRY(params.Bool("roots", false));
  return NewRecord(call.heap, {{"entries", entries},
                               {"roots", wants_roots ? NewRoots(call.heap, catalog) : Value()}});
}

// {workspace?, name} -> entry
Result<Value> ResolveName(const Invocation& call) {
  const Params params = Params::Of(call);
  const std::string_view name = TRY(params.String("name"));
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  const Catalog& catalog = *TRY(workspace.catalog());
  return workspace::NewEntryRecord(call.heap, catalog, *TRY(catalog.Find(name)));
}

}  // namespace galley::api
