// The length of a value, as Python's len gives it: code points of a string, items of a container.
// An undefined value has none to count, and fails under strict; so does what has no length.
#include "engine/library/length.h"

#include "base/utf8.h"

namespace galley {

bool LengthOf(CallContext& cx, const Value& value, size_t* length) {
  switch (value.kind()) {
    case Kind::kString:
      *length = CountCodePoints(value.as_string());
      return cx.meter().StepBytes(value.size());
    case Kind::kList:
    case Kind::kTuple:
    case Kind::kMap:
      *length = value.size();
      return true;
    case Kind::kUndefined:
      *length = 0;
      if (cx.PolicyFor(value) != UndefinedPolicy::kStrict) return true;
      cx.FailUndefined(value);
      return false;
    default:
      cx.FailType(DescribeValue(value) + " has no length");
      return false;
  }
}

}  // namespace galley
