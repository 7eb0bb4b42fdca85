// Models of a workspace: profiles in its catalog (NAME.model.yaml) before the built-in ones,
// and what counts for them.
#ifndef GALLEY_WORKSPACE_MODELS_H_
#define GALLEY_WORKSPACE_MODELS_H_

#include <memory>
#include <string_view>
#include <vector>

#include "discover/catalog.h"
#include "galley/result.h"
#include "profiles/model_list.h"
#include "profiles/profile.h"
#include "profiles/request_counter.h"
#include "workspace/invocation.h"

namespace galley::workspace {

// The profile that an entry of `catalog` holds.
Result<ModelProfile> LoadModel(const Catalog& catalog, const Entry& entry, const Invocation& call);

// The profiles of a catalog, in its order.  Fails with all that is wrong with one of them.
Result<std::vector<ModelProfile>> LoadModels(const Catalog& catalog, const Invocation& call);

// The profile that `model` means in `catalog`, which may be null, or among the built-in ones.
// Fails with unknown-model, and as LoadModels does.
Result<ModelProfile> FindModelIn(const Catalog* catalog, std::string_view model,
                                 const Invocation& call);

// What counts for `profile`, one of `catalog` or a built-in one.  Texts are counted by
// `texts` where that is there, otherwise as the profile says.  Fails with unknown-tokenizer,
// as readers of definitions and of files do, and where the chat template cannot be compiled.
Result<std::unique_ptr<const RequestCounter>> OpenCounter(const ModelProfile& profile,
                                                          const TextCounter* texts,
                                                          const Catalog* catalog,
                                                          const Invocation& call);

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_MODELS_H_
