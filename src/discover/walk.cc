// One listing a level and a path that grows and shrinks: depth costs no recursion.  What cannot
// be read or named is warned of and left out.
#include "discover/walk.h"

#include <cstring>
#include <utility>

#include "base/try.h"
#include "base/utf8.h"
#include "diag/display.h"
#include "diag/report.h"

namespace galley {
namespace {

// A directory may hold any number of files, most of them no templates.
constexpr size_t kMostNames = 1'000'000;
constexpr uint64_t kMostNotices = 100;

// Tests of templates lie beside them and are none, whatever the extensions are, unless
// they alone are looked for.
constexpr std::string_view kTestExtension = ".test.yaml";

bool IsWanted(std::string_view name, const Extensions& extensions) {
  const bool wants_tests = extensions.all().size() == 1 && extensions.all()[0] == kTestExtension;
  return extensions.Match(name) > 0 && name.ends_with(kTestExtension) == wants_tests;
}

bool IsCode(const Error& error, Code code) { return error.code() == Describe(code).code; }

}  // namespace

Result<void> Walk::Run(uint32_t root) {
  root_ = root;
  path_.clear();
  depth_ = 0;
  TRY(Enter());
  while (depth_ > 0) {
    Level& level = levels_[depth_ - 1];
    path_.resize(level.path_size);
    if (level.next == level.listing.size()) {
      --depth_;
      continue;
    }
    const size_t at = level.next++;
    if (!path_.empty()) path_ += '/';
    const std::string_view name = level.listing.name(at);
    path_ += name;
    TRY(Visit(name, level.listing.kind(at)));
  }
  return {};
}

// A root that cannot be read, by its name.
Error Walk::AtRoot(Error error) const {
  error.diagnostics().front().notes.push_back("it is root " + Quoted(root().name) + " of the " +
                                              std::string(TierName(root().tier)) + " tier");
  return error;
}

// Lists the directory that the path leads to.
Result<void> Walk::Enter() {
  if (depth_ > limits_.directory_depth) {
    Skip("lies deeper than the limit of " + std::to_string(limits_.directory_depth));
    return {};
  }
  if (levels_.size() == depth_) levels_.emplace_back(kMostNames);
  Level& level = levels_[depth_];
  const Result<void> listed = root().files->List(root().PathOf(path_), &level.listing);
  if (!listed) {
    if (path_.empty()) return AtRoot(listed.error());
    // What has gone since its name was read was never there.
    if (!IsCode(listed.error(), Code::kFileNotFound)) Skip("cannot be read");
    return {};
  }
  if (level.listing.truncated()) {
    return Report(Code::kLimitFiles, "directory " + Quoted(path_) + " of root " +
                                         Quoted(root().name) + " holds more names than " +
                                         std::to_string(kMostNames));
  }
  level.next = 0;
  level.path_size = path_.size();
  ++depth_;
  return {};
}

Result<void> Walk::Visit(std::string_view name, FileKind kind) {
  switch (kind) {
    case FileKind::kDirectory:
      return IsOddName(name) ? Result<void>() : Enter();
    case FileKind::kFile:
    case FileKind::kSymlink:
      if (!IsWanted(name, catalog_.extensions_)) return {};
      if (kind == FileKind::kSymlink && !LeadsToFile()) return {};
      return VisitFile(name);
    case FileKind::kOther:
      if (IsWanted(name, catalog_.extensions_)) Skip("is a device, a pipe or a socket");
      return {};
  }
  return {};
}

// Whether nothing could be called by it; says so where that is the case.
bool Walk::IsOddName(std::string_view name) {
  if (!IsValidUtf8(name)) {
    Skip("has a name that is not UTF-8");
  } else if (HoldsHidden(name)) {
    Skip("has a name with a control or invisible character");
  } else {
    return false;
  }
  return true;
}

bool Walk::LeadsToFile() {
  const Result<FileKind> kind = root().files->Stat(root().PathOf(path_));
  if (kind && *kind == FileKind::kOther) Skip("is a link to a device, a pipe or a socket");
  if (kind) return *kind == FileKind::kFile;
  // A broken link is nothing.
  if (!IsCode(kind.error(), Code::kFileNotFound)) {
    Skip(IsCode(kind.error(), Code::kFileOutsideRoot) ? "is a link that leads out of its root"
                                                      : "is a link that cannot be followed");
  }
  return false;
}

Result<void> Walk::VisitFile(std::string_view name) {
  const size_t extension = catalog_.extensions_.Match(name);
  if (extension == name.size()) return {};  // an extension alone names nothing
  if (IsOddName(name)) return {};
  if (catalog_.entries_.size() >= limits_.files) {
    return Report(Code::kLimitFiles, "the roots hold more templates than the limit of " +
                                         std::to_string(limits_.files));
  }
  char* copy = static_cast<char*>(catalog_.paths_.Allocate(path_.size()));
  if (!copy) return Report(Code::kInternal, "out of memory");
  std::memcpy(copy, path_.data(), path_.size());
  const std::string_view path(copy, path_.size());
  catalog_.entries_.push_back({path, root_, static_cast<uint16_t>(path.size() - name.size()),
                               static_cast<uint16_t>(path.size() - extension), root().tier,
                               catalog_.extensions_.TypeOf(path.substr(path.size() - extension))});
  return {};
}

void Walk::Skip(std::string_view why) {
  if (++skipped_ > kMostNotices) return;
  Diagnostic notice = Report(Code::kFileSkipped, Quoted(path_) + " of root " + Quoted(root().name) +
                                                     " is left out: it " + std::string(why));
  notice.file = ShowText(root().name.empty() ? path_ : root().name + '/' + path_);
  catalog_.skipped_.push_back({path_, notice});
  notices_.push_back(std::move(notice));
}

void Walk::Finish() {
  if (skipped_ <= kMostNotices) return;
  Diagnostic notice =
      Report(Code::kFileSkipped, std::to_string(skipped_ - kMostNotices) + " more are left out");
  catalog_.skipped_.push_back({"", notice});
  notices_.push_back(std::move(notice));
}

}  // namespace galley
