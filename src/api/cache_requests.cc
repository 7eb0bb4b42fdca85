// Counts tokens by what a call names, and where it names nothing by length.  What two requests
// share is measured on their cache texts.
#include "api/cache_requests.h"

#include <algorithm>

#include "api/emit.h"
#include "base/try.h"
#include "base/utf8.h"
#include "budget/estimator.h"
#include "diff/cache_text.h"
#include "diff/side.h"
#include "workspace/mark_plan.h"

namespace galley::api {
namespace {

// UTF-16 units that both texts begin with; two characters may share their first.
uint64_t SharedUnits(std::string_view a, std::string_view b) {
  uint64_t units = 0;
  for (size_t at = 0; at < a.size() && at < b.size();) {
    const CodePoint in_a = DecodeUtf8(a, at);
    const CodePoint in_b = DecodeUtf8(b, at);
    const bool is_pair = in_a.value > 0xFFFF;
    if (in_a.value != in_b.value) {
      const bool both = is_pair && in_b.value > 0xFFFF;
      return units + (both && (in_a.value - 0x10000) >> 10 == (in_b.value - 0x10000) >> 10);
    }
    units += is_pair ? 2 : 1;
    at += in_a.size;
  }
  return units;
}

}  // namespace

diff::TokenCounter CounterByLength() {
  return {[](std::string_view text) { return EstimateTokens(text); },
          [](std::string_view a, std::string_view b) { return SharedUnits(a, b) / 4; }};
}

diff::TokenCounter CounterOf(const TextCounter& texts) {
  if (texts.name() == kDefaultEstimator) return CounterByLength();
  const auto count = [&texts](std::string_view text) {
    const Result<uint64_t> tokens = texts.Count(text);
    return tokens ? *tokens : text.size();
  };
  // An estimate has no ids: what both begin with is counted as a text.
  if (!texts.tokenizer() || texts.exactness() != Exactness::kExact) {
    return {count, [count](std::string_view a, std::string_view b) -> uint64_t {
              size_t bytes = diff::SharedBytes(a, b);
              while (bytes > 0 && bytes < a.size() && IsContinuation(a[bytes])) --bytes;
              return bytes == 0 ? 0 : count(a.substr(0, bytes));
            }};
  }
  const auto shared = [&texts](std::string_view a, std::string_view b) -> uint64_t {
    std::vector<uint32_t> in_a;
    std::vector<uint32_t> in_b;
    const bool is_encoded = texts.tokenizer()->Encode(a, Specials::kText, &in_a).has_value() &&
                            texts.tokenizer()->Encode(b, Specials::kText, &in_b).has_value();
    if (!is_encoded) return 0;
    const size_t most = std::min(in_a.size(), in_b.size());
    return static_cast<uint64_t>(
        std::mismatch(in_a.begin(), in_a.begin() + static_cast<ptrdiff_t>(most), in_b.begin())
            .first -
        in_a.begin());
  };
  return {count, shared};
}

Result<diff::CacheRules> ReadCacheRules(const Params& params, Provider provider,
                                        const Invocation& call) {
  const std::string_view model = TRY(params.String("model", ""));
  if (params.has("prices")) return diff::ReadRules(TRY(params.Map("prices")), model);
  return diff::RulesOf(ProviderNames()[static_cast<size_t>(provider)], model, call.heap);
}

std::vector<CacheMark> MarksOf(const workspace::ChatSession* session,
                               const chat::Conversation* conversation, const Outgoing& outgoing,
                               uint64_t tool_tokens, Provider provider,
                               const diff::CacheRules& rules, const diff::TokenCounter& tokens,
                               const Invocation& call) {
  if (!TakesMarks(outgoing, provider)) return {};
  std::optional<MarkPlan> plan;
  if (session) plan = workspace::MakeMarkPlan(*session, *conversation, call.limits);
  if (plan) {
    return PlaceMarks(outgoing, provider, *plan, {rules.minimum, rules.lookback}, call.heap);
  }
  std::vector<CacheMark> marks;
  CacheMark mark;
  mark.tokens = tool_tokens;
  mark.reasons = CacheMark::Bit(CacheMark::Reason::kHand);
  for (const history::Message& message : outgoing.messages) {
    mark.tokens += diff::TokensOf(message, tokens);
    mark.message = static_cast<uint32_t>(&message - outgoing.messages.data());
    mark.ttl = message.ttl;
    if (message.cache) marks.push_back(mark);
  }
  return marks;
}

std::vector<uint64_t> TokensUpToMarks(std::span<const CacheMark> marks, const Outgoing& outgoing,
                                      uint64_t tool_tokens, const diff::CacheRules& rules,
                                      const diff::TokenCounter& tokens) {
  std::vector<uint64_t> up_to;
  for (const CacheMark& mark : marks) up_to.push_back(mark.tokens);
  if (!rules.is_explicit || !rules.is_implicit) return up_to;
  // An answer is no input, so it takes no mark.
  uint64_t sum = tool_tokens;
  uint64_t latest = 0;
  for (const history::Message& message : outgoing.messages) {
    sum += diff::TokensOf(message, tokens);
    if (message.role != history::Role::kAssistant) latest = sum;
  }
  up_to.push_back(latest);
  return up_to;
}

Result<std::vector<CacheMark>> MarksFor(const workspace::ChatSession& session,
                                        const chat::Conversation& conversation,
                                        const Outgoing& outgoing, Provider provider,
                                        const Invocation& call) {
  const std::string_view name = ProviderNames()[static_cast<size_t>(provider)];
  const diff::CacheRules rules = TRY(diff::RulesOf(name, outgoing.model, call.heap));
  const diff::TokenCounter tokens = CounterOf(session.counting().counter->texts());
  const Value& tools = conversation.tools;
  const uint64_t tool_tokens = tools.is_list() ? tokens.count(diff::TextOf(tools)) : 0;
  return MarksOf(&session, &conversation, outgoing, tool_tokens, provider, rules, tokens, call);
}

std::string_view ModelOf(const Params& params, const workspace::ChatSession& session) {
  const Result<std::string_view> given = params.String("model", session.artifact().model);
  return given ? *given : std::string_view();
}

Result<CacheRequest> MakeCacheRequest(const Outgoing& outgoing, std::span<const uint64_t> marks,
                                      uint64_t tool_tokens, Provider provider,
                                      const diff::TokenCounter& tokens, const Invocation& call) {
  const Value request = TRY(EmitRequest(outgoing, provider, call.heap, call.warnings));
  const std::optional<Prompt> prompt = TRY(RenderPrompt(request, provider, outgoing.model, call));
  diff::CacheText text = prompt ? diff::MakeCacheText(prompt->text, outgoing.messages)
                                : diff::MakeCacheText(request, outgoing.messages);
  CacheRequest made;
  made.tokens = made.tool_tokens = tool_tokens;
  const std::vector<size_t> ends = diff::EndsOfMessages(text, outgoing.messages.size());
  for (size_t at = 0; at < ends.size(); ++at) {
    if (ends[at] == 0) continue;
    made.lines.push_back({ends[at], diff::CountMessage(outgoing.messages[at], tokens)});
    made.tokens += made.lines.back().message.tokens();
  }
  std::stable_sort(made.lines.begin(), made.lines.end(),
                   [](const auto& a, const auto& b) { return a.end < b.end; });
  made.marks.assign(marks.begin(), marks.end());
  made.text = std::move(text.text);
  return made;
}

uint64_t SharedTokens(const CacheRequest& before, const CacheRequest& now,
                      const diff::TokenCounter& tokens) {
  const size_t bytes = diff::SharedBytes(before.text, now.text);
  // The tools of a template are the same every time, unless they are data.
  uint64_t sum = before.tool_tokens == now.tool_tokens ? before.tool_tokens : 0;
  for (size_t at = 0; at < before.lines.size(); ++at) {
    const CacheRequest::Line& line = before.lines[at];
    if (line.end <= bytes) {
      sum += line.message.tokens();
      continue;
    }
    if (at >= now.lines.size()) return sum;
    return sum + diff::SharedTokens(line.message, now.lines[at].message, tokens);
  }
  return sum;
}

}  // namespace galley::api
