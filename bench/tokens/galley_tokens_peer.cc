// Galley's side of the token benchmark, through the public header.  Reads commands, answers a
// line each; run.py says which.  Times are nanoseconds of processor time.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "galley/tokenizer.h"

namespace galley {
namespace {

int64_t Now() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

std::string ReadWhole(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Timed {
  int64_t nanoseconds;
  uint64_t tokens;
};

Timed Count(const Tokenizer& tokenizer, const std::string& text) {
  const int64_t begin = Now();
  const uint64_t tokens = *tokenizer.Count(text);
  return {Now() - begin, tokens};
}

// A tokenizer that has seen nothing, then the same text again.
void CountTwice(const std::string& path) {
  const std::string text = ReadWhole(path);
  const Tokenizer tokenizer = *Tokenizer::Open("o200k");
  // Memory is there, as it is for who counts in a process that lasts; no piece of it was seen.
  static_cast<void>(Count(tokenizer, std::string(text.size(), 'x')));
  const Timed first = Count(tokenizer, text);
  Timed warm = Count(tokenizer, text);
  for (int i = 0; i < 4; ++i) {
    warm.nanoseconds = std::min(warm.nanoseconds, Count(tokenizer, text).nanoseconds);
  }
  std::printf("%lu %ld %ld\n", first.tokens, first.nanoseconds, warm.nanoseconds);
}

// The average of joining neighbouring lines.
void JoinLines(const std::string& path) {
  const Tokenizer tokenizer = *Tokenizer::Open("o200k");
  std::vector<Segment> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    lines.push_back(*tokenizer.Measure(line + '\n'));
  uint64_t tokens = 0;
  const int64_t begin = Now();
  for (size_t i = 0; i + 1 < lines.size(); ++i) {
    tokens += *tokenizer.CountJoined(lines[i], lines[i + 1]);
  }
  const int64_t took = Now() - begin;
  std::printf("%lu %ld\n", tokens, took / static_cast<int64_t>(lines.size()));
}

// A process keeps the tokenizers that it opened, and what they have seen: each command has one
// of its own.
void AnswerInChild(std::string_view word, const std::string& path) {
  const pid_t child = fork();
  if (child == 0) {
    word == "join" ? JoinLines(path) : CountTwice(path);
    std::fflush(stdout);
    _exit(0);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0) std::exit(1);
}

int Serve() {
  char word[16];
  char path[4096];
  while (std::scanf("%15s %4095s", word, path) == 2) AnswerInChild(word, path);
  return 0;
}

}  // namespace
}  // namespace galley

int main() { return galley::Serve(); }
