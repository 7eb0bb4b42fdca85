// Whatever comes from the database is checked against its digest and its limits before it is
// handed out.
#include "store/store.h"

#include <algorithm>
#include <charconv>
#include <tuple>

#include "base/random.h"
#include "base/sha256.h"
#include "base/try.h"
#include "base/utf8.h"
#include "diag/report.h"
#include "files/new_directory.h"
#include "store/postgresql_database.h"
#include "store/sqlite_database.h"
#include "store/stored_type.h"

namespace galley {
namespace {

// What a database gave for a number; one that was edited by hand need not be any.
int64_t NumberIn(std::string_view text) {
  int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// The columns from `at` on, in the order in which every statement has them.
VersionInfo InfoIn(const Row& row, size_t at) {
  VersionInfo info;
  info.version = NumberIn(row[at]);
  info.extension = row[at + 1];
  info.digest = row[at + 2];
  info.author = row[at + 3];
  info.message = row[at + 4];
  info.time = NumberIn(row[at + 5]);
  info.size = static_cast<uint64_t>(std::max<int64_t>(NumberIn(row[at + 6]), 0));
  return info;
}

// SQLite opens whatever lies there, and what lies beside it under the names of its log.
Result<void> CheckFiles(const std::string& path, const std::string& shown) {
  bool is_regular = IsFreeOrRegular(path, Through::kLink);
  for (const char* suffix : {"-wal", "-shm", "-journal"}) {
    is_regular = is_regular && IsFreeOrRegular(path + suffix, Through::kNoLink);
  }
  if (is_regular) return {};
  return Report(Code::kStoreUnreachable,
                "store " + Quoted(shown) + " cannot be opened: it, or its log, is no regular file");
}

Result<std::unique_ptr<Database>> OpenDatabase(const StoreUrl& url, const std::string& directory,
                                               Access access) {
  if (url.kind == StoreUrl::Kind::kPostgresql) return OpenPostgresql(url.place);
  const bool is_absolute = url.place.starts_with('/') || directory.empty();
  const std::string path = is_absolute ? url.place : directory + '/' + url.place;
  const bool may_create = access == Access::kCreate;
  if (may_create) {
    TRY(MakeDirectoryOf(path));
  } else if (!IsThere(path)) {
    return Report(Code::kStoreNotFound, "there is no store at " + Quoted(url.place),
                  "`galley store push` makes one");
  }
  TRY(CheckFiles(path, url.place));
  return OpenSqlite(path, url.place, may_create);
}

Result<void> CheckLabel(std::string_view label) {
  const std::string fault = FindLabelFault(label);
  if (fault.empty()) return {};
  return Report(Code::kInvalidTemplateName, Quoted(label) + " is no label: a label " + fault);
}

bool IsNotStored(const Error& error) {
  return error.code() == Describe(Code::kTemplateNotFound).code;
}

}  // namespace

std::string FindDocumentFault(const StoredDocument& document) {
  const VersionInfo& info = document.info;
  for (const std::string* text : {&info.extension, &info.author, &info.message, &document.text}) {
    if (text->find('\0') != text->npos) return "it holds a NUL byte";
    if (!IsValidUtf8(*text)) return "it is not valid UTF-8";
  }
  if (info.author.size() > kLongestRemark || info.message.size() > kLongestRemark) {
    return "its author or message is longer than " + std::to_string(kLongestRemark) + " bytes";
  }
  return FindTypeFault(document.type, info.extension);
}

std::string FindDamage(const StoredDocument& document) {
  if (Sha256Of(document.text) != document.info.digest) return "its text has another digest";
  return FindTypeFault(document.type, document.info.extension);
}

Diagnostic NotStored(const StoredName& name, std::string_view store) {
  const std::string in = " in the store " + Quoted(store);
  if (name.version > 0) {
    return Report(Code::kTemplateNotFound,
                  Quoted(name.name) + " has no version " + std::to_string(name.version) + in);
  }
  if (!name.label.empty()) {
    return Report(Code::kTemplateNotFound,
                  Quoted(name.name) + " has no label " + Quoted(name.label) + in);
  }
  return Report(Code::kTemplateNotFound, Quoted(name.name) + " is not" + in);
}

Diagnostic DamagedVersion(std::string_view name, int64_t version, std::string_view fault) {
  return Report(Code::kStoreDamaged, "version " + std::to_string(version) + " of " + Quoted(name) +
                                         " is not as it was stored: " + std::string(fault));
}

// --- Opening ----------------------------------------------------------------

Result<std::unique_ptr<Store>> Store::Open(const StoreUrl& url, const std::string& directory,
                                           Access access) {
  return Open(TRY(OpenDatabase(url, directory, access)), access, AllMigrations());
}

Result<std::unique_ptr<Store>> Store::Open(std::unique_ptr<Database> database, Access access,
                                           std::span<const std::string_view> migrations) {
  std::unique_ptr<Store> store(new Store(std::move(database)));
  if (access == Access::kExisting && !TRY(store->database_->HasStore())) {
    return Report(Code::kStoreNotFound, "there is no store in " + Quoted(store->shown()),
                  "`galley store push` makes one");
  }
  TRY(store->Migrate(migrations));
  return store;
}

Result<size_t> Store::ReadMigration() {
  if (!TRY(database_->HasStore())) return size_t{0};
  const Rows rows = TRY(database_->Run(Sql::kReadStore, {}));
  const int64_t migration = rows.size() == 1 ? NumberIn(rows[0][0]) : 0;
  if (migration < 1) {
    return Report(Code::kStoreDamaged,
                  "store " + Quoted(shown()) + " does not say how it is laid out");
  }
  id_ = rows[0][1];
  return static_cast<size_t>(migration);
}

Result<void> Store::Migrate(std::span<const std::string_view> migrations) {
  const size_t current = TRY(ReadMigration());
  if (current > migrations.size()) {
    return Report(Code::kStoreNewer,
                  "store " + Quoted(shown()) + " is laid out as migration " +
                      std::to_string(current) + " has it, and this galley knows " +
                      std::to_string(migrations.size()),
                  "use the galley that wrote it, or a newer one");
  }
  if (current > 0) {
    const std::string fault = TRY(database_->FindSchemaFault(migrations.first(current)));
    if (!fault.empty()) {
      return Report(Code::kStoreDamaged,
                    "store " + Quoted(shown()) + " is not as galley makes it: " + fault);
    }
  }
  if (current == migrations.size()) return {};
  return database_->Transact(Purpose::kMigrate, [&] { return RunMigrations(migrations); });
}

// Another program may have been faster, so it asks again.
Result<void> Store::RunMigrations(std::span<const std::string_view> migrations) {
  const size_t current = TRY(ReadMigration());
  if (current >= migrations.size()) return {};
  for (const std::string_view script : migrations.subspan(current)) {
    TRY(database_->RunScript(script));
  }
  const std::string last = std::to_string(migrations.size());
  if (current > 0) {
    TRY(database_->Run(Sql::kSetMigration, {last}));
    return {};
  }
  id_ = RandomToken();
  TRY(database_->Run(Sql::kAddStore, {last, id_}));
  return {};
}

// --- Writing ----------------------------------------------------------------

Result<Store::Newest> Store::FindNewest(std::string_view name) {
  const Rows rows = TRY(database_->Run(Sql::kFindDocument, {name}));
  if (rows.empty()) return Newest();
  Newest newest{rows[0][0], NumberIn(rows[0][1])};
  const int64_t last = NumberIn(rows[0][2]);
  if (newest.version == last) return newest;
  return Report(Code::kStoreDamaged, "the newest version of " + Quoted(name) + " is said to be " +
                                         std::to_string(newest.version) +
                                         ", and the last one that is there is " +
                                         std::to_string(last));
}

Result<void> Store::CheckBase(const PushRequest& request, const Newest& newest) const {
  if (!request.base || *request.base == newest.version) return {};
  const std::string has = newest.version == 0 ? "the store has none"
                                              : "the newest is " + std::to_string(newest.version);
  return Report(Code::kStalePush,
                Quoted(request.name) + " was made from version " + std::to_string(*request.base) +
                    ", and " + has,
                "pull the newest version, bring in your change, and push again");
}

Result<void> Store::Insert(const StoredDocument& document, const Newest& newest,
                           std::string_view token) {
  const std::string fault = FindDocumentFault(document);
  if (!fault.empty()) {
    return Report(Code::kInvalidParams, Quoted(document.name) + " cannot be stored: " + fault);
  }
  const VersionInfo& info = document.info;
  const std::string version = std::to_string(info.version);
  if (newest.type.empty()) TRY(database_->Run(Sql::kAddDocument, {document.name, document.type}));
  TRY(database_->Run(Sql::kAddVersion,
                     {document.name, version, info.extension, info.digest, info.author,
                      info.message, std::to_string(info.time), token, document.text}));
  TRY(database_->Run(Sql::kSetNewest, {document.name, version}));
  return database_->Announce(document.name);
}

Result<Pushed> Store::PushOnce(const PushRequest& request, std::string_view token) {
  // The answer to the last attempt may have been lost, and not the push.
  const Rows before = TRY(database_->Run(Sql::kFindToken, {token}));
  if (!before.empty()) return Pushed{NumberIn(before[0][0]), true};
  const Pushed pushed = TRY(AddPushed(request, token));
  for (const std::string& label : request.labels) {
    TRY(AddLabel(request.name, label, pushed.version));
  }
  return pushed;
}

Result<Pushed> Store::AddPushed(const PushRequest& request, std::string_view token) {
  const Newest newest = TRY(FindNewest(request.name));
  if (!newest.type.empty() && newest.type != request.type) {
    return Report(Code::kWrongTemplateType,
                  Quoted(request.name) + " is of type " + newest.type +
                      " in the store, and the text of type " + request.type,
                  "a name keeps its type: push it under another name");
  }
  const std::string digest = Sha256Of(request.text);
  if (newest.version > 0 && !request.always) {
    // The text itself is compared, since a row that was edited may have any digest.
    const StoredDocument last = TRY(ReadRaw(request.name, newest.version, request.text.size()));
    const bool is_same = last.info.digest == digest && last.info.extension == request.extension &&
                         last.info.size == request.text.size() && last.text == request.text;
    if (is_same) return Pushed{newest.version, false};
  }
  TRY(CheckBase(request, newest));
  const Pushed pushed{newest.version + 1, true};
  const VersionInfo info{pushed.version,     request.extension, digest,
                         request.author,     request.message,   request.time,
                         request.text.size()};
  TRY(Insert({request.name, request.type, info, request.text}, newest, token));
  return pushed;
}

Result<Pushed> Store::Push(const PushRequest& request) {
  const std::string fault = FindStoredNameFault(request.name, Limits());
  if (!fault.empty()) {
    return Report(Code::kInvalidTemplateName,
                  Quoted(request.name) + " cannot be stored: a name " + fault);
  }
  for (const std::string& label : request.labels) TRY(CheckLabel(label));
  Pushed pushed;
  const std::string token = RandomToken();
  TRY(database_->Transact(Purpose::kWrite, [&]() -> Result<void> {
    pushed = TRY(PushOnce(request, token));
    return {};
  }));
  return pushed;
}

Result<bool> Store::AddVersion(const StoredDocument& document) {
  const VersionInfo& info = document.info;
  const Newest newest = TRY(FindNewest(document.name));
  const std::string name = Quoted(ShownVersion(document.name, info.version));
  if (!newest.type.empty() && newest.type != document.type) {
    return Report(Code::kStoreConflict, name + " is of another type in the store");
  }
  if (info.version <= newest.version) {
    const Result<StoredDocument> there = ReadRaw(document.name, info.version, info.size);
    if (!there && !IsNotStored(there.error())) return there.error();
    if (there && there->info == info && there->text == document.text) return false;
    return Report(Code::kStoreConflict,
                  name + " is another one in the store, and history is never rewritten");
  }
  if (info.version != newest.version + 1) {
    return Report(Code::kStoreConflict, name + " comes without the versions before it");
  }
  TRY(Insert(document, newest, RandomToken()));
  return true;
}

// --- Reading ----------------------------------------------------------------

Result<int64_t> Store::Resolve(const StoredName& name) {
  if (name.version > 0) return name.version;
  if (name.label.empty()) {
    const int64_t newest = TRY(FindNewest(name.name)).version;
    if (newest > 0) return newest;
    return NotStored(name, shown());
  }
  const Rows rows = TRY(database_->Run(Sql::kFindLabel, {name.name, name.label}));
  if (rows.empty()) return NotStored(name, shown());
  const int64_t version = NumberIn(rows[0][0]);
  if (version > 0 && rows[0][0] == rows[0][1]) return version;
  return DamagedVersion(name.name, version,
                        "the label " + Quoted(name.label) + " points to it, and it is not there");
}

Result<StoredDocument> Store::ReadRaw(std::string_view name, int64_t version, uint64_t max_bytes) {
  Rows rows = TRY(database_->Run(Sql::kReadVersion,
                                 {name, std::to_string(version), std::to_string(max_bytes)}));
  if (rows.empty()) return NotStored({std::string(name), version, {}}, shown());
  Row& row = rows[0];
  return StoredDocument{std::string(name), std::move(row[8]), InfoIn(row, 0), std::move(row[7])};
}

Result<StoredDocument> Store::Read(const StoredName& name, uint64_t max_bytes) {
  const int64_t version = TRY(Resolve(name));
  StoredDocument document = TRY(ReadRaw(name.name, version, max_bytes));
  if (document.info.size > max_bytes) {
    return Report(Code::kLimitSize, Quoted(ShownVersion(name.name, version)) +
                                        " is larger than the limit of " +
                                        std::to_string(max_bytes) + " bytes");
  }
  const std::string fault = FindDamage(document);
  if (!fault.empty()) return DamagedVersion(name.name, version, fault);
  return document;
}

Result<std::vector<DocumentInfo>> Store::List() {
  std::vector<DocumentInfo> documents;
  for (const Row& row : TRY(database_->Run(Sql::kListDocuments, {}))) {
    documents.push_back({row[0], row[1], InfoIn(row, 2)});
  }
  // Databases sort texts by the rules of a country; names are bytes.
  std::sort(documents.begin(), documents.end(),
            [](const DocumentInfo& a, const DocumentInfo& b) { return a.name < b.name; });
  return documents;
}

Result<std::vector<VersionInfo>> Store::History(std::string_view name) {
  std::vector<VersionInfo> versions;
  for (const Row& row : TRY(database_->Run(Sql::kListVersions, {name}))) {
    versions.push_back(InfoIn(row, 0));
  }
  return versions;
}

Result<bool> Store::HasDigest(std::string_view name, std::string_view digest) {
  return !TRY(database_->Run(Sql::kFindDigest, {name, digest})).empty();
}

// --- Labels -----------------------------------------------------------------

Result<std::vector<StoredLabel>> Store::Labels() {
  std::vector<StoredLabel> labels;
  for (const Row& row : TRY(database_->Run(Sql::kListLabels, {}))) {
    labels.push_back({row[0], row[1], NumberIn(row[2])});
  }
  std::sort(labels.begin(), labels.end(), [](const StoredLabel& a, const StoredLabel& b) {
    return std::tie(a.document, a.label) < std::tie(b.document, b.label);
  });
  return labels;
}

std::span<const StoredLabel> LabelsOf(std::string_view document,
                                      const std::vector<StoredLabel>& labels) {
  return {std::ranges::lower_bound(labels, document, {}, &StoredLabel::document),
          std::ranges::upper_bound(labels, document, {}, &StoredLabel::document)};
}

Result<int64_t> Store::AddLabel(std::string_view name, std::string_view label, int64_t version) {
  TRY(CheckLabel(label));
  // Says that there is no such version in words of its own, not of the database's.
  TRY(ReadRaw(name, version, 0));
  const Rows rows = TRY(database_->Run(Sql::kFindLabel, {name, label}));
  const int64_t before = rows.empty() ? 0 : NumberIn(rows[0][0]);
  if (before == version) return before;
  if (before > 0) TRY(database_->Run(Sql::kRemoveLabel, {name, label}));
  TRY(database_->Run(Sql::kAddLabel, {name, label, std::to_string(version)}));
  TRY(database_->Announce(name));
  return before;
}

Result<int64_t> Store::SetLabel(std::string_view name, std::string_view label, int64_t version) {
  const std::string one(label);
  return TRY(SetLabels(name, {&one, 1}, version)).front();
}

Result<std::vector<int64_t>> Store::SetLabels(std::string_view name,
                                              std::span<const std::string> labels,
                                              int64_t version) {
  for (const std::string& label : labels) TRY(CheckLabel(label));
  std::vector<int64_t> before;
  TRY(database_->Transact(Purpose::kWrite, [&]() -> Result<void> {
    before.clear();
    for (const std::string& label : labels) before.push_back(TRY(AddLabel(name, label, version)));
    return {};
  }));
  return before;
}

Result<int64_t> Store::RemoveLabel(std::string_view name, std::string_view label) {
  int64_t before = 0;
  TRY(database_->Transact(Purpose::kWrite, [&]() -> Result<void> {
    const Rows rows = TRY(database_->Run(Sql::kFindLabel, {name, label}));
    if (rows.empty()) return NotStored({std::string(name), 0, std::string(label)}, shown());
    before = NumberIn(rows[0][0]);
    TRY(database_->Run(Sql::kRemoveLabel, {name, label}));
    return database_->Announce(name);
  }));
  return before;
}

}  // namespace galley
