// Writing a file so that whoever looks, also after a crash, finds the old text or
// the new one, and never a part.
#ifndef GALLEY_FILES_ATOMIC_WRITE_H_
#define GALLEY_FILES_ATOMIC_WRITE_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "files/files.h"

namespace galley {

// When a crash of the system can no longer undo what was written.
enum class Durability : uint8_t {
  kAtOnce,  // when the call returns
  kLater,   // when the file system is synchronised
};

// Puts `text` at `name`, one segment, in the open `directory`.  A file that is
// replaced keeps its permissions; only a regular one is, so that no path can make a
// link, a device, a pipe or a socket go.  Returns the error number, 0 for success;
// after an error nothing has changed.
int WriteAtomically(int directory, const std::string& name, std::string_view text,
                    Overwrite overwrite, Durability durability);

}  // namespace galley

#endif  // GALLEY_FILES_ATOMIC_WRITE_H_
