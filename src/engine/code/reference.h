// References: where the text of a template names another one.
#ifndef GALLEY_ENGINE_CODE_REFERENCE_H_
#define GALLEY_ENGINE_CODE_REFERENCE_H_

#include <cstdint>
#include <string>

#include "diag/source.h"

namespace galley {

enum class ReferenceKind : uint8_t { kExtends, kInclude, kImport };

struct Reference {
  ReferenceKind kind;
  std::string name;
  Span span;
  bool may_be_missing = false;  // `ignore missing`, or one of several names
};

}  // namespace galley

#endif  // GALLEY_ENGINE_CODE_REFERENCE_H_
