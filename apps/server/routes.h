// Routes: which path means what, which methods it takes, and what a token needs for it.
#ifndef GALLEY_APPS_SERVER_ROUTES_H_
#define GALLEY_APPS_SERVER_ROUTES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "apps/server/tokens.h"
#include "galley/json.h"

namespace galley::server {

enum class Place : uint8_t {
  kOperation,
  kOperations,
  kOpenApi,
  kMcp,
  kPrompts,        // of Langfuse: all
  kPrompt,         // one
  kPromptVersion,  // one version, for its labels
  kHealth,
  kReady,
  kMetrics,
  kHome,
  kStudio,  // a file of the page
  kUnknown,
};

struct Route {
  Place place = Place::kUnknown;
  std::string_view operation;  // of kOperation
  std::string name;            // of kPrompt and kPromptVersion
  int64_t version = 0;         // of kPromptVersion
  std::string_view allow;      // methods, as the field `Allow` has them
  bool is_open = false;        // needs no token
  size_t index = 0;            // among the names

  bool Allows(std::string_view method) const;
  // What a token needs; kNoScope where that depends on the body.
  Scope ScopeFor(std::string_view method) const;

  Scope operation_scope = kNoScope;
};

class Routes {
 public:
  // `operations` is the list that `operations.list` gives.
  Routes(const Json& operations, bool has_home);

  // What a method means at a path: only labels are set at `NAME/versions/N`, so whoever reads there
  // means a prompt of that whole name.
  Route Find(std::string_view method, std::string_view path) const;
  // What metrics and logs call the routes; the last is for all that are none.
  const std::vector<std::string>& names() const { return names_; }
  const std::string& openapi() const { return openapi_; }
  const std::string& operations() const { return operations_; }

 private:
  struct Operation {
    std::string name;
    Scope scope;
  };

  std::vector<Operation> table_;
  std::unordered_map<std::string_view, size_t> by_name_;
  std::vector<std::string> names_;
  std::string openapi_;
  std::string operations_;
  bool has_home_;
};

// A path or a query without its percent-codes; nothing where they are wrong, or mean a
// control character.
bool DecodePercent(std::string_view text, bool is_query, std::string* decoded);
// The value of a name in a query, decoded; nothing where there is none.
std::string QueryValue(std::string_view query, std::string_view name);

}  // namespace galley::server

#endif  // GALLEY_APPS_SERVER_ROUTES_H_
