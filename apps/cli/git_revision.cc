// Unpacks `git archive` into a new directory and removes that at the end, however the command
// ends.  No shell is involved.
#include "git_revision.h"

#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

#include "galley/diagnostic.h"
#include "run_program.h"

namespace galley::cli {
namespace {

Diagnostic Unavailable(std::string message, std::string hint = {}) {
  Diagnostic problem;
  problem.code = "revision-unavailable";
  problem.message = std::move(message);
  problem.hint = std::move(hint);
  return problem;
}

std::string WithoutLineBreak(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

bool IsWholeHash(std::string_view revision) {
  return (revision.size() == 40 || revision.size() == 64) &&
         revision.find_first_not_of("0123456789abcdef") == revision.npos;
}

// The commands that bring a revision to a shallow clone.
std::string FetchHint(const std::string& revision) {
  constexpr std::string_view kOrigin = "origin/";
  const std::string one = "the clone is shallow: `git fetch --depth=1 origin ";
  if (IsWholeHash(revision)) return one + revision + "` gets it";
  // A revision counted from another needs the commits between them, and a short hash all of them.
  const bool is_counted = revision.find_first_of("~^@:{") != revision.npos;
  const bool is_hash = revision.find_first_not_of("0123456789abcdef") == revision.npos;
  if (is_counted || is_hash) return "the clone is shallow: `git fetch --unshallow` gets its history";
  // A branch is fetched to where it is named; what else a name means only the origin knows.
  if (revision.starts_with(kOrigin)) {
    return one + revision.substr(kOrigin.size()) + ":refs/remotes/" + revision + "` gets it";
  }
  return one + revision + "` gets it, as the revision `FETCH_HEAD`";
}

}  // namespace

Result<GitRevision> GitRevision::CheckOut(const std::string& directory,
                                          const std::string& revision) {
  const std::string here = directory.empty() ? "." : directory;
  // A revision is a name, never an option.
  if (revision.empty() || revision.starts_with('-')) {
    return Unavailable("`" + revision + "` is no revision");
  }
  const Outcome top = RunProgram({"git", "-C", here, "rev-parse", "--show-toplevel"});
  if (top.status == 127) {
    return Unavailable("there is no program `git`", "install git, or name two directories");
  }
  if (top.status != 0) return Unavailable("the directory is in no Git repository");
  const std::string root = WithoutLineBreak(top.output);
  const std::string inside =
      WithoutLineBreak(RunProgram({"git", "-C", here, "rev-parse", "--show-prefix"}).output);
  const Outcome known =
      RunProgram({"git", "-C", root, "rev-parse", "--verify", "--quiet", revision + "^{tree}"});
  if (known.status != 0) {
    const bool is_shallow = RunProgram({"git", "-C", root, "rev-parse", "--is-shallow-repository"})
                                .output.starts_with("true");
    return Unavailable("the repository has no revision `" + revision + "`",
                       is_shallow ? FetchHint(revision) : "");
  }
  const char* base = std::getenv("TMPDIR");
  std::string place = std::string(base && *base ? base : "/tmp") + "/galley-revision-XXXXXX";
  if (!mkdtemp(place.data())) return Unavailable("no directory can be made for the revision");
  GitRevision made(place);
  const std::string archive = place + "/archive.tar";
  const std::string tree = place + "/tree";
  const bool is_there =
      RunProgram({"git", "-C", root, "archive", "--format=tar", "-o", archive, revision}).status ==
          0 &&
      RunProgram({"mkdir", tree}).status == 0 &&
      RunProgram({"tar", "-xf", archive, "-C", tree}).status == 0;
  if (!is_there) return Unavailable("the revision `" + revision + "` cannot be checked out");
  made.directory_ = tree + '/' + inside;
  return made;
}

GitRevision::GitRevision(GitRevision&& other) noexcept
    : root_(std::exchange(other.root_, {})), directory_(std::move(other.directory_)) {}

GitRevision::~GitRevision() {
  if (!root_.empty()) RunProgram({"rm", "-rf", "--", root_});
}

}  // namespace galley::cli
