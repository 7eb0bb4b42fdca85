// Renders one template on several threads, or in several processes, and prints how many
// renders a second all of them together made.
//
//   threads_bench WORKLOAD_DIR threads|processes COUNT SECONDS
#include <galley/galley.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

std::string ReadAll(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Work {
  galley::Template made;
  galley::Context context;
};

galley::Result<Work> Open(const std::filesystem::path& folder) {
  galley::Context options;
  options.Set("trim_blocks", false).Set("lstrip_blocks", false).Set("undefined", "default");
  auto workspace = galley::Workspace::InMemory({.jinja = options.values()});
  if (!workspace) return workspace.error();
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".j2") continue;
    auto added = workspace->AddTemplate(entry.path().filename().string(), ReadAll(entry.path()));
    if (!added) return added.error();
  }
  auto made = workspace->Load("main");
  if (!made) return made.error();
  auto context = galley::Context::FromJson(ReadAll(folder / "data.json"));
  if (!context) return context.error();
  return Work{*std::move(made), *std::move(context)};
}

// Renders for `seconds`, and says how often.
uint64_t RenderFor(const Work& work, double seconds) {
  std::string out;
  uint64_t renders = 0;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  while (Clock::now() < end) {
    for (int i = 0; i < 64; ++i, ++renders) {
      out.clear();
      if (!work.made.RenderTo(work.context, &out)) std::abort();
    }
  }
  return renders;
}

uint64_t OnThreads(const Work& work, int count, double seconds) {
  std::atomic<uint64_t> renders = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) {
    threads.emplace_back([&] { renders += RenderFor(work, seconds); });
  }
  for (std::thread& thread : threads) thread.join();
  return renders;
}

uint64_t InProcesses(const Work& work, int count, double seconds) {
  std::vector<int> pipes;
  for (int i = 0; i < count; ++i) {
    int ends[2];
    if (pipe(ends) != 0) std::abort();
    if (fork() == 0) {
      const uint64_t renders = RenderFor(work, seconds);
      const bool told = write(ends[1], &renders, sizeof renders) == sizeof renders;
      _exit(told ? 0 : 1);
    }
    close(ends[1]);
    pipes.push_back(ends[0]);
  }
  uint64_t all = 0;
  for (const int each : pipes) {
    uint64_t renders = 0;
    if (read(each, &renders, sizeof renders) == sizeof renders) all += renders;
    close(each);
  }
  while (wait(nullptr) > 0) continue;
  return all;
}

}  // namespace

int main(int count, char** words) {
  if (count != 5) return 2;
  const galley::Result<Work> work = Open(words[1]);
  if (!work) {
    std::fputs(FormatText(work.error().diagnostics().front(), galley::Colour::kNever).c_str(),
               stderr);
    return 1;
  }
  const int workers = std::atoi(words[3]);
  const double seconds = std::atof(words[4]);
  const bool is_threads = std::string_view(words[2]) == "threads";
  const uint64_t renders =
      is_threads ? OnThreads(*work, workers, seconds) : InProcesses(*work, workers, seconds);
  std::printf("%.0f\n", static_cast<double>(renders) / seconds);
}
