// The limits of every operation.  They are arguments of a call, never state:
// a caller starts from a preset and lowers what it likes.
#ifndef GALLEY_LIMITS_H_
#define GALLEY_LIMITS_H_

#include <cstdint>

#include "galley/export.h"

namespace galley {

// Sizes are in bytes unless the name says otherwise.  docs/limits.md is
// generated from the table in src/base/limit_table.cc, which describes each one.
struct GALLEY_EXPORT Limits {
  // Input.
  uint64_t file = uint64_t{1} << 20;
  uint64_t context = uint64_t{16} << 20;
  uint64_t request = uint64_t{32} << 20;
  uint64_t nesting = 128;
  uint64_t tokens = 1'000'000;
  uint64_t chain = 10'000;
  uint64_t arguments = 255;
  uint64_t keys = 10'000;
  uint64_t yaml_nodes = 100'000;

  // Linking and discovery.
  uint64_t inheritance = 256;
  uint64_t units = 1'024;
  uint64_t roots = 64;
  uint64_t files = 100'000;
  uint64_t directory_depth = 32;
  uint64_t name = 255;
  uint64_t segments = 16;

  // Rendering.
  uint64_t steps = 10'000'000;
  uint64_t heap = uint64_t{64} << 20;
  uint64_t output = uint64_t{8} << 20;
  uint64_t messages = 4'096;
  uint64_t depth = 200;
  uint64_t string = uint64_t{32} << 20;
  uint64_t list = 4'000'000;
  uint64_t regex = uint64_t{8} << 20;

  // What a server that runs strangers' templates starts from.
  static Limits Server() noexcept;
  // The largest value each limit may be raised to.
  static Limits Ceiling() noexcept;

  friend bool operator==(const Limits&, const Limits&) = default;
};

}  // namespace galley

#endif  // GALLEY_LIMITS_H_
