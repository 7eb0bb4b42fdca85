// Replays inputs through a fuzz target without libFuzzer, so that g++ alone can
// run every seed: `fuzz_NAME FILE-OR-DIRECTORY...`.  A find ends the program,
// and the last line names the input.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

namespace fs = std::filesystem;

// The files that `path` stands for, sorted so that every run is the same.
std::vector<fs::path> InputsOf(const fs::path& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return {path};
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(path, error)) {
    if (entry.is_regular_file(error)) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool Replay(const fs::path& path) {
  std::printf("%s\n", path.c_str());
  std::fflush(stdout);
  std::ifstream in(path, std::ios::binary);
  if (!in) return false;
  const std::string bytes(std::istreambuf_iterator<char>(in), {});
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  size_t replayed = 0;
  size_t unreadable = 0;
  for (int i = 1; i < argc; ++i) {
    for (const fs::path& path : InputsOf(argv[i])) ++(Replay(path) ? replayed : unreadable);
  }
  std::printf("%zu inputs replayed, %zu unreadable\n", replayed, unreadable);
  // No seeds at all is a mistake in the build, not a success.
  return replayed > 0 && unreadable == 0 ? 0 : 1;
}
