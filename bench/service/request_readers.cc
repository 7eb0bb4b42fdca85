// The reader of heads that the service has, against Boost.Beast's, on the same requests: the
// time that each takes, and what each makes of requests that end in two places.
//
// usage: request_readers [ROUNDS]      (bench/service/readers.sh builds and runs it)
#include <time.h>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "apps/server/request_head.h"

namespace {

namespace http = boost::beast::http;

constexpr std::string_view kRender =
    "POST /v1/template.render HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nUser-Agent: bench/1\r\n"
    "Accept: */*\r\nContent-Type: application/json\r\nContent-Length: 60\r\n\r\n"
    R"({"name":"hello","data":{"name":"Ann","place":"the harbour"}})";

double Now() {
  timespec now = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

// How many bytes of `text` it takes for one request; 0: it refuses.
size_t TakenByBeast(std::string_view text) {
  http::request_parser<http::string_body> parser;
  parser.eager(true);
  size_t taken = 0;
  while (!parser.is_done() && taken < text.size()) {
    boost::system::error_code error;
    const size_t used =
        parser.put(boost::asio::buffer(text.data() + taken, text.size() - taken), error);
    if (error && error != http::error::need_more) return 0;
    if (used == 0) break;
    taken += used;
  }
  return parser.is_done() ? taken : 0;
}

size_t TakenByUs(std::string_view text) {
  static galley::server::RequestHead head;
  galley::server::ScanProblem problem;
  size_t scanned = 0;
  const auto scan = galley::server::ScanHead(text, {}, &scanned, &head, &problem);
  if (scan != galley::server::Scan::kDone) return 0;
  return head.size + static_cast<size_t>(head.content_length);
}

template <class Take>
double NanosecondsEach(Take take, int rounds) {
  size_t sum = 0;
  const double began = Now();
  for (int round = 0; round < rounds; ++round) sum += take(kRender);
  const double each = (Now() - began) / rounds;
  if (sum != kRender.size() * static_cast<size_t>(rounds)) std::puts("a request was misread");
  return each;
}

void Compare(const char* what, std::string_view fields) {
  const std::string head =
      "POST /v1/version HTTP/1.1\r\nHost: a\r\n" + std::string(fields) + "\r\n\r\n";
  const std::string text = head + "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
  const auto told = [&](size_t taken) {
    return taken == 0             ? std::string("refuses it")
           : taken == head.size() ? std::string("no body: what follows is the next request")
                                  : std::to_string(taken - head.size()) + " bytes of body";
  };
  std::printf("%-34s Beast: %-44s ours: %s\n", what, told(TakenByBeast(text)).c_str(),
              told(TakenByUs(text)).c_str());
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 1'000'000;
  for (int run = 0; run < 5; ++run) {
    const double beast = NanosecondsEach(TakenByBeast, rounds);
    const double ours = NanosecondsEach(TakenByUs, rounds);
    std::printf("a request: Beast %.0f ns, ours %.0f ns, ratio %.1f\n", beast, ours, beast / ours);
  }
  Compare("Transfer-Encoding: xchunked", "Transfer-Encoding: xchunked");
  Compare("Transfer-Encoding: identity", "Transfer-Encoding: identity");
  Compare("Transfer-Encoding: chunked, gzip", "Transfer-Encoding: chunked, gzip");
  Compare("two equal lengths", "Content-Length: 5\r\nContent-Length: 5");
  Compare("two hosts", "Host: b");
  Compare("a folded line", "A: b\r\n c");
  Compare("a blank before a colon", "A : b");
  return 0;
}
