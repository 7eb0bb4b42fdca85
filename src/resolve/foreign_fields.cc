// Two lists: names that are refused, and names that only look like them.
#include "resolve/foreign_fields.h"

#include <algorithm>
#include <string_view>

#include "base/try.h"
#include "diag/report.h"

namespace galley {
namespace {

// Keys that belong to other layers, and so get a diagnostic of their own.
constexpr std::string_view kForbidden[] = {
    // execution
    "execution", "model", "modelConfig", "temperature", "maxTokens", "max_tokens", "backend",
    "runId", "timestamp",
    // governance
    "promptId", "promptClass", "owners", "riskLevel", "approvals",
    // lifecycle
    "lifecycle", "status", "reviewedBy", "approvedBy", "lastReviewedAt", "lastApprovedAt",
    "supersedes",
    // output, tests and the like
    "outputSchema", "schemas", "assertions", "lint", "tests", "context", "developer_controls"};

// Keys that look like those, and may still mean something to somebody.
constexpr std::string_view kGovernance[] = {"provider",   "top_p", "top_k", "seed",      "stop",
                                            "governance", "owner", "stage", "deprecated"};

template <size_t N>
bool Holds(const std::string_view (&names)[N], std::string_view name) noexcept {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

}  // namespace

Result<void> RefuseForeignField(const SectionTemplate& file, NodeId id) {
  const Node& node = file.node(id);
  if (node.key == "defaults") {
    return Report(Code::kDefaultsNotAllowed, file.source(), node.key_span,
                  "a section template holds no defaults", "they belong to whoever renders it");
  }
  if (!Holds(kForbidden, node.key)) return {};
  return Report(Code::kForbiddenField, file.source(), node.key_span,
                Quoted(node.key) + " belongs to another layer than the template");
}

Result<void> RefuseForeignFieldsBelow(const SectionTemplate& file, NodeId id, Findings* findings) {
  const auto end = static_cast<uint32_t>(file.node(id).end);
  for (auto at = static_cast<uint32_t>(id) + 1; at < end; ++at) {
    const Node& node = file.node(NodeId{at});
    if (node.key.empty()) continue;
    TRY(RefuseForeignField(file, NodeId{at}));
    if (!Holds(kGovernance, node.key) || !findings->HasRoom(Code::kGovernanceField)) continue;
    findings->Add(Code::kGovernanceField, file.source(), node.key_span,
                  Quoted(node.key) + " is about who runs the template and how",
                  "it has no effect here; keep it where the template is called");
  }
  return {};
}

}  // namespace galley
