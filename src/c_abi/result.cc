// Results: what a function gave, and its diagnostics, as texts and values.
#include "c_abi/result.h"

#include "base/try.h"
#include "diag/report.h"
#include "galley/json.h"
#include "value/json_access.h"

namespace galley::c_abi {
namespace {

// What a result holds as a value; null where it is none.
Json ValueOf(const galley_result& result) {
  if (const auto* reply = std::get_if<Reply>(&result.content)) return reply->result();
  if (const auto* chat = std::get_if<Conversation>(&result.content)) return chat->values();
  if (const auto* request = std::get_if<Request>(&result.content)) return request->body();
  if (const auto* made = std::get_if<Context>(&result.content)) return made->values();
  return {};
}

std::string JsonOf(const galley_result& result) {
  if (const auto* text = std::get_if<std::string>(&result.content)) {
    return JsonObject().Set("text", *text).text();
  }
  if (const auto* reply = std::get_if<Reply>(&result.content)) return reply->text();
  const Json value = ValueOf(result);
  return value.is_null() ? std::string() : value.ToText();
}

std::string DiagnosticsOf(const galley_result& result) {
  std::string list = "[";
  for (const Diagnostic& diagnostic : result.diagnostics) {
    if (list.size() > 1) list += ',';
    list += FormatJson(diagnostic);
  }
  return list + ']';
}

std::string MessageOf(const galley_result& result) {
  std::string message;
  for (const Diagnostic& diagnostic : result.diagnostics) {
    message += FormatText(diagnostic, Colour::kNever);
  }
  return message;
}

// What `print` makes of `result`, the first time.  Empty where there is no memory.
template <class Print>
const char* HandLate(const galley_result& result, galley_result::LateText* late, size_t* size,
                     Print print) noexcept {
  const bool is_made = CatchAll(
      [&] {
        std::call_once(late->made, [&] { late->text = print(result); });
        return true;
      },
      [] { return false; });
  return Hand(is_made ? std::string_view(late->text) : std::string_view(), size);
}

Result<galley_status> MakeRequest(const galley_result& from, std::string_view provider,
                                  galley_result** result) {
  const auto* chat = std::get_if<Conversation>(&from.content);
  if (!chat) {
    return Report(Code::kInvalidParams,
                  "`conversation` is not the result of galley_template_render_chat");
  }
  Request request = TRY(chat->ToRequest(provider));
  std::vector<Diagnostic> warnings = request.warnings();
  if (request.body().is_null()) {
    Give(request.ToText(), std::move(warnings), result);
  } else {
    Give(std::move(request), std::move(warnings), result);
  }
  return GALLEY_OK;
}

}  // namespace

void Give(galley_result::Content content, std::vector<Diagnostic> diagnostics,
          galley_result** result) {
  if (result) *result = new galley_result(std::move(content), std::move(diagnostics));
}

galley_status Fail(const Error& error, galley_result** result) {
  Give({}, error.diagnostics(), result);
  return GALLEY_FAILED;
}

Diagnostic IsNull(std::string_view what) {
  return Report(Code::kInvalidParams, Quoted(what) + " is NULL");
}

}  // namespace galley::c_abi

using galley::c_abi::Hand;
using galley::c_abi::HandLate;
using galley::c_abi::Live;

const char* galley_result_text(const galley_result* result, size_t* size) {
  const auto* text = std::get_if<std::string>(&Live(result, __func__).content);
  return Hand(text ? std::string_view(*text) : std::string_view(), size);
}

const char* galley_result_json(const galley_result* result, size_t* size) {
  return HandLate(Live(result, __func__), &result->json, size, galley::c_abi::JsonOf);
}

const galley_value* galley_result_value(const galley_result* result) {
  return reinterpret_cast<const galley_value*>(
      galley::JsonAccess::ValueOf(galley::c_abi::ValueOf(Live(result, __func__))));
}

const char* galley_result_diagnostics(const galley_result* result, size_t* size) {
  return HandLate(Live(result, __func__), &result->diagnostics_json, size,
                  galley::c_abi::DiagnosticsOf);
}

const char* galley_result_message(const galley_result* result, size_t* size) {
  return HandLate(Live(result, __func__), &result->message, size, galley::c_abi::MessageOf);
}

void galley_result_release(galley_result* result) { galley::c_abi::Release(result, __func__); }

galley_status galley_result_request(const galley_result* conversation, const char* provider,
                                    size_t provider_size, galley_result** result) {
  return galley::c_abi::Guard(result, [&]() -> galley::Result<galley_status> {
    const galley_result* from =
        TRY(galley::c_abi::Need(conversation, "conversation", "galley_result_request"));
    return galley::c_abi::MakeRequest(*from, galley::c_abi::TextOf(provider, provider_size),
                                      result);
  });
}
