// RequestRecount: a request counted from scratch, as whoever sends it will find it counted.
#ifndef GALLEY_RENDER_RECOUNT_H_
#define GALLEY_RENDER_RECOUNT_H_

#include <cstdint>
#include <span>

#include "galley/result.h"
#include "render/conversation.h"
#include "value/value.h"

namespace galley::chat {

class RequestRecount {
 public:
  virtual ~RequestRecount() = default;

  // The whole; `tools` is a list or undefined, and so is which of them the model has to call.
  virtual Result<uint64_t> Count(std::span<const Message> messages, const Value& tools,
                                 const Value& tool_choice) const = 0;
  // The tools alone.
  virtual Result<uint64_t> CountTools(const Value& tools, const Value& tool_choice) const = 0;
};

}  // namespace galley::chat

#endif  // GALLEY_RENDER_RECOUNT_H_
