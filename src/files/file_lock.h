// A file that one process, or one thread, has to itself for a while.
#ifndef GALLEY_FILES_FILE_LOCK_H_
#define GALLEY_FILES_FILE_LOCK_H_

#include <string>

#include "files/descriptor.h"
#include "galley/result.h"

namespace galley {

// Makes the file where it is missing, and waits until nobody else has it.  It is given
// back when the descriptor is closed, also by the end of the process.  Fails with
// output-failed.
Result<Descriptor> LockFile(const std::string& path);

}  // namespace galley

#endif  // GALLEY_FILES_FILE_LOCK_H_
