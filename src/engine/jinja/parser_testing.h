// What the tests of the parser share.
#ifndef GALLEY_ENGINE_JINJA_PARSER_TESTING_H_
#define GALLEY_ENGINE_JINJA_PARSER_TESTING_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "engine/jinja/dump_ast.h"
#include "engine/jinja/lexer.h"
#include "engine/jinja/parser.h"
#include "galley/diagnostic.h"
#include "galley/limits.h"

namespace galley::jinja {

inline Result<Tree> ParseText(std::string_view text, const SyntaxOptions& options = {},
                              const Limits& limits = {}) {
  return Parse(Source("t", text), options, limits);
}

// The dump of the tree, or "code: message".
inline std::string DumpOf(std::string_view text, const SyntaxOptions& options = {},
                          const Limits& limits = {}) {
  const Result<Tree> tree = ParseText(text, options, limits);
  if (tree) return DumpTree(*tree);
  const Diagnostic& reason = tree.error().diagnostics().front();
  return std::string(reason.code) + ": " + reason.message;
}

// A dump on one line, every node with its children in parentheses.
inline std::string Compact(std::string_view dump) {
  std::string result;
  std::vector<size_t> open;  // the indents of the nodes that are open
  while (!dump.empty()) {
    std::string_view line = dump.substr(0, dump.find('\n'));
    dump.remove_prefix(line.size() + (line.size() < dump.size()));
    const size_t indent = line.find_first_not_of(' ');
    while (!open.empty() && open.back() >= indent) {
      result += ')';
      open.pop_back();
    }
    if (!result.empty()) result += ' ';
    result += '(';
    result += line.substr(indent);
    open.push_back(indent);
  }
  return result.append(open.size(), ')');
}

// `{{ text }}`
inline std::string Printing(std::string_view text) {
  std::string source = "{{ ";
  source += text;
  return source += " }}";
}

// The tree of `{{ text }}` on one line, without the print statement around it.
inline std::string ExpressionOf(std::string_view text) {
  std::string dump = Compact(DumpOf(Printing(text)));
  constexpr std::string_view kPrint = "(print ";
  if (!dump.starts_with(kPrint)) return dump;
  return dump.substr(kPrint.size(), dump.size() - kPrint.size() - 1);
}

inline TokenList LexText(std::string_view text, const SyntaxOptions& options = {}) {
  TokenList list;
  Lex(Source("t", text), OpeningFinder(options), Limits(), &list);
  return list;
}

// The texts of a template with tags of all kinds left out, in brackets.
inline std::string TextsOf(std::string_view text, const SyntaxOptions& options = {}) {
  const TokenList list = LexText(text, options);
  if (list.error) return "error: " + list.error->message;
  std::string result;
  for (const Token& token : list.tokens) {
    if (token.kind != TokenKind::kText) continue;
    result += '[';
    result += token.text(text);
    result += ']';
  }
  return result;
}

// The first diagnostic of a template that does not parse.
inline Diagnostic ErrorOf(std::string_view text, const SyntaxOptions& options = {},
                          const Limits& limits = {}) {
  Result<Tree> tree = ParseText(text, options, limits);
  if (!tree) return tree.error().diagnostics().front();
  ADD_FAILURE() << "parses: " << text;
  return {};
}

inline std::string CodeOf(std::string_view text, const SyntaxOptions& options = {},
                          const Limits& limits = {}) {
  const Result<Tree> tree = ParseText(text, options, limits);
  return tree ? "ok" : std::string(tree.error().code());
}

inline std::string Repeat(std::string_view text, size_t times) {
  std::string result;
  result.reserve(text.size() * times);
  for (size_t i = 0; i < times; ++i) result += text;
  return result;
}

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_PARSER_TESTING_H_
