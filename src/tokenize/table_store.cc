// Tables are named by version and source, so that nobody reads one that was made from other
// data.
#include "tokenize/table_store.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "base/try.h"
#include "diag/report.h"
#include "files/disk_files.h"
#include "files/mapped_file.h"
#include "files/new_directory.h"
#include "tokenize/builtin.h"
#include "tokenize/compile.h"
#include "tokenize/opened_tokenizers.h"

namespace galley {
namespace {

constexpr uint64_t kMaxTable = uint64_t{1} << 30;
constexpr size_t kMaxImported = 10'000;
constexpr std::string_view kSuffix = ".gtok";

class MappedImage final : public TableImage {
 public:
  explicit MappedImage(std::unique_ptr<MappedFile> file) : file_(std::move(file)) {}
  std::string_view bytes() const noexcept override { return file_->bytes(); }

 private:
  std::unique_ptr<MappedFile> file_;
};

Result<TableTokenizer> OpenMapped(const std::string& path) {
  OpenedTokenizers& opened = OpenedTokenizers::OfProcess();
  const std::string mark = MappedFile::MarkOf(path);
  std::string key = mark + path;
  if (std::optional<TableTokenizer> found = opened.Find(key)) return *std::move(found);
  std::unique_ptr<MappedFile> file = TRY(MappedFile::Open(path, kMaxTable));
  TableTokenizer tokenizer =
      TRY(TableTokenizer::Open(std::make_shared<MappedImage>(std::move(file))));
  // Not where another file took its place in between.
  if (MappedFile::MarkOf(path) == mark) opened.Keep(std::move(key), tokenizer);
  return tokenizer;
}

std::string_view SourceOf(const TableTokenizer& tokenizer) {
  const auto& source = tokenizer.table().header().source;
  return {source.data(), source.size()};
}

// Letters, digits and `-`, `_`, `.` inside.
bool IsName(std::string_view name) {
  if (name.empty() || name.size() > 100 || name.front() == '.' || name.front() == '-') return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
  });
}

Result<void> WriteBelow(const std::string& directory, const std::string& name,
                        std::string_view image) {
  TRY(MakeDirectoryOf(directory + '/' + name));
  DiskFiles files = TRY(DiskFiles::Open(directory));
  return files.WriteUnsynced(name, image, Overwrite::kReplace);
}

// Whoever has another version or other data looks for another file.
std::string TableName(std::string_view name, std::string_view source) {
  return std::string(name) + '-' + std::string(source.substr(0, 8)) +
         std::string(source.substr(56)) + ".v" + std::to_string(kTableVersion) +
         std::string(kSuffix);
}

Diagnostic Unknown(std::string_view name, const std::vector<std::string>& imported) {
  std::vector<std::string_view> names;
  for (const BuiltinTokenizer& each : BuiltinTokenizers()) names.push_back(each.name);
  names.insert(names.end(), imported.begin(), imported.end());
  return Report(Code::kUnknownTokenizer, "there is no tokenizer " + Quoted(name),
                SuggestNearest(name, names));
}

}  // namespace

Result<TableTokenizer> TableStore::Open(std::string_view name) const {
  if (const BuiltinTokenizer* builtin = FindBuiltin(name)) {
    const std::string source = SourceDigestOf(*builtin);
    return OpenCached(TableName(name, source), source, [&] { return DefinitionOf(*builtin); });
  }
  if (!data_.empty() && IsName(name)) {
    Result<TableTokenizer> found =
        OpenMapped(data_ + '/' + std::string(name) + std::string(kSuffix));
    if (found || found.error().code() != "file-not-found") return found;
  }
  return Unknown(name, Imported());
}

Result<TableTokenizer> TableStore::OpenCached(const std::string& file,
                                              std::string_view source_digest,
                                              const ReadFunction& read) const {
  if (!cache_.empty()) {
    Result<TableTokenizer> found = OpenMapped(cache_ + '/' + file);
    if (found && SourceOf(*found) == source_digest) return found;
  }
  OpenedTokenizers& opened = OpenedTokenizers::OfProcess();
  std::string key = std::string(source_digest) + cache_ + '/' + file;
  if (std::optional<TableTokenizer> found = opened.Find(key)) return *std::move(found);
  const TokenizerDefinition definition = TRY(read());
  std::string image = TRY(CompileTable(definition, source_digest));
  const bool is_written = !cache_.empty() && WriteBelow(cache_, file, image);
  TableTokenizer tokenizer = TRY(TableTokenizer::Of(std::move(image)));
  // A directory that cannot be written costs the next process time, nothing else.
  if (!is_written) opened.Keep(std::move(key), tokenizer);
  return tokenizer;
}

Result<TableTokenizer> TableStore::OpenDefinition(std::string_view source_digest,
                                                  const ReadFunction& read) const {
  return OpenCached(TableName("file", source_digest), source_digest, read);
}

Result<TableTokenizer> TableStore::Import(std::string_view name,
                                          const TokenizerDefinition& definition,
                                          std::string_view source_digest) const {
  if (!IsName(name)) {
    return Report(Code::kInvalidParams, Quoted(name) + " cannot be the name of a tokenizer",
                  "use letters, digits, `-`, `_` and `.`");
  }
  if (FindBuiltin(name)) {
    return Report(Code::kInvalidParams, Quoted(name) + " is the name of a built-in tokenizer");
  }
  if (data_.empty()) {
    return Report(Code::kOutputFailed, "there is no directory for imported tokenizers");
  }
  std::string image = TRY(CompileTable(definition, source_digest));
  TRY(WriteBelow(data_, std::string(name) + std::string(kSuffix), image));
  return TableTokenizer::Of(std::move(image));
}

std::vector<std::string> TableStore::Imported() const {
  std::vector<std::string> names;
  if (data_.empty()) return names;
  const auto files = DiskFiles::Open(data_);
  Listing listing(kMaxImported);
  if (!files || !files->List("", &listing)) return names;
  for (size_t i = 0; i < listing.size(); ++i) {
    const std::string_view name = listing.name(i);
    if (name.ends_with(kSuffix)) names.emplace_back(name.substr(0, name.size() - kSuffix.size()));
  }
  return names;
}

}  // namespace galley
