// Each name is looked up once; entries that were found stay valid as long as the catalog does.
#include "workspace/store_entries.h"

#include <utility>

#include "base/try.h"
#include "diag/report.h"
#include "files/problems.h"
#include "store/stored_type.h"

namespace galley::workspace {
namespace {

bool IsNotFound(const Error& error) {
  return error.code() == Describe(Code::kTemplateNotFound).code;
}

bool IsInvalidName(const Error& error) {
  return error.code() == Describe(Code::kInvalidTemplateName).code;
}

}  // namespace

// The texts of the entries, by their paths.
class StoreEntries::TextFiles final : public Files {
 public:
  void Add(std::string path, std::shared_ptr<const StoredDocument> document) {
    texts_.Insert(std::move(path), std::move(document));
  }
  const StoredDocument* Find(std::string_view path) const {
    const auto* found = texts_.Find(path);
    return found ? found->get() : nullptr;
  }

  Result<std::string> Read(std::string_view path, uint64_t max_bytes) const override {
    const StoredDocument* document = Find(path);
    if (!document) return NotFound(path);
    if (document->text.size() > max_bytes) return TooLarge(path, max_bytes);
    return document->text;
  }
  Result<void> List(std::string_view directory, Listing*) const override {
    return NotDirectory(directory);
  }
  Result<FileKind> Stat(std::string_view path) const override {
    if (Find(path)) return FileKind::kFile;
    return NotFound(path);
  }
  Result<std::unique_ptr<Files>> Below(std::string_view directory) const override {
    return NotDirectory(directory);
  }
  Result<void> Write(std::string_view path, std::string_view, Overwrite) override {
    return AlreadyThere(path);
  }

