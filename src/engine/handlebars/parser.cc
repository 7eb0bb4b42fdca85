// Blocks that are open lie on a stack with the statements that each began with; a chain of `else
// if` takes one level.
#include "engine/handlebars/parser.h"

#include <string>
#include <utility>
#include <vector>

#include "diag/report.h"
#include "engine/handlebars/cursor.h"
#include "engine/handlebars/expression_parser.h"
#include "engine/handlebars/lexer.h"

namespace galley::handlebars {
namespace {

Strip StripOf(const Token& open, const Token& close) noexcept {
  return {open.has(kStripLeft), close.has(kStripRight)};
}

// A block that is not closed yet.
struct OpenBlock {
  enum class Kind : uint8_t { kBlock, kInverted, kChained, kDecorator, kPartial };

  Kind kind;
  Node node;
  ListId params;            // block parameters
  size_t statements;        // where those of its body begin
  bool in_inverse = false;  // behind its `else`
  BodyId program = BodyId::kNone;
};

class Parser {
 public:
  Parser(const Source& source, const Limits& limits)
      : cursor_(source, Lex(source, limits)), limits_(limits) {}

  Result<Tree> Run() {
    while (!cursor_.failed() && cursor_.kind() != TokenKind::kEnd) ParseStatement();
    if (!cursor_.failed() && !open_.empty()) FailUnclosed();
    if (cursor_.failed()) return cursor_.TakeFailure();
    tree_.root = EndBody(0, {});
    return std::move(tree_);
  }

 private:
  void ParseStatement() {
    switch (cursor_.kind()) {
      case TokenKind::kContent:
        return AddContent();
      case TokenKind::kComment: {
        const Token comment = cursor_.Take();
        Node node{NodeKind::kComment};
        node.strip = StripOf(comment, comment);
        node.span = comment.span;
        return AddStatement(node);
      }
      case TokenKind::kOpen:
      case TokenKind::kOpenUnescaped:
        return ParseMustache();
      case TokenKind::kOpenBlock:
      case TokenKind::kOpenInverse:
        return ParseOpenBlock();
      case TokenKind::kOpenPartial:
        return ParsePartial();
      case TokenKind::kOpenPartialBlock:
        return ParseOpenPartialBlock();
      case TokenKind::kOpenRawBlock:
        return ParseRawBlock();
      case TokenKind::kInverse:
        return ParseInverse();
      case TokenKind::kOpenInverseChain:
        return ParseInverseChain();
      case TokenKind::kOpenEndBlock:
        return ParseEndBlock();
      default:
        cursor_.FailHere("a statement is needed here");
    }
  }

  void AddStatement(const Node& node) { statements_.push_back(expressions_.Add(node)); }

  void AddContent() {
    Node node{NodeKind::kContent};
    node.span = node.value = cursor_.Take().span;
    AddStatement(node);
  }

  bool Expect(TokenKind kind, std::string_view wanted, Token* taken) {
    if (cursor_.kind() != kind) return cursor_.FailHere(wanted);
    *taken = cursor_.Take();
    return true;
  }
  bool ExpectClose(Token* taken) { return Expect(TokenKind::kClose, "`}}` is needed here", taken); }

  void ParseMustache() {
    const Token open = cursor_.Take();
    const bool triple = open.kind == TokenKind::kOpenUnescaped;
    Node node{open.has(kStar) ? NodeKind::kDecorator : NodeKind::kMustache};
    node.escaped = !triple && !open.has(kAmpersand);
    Token close;
    if (!expressions_.ParseCall(&node)) return;
    if (triple ? !Expect(TokenKind::kCloseUnescaped, "`}}}` is needed here", &close)
               : !ExpectClose(&close)) {
      return;
    }
    node.strip = StripOf(open, close);
    node.span = {open.span.begin, close.span.end};
    AddStatement(node);
  }

  bool CheckPartial(const Node& node) {
    if (node.params.size <= 1) return true;
    return cursor_.Fail(tree_[tree_.Children(node.params)[1]].span,
                        "a partial takes one context, not " + std::to_string(node.params.size));
  }

  void ParsePartial() {
    const Token open = cursor_.Take();
    Node node{NodeKind::kPartial};
    Token close;
    if (!expressions_.ParsePartialCall(&node) || !ExpectClose(&close) || !CheckPartial(node)) {
      return;
    }
    node.strip = StripOf(open, close);
    node.span = {open.span.begin, close.span.end};
    AddStatement(node);
  }

