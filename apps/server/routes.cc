// Fixed paths are a table, those of operations follow from theirs; a path is decoded once.
#include "apps/server/routes.h"

#include <algorithm>

#include "apps/server/openapi.h"
#include "galley/context.h"

namespace galley::server {
namespace {

constexpr std::string_view kOperationPrefix = "/v1/";
constexpr std::string_view kPromptsPath = "/api/public/v2/prompts";
constexpr std::string_view kVersions = "/versions/";

struct Fixed {
  std::string_view path;
  Place place;
  std::string_view allow;
  bool is_open;
};

constexpr Fixed kFixed[] = {
    {"/v1/operations", Place::kOperations, "GET, HEAD, OPTIONS", false},
    {"/openapi.json", Place::kOpenApi, "GET, HEAD, OPTIONS", false},
    {"/mcp", Place::kMcp, "POST, OPTIONS", false},
    {kPromptsPath, Place::kPrompts, "GET, HEAD, OPTIONS, POST", false},
    {"/healthz", Place::kHealth, "GET, HEAD, OPTIONS", true},
    {"/readyz", Place::kReady, "GET, HEAD, OPTIONS", true},
    {"/metrics", Place::kMetrics, "GET, HEAD, OPTIONS", false},
    {"/", Place::kHome, "GET, HEAD, OPTIONS", false},
    {"/studio.js", Place::kStudio, "GET, HEAD, OPTIONS", true},
    {"/studio.css", Place::kStudio, "GET, HEAD, OPTIONS", true},
    {"/studio.svg", Place::kStudio, "GET, HEAD, OPTIONS", true},
    {"/galley.wasm", Place::kStudio, "GET, HEAD, OPTIONS", true},
};

int HexValue(char byte) {
  if (byte >= '0' && byte <= '9') return byte - '0';
  if (byte >= 'a' && byte <= 'f') return byte - 'a' + 10;
  if (byte >= 'A' && byte <= 'F') return byte - 'A' + 10;
  return -1;
}

// `NAME/versions/N` in its parts.
bool ReadVersionPath(std::string_view rest, Route* route) {
  const size_t at = rest.rfind(kVersions);
  if (at == rest.npos || at == 0) return false;
  const std::string_view digits = rest.substr(at + kVersions.size());
  if (digits.empty() || digits.size() > 9 ||
      digits.find_first_not_of("0123456789") != digits.npos) {
    return false;
  }
  route->version = 0;
  for (const char digit : digits) route->version = route->version * 10 + (digit - '0');
  return DecodePercent(rest.substr(0, at), false, &route->name);
}

}  // namespace

bool Route::Allows(std::string_view method) const {
  std::string_view left = allow;
  while (!left.empty()) {
    const size_t comma = left.find(", ");
    if (left.substr(0, comma) == method) return true;
    if (comma == left.npos) return false;
    left.remove_prefix(comma + 2);
  }
  return false;
}

Scope Route::ScopeFor(std::string_view method) const {
  switch (place) {
    case Place::kOperation:
      return operation_scope;
    case Place::kMcp:
    case Place::kHealth:
    case Place::kReady:
      return kNoScope;
    case Place::kPrompts:
    case Place::kPromptVersion:
      return method == "POST" || method == "PATCH" ? kWriteScope : kReadScope;
    default:
      return kReadScope;
  }
}

Routes::Routes(const Json& operations, bool has_home) : has_home_(has_home) {
  openapi_ = DescribeApi(operations);
  Context list;
  list.Set("operations", operations);
  operations_ = list.values().ToText();
  for (size_t at = 0; at < operations.size(); ++at) {
    const Json operation = operations.item(at);
    table_.push_back({std::string(operation.Find("name").as_string()),
                      ScopeCalled(operation.Find("scope").as_string())});
  }
  for (size_t at = 0; at < table_.size(); ++at) {
    by_name_[table_[at].name] = at;
    names_.push_back(std::string(kOperationPrefix) + table_[at].name);
  }
  for (const Fixed& fixed : kFixed) names_.emplace_back(fixed.path);
  names_.push_back(std::string(kPromptsPath) + "/{name}");
  names_.push_back(std::string(kPromptsPath) + "/{name}/versions/{version}");
  names_.emplace_back("unknown");
}

Route Routes::Find(std::string_view method, std::string_view path) const {
  Route route;
  route.index = names_.size() - 1;
  if (path.starts_with(kOperationPrefix)) {
    const auto found = by_name_.find(path.substr(kOperationPrefix.size()));
    if (found != by_name_.end()) {
      route.place = Place::kOperation;
      route.operation = table_[found->second].name;
      route.operation_scope = table_[found->second].scope;
      route.allow = "POST, OPTIONS";
      route.index = found->second;
      return route;
    }
  }
  for (size_t at = 0; at < std::size(kFixed); ++at) {
    if (kFixed[at].path != path) continue;
    const bool is_page = kFixed[at].place == Place::kHome || kFixed[at].place == Place::kStudio;
    if (is_page && !has_home_) return route;
    route.place = kFixed[at].place;
    route.allow = kFixed[at].allow;
    route.is_open = kFixed[at].is_open;
    route.index = table_.size() + at;
    return route;
  }
  const bool is_prompt = path.starts_with(kPromptsPath) && path.size() > kPromptsPath.size() + 1 &&
                         path[kPromptsPath.size()] == '/';
  if (!is_prompt) return route;
  const std::string_view rest = path.substr(kPromptsPath.size() + 1);
  const bool is_version = ReadVersionPath(rest, &route);
  route.allow = is_version ? "GET, HEAD, OPTIONS, PATCH" : "GET, HEAD, OPTIONS";
  if (is_version && method != "GET" && method != "HEAD") {
    route.place = Place::kPromptVersion;
    route.index = names_.size() - 2;
  } else if (DecodePercent(rest, false, &route.name) && !route.name.empty()) {
    route.place = Place::kPrompt;
    route.index = names_.size() - 3;
  }
  return route;
}

bool DecodePercent(std::string_view text, bool is_query, std::string* decoded) {
  decoded->clear();
  for (size_t at = 0; at < text.size(); ++at) {
    char byte = text[at];
    if (byte == '%') {
      if (text.size() - at < 3) return false;
      const int high = HexValue(text[at + 1]);
      const int low = HexValue(text[at + 2]);
      if (high < 0 || low < 0) return false;
      byte = static_cast<char>(high * 16 + low);
      at += 2;
    } else if (byte == '+' && is_query) {
      byte = ' ';
    }
    if (static_cast<unsigned char>(byte) < ' ' || byte == 0x7f) return false;
    *decoded += byte;
  }
  return true;
}

std::string QueryValue(std::string_view query, std::string_view name) {
  while (!query.empty()) {
    const size_t end = std::min(query.find('&'), query.size());
    const std::string_view pair = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    const size_t equals = std::min(pair.find('='), pair.size());
    if (pair.substr(0, equals) != name) continue;
    std::string value;
    if (!DecodePercent(pair.substr(std::min(equals + 1, pair.size())), true, &value)) return {};
    return value;
  }
  return {};
}

}  // namespace galley::server
