// `catalog.which` and `catalog.reach`: between names and files, with the reasons.
#include <string>
#include <string_view>
#include <vector>

#include "api/operation.h"
#include "base/try.h"
#include "diag/report.h"
#include "discover/name_problems.h"
#include "value/record.h"
#include "workspace/entry_record.h"
#include "workspace/params.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

// What became of a file that matches a name.
struct Verdict {
  std::string_view status;
  std::string why;
};

Verdict Judge(const std::vector<const Entry*>& matches, const Entry& entry) {
  const Tier closest = matches.front()->tier;
  const std::string tier(TierName(closest));
  if (entry.tier != closest) return {"shadowed", "the " + tier + " tier has a match"};
  const bool is_alone = matches.size() == 1 || matches[1]->tier != closest;
  if (!is_alone) return {"ambiguous", "the " + tier + " tier has several matches"};
  return {"chosen", "the only match in the closest tier"};
}

// The entry at a place that `catalog.list` told.
Result<const Entry*> FindPlace(const Catalog& catalog, const Params& params) {
  const Tier tier = kNamedTiers[TRY(params.Choice("tier", {"project", "user", "builtin"}))];
  const int64_t root = TRY(params.Int("root_index"));
  const std::string_view path = TRY(params.String("relative_path"));
  for (const Entry& entry : catalog.entries()) {
    if (entry.tier == tier && catalog.RootOf(entry).index == root && entry.relative_path == path) {
      return &entry;
    }
  }
  return Report(Code::kTemplateNotFound, "no template lies at " + Quoted(path) + " in that root");
}

}  // namespace

// {workspace?, name} -> {winner: entry or null, matches: [{entry, status, why}]}, where
// `status` is chosen, ambiguous or shadowed
Result<Value> ExplainName(const Invocation& call) {
  const Params params = Params::Of(call);
  const std::string_view name = TRY(params.String("name"));
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  const Catalog& catalog = *TRY(workspace.catalog());
  const std::vector<const Entry*> matches = catalog.FindAll(name);
  const Result<const Entry*> winner = catalog.Find(name);
  if (matches.empty()) return winner.error();
  Heap* heap = call.heap;
  const Value list = NewListOf(heap, matches.size(), [&](size_t at) {
    const Verdict verdict = Judge(matches, *matches[at]);
    return NewRecord(heap, {{"entry", workspace::NewEntryRecord(heap, catalog, *matches[at])},
                            {"status", Value::String(verdict.status)},
                            {"why", heap->NewString(verdict.why)}});
  });
  const Value chosen = winner ? workspace::NewEntryRecord(heap, catalog, **winner) : Value::None();
  return NewRecord(heap, {{"winner", chosen}, {"matches", list}});
}

// {workspace?, tier, root_index, relative_path} -> {name}, which resolves to that file
Result<Value> ReachEntry(const Invocation& call) {
  const Params params = Params::Of(call);
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  const Catalog& catalog = *TRY(workspace.catalog());
  const Entry& entry = *TRY(FindPlace(catalog, params));
  const std::string_view name = catalog.ReachableAs(entry);
  if (!name.empty()) return NewRecord(call.heap, {{"name", call.heap->NewString(name)}});
  return Report(Code::kNotRoundTrippable,
                "no name leads to " + Quoted(catalog.ShownPath(entry)) + ": " +
                    WhyUnreachable(entry, catalog),
                "rename or move it");
}

}  // namespace galley::api
