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
#include "emit/provider.h"
#include "galley/result.h"
#include "history/message.h"
#include "profiles/text_counter.h"
#include "workspace/params.h"

namespace galley::api {

// Four characters a token.
diff::TokenCounter CounterByLength();
// What a call counts by; outlives it.
diff::TokenCounter CounterOf(const TextCounter& texts);

// The rules of the parameter `prices`, or of the provider's own table, for `model`.
Result<diff::CacheRules> ReadCacheRules(const Params& params, Provider provider,
                                        const Invocation& call);

// A request that outlives what it was made of.
struct CacheRequest {
  // A message, as far as the cache knows it.
  struct Line {
    size_t end = 0;  // in the text
    uint64_t tokens = 0;
    std::string role;
    std::string content;
  };
  std::string text;
  std::vector<Line> lines;      // of messages, in the order of the text
  std::vector<uint64_t> marks;  // the tokens up to each that is on a message
  uint64_t tool_tokens = 0;
  uint64_t tokens = 0;
};
// `tool_tokens` are those of the tools in `outgoing`.
Result<CacheRequest> MakeCacheRequest(const Outgoing& outgoing, uint64_t tool_tokens,
                                      Provider provider, const diff::TokenCounter& tokens,
                                      const Invocation& call);
// The tokens of what both begin with.
uint64_t SharedTokens(const CacheRequest& before, const CacheRequest& now,
                      const diff::TokenCounter& tokens);

}  // namespace galley::api

#endif  // GALLEY_API_CACHE_REQUESTS_H_
