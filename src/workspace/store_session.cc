// What is known of a name is forgotten when the store says that it changed; a version by itself
// never does.
#include "workspace/store_session.h"

#include <utility>

#include "base/try.h"
#include "diag/report.h"

namespace galley::workspace {
namespace {

// What is kept of texts; beyond it everything is read anew.
constexpr uint64_t kMostBytes = uint64_t{64} << 20;
// Whoever uses more stores than this in turn opens them anew.
constexpr size_t kMostStores = 16;
// A caller that serves others waits for a lost connection, but not for long.
constexpr int64_t kPatienceOfServers = 5'000;

}  // namespace

void OpenStore::Refresh() {
  if (!is_watched_) return;
  const Result<Changes> changes = store_->database().TakeChanges();
  offline_.reset();
  if (!changes) {
    offline_ = changes.error().diagnostics().front();
  } else if (changes->everything) {
    Forget();
  } else {
    for (const std::string& name : changes->names) ForgetName(name);
  }
}

void OpenStore::Forget() {
  known_.clear();
  bytes_ = 0;
}

void OpenStore::ForgetName(const std::string& name) {
  const auto found = known_.find(name);
  if (found == known_.end()) return;
  for (const auto& [version, document] : found->second.documents) bytes_ -= document->text.size();
  known_.erase(found);
}

Result<int64_t> OpenStore::Resolve(const StoredName& name) {
  if (name.version > 0) return name.version;
  if (const auto known = known_.find(name.name); known != known_.end()) {
    const auto found = known->second.resolved.find(name.label);
    if (found != known->second.resolved.end()) return found->second;
  }
  if (offline_) return *offline_;
  // Only what is there is kept: there is no end of names that are not.
  const int64_t version = TRY(store_->Resolve(name));
  known_[name.name].resolved.emplace(name.label, version);
  return version;
}

Result<std::shared_ptr<const StoredDocument>> OpenStore::Read(const StoredName& name,
                                                              uint64_t max_bytes) {
  const int64_t version = TRY(Resolve(name));
  if (const auto known = known_.find(name.name); known != known_.end()) {
    const auto found = known->second.documents.find(version);
    const bool is_kept =
        found != known->second.documents.end() && found->second->info.size <= max_bytes;
    if (is_kept) return found->second;
  }
  if (offline_) return *offline_;
  auto document = std::make_shared<const StoredDocument>(
      TRY(store_->Read({name.name, version, {}}, max_bytes)));
  const bool is_new = known_[name.name].documents.emplace(version, document).second;
  if (is_new) bytes_ += document->text.size();
  if (bytes_ > kMostBytes) Forget();
  return document;
}

Result<OpenStore*> StoreSession::Open(const StorePlace& place, Access access) {
  for (const std::unique_ptr<OpenStore>& store : stores_) {
    if (store->place() != place) continue;
    store->Refresh();
    return store.get();
  }
  std::unique_ptr<Store> store = TRY(Store::Open(place.url, place.directory, access));
  const bool is_watched = life_ == Life::kLong;
  if (is_watched) {
    store->database().set_patience(kPatienceOfServers);
    TRY(store->database().Watch());
  }
  if (stores_.size() == kMostStores) stores_.erase(stores_.begin());
  stores_.push_back(std::make_unique<OpenStore>(place, std::move(store), is_watched));
  return stores_.back().get();
}

void StoreSession::DropMoved() {
  std::erase_if(stores_, [](const std::unique_ptr<OpenStore>& store) {
    return store->store().database().HasMoved();
  });
}

}  // namespace galley::workspace
