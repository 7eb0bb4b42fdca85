// Which method is answered where, what the server says of itself, and paging.
#include "apps/mcp/server.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "galley/command.h"

namespace galley::mcp {
namespace {

constexpr std::string_view kInstructions =
    "The prompts are templates of a workspace; their arguments are what the templates read. "
    "`render` renders one with any data, `explain` tells why each message of a chat template is "
    "there, `check` finds what is wrong with templates.";

// How long an answer may be kept.  Files change at any time; what is compiled in does not.
constexpr int64_t kFixed = 3'600'000;
constexpr int64_t kChanging = 0;

bool IsFixed(std::string_view method) {
  return method == "server/discover" || method == "tools/list" ||
         method == "resources/templates/list";
}

void SetCapabilities(Context* result) {
  result->Key("capabilities").OpenMap();
  result->Key("prompts").OpenMap().Key("listChanged").Bool(true).Close();
  result->Key("resources").OpenMap().Key("listChanged").Bool(true).Close();
  result->Key("tools").OpenMap().Close();
  result->Key("completions").OpenMap().Close();
  result->Close();
}

// A cursor is the last name of the page before, so pages stay right while files come and go, behind
// digits that only one of ours has.  Every process makes the same, as each may get the next
// request.
constexpr size_t kCursorDigits = 16;

std::string CursorAfter(std::string_view list, std::string_view name) {
  const std::string digest =
      Sha256Hex("galley cursor\n" + std::string(list) + '\n' + std::string(name));
  return digest.substr(0, kCursorDigits) + std::string(name);
}

// The name in a cursor of a list; nothing where it is none.
std::optional<std::string_view> NameAt(std::string_view list, std::string_view cursor) {
  if (cursor.size() < kCursorDigits) return {};
  const std::string_view name = cursor.substr(kCursorDigits);
  if (CursorAfter(list, name) != cursor) return {};
  return name;
}

}  // namespace

Outcome Server::Answer(Era era, std::string_view method, const Json& params,
                       Context* result) const {
  const bool is_old = era == Era::kOld;
  Outcome outcome = Problem{kMethodNotFound, "`" + std::string(method) + "` is not a method"};
  if (is_old && method == "initialize") return Initialize(params, result);
  if (is_old && method == "ping") return {};
  if (!is_old && method == "server/discover") outcome = Discover(result);
  if (method == "prompts/list") outcome = ListPrompts(params, result);
  if (method == "prompts/get") outcome = GetPrompt(params, result);
  if (method == "resources/list") outcome = ListResources(params, result);
  if (method == "resources/templates/list") outcome = ListResourceTemplates(params, result);
  if (method == "resources/read") outcome = ReadResource(era, params, result);
  if (method == "completion/complete") outcome = Complete(params, result);
  if (method == "tools/list") outcome = ListTools(params, result);
  if (method == "tools/call") outcome = CallTool(params, result);
  if (outcome || is_old) return outcome;
  result->Set("resultType", "complete");
  result->Set("ttlMs", IsFixed(method) ? kFixed : kChanging);
  result->Set("cacheScope", IsFixed(method) ? "public" : "private");
  result->Key("_meta").OpenMap();
  SetServerInfo(kServerKey, result);
  result->Close();
  return {};
}

Outcome Server::Initialize(const Json& params, Context* result) const {
  const Json requested = params.Find("protocolVersion");
  if (!requested.is_string()) return InvalidParams("`protocolVersion` must be a string");
  const std::string_view version = requested.as_string();
  result->Set("protocolVersion", IsOldVersion(version) ? version : kOldVersions[0]);
  SetCapabilities(result);
  SetServerInfo("serverInfo", result);
  result->Set("instructions", kInstructions);
  return {};
}

Outcome Server::Discover(Context* result) const {
  result->Key("supportedVersions").OpenList().Text(kNewVersion);
  for (const std::string_view version : kOldVersions) result->Text(version);
  result->Close();
  SetCapabilities(result);
  result->Set("instructions", kInstructions);
  return {};
}

Outcome Server::TakePage(std::string_view list, const Json& params, std::vector<Listed>* page,
                         std::string* next) const {
  const Json cursor = params.Find("cursor");
  const std::optional<std::string_view> after = NameAt(list, cursor.as_string());
  if (!cursor.is_null() && !after) return InvalidParams("`cursor` is not one that was handed out");
  Result<std::vector<Listed>> all = templates_.List();
  if (!all) return Failed(kInternalError, all.error());
  auto begin = all->begin();
  if (after) {
    begin = std::upper_bound(
        all->begin(), all->end(), *after,
        [](std::string_view name, const Listed& listed) { return name < listed.name; });
  }
  const size_t left = static_cast<size_t>(all->end() - begin);
  const size_t count = std::min(left, options_.page);
  page->assign(begin, begin + static_cast<std::ptrdiff_t>(count));
  if (count < left) *next = CursorAfter(list, page->back().name);
  return {};
}

}  // namespace galley::mcp
