#include "api/serve.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "galley/rpc.h"

namespace galley::api {
namespace {

// A line that gets an answer, whatever operations there are.
std::string Good() { return R"({"id":1,"method":"no.such.method"})"; }

size_t CountLines(std::string_view text) {
  size_t lines = 0;
  for (const char byte : text) lines += byte == '\n';
  return lines;
}

TEST(AnswerAll, AnswersEachLineHoweverTheBytesArrive) {
  const std::string input = Good() + "\n\n" + Good() + "\r\n{\n" + Good();
  const std::string output = AnswerAll(input, input.size(), {});
  EXPECT_EQ(CountLines(output), 4u);
  for (const size_t piece : {size_t{1}, size_t{2}, size_t{7}}) {
    EXPECT_EQ(AnswerAll(input, piece, {}), output);
  }
}

TEST(AnswerAll, GoesOnAfterALineThatIsTooLong) {
  Limits limits;
  limits.request = Good().size();
  const std::string long_line(10 * Good().size(), ' ');
  const std::string output =
      AnswerAll(long_line + "\n" + Good() + "\n" + Good() + " \n", 5, limits);
  EXPECT_EQ(CountLines(output), 3u);
  EXPECT_NE(output.find(R"("code":"limit-size")"), std::string::npos);
  EXPECT_NE(output.find(R"("code":"unknown-method")"), std::string::npos);
}

struct Pipe {
  Pipe() {
    std::array<int, 2> ends;
    EXPECT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
    out = ends[0];
    in = ends[1];
  }
  int out;
  int in;
};

std::string ReadAll(int descriptor) {
  std::string text;
  std::array<char, 4096> buffer;
  for (ssize_t count; (count = read(descriptor, buffer.data(), buffer.size())) > 0;) {
    text.append(buffer.data(), static_cast<size_t>(count));
  }
  return text;
}

TEST(ServeRpc, AnswersBeforeTheInputEnds) {
  const Pipe requests;
  const Pipe responses;
  std::thread server([&] {
    EXPECT_TRUE(ServeRpc(requests.out, responses.in));
    close(responses.in);
  });
  const std::string line = Good() + "\n";
  for (int round = 0; round < 3; ++round) {
    ASSERT_EQ(write(requests.in, line.data(), line.size()), static_cast<ssize_t>(line.size()));
    std::array<char, 4096> buffer;
    EXPECT_GT(read(responses.out, buffer.data(), buffer.size()), 0);
  }
  close(requests.in);
  EXPECT_EQ(ReadAll(responses.out), "");
  server.join();
  close(requests.out);
  close(responses.out);
}

TEST(ServeRpc, WaitsOnDescriptorsThatDoNotBlock) {
  const Pipe requests;
  const Pipe responses;
  fcntl(requests.out, F_SETFL, O_NONBLOCK);
  fcntl(responses.in, F_SETFL, O_NONBLOCK);
  std::thread server([&] {
    EXPECT_TRUE(ServeRpc(requests.out, responses.in));
    close(responses.in);
  });
  std::thread client([&] {
    const std::string line = Good() + "\n";
    for (int round = 0; round < 2'000; ++round) {
      EXPECT_EQ(write(requests.in, line.data(), line.size()), static_cast<ssize_t>(line.size()));
    }
    close(requests.in);
  });
  EXPECT_EQ(CountLines(ReadAll(responses.out)), 2'000u);
  server.join();
  client.join();
  close(requests.out);
  close(responses.out);
}

// A line that renders a chat template whose only source the client is asked for.
std::string Asking() {
  return R"({"id": 7, "method": "chat.render", "params": {"callbacks": true, "context": {}, )"
         R"("template": {"id": "t", "name": "T", "task": "any", "version": 1, "slots": {}, )"
         R"("layout": [{"kind": "message", "role": "user", "from": {"source": "asked"}}]}}})"
         "\n";
}

std::string ReadLine(int descriptor) {
  std::string line;
  for (char byte; read(descriptor, &byte, 1) == 1 && byte != '\n';) line += byte;
  return line;
}

void WriteText(int descriptor, const std::string& text) {
  EXPECT_EQ(write(descriptor, text.data(), text.size()), static_cast<ssize_t>(text.size()));
}

// A-31: the question comes while the request is being answered, and the answer is waited for.
TEST(ServeRpc, AsksItsClientForSources) {
  const Pipe requests;
  const Pipe responses;
  std::thread server([&] {
    EXPECT_TRUE(ServeRpc(requests.out, responses.in));
    close(responses.in);
  });
  WriteText(requests.in, Asking());
  EXPECT_EQ(ReadLine(responses.out), R"({"jsonrpc":"2.0","id":"s1","method":"source.resolve",)"
                                     R"("params":{"request":7,"source":"asked","args":{}}})");
  WriteText(requests.in, Good() + "\n");  // waits its turn
  WriteText(requests.in, R"({"jsonrpc": "2.0", "id": "s1", "result": {"value": "told"}})"
                         "\n");
  EXPECT_NE(ReadLine(responses.out).find(R"("content":"told")"), std::string::npos);
  EXPECT_NE(ReadLine(responses.out).find("unknown-method"), std::string::npos);
  close(requests.in);
  server.join();
  close(requests.out);
  close(responses.out);
}

// However the bytes arrive, and where the line is not the last one in the buffer.
TEST(AnswerAll, AsksForSourcesInPieces) {
  const std::string input = Good() + "\n" + Asking() + Good() +
                            "\n{\"id\": \"s1\", \"result\": {\"value\": \"told\"}}\n" + Good() +
                            "\n";
  const std::string output = AnswerAll(input, input.size(), {});
  EXPECT_EQ(CountLines(output), 5u);
  for (const size_t piece : {size_t{1}, size_t{7}, size_t{100}}) {
    EXPECT_EQ(AnswerAll(input, piece, {}), output);
  }
}

TEST(ServeRpc, EndsInPeaceWhenNobodyReads) {
  signal(SIGPIPE, SIG_IGN);
  const Pipe requests;
  const Pipe responses;
  close(responses.out);
  const std::string line = Good() + "\n";
  ASSERT_EQ(write(requests.in, line.data(), line.size()), static_cast<ssize_t>(line.size()));
  EXPECT_TRUE(ServeRpc(requests.out, responses.in));
  close(requests.in);
  close(requests.out);
  close(responses.in);
}

TEST(ServeRpc, ReportsDescriptorsThatFail) {
  const int nothing = -1;
  EXPECT_EQ(ServeRpc(nothing, nothing).error().code(), "file-unreadable");

  const Pipe requests;
  const std::string line = Good() + "\n";
  ASSERT_EQ(write(requests.in, line.data(), line.size()), static_cast<ssize_t>(line.size()));
  const int full = open("/dev/full", O_WRONLY | O_CLOEXEC);
  EXPECT_EQ(ServeRpc(requests.out, full).error().code(), "output-failed");
  close(full);
  close(requests.in);
  close(requests.out);
}

}  // namespace
}  // namespace galley::api
