// GALLEY_SHA256_* are the digests of the packed vocabularies, from CMakeLists.txt.
#include "tokenize/builtin.h"

#include "base/try.h"
#include "diag/report.h"
#include "tokenize/packed.h"
#include "tokenize/vocabulary_data.h"

namespace galley {
namespace {

Result<std::string_view> PackedOf(const BuiltinTokenizer& builtin) {
  const std::string_view packed = VocabularyData(builtin.name);
  if (packed.empty()) {
    return Report(Code::kUnknownTokenizer,
                  "the vocabulary of " + Quoted(builtin.name) + " is not loaded");
  }
  return packed;
}

#define GALLEY_BUILTIN(symbol, name, about) \
  { name, about, GALLEY_SHA256_##symbol }

}  // namespace

std::span<const BuiltinTokenizer> BuiltinTokenizers() noexcept {
  static const BuiltinTokenizer kAll[] = {
      GALLEY_BUILTIN(r50k, "r50k", "GPT-2 and GPT-3"),
      GALLEY_BUILTIN(p50k, "p50k", "Codex and GPT-3.5 for code"),
      GALLEY_BUILTIN(cl100k, "cl100k", "GPT-3.5 Turbo and GPT-4"),
      GALLEY_BUILTIN(o200k, "o200k", "GPT-4o and later"),
      GALLEY_BUILTIN(o200k_harmony, "o200k-harmony", "gpt-oss"),
      GALLEY_BUILTIN(qwen, "qwen", "Qwen 2.5 and 3"),
      GALLEY_BUILTIN(deepseek, "deepseek", "DeepSeek V3 and V4"),
      GALLEY_BUILTIN(tekken, "tekken", "Mistral NeMo and later"),
      GALLEY_BUILTIN(mistral_v3, "mistral-v3", "Mistral 7B 0.3 and Mixtral"),
      GALLEY_BUILTIN(gemma3, "gemma3", "Gemma 3 and Gemini"),
      GALLEY_BUILTIN(glm4, "glm4", "GLM-4.5 to 4.7"),
      GALLEY_BUILTIN(claude_legacy, "claude-legacy", "Claude 1 and 2"),
  };
  return kAll;
}

const BuiltinTokenizer* FindBuiltin(std::string_view name) noexcept {
  for (const BuiltinTokenizer& each : BuiltinTokenizers()) {
    if (each.name == name) return &each;
  }
  return nullptr;
}

Result<TokenizerDefinition> DefinitionOf(const BuiltinTokenizer& builtin) {
  const std::string_view packed = TRY(PackedOf(builtin));
  const std::string_view name = TRY(BaseOfPacked(packed));
  if (name.empty()) return Unpack(packed, nullptr);
  const BuiltinTokenizer* base = FindBuiltin(name);
  if (!base) return Report(Code::kTokenizerInvalid, "the base of a packed vocabulary is not there");
  // No base has a base of its own.
  const std::string_view packed_base = TRY(PackedOf(*base));
  const TokenizerDefinition definition = TRY(Unpack(packed_base, nullptr));
  return Unpack(packed, &definition);
}

std::string SourceDigestOf(const BuiltinTokenizer& builtin) {
  std::string digest(builtin.sha256.substr(0, 32));
  const auto base = BaseOfPacked(VocabularyData(builtin.name));
  const BuiltinTokenizer* found = base ? FindBuiltin(*base) : nullptr;
  return digest += (found ? *found : builtin).sha256.substr(32);
}

}  // namespace galley
