// Looking for one text in another, from either end, in time linear in both.
#ifndef GALLEY_ENGINE_LIBRARY_FIND_H_
#define GALLEY_ENGINE_LIBRARY_FIND_H_

#include <cstddef>
#include <string_view>

namespace galley {

inline constexpr size_t kNotFound = std::string_view::npos;

// The offset of the first `part`, which is not empty, in `text` from `start` on.
size_t FindFirst(std::string_view text, std::string_view part, size_t start = 0) noexcept;

// The offset of the last `part`, which is not empty, in `text`.
size_t FindLast(std::string_view text, std::string_view part) noexcept;

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_FIND_H_
