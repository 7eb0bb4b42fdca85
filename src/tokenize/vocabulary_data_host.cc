// In a module of WebAssembly: whoever runs it has the files, and is asked for each once.
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "tokenize/vocabulary_data.h"

// The size of a file, or 0 where it is not there; and its bytes.
extern "C" {
[[clang::import_module("galley"), clang::import_name("vocabulary_size")]] uint32_t
galley_vocabulary_size(const char* name, size_t name_size);
[[clang::import_module("galley"), clang::import_name("vocabulary_read")]] void
galley_vocabulary_read(const char* name, size_t name_size, char* out);
}

namespace galley {

std::string_view VocabularyData(std::string_view name) noexcept {
  static std::map<std::string, std::string, std::less<>> loaded;
  if (const auto found = loaded.find(name); found != loaded.end()) return found->second;
  const size_t size = galley_vocabulary_size(name.data(), name.size());
  if (size == 0) return {};
  std::string& bytes = loaded[std::string(name)];
  bytes.resize(size);
  galley_vocabulary_read(name.data(), name.size(), bytes.data());
  return bytes;
}

}  // namespace galley
