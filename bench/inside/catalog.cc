// How fast a catalog is made, beside what listing the same files takes.
//
// Walks a tree of templates in a temporary directory: `find ROOT -type f` as a process of
// its own, its output thrown away, and Catalog::Discover with everything that a look-up
// needs.  The ratio is to stay below 2.  Cold is what a walk takes after the kernel has
// let go of all that it keeps of disks, which only root can tell it to do; left out
// elsewhere.
#include "discover/catalog.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "bench/inside/peak_memory.h"
#include "galley/limits.h"
#include "tests/process/process.h"

namespace {

using galley::Catalog;
using galley::Diagnostic;
using galley::Entry;
using galley::Extensions;
using galley::Limits;
using galley::Result;
using galley::RootList;
using galley::Tier;

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

void Find(const std::string& root) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  std::string words[] = {"find", root, "-type", "f"};
  char* pointers[] = {words[0].data(), words[1].data(), words[2].data(), words[3].data(), nullptr};
  pid_t child;
  if (posix_spawnp(&child, "find", &actions, nullptr, pointers, environ) != 0) std::abort();
  int status = 0;
  waitpid(child, &status, 0);
  posix_spawn_file_actions_destroy(&actions);
  if (status != 0) std::abort();
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

// Trees by their size, made when they are first asked for.
class Trees {
 public:
  const std::string& WithFiles(int64_t files) {
    std::unique_ptr<galley::testing::TemporaryDirectory>& directory = made_[files];
    if (!directory) {
      directory = std::make_unique<galley::testing::TemporaryDirectory>();
      MakeTree(directory->path(), static_cast<size_t>(files));
    }
    return directory->path();
  }

 private:
  std::map<int64_t, std::unique_ptr<galley::testing::TemporaryDirectory>> made_;
};

bool ForgetFiles() {
  const int file = open("/proc/sys/vm/drop_caches", O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  sync();
  const bool done = write(file, "3", 1) == 1;
  close(file);
  return done;
}

void DiscoverAll(const std::string& root) { benchmark::DoNotOptimize(Discover(root)); }

void WalkWarm(benchmark::State& state, const std::string& root, void (*walk)(const std::string&)) {
  walk(root);
  for (auto _ : state) walk(root);
  state.SetItemsProcessed(state.range(0) * state.iterations());
}

void WalkCold(benchmark::State& state, const std::string& root, void (*walk)(const std::string&)) {
  for (auto _ : state) {
    state.PauseTiming();
    if (!ForgetFiles()) state.SkipWithError("only root can make the kernel forget");
    state.ResumeTiming();
    walk(root);
  }
  state.SetItemsProcessed(state.range(0) * state.iterations());
}

void LookUpAll(benchmark::State& state, const std::string& root) {
  const Catalog catalog = Discover(root);
  for (auto _ : state) {
    for (const Entry& entry : catalog.entries()) {
      if (*catalog.Find(entry.logical_name()) != &entry) std::abort();
    }
  }
  state.SetItemsProcessed(state.range(0) * state.iterations());
  CountPeakMemory(&state);
}

}  // namespace

int main(int argc, char** argv) {
  using benchmark::State;
  Trees trees;
  const auto add = [&](const char* name, auto body) {
    return benchmark::RegisterBenchmark(
               name, [&trees, body](State& state) { body(state, trees.WithFiles(state.range(0))); })
        ->RangeMultiplier(10)
        ->Range(1'000, 100'000)
        ->UseRealTime();
  };
  add("find, warm", [](State& state, const std::string& root) { WalkWarm(state, root, Find); });
  add("discover, warm", [](State& state, const std::string& root) {
    WalkWarm(state, root, DiscoverAll);
    CountPeakMemory(&state);
  });
  add("find, cold", [](State& state, const std::string& root) {
    WalkCold(state, root, Find);
  })->Iterations(1);
  add("discover, cold", [](State& state, const std::string& root) {
    WalkCold(state, root, DiscoverAll);
    CountPeakMemory(&state);
  })->Iterations(1);
  add("look up every name", LookUpAll);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
