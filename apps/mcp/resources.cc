// resources/list, resources/templates/list and resources/read: the texts of templates.
#include <string>
#include <utility>

#include "apps/mcp/server.h"

namespace galley::mcp {
namespace {

constexpr std::string_view kUriPrefix = "galley://template/";

bool IsUnreserved(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= '0' && byte <= '9') ||
         std::string_view("-._~/:@").find(byte) != std::string::npos;
}

int HexValue(char byte) {
  if (byte >= '0' && byte <= '9') return byte - '0';
  if (byte >= 'a' && byte <= 'f') return byte - 'a' + 10;
  if (byte >= 'A' && byte <= 'F') return byte - 'A' + 10;
  return -1;
}

std::string_view MimeTypeOf(std::string_view type) {
  return type == "sections" || type == "chat" ? "application/yaml" : "text/plain";
}

}  // namespace

std::string UriOf(std::string_view name) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string uri(kUriPrefix);
  for (const char byte : name) {
    if (IsUnreserved(byte)) {
      uri += byte;
      continue;
    }
    const auto code = static_cast<unsigned char>(byte);
    uri += '%';
    uri += kDigits[code >> 4];
    uri += kDigits[code & 15];
  }
  return uri;
}

std::string NameIn(std::string_view uri) {
  std::string name;
  if (!uri.starts_with(kUriPrefix)) return name;
  uri.remove_prefix(kUriPrefix.size());
  for (size_t at = 0; at < uri.size(); ++at) {
    if (uri[at] != '%') {
      name += uri[at];
      continue;
    }
    if (at + 2 >= uri.size()) return {};
    const int high = HexValue(uri[at + 1]);
    const int low = HexValue(uri[at + 2]);
    if (high < 0 || low < 0) return {};
    name += static_cast<char>(high * 16 + low);
    at += 2;
  }
  return name;
}

Outcome Server::ListResources(const Json& params, Context* result) const {
  std::vector<Listed> page;
  std::string next;
  if (Outcome wrong = TakePage("resources", params, &page, &next)) return wrong;
  result->Key("resources").OpenList();
  for (const Listed& listed : page) {
    result->OpenMap().Key("uri").Text(UriOf(listed.name)).Key("name").Text(listed.name);
    result->Key("description")
        .Text("The text of the " + listed.type + " template `" + listed.name + "`.");
    result->Key("mimeType").Text(MimeTypeOf(listed.type)).Close();
  }
  result->Close();
  if (!next.empty()) result->Set("nextCursor", next);
  return {};
}

Outcome Server::ListResourceTemplates(const Json& params, Context* result) const {
  if (!params.Find("cursor").is_null()) {
    return InvalidParams("`cursor` is not one that was handed out");
  }
  result->Key("resourceTemplates").OpenList().OpenMap();
  result->Key("uriTemplate").Text("galley://template/{+name}").Key("name").Text("template");
  result->Key("title").Text("Template");
  result->Key("description").Text("The text of a template, by its name.");
  result->Key("mimeType").Text("text/plain").Close().Close();
  return {};
}

Outcome Server::ReadResource(Era era, const Json& params, Context* result) const {
  const Json uri = params.Find("uri");
  if (!uri.is_string()) return InvalidParams("`uri` must be a string");
  const int not_found = era == Era::kOld ? kResourceNotFound : kInvalidParams;
  const std::string name = NameIn(uri.as_string());
  Context about;
  about.Set("uri", uri);
  if (name.empty()) {
    return Problem{not_found, "there is no such resource", about.values().ToText()};
  }
  Context named;
  named.Set("name", name);
  const Result<Reply> shown = templates_.workspace().Call("catalog.show", std::move(named));
  if (!shown) {
    Problem problem = Failed(not_found, shown.error());
    about.SetJson("diagnostics", DiagnosticsAsJson(shown.error().diagnostics()));
    problem.data = about.values().ToText();
    return problem;
  }
  const Json text = shown->result();
  result->Key("contents").OpenList().OpenMap().Key("uri").Copy(uri);
  result->Key("mimeType").Text(MimeTypeOf(text.Find("entry").Find("type").as_string()));
  result->Key("text").Copy(text.Find("text")).Close().Close();
  return {};
}

}  // namespace galley::mcp