 private:
  OrderedMap<std::shared_ptr<const StoredDocument>> texts_;
};

StoreEntries::StoreEntries(OpenFunction open, const StoredDocument* offered, StoreLinking linking,
                           Extensions extensions, const Limits& limits,
                           std::vector<Diagnostic>* warnings)
    : open_(std::move(open)),
      offered_(offered),
      linking_(std::move(linking)),
      extensions_(std::move(extensions)),
      limits_(limits),
      warnings_(warnings),
      files_(std::make_shared<TextFiles>()) {}

StoreLinking LinkingOf(std::string_view name, const Limits& limits) {
  if (!name.starts_with(kStorePrefix)) return {};
  const Result<StoredName> parsed = StoredName::Parse(name, limits);
  return {true, parsed ? parsed->label : ""};
}

void StoreEntries::Link(const StoreLinking& linking) {
  if (linking == linking_) return;
  linking_ = linking;
  found_ = OrderedMap<const Entry*>();
}

Result<OpenStore*> StoreEntries::Open() {
  if (!store_) store_ = TRY(open_());
  if (store_->offline() && !warned_) {
    warned_ = true;
    warnings_->push_back(Report(Code::kStoreOffline, store_->offline()->message));
  }
  return store_;
}

Result<const Entry*> StoreEntries::Find(std::string_view name) {
  const bool is_stored = name.starts_with(kStorePrefix);
  if (!is_stored && !linking_.is_on) return nullptr;
  if (const Entry* const* known = found_.Find(name)) return *known;
  const Entry* entry = TRY(is_stored ? Look(name) : FindPlain(name));
  found_.Insert(std::string(name), entry);
  return entry;
}

Result<const Entry*> StoreEntries::Look(std::string_view name) {
  if (offered_ && name == kOfferedName) return AddOffered();
  return FindWithExtension(name.substr(kStorePrefix.size()), {});
}

Result<const Entry*> StoreEntries::FindPlain(std::string_view name) {
  // What cannot be stored is not there; nor is anything where there is no store.
  if (name.find('@') != name.npos) return nullptr;
  if (!linking_.label.empty()) {
    Result<const Entry*> entry = FindWithExtension(name, linking_.label);
    if (entry || !IsNotFound(entry.error())) return entry;
  }
  Result<const Entry*> entry = FindWithExtension(name, {});
  if (entry) return entry;
  const bool is_elsewhere =
      IsNotFound(entry.error()) || IsInvalidName(entry.error()) ||
      (offered_ && entry.error().code() == Describe(Code::kStoreNotFound).code);
  if (is_elsewhere) return nullptr;
  return entry;
}

Result<const Entry*> StoreEntries::FindWithExtension(std::string_view name,
                                                     const std::string& label) {
  StoredName parsed = TRY(StoredName::Parse(name, limits_));
  if (!label.empty()) parsed.label = label;
  Result<const Entry*> entry = FindStored(parsed, {});
  if (entry || !IsNotFound(entry.error())) return entry;
  const std::optional<ShortenedName> shorter = Shorten(parsed, name);
  if (!shorter) return entry;
  const Result<const Entry*> other = FindStored(shorter->name, shorter->extension);
  return !other && IsNotFound(other.error()) ? entry : other;
}

// The extension stands behind the name, or behind what chooses the version.
std::optional<StoreEntries::ShortenedName> StoreEntries::Shorten(const StoredName& parsed,
                                                                 std::string_view name) const {
  if (const size_t size = extensions_.Match(parsed.name); size > 0) {
    const size_t rest = parsed.name.size() - size;
    return ShortenedName{{parsed.name.substr(0, rest), parsed.version, parsed.label},
                         parsed.name.substr(rest)};
  }
  const size_t rest = name.size() - extensions_.Match(name);
  Result<StoredName> shorter = StoredName::Parse(name.substr(0, rest), limits_);
  if (rest == name.size() || !shorter) return std::nullopt;
  return ShortenedName{*std::move(shorter), std::string(name.substr(rest))};
}

Result<const Entry*> StoreEntries::FindStored(const StoredName& name, std::string_view extension) {
  OpenStore* store = TRY(Open());
  std::shared_ptr<const StoredDocument> document = TRY(store->Read(name, limits_.file));
  const VersionInfo& info = document->info;
  if (!extension.empty() && info.extension != extension)
    return NotStored(name, store->store().shown());
  std::string path =
      std::string(kStorePrefix) + ShownVersion(document->name, info.version) + info.extension;
  return AddEntry(std::move(document), std::move(path));
}

Result<const Entry*> StoreEntries::AddOffered() {
  // It is checked, and not compiled for anybody, so its path is what its owner calls it.
  const std::shared_ptr<const StoredDocument> document(std::shared_ptr<void>(), offered_);
  return AddEntry(document, offered_->name);
}

Result<const Entry*> StoreEntries::AddEntry(std::shared_ptr<const StoredDocument> document,
                                            std::string path) {
  if (const Entry* const* known = by_path_.Find(path)) return *known;
  const std::string& extension = document->info.extension;
  const std::optional<TemplateType> type = FindType(document->type);
  if (!type) {
    const bool is_instructions = document->type == kInstructionsType;
    return Report(
        Code::kWrongTemplateType,
        Quoted(path) + " is of type " + Quoted(document->type) +
            ", which is not that of a template",
        is_instructions ? "`galley instructions` takes it, and `galley store pull` shows it" : "");
  }
  const bool is_extension = extension.starts_with('.') && extension.find('/') == std::string::npos;
  const bool fits = is_extension && path.ends_with(extension) && TypeOf(extension) == *type;
  if (!fits) {
    return DamagedVersion(document->name, document->info.version,
                          "its extension is not one of its type");
  }
  const auto end = static_cast<uint16_t>(path.size() - extension.size());
  const size_t slash = path.rfind('/', end);
  files_->Add(path, std::move(document));
  Entry& entry = entries_.emplace_back();
  by_path_.Insert(path, &entry);
  entry.relative_path = paths_.emplace_back(std::move(path));
  entry.root = 0;
  entry.base_begin = static_cast<uint16_t>(slash == std::string::npos ? 0 : slash + 1);
  entry.base_end = end;
  entry.tier = Tier::kStore;
  entry.type = *type;
  return &entry;
}

std::shared_ptr<const Files> StoreEntries::files() const { return files_; }

std::string_view StoreEntries::DigestOf(const Entry& entry) const {
  const StoredDocument* document = files_->Find(entry.relative_path);
  return document ? std::string_view(document->info.digest) : std::string_view();
}

}  // namespace galley::workspace
