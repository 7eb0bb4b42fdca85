// Names of kinds, as templates call them and as JSON does.
#include "value/value.h"

namespace galley {

std::string_view KindName(Kind kind) noexcept {
  switch (kind) {
    case Kind::kUndefined:
      return "undefined";
    case Kind::kNone:
      return "none";
    case Kind::kBool:
      return "boolean";
    case Kind::kInt:
      return "integer";
    case Kind::kDouble:
      return "float";
    case Kind::kString:
      return "string";
    case Kind::kList:
      return "list";
    case Kind::kTuple:
      return "tuple";
    case Kind::kMap:
      return "map";
    case Kind::kFunction:
      return "function";
  }
  return "undefined";
}

std::string_view JsonKindName(Kind kind) noexcept {
  return kind == Kind::kNone ? "null" : kind == Kind::kDouble ? "number" : KindName(kind);
}

}  // namespace galley
