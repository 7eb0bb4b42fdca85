// One switch over kinds.
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
