// Nodes come after their children, so one pass from the first to the last knows every part.
#include "pattern/pattern_measures.h"

#include <algorithm>

namespace galley {
namespace {

uint32_t Saturate(uint64_t length) {
  return static_cast<uint32_t>(std::min<uint64_t>(length, kNoUpperBound));
}

uint32_t Times(uint32_t length, uint32_t count) {
  if (length == 0 || count == 0) return 0;
  return Saturate(uint64_t{length} * count);
}

class Measurer {
 public:
  explicit Measurer(const PatternTree& tree) : tree_(tree) { measures_.reserve(tree.nodes.size()); }

  std::vector<PatternMeasure> Measure() {
    for (const PatternNode& node : tree_.nodes) measures_.push_back(MeasureNode(node));
    return std::move(measures_);
  }

 private:
  const PatternMeasure& Of(PatternId id) const { return measures_[static_cast<size_t>(id)]; }

  PatternMeasure MeasureNode(const PatternNode& node) const {
    switch (node.kind) {
      case PatternKind::kCharacter:
      case PatternKind::kAny:
      case PatternKind::kClass:
        return {1, 1};
      case PatternKind::kStart:
      case PatternKind::kEnd:
      case PatternKind::kBoundary:
        return {};
      case PatternKind::kBackReference:
        return {0, kNoUpperBound, false};
      case PatternKind::kGroup: {
        PatternMeasure measure = Of(node.first);
        measure.captures |= node.captures;
        return measure;
      }
      case PatternKind::kLook: {
        const PatternMeasure& body = Of(node.first);
        // A look that must not hold never sets a group.
        return {0, 0, true, body.captures, !node.negated && body.captures_sometimes};
      }
      case PatternKind::kRepeat: {
        const PatternMeasure& body = Of(node.first);
        return {Times(body.min, node.min), Times(body.max, node.max),
                body.is_fixed && node.min == node.max, body.captures,
                node.min == 0 ? body.captures : body.captures_sometimes};
      }
      case PatternKind::kSequence:
        return MeasureSequence(node);
      case PatternKind::kAlternation:
        return MeasureAlternation(node);
    }
    return {};
  }

  PatternMeasure MeasureSequence(const PatternNode& node) const {
    PatternMeasure whole;
    for (PatternId part = node.first; part != kNoPattern; part = tree_[part].next) {
      const PatternMeasure& measure = Of(part);
      whole.min = Saturate(uint64_t{whole.min} + measure.min);
      whole.max = Saturate(uint64_t{whole.max} + measure.max);
      whole.is_fixed &= measure.is_fixed;
      whole.captures |= measure.captures;
      whole.captures_sometimes |= measure.captures_sometimes;
    }
    return whole;
  }

  PatternMeasure MeasureAlternation(const PatternNode& node) const {
    PatternMeasure whole = Of(node.first);
    for (PatternId part = node.first; part != kNoPattern; part = tree_[part].next) {
      const PatternMeasure& measure = Of(part);
      whole.min = std::min(whole.min, measure.min);
      whole.max = std::max(whole.max, measure.max);
      whole.is_fixed &= measure.is_fixed;
      whole.captures |= measure.captures;
    }
    whole.is_fixed &= whole.min == whole.max;
    whole.captures_sometimes = whole.captures;
    return whole;
  }

  const PatternTree& tree_;
  std::vector<PatternMeasure> measures_;
};

}  // namespace

std::vector<PatternMeasure> MeasurePattern(const PatternTree& tree) {
  return Measurer(tree).Measure();
}

}  // namespace galley
