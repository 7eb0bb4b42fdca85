// Parentheses that are open lie on a stack; values that wait for their call lie on another.
#include "engine/handlebars/expression_parser.h"

#include <string>
#include <utility>

#include "diag/report.h"
#include "value/convert.h"

namespace galley::handlebars {
namespace {

constexpr std::string_view kNameWanted = "a name is needed here";

bool IsName(TokenKind kind) noexcept {
  return kind == TokenKind::kId || kind == TokenKind::kBracket;
}

// `text` without the backslashes before characters that are `escapable`.
template <class Escapable>
std::string WithoutBackslashes(std::string_view text, Escapable escapable) {
  std::string plain;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\\' && at + 1 < text.size() && escapable(text[at + 1])) ++at;
    plain += text[at];
  }
  return plain;
}

bool HasLineBreak(std::string_view text) noexcept {
  return text.find_first_of("\r\n") != std::string_view::npos ||
         text.find("\u2028") != std::string_view::npos ||
         text.find("\u2029") != std::string_view::npos;
}

}  // namespace

ListId ExpressionParser::TakeList(std::vector<NodeId>* stack, size_t size) {
  const ListId list = {static_cast<uint32_t>(tree_.lists.size()),
                       static_cast<uint32_t>(stack->size() - size)};
  tree_.lists.insert(tree_.lists.end(), stack->begin() + static_cast<ptrdiff_t>(size),
                     stack->end());
  stack->resize(size);
  return list;
}

NodeId ExpressionParser::Add(const Node& node) {
  tree_.nodes.push_back(node);
  return static_cast<NodeId>(tree_.nodes.size() - 1);
}

std::string_view ExpressionParser::Keep(std::string text) {
  return tree_.strings.emplace_back(std::move(text));
}

uint32_t ExpressionParser::AddText(std::string_view text) {
  tree_.texts.push_back(text);
  return static_cast<uint32_t>(tree_.texts.size() - 1);
}

// ---------------------------------------------------------------------------
// Calls

bool ExpressionParser::ParseCall(Node* call) {
  return ParseName(&call->callee) && ParseArguments(call);
}

bool ExpressionParser::ParsePartialCall(Node* call) {
  if (cursor_.kind() != TokenKind::kOpenParen) return ParseCall(call);
  // The name is the one value of a call of its own.
  Node outer{NodeKind::kSubExpression};
  const size_t params = params_.size();
  open_.push_back({outer, params, hash_.size()});
  if (!OpenSubExpression()) return false;
  while (open_.size() > 1) {
    if (!ParseArgument()) return false;
  }
  open_.pop_back();
  call->callee = params_.back();
  params_.pop_back();
  return ParseArguments(call);
}

// The arguments of a call whose name was read, up to what ends the tag.
bool ExpressionParser::ParseArguments(Node* call) {
  open_.push_back({*call, params_.size(), hash_.size()});
  for (;;) {
    switch (cursor_.kind()) {
      case TokenKind::kClose:
      case TokenKind::kCloseUnescaped:
      case TokenKind::kCloseRawBlock:
      case TokenKind::kOpenBlockParams:
        if (open_.size() > 1) return cursor_.FailHere("a `)` is missing");
        if (open_.back().has_pair) return cursor_.FailHere("a value is needed here");
        Finish(call);
        return true;
      default:
        if (!ParseArgument()) return false;
    }
  }
}

void ExpressionParser::Finish(Node* call) {
  Open& open = open_.back();
  *call = open.call;
  call->params = TakeList(&params_, open.params);
  call->hash = TakeList(&hash_, open.hash);
  open_.pop_back();
}

// One token's worth: a value, a parenthesis, or the name of a hash pair.
bool ExpressionParser::ParseArgument() {
  Open& open = open_.back();
  const TokenKind kind = cursor_.kind();
  if (kind == TokenKind::kOpenParen) return OpenSubExpression();
  if (kind == TokenKind::kCloseParen && open_.size() > 1) return CloseSubExpression();
  if (!open.has_pair && IsName(kind) && cursor_.next_kind() == TokenKind::kEquals) {
    return BeginPair();
  }
  NodeId value = NodeId::kNone;
  return ParseName(&value) && AddValue(value);
}

bool ExpressionParser::AddValue(NodeId value) {
  Open& open = open_.back();
  if (open.has_pair) {
    open.pair.callee = value;
    open.pair.span.end = cursor_.last_end();
    hash_.push_back(Add(open.pair));
    open.has_pair = false;
    return true;
  }
  if (open.in_hash) {
    return cursor_.Fail(tree_[value].span, "an argument stands behind a `name=value` pair",
                        "arguments come first");
  }
  if (params_.size() - open.params >= limits_.arguments) {
    return cursor_.Fail(
        Code::kLimitSize, tree_[value].span,
        "a call has more arguments than the limit of " + std::to_string(limits_.arguments));
  }
  params_.push_back(value);
  return true;
}

bool ExpressionParser::BeginPair() {
  Open& open = open_.back();
  if (hash_.size() - open.hash >= limits_.arguments) {
    return cursor_.Fail(
        Code::kLimitSize, cursor_.token().span,
        "a call has more pairs than the limit of " + std::to_string(limits_.arguments));
  }
  const Token name = cursor_.Take();
  cursor_.Take();
  open.in_hash = open.has_pair = true;
  open.pair.index = AddText(NameOf(name));
  open.pair.span = name.span;
  return true;
}

