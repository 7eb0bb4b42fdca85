// StoreSession: the stores that are open, and what was read from them.
//
// A version never changes, so its text and what was compiled from it may be kept; which
// version a name means may change at any time.  A session that lives long asks its
// database at the beginning of each call what others changed, and forgets that.
#ifndef GALLEY_WORKSPACE_STORE_SESSION_H_
#define GALLEY_WORKSPACE_STORE_SESSION_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "compile/unit_cache.h"
#include "galley/diagnostic.h"
#include "galley/result.h"
#include "store/store.h"

namespace galley::workspace {

// Where a store is; a relative path starts from `directory`.
struct StorePlace {
  StoreUrl url;
  std::string directory;

  friend bool operator==(const StorePlace&, const StorePlace&) = default;
};

// A store and what was read from it.
class OpenStore {
 public:
  OpenStore(StorePlace place, std::unique_ptr<Store> store, bool is_watched)
      : place_(std::move(place)), store_(std::move(store)), is_watched_(is_watched) {}

  const StorePlace& place() const noexcept { return place_; }
  // For what writes and lists.  Whoever writes calls Forget after that.
  Store& store() noexcept { return *store_; }
  UnitCache& units() noexcept { return units_; }

  // Asks what others changed.  While the store cannot be reached, what is known is used.
  void Refresh();
  void Forget();
  // Why it cannot be reached, where that is so.
  const std::optional<Diagnostic>& offline() const noexcept { return offline_; }

  // As Store::Read does, from memory where it can.
  Result<std::shared_ptr<const StoredDocument>> Read(const StoredName& name, uint64_t max_bytes);

 private:
  Result<int64_t> Resolve(const StoredName& name);
  void ForgetName(const std::string& name);

  // What is known of one name.
  struct Known {
    std::unordered_map<std::string, int64_t> resolved;  // by label; empty: the newest
    std::unordered_map<int64_t, std::shared_ptr<const StoredDocument>> documents;
  };

  StorePlace place_;
  std::unique_ptr<Store> store_;
  bool is_watched_;
  std::optional<Diagnostic> offline_;
  std::unordered_map<std::string, Known> known_;
  uint64_t bytes_ = 0;  // of the texts
  UnitCache units_;
};

// Used from one thread at a time.
class StoreSession {
 public:
  enum class Life : uint8_t { kCall, kLong };

  explicit StoreSession(Life life) noexcept : life_(life) {}

  // The store at a place, opened where it is not yet; valid until the next call.
  Result<OpenStore*> Open(const StorePlace& place, Access access);

  // Before a call: lets go of stores whose files were deleted or replaced, so that
  // nothing is written to where nobody will look.
  void DropMoved();

  // A document that is not stored yet, for the operations that check it: they find it
  // as `store:@offered`.  Null takes it away.
  void Offer(const StoredDocument* document) noexcept { offered_ = document; }
  const StoredDocument* offered() const noexcept { return offered_; }

 private:
  Life life_;
  std::vector<std::unique_ptr<OpenStore>> stores_;
  const StoredDocument* offered_ = nullptr;
};

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_STORE_SESSION_H_
