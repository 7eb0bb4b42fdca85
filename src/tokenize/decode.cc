// Ids to text: the tokens become bytes, and the steps of the definition turn those into characters;
// what is no UTF-8 becomes U+FFFD, in the way that the decoder of the definition has it.
#include <algorithm>
#include <utility>

#include "base/utf8.h"
#include "diag/report.h"
#include "tokenize/table_tokenizer.h"

namespace galley {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr std::string_view kLowerBlock = "\xE2\x96\x81";  // the space of SentencePiece

// How many bytes from `at` on are the longest part of a sequence that could have become
// valid; 1 where even the first byte could not.
size_t InvalidSize(std::string_view bytes, size_t at) noexcept {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const unsigned char lead = byte(at);
  if (lead < 0xC2 || lead > 0xF4) return 1;
  const size_t wanted = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  size_t size = 1;
  while (size < wanted && at + size < bytes.size()) {
    const unsigned char next = byte(at + size);
    unsigned char low = 0x80;
    unsigned char high = 0xBF;
    if (size == 1) {
      if (lead == 0xE0) low = 0xA0;
      if (lead == 0xED) high = 0x9F;
      if (lead == 0xF0) low = 0x90;
      if (lead == 0xF4) high = 0x8F;
    }
    if (next < low || next > high) break;
    ++size;
  }
  return size;
}

// As Unicode recommends: one U+FFFD for each longest part that cannot go on.
std::string Valid(std::string_view bytes) {
  if (IsValidUtf8(bytes)) return std::string(bytes);
  std::string out;
  for (size_t at = 0; at < bytes.size();) {
    const size_t size = SequenceSize(bytes, at);
    out += size > 0 ? bytes.substr(at, size) : kReplacement;
    at += size > 0 ? size : InvalidSize(bytes, at);
  }
  return out;
}

void ReplaceAll(std::string* text, std::string_view from, std::string_view to) {
  if (from.empty()) return;
  std::string out;
  size_t at = 0;
  for (size_t found = text->find(from); found != text->npos; found = text->find(from, at)) {
    out.append(*text, at, found - at);
    out += to;
    at = found + from.size();
  }
  *text = std::move(out.append(*text, at));
}

// A token on its way to text.
struct DecodedToken {
  std::string text;
  bool is_byte = false;
};

// Bytes in a row become characters; a row that is no UTF-8 is a U+FFFD a byte.
std::vector<DecodedToken> JoinBytes(std::vector<DecodedToken> tokens) {
  std::vector<DecodedToken> out;
  for (size_t at = 0; at < tokens.size();) {
    if (!tokens[at].is_byte) {
      out.push_back(std::move(tokens[at++]));
      continue;
    }
    std::string row;
    for (; at < tokens.size() && tokens[at].is_byte; ++at) row += tokens[at].text;
    if (IsValidUtf8(row)) {
      out.push_back({std::move(row), false});
    } else {
      for (size_t i = 0; i < row.size(); ++i) out.push_back({std::string(kReplacement), false});
    }
  }
  return out;
}

void Strip(const DecodeStep& step, std::string* text) {
  if (step.from.empty()) return;
  size_t start = 0;
  size_t end = text->size();
  for (uint32_t i = 0; i < step.start; ++i) {
    if (!std::string_view(*text).substr(start, end - start).starts_with(step.from)) break;
    start += step.from.size();
  }
  for (uint32_t i = 0; i < step.stop; ++i) {
    if (!std::string_view(*text).substr(start, end - start).ends_with(step.from)) break;
    end -= step.from.size();
  }
  *text = text->substr(start, end - start);
}

// At the start the replacement that encoding put there is dropped.
void UndoMetaspace(const DecodeStep& step, bool first, std::string* text) {
  if (first && step.prefix != SplitStep::Prefix::kNever) {
    // Every one in the first token is, not only one.
    ReplaceAll(text, step.from, "");
  } else {
    ReplaceAll(text, step.from, " ");
  }
}

// The names of bytes that no step puts together: `<0x0A>`.
void NameBytes(std::vector<DecodedToken>* tokens) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  for (DecodedToken& token : *tokens) {
    if (!token.is_byte) continue;
    const auto byte = static_cast<unsigned char>(token.text[0]);
    token = {std::string("<0x") + kDigits[byte >> 4] + kDigits[byte & 15] + '>', false};
  }
}

