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

// What a prompt takes from the version before it.
struct Predecessor {
  int64_t version = 0;  // the largest number that it or its document has; 0: there is none
  Context prompt;       // its `type`, `prompt`, `config` and `tags`
};
// Reads one that is stored; a document that is no prompt leaves no tags.
Predecessor ReadPredecessor(std::string_view type, std::string_view text, int64_t version);

// What `prompt` of a request is as a document.  Without `tags` it has those of the version
// before.  Fails with invalid-params for what would not come back.
Result<StoredPrompt> ToDocument(const Json& request, std::string_view name,
                                const Predecessor& before);

// Sets `type`, `prompt`, `config` and `tags` of a prompt.  Fails with wrong-template-type for
// a document that is no prompt of Langfuse's kinds.
Result<void> FromDocument(std::string_view type, std::string_view text, Context* prompt);

}  // namespace galley::server

#endif  // GALLEY_APPS_SERVER_LANGFUSE_DOCUMENT_H_
