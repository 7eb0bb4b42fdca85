// What can be wrong with a file, in the words that both implementations use.
#ifndef GALLEY_FILES_PROBLEMS_H_
#define GALLEY_FILES_PROBLEMS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "files/listing.h"
#include "galley/diagnostic.h"

namespace galley {

Diagnostic NotFound(std::string_view path);
Diagnostic NotRegular(std::string_view path, FileKind kind);
Diagnostic NotDirectory(std::string_view path);
Diagnostic AlreadyThere(std::string_view path);
Diagnostic TooLarge(std::string_view path, uint64_t max_bytes);

// What an error number means, in our own words: those of the C library depend on
// the locale.
std::string SystemReason(int error_number);

// For the error number of a system call that opened or read `path`.
Diagnostic SystemProblem(std::string_view path, int error_number);
// For that of one that wrote it.
Diagnostic WriteProblem(std::string_view path, int error_number);

}  // namespace galley

#endif  // GALLEY_FILES_PROBLEMS_H_