std::string DecodeBySteps(const std::vector<DecodeStep>& steps, std::vector<DecodedToken> tokens) {
  for (const DecodeStep& step : steps) {
    switch (step.kind) {
      case DecodeStep::Kind::kReplace:
        for (DecodedToken& token : tokens) {
          if (!token.is_byte) ReplaceAll(&token.text, step.from, step.to);
        }
        break;
      case DecodeStep::Kind::kByteFallback:
        tokens = JoinBytes(std::move(tokens));
        break;
      case DecodeStep::Kind::kFuse: {
        NameBytes(&tokens);
        DecodedToken whole;
        for (const DecodedToken& token : tokens) whole.text += token.text;
        tokens.assign(1, std::move(whole));
        break;
      }
      case DecodeStep::Kind::kStrip:
        for (DecodedToken& token : tokens) Strip(step, &token.text);
        break;
      case DecodeStep::Kind::kMetaspace:
        for (size_t i = 0; i < tokens.size(); ++i) UndoMetaspace(step, i == 0, &tokens[i].text);
        break;
      case DecodeStep::Kind::kByteLevel:
        break;
    }
  }
  NameBytes(&tokens);
  std::string text;
  for (const DecodedToken& token : tokens) text += token.text;
  return text;
}

std::string DecodeSpaced(std::vector<DecodedToken> tokens) {
  NameBytes(&tokens);
  std::string text;
  for (const DecodedToken& token : tokens) text += (&token == &tokens[0] ? "" : " ") + token.text;
  return text;
}

// A row of bytes becomes its characters, each byte that belongs to none a U+FFFD.
void AppendByteRow(std::string_view row, std::string* text) {
  while (!row.empty()) {
    const size_t size = SequenceSize(row, 0);
    *text += size > 0 ? row.substr(0, size) : kReplacement;
    row.remove_prefix(std::max<size_t>(size, 1));
  }
}

std::string DecodeSentencePiece(std::vector<DecodedToken> tokens, bool drops_first_space) {
  std::string text;
  std::string row;
  bool first = true;
  for (DecodedToken& token : tokens) {
    if (token.is_byte) {
      row += token.text;
      first = false;
      continue;
    }
    AppendByteRow(row, &text);
    row.clear();
    std::string_view rest = token.text;
    if (first && drops_first_space && rest.starts_with(kLowerBlock)) {
      rest.remove_prefix(kLowerBlock.size());
    }
    if (!token.text.empty()) first = false;
    std::string piece(rest);
    ReplaceAll(&piece, kLowerBlock, " ");
    text += piece;
  }
  AppendByteRow(row, &text);
  return text;
}

}  // namespace

Result<std::string> TableTokenizer::Decode(std::span<const uint32_t> ids) const {
  const auto rule = static_cast<DecodeRule>(table_.header().decode_rule);
  std::vector<DecodedToken> tokens;
  std::string bytes;
  for (const uint32_t id : ids) {
    const Symbol symbol = table_.SymbolOfId(id);
    if (symbol == kNoSymbol) {
      return Report(Code::kInvalidParams, "the tokenizer has no token " + std::to_string(id));
    }
    const std::string_view text = table_.TextOf(symbol);
    if (rule == DecodeRule::kBytes) {
      bytes += text;
      continue;
    }
    const bool is_byte =
        text.size() == 1 && table_.OfByte(static_cast<unsigned char>(text[0])) == symbol;
    tokens.push_back({std::string(text), is_byte});
  }
  if (rule == DecodeRule::kSteps) return DecodeBySteps(cutter_.steps().decoders, std::move(tokens));
  if (rule == DecodeRule::kSentencePiece) {
    return DecodeSentencePiece(std::move(tokens), table_.Has(kTableDropsFirstSpace));
  }
  return rule == DecodeRule::kSpaced ? DecodeSpaced(std::move(tokens)) : Valid(bytes);
}

}  // namespace galley
