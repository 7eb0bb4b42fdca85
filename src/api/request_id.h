// The id of a request whose line was refused for its contents: too deep, too
// large a number, too many values.  Without it the caller could not tell which
// of its requests failed.
#ifndef GALLEY_API_REQUEST_ID_H_
#define GALLEY_API_REQUEST_ID_H_

#include <string_view>

namespace galley::api {

// The JSON text of the `id` in the outermost map of `line`, or nothing where
// there is none or it is a list or a map.  Takes any bytes, in one pass.
std::string_view FindRequestId(std::string_view line) noexcept;

}  // namespace galley::api

#endif  // GALLEY_API_REQUEST_ID_H_
