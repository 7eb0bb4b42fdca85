// Special tokens come first and move the ranks of the others.
#include "tokenize/read_tekken.h"

#include <array>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/try.h"
#include "diag/report.h"
#include "tokenize/base64.h"
#include "tokenize/definition_json.h"

namespace galley {
namespace {

// What files that list no special tokens mean.
constexpr std::array<std::string_view, 20> kDefaultSpecials = {"<unk>",
                                                               "<s>",
                                                               "</s>",
                                                               "[INST]",
                                                               "[/INST]",
                                                               "[AVAILABLE_TOOLS]",
                                                               "[/AVAILABLE_TOOLS]",
                                                               "[TOOL_RESULTS]",
                                                               "[/TOOL_RESULTS]",
                                                               "[TOOL_CALLS]",
                                                               "[IMG]",
                                                               "<pad>",
                                                               "[IMG_BREAK]",
                                                               "[IMG_END]",
                                                               "[PREFIX]",
                                                               "[MIDDLE]",
                                                               "[SUFFIX]",
                                                               "[SYSTEM_PROMPT]",
                                                               "[/SYSTEM_PROMPT]",
                                                               "[TOOL_CONTENT]"};

constexpr uint32_t kMostSpecials = 1 << 20;

Result<void> AddSpecials(const DefinitionFields& root, uint32_t count,
                         TokenizerDefinition* definition) {
  std::vector<std::string> texts(count);
  if (root.has("special_tokens")) {
    for (const Value& item : TRY(root.List("special_tokens"))) {
      const DefinitionFields special = TRY(DefinitionFields::Of(item, "special_tokens"));
      const uint32_t rank = TRY(special.Number("rank"));
      if (rank >= count || !texts[rank].empty()) {
        return special.Wrong("rank", "unique and below `default_num_special_tokens`");
      }
      texts[rank] = TRY(special.Text("token_str"));
    }
  } else {
    for (size_t i = 0; i < kDefaultSpecials.size() && i < count; ++i)
      texts[i] = kDefaultSpecials[i];
  }
  for (uint32_t id = 0; id < count; ++id) {
    if (texts[id].empty()) texts[id] = "<SPECIAL_" + std::to_string(id) + ">";
    definition->added.push_back({std::move(texts[id]), id, true, false, {}});
  }
  return {};
}

}  // namespace

Result<TokenizerDefinition> ReadTekken(std::string_view text, const Limits& limits) {
  Heap heap(limits);
  const Value value = TRY(ReadDefinitionJson(text, &heap, limits));
  const DefinitionFields root = TRY(DefinitionFields::Of(value, "tekken.json"));
  const DefinitionFields config = TRY(root.Fields("config"));
  TokenizerDefinition definition;
  definition.whole_pieces = true;
  SplitStep split;
  split.kind = SplitStep::Kind::kMatchesOnly;
  split.pattern = TRY(config.Text("pattern"));
  definition.splits.push_back(std::move(split));

  const uint32_t specials = TRY(config.Number("default_num_special_tokens"));
  const uint32_t size = TRY(config.Number("default_vocab_size"));
  if (specials > kMostSpecials || specials > size) {
    return config.Wrong("default_num_special_tokens", "below `default_vocab_size`");
  }
  TRY(AddSpecials(root, specials, &definition));
  for (const Value& item : TRY(root.List("vocab"))) {
    const DefinitionFields entry = TRY(DefinitionFields::Of(item, "vocab"));
    DefinedToken token;
    token.rank = TRY(entry.Number("rank"));
    // A file may hold more tokens than its tokenizer has.
    if (token.rank >= size - specials) continue;
    token.id = token.rank + specials;
    std::optional<std::string> bytes = DecodeBase64(TRY(entry.Text("token_bytes")));
    if (!bytes || bytes->empty()) return entry.Wrong("token_bytes", "base64");
    token.text = std::move(*bytes);
    definition.tokens.push_back(std::move(token));
  }
  if (definition.tokens.size() != size - specials) {
    return config.Wrong("default_vocab_size", "the count of the tokens");
  }
  return definition;
}

}  // namespace galley
