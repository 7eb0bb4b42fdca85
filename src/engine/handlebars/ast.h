// The syntax tree of one Handlebars template.
//
// Nodes live in one vector and name each other by number, so a tree of any shape is
// built, walked and freed without recursion.  A node always comes after its
// children.  Texts are runs of bytes of the source, which outlives the tree, or lie
// in its `strings`.
#ifndef GALLEY_ENGINE_HANDLEBARS_AST_H_
#define GALLEY_ENGINE_HANDLEBARS_AST_H_

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diag/source.h"

namespace galley::handlebars {

enum class NodeId : uint32_t { kNone = UINT32_MAX };
enum class BodyId : uint32_t { kNone = UINT32_MAX };

// A run of children in Tree::lists.
struct ListId {
  uint32_t begin = 0;
  uint32_t size = 0;
};

enum class NodeKind : uint8_t {
  // Statements.
  kContent,    // `value`: the bytes to print; `span`: all of them
  kComment,    //
  kMustache,   // {{callee params hash}}
  kBlock,      // {{#callee params hash}} program {{else}} inverse {{/callee}}
  kDecorator,  // {{*callee ...}}, or {{#*callee ...}} program {{/callee}}
  kPartial,    // {{> callee params hash}}, or {{#> callee ...}} program {{/callee}}

  // Expressions.
  kPath,           // `index`: into Tree::paths
  kString,         // `index`: into Tree::texts
  kNumber,         // `number`
  kTrue,           //
  kFalse,          //
  kUndefined,      //
  kNull,           //
  kSubExpression,  // (callee params hash)
  kHashPair,       // `index`: its name, in Tree::texts; callee: its value
};

// Whether a tag takes the blanks on either side of it with it.
struct Strip {
  bool open = false;
  bool close = false;
};

struct Node {
  NodeKind kind;
  bool escaped = true;          // kMustache
  bool left_stripped = false;   // kContent; see whitespace.cc
  bool right_stripped = false;  // the same
  Strip strip = {};             // of the opening tag: its own two sides
  Strip inverse_strip = {};     // of the `else` behind the program
  Strip close_strip = {};       // of the closing tag
  uint32_t index = 0;
  double number = 0;
  NodeId callee = NodeId::kNone;
  ListId params = {};
  ListId hash = {};
  BodyId program = BodyId::kNone;
  BodyId inverse = BodyId::kNone;
  Span value = {};   // kContent
  Span indent = {};  // kPartial: the blanks before one that stands alone
  Span span = {};
};

// The statements between two tags.
struct Body {
  ListId statements = {};
  ListId params = {};    // its block parameters, in Tree::params
  bool chained = false;  // the one block of an `else if`
};

// a.b, ../a, @a.b, this, ...
struct Path {
  std::string_view original;  // as Handlebars.js spells it, without brackets
  ListId parts = {};          // in Tree::parts
  uint32_t depth = 0;         // how many `..` it begins with
  bool is_data = false;       // begins with @
  bool is_scoped = false;     // begins with `this` or a dot: no helper, no block parameter

  // A name that may be a helper's.
  bool is_simple() const noexcept { return parts.size == 1 && !is_scoped && depth == 0; }
};

// True for a path that begins with a dot, or holds `this` at the end of a word
// anywhere: that is how Handlebars.js tells.
bool IsScopedPath(std::string_view original) noexcept;

struct Tree {
  std::vector<Node> nodes;
  std::vector<NodeId> lists;
  std::vector<Body> bodies;
  std::vector<Path> paths;
  std::vector<std::string_view> parts;
  std::vector<std::string_view> params;
  std::vector<std::string_view> texts;
  std::deque<std::string> strings;  // what is not in the source as it is
  BodyId root = BodyId::kNone;

  Node& operator[](NodeId id) noexcept { return nodes[static_cast<uint32_t>(id)]; }
  const Node& operator[](NodeId id) const noexcept { return nodes[static_cast<uint32_t>(id)]; }
  Body& operator[](BodyId id) noexcept { return bodies[static_cast<uint32_t>(id)]; }
  const Body& operator[](BodyId id) const noexcept { return bodies[static_cast<uint32_t>(id)]; }

  std::span<const NodeId> Children(ListId list) const noexcept {
    return {lists.data() + list.begin, list.size};
  }
  std::span<const NodeId> Statements(BodyId body) const noexcept {
    return Children((*this)[body].statements);
  }
  std::span<const std::string_view> Parts(const Path& path) const noexcept {
    return {parts.data() + path.parts.begin, path.parts.size};
  }
  std::span<const std::string_view> Params(const Body& body) const noexcept {
    return {params.data() + body.params.begin, body.params.size};
  }
};

}  // namespace galley::handlebars

#endif  // GALLEY_ENGINE_HANDLEBARS_AST_H_