  // -------------------------------------------------------------------------
  // Blocks

  bool Push(OpenBlock block) {
    // A chain of `else if` is as flat as it looks.
    if (block.kind == OpenBlock::Kind::kChained) {
      if (++chained_ > limits_.chain) {
        return cursor_.Fail(
            Code::kLimitSize, block.node.span,
            "a chain of `else` is longer than the limit of " + std::to_string(limits_.chain));
      }
    } else if (++nesting_ > limits_.nesting) {
      return cursor_.Fail(
          Code::kLimitDepth, block.node.span,
          "blocks are nested deeper than the limit of " + std::to_string(limits_.nesting));
    }
    block.statements = statements_.size();
    open_.push_back(block);
    return true;
  }

  // The rest of an opening tag, behind `open`.
  bool ParseOpening(const Token& open, OpenBlock* block) {
    Token close;
    if (!expressions_.ParseCall(&block->node)) return false;
    if (!expressions_.ParseBlockParams(&block->params) || !ExpectClose(&close)) return false;
    block->node.strip = StripOf(open, close);
    block->node.span = {open.span.begin, close.span.end};
    return true;
  }

  void ParseOpenBlock() {
    const Token open = cursor_.Take();
    OpenBlock block{};
    block.kind = open.has(kStar)                        ? OpenBlock::Kind::kDecorator
                 : open.kind == TokenKind::kOpenInverse ? OpenBlock::Kind::kInverted
                                                        : OpenBlock::Kind::kBlock;
    block.node.kind = open.has(kStar) ? NodeKind::kDecorator : NodeKind::kBlock;
    if (ParseOpening(open, &block)) Push(block);
  }

  void ParseOpenPartialBlock() {
    const Token open = cursor_.Take();
    OpenBlock block{};
    block.kind = OpenBlock::Kind::kPartial;
    block.node.kind = NodeKind::kPartial;
    Token close;
    if (!expressions_.ParsePartialCall(&block.node) || !ExpectClose(&close) ||
        !CheckPartial(block.node)) {
      return;
    }
    block.node.strip = StripOf(open, close);
    block.node.span = {open.span.begin, close.span.end};
    Push(block);
  }

  // The statements from `begin` on become a body.
  BodyId EndBody(size_t begin, ListId params) {
    Body body;
    body.statements = expressions_.TakeList(&statements_, begin);
    body.params = params;
    tree_.bodies.push_back(body);
    return static_cast<BodyId>(tree_.bodies.size() - 1);
  }

  // True where an `else` may stand.
  bool CheckInverse(bool chain) {
    const Span span = cursor_.token().span;
    if (open_.empty()) return cursor_.Fail(span, "`else` stands outside a block");
    const OpenBlock& block = open_.back();
    if (block.in_inverse) return cursor_.Fail(span, "the block has an `else` already");
    if (block.kind == OpenBlock::Kind::kPartial || block.kind == OpenBlock::Kind::kDecorator) {
      return cursor_.Fail(span, "a block of this kind has no `else`");
    }
    if (chain && block.kind == OpenBlock::Kind::kInverted) {
      return cursor_.Fail(span, "an inverted block takes a plain `else` only");
    }
    return true;
  }

  void BeginInverse(Strip strip) {
    OpenBlock& block = open_.back();
    block.program = EndBody(block.statements, block.params);
    block.in_inverse = true;
    block.node.inverse_strip = strip;
  }

  void ParseInverse() {
    if (!CheckInverse(false)) return;
    const Token token = cursor_.Take();
    BeginInverse(StripOf(token, token));
  }

  void ParseInverseChain() {
    if (!CheckInverse(true)) return;
    const Token open = cursor_.Take();
    OpenBlock block{};
    block.kind = OpenBlock::Kind::kChained;
    block.node.kind = NodeKind::kBlock;
    if (!ParseOpening(open, &block)) return;
    BeginInverse(block.node.strip);
    Push(block);
  }

  void ParseEndBlock() {
    const Token open = cursor_.Take();
    if (open_.empty()) {
      cursor_.Fail(open.span, "there is no block to close here");
      return;
    }
    NodeId name;
    Token close;
    if (!expressions_.ParseName(&name) || !ExpectClose(&close)) return;
    const Strip strip = StripOf(open, close);
    while (open_.back().kind == OpenBlock::Kind::kChained) CloseChained(strip);
    if (CheckName(open_.back().node.callee, name)) {
      Close(strip, close.span.end);
      --nesting_;
    }
  }

