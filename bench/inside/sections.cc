// How long a chain of section templates takes to resolve, beside what reading its
// files takes alone.
//
// Each level overrides, removes and adds sections.  Both run on the same texts.  Per
// byte, the time is to stay the same however long the chain is.
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "bench/inside/peak_memory.h"
#include "diag/source.h"
#include "discover/catalog.h"
#include "files/memory_files.h"
#include "format/yaml.h"
#include "galley/limits.h"
#include "load/template_loader.h"
#include "resolve/inherit.h"

namespace {

using galley::Catalog;
using galley::Limits;
using galley::MemoryFiles;

std::string MakeTemplate(int level, int sections) {
  std::string text =
      level > 0 ? "extends: ./" + std::to_string(level - 1) + ".yaml\n" : std::string();
  text += "sections:\n";
  for (int at = 0; at < sections; ++at) {
    const std::string name = "  SECTION_" + std::to_string(at);
    if (level == 0) {
      text += name + ": \"A sentence of the base.\"\n";
      continue;
    }
    switch ((level + at) % 4) {
      case 0:
        text +=
            name + ": {override: true, text: \"Say {{NAME_" + std::to_string(at % 50) + "}}.\"}\n";
        break;
      case 1:
        text += name + ": {remove: true}\n";
        break;
      default:
        text += name + "_" + std::to_string(level) + ": \"A sentence of level " +
                std::to_string(level) + ".\"\n";
    }
  }
  text += "placeholders:\n";
  for (int at = 0; at < 50; ++at) {
    text +=
        "  NAME_" + std::to_string(at) + ": {type: string, level: " + std::to_string(level) + "}\n";
  }
  return text;
}

// The texts of a chain, and the files that hold them.
struct Chain {
  explicit Chain(int64_t levels) {
    for (int level = 0; level < levels; ++level) {
      texts.push_back(MakeTemplate(level, kSections));
      bytes += static_cast<int64_t>(texts.back().size());
      if (!files.Add(std::to_string(level) + ".yaml", texts.back())) std::abort();
    }
  }

  static constexpr int kSections = 1000;
  std::vector<std::string> texts;
  MemoryFiles files;
  int64_t bytes = 0;
};

void ReadFiles(benchmark::State& state) {
  const Chain chain(state.range(0));
  for (auto _ : state) {
    for (const std::string& text : chain.texts) {
      if (!galley::ReadYaml(galley::Source("t", text), Limits())) state.SkipWithError("not read");
    }
  }
  state.SetBytesProcessed(chain.bytes * state.iterations());
  CountPeakMemory(&state);
}

void Resolve(benchmark::State& state) {
  const Limits limits;
  const Chain chain(state.range(0));
  std::vector<galley::Diagnostic> notices;
  const auto catalog = Catalog::Discover({}, galley::Extensions(), limits, &notices);
  const galley::TemplateLoader loader(*catalog, chain.files, "", "", limits);
  const std::string last = "./" + std::to_string(state.range(0) - 1) + ".yaml";
  for (auto _ : state) {
    std::vector<galley::Diagnostic> warnings;
    galley::Meter meter(limits);
    if (!galley::ResolveSections(loader, last, false, limits, &meter, &warnings)) {
      state.SkipWithError("not resolved");
    }
  }
  state.SetBytesProcessed(chain.bytes * state.iterations());
  CountPeakMemory(&state);
}

BENCHMARK(ReadFiles)->Name("read the files")->RangeMultiplier(2)->Range(1, 32);
BENCHMARK(Resolve)->Name("resolve")->RangeMultiplier(2)->Range(1, 32);

}  // namespace
