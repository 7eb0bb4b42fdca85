// The data is put into the object file by the assembler; GALLEY_TOKENIZER_DATA is the
// directory it lies in, GALLEY_SHA256_* are its digests, both from CMakeLists.txt.
#include "tokenize/builtin.h"

#include <cstddef>

#include "base/try.h"
#include "diag/report.h"
#include "tokenize/packed.h"

#define GALLEY_EMBED(symbol, file)                                        \
  __asm__(                                                                \
      ".section .rodata\n"                                                \
      ".balign 16\n"                                                      \
      ".local galley_" #symbol "\n"                                       \
      "galley_" #symbol ":\n"                                             \
      ".incbin \"" GALLEY_TOKENIZER_DATA "/" file                         \
      ".gtv\"\n"                                                          \
      ".local galley_" #symbol "_end\n"                                   \
      "galley_" #symbol "_end:\n"                                         \
      ".previous\n");                                                     \
  extern "C" {                                                            \
  __attribute__((visibility("hidden"))) extern const char galley_##symbol[];       \
  __attribute__((visibility("hidden"))) extern const char galley_##symbol##_end[]; \
  }

GALLEY_EMBED(r50k, "r50k")
GALLEY_EMBED(p50k, "p50k")
GALLEY_EMBED(cl100k, "cl100k")
GALLEY_EMBED(o200k, "o200k")
GALLEY_EMBED(o200k_harmony, "o200k-harmony")
GALLEY_EMBED(qwen, "qwen")
GALLEY_EMBED(deepseek, "deepseek")
GALLEY_EMBED(tekken, "tekken")
GALLEY_EMBED(mistral_v3, "mistral-v3")
GALLEY_EMBED(gemma3, "gemma3")
GALLEY_EMBED(glm4, "glm4")
GALLEY_EMBED(claude_legacy, "claude-legacy")

namespace galley {
namespace {

std::string_view Between(const char* start, const char* end) {
  return {start, static_cast<size_t>(end - start)};
}

#define GALLEY_BUILTIN(symbol, name, about) \
  {name, about, Between(galley_##symbol, galley_##symbol##_end), GALLEY_SHA256_##symbol}

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
  const std::string_view name = TRY(BaseOfPacked(builtin.packed));
  if (name.empty()) return Unpack(builtin.packed, nullptr);
  const BuiltinTokenizer* base = FindBuiltin(name);
  if (!base) return Report(Code::kTokenizerInvalid, "the base of a packed vocabulary is not there");
  // No base has a base of its own.
  const TokenizerDefinition definition = TRY(Unpack(base->packed, nullptr));
  return Unpack(builtin.packed, &definition);
}

std::string SourceDigestOf(const BuiltinTokenizer& builtin) {
  std::string digest(builtin.sha256.substr(0, 32));
  const auto base = BaseOfPacked(builtin.packed);
  const BuiltinTokenizer* found = base ? FindBuiltin(*base) : nullptr;
  return digest += (found ? *found : builtin).sha256.substr(32);
}

}  // namespace galley
