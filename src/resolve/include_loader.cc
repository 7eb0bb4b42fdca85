// Every path passes the checks of relative_path.h and the confined files, in this order.
#include "resolve/include_loader.h"

#include <optional>
#include <utility>

#include "base/try.h"
#include "diag/report.h"
#include "files/relative_path.h"
#include "format/text.h"

namespace galley {
namespace {

constexpr std::string_view kExtension = ".iai";

Diagnostic Unsafe(std::string_view path, std::string_view why, const NamedAt& at) {
  return Report(Code::kUnsafePath, at.manifest, at.span, Quoted(path) + " " + std::string(why),
                "a path is relative to the manifest and stays in the containment root");
}

bool Is(const Error& error, Code code) noexcept { return error.code() == Describe(code).code; }

}  // namespace

Result<IncludeLoader> IncludeLoader::Open(const Files& files, std::string directory,
                                          std::string root, const Limits& limits, Meter* meter) {
  std::unique_ptr<Files> confined = TRY(files.Below(root));
  return IncludeLoader(std::move(directory), std::move(root), std::move(confined), limits, meter);
}

Result<std::string> IncludeLoader::Locate(std::string_view path, const NamedAt& at) const {
  if (const std::string_view why = WhyNotRelative(path); !why.empty()) {
    return Unsafe(path, why, at);
  }
  std::optional<std::string> joined = JoinPath(directory_, path);
  if (!joined || !IsBelow(*joined, root_)) {
    return Unsafe(path, "leads out of the containment root", at);
  }
  return std::move(*joined);
}

Result<std::string> IncludeLoader::LocateInclude(std::string_view path, const NamedAt& at) const {
  std::string located = TRY(Locate(path, at));
  if (path.ends_with(kExtension)) return located;
  return Report(Code::kNotIaiFile, at.manifest, at.span,
                Quoted(path) + " is not an instruction file: its name does not end in `.iai`");
}

Result<std::unique_ptr<LoadedInstructions>> IncludeLoader::Load(const std::string& path,
                                                                const NamedAt& at) {
  if (++opened_ > limits_.units) {
    return Report(Code::kLimitUnits, at.manifest, at.span,
                  "the set names more files than the limit of " + std::to_string(limits_.units));
  }
  Result<std::string> bytes = confined_->Read(PathBelow(path, root_), limits_.file);
  if (!bytes) {
    if (Is(bytes.error(), Code::kFileNotFound) || Is(bytes.error(), Code::kFileNotRegular)) {
      return std::unique_ptr<LoadedInstructions>();
    }
    if (Is(bytes.error(), Code::kFileOutsideRoot)) {
      return Unsafe(path, "leads out of the containment root through a link", at);
    }
    return ShowAt(bytes.error().diagnostics().front(), at.manifest, at.span);
  }
  uint64_t cost = bytes->size();
  auto file = TRY(LoadedInstructions::Parse(path, std::move(*bytes), limits_));
  if (file->header()) cost += file->header()->size() * sizeof(Node);
  if (!meter_->Take(cost)) return ValuesDoNotFit(at.manifest, meter_->exhausted());
  return file;
}

}  // namespace galley
