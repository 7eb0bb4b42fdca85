// Calls of functions of the program's, and values, which they read.
//
// A galley_call is the FunctionCall that C++ functions get, a galley_value the Value behind a
// Json: both are handed on as they are.
#include "c_abi/result.h"
#include "galley/function_call.h"
#include "galley/json.h"
#include "value/json_access.h"

using galley::FunctionCall;
using galley::Json;
using galley::c_abi::Hand;
using galley::c_abi::TextOf;

namespace {

FunctionCall& CallOf(galley_call* call) { return *reinterpret_cast<FunctionCall*>(call); }
const FunctionCall& CallOf(const galley_call* call) {
  return *reinterpret_cast<const FunctionCall*>(call);
}

Json JsonOf(const galley_value* value) {
  return galley::JsonAccess::Of(reinterpret_cast<const galley::Value*>(value));
}
const galley_value* ValueOf(const Json& json) {
  return reinterpret_cast<const galley_value*>(galley::JsonAccess::ValueOf(json));
}

}  // namespace

int32_t galley_value_kind(const galley_value* value) {
  const Json json = JsonOf(value);
  if (json.is_bool()) return GALLEY_BOOL;
  if (json.is_int()) return GALLEY_INT;
  if (json.is_double()) return GALLEY_DOUBLE;
  if (json.is_string()) return GALLEY_TEXT;
  if (json.is_list()) return GALLEY_LIST;
  return json.is_map() ? GALLEY_MAP : GALLEY_NULL;
}

int32_t galley_value_bool(const galley_value* value) { return JsonOf(value).as_bool() ? 1 : 0; }
int64_t galley_value_int(const galley_value* value) { return JsonOf(value).as_int(); }
double galley_value_double(const galley_value* value) { return JsonOf(value).as_double(); }

const char* galley_value_text(const galley_value* value, size_t* size) {
  return Hand(JsonOf(value).as_string(), size);
}

size_t galley_value_size(const galley_value* value) { return JsonOf(value).size(); }

const galley_value* galley_value_item(const galley_value* value, size_t index) {
  return ValueOf(JsonOf(value).item(index));
}

const char* galley_value_key(const galley_value* value, size_t index, size_t* size) {
  return Hand(JsonOf(value).key(index), size);
}

const galley_value* galley_value_find(const galley_value* value, const char* key, size_t key_size) {
  return ValueOf(JsonOf(value).Find(TextOf(key, key_size)));
}

const char* galley_call_name(const galley_call* call, size_t* size) {
  return Hand(CallOf(call).name(), size);
}

size_t galley_call_size(const galley_call* call) { return CallOf(call).size(); }

const galley_value* galley_call_argument(const galley_call* call, size_t index) {
  return ValueOf(CallOf(call).argument(index));
}

const galley_value* galley_call_named(const galley_call* call) {
  return ValueOf(CallOf(call).all_named());
}

const galley_value* galley_call_context(const galley_call* call) {
  return ValueOf(CallOf(call).context());
}

void galley_call_return_bool(galley_call* call, int32_t value) { CallOf(call).Return(value != 0); }
void galley_call_return_int(galley_call* call, int64_t value) { CallOf(call).Return(value); }
void galley_call_return_double(galley_call* call, double value) { CallOf(call).Return(value); }

void galley_call_return_text(galley_call* call, const char* text, size_t size) {
  CallOf(call).Return(TextOf(text, size));
}

void galley_call_return_markup(galley_call* call, const char* text, size_t size) {
  CallOf(call).ReturnMarkup(TextOf(text, size));
}

void galley_call_return_json(galley_call* call, const char* json, size_t size) {
  CallOf(call).ReturnJson(TextOf(json, size));
}

void galley_call_return_value(galley_call* call, const galley_value* value) {
  CallOf(call).Return(JsonOf(value));
}

void galley_call_fail(galley_call* call, const char* message, size_t size) {
  CallOf(call).Fail(TextOf(message, size));
}

const char* galley_call_render_body(galley_call* call, const galley_value* context, size_t* size) {
  return Hand(CallOf(call).RenderBody(JsonOf(context)), size);
}

const char* galley_call_render_inverse(galley_call* call, const galley_value* context,
                                       size_t* size) {
  return Hand(CallOf(call).RenderInverse(JsonOf(context)), size);
}

const char* galley_call_render_template(galley_call* call, const char* name, size_t name_size,
                                        const galley_value* context, size_t* size) {
  return Hand(CallOf(call).RenderTemplate(TextOf(name, name_size), JsonOf(context)), size);
}
