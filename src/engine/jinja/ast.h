// The syntax tree of one Jinja template.
//
// Nodes live in one vector and name each other by number, so a tree of any shape
// is built, walked and freed without recursion.  Lists of children lie in a
// second vector.  A node always comes after its children.
#ifndef GALLEY_ENGINE_JINJA_AST_H_
#define GALLEY_ENGINE_JINJA_AST_H_

#include <cstdint>
#include <span>
#include <string>
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
// nodes; `name` an interned identifier.
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
  kAttribute,  // a.name; the name is a string constant at `index` as well as `name`
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
  uint32_t index = 0;  // into Tree::constants
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

// Immutable once parsed.
struct Tree {
  std::vector<Node> nodes;
  std::vector<NodeId> lists;
  std::vector<std::string> names;  // by NameId, each once
  std::vector<Value> constants;    // strings point into `heap`
  Heap heap{Limits::Ceiling()};
  ListId body;  // the statements of the template
  bool mark_tags = false;

  const Node& operator[](NodeId id) const noexcept { return nodes[static_cast<uint32_t>(id)]; }
  std::span<const NodeId> Children(ListId list) const noexcept {
    return {lists.data() + list.begin, list.size};
  }
  std::string_view Text(NameId name) const noexcept { return names[static_cast<uint32_t>(name)]; }
};

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_AST_H_
