// A file that is written piece by piece, and so cannot be made aside and renamed: a lock,
// the rows of a batch, the lines of a trace.  Every other file is written by DiskFiles.
#ifndef GALLEY_FILES_REGULAR_OUTPUT_H_
#define GALLEY_FILES_REGULAR_OUTPUT_H_

#include <sys/types.h>

#include <cstdint>
#include <string>

#include "files/descriptor.h"
#include "galley/result.h"

namespace galley {

enum class Writes : uint8_t {
  kAnywhere,
  kAtTheEnd,  // wherever that is at each write, so that several can add to one file
};

// Opens the file for reading and writing, as long as it is, and makes it where it is missing.
// A link, a pipe, a socket, a device or a directory stays as it is: fails with output-failed,
// without waiting for anything.
Result<Descriptor> OpenRegularOutput(const std::string& path, Writes writes = Writes::kAnywhere,
                                     mode_t permissions = 0666);

}  // namespace galley

#endif  // GALLEY_FILES_REGULAR_OUTPUT_H_
