// JSON-RPC 2.0: a request in, a response out, both one line.
//
// Every line gets exactly one response, in order, except blank lines and
// notifications (requests without an `id`), which get none.
#ifndef GALLEY_API_RPC_H_
#define GALLEY_API_RPC_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/writer.h"
#include "format/json_data.h"
#include "galley/diagnostic.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "galley/workspace.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley::workspace {
class StoreSession;  // workspace/store_session.h
}

namespace galley::api {

class RpcClient;  // api/client_sources.h

// Keeps its memory between requests, so that a warm session allocates next to
// nothing, and the stores that they use open; what a large request took goes back to
// the system at once.  Not thread-safe; requests do not
// influence each other.
class RpcSession {
 public:
  // `client` is who may be asked while a request is answered that allows it; null: nobody.
  explicit RpcSession(const Limits& limits, RpcClient* client = nullptr);
  ~RpcSession();

  // Those given, or their ceilings.
  const Limits& limits() const noexcept { return limits_; }

  // The response to a line, which comes without its line break; the response has
  // one.  Empty where there is none.  Valid until the next call.
  std::string_view Answer(std::string_view line) noexcept;

  // The response to a line that was longer than limits.request.
  std::string_view RefuseLongLine() noexcept;

 private:
  struct Request;

  template <class Write>
  std::string_view Respond(Write write) noexcept;
  void AnswerLine(std::string_view line);
  Result<Value> Parse(std::string_view text);
  Value RecoverId(std::string_view line);
  bool IsLateAnswer(const Value& message) const;
  void GiveBackMemory();
  Result<Request> ReadRequest(const Value& parsed, Value* id);
  void Run(const Request& request, const Value& id);
  void WriteHead(const Value& id);
  void WriteError(const Value& id, int code, const Error& error);

  Limits limits_;
  RpcClient* client_;
  uint64_t asked_ = 0;   // questions to the client
  std::string kept_;     // the line at hand, where more lines may come before its answer
  Workspace workspace_;  // that of the working directory
  JsonDataReader reader_;
  Heap request_heap_;
  Heap heap_;
  std::vector<Diagnostic> warnings_;
  bool made_much_ = false;  // of values, for the request at hand
  BufferWriter out_;
  std::unique_ptr<workspace::StoreSession> stores_;
};

}  // namespace galley::api

#endif  // GALLEY_API_RPC_H_
