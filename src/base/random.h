// Random numbers from the system: for names that must be unique, and for waiting.
// Nothing that is rendered depends on one.
#ifndef GALLEY_BASE_RANDOM_H_
#define GALLEY_BASE_RANDOM_H_

#include <cstdint>
#include <string>

namespace galley {

uint64_t RandomNumber() noexcept;

// 32 hexadecimal digits that nobody else has.
std::string RandomToken();

}  // namespace galley

#endif  // GALLEY_BASE_RANDOM_H_
