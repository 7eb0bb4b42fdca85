// The catalog: every template file found under the configured roots, in the
// order in which names are looked up.  Lookup and listing both read it, so what
// a user sees is what the resolver does.
//
// A Catalog is immutable once built and may be shared between threads, unless a store
// is attached or files are given to it.
#ifndef GALLEY_DISCOVER_CATALOG_H_
#define GALLEY_DISCOVER_CATALOG_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "discover/extensions.h"
#include "discover/given_files.h"
#include "discover/name_index.h"
#include "discover/root.h"
#include "discover/stored_entries.h"
#include "galley/diagnostic.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley {

// One template file.  The texts are parts of its path: `layout/base.j2` has the
// logical name `layout/base`, the base name `base`, the extension `.j2`.
struct Entry {
  std::string_view relative_path;  // from its root; valid UTF-8
  uint32_t root;                   // position in Catalog::roots(), unless it is stored
  uint16_t base_begin;             // where the base name begins
  uint16_t base_end;               // and where it ends
  Tier tier;
  TemplateType type;

  std::string_view logical_name() const noexcept { return relative_path.substr(0, base_end); }
  std::string_view base_name() const noexcept { return logical_name().substr(base_begin); }
  std::string_view file_name() const noexcept { return relative_path.substr(base_begin); }
  std::string_view extension() const noexcept { return relative_path.substr(base_end); }
  bool is_nested() const noexcept { return base_begin > 0; }
};

// Something in a root that is no entry, though it looked like one.
struct SkippedFile {
  std::string path;   // from its root
  Diagnostic notice;  // why
};

// How much a failed look-up tells.  In full it lists what there is instead, which
// takes as long as the catalog is large; whoever may fail often asks in brief.
enum class Explanation : uint8_t { kFull, kBrief };

class Catalog {
 public:
  // Walks the roots once; no template is opened.  What cannot be taken (a link out
  // of its root, a name that is not UTF-8, a directory that cannot be read) is left
  // out with a notice.  Fails with limit-files, with limit-nesting, and with
  // file-unreadable for a root itself.
  static Result<Catalog> Discover(std::vector<Root> roots, Extensions extensions,
                                  const Limits& limits, std::vector<Diagnostic>* notices);

  // Looks names up in a store too, and there first.
  void Attach(std::shared_ptr<StoredEntries> stored);
  // Lets the path of a file lead to it, whatever the roots hold.
  void Give(GivenFile file);
  // What is attached, or null.
  StoredEntries* stored() const noexcept { return stored_.get(); }

  // The file that was given by the path `name` and comes before all names, or null.
  const Entry* FindGiven(std::string_view name) const {
    return given_ ? given_->Find(name, false) : nullptr;
  }

  // The one entry that `name` means, valid as long as the catalog wherever that
  // moves.  Fails with template-not-found, with template-ambiguous where the
  // closest tier holds several matches, or with invalid-template-name before any
  // look-up.  Takes the same time however large the catalog is, apart from the
  // explanation of a failure.
  Result<const Entry*> Find(std::string_view name,
                            Explanation explanation = Explanation::kFull) const;
  // Whether Find fails with template-not-found.
  bool IsMissing(std::string_view name) const;

  // All entries that match `name`, in every tier and in the order of the catalog.
  // Linear in the catalog.
  std::vector<const Entry*> FindAll(std::string_view name) const;

  // A name that Find leads to `entry`, or nothing where there is none.
  std::string_view ReachableAs(const Entry& entry) const;

  // In look-up order: by tier, then root, then the bytes of the path.
  std::span<const Entry> entries() const noexcept { return entries_; }
  // What was left out, with a notice each; not all where that is much.
  std::span<const SkippedFile> skipped() const noexcept { return skipped_; }
  // By tier, those that are not searched as well.
  std::span<const Root> roots() const noexcept { return roots_; }
  const Extensions& extensions() const noexcept { return extensions_; }

  const Root& RootOf(const Entry& entry) const noexcept {
    return entry.tier == Tier::kStore ? stored_root_ : roots_[entry.root];
  }
  // On disk from the top of the file system, in memory the key among the files.
  std::string AbsolutePath(const Entry& entry) const;
  // As messages call it: below the root as its owner wrote that.
  std::string ShownPath(const Entry& entry) const;

 private:
  friend class Walk;
  // What `name` means behind all names of the roots, or null.
  const Entry* FindBehind(std::string_view name, bool is_name) const;
  Catalog(std::vector<Root> roots, Extensions extensions, const Limits& limits)
      : roots_(std::move(roots)), extensions_(std::move(extensions)), limits_(limits) {}

  std::vector<Root> roots_;
  Extensions extensions_;
  Limits limits_;
  Arena paths_;
  std::vector<Entry> entries_;
  std::vector<SkippedFile> skipped_;
  NameIndex names_;
  std::shared_ptr<StoredEntries> stored_;
  std::unique_ptr<GivenFiles> given_;  // null: none
  Root stored_root_ = {Tier::kStore, 0, "", "", RootState::kSearched, nullptr, ""};
};

}  // namespace galley

#endif  // GALLEY_DISCOVER_CATALOG_H_
