// How fast JSON data becomes Values, beside what simdjson needs for its own DOM.
//
// Both read the same text, which is generated from a fixed seed, with warm buffers.
// The ratio is to stay below 2.
#include <cstdint>
#include <string>
#include <string_view>

#include <benchmark/benchmark.h>
#include <simdjson.h>

#include "bench/inside/peak_memory.h"
#include "diag/source.h"
#include "format/json_data.h"
#include "galley/limits.h"
#include "value/heap.h"

namespace {

using galley::Heap;
using galley::JsonDataReader;
using galley::Limits;
using galley::Nature;
using galley::Source;

class Random {
 public:
  uint64_t Below(uint64_t bound) {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_ % bound;
  }

 private:
  uint64_t state_ = 0x9E3779B97F4A7C15;
};

// Words of a sentence, some with what JSON must escape and some beyond ASCII.
constexpr std::string_view kWords[] = {
    "the",    "prompt", "of",      "a",      "model", "answers", "within", "budget", "and",
    "tokens", "every",  "message", "Zürich", "naïve", "東京",    "said:",  "\\n",    "\\\"yes\\\"",
    "data",   "is",     "never",   "code",   "user",  "context", "system", "please", "summary"};

void AppendText(size_t words, Random* random, std::string* out) {
  *out += '"';
  for (size_t i = 0; i < words; ++i) {
    if (i > 0) *out += ' ';
    *out += kWords[random->Below(std::size(kWords))];
  }
  *out += '"';
}

void AppendField(std::string_view name, std::string_view value, std::string* out) {
  *out += '"';
  *out += name;
  *out += "\":";
  *out += value;
}

void AppendMessage(Random* random, std::string* out) {
  *out += '{';
  AppendField("role", random->Below(2) ? "\"user\"" : "\"assistant\"", out);
  *out += ",\"content\":";
  AppendText(4 + random->Below(24), random, out);
  *out += ',';
  AppendField("tokens", std::to_string(random->Below(4000)), out);
  *out += '}';
}

// A record as a store of conversations would hand it out: small and large maps,
// lists, every scalar, texts of all lengths.
void AppendRecord(size_t number, Random* random, std::string* out) {
  *out += '{';
  AppendField("id", std::to_string(number), out);
  *out += ",\"title\":";
  AppendText(3 + random->Below(6), random, out);
  *out += ',';
  AppendField("created_at", std::to_string(1'600'000'000 + random->Below(100'000'000)), out);
  *out += ',';
  AppendField("score", std::to_string(static_cast<double>(random->Below(1'000'000)) / 997), out);
  *out += ',';
  AppendField("archived", random->Below(4) ? "false" : "true", out);
  *out += ',';
  AppendField("parent", "null", out);
  *out += ",\"owner\":{";
  AppendField("name", "\"Ada Lovelace\"", out);
  *out += ',';
  AppendField("locale", "\"en-GB\"", out);
  *out += ',';
  AppendField("age", std::to_string(random->Below(90)), out);
  *out += "},\"tags\":[";
  for (uint64_t i = 0, tags = random->Below(5); i < tags; ++i) {
    if (i > 0) *out += ',';
    AppendText(1, random, out);
  }
  *out += "],\"embedding\":[";
  for (uint64_t i = 0, numbers = random->Below(12); i < numbers; ++i) {
    if (i > 0) *out += ',';
    *out += std::to_string(static_cast<double>(random->Below(2'000'000)) / 1e6 - 1);
  }
  *out += "],\"messages\":[";
  for (uint64_t i = 0, messages = 1 + random->Below(6); i < messages; ++i) {
    if (i > 0) *out += ',';
    AppendMessage(random, out);
  }
  *out += "],";
  AppendField("model", "\"large-3\"", out);
  *out += '}';
}

std::string Generate(size_t bytes) {
  Random random;
  std::string text = "[";
  for (size_t number = 0; text.size() < bytes; ++number) {
    if (number > 0) text += ',';
    AppendRecord(number, &random, &text);
  }
  text += ']';
  return text;
}

Limits WithoutLimits() {
  Limits limits;
  limits.context = uint64_t{1} << 30;
  limits.heap = uint64_t{1} << 40;
  limits.steps = uint64_t{1} << 60;
  limits.list = uint64_t{1} << 31;
  return limits;
}

constexpr size_t kBytes = 100'000'000;

const std::string& Text() {
  static const std::string kText = Generate(kBytes);
  return kText;
}

void CountBytes(benchmark::State* state) {
  state->SetBytesProcessed(static_cast<int64_t>(Text().size()) * state->iterations());
  CountPeakMemory(state);
}

void ReadDom(benchmark::State& state) {
  const simdjson::padded_string padded(Text());
  simdjson::dom::parser parser;
  const auto parse = [&] {
    if (parser.parse(padded).error()) state.SkipWithError("simdjson refused the text");
  };
  parse();
  for (auto _ : state) parse();
  CountBytes(&state);
}

void ReadValues(benchmark::State& state) {
  const Source source("generated", Text(), Nature::kData);
  const Limits limits = WithoutLimits();
  JsonDataReader reader;
  Heap heap(limits);
  const auto read = [&] {
    heap.Reset(limits);
    if (!reader.Read(source, &heap, limits)) state.SkipWithError("the text was refused");
  };
  read();
  for (auto _ : state) read();
  CountBytes(&state);
}

BENCHMARK(ReadDom)->Name("simdjson DOM/100 MB")->Unit(benchmark::kMillisecond);
BENCHMARK(ReadValues)->Name("galley Values/100 MB")->Unit(benchmark::kMillisecond);

}  // namespace
