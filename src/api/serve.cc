// Reads what there is, answers every complete line, and stops quietly where the other end closes
// its pipe.
#include "api/serve.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "api/client_sources.h"
#include "api/line_buffer.h"
#include "api/rpc.h"
#include "base/catch_all.h"
#include "base/try.h"
#include "diag/report.h"
#include "files/problems.h"
#include "galley/rpc.h"

namespace galley::api {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kLongestAnswer(10);

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

// Where requests come from and answers go.
class Stream {
 public:
  virtual ~Stream() = default;
  // The bytes read, 0 at the end of input, -1 for a failure.
  virtual ssize_t Read(std::span<char> room) = 0;
  // Whether there is something to read, or the end, before `deadline`.
  virtual bool WaitUntil(Clock::time_point deadline) = 0;
  virtual bool Write(std::string_view text) = 0;
};

class Descriptors final : public Stream {
 public:
  Descriptors(int input, int output) noexcept : input_(input), output_(output) {}

  ssize_t Read(std::span<char> room) override { return ReadSome(input_, room); }
  bool Write(std::string_view text) override { return WriteAll(output_, text); }

  bool WaitUntil(Clock::time_point deadline) override {
    for (;;) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
      if (left.count() <= 0) return false;
      pollfd waiting = {input_, POLLIN, 0};
      const int found = poll(&waiting, 1, static_cast<int>(left.count()));
      if (found != 0 && !(found < 0 && errno == EINTR)) return true;
    }
  }

 private:
  int input_;
  int output_;
};

// A text in pieces, and what is written as a text.
class Memory final : public Stream {
 public:
  Memory(std::string_view input, size_t piece_size) noexcept
      : input_(input), piece_size_(piece_size) {}

  ssize_t Read(std::span<char> room) override {
    const size_t count = std::min({piece_size_, room.size(), input_.size()});
    std::memcpy(room.data(), input_.data(), count);
    input_.remove_prefix(count);
    return static_cast<ssize_t>(count);
  }
  bool WaitUntil(Clock::time_point) override { return true; }
  bool Write(std::string_view text) override {
    output_.append(text);
    return true;
  }

  std::string TakeOutput() { return std::move(output_); }

 private:
  std::string_view input_;
  size_t piece_size_;
  std::string output_;
};

Diagnostic Failed(Code code, std::string_view what) {
  return Report(code, std::string(what) + ": " + SystemReason(errno));
}

// Lines in, responses out.  While a request is answered its client may be asked something
// itself; lines that come meanwhile wait their turn.
class RpcLoop final : public RpcClient {
 public:
  RpcLoop(Stream* stream, const Limits& limits)
      : stream_(stream), session_(limits, this), lines_(session_.limits().request) {}

  Result<void> Run() {
    for (;;) {
      std::string_view line;
      const Next next = TakeLine(&line, std::nullopt);
      if (next == Next::kEnd) return {};
      if (next == Next::kFailed) {
        return Failed(Code::kFileUnreadable, "the requests cannot be read");
      }
      const std::string_view response =
          next == Next::kLine ? session_.Answer(line) : session_.RefuseLongLine();
      if (stream_->Write(response)) continue;
      // Whoever closes the pipe wants no more answers.
      if (errno == EPIPE) return {};
      return Failed(Code::kOutputFailed, "a response cannot be written");
    }
  }

  std::optional<std::string> Ask(std::string_view line,
                                 bool (*is_answer)(std::string_view, std::string_view),
                                 std::string_view id) override {
    if (!stream_->Write(line)) return std::nullopt;
    const Clock::time_point deadline = Clock::now() + kLongestAnswer;
    size_t waiting_bytes = 0;
    std::string_view next;
    for (;;) {
      const Next taken = TakeLine(&next, deadline);
      if (taken == Next::kLine && is_answer(next, id)) return std::string(next);
      if (taken != Next::kLine && taken != Next::kTooLong) return std::nullopt;
      waiting_.push_back({taken, std::string(next)});
      waiting_bytes += next.size();
      if (waiting_bytes > session_.limits().request) return std::nullopt;
    }
  }

 private:
  enum class Next : uint8_t { kLine, kTooLong, kEnd, kFailed, kLate };
  struct Waiting {
    Next kind;
    std::string line;
  };

  // The next line.  Those that wait come first, but not for who waits for an answer itself.
  Next TakeLine(std::string_view* line, std::optional<Clock::time_point> deadline) {
    if (!deadline && !waiting_.empty()) {
      current_ = std::move(waiting_.front());
      waiting_.pop_front();
      *line = current_.line;
      return current_.kind;
    }
    *line = {};
    for (;;) {
      if (const LineBuffer::Taken taken = lines_.Take(line); taken != kNothing) return As(taken);
      if (is_ended_) return Next::kEnd;
      if (deadline && !stream_->WaitUntil(*deadline)) return Next::kLate;
      const ssize_t count = stream_->Read(lines_.Room());
      if (count < 0) return Next::kFailed;
      lines_.Commit(static_cast<size_t>(count));
      if (count > 0) continue;
      is_ended_ = true;
      const LineBuffer::Taken rest = lines_.TakeRest(line);
      return rest == kNothing ? Next::kEnd : As(rest);
    }
  }

  static constexpr LineBuffer::Taken kNothing = LineBuffer::Taken::kNothing;
  static Next As(LineBuffer::Taken taken) noexcept {
    return taken == LineBuffer::Taken::kLine ? Next::kLine : Next::kTooLong;
  }

  Stream* stream_;
  RpcSession session_;
  LineBuffer lines_;
  std::deque<Waiting> waiting_;
  Waiting current_ = {};
  bool is_ended_ = false;
};

}  // namespace

std::string AnswerAll(std::string_view input, size_t piece_size, const Limits& limits) {
  Memory stream(input, piece_size);
  static_cast<void>(RpcLoop(&stream, limits).Run());
  return stream.TakeOutput();
}

}  // namespace galley::api

namespace galley {

Result<void> ServeRpc(int input, int output, const Limits& limits) noexcept {
  return CatchAll(
      [&] {
        api::Descriptors stream(input, output);
        return api::RpcLoop(&stream, limits).Run();
      },
      []() -> Result<void> { return Report(Code::kInternal, "out of memory"); });
}

}  // namespace galley
