// The verifier: code that passes it makes the virtual machine touch nothing but
// its own registers, constants and sites, whoever made the code.
#ifndef GALLEY_ENGINE_CODE_VERIFY_H_
#define GALLEY_ENGINE_CODE_VERIFY_H_

#include <optional>
#include <string>

#include "engine/code/code.h"

namespace galley {

// What is wrong with `unit`, or nothing.  Linear in its size.
std::optional<std::string> Verify(const Unit& unit);

}  // namespace galley

#endif  // GALLEY_ENGINE_CODE_VERIFY_H_
