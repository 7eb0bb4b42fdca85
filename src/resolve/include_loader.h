// Opening the files that a manifest names, and no others.
//
// Paths are checked as text first, then opened through files that are confined to
// the containment root, so a link cannot lead out of it either.
#ifndef GALLEY_RESOLVE_INCLUDE_LOADER_H_
#define GALLEY_RESOLVE_INCLUDE_LOADER_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "diag/source.h"
#include "files/files.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "resolve/instruction_file.h"
#include "value/heap.h"

namespace galley {

// Where a manifest names a file.
struct NamedAt {
  const Source& manifest;
  Span span;
};

class IncludeLoader {
 public:
  // `directory` is that of the manifest, `root` the one to stay in; both from the
  // top of `files`.  Texts are paid for to `meter`.
  static Result<IncludeLoader> Open(const Files& files, std::string directory, std::string root,
                                    const Limits& limits, Meter* meter);

  // The path from the top of the files that `path` in a manifest means.  Fails with
  // unsafe-path.
  Result<std::string> Locate(std::string_view path, const NamedAt& at) const;
  // The same for an include, which is also not-iai-file where it has another
  // extension.
  Result<std::string> LocateInclude(std::string_view path, const NamedAt& at) const;

  // Reads a file that Locate gave; null where it does not exist or is no file.  Fails
  // with unsafe-path, file-unreadable, a limit, or as LoadedInstructions does.
  Result<std::unique_ptr<LoadedInstructions>> Load(const std::string& path, const NamedAt& at);

 private:
  IncludeLoader(std::string directory, std::string root, std::unique_ptr<Files> confined,
                const Limits& limits, Meter* meter)
      : directory_(std::move(directory)),
        root_(std::move(root)),
        confined_(std::move(confined)),
        limits_(limits),
        meter_(meter) {}

  std::string directory_;
  std::string root_;
  std::unique_ptr<Files> confined_;
  Limits limits_;
  Meter* meter_;
  uint64_t opened_ = 0;
};

}  // namespace galley

#endif  // GALLEY_RESOLVE_INCLUDE_LOADER_H_
