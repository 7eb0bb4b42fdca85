// A file that is written piece by piece, and so cannot be made aside and renamed: a lock,
// the rows of a batch.  Every other file is written by DiskFiles.
#ifndef GALLEY_FILES_REGULAR_OUTPUT_H_
#define GALLEY_FILES_REGULAR_OUTPUT_H_

#include <string>

#include "files/descriptor.h"
#include "galley/result.h"

namespace galley {

// Opens the file for reading and writing, as long as it is, and makes it where it is missing.
// A link, a pipe, a socket, a device or a directory stays as it is: fails with output-failed,
// without waiting for anything.
Result<Descriptor> OpenRegularOutput(const std::string& path);

}  // namespace galley

#endif  // GALLEY_FILES_REGULAR_OUTPUT_H_
