// Roots: the directories in which templates are looked for, in their tiers.
#ifndef GALLEY_DISCOVER_ROOT_H_
#define GALLEY_DISCOVER_ROOT_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "files/files.h"
#include "galley/diagnostic.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley {

// Closest first: a template of an earlier tier hides those of later ones.  What the
// calling program adds comes before all files; what comes from a store is named as such
// and hides nothing; files are named by their paths, and those beside them come last.
enum class Tier : uint8_t { kProgram, kProject, kUser, kBuiltin, kStore, kFile };
inline constexpr size_t kTiers = 4;  // that have roots
// Those whose roots are directories that somebody names.
inline constexpr Tier kNamedTiers[] = {Tier::kProject, Tier::kUser, Tier::kBuiltin};

std::string_view TierName(Tier tier) noexcept;
// Of those that have roots.
std::optional<Tier> FindTier(std::string_view name) noexcept;

// Whether a root is searched, and why not.
enum class RootState : uint8_t { kSearched, kMissing, kNotDirectory, kRepeated };

struct Root {
  Tier tier;
  uint32_t index;    // in its tier; roots that are not searched have one too
  std::string name;  // as its owner wrote it, for messages; `.` for all files
  std::string path;  // on disk absolute, links resolved; in memory as the keys start
  RootState state = RootState::kMissing;
  // Set where it is searched.
  std::shared_ptr<const Files> files;
  std::string directory;  // the part of `files` that it is; empty: all

  // How `files` calls a path of this root.
  std::string PathOf(std::string_view relative) const;
};

// Whether links out of a root lead anywhere.
enum class Links : uint8_t { kConfine, kFollow };

// Puts roots in order, and leaves out what cannot be searched.
class RootList {
 public:
  RootList(const Limits& limits, std::vector<Diagnostic>* notices)
      : limits_(limits), notices_(*notices) {}

  // A directory on disk; `path` is absolute.  With kFollow a link in it may lead to a
  // regular file anywhere.  Fails with file-unreadable where it is there but cannot be
  // opened, and with limit-files.
  Result<void> AddDisk(Tier tier, std::string name, const std::string& path,
                       Links links = Links::kConfine);
  // A directory of `files`; empty: all of them.  Fails with limit-files.
  Result<void> AddWithin(Tier tier, std::string directory, std::shared_ptr<const Files> files);

  // All of them, by tier.
  std::vector<Root> Take();

 private:
  Result<Root*> Add(Tier tier, std::string name, std::string path);
  // Leaves out a root that its tier has already.
  bool IsRepeated(Root* root);
  // Leaves out a root that is no directory.
  void Refuse(Root* root);

  Limits limits_;
  std::vector<Diagnostic>& notices_;
  std::vector<Root> tiers_[kTiers];
  uint64_t count_ = 0;
};

}  // namespace galley

#endif  // GALLEY_DISCOVER_ROOT_H_
