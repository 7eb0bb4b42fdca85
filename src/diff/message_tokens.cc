// Parts in the order of the message; results are what they hold.
#include "diff/message_tokens.h"

#include <utility>

#include "base/writer.h"
#include "history/shrink.h"
#include "value/print.h"

namespace galley::diff {
namespace {

using history::Part;
using Type = Part::Type;

class MessageCounter {
 public:
  explicit MessageCounter(const TokenCounter& tokens) : tokens_(tokens) {}

  CountedMessage Count(const history::Message& message) {
    made_.role = message.role;
    if (message.is_text()) AddText("text", message.content);
    for (const Part& part : message.parts) Add(part);
    return std::move(made_);
  }

 private:
  void Add(const Part& part) {
    const std::string kind(PartTypeName(part.type));
    if (part.is_media()) {
      const std::string_view given = part.data.data()  ? part.data
                                     : part.url.data() ? part.url
                                                       : part.file_id;
      made_.parts.push_back({kind, std::string(given), history::kMediaTokens, false});
    } else if (part.type == Type::kToolCall) {
      AddText("name", part.name);
      AddText(kind, part.text);
    } else if (part.type == Type::kToolResult) {
      // Results hold no results.
      for (const Part& inner : part.content()) {
        if (inner.is_media()) Add(inner);
        if (!inner.is_media()) AddText(kind, inner.text);
      }
    } else if (part.type == Type::kOpaque) {
      BufferWriter json;
      Meter meter(Limits::Ceiling());
      PrintJson(part.value, {}, &json, &meter);
      AddText(kind, json.view());
    } else {
      AddText(kind, part.text);
    }
  }

  void AddText(std::string kind, std::string_view text) {
    if (text.empty()) return;
    made_.parts.push_back({std::move(kind), std::string(text), tokens_.count(text), true});
  }

  const TokenCounter& tokens_;
  CountedMessage made_;
};

}  // namespace

uint64_t CountedMessage::tokens() const noexcept {
  uint64_t sum = 0;
  for (const CountedPart& part : parts) sum += part.tokens;
  return sum;
}

CountedMessage CountMessage(const history::Message& message, const TokenCounter& tokens) {
  return MessageCounter(tokens).Count(message);
}

uint64_t SharedTokens(const CountedMessage& a, const CountedMessage& b,
                      const TokenCounter& tokens) {
  if (a.role != b.role) return 0;
  uint64_t sum = 0;
  for (size_t at = 0; at < a.parts.size() && at < b.parts.size(); ++at) {
    const CountedPart& in_a = a.parts[at];
    const CountedPart& in_b = b.parts[at];
    if (in_a.kind != in_b.kind) return sum;
    if (in_a.text == in_b.text) {
      sum += in_a.tokens;
      continue;
    }
    return in_a.is_text ? sum + tokens.shared(in_a.text, in_b.text) : sum;
  }
  return sum;
}

}  // namespace galley::diff
