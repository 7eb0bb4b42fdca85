// Statements without a body, and `set`, which has one only at times.
#include <string>

#include "diag/report.h"
#include "engine/jinja/statement_parser.h"

namespace galley::jinja {

bool StatementParser::ReadSet(const Token& tag) {
  Node node{.kind = NodeKind::kSet, .span = tag.span()};
  if (!ReadTarget({.attributes = true, .loop = loops_ == 0}, &node.a)) return false;
  if (cursor_.TakeIf(TokenKind::kAssign)) {
    if (!ReadExpression(Form::kTuple, &node.b)) return false;
    Push(node);
    return EndTag();
  }
  node.kind = NodeKind::kSetBlock;
  if (cursor_.TakeIf(TokenKind::kPipe) && !ReadExpression(Form::kFilters, &node.b)) return false;
  return OpenBody(tag, node);
}

// `{% print a, b %}` prints one after the other.
bool StatementParser::ReadPrintTag() {
  for (bool first = true; cursor_.kind() != TokenKind::kBlockEnd; first = false) {
    if (!first && !cursor_.Expect(TokenKind::kComma)) return false;
    const uint32_t begin = cursor_.current().offset;
    Node node{.kind = NodeKind::kPrint};
    if (!ReadExpression(Form::kExpression, &node.a)) return false;
    node.span = {begin, cursor_.last_end()};
    Push(node);
  }
  return EndTag();
}

bool StatementParser::ReadInclude(const Token& tag) {
  Node node{.kind = NodeKind::kInclude, .flags = kWithContext, .span = tag.span()};
  if (!ReadExpression(Form::kExpression, &node.a)) return false;
  if (cursor_.keyword() == Keyword::kIgnore && cursor_.following().keyword == Keyword::kMissing) {
    cursor_.Take();
    cursor_.Take();
    node.flags |= kIgnoreMissing;
  }
  ReadContext(&node);
  Push(node);
  return EndTag();
}

// `with context` or `without context`; true where it is there.
bool StatementParser::ReadContext(Node* node) {
  const bool with = cursor_.keyword() == Keyword::kWith;
  if (!with && cursor_.keyword() != Keyword::kWithout) return false;
  if (cursor_.following().keyword != Keyword::kContext) return false;
  cursor_.Take();
  cursor_.Take();
  node->flags =
      static_cast<uint8_t>(with ? node->flags | kWithContext : node->flags & ~kWithContext);
  return true;
}

bool StatementParser::ReadImport(const Token& tag) {
  Node node{.kind = NodeKind::kImport, .span = tag.span()};
  if (!ReadExpression(Form::kExpression, &node.a) || !cursor_.Expect(Keyword::kAs) ||
      !ReadNewName(&node.name)) {
    return false;
  }
  ReadContext(&node);
  Push(node);
  return EndTag();
}

bool StatementParser::ReadFrom(const Token& tag) {
  Node node{.kind = NodeKind::kFromImport, .span = tag.span()};
  if (!ReadExpression(Form::kExpression, &node.a) || !cursor_.Expect(Keyword::kImport)) {
    return false;
  }
  const size_t first = parts_.size();
  // Jinja2 takes the words about the context in place of a name as well.
  while (!ReadContext(&node)) {
    if (!ReadAlias()) return false;
    if (ReadContext(&node) || !cursor_.TakeIf(TokenKind::kComma)) break;
  }
  node.list = tree_.TakeList(&parts_, first);
  Push(node);
  return EndTag();
}

bool StatementParser::ReadAlias() {
  const Token& token = cursor_.current();
  Node node{.kind = NodeKind::kAlias, .span = token.span()};
  if (!ReadNewName(&node.name)) return false;
  if (cursor_.text(token).front() == '_') {
    return cursor_.FailAt(token.span(), "names that start with `_` cannot be imported");
  }
  node.alias = node.name;
  if (cursor_.TakeIf(Keyword::kAs) && !ReadNewName(&node.alias)) return false;
  parts_.push_back(tree_.Add(node));
  return true;
}

bool StatementParser::ReadExtends(const Token& tag) {
  for (const OpenBlock& open : open_) {
    if (open.tag == Keyword::kIf) continue;
    return cursor_.FailAt(tag.span(), "`extends` stands inside " + Quoted(Spelling(open.tag)),
                          "of all blocks only `if` may hold it");
  }
  tree_.NoteExtends();
  Node node{.kind = NodeKind::kExtends, .span = tag.span()};
  if (!ReadExpression(Form::kExpression, &node.a)) return false;
  Push(node);
  return EndTag();
}

bool StatementParser::ReadDo(const Token& tag) {
  Node node{.kind = NodeKind::kDo, .span = tag.span()};
  if (!ReadExpression(Form::kTuple, &node.a)) return false;
  Push(node);
  return EndTag();
}

bool StatementParser::ReadLoopControl(const Token& tag) {
  if (!IsInLoop()) {
    return cursor_.FailAt(tag.span(), Quoted(cursor_.text(tag)) + " stands outside of a loop");
  }
  const bool breaks = tag.keyword == Keyword::kBreak;
  Push({.kind = breaks ? NodeKind::kBreak : NodeKind::kContinue, .span = tag.span()});
  return EndTag();
}

// Whether a statement here runs inside the body of a loop.  The `else` of a loop
// is outside of it; macros, calls and blocks are routines of their own, and so is
// a recursive loop, with its `else`.
bool StatementParser::IsInLoop() const noexcept {
  for (auto open = open_.rbegin(); open != open_.rend(); ++open) {
    switch (open->tag) {
      case Keyword::kFor:
        if (!open->in_else) return true;
        if (open->node.flags & kRecursive) return false;
        break;
      case Keyword::kMacro:
      case Keyword::kCall:
      case Keyword::kBlock:
      case Keyword::kGeneration:
        return false;
      default:
        break;
    }
  }
  return false;
}

}  // namespace galley::jinja
