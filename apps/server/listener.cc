// The only source that includes Boost.Asio, which takes long to compile.
//
// Each thread has a loop with its own connections; a connection is touched by the thread of
// its loop alone, and answers from elsewhere are posted to it.
#include "apps/server/listener.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <ctime>
#include <deque>
#include <thread>
#include <utility>

#include "apps/server/chunked_body.h"
#include "apps/server/socket_address.h"
#include "galley/command.h"

namespace galley::server {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using Clock = std::chrono::steady_clock;
using Descriptor = asio::posix::stream_descriptor;

constexpr size_t kReadSize = 64 << 10;
constexpr size_t kMostUnsent = 1 << 20;  // of a stream, before its reader counts as gone
constexpr double kBytesPerSecond = 1024;
constexpr double kLingerSeconds = 1;
// When all ends, the next request of a busy client may be under way; one that has been idle for
// longer than that has none.
constexpr double kBusySeconds = 2;
constexpr double kStopGraceSeconds = 3;

Clock::duration Seconds(double seconds) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

class Loop;

class Connection final : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Loop* loop, int descriptor, Arrival arrival);
  ~Connection();

  void Start() { Process(); }
  void Sweep(Clock::time_point now);
  void Stop();
  void Close();

  void Deliver(Response response, bool is_stream);
  void DeliverPiece(std::string piece, bool is_last);

  Loop& loop() { return loop_; }
  const std::atomic<bool>& gone() const { return is_gone_; }
  size_t index = 0;  // among those of the loop

 private:
  enum class Phase : uint8_t { kHead, kBody, kBusy, kLinger };

  void WaitToRead();
  void WaitToWrite();
  void OnReadable();
  bool Read();
  void Process();
  bool ProcessHead();
  bool ProcessBody();
  void Dispatch();
  void Refuse(const ScanProblem& problem);
  void Append(const Response& response, bool is_stream);
  void WriteOut();
  void FinishResponse();
  void SetDeadline(double seconds);
  void Probe();
  void LeaveSoon();

  Loop& loop_;
  Descriptor descriptor_;
  Arrival arrival_;
  std::string in_;
  size_t scanned_ = 0;
  RequestHead head_;
  const char* head_at_ = nullptr;  // the bytes that it views
  std::string body_;               // of chunks
  std::unique_ptr<ChunkedBody> chunks_;
  std::string out_;
  size_t out_at_ = 0;
  Clock::time_point deadline_;
  size_t moved_ = 0;            // bytes of a body or an answer since the deadline was set
  Clock::time_point moved_at_;  // when a response went out last, or it began
  Phase phase_ = Phase::kHead;
  bool waits_to_read_ = false;
  bool waits_to_write_ = false;
  bool is_at_end_ = false;  // the other side sends no more
  bool closes_ = false;     // after this response
  bool drains_ = false;     // what is not read yet must not turn into a reset
  bool is_head_method_ = false;
  bool is_stream_ = false;
  bool has_no_chunks_ = false;  // HTTP/1.0
  bool is_processing_ = false;
  bool is_stopping_ = false;
  bool is_closed_ = false;
  std::atomic<bool> is_gone_ = false;
};

struct Shared {
  Shared(const ListenerOptions& given, Handler* to) : options(given), handler(to) {}

  ListenerOptions options;
  Handler* handler;
  std::atomic<size_t> connections = 0;
  std::atomic<bool> is_stopping = false;
};

class Loop {
 public:
  explicit Loop(Shared* shared) : shared_(*shared), context_(1), timer_(context_) {
    buffer_.resize(kReadSize);
  }

  asio::io_context& context() { return context_; }
  Shared& shared() { return shared_; }
  std::string& buffer() { return buffer_; }
  const std::string& date() const { return date_; }
  Clock::time_point now() const { return now_; }
  bool is_here() const { return thread_ == std::this_thread::get_id(); }
  bool empty() const { return connections_.empty(); }

  void Adopt(int descriptor, Arrival arrival) {
    auto connection = std::make_shared<Connection>(this, descriptor, std::move(arrival));
    connection->index = connections_.size();
    connections_.push_back(connection);
    if (shared_.is_stopping) connection->Stop();
    connection->Start();
  }

