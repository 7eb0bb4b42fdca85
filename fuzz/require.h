// What the fuzz targets of the readers check.  A claim that does not hold ends the
// program, which is how libFuzzer learns of it.
#ifndef GALLEY_FUZZ_REQUIRE_H_
#define GALLEY_FUZZ_REQUIRE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/writer.h"
#include "diag/source.h"
#include "format/tree.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "value/heap.h"
#include "value/print.h"

namespace galley {

inline void Require(bool claim) {
  if (!claim) __builtin_trap();
}

inline std::string_view TextFrom(const uint8_t* data, size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

inline bool IsWithin(Span inner, Span outer) {
  return outer.begin <= inner.begin && inner.begin <= inner.end && inner.end <= outer.end;
}

inline std::string ToJson(const Value& value) {
  Meter meter{Limits()};
  BufferWriter out;
  PrintJson(value, JsonStyle(), &out, &meter);
  return out.ToString();
}

inline std::string ToJson(const Tree& tree) {
  Heap heap{Limits()};
  return ToJson(tree.ToValue(Tree::root(), &heap));
}

// Every place is in the text, and every subtree in that of its parent.
inline void RequireSound(const Tree& tree, Span text) {
  Require(tree.size() > 0);
  for (uint32_t at = 0; at < tree.size(); ++at) {
    const Node& node = tree[NodeId{at}];
    Require(IsWithin(node.span, text) && IsWithin(node.key_span, {0, text.end}));
    Require(static_cast<uint32_t>(node.end) > at);
    for (NodeId item : tree.Children(NodeId{at})) {
      Require(static_cast<uint32_t>(tree[item].end) <= static_cast<uint32_t>(node.end));
    }
  }
}

// An error has a code and a place in the text.
inline void RequireSound(const Error& error, Span text) {
  Require(!error.code().empty());
  const Range& range = error.diagnostics().front().range;
  Require(range.start.offset <= range.end.offset && range.end.offset <= text.end);
}

// Both reads of one text came to the same.
inline void RequireSame(const Result<Tree>& a, const Result<Tree>& b) {
  Require(a.has_value() == b.has_value());
  if (a) {
    Require(ToJson(*a) == ToJson(*b));
  } else {
    Require(a.error().code() == b.error().code());
  }
}

}  // namespace galley

#endif  // GALLEY_FUZZ_REQUIRE_H_
