// The loop of `galley rpc`, in memory; galley/rpc.h has it on file descriptors.
#ifndef GALLEY_API_SERVE_H_
#define GALLEY_API_SERVE_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "galley/limits.h"

namespace galley::api {

// The responses to all the lines of `input`, which arrives in pieces of
// `piece_size` bytes.
std::string AnswerAll(std::string_view input, size_t piece_size, const Limits& limits);

}  // namespace galley::api

#endif  // GALLEY_API_SERVE_H_
