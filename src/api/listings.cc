// What the program says of itself: its version, operations, limits and codes.
#include <string>

#include "api/code_guides.h"
#include "api/operation.h"
#include "base/limit_table.h"
#include "base/try.h"
#include "diag/registry.h"
#include "diag/report.h"
#include "galley/version.h"
#include "value/record.h"
#include "workspace/parameter_types.h"
#include "workspace/params.h"

namespace galley {

std::string_view Version() noexcept { return GALLEY_VERSION; }

}  // namespace galley

namespace galley::api {
namespace {

// With its guide where it is asked for by itself.
Value CodeRecord(Heap* heap, const CodeInfo& info, bool with_guide) {
  const std::string_view severity = info.severity == Severity::kError ? "error" : "warning";
  const auto text = [&](std::string_view of) {
    return with_guide && !of.empty() ? Value::String(of) : Value();
  };
  return NewRecord(heap, {{"code", Value::String(info.code)},
                          {"severity", Value::String(severity)},
                          {"about", Value::String(info.about)},
                          {"example", text(ExampleOf(info.code))},
                          {"mend", text(MendingOf(info.code))}});
}

// The codes that are named `code`, or all where that is empty.
Result<std::span<const CodeInfo>> SelectCodes(std::string_view code) {
  const std::span<const CodeInfo> all = AllCodes();
  if (code.empty()) return all;
  std::vector<std::string_view> names;
  for (const CodeInfo& info : all) {
    if (info.code == code) return std::span(&info, 1);
    names.push_back(info.code);
  }
  return Report(Code::kInvalidParams, "no diagnostic has this code", SuggestNearest(code, names));
}

// {name, type, required, about?, default?}
Value FieldRecord(Heap* heap, const Field& field) {
  const auto text = [](std::string_view of) { return of.empty() ? Value() : Value::String(of); };
  return NewRecord(heap, {{"name", Value::String(field.name())},
                          {"type", Value::String(field.type)},
                          {"required", Value::Bool(!field.is_optional())},
                          {"about", text(field.about)},
                          {"default", text(field.fallback)}});
}

Value FieldList(Heap* heap, std::span<const Field> fields) {
  return NewListOf(heap, fields.size(), [&](size_t at) { return FieldRecord(heap, fields[at]); });
}

Value OperationRecord(Heap* heap, const Operation& operation) {
  return NewRecord(heap, {{"name", Value::String(operation.name)},
                          {"about", Value::String(operation.about)},
                          {"scope", Value::String(ScopeName(operation.scope))},
                          {"parameters", FieldList(heap, operation.parameters)},
                          {"result", FieldList(heap, operation.result)},
                          {"example", Value::String(operation.example.params)}});
}

Value TypeRecord(Heap* heap, const workspace::ParameterType& type) {
  return NewRecord(heap, {{"name", Value::String(type.name)},
                          {"about", Value::String(type.about)},
                          {"fields", FieldList(heap, type.fields)}});
}

}  // namespace

// {} -> {version}
Result<Value> ShowVersion(const Invocation& call) {
  return NewRecord(call.heap, {{"version", Value::String(Version())}});
}

// {code?} -> {codes: [{code, severity, about, example?, mend?}]}; the last two of one code
Result<Value> ListDiagnostics(const Invocation& call) {
  const Params params = Params::Of(call);
  const std::string_view code = TRY(params.String("code", ""));
  const std::span<const CodeInfo> codes = TRY(SelectCodes(code));
  const Value list = NewListOf(call.heap, codes.size(), [&](size_t at) {
    return CodeRecord(call.heap, codes[at], !code.empty());
  });
  return NewRecord(call.heap, {{"codes", list}});
}

// {} -> {limits: [{name, value, about}]}
Result<Value> ListLimits(const Invocation& call) {
  const std::span<const LimitRow> rows = LimitTable();
  const Value list = NewListOf(call.heap, rows.size(), [&](size_t at) {
    const LimitRow& row = rows[at];
    return NewRecord(call.heap,
                     {{"name", Value::String(row.name)},
                      {"value", Value::Int(static_cast<int64_t>(call.limits.*row.member))},
                      {"about", Value::String(row.about)}});
  });
  return NewRecord(call.heap, {{"limits", list}});
}

// {name?} -> {operations: [{name, about, scope, parameters, result, example}],
//             types?: [{name, about, fields}]}; the types where all are listed
Result<Value> ListOperations(const Invocation& call) {
  const Params params = Params::Of(call);
  std::span<const Operation> chosen = AllOperations();
  if (params.has("name")) {
    chosen = std::span(TRY(FindOperation(TRY(params.String("name")))), 1);
  }
  const Value list = NewListOf(call.heap, chosen.size(),
                               [&](size_t at) { return OperationRecord(call.heap, chosen[at]); });
  if (params.has("name")) return NewRecord(call.heap, {{"operations", list}});
  const std::span<const workspace::ParameterType> types = workspace::kParameterTypes;
  const Value maps = NewListOf(call.heap, types.size(),
                               [&](size_t at) { return TypeRecord(call.heap, types[at]); });
  return NewRecord(call.heap, {{"operations", list}, {"types", maps}});
}

}  // namespace galley::api
