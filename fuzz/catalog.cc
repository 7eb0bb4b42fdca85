// Names and listings: any paths make a catalog or a diagnostic, and any name means
// one entry, or is refused for a reason that the listing confirms.
//
// The first line of the input is a name, the others are paths of files; what they
// start with decides the tier: `p`, `u`, anything else.
#include "discover/catalog.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "discover/name.h"
#include "files/memory_files.h"
#include "fuzz/require.h"

namespace galley {
namespace {

std::vector<std::string_view> LinesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
  return lines;
}

Result<Catalog> Discover(const std::vector<std::string_view>& lines, const Limits& limits) {
  auto files = std::make_shared<MemoryFiles>();
  for (size_t at = 1; at < lines.size(); ++at) {
    const std::string tier = lines[at].starts_with('p')   ? "p"
                             : lines[at].starts_with('u') ? "u"
                                                          : "b";
    static_cast<void>(files->Add(tier + '/' + std::string(lines[at]), ""));
  }
  std::vector<Diagnostic> notices;
  RootList roots(limits, &notices);
  Require(roots.AddWithin(Tier::kProject, "p", files).has_value());
  Require(roots.AddWithin(Tier::kUser, "u", files).has_value());
  Require(roots.AddWithin(Tier::kBuiltin, "b", files).has_value());
  return Catalog::Discover(roots.Take(), Extensions(), limits, &notices);
}

// Whether the entries are in look-up order, and what is said of them holds.
void CheckEntries(const Catalog& catalog) {
  const Entry* before = nullptr;
  for (const Entry& entry : catalog.entries()) {
    Require(IsValidUtf8(entry.relative_path) && !entry.base_name().empty());
    Require(!before || before->root < entry.root || before->relative_path < entry.relative_path);
    Require(!before || before->tier <= entry.tier);
    before = &entry;
    const std::string_view name = catalog.ReachableAs(entry);
    if (name.empty()) continue;
    const Result<const Entry*> found = catalog.Find(name);
    Require(found && *found == &entry);
  }
}

// Whether a name means what the listing says.
void CheckName(const Catalog& catalog, std::string_view name, const Limits& limits) {
  const Result<const Entry*> found = catalog.Find(name);
  const std::vector<const Entry*> matches = catalog.FindAll(name);
  const bool is_valid = FindNameFault(name, limits).empty();
  const bool is_alone =
      matches.size() == 1 || (matches.size() > 1 && matches[0]->tier != matches[1]->tier);
  if (found) {
    Require(is_alone && *found == matches[0]);
  } else if (!is_valid) {
    Require(found.error().code() == "invalid-template-name" && matches.empty());
  } else {
    Require(found.error().code() ==
            (matches.empty() ? "template-not-found" : "template-ambiguous"));
    Require(matches.empty() || !is_alone);
  }
}

void CheckTree(const std::vector<std::string_view>& lines) {
  Limits limits;
  limits.files = 64;
  limits.directory_depth = 8;
  const Result<Catalog> catalog = Discover(lines, limits);
  if (!catalog) {
    Require(catalog.error().code() == "limit-files" || catalog.error().code() == "limit-nesting");
    return;
  }
  CheckEntries(*catalog);
  if (lines.empty()) return;
  CheckName(*catalog, lines[0], limits);
  for (const Entry& entry : catalog->entries()) {
    CheckName(*catalog, entry.file_name(), limits);
    CheckName(*catalog, entry.base_name(), limits);
  }
}

}  // namespace
}  // namespace galley

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  galley::CheckTree(galley::LinesOf(galley::TextFrom(data, size)));
  return 0;
}
