// What the name of a model says of its rules: its family and its version.
//
// No name is refused.  A name that says nothing stands for the newest model.
#ifndef GALLEY_EMIT_MODEL_NAME_H_
#define GALLEY_EMIT_MODEL_NAME_H_

#include <cstdint>
#include <string_view>

namespace galley {

struct ModelVersion {
  uint32_t major = 0;
  uint32_t minor = 0;
};

// Whether the model `name` is of `family`, which is lower case.
bool Holds(std::string_view name, std::string_view family) noexcept;

// The same, in this version or a later one; true where the name does not say.
// `claude-sonnet-4-5-20250929` is 4.5, `gpt-4o` is 4, `gemini-3-pro-preview` is 3.
bool IsSince(std::string_view name, std::string_view family, ModelVersion since) noexcept;

}  // namespace galley

#endif  // GALLEY_EMIT_MODEL_NAME_H_
