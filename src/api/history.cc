// history.read: a conversation in the form of any provider, as canonical messages.
#include <vector>

#include "api/operation.h"
#include "base/try.h"
#include "check/findings.h"
#include "history/message_value.h"
#include "history/read.h"
#include "value/record.h"
#include "workspace/params.h"

namespace galley::api {
namespace {

Result<history::ReadOptions> ReadHistoryOptions(const Params& params) {
  history::ReadOptions options;
  if (params.has("format")) {
    options.form = static_cast<history::Form>(
        TRY(params.Choice("format", {"messages", "openai", "responses", "anthropic", "gemini",
                                     "mistral", "huggingface"})));
  }
  if (params.has("repair")) {
    options.repair =
        static_cast<history::Repair>(TRY(params.Choice("repair", {"stub", "drop", "error"})));
  }
  return options;
}

}  // namespace

// {messages, format?, repair = stub} -> {messages, warnings}
Result<Value> ReadHistory(const Invocation& call) {
  const Params params = Params::Of(call);
  const history::ReadOptions options = TRY(ReadHistoryOptions(params));
  const history::MessageList list =
      TRY(history::ReadMessages(TRY(params.List("messages")), options, call.heap, call.warnings));
  const std::vector<Diagnostic>& warnings = *call.warnings;
  return NewRecord(call.heap, {{"messages", history::MessageValues(list.messages, call.heap)},
                               {"warnings", NewListOf(call.heap, warnings.size(), [&](size_t at) {
                                  return check::NewDiagnosticRecord(call.heap, warnings[at]);
                                })}});
}

}  // namespace galley::api
