// The instruction files of a store, as files: `NAME.iai` is the stored document NAME.
//
// The manifest is the version that its name chooses.  Of the others those with the
// manifest's label are taken where they have it, else the newest: what was labelled
// together is used together.
#ifndef GALLEY_WORKSPACE_STORED_INSTRUCTIONS_H_
#define GALLEY_WORKSPACE_STORED_INSTRUCTIONS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "files/files.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "store/stored_name.h"
#include "store/stored_type.h"
#include "workspace/store_session.h"

namespace galley::workspace {

// The name of an instruction file in a store, which may have its extension before or
// behind what chooses the version.  Fails as StoredName::Parse does.
Result<StoredName> ParseInstructionName(std::string_view text, const Limits& limits);

// Views the store, which outlives it.  Nothing is listed or written.
class StoredInstructions final : public Files {
 public:
  StoredInstructions(OpenStore* store, StoredName manifest, const Limits& limits)
      : store_(store), manifest_(std::move(manifest)), limits_(limits) {}

  // A manifest that is not there fails with template-not-found, and with
  // wrong-template-type where the name stands for another type.
  Result<std::string> Read(std::string_view path, uint64_t max_bytes) const override;
  Result<void> List(std::string_view directory, Listing* listing) const override;
  Result<FileKind> Stat(std::string_view path) const override;
  Result<std::unique_ptr<Files>> Below(std::string_view directory) const override;
  Result<void> Write(std::string_view path, std::string_view text, Overwrite overwrite) override;

 private:
  Result<std::shared_ptr<const StoredDocument>> Find(const std::string& name,
                                                     uint64_t max_bytes) const;

  OpenStore* store_;
  StoredName manifest_;
  Limits limits_;
  std::string prefix_;  // of what is below: empty, or a path and a `/`
};

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_STORED_INSTRUCTIONS_H_