  void Remove(Connection* connection) {
    connections_.back()->index = connection->index;
    std::swap(connections_[connection->index], connections_.back());
    connections_.pop_back();
    --shared_.connections;
    if (shared_.is_stopping && connections_.empty()) context_.stop();
  }

  void Run(std::function<void()> on_tick) {
    thread_ = std::this_thread::get_id();
    on_tick_ = std::move(on_tick);
    Tick();
    context_.run();
  }

  // Lets go of all once nothing more is accepted.
  void Stop() {
    stops_at_ = Clock::now() + Seconds(shared_.options.stop_seconds);
    const std::vector<std::shared_ptr<Connection>> all = connections_;
    for (const auto& each : all) each->Stop();
    if (connections_.empty()) context_.stop();
  }

 private:
  void Tick() {
    now_ = Clock::now();
    const std::time_t time = std::time(nullptr);
    std::tm parts = {};
    gmtime_r(&time, &parts);
    char text[64];
    date_.assign(text, std::strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &parts));
    const std::vector<std::shared_ptr<Connection>> all = connections_;
    for (const auto& each : all) each->Sweep(now_);
    if (on_tick_) on_tick_();
    if (shared_.is_stopping && now_ > stops_at_) return context_.stop();
    timer_.expires_after(std::chrono::milliseconds(250));
    timer_.async_wait([this](const error_code& failed) {
      if (!failed) Tick();
    });
  }

  Shared& shared_;
  asio::io_context context_;
  asio::steady_timer timer_;
  std::thread::id thread_;
  std::function<void()> on_tick_;
  std::string buffer_;
  std::string date_;
  Clock::time_point now_ = Clock::now();
  Clock::time_point stops_at_ = Clock::time_point::max();
  std::vector<std::shared_ptr<Connection>> connections_;
};

// ---------------------------------------------------------------------------
// Replies

class ReplyTo final : public Responder {
 public:
  explicit ReplyTo(std::shared_ptr<Connection> connection) : connection_(std::move(connection)) {}

  void Send(Response response) override {
    if (was_sent_.exchange(true)) return;
    ToLoop([connection = connection_, made = std::move(response)]() mutable {
      connection->Deliver(std::move(made), false);
    });
  }
  void Begin(Response response) override {
    if (was_sent_.exchange(true)) return;
    ToLoop([connection = connection_, made = std::move(response)]() mutable {
      connection->Deliver(std::move(made), true);
    });
  }
  void Write(std::string piece) override {
    ToLoop([connection = connection_, made = std::move(piece)]() mutable {
      connection->DeliverPiece(std::move(made), false);
    });
  }
  void End() override {
    ToLoop([connection = connection_] { connection->DeliverPiece({}, true); });
  }
  const std::atomic<bool>& gone() const override { return connection_->gone(); }

 private:
  template <class Work>
  void ToLoop(Work work) {
    if (connection_->loop().is_here()) return work();
    asio::post(connection_->loop().context(), std::move(work));
  }

  std::shared_ptr<Connection> connection_;
  std::atomic<bool> was_sent_ = false;
};

// ---------------------------------------------------------------------------
// Connections

Connection::Connection(Loop* loop, int descriptor, Arrival arrival)
    : loop_(*loop),
      descriptor_(loop->context(), descriptor),
      arrival_(std::move(arrival)),
      deadline_(Clock::now() + Seconds(loop->shared().options.idle_seconds)),
      moved_at_(Clock::now()) {}

Connection::~Connection() = default;

void Connection::SetDeadline(double seconds) { deadline_ = Clock::now() + Seconds(seconds); }

void Connection::Close() {
  if (std::exchange(is_closed_, true)) return;
  is_gone_ = true;
  error_code ignored;
  descriptor_.close(ignored);
  loop_.Remove(this);
}

void Connection::WaitToRead() {
  if (is_closed_ || is_at_end_ || std::exchange(waits_to_read_, true)) return;
  descriptor_.async_wait(Descriptor::wait_read,
                         [self = shared_from_this()](const error_code& failed) {
                           self->waits_to_read_ = false;
                           if (!failed && !self->is_closed_) self->OnReadable();
                         });
}

void Connection::WaitToWrite() {
  if (is_closed_ || std::exchange(waits_to_write_, true)) return;
  descriptor_.async_wait(Descriptor::wait_write,
                         [self = shared_from_this()](const error_code& failed) {
                           self->waits_to_write_ = false;
                           if (!failed && !self->is_closed_) self->WriteOut();
                         });
}

