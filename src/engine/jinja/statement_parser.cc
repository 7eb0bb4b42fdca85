// One tag at a time.  What each kind of statement reads is in statement_*.cc; all end behind the
// tag.
#include "engine/jinja/statement_parser.h"

namespace galley::jinja {

bool StatementParser::Parse(ListId* body) {
  open_.clear();
  statements_.clear();
  parts_.clear();
  block_names_.clear();
  loops_ = 0;
  return ReadAll() && Finish(body);
}

bool StatementParser::Finish(ListId* body) {
  if (cursor_.lexer_error()) return cursor_.FailExpected("text or a tag");
  if (!open_.empty()) return FailUnclosed();
  *body = tree_.TakeList(&statements_, 0);
  tree_.Finish();
  return true;
}

bool StatementParser::ReadAll() {
  while (true) {
    switch (cursor_.kind()) {
      case TokenKind::kText:
        statements_.push_back(tree_.AddText(cursor_.Take()));
        break;
      case TokenKind::kVariableBegin:
        if (!ReadPrint()) return false;
        break;
      case TokenKind::kBlockBegin:
        if (!ReadTag()) return false;
        break;
      default:
        return true;
    }
  }
}

bool StatementParser::ReadPrint() {
  cursor_.Take();
  const uint32_t begin = cursor_.current().offset;
  Node node{.kind = NodeKind::kPrint};
  if (!ReadExpression(Form::kTuple, &node.a)) return false;
  node.span = {begin, cursor_.last_end()};
  Push(node);
  return cursor_.Expect(TokenKind::kVariableEnd);
}

bool StatementParser::ReadTag() {
  cursor_.Take();
  mentions_ = tree_.tree().mentions;
  const Token& tag = cursor_.current();
  if (tag.kind != TokenKind::kName) return cursor_.FailExpected("the name of a tag");
  cursor_.Take();
  return ReadStatement(tag);
}

// Reads one tag up to and with its end.
bool StatementParser::ReadStatement(const Token& tag) {
  switch (tag.keyword) {
    case Keyword::kFor:
      return OpenFor(tag);
    case Keyword::kIf:
      return OpenIf(tag);
    case Keyword::kElif:
      return ReadElif(tag);
    case Keyword::kElse:
      return ReadElse(tag);
    case Keyword::kSet:
      return ReadSet(tag);
    case Keyword::kBlock:
      return OpenNamedBlock(tag);
    case Keyword::kMacro:
      return OpenMacro(tag);
    case Keyword::kCall:
      return OpenCall(tag);
    case Keyword::kFilter:
      return OpenFilter(tag);
    case Keyword::kWith:
      return OpenWith(tag);
    case Keyword::kAutoescape:
      return OpenAutoescape(tag);
    case Keyword::kPrint:
      return ReadPrintTag();
    case Keyword::kInclude:
      return ReadInclude(tag);
    case Keyword::kImport:
      return ReadImport(tag);
    case Keyword::kFrom:
      return ReadFrom(tag);
    case Keyword::kExtends:
      return ReadExtends(tag);
    case Keyword::kDo:
    case Keyword::kBreak:
    case Keyword::kContinue:
    case Keyword::kDebug:
    case Keyword::kGeneration:
    case Keyword::kTrans:
      return ReadExtension(tag);
    default:
      return ReadEnd(tag);
  }
}

bool StatementParser::ReadExtension(const Token& tag) {
  const SyntaxOptions& options = cursor_.options();
  switch (tag.keyword) {
    case Keyword::kDo:
      return options.do_statement ? ReadDo(tag) : FailDisabledTag(tag);
    case Keyword::kTrans:
      return options.i18n ? ReadTrans(tag) : FailDisabledTag(tag);
    case Keyword::kDebug:
      if (!options.debug) return FailDisabledTag(tag);
      Push({.kind = NodeKind::kDebug, .span = tag.span()});
      return EndTag();
    case Keyword::kGeneration:
      return options.generation ? OpenBody(tag, {.kind = NodeKind::kGeneration, .span = tag.span()})
                                : FailDisabledTag(tag);
    default:
      return options.loop_controls ? ReadLoopControl(tag) : FailDisabledTag(tag);
  }
}

}  // namespace galley::jinja
