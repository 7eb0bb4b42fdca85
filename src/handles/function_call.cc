// FunctionCall: what a function of the program sees of a call, inside of a template or out.
#include "galley/function_call.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/utf8.h"
#include "diag/report.h"
#include "format/json_data.h"
#include "galley/limits.h"
#include "handles/host_table.h"
#include "value/json_access.h"
#include "value/map.h"

namespace galley {

struct FunctionCall::State {
  std::string_view name;
  std::span<const Value> arguments;
  Value named;
  Heap* heap;
  HostCall* host;  // null outside of a template
  Value result = {};
  bool failed = false;

};

// What may make a FunctionCall.
struct FunctionCaller {
  using State = FunctionCall::State;

  static void Run(const HostFunction& function, State* state) {
    FunctionCall call(state);
    try {
      function(call);
    } catch (...) {
      call.Fail("it threw an exception");
    }
  }
};

std::string_view FunctionCall::name() const noexcept { return state_->name; }
size_t FunctionCall::size() const noexcept { return state_->arguments.size(); }

Json FunctionCall::argument(size_t index) const noexcept {
  return index < size() ? JsonAccess::Of(&state_->arguments[index]) : Json();
}

Json FunctionCall::named(std::string_view key) const noexcept {
  return state_->named.is_map() ? JsonAccess::Of(FindItem(state_->named, key)) : Json();
}

Json FunctionCall::all_named() const noexcept {
  return state_->named.is_map() ? JsonAccess::Of(&state_->named) : Json();
}

void FunctionCall::Return(std::string_view text) noexcept {
  if (!IsValidUtf8(text)) return Fail("its text is not UTF-8");
  state_->result = state_->heap->NewString(text, kFromData);
}

void FunctionCall::ReturnMarkup(std::string_view text) noexcept {
  if (!IsValidUtf8(text)) return Fail("its text is not UTF-8");
  state_->result = state_->heap->NewString(text, kSafe | kFromData);
}

void FunctionCall::Return(bool value) noexcept { state_->result = Value::Bool(value); }
void FunctionCall::Return(int64_t value) noexcept { state_->result = Value::Int(value); }
void FunctionCall::Return(double value) noexcept { state_->result = Value::Double(value); }

// What is not of this call may be gone before the render is.
void FunctionCall::Return(const Json& value) noexcept {
  const Value* given = JsonAccess::ValueOf(value);
  state_->result = given ? state_->heap->Copy(*given) : Value::None();
}

void FunctionCall::ReturnJson(std::string_view json) noexcept {
  const Source source("json", json, Nature::kData);
  Result<Value> read = ReadJsonData(source, state_->heap, Limits());
  if (!read) return Fail("what it returned is not JSON");
  state_->result = *read;
}

void FunctionCall::Fail(std::string_view message) noexcept {
  state_->failed = true;
  if (state_->host) state_->host->cx().Fail(Code::kHelperFailed, std::string(message));
}

Json FunctionCall::context() const noexcept {
  return state_->host ? JsonAccess::Of(&state_->host->context) : Json();
}
bool FunctionCall::has_body() const noexcept { return state_->host && state_->host->has_body; }
bool FunctionCall::has_inverse() const noexcept {
  return state_->host && state_->host->has_inverse;
}

namespace {

Value ValueIn(const Json& json) noexcept {
  const Value* value = JsonAccess::ValueOf(json);
  return value ? *value : Value();
}

std::string_view TextOf(const Value& value) noexcept {
  return value.is_string() ? value.as_string() : std::string_view();
}

}  // namespace

std::string_view FunctionCall::RenderBody(const Json& context, std::span<const Json> params,
                                          const Json& data) noexcept {
  if (!has_body()) return {};
  Value* values = state_->heap->NewItems(params.size());
  if (!values) return {};
  std::transform(params.begin(), params.end(), values, ValueIn);
  return TextOf(
      state_->host->RenderBody({ValueIn(context), {values, params.size()}, ValueIn(data)}));
}

std::string_view FunctionCall::RenderInverse(const Json& context) noexcept {
  if (!has_inverse()) return {};
  return TextOf(state_->host->RenderInverse({ValueIn(context), {}, Value()}));
}

std::string_view FunctionCall::RenderTemplate(std::string_view name, const Json& context) noexcept {
  if (!state_->host) return {};
  return TextOf(state_->host->RenderTemplate(name, ValueIn(context)));
}

namespace handles {
namespace {

// What Handlebars itself means by a name cannot be changed.
constexpr std::array<std::string_view, 8> kHandlebarsOwn = {
    "blockHelperMissing", "each", "helperMissing", "if", "log", "lookup", "unless", "with"};

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
    return Report(Code::kInvalidParams,
                  "the " + std::string(kKindNames[static_cast<size_t>(kind)]) + " " +
                      Quoted(name) + " " + std::string(why));
  };
  if (!IsName(name, kind)) return refuse("has a name that no template could write");
  const bool is_own = std::find(kHandlebarsOwn.begin(), kHandlebarsOwn.end(), name) !=
                      kHandlebarsOwn.end();
  if (kind == HostKind::kHelper && is_own) return refuse("is Handlebars' own");
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
  FunctionCaller::State state{call.name(), call.arguments, call.named, &call.cx().heap(), &call};
  FunctionCaller::Run(added->function, &state);
  return state.failed ? Value() : state.result;
}

Answer CallOutside(const HostFunction& function, std::string_view name,
                   std::span<const Value> arguments, Heap* heap) {
  FunctionCaller::State state{name, arguments, Value(), heap, nullptr};
  FunctionCaller::Run(function, &state);
  return {state.failed ? Value() : state.result, state.failed};
}

}  // namespace handles
}  // namespace galley
