#include "workspace/caller_helpers.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/utf8.h"
#include "diag/report.h"
#include "format/json_data.h"
#include "value/json_access.h"
#include "value/map.h"

namespace galley {
namespace {

// What the language itself means by a name cannot be changed.
constexpr std::array<std::string_view, 8> kTaken = {
    "blockHelperMissing", "each", "helperMissing", "if", "log", "lookup", "unless", "with"};

Diagnostic Refuse(std::string_view name, std::string_view why) {
  return Report(Code::kInvalidParams, "the helper " + Quoted(name) + " " + std::string(why));
}

}  // namespace

struct HelperCall::State {
  CallContext& cx;
  std::span<const Value> arguments;
  Value named;
  Value result;
};

// What may make a HelperCall.
struct HelperCaller {
  static Value Run(const Helper& helper, CallContext& cx, std::span<const Value> arguments,
                   const Value& named) {
    HelperCall::State state{cx, arguments, named, Value()};
    HelperCall call(&state);
    try {
      helper.function(call, helper.data);
    } catch (...) {
      call.Fail("it threw an exception");
    }
    if (cx.failed() && cx.code() == Code::kHelperFailed) return Value();
    return state.result;
  }
};

// ---------------------------------------------------------------------------
// HelperCall

size_t HelperCall::size() const noexcept { return state_->arguments.size(); }

Json HelperCall::argument(size_t index) const noexcept {
  return index < size() ? JsonAccess::Of(&state_->arguments[index]) : Json();
}

Json HelperCall::named(std::string_view key) const noexcept {
  return state_->named.is_map() ? JsonAccess::Of(FindItem(state_->named, key)) : Json();
}

void HelperCall::Return(std::string_view text) noexcept {
  if (!IsValidUtf8(text)) return Fail("its text is not UTF-8");
  state_->result = state_->cx.heap().NewString(text, kFromData);
}

void HelperCall::Return(bool value) noexcept { state_->result = Value::Bool(value); }
void HelperCall::Return(int64_t value) noexcept { state_->result = Value::Int(value); }
void HelperCall::Return(double value) noexcept { state_->result = Value::Double(value); }

void HelperCall::Return(const Json& value) noexcept {
  state_->result = JsonAccess::ValueOf(value) ? *JsonAccess::ValueOf(value) : Value();
}

void HelperCall::ReturnJson(std::string_view json) noexcept {
  const Source source("json", json, Nature::kData);
  Result<Value> read = ReadJsonData(source, &state_->cx.heap(), Limits());
  if (!read) return Fail("what it returned is not JSON");
  state_->result = *read;
}

void HelperCall::Fail(std::string_view message) noexcept {
  state_->cx.Fail(Code::kHelperFailed, std::string(message));
}

}  // namespace galley

namespace galley::workspace {

// ---------------------------------------------------------------------------
// CallerHelpers

Result<CallerHelpers> CallerHelpers::Of(std::span<const Helper> helpers) {
  CallerHelpers made;
  for (const Helper& helper : helpers) {
    if (std::find(kTaken.begin(), kTaken.end(), helper.name) != kTaken.end()) {
      return Refuse(helper.name, "is Handlebars' own");
    }
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
  return HelperCaller::Run(**helper, call.cx(), call.arguments, call.named);
}

}  // namespace galley::workspace