void Connection::OnReadable() {
  if (phase_ == Phase::kBusy) {
    // What it sends meanwhile can wait; that it is gone cannot.  A client that sends no
    // more may still read.
    char byte;
    const ssize_t size = recv(descriptor_.native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    if (size < 0 && errno != EAGAIN && errno != EINTR) return Close();
    if (size == 0) is_at_end_ = true;
    return;
  }
  if (!Read()) return Close();
  if (phase_ == Phase::kLinger) {
    in_.clear();
    if (is_at_end_) return Close();
    return WaitToRead();
  }
  Process();
}

// False where the connection broke.
bool Connection::Read() {
  std::string& buffer = loop_.buffer();
  while (true) {
    const ssize_t size =
        recv(descriptor_.native_handle(), buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (size < 0) return errno == EAGAIN || errno == EINTR;
    if (size == 0) {
      is_at_end_ = true;
      return true;
    }
    in_.append(buffer.data(), static_cast<size_t>(size));
    moved_ += static_cast<size_t>(size);
    if (static_cast<size_t>(size) < buffer.size()) return true;
    // The rest comes with the next turn, so that others have theirs.
    if (in_.size() > (1 << 20)) return true;
  }
}

void Connection::Process() {
  if (is_processing_) return;
  is_processing_ = true;
  const std::shared_ptr<Connection> self = shared_from_this();
  bool goes_on = true;
  while (goes_on && !is_closed_ && out_.empty()) {
    if (phase_ == Phase::kHead) {
      goes_on = ProcessHead();
    } else if (phase_ == Phase::kBody) {
      goes_on = ProcessBody();
    } else {
      goes_on = false;
    }
  }
  is_processing_ = false;
  if (is_closed_) return;
  if (phase_ == Phase::kHead || phase_ == Phase::kBody) {
    const bool is_idle = phase_ == Phase::kHead && in_.empty();
    if (is_at_end_ && out_.empty()) return Close();
    if (is_idle && is_stopping_ && out_.empty()) LeaveSoon();
    if (is_idle && in_.capacity() > 512) in_ = std::string();
  }
  WaitToRead();
}

// True where there may be more to process.
bool Connection::ProcessHead() {
  if (in_.empty()) {
    return false;
  }
  if (scanned_ == 0) SetDeadline(loop_.shared().options.head_seconds);
  ScanProblem problem;
  const Scan scan = ScanHead(in_, loop_.shared().options.head, &scanned_, &head_, &problem);
  if (scan == Scan::kIncomplete) return false;
  if (scan == Scan::kBad) {
    closes_ = true;
    drains_ = true;
    Refuse(problem);
    return false;
  }
  head_at_ = in_.data();
  is_head_method_ = head_.method == "HEAD";
  has_no_chunks_ = head_.minor == 0;
  closes_ = !head_.keeps_alive || is_stopping_;
  if (head_.content_length > loop_.shared().handler->longest_body()) {
    closes_ = true;
    drains_ = true;
    Refuse({413, "the body is longer than the limit"});
    return false;
  }
  const Request request{head_, {}, &arrival_};
  if (std::optional<Response> refused = loop_.shared().handler->Admit(request)) {
    if (head_.has_body()) closes_ = drains_ = true;
    if (!closes_) in_.erase(0, head_.size);
    scanned_ = 0;
    phase_ = Phase::kBusy;
    Deliver(*std::move(refused), false);
    return phase_ == Phase::kHead;
  }
  if (!head_.has_body()) {
    Dispatch();
    return phase_ == Phase::kHead;
  }
  phase_ = Phase::kBody;
  moved_ = 0;
  SetDeadline(loop_.shared().options.body_seconds);
  const uint64_t here = in_.size() - head_.size;
  if (head_.expects_continue && here == 0) {
    constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
    (void)send(descriptor_.native_handle(), kContinue.data(), kContinue.size(), MSG_NOSIGNAL);
  }
  if (head_.is_chunked) {
    chunks_ = std::make_unique<ChunkedBody>(loop_.shared().handler->longest_body());
    body_.clear();
  }
  return true;
}

bool Connection::ProcessBody() {
  if (!head_.is_chunked) {
    if (in_.size() - head_.size < head_.content_length) return false;
    Dispatch();
    return phase_ == Phase::kHead;
  }
  size_t taken = 0;
  const ChunkedBody::State state =
      chunks_->Take(std::string_view(in_).substr(head_.size), &body_, &taken);
  in_.erase(head_.size, taken);
  if (state == ChunkedBody::State::kMore) return false;
  if (state == ChunkedBody::State::kDone) {
    Dispatch();
    return phase_ == Phase::kHead;
  }
  closes_ = drains_ = true;
  const bool too_long = state == ChunkedBody::State::kTooLong;
  Refuse(too_long ? ScanProblem{413, "the body is longer than the limit"}
                  : ScanProblem{400, "the chunks of the body are not well formed"});
  return false;
}

// Hands a whole request on.
void Connection::Dispatch() {
  // The bytes may have moved since the head was read.
  if (in_.data() != head_at_) {
    ScanProblem problem;
    size_t scanned = 0;
    (void)ScanHead(in_, loop_.shared().options.head, &scanned, &head_, &problem);
  }
  const bool is_chunked = head_.is_chunked;
  const size_t length = is_chunked ? 0 : static_cast<size_t>(head_.content_length);
  const size_t whole = head_.size + length;
  const Request request{
      head_,
      is_chunked ? std::string_view(body_) : std::string_view(in_).substr(head_.size, length),
      &arrival_};
  phase_ = Phase::kBusy;
  deadline_ = Clock::time_point::max();
  loop_.shared().handler->Handle(request, std::make_shared<ReplyTo>(shared_from_this()));
  if (is_closed_) return;
  if (whole == in_.size()) {
    in_.clear();
  } else {
    in_.erase(0, whole);
  }
  scanned_ = 0;
  chunks_.reset();
  body_ = std::string();
}

void Connection::Refuse(const ScanProblem& problem) {
  phase_ = Phase::kBusy;
  Deliver(loop_.shared().handler->Refuse(problem), false);
}

void Connection::Append(const Response& response, bool is_stream) {
  std::string& out = out_;
  out += "HTTP/1.1 ";
  out += std::to_string(response.status);
  out += ' ';
  out += ReasonOf(response.status);
  out += "\r\ndate: ";
  out += loop_.date();
  if (!response.content_type.empty() && response.status != 204 && response.status != 202) {
    out += "\r\ncontent-type: ";
    out += response.content_type;
  }
  for (const auto& [name, value] : response.fields) {
    out += "\r\n";
    out += name;
    out += ": ";
    out += value;
  }
  if (is_stream) {
    out += has_no_chunks_ ? "\r\ncache-control: no-store"
                          : "\r\ncache-control: no-store\r\ntransfer-encoding: chunked";
  } else if (response.status != 204 && response.status != 304) {
    out += "\r\ncontent-length: ";
    out += std::to_string(response.body.size());
  }
  if (closes_) {
    out += "\r\nconnection: close";
  } else if (has_no_chunks_) {
    out += "\r\nconnection: keep-alive";
  }
  out += "\r\n\r\n";
  if (!is_head_method_) out += response.body;
}

void Connection::Deliver(Response response, bool is_stream) {
  if (is_closed_ || phase_ != Phase::kBusy) return;
  is_stream_ = is_stream;
  if (is_stopping_ || loop_.shared().is_stopping) closes_ = true;
  if (is_stream && has_no_chunks_) closes_ = true;
  Append(response, is_stream);
  SetDeadline(loop_.shared().options.body_seconds);
  if (is_stream) deadline_ = Clock::time_point::max();
  WriteOut();
  // What the system took at once was not read by anybody yet.
  if (!out_.empty()) moved_ = 0;
}

void Connection::DeliverPiece(std::string piece, bool is_last) {
  if (is_closed_ || !is_stream_) return;
  if (out_.size() - out_at_ > kMostUnsent) return Close();
  if (!piece.empty() && !has_no_chunks_) {
    char size[32];
    std::snprintf(size, sizeof size, "%zx\r\n", piece.size());
    out_ += size;
  }
  out_ += piece;
  if (!piece.empty() && !has_no_chunks_) out_ += "\r\n";
  if (is_last) {
    if (!has_no_chunks_) out_ += "0\r\n\r\n";
    is_stream_ = false;
  }
  if (!waits_to_write_) WriteOut();
}

void Connection::WriteOut() {
  while (out_at_ < out_.size()) {
    const ssize_t size = send(descriptor_.native_handle(), out_.data() + out_at_,
                              out_.size() - out_at_, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0 && errno == EAGAIN) return WaitToWrite();
    if (size <= 0) return Close();
    out_at_ += static_cast<size_t>(size);
    moved_ += static_cast<size_t>(size);
  }
  if (out_.capacity() > (64 << 10)) {
    out_ = std::string();
  } else {
    out_.clear();
  }
  out_at_ = 0;
  if (!is_stream_ && phase_ == Phase::kBusy) FinishResponse();
}

void Connection::FinishResponse() {
  if (!closes_) {
    phase_ = Phase::kHead;
    SetDeadline(loop_.shared().options.idle_seconds);
    moved_at_ = deadline_ - Seconds(loop_.shared().options.idle_seconds);
    return Process();
  }
  if (!drains_ && in_.empty()) return Close();
  // Closing with bytes unread would reset the connection and lose the answer.
  phase_ = Phase::kLinger;
  in_ = std::string();
  shutdown(descriptor_.native_handle(), SHUT_WR);
  SetDeadline(kLingerSeconds);
  if (is_at_end_) return Close();
  WaitToRead();
}

// Whether one that sends no more still reads cannot be seen, but a response that means nothing
// brings a reset from one that does not.
void Connection::Probe() {
  constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
  const bool may_be_gone = phase_ == Phase::kBusy && is_at_end_ && out_.empty() && !is_stream_;
  if (!may_be_gone || has_no_chunks_) return;
  const ssize_t sent = send(descriptor_.native_handle(), kContinue.data(), kContinue.size(),
                            MSG_NOSIGNAL | MSG_DONTWAIT);
  const bool is_broken = sent < 0 && errno != EAGAIN && errno != EINTR;
  // Half a response cannot be taken back.
  if (is_broken || (sent >= 0 && static_cast<size_t>(sent) < kContinue.size())) Close();
}

void Connection::Sweep(Clock::time_point now) {
  Probe();
  if (is_closed_ || now < deadline_) return;
  // Whoever keeps moving 1 KiB a second goes on.
  const bool moves = phase_ == Phase::kBody || (phase_ == Phase::kBusy && !out_.empty());
  const double seconds = loop_.shared().options.body_seconds;
  if (moves && static_cast<double>(moved_) >= kBytesPerSecond * seconds) {
    moved_ = 0;
    return SetDeadline(seconds);
  }
  const bool is_late =
      out_.empty() && (phase_ == Phase::kBody || (phase_ == Phase::kHead && !in_.empty()));
  if (!is_late) return Close();
  closes_ = drains_ = true;
  Refuse({408, "the request did not arrive in time"});
}

void Connection::Stop() {
  is_stopping_ = true;
  if (phase_ != Phase::kHead || !in_.empty()) return;
  // What was sent before is answered.
  if (!Read()) return Close();
  LeaveSoon();
  Process();
}

void Connection::LeaveSoon() {
  const Clock::time_point now = Clock::now();
  const bool is_busy = now - moved_at_ < Seconds(kBusySeconds);
  deadline_ = std::min(deadline_, is_busy ? now + Seconds(kStopGraceSeconds) : now);
}

// ---------------------------------------------------------------------------
// The listener

class AsioListener final : public Listener {
 public:
  AsioListener(const ListenerOptions& options, Handler* handler) : shared_(options, handler) {
    for (size_t at = 0; at < options.threads; ++at) {
      loops_.push_back(std::make_unique<Loop>(&shared_));
    }
    // From now on they wait to be taken.
    ends_ = std::make_unique<asio::signal_set>(loops_[0]->context(), SIGTERM, SIGINT);
    hangups_ = std::make_unique<asio::signal_set>(loops_[0]->context(), SIGHUP);
  }
  ~AsioListener() override {
    // A second signal changes nothing.
    ends_.reset();
    std::signal(SIGTERM, SIG_IGN);
    std::signal(SIGINT, SIG_IGN);
    for (const std::string& path : unix_paths_) unlink(path.c_str());
  }

  Result<void> OpenAll() {
    for (const std::string& address : shared_.options.addresses) {
      const Result<ListeningSocket> socket =
          ListenOn(address, shared_.options.loopback_only, shared_.options.reuse_port);
      if (!socket) return socket.error();
      if (!socket->unix_path.empty()) unix_paths_.push_back(socket->unix_path);
      places_.push_back(socket->shown);
      acceptors_.emplace_back(loops_[0]->context(), socket->descriptor);
    }
    return {};
  }

  std::vector<std::string> places() const override { return places_; }
  size_t connections() const override { return shared_.connections; }

  void Run(std::function<void()> on_hangup, std::function<void()> on_stop,
           std::function<void()> on_tick) override {
    ends_->async_wait([&](const error_code& failed, int) {
      if (failed) return;
      on_stop();
      Stop();
    });
    std::function<void()> await_hangup = [&] {
      hangups_->async_wait([&](const error_code& failed, int) {
        if (failed) return;
        on_hangup();
        await_hangup();
      });
    };
    await_hangup();
    for (Descriptor& acceptor : acceptors_) Accept(&acceptor);
    std::vector<std::thread> threads;
    for (size_t at = 1; at < loops_.size(); ++at) {
      // The tick keeps a loop without connections running.
      threads.emplace_back([loop = loops_[at].get()] { loop->Run({}); });
    }
    loops_[0]->Run(std::move(on_tick));
    for (std::thread& thread : threads) thread.join();
  }

 private:
  void Accept(Descriptor* acceptor) {
    acceptor->async_wait(Descriptor::wait_read, [this, acceptor](const error_code& failed) {
      if (failed) return;
      AcceptAll(acceptor->native_handle());
      Accept(acceptor);
    });
  }

  void AcceptAll(int listening) {
    while (true) {
      sockaddr_storage address = {};
      socklen_t size = sizeof address;
      const int descriptor = accept4(listening, reinterpret_cast<sockaddr*>(&address), &size,
                                     SOCK_NONBLOCK | SOCK_CLOEXEC);
      if (descriptor < 0 && (errno == EINTR || errno == ECONNABORTED)) continue;
      if (descriptor < 0) {
        // Without descriptors left, the loop would spin.
        if (errno == EMFILE || errno == ENFILE) usleep(10'000);
        return;
      }
      if (shared_.connections >= shared_.options.connections) {
        constexpr std::string_view kFull =
            "HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nretry-after: 1\r\n"
            "connection: close\r\n\r\n";
        (void)send(descriptor, kFull.data(), kFull.size(), MSG_NOSIGNAL);
        close(descriptor);
        continue;
      }
      ++shared_.connections;
      Arrival arrival = ArrivalAt(descriptor, address);
      if (arrival.local_port != 0) {
        const int on = 1;
        setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
      }
      Loop* loop = loops_[next_++ % loops_.size()].get();
      if (loop == loops_[0].get()) {
        loop->Adopt(descriptor, std::move(arrival));
        continue;
      }
      asio::post(loop->context(), [loop, descriptor, made = std::move(arrival)]() mutable {
        loop->Adopt(descriptor, std::move(made));
      });
    }
  }

  void Stop() {
    // Who connected before is served.
    for (Descriptor& acceptor : acceptors_) {
      AcceptAll(acceptor.native_handle());
      error_code ignored;
      acceptor.close(ignored);
    }
    shared_.is_stopping = true;
    for (const auto& loop : loops_) {
      asio::post(loop->context(), [each = loop.get()] { each->Stop(); });
    }
  }

  Shared shared_;
  std::vector<std::unique_ptr<Loop>> loops_;
  std::deque<Descriptor> acceptors_;
  std::unique_ptr<asio::signal_set> ends_;
  std::unique_ptr<asio::signal_set> hangups_;
  std::vector<std::string> places_;
  std::vector<std::string> unix_paths_;
  size_t next_ = 0;
};

// 10,240 connections need more descriptors than a process usually may have.
void RaiseDescriptorLimit() {
  rlimit limit = {};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

Result<std::unique_ptr<Listener>> Listener::Open(const ListenerOptions& options, Handler* handler) {
  RaiseDescriptorLimit();
  auto listener = std::make_unique<AsioListener>(options, handler);
  const Result<void> opened = listener->OpenAll();
  if (!opened) return opened.error();
  return std::unique_ptr<Listener>(std::move(listener));
}

}  // namespace galley::server
