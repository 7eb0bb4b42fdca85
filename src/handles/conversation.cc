// Conversation and Request: what a chat render gave, and what a provider takes of it.
#include "galley/conversation.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "base/try.h"
#include "base/writer.h"
#include "diag/report.h"
#include "diff/prices.h"
#include "emit/cache_marks.h"
#include "emit/provider.h"
#include "handles/conversation_state.h"
#include "handles/guarded.h"
#include "value/json_access.h"
#include "value/map.h"
#include "value/print.h"

namespace galley {

struct Request::State {
  explicit State(const Limits& limits) : heap(limits) {}

  Heap heap;
  Value body;  // undefined as text
  std::string text;
  std::vector<Diagnostic> warnings;
};

// ---------------------------------------------------------------------------
// Request

Request::Request(Request&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
Request& Request::operator=(Request&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}
Request::~Request() { delete state_; }

Json Request::body() const noexcept {
  return JsonAccess::Of(state_->body.is_undefined() ? nullptr : &state_->body);
}
std::string Request::ToText(uint32_t indent) const {
  return state_->body.is_undefined() ? state_->text : body().ToText(indent);
}
const std::vector<Diagnostic>& Request::warnings() const noexcept { return state_->warnings; }

// ---------------------------------------------------------------------------
// Conversation

Conversation::Conversation(Conversation&& other) noexcept
    : state_(std::exchange(other.state_, nullptr)) {}
Conversation& Conversation::operator=(Conversation&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}
Conversation::~Conversation() { delete state_; }

std::span<const Message> Conversation::messages() const noexcept { return state_->messages; }
uint64_t Conversation::tokens() const noexcept { return state_->tokens; }
std::string_view Conversation::estimator() const noexcept { return state_->estimator; }
std::string_view Conversation::exactness() const noexcept { return state_->exactness; }
uint64_t Conversation::estimated_margin() const noexcept { return state_->margin; }
const std::vector<Diagnostic>& Conversation::warnings() const noexcept { return state_->warnings; }

Json Conversation::values() const noexcept { return JsonAccess::Of(&state_->values); }
Json Conversation::ledger() const noexcept { return values().Find("ledger"); }
Json Conversation::response_format() const noexcept { return values().Find("responseFormat"); }
Json Conversation::tools() const noexcept { return values().Find("tools"); }
Json Conversation::tool_choice() const noexcept { return values().Find("toolChoice"); }

Result<Request> Conversation::ToRequest(std::string_view provider) const {
  return handles::Guarded([&]() -> Result<Request> {
    const std::span<const std::string_view> names = ProviderNames();
    const auto found = std::find(names.begin(), names.end(), provider);
    if (found == names.end()) {
      return Report(Code::kInvalidParams, Quoted(provider) + " is no provider",
                    SuggestNearest(provider, names));
    }
    auto made = std::make_unique<Request::State>(state_->limits);
    const auto value_of = [&](std::string_view key) {
      const Value* value = FindItem(state_->values, key);
      return value ? *value : Value();
    };
    const auto which = static_cast<Provider>(found - names.begin());
    Outgoing outgoing{state_->as_rendered, value_of("responseFormat")};
    std::vector<Tool> tools;
    const Value list = value_of("tools");
    if (list.is_list()) tools = TRY(ReadTools(list, ToolNamesOf(which)));
    outgoing.tools = tools;
    outgoing.tool_choice = value_of("toolChoice");
    outgoing.model = state_->model;
    std::vector<CacheMark> marks;
    if (state_->marks) {
      const diff::CacheRules rules = TRY(diff::RulesOf(provider, state_->model, &made->heap));
      marks =
          PlaceMarks(outgoing, which, *state_->marks, {rules.minimum, rules.lookback}, &made->heap);
    }
    outgoing.marks = marks;
    if (which == Provider::kText) {
      BufferWriter text(state_->limits.output);
      TRY(EmitText(outgoing, &made->heap, &text, &made->warnings));
      if (text.overflowed()) {
        return Report(Code::kLimitOutput, "the text is longer than the limit `output`");
      }
      made->text = text.ToString();
    } else {
      const Value body = TRY(EmitRequest(outgoing, which, &made->heap, &made->warnings));
      // What was emitted points into the conversation.
      made->body = made->heap.Copy(body);
    }
    if (made->heap.exhausted() != Exhausted::kNo) {
      return Report(Code::kLimitHeap, "the request does not fit the limit");
    }
    return Request(made.release());
  });
}

}  // namespace galley
