// `{% trans %}`: a message with variables in it, for the catalog of the host.
//
// It becomes what Jinja2 makes of it:
//     {{ gettext("Hello %(name)s!") % {"name": name} }}
// with ngettext where there is `pluralize`, pgettext where there is a context, and what the
// catalog gives marked as markup where output is escaped.  The body holds text and names
// only, so it is read here from one end to the other.
#include <algorithm>
#include <string>
#include <vector>

#include "diag/report.h"
#include "engine/jinja/blanks.h"
#include "engine/jinja/statement_parser.h"
#include "engine/jinja/string_literal.h"
#include "engine/library/builtin.h"

namespace galley::jinja {
namespace {

// A text for `%`: its own percent signs are written twice.
std::string WithPercentsDoubled(std::string_view text) {
  std::string doubled;
  for (const char byte : text) doubled.append(byte == '%' ? 2 : 1, byte);
  return doubled;
}

std::string WithPercentsOnce(std::string_view text) {
  std::string once;
  for (size_t at = 0; at < text.size(); ++at) {
    once += text[at];
    at += text.substr(at, 2) == "%%";
  }
  return once;
}

// Without blanks at its ends, and with one space for line breaks and the blanks around them.
std::string Trimmed(std::string_view text) {
  const uint32_t begin = SkipBlanks(text, 0);
  const uint32_t end = SkipBlanksBack(text, begin, static_cast<uint32_t>(text.size()));
  std::string trimmed;
  for (uint32_t at = begin; at < end;) {
    const uint32_t next = std::min(SkipBlanks(text, at), end);
    const std::string_view blanks = text.substr(at, next - at);
    if (blanks.empty()) {
      trimmed += text[at++];
      continue;
    }
    trimmed += blanks.find('\n') == blanks.npos ? blanks : std::string_view(" ");
    at = next;
  }
  return trimmed;
}

}  // namespace

// A variable that only the message mentions stands for itself.
void StatementParser::AddTransVariable(const Token& name, Trans* trans) {
  const std::string_view text = cursor_.text(name);
  for (const TransVariable& known : trans->variables) {
    if (known.name == text) return;
  }
  trans->variables.push_back({text, name.span(), tree_.AddName(name)});
}

bool StatementParser::ReadTransVariable(Trans* trans) {
  const Token& name = cursor_.current();
  if (!cursor_.Expect(TokenKind::kName)) return false;
  const std::string_view text = cursor_.text(name);
  for (const TransVariable& known : trans->variables) {
    if (known.name != text) continue;
    return cursor_.FailAt(name.span(), "the variable " + Quoted(text) + " is given twice");
  }
  if (trans->variables.size() >= limits_.arguments) {
    return cursor_.Fail(
        Code::kLimitSize, name.span(),
        "`trans` has more than " + std::to_string(limits_.arguments) + " variables");
  }
  TransVariable variable{text, name.span(), NodeId::kNone};
  if (cursor_.TakeIf(TokenKind::kAssign)) {
    if (!ReadExpression(Form::kExpression, &variable.value)) return false;
  } else if (!trans->trim && (text == "trimmed" || text == "notrimmed")) {
    trans->trim = text == "trimmed";
    return true;
  } else {
    variable.value = tree_.AddName(name);
  }
  if (trans->number == NodeId::kNone) {
    // A call that tells the number is made once.
    if (tree_[variable.value].kind == NodeKind::kCall) {
      const NameId once = tree_.InternCopy("_trans");
      const Node mention{.kind = NodeKind::kName, .name = once, .span = name.span()};
      Push({.kind = NodeKind::kSet,
            .a = tree_.Add(mention),
            .b = variable.value,
            .span = name.span()});
      tree_.Mention(once);
      variable.value = tree_.Add(mention);
    }
    trans->number = variable.value;
  }
  trans->variables.push_back(variable);
  return true;
}

// The message up to the tag that ends it, whose name is the current token then.
bool StatementParser::ReadMessage(const Token& tag, Trans* trans, std::string* message) {
  for (;;) {
    switch (cursor_.kind()) {
      case TokenKind::kText: {
        const Node& text = tree_[tree_.AddText(cursor_.Take())];
        *message += WithPercentsDoubled(tree_.tree().constants[text.index].as_string());
        break;
      }
      case TokenKind::kVariableBegin: {
        cursor_.Take();
        const Token& name = cursor_.current();
        if (!cursor_.Expect(TokenKind::kName) || !cursor_.Expect(TokenKind::kVariableEnd)) {
          return false;
        }
        if (trans->mentioned.size() >= limits_.arguments) {
          return cursor_.Fail(
              Code::kLimitSize, name.span(),
              "a message mentions more than " + std::to_string(limits_.arguments) + " variables");
        }
        trans->mentioned.push_back(&name);
        *message += "%(" + std::string(cursor_.text(name)) + ")s";
        break;
      }
      case TokenKind::kBlockBegin:
        cursor_.Take();
        return true;
      default:
        return cursor_.FailAt(
            tag.span(), "`trans` is not closed",
            "close it with " +
                Quoted(cursor_.options().block_start + " endtrans " + cursor_.options().block_end));
    }
  }
}

bool StatementParser::FailInMessage(bool has_plural) {
  const Token& found = cursor_.current();
  if (found.keyword == Keyword::kPluralize && has_plural) {
    return cursor_.FailAt(found.span(), "a message has one plural only");
  }
  return cursor_.FailAt(found.span(), "a message holds text and names only, no tags",
                        found.keyword == Keyword::kTrans ? "did you mean `endtrans`?" : "");
}

bool StatementParser::ReadPlural(const Token& tag, Trans* trans) {
  cursor_.Take();
  trans->has_plural = true;
  if (const Token& name = cursor_.current(); cursor_.TakeIf(TokenKind::kName)) {
    const auto known = std::find_if(
        trans->variables.begin(), trans->variables.end(),
        [&](const TransVariable& variable) { return variable.name == cursor_.text(name); });
    if (known == trans->variables.end()) {
      return cursor_.FailAt(name.span(), "`trans` has no variable " + Quoted(cursor_.text(name)));
    }
    trans->number = known->value;
  }
  return EndTag() && ReadMessage(tag, trans, &trans->plural);
}

// `"context"` behind `trans`, where it is there.
bool StatementParser::ReadTransContext(Trans* trans) {
  if (cursor_.kind() != TokenKind::kString) return true;
  const Token& token = cursor_.Take();
  const std::string_view text = cursor_.text(token);
  std::string context;
  EscapeProblem problem;
  if (!AppendUnescaped(text.substr(1, text.size() - 2), tree_.newline(), &context, &problem)) {
    return cursor_.FailAt(token.span(), std::string(problem.message));
  }
  trans->context = tree_.AddString(context, token.span());
  return true;
}

bool StatementParser::ReadTrans(const Token& tag) {
  Trans trans;
  if (!ReadTransContext(&trans)) return false;
  while (cursor_.kind() != TokenKind::kBlockEnd) {
    if (!trans.variables.empty() && !cursor_.Expect(TokenKind::kComma)) return false;
    if (cursor_.TakeIf(TokenKind::kColon)) break;
    if (!ReadTransVariable(&trans)) return false;
  }
  if (!EndTag() || !ReadMessage(tag, &trans, &trans.singular)) return false;
  if (cursor_.keyword() == Keyword::kPluralize) {
    // Without a variable that was given, the first one mentioned tells the number.
    if (trans.number == NodeId::kNone && !trans.mentioned.empty()) {
      trans.number = tree_.AddName(*trans.mentioned.front());
    }
    if (!ReadPlural(tag, &trans)) return false;
    if (trans.number == NodeId::kNone) {
      return cursor_.FailAt(tag.span(), "`pluralize` needs a variable that tells the number");
    }
  }
  if (cursor_.keyword() != Keyword::kEndtrans) return FailInMessage(trans.has_plural);
  cursor_.Take();
  AddTrans(tag, trans);
  return EndTag();
}

NodeId StatementParser::AddMessage(const Token& tag, const Trans& trans, std::string message) {
  if (trans.mentioned.empty()) message = WithPercentsOnce(message);
  return tree_.AddString(trans.trim.value_or(false) ? Trimmed(message) : message, tag.span());
}

void StatementParser::AddTrans(const Token& tag, Trans trans) {
  const bool has_context = trans.context != NodeId::kNone;
  const size_t first = parts_.size();
  const auto argument = [&](NodeId value) {
    parts_.push_back(tree_.Add(
        {.kind = NodeKind::kArgument, .op = Op::kPositional, .a = value, .span = tag.span()}));
  };
  if (has_context) argument(trans.context);
  argument(AddMessage(tag, trans, trans.singular));
  if (trans.has_plural) {
    argument(AddMessage(tag, trans, trans.plural));
    argument(trans.number);
  }
  const ListId arguments = tree_.TakeList(&parts_, first);
  const NameId function = tree_.InternCopy(std::string(trans.has_plural ? "n" : "") +
                                           (has_context ? "pgettext" : "gettext"));
  tree_.Mention(function);
  const NodeId callee = tree_.Add({.kind = NodeKind::kName, .name = function, .span = tag.span()});
  const NodeId call =
      tree_.Add({.kind = NodeKind::kCall, .a = callee, .list = arguments, .span = tag.span()});
  NodeId shown = tree_.Add({.kind = NodeKind::kFilter,
                            .name = tree_.InternCopy(kMarkTranslation),
                            .a = call,
                            .span = tag.span()});

  for (const Token* name : trans.mentioned) AddTransVariable(*name, &trans);
  for (const TransVariable& variable : trans.variables) {
    parts_.push_back(tree_.AddString(variable.name, variable.span));
    parts_.push_back(variable.value);
  }
  if (!trans.variables.empty()) {
    const ListId pairs = tree_.TakeList(&parts_, first);
    const NodeId values = tree_.Add({.kind = NodeKind::kDict, .list = pairs, .span = tag.span()});
    shown = tree_.Add(
        {.kind = NodeKind::kBinary, .op = Op::kMod, .a = shown, .b = values, .span = tag.span()});
  }
  Push({.kind = NodeKind::kPrint, .a = shown, .span = tag.span()});
}

}  // namespace galley::jinja
