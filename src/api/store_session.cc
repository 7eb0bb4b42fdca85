#include "api/store_session.h"

#include <utility>

#include "base/try.h"
#include "diag/report.h"

namespace galley {
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
  std::unordered_map<std::string, int64_t>& resolved = known_[name.name].resolved;
  const auto found = resolved.find(name.label);
  if (found != resolved.end()) return found->second;
  if (offline_) return *offline_;
  const int64_t version = TRY(store_->Resolve(name));
  resolved.emplace(name.label, version);
  return version;
}

Result<std::shared_ptr<const StoredDocument>> OpenStore::Read(const StoredName& name,
                                                              uint64_t max_bytes) {
  const int64_t version = TRY(Resolve(name));
  std::shared_ptr<const StoredDocument>& known = known_[name.name].documents[version];
  if (known && known->info.size <= max_bytes) return known;
  if (offline_) return *offline_;
  Result<StoredDocument> read = store_->Read({name.name, version, {}}, max_bytes);
  if (!read) {
    if (!known) known_[name.name].documents.erase(version);
    return std::move(read).error();
  }
  auto document = std::make_shared<const StoredDocument>(*std::move(read));
  bytes_ += document->text.size();
  known = document;
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

}  // namespace galley
