// Reads what there is, answers every complete line, and stops quietly where the other end closes
// its pipe.
#include "api/serve.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>

#include "api/line_buffer.h"
#include "api/rpc.h"
#include "base/catch_all.h"
#include "base/try.h"
#include "diag/report.h"
#include "files/problems.h"
#include "galley/rpc.h"

namespace galley::api {
namespace {

// Waits where the other end asked for descriptors that do not.
bool WaitFor(int descriptor, short events) noexcept {
  pollfd waiting = {descriptor, events, 0};
  return poll(&waiting, 1, -1) >= 0 || errno == EINTR;
}

bool ShouldRetry(int descriptor, short events) noexcept {
  if (errno == EINTR) return true;
  return (errno == EAGAIN || errno == EWOULDBLOCK) && WaitFor(descriptor, events);
}

// The bytes read, 0 at the end of input, -1 for a failure.
ssize_t ReadSome(int descriptor, std::span<char> room) noexcept {
  ssize_t count;
  do {
    count = read(descriptor, room.data(), room.size());
  } while (count < 0 && ShouldRetry(descriptor, POLLIN));
  return count;
}

bool WriteAll(int descriptor, std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t count = write(descriptor, text.data(), text.size());
    if (count >= 0) {
      text.remove_prefix(static_cast<size_t>(count));
    } else if (!ShouldRetry(descriptor, POLLOUT)) {
      return false;
    }
  }
  return true;
}

// Lines in, responses out, by way of `send`, which returns false to stop.
class RpcLoop {
 public:
  explicit RpcLoop(const Limits& limits) : session_(limits), lines_(session_.limits().request) {}

  std::span<char> Room() { return lines_.Room(); }

  // Answers the lines that `count` more bytes complete.
  template <class Send>
  bool Take(size_t count, Send send) {
    lines_.Commit(count);
    std::string_view line;
    for (;;) {
      const LineBuffer::Taken taken = lines_.Take(&line);
      if (taken == LineBuffer::Taken::kNothing) return true;
      if (!send(Answer(taken, line))) return false;
    }
  }

  // Answers what follows the last line break.
  template <class Send>
  bool Finish(Send send) {
    std::string_view line;
    const LineBuffer::Taken taken = lines_.TakeRest(&line);
    return taken == LineBuffer::Taken::kNothing || send(Answer(taken, line));
  }

 private:
  std::string_view Answer(LineBuffer::Taken taken, std::string_view line) noexcept {
    return taken == LineBuffer::Taken::kLine ? session_.Answer(line) : session_.RefuseLongLine();
  }

  RpcSession session_;
  LineBuffer lines_;
};

Diagnostic Failed(Code code, std::string_view what) {
  return Report(code, std::string(what) + ": " + SystemReason(errno));
}

Result<void> Serve(int input, int output, const Limits& limits) {
  RpcLoop loop(limits);
  const auto send = [&](std::string_view response) { return WriteAll(output, response); };
  for (;;) {
    const ssize_t count = ReadSome(input, loop.Room());
    if (count < 0) return Failed(Code::kFileUnreadable, "the requests cannot be read");
    const bool sent = count > 0 ? loop.Take(static_cast<size_t>(count), send) : loop.Finish(send);
    // Whoever closes the pipe wants no more answers.
    if (!sent && errno == EPIPE) return {};
    if (!sent) return Failed(Code::kOutputFailed, "a response cannot be written");
    if (count == 0) return {};
  }
}

}  // namespace

std::string AnswerAll(std::string_view input, size_t piece_size, const Limits& limits) {
  RpcLoop loop(limits);
  std::string output;
  const auto send = [&](std::string_view response) {
    output.append(response);
    return true;
  };
  while (!input.empty()) {
    const std::span<char> room = loop.Room();
    const size_t count = std::min({piece_size, room.size(), input.size()});
    std::memcpy(room.data(), input.data(), count);
    input.remove_prefix(count);
    loop.Take(count, send);
  }
  loop.Finish(send);
  return output;
}

}  // namespace galley::api

namespace galley {

Result<void> ServeRpc(int input, int output, const Limits& limits) noexcept {
  return CatchAll([&] { return api::Serve(input, output, limits); },
                  []() -> Result<void> { return Report(Code::kInternal, "out of memory"); });
}

}  // namespace galley
