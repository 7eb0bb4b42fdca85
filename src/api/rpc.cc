// One line in, one line out.  Memory of a large request is given back before the next one is
// waited for; out of memory is answered from a constant.
#include "api/rpc.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <string>
#include <utility>

#include "api/call_on.h"
#include "api/client_sources.h"
#include "api/request_id.h"
#include "api/response.h"
#include "base/catch_all.h"
#include "base/json_text.h"
#include "base/limit_table.h"
#include "base/try.h"
#include "diag/display.h"
#include "diag/report.h"
#include "galley/operations.h"
#include "handles/workspace_state.h"
#include "value/map.h"
#include "value/print.h"
#include "workspace/store_session.h"

namespace galley::api {

struct RpcSession::Request {
  std::string_view method;
  Value params;
  bool is_notification;
};

namespace {

enum RpcCode : int {
  kParseError = -32700,
  kInvalidRequestError = -32600,
  kUnknownMethodError = -32601,
  kInvalidParamsError = -32602,
  kInternalError = -32603,
  kOperationError = -32000,
};

// Needs no memory, since there may be none left.
constexpr std::string_view kOutOfMemory =
    R"({"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"out of memory",)"
    R"("data":{"diagnostics":[{"code":"internal","severity":"error",)"
    R"("message":"out of memory"}]}}})"
    "\n";

RpcCode CodeFor(const Error& error) {
  const std::string_view code = error.code();
  if (code == Describe(Code::kInvalidRequest).code) return kInvalidRequestError;
  if (code == Describe(Code::kUnknownMethod).code) return kUnknownMethodError;
  if (code == Describe(Code::kInvalidParams).code) return kInvalidParamsError;
  if (code == Describe(Code::kInternal).code) return kInternalError;
  return kOperationError;
}

// True where the line is not JSON, as against JSON that goes beyond a limit.
bool IsNotJson(const Error& error) {
  return error.code() == Describe(Code::kJsonSyntax).code ||
         error.code() == Describe(Code::kInvalidUtf8).code;
}

constexpr size_t kLargeRequest = 1 << 20;
constexpr uint64_t kRemembered = 1'000;  // questions that a late answer may be for
constexpr uint64_t kManyBytes = 16 << 20;

bool IsBlank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

Diagnostic NotARequest(std::string message, std::string hint = {}) {
  return Report(Code::kInvalidRequest, std::move(message), std::move(hint));
}

bool AllowsCallbacks(const Value& params) {
  const Value* allowed = params.is_map() ? FindItem(params, "callbacks") : nullptr;
  return allowed && allowed->is_bool() && allowed->as_bool();
}

bool IsId(const Value& value) {
  return value.is_none() || value.is_int() || value.is_double() || value.is_string();
}

}  // namespace

RpcSession::RpcSession(const Limits& limits, RpcClient* client)
    : limits_(Lower(limits, Limits::Ceiling())),
      client_(client),
      workspace_(*WorkspaceAccess::OfWorkingDirectory(limits_)),
      request_heap_(workspace::RequestLimits(limits_)),
      heap_(limits_),
      stores_(std::make_unique<workspace::StoreSession>(workspace::StoreSession::Life::kLong)) {}

RpcSession::~RpcSession() = default;

template <class Write>
std::string_view RpcSession::Respond(Write write) noexcept {
  // An id is repeated, however long it is.
  out_.Reset(MaxResponse(limits_) + MaxResponse(workspace::RequestLimits(limits_)));
  if (!CatchAll([&] { return write(), true; }, [] { return false; })) return kOutOfMemory;
  if (out_.size() > 0) out_.Append('\n');
  return out_.overflowed() ? kOutOfMemory : out_.view();
}

std::string_view RpcSession::Answer(std::string_view line) noexcept {
  made_much_ = false;
  return Respond([&] {
    AnswerLine(line);
    if (made_much_ || line.size() > kLargeRequest) GiveBackMemory();
  });
}

std::string_view RpcSession::RefuseLongLine() noexcept {
  return Respond([&] {
    const Error error(Report(Code::kLimitSize, "a request is longer than the limit of " +
                                                   std::to_string(limits_.request) + " bytes"));
    WriteError(Value::None(), CodeFor(error), error);
  });
}

