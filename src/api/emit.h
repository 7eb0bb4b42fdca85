// Conversations as requests of providers, for the operations that end with one.
#ifndef GALLEY_API_EMIT_H_
#define GALLEY_API_EMIT_H_

#include <cstdint>
#include <optional>
#include <string>

#include "api/operation.h"
#include "emit/provider.h"
#include "galley/result.h"
#include "value/value.h"
#include "workspace/params.h"

namespace galley::api {

// The parameter `as`.
Result<Provider> ReadProvider(const Params& params);

// What the chat template of a model makes of a conversation.
struct Prompt {
  std::string text;
  uint64_t tokens = 0;
};
// Nothing but for Provider::kHuggingFace and a model whose profile has a template.
Result<std::optional<Prompt>> RenderPrompt(const Value& request, Provider provider,
                                           std::string_view model, const Invocation& call);

// {request}, or {text} for Provider::kText.  Fails with prefix-unsupported and
// limit-output.
Result<Value> EmitConversation(const Outgoing& outgoing, Provider provider, const Invocation& call);

}  // namespace galley::api

#endif  // GALLEY_API_EMIT_H_
