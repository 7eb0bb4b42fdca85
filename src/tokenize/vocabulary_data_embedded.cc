// The data is put into the object file by the assembler; GALLEY_TOKENIZER_DATA is the
// directory it lies in, from CMakeLists.txt.
#include <cstddef>

#include "tokenize/vocabulary_data.h"

#define GALLEY_EMBED(symbol, file)                                                 \
  __asm__(                                                                         \
      ".section .rodata\n"                                                         \
      ".balign 16\n"                                                               \
      ".local galley_" #symbol                                                     \
      "\n"                                                                         \
      "galley_" #symbol                                                            \
      ":\n"                                                                        \
      ".incbin \"" GALLEY_TOKENIZER_DATA "/" file                                  \
      ".gtv\"\n"                                                                   \
      ".local galley_" #symbol                                                     \
      "_end\n"                                                                     \
      "galley_" #symbol                                                            \
      "_end:\n"                                                                    \
      ".previous\n");                                                              \
  extern "C" {                                                                     \
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

std::string_view VocabularyData(std::string_view name) noexcept {
#define GALLEY_VOCABULARY(symbol, file) \
  { file, galley_##symbol, galley_##symbol##_end }
  struct Vocabulary {
    std::string_view name;
    const char* begin;
    const char* end;
  };
  static const Vocabulary kAll[] = {
      GALLEY_VOCABULARY(r50k, "r50k"),
      GALLEY_VOCABULARY(p50k, "p50k"),
      GALLEY_VOCABULARY(cl100k, "cl100k"),
      GALLEY_VOCABULARY(o200k, "o200k"),
      GALLEY_VOCABULARY(o200k_harmony, "o200k-harmony"),
      GALLEY_VOCABULARY(qwen, "qwen"),
      GALLEY_VOCABULARY(deepseek, "deepseek"),
      GALLEY_VOCABULARY(tekken, "tekken"),
      GALLEY_VOCABULARY(mistral_v3, "mistral-v3"),
      GALLEY_VOCABULARY(gemma3, "gemma3"),
      GALLEY_VOCABULARY(glm4, "glm4"),
      GALLEY_VOCABULARY(claude_legacy, "claude-legacy"),
  };
  for (const Vocabulary& each : kAll) {
    if (each.name == name) return {each.begin, static_cast<size_t>(each.end - each.begin)};
  }
  return {};
}

}  // namespace galley
