// Read-only: listing and writing fail.
#include "workspace/stored_instructions.h"

#include "base/try.h"
#include "diag/report.h"
#include "files/problems.h"

namespace galley::workspace {
namespace {

bool IsNotStored(const Error& error) {
  return error.code() == Describe(Code::kTemplateNotFound).code;
}

// `text` without the extension, if it has it.
std::string_view WithoutExtension(std::string_view text) {
  if (text.ends_with(kInstructionsExtension)) text.remove_suffix(kInstructionsExtension.size());
  return text;
}

}  // namespace

Result<StoredName> ParseInstructionName(std::string_view text, const Limits& limits) {
  StoredName name = TRY(StoredName::Parse(WithoutExtension(text), limits));
  name.name = std::string(WithoutExtension(name.name));
  return name;
}

Result<std::shared_ptr<const StoredDocument>> StoredInstructions::Find(const std::string& name,
                                                                       uint64_t max_bytes) const {
  if (name == manifest_.name) return store_->Read(manifest_, max_bytes);
  if (!manifest_.label.empty()) {
    auto labelled = store_->Read({name, 0, manifest_.label}, max_bytes);
    if (labelled || !IsNotStored(labelled.error())) return labelled;
  }
  return store_->Read({name, 0, {}}, max_bytes);
}

Result<std::string> StoredInstructions::Read(std::string_view path, uint64_t max_bytes) const {
  const std::string full = prefix_ + std::string(path);
  const std::string name(WithoutExtension(full));
  const bool is_name = name != full && FindStoredNameFault(name, limits_).empty();
  if (!is_name) return NotFound(path);
  const bool is_manifest = name == manifest_.name;
  const Result<std::shared_ptr<const StoredDocument>> document = Find(name, max_bytes);
  if (!document) {
    return !is_manifest && IsNotStored(document.error()) ? NotFound(path) : document.error();
  }
  if ((*document)->type == kInstructionsType) return (*document)->text;
  if (!is_manifest) return NotFound(path);
  return Report(Code::kWrongTemplateType, Quoted(manifest_.Shown()) + " is of type " +
                                              (*document)->type + " in the store, and no manifest");
}

Result<void> StoredInstructions::List(std::string_view directory, Listing*) const {
  return NotDirectory(directory);
}

Result<FileKind> StoredInstructions::Stat(std::string_view path) const {
  TRY(Read(path, limits_.file));
  return FileKind::kFile;
}

Result<std::unique_ptr<Files>> StoredInstructions::Below(std::string_view directory) const {
  auto below = std::make_unique<StoredInstructions>(store_, manifest_, limits_);
  below->prefix_ = prefix_;
  if (!directory.empty()) below->prefix_ += std::string(directory) + '/';
  return std::unique_ptr<Files>(std::move(below));
}

Result<void> StoredInstructions::Write(std::string_view path, std::string_view, Overwrite) {
  return AlreadyThere(path);
}

}  // namespace galley::workspace
