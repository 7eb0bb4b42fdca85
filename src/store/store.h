// Store: documents with all their versions, kept in a database.
//
// A version is never changed and never removed.  Labels point to versions and may be
// moved.  What is read is not believed: a text whose digest is another than the one it
// was stored with is refused, and its reader checks it as if it came from a file.
//
// Whether a text is valid is for the caller to say; here it is UTF-8 without NUL bytes.
#ifndef GALLEY_STORE_STORE_H_
#define GALLEY_STORE_STORE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "galley/limits.h"
#include "galley/result.h"
#include "store/database.h"
#include "store/store_url.h"
#include "store/stored_name.h"

namespace galley {

// What is known about a version besides its text.
struct VersionInfo {
  int64_t version = 0;
  std::string extension;
  std::string digest;  // SHA-256 of the text
  std::string author;
  std::string message;
  int64_t time = 0;  // microseconds since 1970, UTC
  uint64_t size = 0;

  friend bool operator==(const VersionInfo&, const VersionInfo&) = default;
};

struct StoredDocument {
  std::string name;
  std::string type;
  VersionInfo info;
  std::string text;
};

// A document in a listing, with its newest version.
struct DocumentInfo {
  std::string name;
  std::string type;
  VersionInfo newest;
};

struct StoredLabel {
  std::string document;
  std::string label;
  int64_t version = 0;

  friend bool operator==(const StoredLabel&, const StoredLabel&) = default;
};

// Those of one document, out of what Store::Labels gave.
std::span<const StoredLabel> LabelsOf(std::string_view document,
                                      const std::vector<StoredLabel>& labels);

// A text to be stored.
struct PushRequest {
  std::string name;
  std::string type;
  std::string extension;
  std::string text;
  std::string author;
  std::string message;
  int64_t time = 0;
  // The version that the text was made from; 0: there was none.  Absent: not known,
  // and whatever is newest is what it was made from.
  std::optional<int64_t> base = std::nullopt;
  // Point to the version that has the text then, as one step with the push.
  std::vector<std::string> labels = {};
  bool always = false;  // a version of its own also where the newest has that very text
};

struct Pushed {
  int64_t version = 0;
  bool is_new = false;  // false: the newest version has that very text
};

enum class Access : uint8_t {
  kExisting,  // a store that is not there is store-not-found
  kCreate,    // it is made
};

// Used from one thread at a time.
class Store {
 public:
  // Opens the store, and brings it up to date.  `directory` is what a relative path is
  // relative to; where the store is made, the directory of its file is too.  Fails with
  // store-not-found, store-newer, and as the database does.
  static Result<std::unique_ptr<Store>> Open(const StoreUrl& url, const std::string& directory,
                                             Access access);
  // The same over an open database, with scripts of the caller's.
  static Result<std::unique_ptr<Store>> Open(std::unique_ptr<Database> database, Access access,
                                             std::span<const std::string_view> migrations);

  // Adds a version, unless the newest has that very text.  Fails with
  // invalid-template-name, also for a label, wrong-template-type where the name stands for
  // another type, stale-push, invalid-params where FindDocumentFault finds one, and as the
  // database does.
  Result<Pushed> Push(const PushRequest& request);

  // The version that a name means.  Fails with template-not-found, and with store-damaged
  // where that was edited to one that is not there.
  Result<int64_t> Resolve(const StoredName& name);
  // The version with its text, at most `max_bytes` long.  Fails as Resolve does, with
  // store-damaged where the row is not the one that was stored, and with limit-size.
  Result<StoredDocument> Read(const StoredName& name, uint64_t max_bytes);
  // The same without asking whether the row is what it was.
  Result<StoredDocument> ReadRaw(std::string_view name, int64_t version, uint64_t max_bytes);

  // By name.  A document without versions has a newest version 0.
  Result<std::vector<DocumentInfo>> List();
  // Oldest first; empty where there is no such document.
  Result<std::vector<VersionInfo>> History(std::string_view name);
  // The versions of a document that have that text.
  Result<bool> HasDigest(std::string_view name, std::string_view digest);

  // By document, then label.
  Result<std::vector<StoredLabel>> Labels();
  // Points a label to a version; the version it pointed to before, or 0.
  Result<int64_t> SetLabel(std::string_view name, std::string_view label, int64_t version);
  // The same for several, all or none; the versions they pointed to before, or 0.
  Result<std::vector<int64_t>> SetLabels(std::string_view name, std::span<const std::string> labels,
                                         int64_t version);
  // Takes a label away; the version it pointed to.  Fails with template-not-found.
  Result<int64_t> RemoveLabel(std::string_view name, std::string_view label);

  // For what needs several steps to be one: `body` may run several times.
  Result<void> Transact(Purpose purpose, const std::function<Result<void>()>& body) {
    return database_->Transact(purpose, body);
  }
  // Adds a version as it was elsewhere, in a transaction of the caller's.  False where
  // it is there already; fails with store-conflict where that differs, or where versions
  // before it are missing, and with invalid-params as Push does.
  Result<bool> AddVersion(const StoredDocument& document);
  // Points a label to a version, likewise; the version it pointed to before, or 0.
  Result<int64_t> AddLabel(std::string_view name, std::string_view label, int64_t version);

  Database& database() noexcept { return *database_; }
  const std::string& shown() const noexcept { return database_->shown(); }
  // Tells stores apart, however they are reached.
  const std::string& id() const noexcept { return id_; }

 private:
  explicit Store(std::unique_ptr<Database> database) : database_(std::move(database)) {}

  struct Newest {
    std::string type;  // empty: there is no such document
    int64_t version = 0;
  };

  Result<void> Migrate(std::span<const std::string_view> migrations);
  Result<void> RunMigrations(std::span<const std::string_view> migrations);
  Result<size_t> ReadMigration();
  Result<Newest> FindNewest(std::string_view name);
  Result<void> CheckBase(const PushRequest& request, const Newest& newest) const;
  Result<Pushed> PushOnce(const PushRequest& request, std::string_view token);
  Result<Pushed> AddPushed(const PushRequest& request, std::string_view token);
  // The one place where versions are added.
  Result<void> Insert(const StoredDocument& document, const Newest& newest, std::string_view token);

  std::unique_ptr<Database> database_;
  std::string id_;
};

// The longest author and message of a version, in bytes.
inline constexpr size_t kLongestRemark = 65'536;

// Why a document cannot be stored; empty where it can.  What passes is kept by both
// databases as it is.
std::string FindDocumentFault(const StoredDocument& document);

// What it is like where a document, or a version of it, is missing.
Diagnostic NotStored(const StoredName& name, std::string_view store);
// How a version that was read is not as it was stored; empty where it is.
std::string FindDamage(const StoredDocument& document);
// A version that is not as it was stored.
Diagnostic DamagedVersion(std::string_view name, int64_t version, std::string_view fault);

}  // namespace galley

#endif  // GALLEY_STORE_STORE_H_
