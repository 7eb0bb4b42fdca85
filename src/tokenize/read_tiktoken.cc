// A line is wrong or right by itself; the first that is wrong is told by its number.
#include "tokenize/read_tiktoken.h"

#include <bitset>
#include <charconv>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/try.h"
#include "diag/report.h"
#include "tokenize/base64.h"

namespace galley {
namespace {

Diagnostic BadLine(size_t line, std::string_view what) {
  return Report(Code::kTokenizerInvalid,
                "line " + std::to_string(line) + " of the rank file " + std::string(what));
}

Result<DefinedToken> ReadLine(std::string_view line, size_t number) {
  const size_t space = line.find(' ');
  if (space == line.npos) return BadLine(number, "is not a token and its rank");
  std::optional<std::string> bytes = DecodeBase64(line.substr(0, space));
  if (!bytes || bytes->empty()) return BadLine(number, "holds a token that is not base64");
  const std::string_view digits = line.substr(space + 1);
  DefinedToken token;
  token.text = std::move(*bytes);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), token.id);
  if (error != std::errc() || end != digits.data() + digits.size()) {
    return BadLine(number, "holds a rank that is not a number");
  }
  token.rank = token.id;
  return token;
}

// Every byte that a text may hold is a token: there is no other way to write it down.
Result<void> CheckBytes(const std::vector<DefinedToken>& tokens) {
  std::bitset<256> known;
  for (const DefinedToken& token : tokens) {
    if (token.text.size() == 1) known.set(static_cast<unsigned char>(token.text[0]));
  }
  for (size_t byte = 0; byte < 0xF5; ++byte) {
    if (known[byte] || byte == 0xC0 || byte == 0xC1) continue;
    return Report(Code::kTokenizerInvalid,
                  "the rank file has no token for the byte " + std::to_string(byte));
  }
  return {};
}

}  // namespace

Result<TokenizerDefinition> ReadTiktoken(std::string_view bytes, std::string_view pattern) {
  TokenizerDefinition definition;
  definition.whole_pieces = true;
  SplitStep split;
  split.kind = SplitStep::Kind::kMatchesOnly;
  split.pattern = pattern;
  definition.splits.push_back(std::move(split));
  size_t number = 1;
  for (size_t at = 0; at < bytes.size(); ++number) {
    const size_t end = std::min(bytes.find('\n', at), bytes.size());
    std::string_view line = bytes.substr(at, end - at);
    at = end + 1;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty()) definition.tokens.push_back(TRY(ReadLine(line, number)));
  }
  TRY(CheckBytes(definition.tokens));
  return definition;
}

}  // namespace galley
