// Constants and files that were built in; the policy lets the page load only what comes from
// here, and a nonce is never used twice.
#include "apps/server/studio_page.h"

#include "apps/server/problem.h"
#include "apps/server/random_text.h"
#include "apps/server/studio_assets.h"
#include "apps/server/tokens.h"
#include "galley/command.h"
#include "galley/version.h"

namespace galley::server {
namespace {

constexpr std::string_view kModulePath = "/galley.wasm";

// Nothing is loaded from other places, and no other page shows it in a frame.
std::string Policy(std::string_view nonce) {
  return "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'nonce-" +
         std::string(nonce) +
         "'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; "
         "frame-ancestors 'none'";
}

std::string ScopeWords(uint8_t scopes) {
  std::string words;
  for (const Scope scope : {kReadScope, kRenderScope, kWriteScope}) {
    if (!(scopes & scope)) continue;
    if (!words.empty()) words += ' ';
    words += NameOf(scope);
  }
  return words;
}

// Everything in it is ours: no name, template or context is written into it.
std::string StudioHtml(uint8_t scopes, bool has_module, const std::string& nonce) {
  return "<!doctype html>\n<html lang=\"en\" data-version=\"" + std::string(Version()) +
         "\" data-scopes=\"" + ScopeWords(scopes) +
         (has_module ? "\" data-module=\"" + std::string(kModulePath) : std::string()) +
         "\">\n<head>\n<meta charset=\"utf-8\">\n<title>Galley studio</title>\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"color-scheme\" content=\"light dark\">\n"
         "<link rel=\"icon\" href=\"/studio.svg\">\n<link rel=\"stylesheet\" nonce=\"" +
         nonce +
         "\" href=\"/studio.css\">\n<script type=\"module\" src=\"/studio.js\"></script>\n"
         "</head>\n<body>\n<div id=\"studio\"></div>\n<noscript>The studio needs JavaScript. "
         "The same answers: <code>galley explain</code>, <code>galley check</code>, "
         "<code>galley diff</code>.</noscript>\n</body>\n</html>\n";
}

std::string PlainHtml() {
  return "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Galley</title>\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<h1>Galley " +
         std::string(Version()) +
         "</h1>\n<p>This is a prompt service. Programs speak to it:</p>\n<ul>\n"
         "<li><a href=\"/v1/operations\"><code>GET /v1/operations</code></a>: what it can do; "
         "<code>POST /v1/NAME</code> does it</li>\n"
         "<li><a href=\"/openapi.json\"><code>GET /openapi.json</code></a>: the same for "
         "generators of clients</li>\n"
         "<li><code>POST /mcp</code>: the Model Context Protocol</li>\n"
         "<li><a href=\"/api/public/v2/prompts\"><code>/api/public/v2/prompts</code></a>: stored "
         "prompts, as Langfuse&rsquo;s clients speak</li>\n"
         "<li><a href=\"/metrics\"><code>GET /metrics</code></a>, "
         "<a href=\"/readyz\"><code>/readyz</code></a></li>\n</ul>\n</html>\n";
}

Response Asset(const StudioFile& file, const std::string& tag, std::string_view if_none_match) {
  Response response;
  const bool is_known = if_none_match == tag;
  response.status = is_known ? 304 : 200;
  if (!is_known) response.body = file.bytes;
  response.content_type = file.content_type;
  response.fields.emplace_back("etag", tag);
  response.fields.emplace_back("cache-control", "no-cache");
  response.fields.emplace_back("x-content-type-options", "nosniff");
  return response;
}

}  // namespace

Response StudioPage(uint8_t scopes, const StudioModule& module) {
  const std::string nonce = RandomText();
  Response response;
  response.content_type = "text/html; charset=utf-8";
  response.body =
      StudioFiles().empty() ? PlainHtml() : StudioHtml(scopes, !module.bytes.empty(), nonce);
  response.fields.emplace_back("content-security-policy", Policy(nonce));
  response.fields.emplace_back("x-content-type-options", "nosniff");
  response.fields.emplace_back("referrer-policy", "no-referrer");
  response.fields.emplace_back("cache-control", "no-store");
  return response;
}

Response StudioAsset(std::string_view path, std::string_view if_none_match,
                     const StudioModule& module) {
  if (path == kModulePath && !module.bytes.empty()) {
    return Asset({path, "application/wasm", module.bytes}, module.tag, if_none_match);
  }
  for (const StudioFile& file : StudioFiles()) {
    if (file.path != path) continue;
    return Asset(file, '"' + Sha256Hex(file.bytes).substr(0, 32) + '"', if_none_match);
  }
  return Refusal(404, "no-such-route", "nothing is served here");
}

}  // namespace galley::server
