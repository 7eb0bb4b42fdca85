// FunctionCall: what a function of the program sees of a call, inside of a template or out.
#include "galley/function_call.h"

#include <algorithm>
#include <string>

#include "base/utf8.h"
#include "diag/report.h"
#include "format/json_data.h"
#include "galley/limits.h"
#include "value/json_access.h"
#include "value/map.h"
#include "workspace/function_caller.h"

namespace galley {

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
  state_->result = state_->heap->NewString(text);
}

void FunctionCall::ReturnMarkup(std::string_view text) noexcept {
  if (!IsValidUtf8(text)) return Fail("its text is not UTF-8");
  state_->result = state_->heap->NewString(text, kSafe);
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

Json FunctionCall::variable(std::string_view name) const noexcept {
  static constexpr Value kNothing;
  const Value* found = state_->host ? state_->host->FindName(name) : nullptr;
  return JsonAccess::Of(found ? found : &kNothing);
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

Json FunctionCall::Call(const Json& function, std::span<const Json> arguments) noexcept {
  Value* values = state_->heap->NewItems(arguments.size() + 1);
  if (!state_->host || !values) return {};
  std::transform(arguments.begin(), arguments.end(), values + 1, ValueIn);
  values[0] = state_->host->Call(ValueIn(function), {values + 1, arguments.size()});
  return JsonAccess::Of(&values[0]);
}

}  // namespace galley
