// Making files, which is the exception: everything else here reads.
#ifndef GALLEY_FILES_NEW_FILE_H_
#define GALLEY_FILES_NEW_FILE_H_

#include <string>
#include <string_view>

#include "galley/result.h"

namespace galley {

// Makes the file `path` below `directory`, and the directories it lies in.  False,
// and nothing changed, where something has that name already: no file is ever
// overwritten, and no link followed.  A failure leaves no part of the file.  Fails
// with file-unreadable or output-failed.
Result<bool> MakeNewFile(const std::string& directory, std::string_view path,
                         std::string_view text);

}  // namespace galley

#endif  // GALLEY_FILES_NEW_FILE_H_
