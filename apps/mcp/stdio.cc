// One loop that waits for input, for changes of files and for the time to look at the store.
#include "apps/mcp/stdio.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <string>
#include <string_view>

#include "apps/mcp/session.h"
#include "apps/mcp/store_watch.h"
#include "apps/mcp/watch.h"
#include "galley/command.h"

namespace galley::mcp {
namespace {

// What one save of an editor does to a directory is told once.
constexpr int kSettleMilliseconds = 50;
// How often a store is asked whether something changed.
constexpr int kStoreMilliseconds = 1'000;

class Loop {
 public:
  Loop(int input, int output, const Workspace& workspace, const ServerOptions& options,
       uint64_t longest)
      : input_(input),
        output_(output),
        longest_(longest),
        server_(workspace, options),
        session_(server_, [this](const std::string& line) { Send(line); }),
        watch_(workspace),
        store_(workspace) {}

  Result<void> Run() {
    while (!is_over_) {
      pollfd waits[2] = {{input_, POLLIN, 0}, {watch_.descriptor(), POLLIN, 0}};
      const int count = poll(waits, 2, session_.has_listeners() ? kStoreMilliseconds : -1);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return OutputProblem(errno);
      if (waits[1].revents & POLLIN) TakeChanges();
      if (waits[0].revents) Read();
      if (session_.has_listeners()) AskStore();
    }
    session_.End();
    if (failure_ != 0 && failure_ != EPIPE) return OutputProblem(failure_);
    return {};
  }

 private:
  void Read() {
    char buffer[65'536];
    const ssize_t size = read(input_, buffer, sizeof buffer);
    if (size < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (size <= 0) {
      // A last line without its end is one, too.
      if (!line_.empty()) TakeLine();
      is_over_ = true;
      return;
    }
    std::string_view text(buffer, static_cast<size_t>(size));
    for (size_t end; !is_over_ && (end = text.find('\n')) != text.npos;) {
      Append(text.substr(0, end));
      text.remove_prefix(end + 1);
      TakeLine();
    }
    Append(text);
  }

  void Append(std::string_view text) {
    is_too_long_ = is_too_long_ || line_.size() + text.size() > longest_;
    if (is_too_long_) {
      line_ = {};
    } else {
      line_ += text;
    }
  }

  void TakeLine() {
    if (is_too_long_) {
      Send(Printed(
          ErrorMessage(Json(), {kInvalidRequest, "a message is longer than the limit of " +
                                                     std::to_string(longest_) + " bytes"})));
    } else if (line_.find_first_not_of(" \t\r") != std::string::npos) {
      session_.Receive(line_);
    }
    is_too_long_ = false;
    line_.clear();
  }

  void TakeChanges() {
    if (!watch_.Drain()) return;
    // Others may follow at once.
    pollfd wait = {watch_.descriptor(), POLLIN, 0};
    while (poll(&wait, 1, kSettleMilliseconds) > 0) watch_.Drain();
    session_.TellChanges();
  }

  // Whoever asks much does not make it look more often.
  void AskStore() {
    const auto now = std::chrono::steady_clock::now();
    if (now - asked_ < store_.pause()) return;
    asked_ = now;
    if (store_.Look()) session_.TellChanges();
  }

  void Send(const std::string& line) {
    const std::string text = line + '\n';
    for (std::string_view left = text; !left.empty() && failure_ == 0;) {
      const ssize_t size = write(output_, left.data(), left.size());
      if (size >= 0) {
        left.remove_prefix(static_cast<size_t>(size));
      } else if (errno != EINTR) {
        failure_ = errno;
        is_over_ = true;
      }
    }
  }

  int input_;
  int output_;
  uint64_t longest_;
  Server server_;
  Session session_;
  Watch watch_;
  StoreWatch store_;
  std::chrono::steady_clock::time_point asked_ = {};  // the store
  std::string line_;
  bool is_too_long_ = false;
  bool is_over_ = false;
  int failure_ = 0;  // of a write
};

}  // namespace

Result<void> ServeStdio(int input, int output, const Workspace& workspace,
                        const ServerOptions& options, uint64_t longest) {
  return Loop(input, output, workspace, options, longest).Run();
}

}  // namespace galley::mcp
