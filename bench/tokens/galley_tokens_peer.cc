// Galley's side of the token benchmark.  Reads commands, answers a line each; run.py says
// which.  Times are nanoseconds of processor time.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "tokenize/builtin.h"
#include "tokenize/compile.h"
#include "tokenize/table_tokenizer.h"

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

Timed Count(const TableTokenizer& tokenizer, const std::string& text) {
  const int64_t begin = Now();
  const uint64_t tokens = *tokenizer.Count(text, Specials::kText);
  return {Now() - begin, tokens};
}

// A tokenizer that has seen nothing, then the same text again.
void CountTwice(const std::string& table, const std::string& path) {
  const std::string text = ReadWhole(path);
  const TableTokenizer tokenizer = *TableTokenizer::Of(table);
  static_cast<void>(Count(tokenizer, "x"));
  const Timed first = Count(tokenizer, text);
  Timed warm = Count(tokenizer, text);
  for (int i = 0; i < 4; ++i) {
    warm.nanoseconds = std::min(warm.nanoseconds, Count(tokenizer, text).nanoseconds);
  }
  std::printf("%lu %ld %ld\n", first.tokens, first.nanoseconds, warm.nanoseconds);
}

// The average of joining neighbouring lines.
void JoinLines(const std::string& table, const std::string& path) {
  const TableTokenizer tokenizer = *TableTokenizer::Of(table);
  std::vector<MeasuredText> lines;
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

int Serve() {
  const std::string table = *CompileTable(*DefinitionOf(*FindBuiltin("o200k")), "");
  char word[16];
  char path[4096];
  while (std::scanf("%15s %4095s", word, path) == 2) {
    std::string_view(word) == "join" ? JoinLines(table, path) : CountTwice(table, path);
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace
}  // namespace galley

int main() { return galley::Serve(); }
