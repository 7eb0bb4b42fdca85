// Bytes as lines of requests.  Every response is one line of JSON, there is at
// most one a line, and the same bytes get the same responses however they arrive.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "api/serve.h"
#include "format/json.h"

namespace galley {
namespace {

// Small, so that lines and values beyond a limit are common.
Limits FuzzLimits() {
  Limits limits;
  limits.request = 4096;
  limits.nesting = 16;
  limits.heap = 1 << 20;
  limits.steps = 100'000;
  return limits;
}

// What writes files answers otherwise the second time.
bool MayWrite(std::string_view input) {
  for (const std::string_view method : {"instructions.init", "instructions.export", "store."}) {
    if (input.find(method) != input.npos) return true;
  }
  return false;
}

void CheckResponse(std::string_view line) {
  Limits limits;
  limits.file = line.size();
  // A result holds a document that is itself as deep as the limit.
  limits.nesting = 64;
  if (!CheckJson(Source("response", line), limits)) std::abort();
  if (!line.starts_with(R"({"jsonrpc":"2.0","id":)")) std::abort();
}

size_t CheckResponses(std::string_view output) {
  size_t responses = 0;
  while (!output.empty()) {
    const size_t end = output.find('\n');
    if (end == std::string_view::npos) std::abort();
    CheckResponse(output.substr(0, end));
    output.remove_prefix(end + 1);
    ++responses;
  }
  return responses;
}

}  // namespace
}  // namespace galley

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  if (galley::MayWrite(input)) return 0;
  const galley::Limits limits = galley::FuzzLimits();
  const std::string output = galley::api::AnswerAll(input, size, limits);
  const auto lines = static_cast<size_t>(std::count(input.begin(), input.end(), '\n'));
  if (galley::CheckResponses(output) > lines + 1) std::abort();
  if (galley::api::AnswerAll(input, 3, limits) != output) std::abort();
  return 0;
}
