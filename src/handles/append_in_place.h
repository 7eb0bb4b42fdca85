// AppendInPlace: text that is written where it stays, behind that of a string.
//
// A string of C++20 cannot grow without its new bytes being filled first, which costs about as
// much as the copy that it would save.  One of C++23 can, so the source that renders into strings
// is compiled as that where the compiler knows how (CMakeLists.txt).
#ifndef GALLEY_HANDLES_APPEND_IN_PLACE_H_
#define GALLEY_HANDLES_APPEND_IN_PLACE_H_

#include <cstddef>
#include <span>
#include <string>

namespace galley::handles {

// Calls `write` with the room that `out` has behind its text, or with none, once.  `write` returns
// how many bytes from the beginning of that room belong to the text; it must not throw.
template <class Write>
void AppendInPlace(std::string* out, Write write) {
#ifdef __cpp_lib_string_resize_and_overwrite
  const size_t before = out->size();
  out->resize_and_overwrite(out->capacity(), [&](char* text, size_t capacity) noexcept {
    return before + write(std::span<char>(text + before, capacity - before));
  });
#else
  static_cast<void>(out);
  write(std::span<char>());
#endif
}

}  // namespace galley::handles

#endif  // GALLEY_HANDLES_APPEND_IN_PLACE_H_
