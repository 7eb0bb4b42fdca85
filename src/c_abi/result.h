// What a galley_result holds, and how functions make one.
#ifndef GALLEY_C_ABI_RESULT_H_
#define GALLEY_C_ABI_RESULT_H_

#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/catch_all.h"
#include "c_abi/handle.h"
#include "galley/context.h"
#include "galley/conversation.h"
#include "galley/diagnostic.h"
#include "galley/galley_c.h"
#include "galley/operations.h"
#include "galley/result.h"

// Immutable; texts that nobody may ask for are made when somebody does.
struct galley_result final : galley::c_abi::Handle {
  static constexpr galley::c_abi::HandleKind kKind = galley::c_abi::HandleKind::kResult;
  // Nothing, what a render printed, or what another function gave.
  using Content = std::variant<std::monostate, std::string, galley::Reply, galley::Conversation,
                               galley::Request, galley::Context>;
  // A text that is made once, by whatever thread.
  struct LateText {
    std::once_flag made;
    std::string text;
  };

  galley_result(Content given, std::vector<galley::Diagnostic> told)
      : Handle(kKind), content(std::move(given)), diagnostics(std::move(told)) {}

  const Content content;
  const std::vector<galley::Diagnostic> diagnostics;
  mutable LateText json;
  mutable LateText diagnostics_json;
  mutable LateText message;
};

namespace galley::c_abi {

// A text that a C program gave.
inline std::string_view TextOf(const char* data, size_t size) noexcept {
  return size > 0 ? std::string_view(data, size) : std::string_view();
}

// A text for a C program: never a null pointer.
inline const char* Hand(std::string_view text, size_t* size) noexcept {
  *size = text.size();
  return text.empty() ? "" : text.data();
}

// Gives the program what a function made, where it wants to know.
void Give(galley_result::Content content, std::vector<Diagnostic> diagnostics,
          galley_result** result);
// The same for what went wrong.
galley_status Fail(const Error& error, galley_result** result);

// What `run` returns, a Result<galley_status>; what it fails with goes to `*result`, which is
// null before.  Nothing leaves a function of the interface as an exception.
template <class Run>
galley_status Guard(galley_result** result, Run run) noexcept {
  if (result) *result = nullptr;
  return CatchAll(
      [&]() -> galley_status {
        const Result<galley_status> status = run();
        return status ? *status : Fail(status.error(), result);
      },
      []() -> galley_status { return GALLEY_OUT_OF_MEMORY; });
}

Diagnostic IsNull(std::string_view what);

// `handle`, which lives.  Fails with invalid-params where it is null.
template <class T>
Result<T*> Need(T* handle, std::string_view what, const char* function) {
  if (!handle) return IsNull(what);
  return &Live(handle, function);
}

}  // namespace galley::c_abi

#endif  // GALLEY_C_ABI_RESULT_H_
