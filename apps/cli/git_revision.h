// A Git revision of the project as a directory.  `git` and `tar` are run as programs.
#ifndef GALLEY_APPS_CLI_GIT_REVISION_H_
#define GALLEY_APPS_CLI_GIT_REVISION_H_

#include <string>

#include "galley/result.h"

namespace galley::cli {

// What a revision holds, in a directory of its own that goes with it.
class GitRevision {
 public:
  // The repository around `directory` (empty: the working directory) as it was at `revision`.
  // Fails with revision-unavailable.
  static Result<GitRevision> CheckOut(const std::string& directory, const std::string& revision);
  GitRevision(GitRevision&& other) noexcept;
  GitRevision& operator=(GitRevision&&) = delete;
  ~GitRevision();

  // Where `directory` is in it.
  const std::string& directory() const noexcept { return directory_; }

 private:
  explicit GitRevision(std::string root) : root_(std::move(root)) {}

  std::string root_;  // to be removed
  std::string directory_;
};

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_GIT_REVISION_H_
