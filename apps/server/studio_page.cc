#include "apps/server/home_page.h"

#include "galley/version.h"

namespace galley::server {

std::string HomePage() {
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

}  // namespace galley::server
