// What the tests of a workspace render to, before and after a change; for people and for CI.
#ifndef GALLEY_DIFF_WORKSPACE_REPORT_H_
#define GALLEY_DIFF_WORKSPACE_REPORT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace galley::diff {

// What may have changed, the smallest first.
enum class WorkspaceChange : uint8_t { kNone, kWarnings, kText, kTokens, kPrefix, kError };
std::string_view ChangeName(WorkspaceChange change) noexcept;

// One case of a test, rendered twice.
struct CaseDiff {
  std::string name;
  std::string before;  // the text, or the messages behind their roles
  std::string after;
  uint64_t tokens_before = 0;
  uint64_t tokens_after = 0;
  uint64_t prefix = 0;                    // tokens that both begin with, four characters each
  std::vector<std::string> new_warnings;  // codes
  std::string error_before;               // why it does not render; empty: it does
  std::string error_after;

  // The largest of its changes.
  WorkspaceChange change() const noexcept;
};

struct TemplateDiff {
  std::string name;
  std::string file;  // of the tests; empty: it has none
  std::vector<CaseDiff> cases;
  std::vector<std::string> new_warnings;  // of a check: codes

  WorkspaceChange change() const noexcept;
};

struct WorkspaceDiff {
  std::vector<TemplateDiff> templates;

  size_t changed() const noexcept;
};

std::string PrintText(const WorkspaceDiff& diff);
// For a pull request.
std::string PrintMarkdown(const WorkspaceDiff& diff);
std::string PrintXml(const WorkspaceDiff& diff);

}  // namespace galley::diff

#endif  // GALLEY_DIFF_WORKSPACE_REPORT_H_
