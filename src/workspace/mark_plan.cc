// The class of a message is that of whatever can change a byte up to its end: the nodes that
// printed something before it, and those that could have.
#include "workspace/mark_plan.h"

#include <algorithm>
#include <string_view>

#include "base/writer.h"
#include "compile/volatility.h"
#include "history/shrink.h"
#include "value/print.h"

namespace galley::workspace {
namespace {

using chat::Volatility;

// The running class of each place of the artifact; of one that stands twice in the layout that
// of the first.
std::vector<Volatility> ClassesByPlace(const ChatSession& session, const Limits& limits) {
  const chat::Artifact& artifact = session.artifact();
  const std::vector<chat::Rung> rungs = chat::FindLadder(artifact, session.kind(), limits);
  std::vector<Volatility> classes(artifact.parts.places.size(), Volatility::kRequest);
  for (auto rung = rungs.rbegin(); rung != rungs.rend(); ++rung) {
    classes[rung->place] = rung->running;
  }
  return classes;
}

uint64_t CountText(const ChatSession& session, std::string_view text) {
  const Result<uint64_t> tokens = session.counting().counter->texts().Count(text);
  return tokens ? *tokens : text.size();
}

uint64_t CountTools(const ChatSession& session, const Value& tools) {
  if (!tools.is_list()) return 0;
  BufferWriter text;
  Meter meter(Limits::Ceiling());
  PrintJson(tools, {.javascript_numbers = true}, &text, &meter);
  return CountText(session, text.view());
}

}  // namespace

std::optional<MarkPlan> MakeMarkPlan(const ChatSession& session,
                                     const chat::Conversation& conversation, const Limits& limits) {
  if (!session.artifact().cache.is_set) return std::nullopt;
  MarkPlan plan;
  plan.ttl = session.artifact().cache.ttl;
  plan.tool_tokens = CountTools(session, conversation.tools);
  plan.newest_elided = conversation.newest_elided;
  const std::vector<Volatility> by_place = ClassesByPlace(session, limits);
  plan.classes.assign(conversation.messages.size(), Volatility::kConstant);
  // Where an insertion stands depends on all that is around it, so it is another every time.
  for (const chat::Origin& origin : conversation.origins) {
    const bool is_inserted = origin.place == chat::kAbsent;
    Volatility& own = plan.classes[origin.message];
    own = std::max(own, is_inserted ? Volatility::kRequest : by_place[origin.place]);
  }
  Volatility running = Volatility::kConstant;
  for (Volatility& each : plan.classes) each = running = std::max(running, each);
  Heap heap(Limits::Ceiling());  // for the JSON of opaque parts
  const history::ImageRule images =
      session.counter() ? session.counter()->image_rule() : history::ImageRule();
  const history::TokenRules rules{
      [&](std::string_view text) { return CountText(session, text); },
      [&](const history::Part& media) { return history::TokensOfMedia(media, images); }};
  for (const chat::Message& message : conversation.messages) {
    plan.tokens.push_back(history::TokensOf(message, rules, &heap));
  }
  return plan;
}

}  // namespace galley::workspace
