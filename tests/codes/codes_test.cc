// Every code of the registry is produced by some fixture: a diagnostic that no
// case shows is one that nobody has read.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "diag/registry.h"
#include "tests/fixtures/fixture.h"

namespace galley::testing {
namespace {

namespace fs = std::filesystem;

// No input is known to lead to `internal`; whoever finds one has found a bug.  A
// PATH without fzf leads to `program-missing`, which tests/cli has.  Only a program that brings
// helpers along meets `helper-failed`: src/workspace/caller_helpers_test.cc has it.  Databases that
// others use, that are full, newer or gone are in tests/store.  What only HTTP requests meet is in
// tests/service.
const std::set<std::string> kUnreachable = {
    "column-missing",  "column-unsupported", "rows-invalid", "bad-request",
    "forbidden",       "helper-failed",      "internal",     "no-such-route",
    "program-missing", "rate-limited",       "store-busy",   "store-failed",
    "store-newer",     "store-offline",      "unauthorized", "unavailable"};

// Adds what follows each `prefix` in `text`, up to `end`.
void CollectAfter(std::string_view text, std::string_view prefix, char end,
                  std::set<std::string>* codes) {
  for (size_t at = text.find(prefix); at != text.npos; at = text.find(prefix, at)) {
    at += prefix.size();
    codes->emplace(text.substr(at, text.find(end, at) - at));
  }
}

// The codes that a case expects, printed for people or as JSON.
std::set<std::string> CodesOf(const Fixture& fixture) {
  std::set<std::string> codes;
  for (const Section& section : fixture.sections) {
    if (!IsExpectation(section)) continue;
    CollectAfter(section.body, "error[", ']', &codes);
    CollectAfter(section.body, "warning[", ']', &codes);
    CollectAfter(section.body, "\"code\":\"", '"', &codes);
    CollectAfter(section.body, "\"code\": \"", '"', &codes);
  }
  return codes;
}

std::set<std::string> CodesOfFixturesBelow(const fs::path& directory) {
  std::set<std::string> codes;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(directory)) {
    if (entry.path().extension() != ".txt") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    codes.merge(CodesOf(ParseFixture(std::string{std::istreambuf_iterator<char>(in), {}})));
  }
  return codes;
}

std::set<std::string> AllCodesBut(const std::set<std::string>& some) {
  std::set<std::string> codes;
  for (const CodeInfo& info : AllCodes()) {
    if (!some.contains(std::string(info.code))) codes.emplace(info.code);
  }
  return codes;
}

TEST(Codes, EachIsProducedBySomeFixture) {
  EXPECT_EQ(AllCodesBut(CodesOfFixturesBelow(GALLEY_FIXTURES_DIR)), kUnreachable)
      << "the first set holds the codes that no fixture under tests/ produces";
}

TEST(Codes, AreFoundInExpectationsOnly) {
  const Fixture fixture = ParseFixture(
      "# error[in-comment]\n"
      "--- a.txt\nerror[in-file]: no\n"
      "--- call format.read\n{\"code\":\"in-parameters\"}\n"
      "--- error\nerror[in-text]: yes\nwarning[a-warning]: yes\n"
      "--- result\n{\"diagnostics\":[{\"code\":\"in-json\"},{\"code\": \"spaced\"}]}\n");
  EXPECT_EQ(CodesOf(fixture), (std::set<std::string>{"a-warning", "in-json", "in-text", "spaced"}));
}

}  // namespace
}  // namespace galley::testing
