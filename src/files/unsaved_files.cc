// What is unsaved comes before what is saved, file by file; listings join both, each name once.
#include "files/unsaved_files.h"

#include <set>

#include "base/try.h"
#include "diag/report.h"

namespace galley {
namespace {

constexpr size_t kMostUnsaved = 1'000'000;  // in one directory

}  // namespace

bool UnsavedFiles::IsUnsaved(std::string_view path, FileKind kind) const {
  const Result<FileKind> found = unsaved_.Stat(path);
  return found && *found == kind;
}

Result<std::string> UnsavedFiles::Read(std::string_view path, uint64_t max_bytes) const {
  const bool is_unsaved = IsUnsaved(path, FileKind::kFile);
  return is_unsaved ? unsaved_.Read(path, max_bytes) : saved_->Read(path, max_bytes);
}

Result<void> UnsavedFiles::List(std::string_view directory, Listing* listing) const {
  const bool has_unsaved = IsUnsaved(directory, FileKind::kDirectory);
  const Result<void> listed = saved_->List(directory, listing);
  if (!has_unsaved) return listed;
  if (!listed) return unsaved_.List(directory, listing);
  Listing above(kMostUnsaved);
  TRY(unsaved_.List(directory, &above));
  std::set<std::string, std::less<>> names;
  for (size_t at = 0; at < listing->size(); ++at) names.emplace(listing->name(at));
  for (size_t at = 0; at < above.size(); ++at) {
    if (!names.contains(above.name(at))) listing->Add(above.name(at), above.kind(at));
  }
  listing->Sort();
  return {};
}

Result<FileKind> UnsavedFiles::Stat(std::string_view path) const {
  Result<FileKind> kind = unsaved_.Stat(path);
  return kind && (*kind == FileKind::kFile || !saved_->Stat(path)) ? kind : saved_->Stat(path);
}

Result<std::unique_ptr<Files>> UnsavedFiles::Below(std::string_view directory) const {
  if (!IsUnsaved(directory, FileKind::kDirectory)) return saved_->Below(directory);
  const std::unique_ptr<Files> unsaved = TRY(unsaved_.Below(directory));
  Result<std::unique_ptr<Files>> saved = saved_->Below(directory);
  if (!saved) saved = std::unique_ptr<Files>(std::make_unique<MemoryFiles>());
  return std::unique_ptr<Files>(std::make_unique<UnsavedFiles>(
      std::shared_ptr<const Files>(*std::move(saved)), static_cast<const MemoryFiles&>(*unsaved)));
}

Result<void> UnsavedFiles::Write(std::string_view path, std::string_view /*text*/,
                                 Overwrite /*overwrite*/) {
  return Report(Code::kOutputFailed,
                Quoted(path) + " is not written while others in the workspace are not saved");
}

}  // namespace galley
