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
  std::vector<Line> lines;  // of messages, in the order of the text
  uint64_t tokens = 0;
};
Result<CacheRequest> MakeCacheRequest(std::span<const history::Message> messages, Provider provider,
                                      std::string_view model, const Invocation& call);
// The tokens of what both begin with.
uint64_t SharedTokens(const CacheRequest& before, const CacheRequest& now);

}  // namespace galley::api

#endif  // GALLEY_API_CACHE_REQUESTS_H_
