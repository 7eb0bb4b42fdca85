// Response transforms: what is done to a model's reply before anybody sees it.
//
// Nothing here fails: a transform that is malformed, whose pattern is invalid, or
// that would take too long leaves the text as it was, and says so.
#ifndef GALLEY_TRANSFORM_TRANSFORM_H_
#define GALLEY_TRANSFORM_TRANSFORM_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "galley/diagnostic.h"
#include "galley/limits.h"
#include "value/value.h"

namespace galley {

enum class TransformKind : uint8_t { kExtract, kReplace };

// Views the value it was read from.
struct Transform {
  TransformKind kind = TransformKind::kExtract;
  std::string_view pattern;
  std::string_view flags;
  uint32_t group = 0;        // that kExtract selects
  std::string_view replace;  // what kReplace puts instead
};

// The shape of a transform is wrong.
struct TransformProblem {
  std::string_view field;  // a literal; empty where it is the transform itself
  std::string message;
};

// The fields that a transform of a kind may have.
std::span<const std::string_view> TransformFields(TransformKind kind) noexcept;

// Reads one item of a list of transforms.  The one check of their shape, for
// templates and for callers.
std::optional<TransformProblem> ReadTransform(const Value& value, Transform* transform);

// What is wrong with the pattern or the flags of a transform, if anything:
// `invalid-pattern`, or `limit-regex` where it takes more than `*steps`, which are
// what all transforms of a document may still take.
std::optional<Diagnostic> CheckTransform(const Transform& transform, const Limits& limits,
                                         uint64_t* steps);

// What becomes of a text.
struct Transformed {
  std::string text;
  std::vector<uint32_t> applied;     // the indices of the transforms that matched
  std::vector<Diagnostic> warnings;  // what was left out, and why
};

// Applies each of `list` to `text`, which is valid UTF-8, in order.  Warns with
// `invalid-transform`, `invalid-pattern` or `limit-regex`, naming the transform
// as an item of `path`; the first hundred times.
//
// All together take no more than limits.steps, and each no more than half of what
// is left; none makes a text longer than limits.output.
Transformed ApplyTransforms(std::span<const Value> list, std::string_view path,
                            std::string_view text, const Limits& limits);

}  // namespace galley

#endif  // GALLEY_TRANSFORM_TRANSFORM_H_
