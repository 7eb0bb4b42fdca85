// What operations on prompt caches share: requests as a cache sees them, and its rules.
#ifndef GALLEY_API_CACHE_REQUESTS_H_
#define GALLEY_API_CACHE_REQUESTS_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "api/operation.h"
#include "diff/chat_diff.h"
#include "diff/prices.h"
#include "emit/cache_marks.h"
#include "emit/provider.h"
#include "galley/result.h"
#include "history/message.h"
#include "profiles/text_counter.h"
#include "render/conversation.h"
#include "workspace/chat_session.h"
#include "workspace/params.h"

namespace galley::api {

// Four characters a token.
diff::TokenCounter CounterByLength();
// What a call counts by; outlives it.
diff::TokenCounter CounterOf(const TextCounter& texts);

// The rules of the parameter `prices`, or of the provider's own table, for `model`.
Result<diff::CacheRules> ReadCacheRules(const Params& params, Provider provider,
                                        const Invocation& call);

// The marks of a request whose template says `cache: auto`, those by hand too; where it does
// not, those by hand alone.  `conversation` is one of `session`; null: there is no template.
std::vector<CacheMark> MarksOf(const workspace::ChatSession* session,
                               const chat::Conversation* conversation, const Outgoing& outgoing,
                               uint64_t tool_tokens, Provider provider,
                               const diff::CacheRules& rules, const diff::TokenCounter& tokens,
                               const Invocation& call);

// The tokens up to each of `marks`, and up to the one that the provider sets itself.
std::vector<uint64_t> TokensUpToMarks(std::span<const CacheMark> marks, const Outgoing& outgoing,
                                      uint64_t tool_tokens, const diff::CacheRules& rules,
                                      const diff::TokenCounter& tokens);

// MarksOf by the provider's own rules.
Result<std::vector<CacheMark>> MarksFor(const workspace::ChatSession& session,
                                        const chat::Conversation& conversation,
                                        const Outgoing& outgoing, Provider provider,
                                        const Invocation& call);
// The model of the parameters, else the template's; empty where neither names one.
std::string_view ModelOf(const Params& params, const workspace::ChatSession& session);

// A request that outlives what it was made of.
struct CacheRequest {
  // A message, as far as the cache knows it.
  struct Line {
    size_t end = 0;  // of its last line in the text
    diff::CountedMessage message;
  };
  std::string text;
  std::vector<Line> lines;      // by where they end
  std::vector<uint64_t> marks;  // the tokens up to each
  uint64_t tool_tokens = 0;
  uint64_t tokens = 0;
};
// `tool_tokens` are those of the tools in `outgoing`, `marks` as TokensUpToMarks has them.
Result<CacheRequest> MakeCacheRequest(const Outgoing& outgoing, std::span<const uint64_t> marks,
                                      uint64_t tool_tokens, Provider provider,
                                      const diff::TokenCounter& tokens, const Invocation& call);
// The tokens of what both begin with.
uint64_t SharedTokens(const CacheRequest& before, const CacheRequest& now,
                      const diff::TokenCounter& tokens);

}  // namespace galley::api

#endif  // GALLEY_API_CACHE_REQUESTS_H_
