// Each entry once, in the order in which it was first named.
#include "workspace/selection.h"

#include <unordered_set>

#include "base/try.h"
#include "diag/report.h"

namespace galley::workspace {

Result<std::vector<const Entry*>> SelectEntries(const Catalog& catalog, const Params& params) {
  std::vector<const Entry*> chosen;
  if (!params.has("names")) {
    for (const Entry& entry : catalog.entries()) chosen.push_back(&entry);
    return chosen;
  }
  std::unordered_set<const Entry*> known;
  for (const Value& name : TRY(params.List("names"))) {
    if (!name.is_string()) {
      return Report(Code::kInvalidParams,
                    Quoted(params.PathOf("names")) + " must be a list of strings");
    }
    const Entry* entry = TRY(catalog.Find(name.as_string()));
    if (known.insert(entry).second) chosen.push_back(entry);
  }
  return chosen;
}

}  // namespace galley::workspace
