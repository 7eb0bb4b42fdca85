// One function stands behind every method that would change its operand; the message says what
// to write instead.
#include "engine/library/immutable.h"

#include "diag/report.h"

namespace galley {
namespace {

std::string_view WhatInstead(Kind kind) {
  return kind == Kind::kMap ? "values are immutable, use `dict(map, key=value)`"
                            : "values are immutable, use `namespace` or `+`";
}

}  // namespace

std::string WhyRefused(Kind kind, std::string_view name) {
  const std::string method = std::string(kind == Kind::kMap ? "dict." : "list.").append(name);
  std::string reason = Quoted(method) + " is not allowed: " + std::string(WhatInstead(kind));
  if (kind == Kind::kMap) reason += "; a field of that name is read as an item";
  return reason;
}

Value RefuseChange(CallContext& cx, std::span<const Value> args) {
  const Kind kind = args[0].kind();
  return cx.FailType(DescribeValue(args[0]) +
                     " cannot be changed: " + std::string(WhatInstead(kind)));
}

}  // namespace galley
