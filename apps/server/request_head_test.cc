#include "apps/server/request_head.h"

#include <string>

#include <gtest/gtest.h>

namespace galley::server {
namespace {

struct Read {
  Scan scan = Scan::kIncomplete;
  RequestHead head;
  ScanProblem problem;
};

Read ReadHead(std::string_view bytes, const HeadLimits& limits = {}) {
  Read read;
  size_t scanned = 0;
  read.scan = ScanHead(bytes, limits, &scanned, &read.head, &read.problem);
  return read;
}

int StatusOf(std::string_view bytes) {
  const Read read = ReadHead(bytes);
  return read.scan == Scan::kBad ? read.problem.status : 0;
}

TEST(RequestHead, IsReadInItsParts) {
  const std::string bytes =
      "POST /v1/x?a=1 HTTP/1.1\r\nHost: a:1\r\nX-Y:  z \r\ncontent-length: 12\r\n\r\nmore";
  const Read read = ReadHead(bytes);
  ASSERT_EQ(read.scan, Scan::kDone);
  EXPECT_EQ(read.head.method, "POST");
  EXPECT_EQ(read.head.path, "/v1/x");
  EXPECT_EQ(read.head.query, "a=1");
  EXPECT_EQ(read.head.host, "a:1");
  EXPECT_EQ(read.head.Find("x-y"), "z");
  EXPECT_EQ(read.head.content_length, 12u);
  EXPECT_EQ(read.head.size, bytes.size() - 4);
  EXPECT_TRUE(read.head.keeps_alive);
}

TEST(RequestHead, MayComeByteByByte) {
  const std::string bytes = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";
  size_t scanned = 0;
  RequestHead head;
  ScanProblem problem;
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_EQ(ScanHead(bytes.substr(0, size), {}, &scanned, &head, &problem), Scan::kIncomplete);
  }
  EXPECT_EQ(ScanHead(bytes, {}, &scanned, &head, &problem), Scan::kDone);
}

TEST(RequestHead, RefusesWhatOthersMightReadDifferently) {
  const std::string host = "GET / HTTP/1.1\r\nhost: x\r\n";
  for (const std::string& bytes : {
           std::string("GET / HTTP/1.1\nhost: x\n\n"),
           std::string("GET / HTTP/1.1\r\nhost: x\n\r\n"),
           std::string("GET / HTTP/1.1\rhost: x\r\n\r\n"),
           std::string("GET / HTTP/1.1\r\nhost: x\r\n y\r\n\r\n"),
           std::string("GET / HTTP/1.1\r\nhost : x\r\n\r\n"),
           std::string("GET / HTTP/1.1\r\nhost\r\n\r\n"),
           std::string("GET / HTTP/1.1\r\n: x\r\nhost: x\r\n\r\n"),
           std::string("GET / HTTP/1.1\r\n\r\n"),
           std::string("GET  / HTTP/1.1\r\nhost: x\r\n\r\n"),
           std::string("GET /\r\nhost: x\r\n\r\n"),
           std::string("GET / HTP/1.1\r\nhost: x\r\n\r\n"),
           std::string("G\tT / HTTP/1.1\r\nhost: x\r\n\r\n"),
           std::string("GET http://x/ HTTP/1.1\r\nhost: x\r\n\r\n"),
           std::string("CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n"),
           std::string("GET /# HTTP/1.1\r\nhost: x\r\n\r\n"),
           std::string("GET /\x80 HTTP/1.1\r\nhost: x\r\n\r\n"),
           std::string("GET / HTTP/1.1\r\nhost: \x01\r\n\r\n"),
           std::string("GET / HTTP/1.1\r\nhost: x") + '\0' + "\r\n\r\n",
           std::string("\r\nGET / HTTP/1.1\r\nhost: x\r\n\r\n"),
           host + "host: y\r\n\r\n",
           host + "content-length: 1\r\ncontent-length: 1\r\n\r\n",
           host + "content-length: -2\r\n\r\n",
           host + "content-length: +2\r\n\r\n",
           host + "content-length: 0x2\r\n\r\n",
           host + "content-length: 1, 1\r\n\r\n",
           host + "content-length:\r\n\r\n",
           host + "content-length: 9999999999999999999\r\n\r\n",
           host + "transfer-encoding: chunked\r\ncontent-length: 1\r\n\r\n",
           host + "transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n\r\n",
           host + "trailer: x\r\n\r\n",
           std::string("GET / HTTP/1.0\r\ntransfer-encoding: chunked\r\n\r\n"),
       }) {
    EXPECT_EQ(StatusOf(bytes), 400) << bytes;
  }
  EXPECT_EQ(StatusOf(host + "transfer-encoding: gzip\r\n\r\n"), 501);
  EXPECT_EQ(StatusOf(host + "transfer-encoding: gzip, chunked\r\n\r\n"), 501);
  EXPECT_EQ(StatusOf(host + "transfer-encoding: xchunked\r\n\r\n"), 501);
  EXPECT_EQ(StatusOf("GET / HTTP/2.0\r\nhost: x\r\n\r\n"), 505);
}

TEST(RequestHead, HasLimits) {
  const HeadLimits limits{.line = 20, .bytes = 60, .fields = 2};
  const auto status = [&](std::string_view bytes) {
    const Read read = ReadHead(bytes, limits);
    return read.scan == Scan::kBad ? read.problem.status : 0;
  };
  EXPECT_EQ(status("GET /1234567 HTTP/1.1\r\nhost: x\r\n\r\n"), 414);
  EXPECT_EQ(status("GET /123456 HTTP/1.1\r\nhost: x\r\n\r\n"), 0);
  EXPECT_EQ(status("GET /12345678901234567890"), 414);
  EXPECT_EQ(status("GET / HTTP/1.1\r\nhost: x\r\na: b\r\n\r\n"), 0);
  EXPECT_EQ(status("GET / HTTP/1.1\r\nhost: x\r\na: b\r\nc: d\r\n\r\n"), 431);
  EXPECT_EQ(status("GET / HTTP/1.1\r\nhost: " + std::string(40, 'x')), 431);
}

TEST(RequestHead, SaysWhetherTheConnectionStays) {
  EXPECT_FALSE(
      ReadHead("GET / HTTP/1.1\r\nhost: x\r\nconnection: a, Close\r\n\r\n").head.keeps_alive);
  EXPECT_FALSE(ReadHead("GET / HTTP/1.0\r\n\r\n").head.keeps_alive);
  EXPECT_TRUE(ReadHead("GET / HTTP/1.0\r\nconnection: keep-alive\r\n\r\n").head.keeps_alive);
}

}  // namespace
}  // namespace galley::server
