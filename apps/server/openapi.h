// The description of the routes for programs: OpenAPI 3.1, made from the table of
// operations.
#ifndef GALLEY_APPS_SERVER_OPENAPI_H_
#define GALLEY_APPS_SERVER_OPENAPI_H_

#include <string>

#include "galley/json.h"

namespace galley::server {

// `operations` is the list that `operations.list` gives.
std::string DescribeApi(const Json& operations);

}  // namespace galley::server

#endif  // GALLEY_APPS_SERVER_OPENAPI_H_
