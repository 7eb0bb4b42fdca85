// The packed vocabularies that ship with the program: in the library itself, or brought by
// whoever runs it where that is a module of WebAssembly.
#ifndef GALLEY_TOKENIZE_VOCABULARY_DATA_H_
#define GALLEY_TOKENIZE_VOCABULARY_DATA_H_

#include <string_view>

namespace galley {

// The bytes of data/tokenizers/NAME.gtv, which stay where they are; empty where they are
// not there.
std::string_view VocabularyData(std::string_view name) noexcept;

}  // namespace galley

#endif  // GALLEY_TOKENIZE_VOCABULARY_DATA_H_