  // The innermost block of a chain becomes the `else` of the one around it.
  void CloseChained(Strip end) {
    const bool is_first = open_[open_.size() - 2].kind != OpenBlock::Kind::kChained;
    Close(is_first ? end : open_.back().node.strip, cursor_.last_end());
    --chained_;
    OpenBlock& outer = open_.back();
    const BodyId inverse = EndBody(outer.statements, {});
    tree_[inverse].chained = true;
    outer.node.inverse = inverse;
  }

  void Close(Strip strip, uint32_t end) {
    OpenBlock block = open_.back();
    open_.pop_back();
    Node& node = block.node;
    node.close_strip = strip;
    node.span.end = end;
    if (!block.in_inverse) {
      node.program = EndBody(block.statements, block.params);
    } else {
      node.program = block.program;
      if (node.inverse == BodyId::kNone) node.inverse = EndBody(block.statements, {});
    }
    if (block.kind == OpenBlock::Kind::kInverted) std::swap(node.program, node.inverse);
    AddStatement(node);
  }

  // How a closing tag must spell the name.
  std::string_view OriginalOf(NodeId id) const {
    const Node& node = tree_[id];
    return node.kind == NodeKind::kPath     ? tree_.paths[node.index].original
           : node.kind == NodeKind::kString ? tree_.texts[node.index]
                                            : std::string_view();
  }

  bool SameName(NodeId a, NodeId b) const {
    const auto is_text = [&](NodeId id) {
      return tree_[id].kind == NodeKind::kPath || tree_[id].kind == NodeKind::kString;
    };
    if (is_text(a) && is_text(b)) return OriginalOf(a) == OriginalOf(b);
    if (tree_[a].kind == NodeKind::kSubExpression) return false;
    return tree_[a].kind == tree_[b].kind && tree_[a].number == tree_[b].number;
  }

  std::string_view Written(NodeId id) const {
    const Span span = tree_[id].span;
    return cursor_.source().substr(span.begin, span.end - span.begin);
  }

  bool CheckName(NodeId opened, NodeId closed) {
    if (SameName(opened, closed)) return true;
    return cursor_.Fail(
        tree_[closed].span,
        "the block " + Quoted(Written(opened)) + " is closed as " + Quoted(Written(closed)),
        "write `{{/" + std::string(Written(opened)).substr(0, 40) + "}}`");
  }

  void ParseRawBlock() {
    const Token open = cursor_.Take();
    Node node{NodeKind::kBlock};
    Token close;
    if (!expressions_.ParseCall(&node)) return;
    if (!Expect(TokenKind::kCloseRawBlock, "`}}}}` is needed here", &close)) return;
    const size_t begin = statements_.size();
    while (cursor_.kind() == TokenKind::kContent) AddContent();
    if (cursor_.kind() != TokenKind::kEndRawBlock) {
      cursor_.Fail(open.span, "the raw block is not closed");
      return;
    }
    const Token end = cursor_.Take();
    const std::string_view name = end.text(cursor_.source());
    if (OriginalOf(node.callee) != name) {
      cursor_.Fail(end.span, "the raw block " + Quoted(Written(node.callee)) + " is closed as " +
                                 Quoted(name));
      return;
    }
    node.program = EndBody(begin, {});
    node.span = {open.span.begin, end.span.end + 4};
    AddStatement(node);
  }

  void FailUnclosed() {
    const OpenBlock& block = open_.back();
    cursor_.Fail(block.node.span,
                 "the block " + Quoted(Written(block.node.callee)) + " is not closed");
  }

  Cursor cursor_;
  Tree tree_;
  const Limits& limits_;
  ExpressionParser expressions_{&cursor_, &tree_, limits_};
  std::vector<NodeId> statements_;  // of the bodies that are open, outermost first
  std::vector<OpenBlock> open_;
  uint64_t nesting_ = 0;
  uint64_t chained_ = 0;
};

}  // namespace

Result<Tree> Parse(const Source& source, const Limits& limits) {
  return Parser(source, limits).Run();
}

}  // namespace galley::handlebars
