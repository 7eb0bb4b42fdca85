// Running the real command from a test.
#ifndef GALLEY_TESTS_PROCESS_PROCESS_H_
#define GALLEY_TESTS_PROCESS_PROCESS_H_

#include <string>
#include <string_view>
#include <vector>

namespace galley::testing {

struct ProcessOptions {
  std::string directory = ".";  // to run in
  std::string_view input = {};  // its standard input
  // NAME=value, added to an environment that holds PATH and nothing else.
  std::vector<std::string> environment = {};
};

struct ProcessResult {
  int status = -1;  // the exit code, or 128 + the signal that ended it
  std::string output;
  std::string error;
  long peak_memory_kib = 0;
};

// Runs `words` to its end, feeding and reading at the same time so that neither
// side blocks.
ProcessResult RunProcess(const std::vector<std::string>& words, const ProcessOptions& options);

// A directory that is gone, with all it holds, at the end of the scope.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const std::string& path() const noexcept { return path_; }

 private:
  std::string path_;
};

}  // namespace galley::testing

#endif  // GALLEY_TESTS_PROCESS_PROCESS_H_