// A request of megabytes is rare, and what it takes is more than the process should hold
// while it waits for the next one.
void RpcSession::GiveBackMemory() {
  reader_ = JsonDataReader();
  request_heap_ = Heap(workspace::RequestLimits(limits_));
  heap_ = Heap(limits_);
  warnings_ = {};
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

void RpcSession::AnswerLine(std::string_view line) {
  if (IsBlank(line)) return;
  const Result<Value> parsed = Parse(line);
  if (!parsed) {
    const bool not_json = IsNotJson(parsed.error());
    return WriteError(not_json ? Value::None() : RecoverId(line),
                      not_json ? kParseError : CodeFor(parsed.error()), parsed.error());
  }
  if (IsLateAnswer(*parsed)) return;
  const Value* params = parsed->is_map() ? FindItem(*parsed, "params") : nullptr;
  if (client_ && params && AllowsCallbacks(*params) && line.data() != kept_.data()) {
    // The memory of the line goes to the answers that come before its own.
    kept_.assign(line);
    return AnswerLine(kept_);
  }
  Value id = Value::None();
  Result<Request> request = ReadRequest(*parsed, &id);
  if (!request) return WriteError(id, CodeFor(request.error()), request.error());
  Run(*request, id);
  if (request->is_notification) out_.Truncate(0);
}

// An answer that came after its question was given up concerns nobody.
bool RpcSession::IsLateAnswer(const Value& message) const {
  if (asked_ == 0 || !message.is_map()) return false;
  const Value* id = FindItem(message, "id");
  if (!id || !id->is_string() || !id->as_string().starts_with('s')) return false;
  for (uint64_t number = asked_; number > 0 && number + kRemembered > asked_; --number) {
    if (IsAnswerTo(message, QuestionId(number))) return true;
  }
  return false;
}

Result<Value> RpcSession::Parse(std::string_view text) {
  const Limits limits = workspace::RequestLimits(limits_);
  request_heap_.Reset(limits);
  return reader_.Read(Source("<request>", text, Nature::kData), &request_heap_, limits);
}

Value RpcSession::RecoverId(std::string_view line) {
  const std::string_view text = FindRequestId(line);
  if (text.empty()) return Value::None();
  const Result<Value> id = Parse(text);
  return id && IsId(*id) ? *id : Value::None();
}

Result<RpcSession::Request> RpcSession::ReadRequest(const Value& parsed, Value* id) {
  if (parsed.is_list()) {
    return NotARequest("a line is a list of requests; batches are not supported",
                       "send one request a line");
  }
  if (!parsed.is_map()) return NotARequest("a request must be a map");

  const Value* given_id = FindItem(parsed, "id");
  if (given_id && !IsId(*given_id)) {
    return NotARequest("`id` must be a string, a number or null");
  }
  if (given_id) *id = *given_id;

  const Value* version = FindItem(parsed, "jsonrpc");
  if (version && !(version->is_string() && version->as_string() == "2.0")) {
    return NotARequest("`jsonrpc` must be the string `2.0`");
  }
  const Value* method = FindItem(parsed, "method");
  if (!method) return NotARequest("`method` is missing");
  if (!method->is_string()) return NotARequest("`method` must be a string");

  const Value* params = FindItem(parsed, "params");
  if (params && !params->is_map()) {
    return Report(Code::kInvalidParams, "`params` must be a map; parameters have names");
  }
  return Request{method->as_string(), params ? *params : Value(), given_id == nullptr};
}

void RpcSession::Run(const Request& request, const Value& id) {
  if (stores_) stores_->DropMoved();
  workspace::Invocation call{request.params, limits_, &heap_, &warnings_};
  call.stores = stores_.get();
  call.repeated_keys = reader_.repeated_keys();
  ClientSources sources(client_, id, limits_, &asked_);
  CallOptions options;
  if (client_ && AllowsCallbacks(request.params)) {
    options.sources = &sources;
    call.options = &options;
  }
  const Result<Value> result = CallOn(workspace_, request.method, call);
  const bool has_own_limits = request.params.is_map() && FindItem(request.params, "limits");
  const uint64_t left = heap_.meter().bytes_left();
  made_much_ =
      heap_.exhausted() != Exhausted::kNo || (!has_own_limits && left + kManyBytes < limits_.heap);
  if (!result) return WriteError(id, CodeFor(result.error()), result.error());

  WriteHead(id);
  out_.Append("\"result\":");
  const Result<void> printed = PrintResult(*result, warnings_, limits_, &out_);
  if (printed) return out_.Append('}');
  out_.Reset(MaxResponse(workspace::RequestLimits(limits_)));
  WriteError(id, CodeFor(printed.error()), printed.error());
}

void RpcSession::WriteHead(const Value& id) {
  out_.Append(R"({"jsonrpc":"2.0","id":)");
  Meter meter(workspace::RequestLimits(limits_));
  PrintJson(id, JsonStyle(), &out_, &meter);
  out_.Append(',');
}

void RpcSession::WriteError(const Value& id, int code, const Error& error) {
  WriteHead(id);
  out_.Append(R"("error":{"code":)");
  PrintInt(code, &out_);
  out_.Append(R"(,"message":)");
  AppendJsonString(ToValidUtf8(error.diagnostics().front().message), {}, &out_);
  out_.Append(R"(,"data":)");
  PrintDiagnostics(error.diagnostics(), &out_);
  out_.Append("}}");
}

}  // namespace galley::api
