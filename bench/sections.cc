// How long a chain of section templates takes to resolve, beside what reading its
// files takes alone.
//
//   sections [SECTIONS [ROUNDS]]
//
// Each level overrides, removes and adds sections.  Both run on the same texts, turn
// by turn in one process; the fastest rounds are compared.  Per byte, the time is to
// stay the same however long the chain is.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

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
using Clock = std::chrono::steady_clock;

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

template <class Work>
double Seconds(Work work) {
  const Clock::time_point begin = Clock::now();
  work();
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

void Run(int levels, int sections, int rounds) {
  const Limits limits;
  auto files = std::make_shared<MemoryFiles>();
  std::vector<std::string> texts;
  size_t bytes = 0;
  for (int level = 0; level < levels; ++level) {
    texts.push_back(MakeTemplate(level, sections));
    bytes += texts.back().size();
    if (!files->Add(std::to_string(level) + ".yaml", texts.back())) std::abort();
  }
  std::vector<galley::Diagnostic> notices;
  const auto catalog = Catalog::Discover({}, galley::Extensions(), limits, &notices);
  const galley::TemplateLoader loader(*catalog, *files, "", "", limits);
  const std::string last = "./" + std::to_string(levels - 1) + ".yaml";

  double read = 1e9;
  double resolve = 1e9;
  for (int round = 0; round < rounds; ++round) {
    read = std::min(read, Seconds([&] {
                      for (const std::string& text : texts) {
                        if (!galley::ReadYaml(galley::Source("t", text), limits)) std::abort();
                      }
                    }));
    resolve =
        std::min(resolve, Seconds([&] {
                   std::vector<galley::Diagnostic> warnings;
                   galley::Meter meter(limits);
                   if (!galley::ResolveSections(loader, last, false, limits, &meter, &warnings))
                     std::abort();
                 }));
  }
  std::printf("%6d %9d %9zu %9.2f %9.2f %8.2f %11.1f\n", levels, sections, bytes, read * 1e3,
              resolve * 1e3, resolve / read, resolve * 1e9 / static_cast<double>(bytes));
}

}  // namespace

int main(int argc, char** argv) {
  const int sections = argc > 1 ? std::atoi(argv[1]) : 1000;
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 21;
  std::printf("levels  sections     bytes   read ms  flat ms    ratio  ns per byte\n");
  for (const int levels : {1, 2, 4, 8, 16, 32}) Run(levels, sections, rounds);
  return 0;
}
