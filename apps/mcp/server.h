// Server: answers requests of the Model Context Protocol about one workspace, whatever
// brought them: lines on standard input, or HTTP.
//
// It remembers nothing of who asks, so requests may come from any number of threads; what
// a connection has to remember is in Session (session.h).
#ifndef GALLEY_APPS_MCP_SERVER_H_
#define GALLEY_APPS_MCP_SERVER_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "apps/mcp/protocol.h"
#include "apps/mcp/template_list.h"
#include "galley/context.h"
#include "galley/json.h"
#include "galley/workspace.h"

namespace galley::mcp {

// What becomes of a system message, a role that prompts do not have.
enum class SystemRole : uint8_t { kUser, kRefuse };

// Hears of what requests did, as an operation with its result, or why there is none.  Called from
// any thread.
class CallObserver {
 public:
  virtual ~CallObserver() = default;
  virtual void OnCall(std::string_view operation, const Error* error, const Json& result) = 0;
};

struct ServerOptions {
  SystemRole system = SystemRole::kUser;
  bool lists_store = false;          // what the store holds is listed, too
  size_t page = 500;                 // prompts and resources of one answer
  CallObserver* observer = nullptr;  // outlives the server
};

class Server {
 public:
  Server(Workspace workspace, const ServerOptions& options)
      : templates_(std::move(workspace), options.lists_store), options_(options) {}

  // The result of a request other than `subscriptions/listen`, an open map.
  Outcome Answer(Era era, std::string_view method, const Json& params, Context* result) const;

  // What resources/read would give, or why it cannot.
  Outcome ReadResource(Era era, const Json& params, Context* result) const;

 private:
  Outcome Initialize(const Json& params, Context* result) const;
  Outcome Discover(Context* result) const;
  Outcome ListPrompts(const Json& params, Context* result) const;
  Outcome GetPrompt(const Json& params, Context* result) const;
  Outcome ListResources(const Json& params, Context* result) const;
  Outcome ListResourceTemplates(const Json& params, Context* result) const;
  Outcome Complete(const Json& params, Context* result) const;
  Outcome ListTools(const Json& params, Context* result) const;
  Outcome CallTool(const Json& params, Context* result) const;

  // The templates of the page of `list` that `params` asks for; `next` is the cursor behind it.
  Outcome TakePage(std::string_view list, const Json& params, std::vector<Listed>* page,
                   std::string* next) const;
  Outcome CompleteNames(std::string_view begun, std::string_view value, Context* result) const;
  Outcome CompleteArgument(const Json& ref, std::string_view name, std::string_view value,
                           Context* result) const;
  // The messages of a template that renders to a text, and of a chat template.
  Outcome AddText(const Template& loaded, const Context& data, Context* result) const;
  Outcome AddMessages(const Template& loaded, const Context& data, Context* result) const;

  void Tell(std::string_view operation, const Error* error, const Json& result) const {
    if (options_.observer) options_.observer->OnCall(operation, error, result);
  }

  TemplateList templates_;
  ServerOptions options_;
};

// The URI of a template, and the name in one; empty where it is none of ours.
std::string UriOf(std::string_view name);
std::string NameIn(std::string_view uri);

}  // namespace galley::mcp

#endif  // GALLEY_APPS_MCP_SERVER_H_
