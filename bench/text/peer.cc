// The loop of a peer: a command a line, an answer a line.  Nothing but the thing that is timed runs
// between the two looks at the clock.
#include "text/peer.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace galley::bench {
namespace {

std::string ReadAll(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

Workload ReadWorkload(const std::filesystem::path& folder) {
  Workload workload;
  workload.name = folder.filename();
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string extension = entry.path().extension();
    if (extension != ".j2" && extension != ".hbs" && extension != ".chat") continue;
    workload.templates[entry.path().filename()] = ReadAll(entry.path());
  }
  workload.json = ReadAll(folder / "data.json");
  workload.options = ReadAll(folder / "options.json");
  workload.model_template = workload.options.find("huggingface") != std::string::npos;
  return workload;
}

void Answer(bool done, const std::string& reason) {
  if (done) {
    std::puts("ok");
  } else {
    std::printf("fails %s\n", reason.c_str());
  }
}

void WriteOutput(Peer* peer, const std::string& path) {
  std::string text;
  std::string reason;
  const bool done = peer->Render(&text, &reason);
  if (done) std::ofstream(path, std::ios::binary) << text;
  Answer(done, reason);
}

void Time(Peer* peer, std::string_view what, uint64_t rounds) {
  const auto begin = std::chrono::steady_clock::now();
  if (what == "compile") peer->TimeCompile(rounds);
  if (what == "parse") peer->TimeParse(rounds);
  if (what == "render") peer->TimeRender(rounds);
  const auto took = std::chrono::steady_clock::now() - begin;
  std::printf("%lld\n", static_cast<long long>(
                            std::chrono::duration_cast<std::chrono::nanoseconds>(took).count()));
}

}  // namespace

int Serve(Peer* peer) {
  char line[4096];
  while (std::fgets(line, sizeof line, stdin)) {
    const std::string command(line, std::string_view(line).find_last_not_of('\n') + 1);
    const size_t blank = command.find(' ');
    if (blank == std::string::npos) return 2;
    const std::string word = command.substr(0, blank);
    const std::string argument = command.substr(blank + 1);
    if (word == "load") {
      std::string reason;
      Answer(peer->Load(ReadWorkload(argument), &reason), reason);
    } else if (word == "output") {
      WriteOutput(peer, argument);
    } else {
      Time(peer, word, std::strtoull(argument.c_str(), nullptr, 10));
    }
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace galley::bench
