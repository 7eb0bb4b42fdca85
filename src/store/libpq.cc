// Loaded once, and never unloaded; a function that is missing makes the library missing.
#include "store/libpq.h"

#include <dlfcn.h>

#include <optional>

namespace galley {
namespace {

std::optional<Libpq> Load() {
  void* const library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  if (!library) return std::nullopt;
  Libpq loaded;
  bool is_whole = true;
#define GALLEY_LIBPQ_LOAD(name)                                                      \
  loaded.name = reinterpret_cast<decltype(loaded.name)>(dlsym(library, "PQ" #name)); \
  is_whole = is_whole && loaded.name;
  GALLEY_LIBPQ_FUNCTIONS(GALLEY_LIBPQ_LOAD)
#undef GALLEY_LIBPQ_LOAD
  return is_whole ? std::optional(loaded) : std::nullopt;
}

}  // namespace

const Libpq* LoadLibpq() {
  static const std::optional<Libpq> kLoaded = Load();
  return kLoaded ? &*kLoaded : nullptr;
}

}  // namespace galley
