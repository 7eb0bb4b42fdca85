// The syntax tree of one Jinja template.
//
// Nodes live in one vector and name each other by number, so a tree of any shape
// is built, walked and freed without recursion.  Lists of children lie in a
// second vector.  A node always comes after its children.
#ifndef GALLEY_ENGINE_JINJA_AST_H_
#define GALLEY_ENGINE_JINJA_AST_H_

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "diag/source.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley::jinja {

enum class NodeId : uint32_t { kNone = UINT32_MAX };
enum class NameId : uint32_t { kNone = UINT32_MAX };

// A run of children in Tree::lists.
struct ListId {
  uint32_t begin = 0;
  uint32_t size = 0;
};

// What a node is, and what its fields hold.  `a`, `b`, `c` are nodes unless said
// otherwise; NodeId::kNone where an optional part is absent; `list` is a run of
// nodes; `name` an interned identifier.  `index` of a statement with a body is how
// often names of variables are mentioned in it.
enum class NodeKind : uint8_t {
  // Expressions.
  kConst,      // value: a literal, in Tree::constants at index `index`
  kName,       // name: a variable
  kTuple,      // list: items
  kList,       // list: items
  kDict,       // list: key, value, key, value, ...
  kCondition,  // a if b else c (c may be absent)
  kBinary,     // a op b, op in `op`; not for comparisons, `and`, `or`, `~`
  kUnary,      // op a: kNot, kNegate, kPlus
  kAnd,        // list: two or more operands
  kOr,         // list
  kConcat,     // list: `a ~ b ~ c`
  kCompare,  // list: kOperand nodes behind the first: a < b <= c is [a, operand(<, b), operand(<=,
             // c)]
  kOperand,  // op and a: one step of a comparison, never anywhere else
  kAttribute,  // a.name
  kItem,       // a[b]
  kSlice,      // list of 3: start, stop, step, each a node or kNone; only as b of kItem
  kCall,       // a(...): list of arguments (see kArgument)
  kFilter,     // a | name(...): a is kNone at the head of a filter block; list of arguments
  kTest,       // a is name(...): list of arguments; `x is not t` is kUnary(kNot, kTest)
  kArgument,   // in `op`: kPositional a, kKeyword name = a, kStar *a, kDoubleStar **a

  // Statements.
  kText,         // template text as it is to be copied: constant string at `index`
  kPrint,        // {{ a }}
  kFor,          // for a (target) in b if c: body, else_body; flags kRecursive
  kIf,           // list: kBranch nodes; else_body
  kBranch,       // test a, body: one `if` or `elif`
  kMacro,        // name; list: kParameter nodes; body
  kParameter,    // name; a: default or kNone
  kCallBlock,    // a: the kCall; list: kParameter nodes of the caller; body
  kFilterBlock,  // a: the outermost kFilter (its innermost has no operand); body
  kSet,          // a: target; b: value
  kSetBlock,     // a: target; b: the outermost kFilter or kNone; body
  kInclude,      // a: name expression; flags kIgnoreMissing, kWithContext
  kImport,       // a: name expression; name: the target; flags kWithContext
  kFromImport,   // a: name expression; list: kAlias nodes; flags kWithContext
  kAlias,        // name as `alias`
  kExtends,      // a: name expression
  kBlock,        // name; body; flags kScoped, kRequired
  kWith,         // list: target, value, target, value, ...; body
  kAutoescape,   // a: expression; body
  kDo,           // a
  kBreak,
  kContinue,
  kGeneration,  // body: the part of a chat template that the model writes
  kDebug,       // prints what can be seen

  // Targets of assignments: kName, kTuple of targets, or
  kNamespaceTarget,  // name.alias = ...: attribute `alias` of variable `name`
};

enum class Op : uint8_t {
  kNone,
  // kBinary
  kAdd,
  kSub,
  kMul,
  kDiv,
  kFloorDiv,
  kMod,
  kPow,
  // kUnary
  kNot,
  kNegate,
  kPlus,
  // kOperand
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kIn,
  kNotIn,
  // kArgument
  kPositional,
  kKeyword,
  kStar,
  kDoubleStar,
};

enum NodeFlag : uint8_t {
  kRecursive = 1,
  kIgnoreMissing = 2,
  kWithContext = 4,
  kScoped = 8,
  kRequired = 16,
};

struct Node {
  NodeKind kind;
  Op op = Op::kNone;
  uint8_t flags = 0;
  uint8_t special = 0;  // of a statement with a body: the SpecialNames there, and blocks
  uint32_t index = 0;   // into Tree::constants, or a count
  NameId name = NameId::kNone;
  NameId alias = NameId::kNone;
  NodeId a = NodeId::kNone;
  NodeId b = NodeId::kNone;
  NodeId c = NodeId::kNone;
  ListId list = {};
  ListId body = {};
  ListId else_body = {};
  Span span = {};  // what messages point at: the name of a variable, the operator, ...
};

// The names that Jinja gives a meaning to, as bits.
enum SpecialName : uint8_t {
  kNameLoop = 1,
  kNameSelf = 2,
  kNameSuper = 4,
  kNameCaller = 8,
  kNameVarargs = 16,
  kNameKwargs = 32,
};
inline constexpr size_t kSpecialNames = 6;
// Two more bits beside them: there are blocks, or scoped blocks.
inline constexpr uint8_t kHoldsBlock = 64;
inline constexpr uint8_t kHoldsScopedBlock = 128;

// The bit of `name`, or 0.
uint8_t SpecialNameOf(std::string_view name) noexcept;

struct Name {
  std::string_view text;
  uint32_t hash;             // HashKey of the text
  uint8_t special;           // SpecialNameOf the text
  bool is_variable = false;  // some node mentions a variable of that name
};

// Immutable once parsed.
struct Tree {
  std::vector<Node> nodes;
  std::vector<NodeId> lists;
  std::vector<Name> names;       // by NameId, each once
  std::vector<Value> constants;  // strings point into `heap`
  Heap heap{Limits::Ceiling()};
  std::string_view text;  // the copy of the source in `heap`
  ListId body;            // the statements of the template

  // What saves the lowering from looking for things that are not there.
  uint32_t mentions = 0;                          // of variables
  uint32_t variables = 0;                         // how many names that takes
  uint8_t special = 0;                            // the SpecialNames mentioned, and blocks
  std::array<NameId, kSpecialNames> special_ids;  // of each, in the order of their bits
  uint8_t special_targets = 0;                    // those that something is assigned to
  bool has_extends = false;
  bool mark_tags = false;
  bool translates = false;

  const Node& operator[](NodeId id) const noexcept { return nodes[static_cast<uint32_t>(id)]; }
  std::span<const NodeId> Children(ListId list) const noexcept {
    return {lists.data() + list.begin, list.size};
  }
  // The id of a special name, kNone where the template does not have it.
  NameId IdOf(SpecialName name) const noexcept {
    return special_ids[static_cast<size_t>(std::countr_zero(unsigned{name}))];
  }
  const Name& operator[](NameId name) const noexcept { return names[static_cast<uint32_t>(name)]; }
  std::string_view Text(NameId name) const noexcept { return (*this)[name].text; }
};

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_AST_H_