bool ExpressionParser::OpenSubExpression() {
  const Token paren = cursor_.Take();
  if (open_.size() >= limits_.nesting) {
    return cursor_.Fail(
        Code::kLimitDepth, paren.span,
        "sub-expressions are nested deeper than the limit of " + std::to_string(limits_.nesting));
  }
  Node call{NodeKind::kSubExpression};
  call.span = paren.span;
  if (!ParseName(&call.callee)) return false;
  open_.push_back({call, params_.size(), hash_.size()});
  return true;
}

bool ExpressionParser::CloseSubExpression() {
  if (open_.back().has_pair) return cursor_.FailHere("a value is needed here");
  const Token paren = cursor_.Take();
  Node call;
  Finish(&call);
  call.span.end = paren.span.end;
  return AddValue(Add(call));
}

bool ExpressionParser::ParseBlockParams(ListId* params) {
  if (cursor_.kind() != TokenKind::kOpenBlockParams) return true;
  cursor_.Take();
  params->begin = static_cast<uint32_t>(tree_.params.size());
  while (IsName(cursor_.kind())) tree_.params.push_back(NameOf(cursor_.Take()));
  params->size = static_cast<uint32_t>(tree_.params.size()) - params->begin;
  if (params->size == 0) return cursor_.FailHere("the name of a block parameter is needed here");
  if (cursor_.kind() != TokenKind::kCloseBlockParams) return cursor_.FailHere("a `|` is missing");
  cursor_.Take();
  return true;
}

// ---------------------------------------------------------------------------
// Names and literals

bool ExpressionParser::ParseName(NodeId* id) {
  Node node{NodeKind::kUndefined};
  switch (cursor_.kind()) {
    case TokenKind::kId:
    case TokenKind::kBracket:
    case TokenKind::kData:
      return ParsePath(id);
    case TokenKind::kString:
      node.kind = NodeKind::kString;
      node.index = AddText(StringOf(cursor_.token()));
      break;
    case TokenKind::kNumber:
      node.kind = NodeKind::kNumber;
      ParseDouble(cursor_.text(), &node.number);
      break;
    case TokenKind::kTrue:
      node.kind = NodeKind::kTrue;
      break;
    case TokenKind::kFalse:
      node.kind = NodeKind::kFalse;
      break;
    case TokenKind::kUndefined:
      break;
    case TokenKind::kNull:
      node.kind = NodeKind::kNull;
      break;
    default:
      return cursor_.FailHere(kNameWanted);
  }
  node.span = cursor_.Take().span;
  *id = Add(node);
  return true;
}

// ID (SEP ID)*, behind an @ or not.  A bracket may follow at once.
bool ExpressionParser::ParsePath(NodeId* id) {
  Path path;
  std::string original;
  Node node{NodeKind::kPath};
  node.span = cursor_.token().span;
  if (cursor_.kind() == TokenKind::kData) {
    cursor_.Take();
    path.is_data = true;
    original = "@";
  }
  if (!IsName(cursor_.kind())) return cursor_.FailHere(kNameWanted);
  path.parts.begin = static_cast<uint32_t>(tree_.parts.size());
  if (!AddPart(cursor_.Take(), "", &path, &original)) return false;
  for (;;) {
    std::string_view separator = ".";
    if (cursor_.kind() == TokenKind::kSeparator) {
      separator = cursor_.Take().text(cursor_.source());
      if (!IsName(cursor_.kind())) return cursor_.FailHere(kNameWanted);
    } else if (cursor_.kind() != TokenKind::kBracket ||
               cursor_.token().span.begin != cursor_.last_end()) {
      break;
    }
    if (!AddPart(cursor_.Take(), separator, &path, &original)) return false;
  }
  path.parts.size = static_cast<uint32_t>(tree_.parts.size()) - path.parts.begin;
  node.span.end = cursor_.last_end();
  path.is_scoped = IsScopedPath(original);
  path.original = Keep(std::move(original));
  node.index = static_cast<uint32_t>(tree_.paths.size());
  tree_.paths.push_back(path);
  *id = Add(node);
  return true;
}

bool ExpressionParser::AddPart(const Token& token, std::string_view separator, Path* path,
                               std::string* original) {
  const std::string_view name = NameOf(token);
  *original += separator;
  *original += name;
  const uint32_t parts = static_cast<uint32_t>(tree_.parts.size()) - path->parts.begin;
  if (parts + path->depth >= limits_.chain) {
    return cursor_.Fail(Code::kLimitSize, token.span,
                        "a path has more parts than the limit of " + std::to_string(limits_.chain));
  }
  if (token.kind == TokenKind::kId && (name == ".." || name == "." || name == "this")) {
    if (parts > 0) {
      return cursor_.Fail(token.span, Quoted(name) + " stands behind a name",
                          "a key of that name stands in brackets: `[" + std::string(name) + "]`");
    }
    if (name == "..") ++path->depth;
    return true;
  }
  tree_.parts.push_back(name);
  return true;
}

std::string_view ExpressionParser::NameOf(const Token& token) {
  std::string_view text = token.text(cursor_.source());
  if (token.kind != TokenKind::kBracket) return text;
  if (text.find('\\') != std::string_view::npos) {
    text = Keep(WithoutBackslashes(text, [](char c) { return c == '\\' || c == ']'; }));
  }
  // Handlebars.js does not see brackets around a line break.
  return HasLineBreak(text) ? text : text.substr(1, text.size() - 2);
}

std::string_view ExpressionParser::StringOf(const Token& token) {
  std::string_view text = token.text(cursor_.source());
  const char quote = text[0];
  text = text.substr(1, text.size() - 2);
  if (text.find('\\') == std::string_view::npos) return text;
  return Keep(WithoutBackslashes(text, [quote](char c) { return c == quote; }));
}

}  // namespace galley::handlebars
