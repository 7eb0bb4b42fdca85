// The templates of a store as entries of a catalog.
//
// `store:NAME`, `store:NAME@VERSION` and `store:NAME@LABEL` lead to the store from
// everywhere.  Where what a call is about lies in the store, plain names of templates
// are looked for there first too, so that what was stored together is used together.
#ifndef GALLEY_WORKSPACE_STORE_ENTRIES_H_
#define GALLEY_WORKSPACE_STORE_ENTRIES_H_

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ordered_map.h"
#include "discover/catalog.h"
#include "discover/extensions.h"
#include "discover/stored_entries.h"
#include "files/files.h"
#include "galley/limits.h"
#include "workspace/store_session.h"

namespace galley::workspace {

// How plain names are looked up.
struct StoreLinking {
  bool is_on = false;  // in the store first
  std::string label;   // the version with this label, where there is one; else the newest

  friend bool operator==(const StoreLinking&, const StoreLinking&) = default;
};

// How they are for the template `name`: in the store first where it is there itself.
StoreLinking LinkingOf(std::string_view name, const Limits& limits);

// The name of StoreSession::offered.
inline constexpr std::string_view kOfferedName = "store:@offered";

class StoreEntries final : public StoredEntries {
 public:
  // Opens the store when it is first needed.
  using OpenFunction = std::function<Result<OpenStore*>()>;

  StoreEntries(OpenFunction open, const StoredDocument* offered, StoreLinking linking,
               Extensions extensions, const Limits& limits, std::vector<Diagnostic>* warnings);

  // From now on plain names are looked up like this.
  void Link(const StoreLinking& linking);

  Result<const Entry*> Find(std::string_view name) override;
  std::shared_ptr<const Files> files() const override;
  std::string_view DigestOf(const Entry& entry) const override;
  UnitCache* units() noexcept override { return store_ ? &store_->units() : nullptr; }

 private:
  class TextFiles;

  struct ShortenedName {
    StoredName name;
    std::string extension;
  };

  Result<const Entry*> Look(std::string_view name);
  // Null where there is none.
  Result<const Entry*> FindPlain(std::string_view name);
  Result<const Entry*> FindStored(const StoredName& name, std::string_view extension);
  // Tries the name as it is, and then without its extension.
  Result<const Entry*> FindWithExtension(std::string_view name, const std::string& label);
  std::optional<ShortenedName> Shorten(const StoredName& parsed, std::string_view name) const;
  Result<const Entry*> AddEntry(std::shared_ptr<const StoredDocument> document, std::string path);
  Result<const Entry*> AddOffered();
  Result<OpenStore*> Open();

  OpenFunction open_;
  const StoredDocument* offered_;
  StoreLinking linking_;
  Extensions extensions_;
  Limits limits_;
  std::vector<Diagnostic>* warnings_;
  OpenStore* store_ = nullptr;
  bool warned_ = false;
  std::shared_ptr<TextFiles> files_;
  std::deque<Entry> entries_;  // which stay where they are, as do their paths
  std::deque<std::string> paths_;
  OrderedMap<const Entry*> found_;  // by name; null: not there
  OrderedMap<const Entry*> by_path_;
};

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_STORE_ENTRIES_H_
