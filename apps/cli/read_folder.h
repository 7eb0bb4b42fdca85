// The files of a folder that a command is given, as texts.
#ifndef GALLEY_APPS_CLI_READ_FOLDER_H_
#define GALLEY_APPS_CLI_READ_FOLDER_H_

#include <string>
#include <vector>

#include "galley/limits.h"
#include "galley/result.h"

namespace galley::cli {

struct FolderFile {
  std::string path;  // from the top of the folder
  std::string text;
};

bool IsFolder(const std::string& path);
// Whether anything has that name, even a link to nothing.
bool IsThere(const std::string& path);
// Makes the folders that `path` lies in, as far as they are missing; what cannot be made is told
// by whoever writes there.
void MakeFoldersOf(const std::string& path);

// The regular files below `folder`; links are left alone, and so are repositories.  Fails as
// ReadInput does, and where there is more than a folder of prompts holds.
Result<std::vector<FolderFile>> ReadFolder(const std::string& folder, const Limits& limits);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_READ_FOLDER_H_
