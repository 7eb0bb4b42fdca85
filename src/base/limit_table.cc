// One row a limit.  Limits that are added to the struct get a row here, which a test checks; the
// ceilings keep sizes within 32 bits.
#include "base/limit_table.h"

#include <algorithm>
#include <iterator>

namespace galley {
namespace {

constexpr uint64_t KiB(uint64_t n) { return n << 10; }
constexpr uint64_t MiB(uint64_t n) { return n << 20; }
constexpr uint64_t GiB(uint64_t n) { return n << 30; }
// Strings and lists keep their size in 32 bits.
constexpr uint64_t kMaxSize = UINT32_MAX;

constexpr LimitRow kRows[] = {
    {"file", &Limits::file, KiB(256), MiB(64), "bytes of a template or document"},
    {"context", &Limits::context, MiB(4), GiB(1),
     "bytes of a context, as JSON or YAML, or of a text whose tokens are counted"},
    {"request", &Limits::request, MiB(8), GiB(2), "bytes of one line that `galley rpc` reads"},
    {"nesting", &Limits::nesting, 64, 1'024,
     "depth of nesting in any text: JSON, YAML, expressions, blocks"},
    {"tokens", &Limits::tokens, 200'000, uint64_t{1} << 31,
     "tokens, tree nodes and instructions of one template; variables that its includes see, in "
     "all"},
    {"chain", &Limits::chain, 10'000, kMaxSize, "operands in one chain of operators"},
    {"arguments", &Limits::arguments, 255, 255, "arguments of one call"},
    {"keys", &Limits::keys, 10'000, kMaxSize, "keys or items in one literal"},
    {"yaml_nodes", &Limits::yaml_nodes, 20'000, 10'000'000,
     "nodes of a YAML document after its aliases are expanded"},
    {"inheritance", &Limits::inheritance, 16, 256, "templates in one chain of inheritance"},
    {"units", &Limits::units, 256, 65'535, "templates linked into one artifact"},
    {"roots", &Limits::roots, 64, 64, "roots of a catalog"},
    {"files", &Limits::files, 100'000, 100'000, "files in a catalog"},
    {"directory_depth", &Limits::directory_depth, 32, 32, "depth of directories under a root"},
    {"name", &Limits::name, 255, 255, "bytes of a template's name"},
    {"segments", &Limits::segments, 16, 16, "segments of a template's name"},
    {"steps", &Limits::steps, 2'000'000, uint64_t{1} << 62,
     "steps of one render: instructions, iterations, comparisons, and one for each 64 bytes "
     "handled; of all patterns of a document or of a list of transforms; four times that for "
     "a simulation"},
    {"heap", &Limits::heap, MiB(16), GiB(1024), "bytes of values made by one render"},
    {"output", &Limits::output, MiB(1), kMaxSize, "bytes written by one render"},
    {"messages", &Limits::messages, 1'024, kMaxSize, "messages of one conversation"},
    {"depth", &Limits::depth, 100, 1'000, "depth of calls: macros, includes, partials"},
    {"string", &Limits::string, MiB(4), kMaxSize, "bytes of one string"},
    {"list", &Limits::list, 500'000, kMaxSize, "items of one list or map"},
    {"regex", &Limits::regex, MiB(1), GiB(1), "bytes of a compiled regular expression"},
};
static_assert(std::size(kRows) * sizeof(uint64_t) == sizeof(Limits), "a limit has no row");

}  // namespace

std::span<const LimitRow> LimitTable() noexcept { return kRows; }

Limits Limits::Server() noexcept {
  Limits limits;
  for (const LimitRow& row : kRows) limits.*row.member = row.server;
  return limits;
}

constinit const Limits kHighestLimits = [] {
  Limits limits;
  for (const LimitRow& row : kRows) limits.*row.member = row.ceiling;
  return limits;
}();

Limits Limits::Ceiling() noexcept { return kHighestLimits; }

Limits Lower(const Limits& a, const Limits& b) noexcept {
  Limits lower;
  for (const LimitRow& row : kRows) {
    lower.*row.member = std::min(a.*row.member, b.*row.member);
  }
  return lower;
}

}  // namespace galley
