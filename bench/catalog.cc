// How fast a catalog is made, beside what listing the same files takes.
//
//   catalog [FILES [ROUNDS]]
//
// Makes a tree of templates in a temporary directory, then walks it turn by turn:
// `find ROOT -type f` as a process of its own, its output thrown away, and
// Catalog::Discover with everything that a look-up needs.  The medians are
// compared; the ratio is to stay below 2.  Look-ups are timed as well.
#include "discover/catalog.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "galley/limits.h"

namespace {

using Clock = std::chrono::steady_clock;
using galley::Catalog;
using galley::Diagnostic;
using galley::Entry;
using galley::Extensions;
using galley::Limits;
using galley::Result;
using galley::RootList;
using galley::Tier;

double Milliseconds(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// 100 files a directory, directories two deep, names as people give them.
void MakeTree(const std::string& root, size_t files) {
  for (size_t at = 0; at < files; ++at) {
    const std::string directory =
        root + "/team" + std::to_string(at / 10'000) + "/topic" + std::to_string(at / 100 % 100);
    if (at % 100 == 0) std::filesystem::create_directories(directory);
    const std::string path = directory + "/summary_of_" + std::to_string(at % 100) + ".j2";
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) std::abort();
    close(file);
  }
}

double Find(const std::string& root) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  std::string words[] = {"find", root, "-type", "f"};
  char* pointers[] = {words[0].data(), words[1].data(), words[2].data(), words[3].data(), nullptr};
  const Clock::time_point begin = Clock::now();
  pid_t child;
  if (posix_spawnp(&child, "find", &actions, nullptr, pointers, environ) != 0) std::abort();
  int status = 0;
  waitpid(child, &status, 0);
  const double took = Milliseconds(begin);
  posix_spawn_file_actions_destroy(&actions);
  if (status != 0) std::abort();
  return took;
}

Catalog Discover(const std::string& root) {
  const Limits limits;
  std::vector<Diagnostic> notices;
  RootList roots(limits, &notices);
  if (!roots.AddDisk(Tier::kProject, root, root)) std::abort();
  Result<Catalog> catalog = Catalog::Discover(roots.Take(), Extensions(), limits, &notices);
  if (!catalog) std::abort();
  return *std::move(catalog);
}

// Nanoseconds for one look-up by full name.
double LookUpAll(const Catalog& catalog) {
  const Clock::time_point begin = Clock::now();
  for (const Entry& entry : catalog.entries()) {
    if (*catalog.Find(entry.logical_name()) != &entry) std::abort();
  }
  return Milliseconds(begin) * 1e6 / static_cast<double>(catalog.entries().size());
}

void Compare(const std::string& root, size_t files, size_t rounds) {
  std::vector<double> find;
  std::vector<double> discover;
  std::vector<double> look_up;
  for (size_t round = 0; round < rounds; ++round) {
    find.push_back(Find(root));
    const Clock::time_point begin = Clock::now();
    const Catalog catalog = Discover(root);
    discover.push_back(Milliseconds(begin));
    if (catalog.entries().size() != files) std::abort();
    look_up.push_back(LookUpAll(catalog));
  }
  std::printf("%zu files, %zu rounds, medians\n", files, rounds);
  std::printf("  find ROOT -type f  %8.1f ms\n", Median(find));
  std::printf("  discover           %8.1f ms  ratio %.2f\n", Median(discover),
              Median(discover) / Median(find));
  std::printf("  look up by name    %8.0f ns\n", Median(look_up));
}

}  // namespace

int main(int argc, char** argv) {
  const size_t files = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100'000;
  const size_t rounds = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 11;
  std::string root = std::filesystem::temp_directory_path() / "galley-bench-XXXXXX";
  if (!mkdtemp(root.data())) return 1;
  MakeTree(root, files);
  Compare(root, files, rounds);
  std::filesystem::remove_all(root);
  return 0;
}
