// Stored prompts as the clients of Langfuse speak of them, over the store's versions and
// labels.
//
// A text prompt is kept as a Handlebars template, a chat prompt as a chat template.  What
// those have no place for, `config` and `tags`, stands in a comment at the top, so that
// everything comes back as it was sent; what cannot is refused.
#ifndef GALLEY_APPS_SERVER_LANGFUSE_H_
#define GALLEY_APPS_SERVER_LANGFUSE_H_

#include <cstdint>
#include <string_view>

#include "apps/server/http.h"
#include "galley/limits.h"
#include "galley/workspace.h"

namespace galley::server {

// GET: one page of all prompts, by `page`, `limit`, `name`, `label`, `tag`.
Response ListPrompts(const Workspace& workspace, std::string_view query);
// GET: the version that `version` or `label` say; by default the label `production`.
Response GetPrompt(const Workspace& workspace, std::string_view name, std::string_view query);
// POST: a new version, with labels.
Response CreatePrompt(const Workspace& workspace, std::string_view body, const Limits& limits);
// PATCH: `newLabels` of a version.
Response LabelPrompt(const Workspace& workspace, std::string_view name, int64_t version,
                     std::string_view body, const Limits& limits);

}  // namespace galley::server

#endif  // GALLEY_APPS_SERVER_LANGFUSE_H_
