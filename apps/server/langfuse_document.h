// A prompt of Langfuse as a template of ours, and back.
#ifndef GALLEY_APPS_SERVER_LANGFUSE_DOCUMENT_H_
#define GALLEY_APPS_SERVER_LANGFUSE_DOCUMENT_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "galley/context.h"
#include "galley/json.h"
#include "galley/result.h"

namespace galley::server {

struct StoredPrompt {
  std::string type;  // handlebars, chat
  std::string text;
};

// What `prompt` of a request is as a document.  `version` is the number of the chat template.
// Fails with invalid-params for what would not come back.
Result<StoredPrompt> ToDocument(const Json& request, std::string_view name, int64_t version);

// Sets `type`, `prompt`, `config` and `tags` of a prompt.  Fails with wrong-template-type for
// a document that is no prompt of Langfuse's kinds.
Result<void> FromDocument(std::string_view type, std::string_view text, Context* prompt);

}  // namespace galley::server

#endif  // GALLEY_APPS_SERVER_LANGFUSE_DOCUMENT_H_
