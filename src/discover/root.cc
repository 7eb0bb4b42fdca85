// A root is opened when it is added; one that is missing stays in the list with its state, so
// that people can see where was looked.
#include "discover/root.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/try.h"
#include "diag/report.h"
#include "files/disk_files.h"
#include "files/linked_files.h"

namespace galley {
namespace {

constexpr std::string_view kTierNames[kTiers] = {"program", "project", "user", "builtin"};

bool IsCode(const Error& error, Code code) { return error.code() == Describe(code).code; }

std::string Named(const Root& root) {
  return Quoted(root.name) + " of the " + std::string(TierName(root.tier)) + " tier";
}

}  // namespace

std::string_view TierName(Tier tier) noexcept {
  if (tier == Tier::kFile) return "file";
  return tier == Tier::kStore ? "store" : kTierNames[static_cast<size_t>(tier)];
}

std::optional<Tier> FindTier(std::string_view name) noexcept {
  const auto* found = std::find(std::begin(kTierNames), std::end(kTierNames), name);
  if (found == std::end(kTierNames)) return std::nullopt;
  return static_cast<Tier>(found - std::begin(kTierNames));
}

std::string Root::PathOf(std::string_view relative) const {
  if (directory.empty()) return std::string(relative);
  return relative.empty() ? directory : directory + '/' + std::string(relative);
}

Result<Root*> RootList::Add(Tier tier, std::string name, std::string path) {
  if (++count_ > limits_.roots) {
    return Report(Code::kLimitFiles,
                  "there are more roots than the limit of " + std::to_string(limits_.roots));
  }
  std::vector<Root>& roots = tiers_[static_cast<size_t>(tier)];
  const auto index = static_cast<uint32_t>(roots.size());
  if (name.empty()) name = ".";
  roots.push_back(
      {tier, index, std::move(name), std::move(path), RootState::kMissing, nullptr, {}});
  return &roots.back();
}

// Overlapping roots stay: they make names ambiguous, and that is for people to see.
bool RootList::IsRepeated(Root* root) {
  const std::vector<Root>& roots = tiers_[static_cast<size_t>(root->tier)];
  const bool repeated = std::any_of(roots.begin(), roots.begin() + root->index,
                                    [&](const Root& other) { return other.path == root->path; });
  if (!repeated) return false;
  root->state = RootState::kRepeated;
  notices_.push_back(Report(Code::kDuplicateRoot, "root " + Named(*root) + " is given twice",
                            "remove one of the two"));
  return true;
}

void RootList::Refuse(Root* root) {
  root->state = RootState::kNotDirectory;
  notices_.push_back(Report(Code::kRootNotDirectory,
                            "root " + Named(*root) + " is not a directory and is left out"));
}

Result<void> RootList::AddDisk(Tier tier, std::string name, const std::string& path, Links links) {
  Root& root = *TRY(Add(tier, std::move(name), path));
  Result<std::string> resolved = ResolvePath(path);
  if (!resolved && !IsCode(resolved.error(), Code::kFileNotFound)) return resolved.error();
  if (resolved) root.path = *std::move(resolved);
  if (IsRepeated(&root)) return {};
  Result<DiskFiles> files = DiskFiles::Open(root.path);
  if (!files && IsCode(files.error(), Code::kFileNotFound)) return {};
  if (!files && IsCode(files.error(), Code::kFileNotDirectory)) {
    Refuse(&root);
    return {};
  }
  auto confined = std::make_shared<DiskFiles>(TRY(std::move(files)));
  root.files = confined;
  if (links == Links::kFollow) {
    root.files = std::make_shared<LinkedFiles>(std::move(confined), root.path);
  }
  root.state = RootState::kSearched;
  return {};
}

Result<void> RootList::AddWithin(Tier tier, std::string directory,
                                 std::shared_ptr<const Files> files) {
  Root& root = *TRY(Add(tier, directory, directory));
  if (IsRepeated(&root)) return {};
  const Result<FileKind> kind = files->Stat(directory);
  if (!kind && IsCode(kind.error(), Code::kFileNotFound)) return {};
  if (!kind) return kind.error();
  if (*kind != FileKind::kDirectory) {
    Refuse(&root);
    return {};
  }
  root.files = std::move(files);
  root.directory = std::move(directory);
  root.state = RootState::kSearched;
  return {};
}

std::vector<Root> RootList::Take() {
  std::vector<Root> all;
  for (std::vector<Root>& roots : tiers_) {
    all.insert(all.end(), std::make_move_iterator(roots.begin()),
               std::make_move_iterator(roots.end()));
  }
  return all;
}

}  // namespace galley
