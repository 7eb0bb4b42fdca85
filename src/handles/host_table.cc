// Functions are found by kind and name.  Names are checked when they are added, calls when a
// template makes them.
#include "handles/host_table.h"

#include <algorithm>
#include <string>
#include <utility>

#include "diag/report.h"
#include "workspace/caller_helpers.h"
#include "workspace/function_caller.h"

namespace galley::handles {
namespace {

constexpr std::string_view kKindNames[] = {"filter", "test", "global", "helper"};

bool IsName(std::string_view name, HostKind kind) {
  if (name.empty() || (name.front() >= '0' && name.front() <= '9')) return false;
  return std::all_of(name.begin(), name.end(), [&](char byte) {
    const bool is_word = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                         (byte >= '0' && byte <= '9') || byte == '_';
    return is_word || (kind == HostKind::kHelper && byte == '-');
  });
}

}  // namespace

Result<void> HostTable::Add(HostKind kind, std::string_view name, HostFunction function,
                            bool takes_block) {
  const auto refuse = [&](std::string_view why) {
    return Report(Code::kInvalidParams, "the " +
                                            std::string(kKindNames[static_cast<size_t>(kind)]) +
                                            " " + Quoted(name) + " " + std::string(why));
  };
  if (!IsName(name, kind)) return refuse("has a name that no template could write");
  if (kind == HostKind::kHelper && workspace::IsHandlebarsOwn(name)) {
    return refuse("is Handlebars' own");
  }
  Table& table = tables_[static_cast<size_t>(kind)];
  if (table.Find(name)) return refuse("was added before");
  table.Insert(std::string(name), {std::move(function), takes_block});
  return {};
}

bool HostTable::Has(HostKind kind, std::string_view name) const noexcept {
  return TableOf(kind).Find(name) != nullptr;
}

std::vector<std::string_view> HostTable::Names(HostKind kind) const {
  std::vector<std::string_view> names;
  for (const auto& entry : TableOf(kind)) names.push_back(entry.key);
  return names;
}

bool HostTable::TakesBlock(std::string_view name) const noexcept {
  const Added* added = TableOf(HostKind::kHelper).Find(name);
  return added && added->takes_block;
}

Value HostTable::Call(HostCall& call) const {
  const Added* added = TableOf(call.kind()).Find(call.name());
  if (!added) return call.cx().Fail(Code::kInternal, "a function of the program is gone");
  return CallInside(added->function, call);
}

Value CallInside(const HostFunction& function, HostCall& call) {
  FunctionCaller::State state{call.name(), call.arguments, call.named, &call.cx().heap(), &call};
  FunctionCaller::Run(function, &state);
  return state.failed ? Value() : state.result;
}

Answer CallOutside(const HostFunction& function, std::string_view name,
                   std::span<const Value> arguments, Heap* heap) {
  FunctionCaller::State state{name, arguments, Value(), heap, nullptr};
  const Value value = FunctionCaller::Run(function, &state);
  return {value, state.failed};
}

}  // namespace galley::handles
