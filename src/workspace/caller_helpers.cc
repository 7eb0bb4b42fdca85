// Names that Handlebars itself defines are refused, and so are two of one name.
#include "workspace/caller_helpers.h"

#include <algorithm>
#include <array>
#include <string>

#include "diag/report.h"
#include "workspace/function_caller.h"

namespace galley::workspace {
namespace {

// What the language itself means by a name cannot be changed.
constexpr std::array<std::string_view, 8> kTaken = {
    "blockHelperMissing", "each", "helperMissing", "if", "log", "lookup", "unless", "with"};

Diagnostic Refuse(std::string_view name, std::string_view why) {
  return Report(Code::kInvalidParams, "the helper " + Quoted(name) + " " + std::string(why));
}

}  // namespace

bool IsHandlebarsOwn(std::string_view name) noexcept {
  return std::find(kTaken.begin(), kTaken.end(), name) != kTaken.end();
}

Result<CallerHelpers> CallerHelpers::Of(std::span<const Helper> helpers) {
  CallerHelpers made;
  for (const Helper& helper : helpers) {
    if (IsHandlebarsOwn(helper.name)) return Refuse(helper.name, "is Handlebars' own");
    if (!helper.function) return Refuse(helper.name, "has no function");
    if (!made.helpers_.Insert(helper.name, &helper).second) {
      return Refuse(helper.name, "is given twice");
    }
  }
  return made;
}

bool CallerHelpers::Has(HostKind kind, std::string_view name) const noexcept {
  return kind == HostKind::kHelper && helpers_.Find(name) != nullptr;
}

std::vector<std::string_view> CallerHelpers::Names(HostKind kind) const {
  std::vector<std::string_view> names;
  if (kind != HostKind::kHelper) return names;
  for (const auto& [name, helper] : helpers_) names.push_back(name);
  return names;
}

Value CallerHelpers::Call(HostCall& call) const {
  const Helper* const* helper = helpers_.Find(call.name());
  if (!helper) return call.cx().Fail(Code::kInternal, "a helper is gone");
  FunctionCaller::State state{call.name(), call.arguments, call.named, &call.cx().heap(), &call};
  return FunctionCaller::Run(
      [&](FunctionCall& made) { (*helper)->function(made, (*helper)->data); }, &state);
}

}  // namespace galley::workspace
