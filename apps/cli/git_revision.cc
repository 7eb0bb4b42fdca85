// Unpacks `git archive` into a new directory and removes that at the end, however the command
// ends.  No shell is involved.
#include "git_revision.h"

#include <unistd.h>

#include <algorithm>
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

bool IsHexadecimal(std::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == text.npos;
}

// The command that brings a revision to a shallow clone; empty where none is known to.
std::string FetchHint(const std::string& revision) {
  constexpr std::string_view kOrigin = "origin/";
  if (revision.find_first_of("@{:") != revision.npos) return "";
  const size_t end = std::min(revision.find_first_of("~^"), revision.size());
  const std::string name = revision.substr(0, end);
  const std::string steps = revision.substr(end);
  const auto hint = [](const std::string& arguments, const std::string& what) {
    return "the clone is shallow: `git fetch " + arguments + "` gets " + what;
  };
  if (name.empty() || name == "HEAD") return hint("--unshallow", "its history");
  // What is counted from a commit needs those before it.
  const std::string origin =
      (steps.empty() ? "--depth=1" : "--unshallow") + std::string(" origin ");
  const bool is_whole = name.size() == 40 || name.size() == 64;
  if (is_whole && IsHexadecimal(name)) return hint(origin + name, "it");
  // A short hash means a commit only where all are there.
  if (name.size() >= 4 && IsHexadecimal(name)) {
    return hint("--unshallow origin '+refs/heads/*:refs/remotes/origin/*'", "all of its history");
  }
  // A branch is fetched to where it is named; what else a name means only the origin knows.
  if (name.starts_with(kOrigin)) {
    return hint(origin + name.substr(kOrigin.size()) + ":refs/remotes/" + name, "it");
  }
  return hint(origin + name, "it, as the revision `FETCH_HEAD" + steps + "`");
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
