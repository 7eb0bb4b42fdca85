// ClientSources: data sources that the client of a JSON-RPC session gives when it is asked,
// with the method `source.resolve`.
#ifndef GALLEY_API_CLIENT_SOURCES_H_
#define GALLEY_API_CLIENT_SOURCES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "galley/chat.h"
#include "galley/limits.h"
#include "value/value.h"

namespace galley::api {

// The other end of a session, while one of its requests is being answered.
class RpcClient {
 public:
  virtual ~RpcClient() = default;

  // Sends `line` and gives the first line that `is_answer(line, id)` holds for; nothing where
  // none comes in time.
  virtual std::optional<std::string> Ask(std::string_view line,
                                         bool (*is_answer)(std::string_view line,
                                                           std::string_view id),
                                         std::string_view id) = 0;
};

// Whether `message` answers the question `id` of ours.
bool IsAnswerTo(const Value& message, std::string_view id) noexcept;
// The id of the question of that number.
std::string QuestionId(uint64_t number);

class ClientSources final : public SourceRegistry {
 public:
  // `request` is the id of the request that is answered, and `*asked` how many questions there
  // were in the session.  Everything outlives it.
  ClientSources(RpcClient* client, const Value& request, const Limits& limits,
                uint64_t* asked) noexcept
      : client_(client), request_(request), limits_(limits), asked_(asked) {}

  // Who does not answer in time, or answers with an error, has failed; one who answers without
  // a `value` has no data.
  void Resolve(SourceCall& call) override;

 private:
  std::string Question(std::string_view id, const SourceCall& call) const;

  RpcClient* client_;
  Value request_;
  const Limits& limits_;
  uint64_t* asked_;
};

}  // namespace galley::api

#endif  // GALLEY_API_CLIENT_SOURCES_H_
