// Writes the documents that are made from tables in the code, so that they
// cannot differ from it:
//   generate_docs DIRECTORY            writes errors.md and limits.md there
//   generate_docs --check DIRECTORY    fails where they are not what it would write
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "base/limit_table.h"
#include "diag/registry.h"

namespace galley {
namespace {

std::string ErrorsPage() {
  std::string page =
      "# Diagnostics\n\n"
      "Every code that galley reports.  Codes are stable: programs may compare them.\n"
      "`galley errors CODE` shows one.  Generated from `src/diag/codes.def` by `./dev format`.\n\n"
      "| code | severity | meaning |\n"
      "|---|---|---|\n";
  for (const CodeInfo& info : AllCodes()) {
    page.append("| `").append(info.code).append("` | ");
    page.append(info.severity == Severity::kError ? "error" : "warning").append(" | ");
    page.append(info.about).append(" |\n");
  }
  return page;
}

// 10,000,000 rather than 10000000.
std::string WithCommas(uint64_t number) {
  std::string digits = std::to_string(number);
  for (size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

// In the largest unit that leaves a whole number.
std::string PrintLimit(uint64_t limit) {
  constexpr std::string_view kUnits[] = {"", " Ki", " Mi", " Gi"};
  if (limit >= uint64_t{1} << 40 && std::has_single_bit(limit)) {
    return "2^" + std::to_string(std::countr_zero(limit));
  }
  size_t unit = 0;
  while (limit >= 1'024 && limit % 1'024 == 0 && unit + 1 < std::size(kUnits)) {
    limit /= 1'024;
    ++unit;
  }
  return WithCommas(limit).append(kUnits[unit]);
}

std::string LimitsPage() {
  std::string page =
      "# Limits\n\n"
      "What every operation may use.  A call starts from the default and may lower each one;\n"
      "a server that runs strangers' templates starts from its own column; nothing goes above\n"
      "the ceiling.  1 Ki is 1,024, 1 Mi is 1,024 Ki and 1 Gi is 1,024 Mi.  Generated from\n"
      "`src/base/limit_table.cc` by `./dev format`.\n\n"
      "| limit | default | server | ceiling | meaning |\n"
      "|---|---:|---:|---:|---|\n";
  const Limits defaults;
  for (const LimitRow& row : LimitTable()) {
    page.append("| `").append(row.name).append("` | ");
    page.append(PrintLimit(defaults.*row.member)).append(" | ");
    page.append(PrintLimit(row.server)).append(" | ");
    page.append(PrintLimit(row.ceiling)).append(" | ");
    page.append(row.about).append(" |\n");
  }
  return page;
}

struct Page {
  std::string_view name;
  std::string text;
};

bool Write(const std::string& path, std::string_view text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) std::fprintf(stderr, "cannot write %s\n", path.c_str());
  return !out.fail();
}

bool Check(const std::string& path, std::string_view text) {
  std::ifstream in(path, std::ios::binary);
  const std::string found{std::istreambuf_iterator<char>(in), {}};
  if (found == text) return true;
  std::fprintf(stderr, "%s is not what the code says; run ./dev format\n", path.c_str());
  return false;
}

int Run(std::string_view directory, bool check) {
  const Page pages[] = {{"errors.md", ErrorsPage()}, {"limits.md", LimitsPage()}};
  bool good = true;
  for (const Page& page : pages) {
    const std::string path = std::string(directory).append("/").append(page.name);
    good &= check ? Check(path, page.text) : Write(path, page.text);
  }
  return good ? 0 : 1;
}

}  // namespace
}  // namespace galley

int main(int argc, char** argv) {
  const bool check = argc == 3 && std::strcmp(argv[1], "--check") == 0;
  if (argc != 2 && !check) {
    std::fprintf(stderr, "usage: generate_docs [--check] DIRECTORY\n");
    return 2;
  }
  return galley::Run(argv[argc - 1], check);
}
