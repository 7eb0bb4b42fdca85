// Lines to print lie on a stack, children last to first, so that depth costs no recursion.
#include "engine/jinja/dump_ast.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <vector>

#include "base/json_text.h"
#include "base/writer.h"
#include "value/print.h"

namespace galley::jinja {
namespace {

// In the order of the enum.
constexpr std::string_view kNodeNames[] = {
    "const",     "name",      "tuple",      "list",         "dict",
    "condition", "binary",    "unary",      "and",          "or",
    "concat",    "compare",   "operand",    "attribute",    "item",
    "slice",     "call",      "filter",     "test",         "argument",
    "text",      "print",     "for",        "if",           "branch",
    "macro",     "parameter", "call block", "filter block", "set",
    "set block", "include",   "import",     "from import",  "alias",
    "extends",   "block",     "with",       "autoescape",   "do",
    "break",     "continue",  "generation", "debug",        "namespace target",
};
static_assert(std::size(kNodeNames) == static_cast<size_t>(NodeKind::kNamespaceTarget) + 1);

constexpr std::string_view kOpNames[] = {
    "",   "+", "-",  "*", "/",  "//", "%",      "**", "not", "-", "+",  "==",
    "!=", "<", "<=", ">", ">=", "in", "not in", "",   "",    "*", "**",
};
static_assert(std::size(kOpNames) == static_cast<size_t>(Op::kDoubleStar) + 1);

struct FlagName {
  NodeFlag flag;
  std::string_view name;
};

constexpr FlagName kFlagNames[] = {
    {kRecursive, "recursive"},      {kIgnoreMissing, "ignore missing"},
    {kWithContext, "with context"}, {kScoped, "scoped"},
    {kRequired, "required"},
};

// A line of the dump: a node, or the label of some that follow.
struct Line {
  uint32_t depth;
  std::string_view label;
  NodeId node = NodeId::kNone;
};

class TreeDump {
 public:
  explicit TreeDump(const Tree& tree) : tree_(tree) {}

  std::string Run();

 private:
  void Print(const Line& line);
  void PrintNode(const Node& node);
  void PrintConstant(const Value& value);
  // The lines below a node, in order.
  void AddChildren(const Node& node);
  void AddNode(std::string_view label, NodeId node);
  void AddList(std::string_view label, ListId list);

  const Tree& tree_;
  uint32_t depth_ = 0;
  std::vector<Line> below_;    // of the node being printed
  std::vector<Line> pending_;  // the next one last
  BufferWriter out_;
  Meter meter_{Limits::Ceiling()};
};

std::string TreeDump::Run() {
  AddList("", tree_.body);
  while (true) {
    pending_.insert(pending_.end(), below_.rbegin(), below_.rend());
    below_.clear();
    if (pending_.empty()) return out_.ToString();
    const Line line = pending_.back();
    pending_.pop_back();
    Print(line);
    depth_ = line.depth + 1;
    if (line.node != NodeId::kNone) AddChildren(tree_[line.node]);
  }
}

void TreeDump::Print(const Line& line) {
  constexpr uint32_t kDeepest = 64;
  out_.Fill(' ', size_t{2} * std::min(line.depth, kDeepest));
  out_.Append(line.label);
  if (!line.label.empty()) out_.Append(':');
  if (line.node != NodeId::kNone) {
    if (!line.label.empty()) out_.Append(' ');
    PrintNode(tree_[line.node]);
  }
  out_.Append('\n');
}

void TreeDump::PrintNode(const Node& node) {
  out_.Append(kNodeNames[static_cast<size_t>(node.kind)]);
  const auto word = [&](std::string_view text) {
    if (text.empty()) return;
    out_.Append(' ');
    out_.Append(text);
  };
  word(kOpNames[static_cast<size_t>(node.op)]);
  if (node.name != NameId::kNone) word(tree_.Text(node.name));
  if (node.alias != NameId::kNone) {
    word(node.kind == NodeKind::kNamespaceTarget ? "." : "as");
    word(tree_.Text(node.alias));
  }
  for (const FlagName& flag : kFlagNames) {
    if (node.flags & flag.flag) word(flag.name);
  }
  if (node.kind == NodeKind::kConst || node.kind == NodeKind::kText) {
    out_.Append(' ');
    PrintConstant(tree_.constants[node.index]);
  }
}

void TreeDump::PrintConstant(const Value& value) {
  if (value.is_string()) {
    AppendJsonString(value.as_string(), {}, &out_);
  } else {
    PrintRepr(value, &out_, &meter_);
  }
}

void TreeDump::AddNode(std::string_view label, NodeId node) {
  if (node != NodeId::kNone) below_.push_back({depth_, label, node});
}

void TreeDump::AddList(std::string_view label, ListId list) {
  uint32_t depth = depth_;
  if (!label.empty() && list.size > 0) below_.push_back({depth++, label});
  for (const NodeId node : tree_.Children(list)) {
    if (node == NodeId::kNone) {
      below_.push_back({depth, "absent"});
    } else {
      below_.push_back({depth, "", node});
    }
  }
}

void TreeDump::AddChildren(const Node& node) {
  switch (node.kind) {
    case NodeKind::kCondition:
      AddNode("then", node.a);
      AddNode("if", node.b);
      AddNode("else", node.c);
      break;
    case NodeKind::kFor:
      AddNode("target", node.a);
      AddNode("in", node.b);
      AddNode("if", node.c);
      break;
    case NodeKind::kSet:
    case NodeKind::kSetBlock:
      AddNode("target", node.a);
      AddNode("value", node.b);
      break;
    default:
      AddNode("", node.a);
      AddNode("", node.b);
      break;
  }
  AddList("", node.list);
  AddList("body", node.body);
  AddList("else", node.else_body);
}

}  // namespace

std::string DumpTokens(const Source& source, std::span<const Token> tokens) {
  BufferWriter out;
  for (const Token& token : tokens) {
    out.Append(std::to_string(token.offset));
    out.Append(' ');
    out.Append(TokenKindName(token.kind));
    if (token.kind <= TokenKind::kFloat && token.size > 0) {
      out.Append(' ');
      AppendJsonString(token.text(source.text()), {}, &out);
    }
    out.Append('\n');
  }
  return out.ToString();
}

std::string DumpTree(const Tree& tree) { return TreeDump(tree).Run(); }

}  // namespace galley::jinja
