// PatternTree: an ECMAScript regular expression as parsed.
//
// A node stands behind everything that belongs to it, so a loop over the vector
// meets parts before wholes; nothing that reads a tree recurses.
#ifndef GALLEY_PATTERN_PATTERN_TREE_H_
#define GALLEY_PATTERN_PATTERN_TREE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/ordered_map.h"

namespace galley {

// The flags that a transform may have.
struct PatternFlags {
  bool global = false;       // g
  bool ignore_case = false;  // i
  bool multiline = false;    // m
  bool dot_all = false;      // s
  bool unicode = false;      // u: characters are code points, not UTF-16 units
  bool sticky = false;       // y
};

enum class PatternId : uint32_t {};
inline constexpr PatternId kNoPattern{UINT32_MAX};

enum class PatternKind : uint8_t {
  kCharacter,
  kAny,
  kClass,
  kStart,
  kEnd,
  kBoundary,
  kBackReference,
  kGroup,
  kLook,
  kRepeat,
  kSequence,  // of any number of parts, none too
  kAlternation,
};

inline constexpr uint32_t kNoUpperBound = UINT32_MAX;

struct PatternNode {
  PatternKind kind;
  bool negated = false;   // a look or a boundary that must not hold
  bool backward = false;  // a look at what stands before
  bool lazy = false;      // a repeat that takes as few as it can
  char32_t character = 0;
  uint32_t index = 0;  // of a class; of the group that a reference names
  uint32_t min = 0;    // of a repeat
  uint32_t max = 0;    // of a repeat, or kNoUpperBound

  // The capturing groups in this node are those from `groups_begin` on and below
  // `groups_end`; a capturing group is the first of its own.
  uint32_t groups_begin = 0;
  uint32_t groups_end = 0;
  bool captures = false;  // a kGroup with a number

  PatternId first = kNoPattern;  // the first part
  PatternId next = kNoPattern;   // the next part of the same whole
};

enum class ClassItemKind : uint8_t {
  kRange,
  kDigit,
  kNotDigit,
  kSpace,
  kNotSpace,
  kWord,
  kNotWord,
  kProperty,
  kNotProperty,
};

struct ClassItem {
  ClassItemKind kind = ClassItemKind::kRange;
  char32_t first = 0;  // of a range; a property's position among the properties
  char32_t last = 0;
};

struct PatternClass {
  bool negated = false;
  uint32_t begin = 0;  // among the items
  uint32_t end = 0;
};

struct PatternTree {
  std::vector<PatternNode> nodes;  // the last is the whole
  std::vector<PatternClass> classes;
  std::vector<ClassItem> items;
  std::vector<std::string> properties;  // as PCRE2 has them between `\p{` and `}`
  OrderedMap<uint32_t> names;           // of groups, in UTF-8
  uint32_t groups = 0;                  // capturing ones; their numbers begin with 1

  PatternNode& operator[](PatternId id) noexcept { return nodes[static_cast<size_t>(id)]; }
  const PatternNode& operator[](PatternId id) const noexcept {
    return nodes[static_cast<size_t>(id)];
  }
  PatternId root() const noexcept { return PatternId{static_cast<uint32_t>(nodes.size() - 1)}; }
};

}  // namespace galley

#endif  // GALLEY_PATTERN_PATTERN_TREE_H_
