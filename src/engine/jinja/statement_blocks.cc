// Statements with a body, from their first tag to their last.
#include <algorithm>
#include <string>

#include "diag/report.h"
#include "engine/jinja/blanks.h"
#include "engine/jinja/statement_parser.h"

namespace galley::jinja {

Keyword EndOf(Keyword open) noexcept {
  switch (open) {
    case Keyword::kFor:
      return Keyword::kEndfor;
    case Keyword::kIf:
      return Keyword::kEndif;
    case Keyword::kSet:
      return Keyword::kEndset;
    case Keyword::kBlock:
      return Keyword::kEndblock;
    case Keyword::kMacro:
      return Keyword::kEndmacro;
    case Keyword::kCall:
      return Keyword::kEndcall;
    case Keyword::kFilter:
      return Keyword::kEndfilter;
    case Keyword::kWith:
      return Keyword::kEndwith;
    case Keyword::kAutoescape:
      return Keyword::kEndautoescape;
    case Keyword::kGeneration:
      return Keyword::kEndgeneration;
    default:
      return Keyword::kNone;
  }
}

// Ends the first tag of a block and opens its body.
bool StatementParser::OpenBody(const Token& tag, const Node& node) {
  cursor_.TakeIf(TokenKind::kColon);
  if (!EndTag()) return false;
  if (open_.size() >= limits_.nesting) {
    return cursor_.Fail(
        Code::kLimitDepth, tag.span(),
        "the template is nested deeper than " + std::to_string(limits_.nesting) + " levels");
  }
  const auto begin = static_cast<uint32_t>(statements_.size());
  open_.push_back({.tag = tag.keyword,
                   .node = node,
                   .statements = begin,
                   .body = begin,
                   .mentions = mentions_,
                   .special = tree_.TakeSpecial()});
  loops_ += tag.keyword == Keyword::kFor;
  return true;
}

bool StatementParser::OpenFor(const Token& tag) {
  Node node{.kind = NodeKind::kFor, .span = tag.span()};
  if (!ReadTarget({.loop = false}, &node.a) || !cursor_.Expect(Keyword::kIn) ||
      !ReadExpression(Form::kPlainTuple, &node.b)) {
    return false;
  }
  if (cursor_.TakeIf(Keyword::kIf) && !ReadExpression(Form::kExpression, &node.c)) return false;
  if (cursor_.TakeIf(Keyword::kRecursive)) node.flags |= kRecursive;
  return OpenBody(tag, node);
}

bool StatementParser::OpenIf(const Token& tag) {
  NodeId test;
  if (!ReadExpression(Form::kPlainTuple, &test) ||
      !OpenBody(tag, {.kind = NodeKind::kIf, .span = tag.span()})) {
    return false;
  }
  block().test = test;
  block().test_span = tag.span();
  return true;
}

bool StatementParser::OpenNamedBlock(const Token& tag) {
  Node node{.kind = NodeKind::kBlock, .span = tag.span()};
  const Token& name = cursor_.current();
  if (!cursor_.Expect(TokenKind::kName)) return false;
  node.name = tree_.Intern(name);
  if (cursor_.TakeIf(Keyword::kScoped)) node.flags |= kScoped;
  tree_.NoteBlock((node.flags & kScoped) != 0);
  if (cursor_.TakeIf(Keyword::kRequired)) node.flags |= kRequired;
  if (cursor_.kind() == TokenKind::kSub) {
    return cursor_.FailExpected(cursor_.NameOf(TokenKind::kBlockEnd),
                                "the name of a block has no hyphens; write `_`");
  }

  const auto at = static_cast<size_t>(node.name);
  if (at >= block_names_.size()) block_names_.resize(at + 1);
  if (block_names_[at].begin > 0) {
    cursor_.FailAt(name.span(), "the block " + Quoted(cursor_.text(name)) + " is defined twice");
    cursor_.AddNote("the first one is in " + cursor_.PlaceOf(block_names_[at]));
    return false;
  }
  block_names_[at] = name.span();
  return OpenBody(tag, node);
}

bool StatementParser::OpenMacro(const Token& tag) {
  Node node{.kind = NodeKind::kMacro, .span = cursor_.current().span()};
  return ReadNewName(&node.name) && ReadParameters(&node.list) && OpenBody(tag, node);
}

bool StatementParser::OpenCall(const Token& tag) {
  Node node{.kind = NodeKind::kCallBlock, .span = tag.span()};
  if (cursor_.kind() == TokenKind::kOpenParen && !ReadParameters(&node.list)) return false;
  const uint32_t begin = cursor_.current().offset;
  if (!ReadExpression(Form::kExpression, &node.a)) return false;
  if (tree_[node.a].kind != NodeKind::kCall) {
    return cursor_.FailAt({begin, cursor_.last_end()}, "expected a call behind `call`");
  }
  return OpenBody(tag, node);
}

bool StatementParser::OpenFilter(const Token& tag) {
  Node node{.kind = NodeKind::kFilterBlock, .span = tag.span()};
  return ReadExpression(Form::kFilters, &node.a) && OpenBody(tag, node);
}

bool StatementParser::OpenWith(const Token& tag) {
  Node node{.kind = NodeKind::kWith, .span = tag.span()};
  const size_t first = parts_.size();
  while (cursor_.kind() != TokenKind::kBlockEnd) {
    NodeId target;
    NodeId value;
    if (parts_.size() > first && !cursor_.Expect(TokenKind::kComma)) return false;
    if (!ReadTarget({}, &target) || !cursor_.Expect(TokenKind::kAssign) ||
        !ReadExpression(Form::kExpression, &value)) {
      return false;
    }
    parts_.push_back(target);
    parts_.push_back(value);
  }
  node.list = tree_.TakeList(&parts_, first);
  return OpenBody(tag, node);
}

bool StatementParser::OpenAutoescape(const Token& tag) {
  Node node{.kind = NodeKind::kAutoescape, .span = tag.span()};
  return ReadExpression(Form::kExpression, &node.a) && OpenBody(tag, node);
}

bool StatementParser::ReadParameters(ListId* parameters) {
  if (!cursor_.Expect(TokenKind::kOpenParen)) return false;
  const size_t first = parts_.size();
  while (cursor_.kind() != TokenKind::kCloseParen) {
    if (parts_.size() > first && !cursor_.Expect(TokenKind::kComma)) return false;
    if (!ReadParameter(first)) return false;
  }
  cursor_.Take();
  *parameters = tree_.TakeList(&parts_, first);
  return true;
}

bool StatementParser::ReadParameter(size_t first) {
  Node node{.kind = NodeKind::kParameter, .span = cursor_.current().span()};
  if (!ReadNewName(&node.name)) return false;
  for (size_t at = first; at < parts_.size(); ++at) {
    if (tree_[parts_[at]].name != node.name) continue;
    return cursor_.FailAt(node.span, "two parameters have this name");
  }
  if (cursor_.TakeIf(TokenKind::kAssign)) {
    if (!ReadExpression(Form::kExpression, &node.a)) return false;
  } else if (parts_.size() > first && tree_[parts_.back()].a != NodeId::kNone) {
    return cursor_.FailAt(node.span, "a parameter without a default follows one that has it");
  }
  tree_.NoteTarget(node.name);
  if (parts_.size() - first >= limits_.arguments) {
    return cursor_.Fail(Code::kLimitSize, node.span,
                        "more than " + std::to_string(limits_.arguments) + " parameters");
  }
  parts_.push_back(tree_.Add(node));
  return true;
}

bool StatementParser::ReadElse(const Token& tag) {
  const bool has_else = !open_.empty() && !block().in_else &&
                        (block().tag == Keyword::kIf || block().tag == Keyword::kFor);
  if (!has_else) return FailUnknownTag(tag);
  if (block().tag == Keyword::kIf) {
    EndBranch();
  } else {
    block().node.body = tree_.TakeList(&statements_, block().body);
    EndSpecial();
  }
  block().in_else = true;
  cursor_.TakeIf(TokenKind::kColon);
  return EndTag();
}

bool StatementParser::ReadElif(const Token& tag) {
  if (open_.empty() || block().tag != Keyword::kIf || block().in_else) return FailUnknownTag(tag);
  EndBranch();
  if (++block().links >= limits_.chain) {
    return cursor_.Fail(Code::kLimitDepth, tag.span(),
                        "an `if` has more than " + std::to_string(limits_.chain) + " branches");
  }
  block().test_span = tag.span();
  if (!ReadExpression(Form::kPlainTuple, &block().test)) return false;
  cursor_.TakeIf(TokenKind::kColon);
  return EndTag();
}

// Leaves the branch of an `if` that ends here among its statements.
void StatementParser::EndBranch() {
  const ListId body = tree_.TakeList(&statements_, block().body);
  Push({.kind = NodeKind::kBranch, .a = block().test, .body = body, .span = block().test_span});
  block().body = static_cast<uint32_t>(statements_.size());
}

bool StatementParser::ReadEnd(const Token& tag) {
  const bool ends =
      !open_.empty() && tag.keyword != Keyword::kNone && tag.keyword == EndOf(block().tag);
  if (!ends) return FailUnknownTag(tag);
  if (block().node.flags & kRequired && !CheckRequired()) return false;
  EndLastPart();
  block().node.index = tree_.tree().mentions - block().mentions;
  const Node node = block().node;
  loops_ -= block().tag == Keyword::kFor;
  open_.pop_back();
  Push(node);

  const bool named = node.kind == NodeKind::kBlock && cursor_.kind() == TokenKind::kName &&
                     cursor_.text(cursor_.current()) == tree_.tree().Text(node.name);
  if (named) cursor_.Take();
  return EndTag();
}

void StatementParser::EndLastPart() {
  Node& node = block().node;
  const bool is_if = block().tag == Keyword::kIf;
  if (block().in_else) {
    node.else_body = tree_.TakeList(&statements_, block().body);
  } else if (is_if) {
    EndBranch();
  } else {
    node.body = tree_.TakeList(&statements_, block().body);
  }
  EndSpecial();
  if (is_if) node.list = tree_.TakeList(&statements_, block().statements);
}

// Notes which special names the body has; those of the `else` of a loop belong to
// what is around it.
void StatementParser::EndSpecial() {
  const uint8_t mentioned = tree_.TakeSpecial();
  if (!block().in_else) block().node.special = mentioned;
  block().special |= mentioned;
  tree_.AddSpecial(block().special);
}

// A required block is to be filled by others: its own body holds blanks at most.
bool StatementParser::CheckRequired() {
  for (size_t at = block().body; at < statements_.size(); ++at) {
    const Node& node = tree_[statements_[at]];
    const bool text = node.kind == NodeKind::kText;
    const std::string_view bytes = text ? tree_.tree().constants[node.index].as_string() : "";
    if (text && SkipBlanks(bytes, 0) == bytes.size()) continue;
    return cursor_.FailAt(block().node.span,
                          "a required block may hold white space and comments only");
  }
  return true;
}

}  // namespace galley::jinja
