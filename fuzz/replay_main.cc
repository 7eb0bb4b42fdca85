// Replays inputs through a fuzz target without libFuzzer, so that g++ alone can
// run every seed: `fuzz_NAME FILE-OR-DIRECTORY...`.  A find ends the program,
// and the last line names the input.
//
// `fuzz_NAME --changed COUNT NUMBER FILE-OR-DIRECTORY...` runs COUNT inputs that are made from
// these, the same for the same NUMBER; a find is written to `fuzz-find`.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <vector>

#include "fuzz/mutation.h"

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

void Run(const std::string& bytes) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
}

bool Replay(const fs::path& path) {
  std::printf("%s\n", path.c_str());
  std::fflush(stdout);
  std::ifstream in(path, std::ios::binary);
  if (!in) return false;
  Run({std::istreambuf_iterator<char>(in), {}});
  return true;
}

const std::string* running = nullptr;  // what a signal would be about

void KeepFind(int signal) {
  const int file = open("fuzz-find", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file >= 0 && write(file, running->data(), running->size()) >= 0) close(file);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

int RunChanged(uint64_t count, uint64_t number, char** paths, char** end) {
  std::vector<std::string> seeds;
  for (; paths != end; ++paths) {
    for (const fs::path& path : InputsOf(*paths)) {
      std::ifstream in(path, std::ios::binary);
      seeds.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    }
  }
  if (seeds.empty()) return 1;
  for (const int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL}) {
    std::signal(signal, KeepFind);
  }
  Mutation mutation(std::move(seeds), number);
  for (uint64_t done = 0; done < count; ++done) {
    running = &mutation.Next();
    Run(*running);
  }
  std::printf("%llu changed inputs\n", static_cast<unsigned long long>(count));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 4 && std::strcmp(argv[1], "--changed") == 0) {
    return RunChanged(std::strtoull(argv[2], nullptr, 10), std::strtoull(argv[3], nullptr, 10),
                      argv + 4, argv + argc);
  }
  size_t replayed = 0;
  size_t unreadable = 0;
  for (int i = 1; i < argc; ++i) {
    for (const fs::path& path : InputsOf(argv[i])) ++(Replay(path) ? replayed : unreadable);
  }
  std::printf("%zu inputs replayed, %zu unreadable\n", replayed, unreadable);
  // No seeds at all is a mistake in the build, not a success.
  return replayed > 0 && unreadable == 0 ? 0 : 1;
}
