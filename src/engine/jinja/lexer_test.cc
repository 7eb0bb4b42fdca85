#include "engine/jinja/lexer.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "engine/jinja/parser_testing.h"

namespace galley::jinja {
namespace {

// The tokens between the delimiters of `{{ text }}`, or the problem.
std::string TokensOf(std::string_view text) {
  const std::string source = Printing(text);
  const TokenList list = LexText(source);
  if (list.error) return "error: " + list.error->message;
  std::string result;
  for (size_t at = 1; at + 2 < list.tokens.size(); ++at) {
    const Token& token = list.tokens[at];
    if (!result.empty()) result += ' ';
    if (token.kind <= TokenKind::kFloat) result += TokenKindName(token.kind).substr(0, 1);
    result += token.text(source);
  }
  return result;
}

SyntaxOptions Trimming() {
  SyntaxOptions options;
  options.trim_blocks = true;
  return options;
}

SyntaxOptions Stripping() {
  SyntaxOptions options;
  options.lstrip_blocks = true;
  return options;
}

SyntaxOptions LineSyntax() {
  SyntaxOptions options;
  options.line_statement_prefix = "#";
  options.line_comment_prefix = "##";
  return options;
}

SyntaxOptions Delimiters(std::string block_start, std::string block_end, std::string variable_start,
                         std::string variable_end, std::string comment_start,
                         std::string comment_end) {
  SyntaxOptions options;
  options.block_start = std::move(block_start);
  options.block_end = std::move(block_end);
  options.variable_start = std::move(variable_start);
  options.variable_end = std::move(variable_end);
  options.comment_start = std::move(comment_start);
  options.comment_end = std::move(comment_end);
  return options;
}

TEST(Lexer, TokensOfATag) {
  const std::string source = "a{% if x >= 1.5 %}\n";
  const TokenList list = LexText(source);
  ASSERT_FALSE(list.error);
  EXPECT_EQ(DumpTokens(Source("t", source), list.tokens),
            "0 text \"a\"\n"
            "1 block begin \"{%\"\n"
            "4 name \"if\"\n"
            "7 name \"x\"\n"
            "9 >=\n"
            "12 float \"1.5\"\n"
            "16 block end \"%}\"\n"
            "18 end\n");
}

TEST(Lexer, OperatorsAreAsLongAsTheyCanBe) {
  EXPECT_EQ(TokensOf("+-*/%~[](){}.:|,;<>="), "+ - * / % ~ [ ] ( ) { } . : | , ; < >=");
  EXPECT_EQ(TokensOf("a**b//c==d!=e<=f>=g=h"), "na ** nb // nc == nd != ne <= nf >= ng = nh");
  EXPECT_EQ(TokensOf("a***b///c===d"), "na ** * nb // / nc == = nd");
}

TEST(Lexer, NumbersEndWhereTheyStopBeingNumbers) {
  EXPECT_EQ(TokensOf("1 1.5 1e3 0x1f"), "i1 f1.5 f1e3 i0x1f");
  EXPECT_EQ(TokensOf("0123 1__0 1.e5 12ab"), "i0 i123 i1 n__0 i1 . ne5 i12 nab");
}

TEST(Lexer, NumberBehindADotIsAnIndex) {
  EXPECT_EQ(TokensOf("a.0.5"), "na . i0 . i5");
  EXPECT_EQ(TokensOf("a. 0.5"), "na . f0.5");
  EXPECT_EQ(TokensOf("a.01.5"), "na . i0 f1.5");
}

TEST(Lexer, NamesMayHoldLettersOfAnyScript) {
  EXPECT_EQ(TokensOf("été _x наме x·y"), "nété n_x nнаме nx·y");
  EXPECT_EQ(TokensOf("a²"), "error: unexpected character `²`");
  EXPECT_EQ(TokensOf("·a"), "error: unexpected character `·`");
}

TEST(Lexer, StringsHaveTwoQuotesAndManyLines) {
  EXPECT_EQ(TokensOf(R"("it's" 'a "b"' "\"" '\\')"), R"(s"it's" s'a "b"' s"\"" s'\\')");
  EXPECT_EQ(TokensOf("'a\nb'"), "s'a\nb'");
  EXPECT_EQ(TokensOf("'}}'"), "s'}}'");
}

TEST(Lexer, DelimiterInsideBracketsIsAnOperator) {
  EXPECT_EQ(TokensOf("{'a': {'b': 1}}"), "{ s'a' : { s'b' : i1 } }");
}

TEST(Lexer, BlanksOfUnicodeSeparateTokens) {
  EXPECT_EQ(TokensOf("a\xC2\xA0\xE2\x80\xA8 b\v\f\x1C"
                     "c"),
            "na nb nc");
}

TEST(Lexer, ProblemsOfTokens) {
  EXPECT_EQ(TokensOf("a ! b"), "error: unexpected character `!`");
  EXPECT_EQ(TokensOf("a ? b"), "error: unexpected character `?`");
  EXPECT_EQ(TokensOf("'a"), "error: the string is not closed");
  EXPECT_EQ(TokensOf("'a\\'"), "error: the string is not closed");
  EXPECT_EQ(TokensOf(")"), "error: unexpected `)`, no bracket is open");
  EXPECT_EQ(TokensOf("(]"), "error: unexpected `]`, expected `)`");
  EXPECT_EQ(TokensOf("[("), "error: unexpected `}`, expected `)`");
}

TEST(Lexer, ProblemLeavesTheTokensBeforeIt) {
  const TokenList list = LexText("a{{ b ! c");
  ASSERT_TRUE(list.error);
  EXPECT_EQ(list.error->range.start.offset, 6u);
  ASSERT_EQ(list.tokens.size(), 4u);
  EXPECT_EQ(list.tokens.back().kind, TokenKind::kEnd);
}

TEST(Lexer, LastLineBreakIsDroppedUnlessTold) {
  SyntaxOptions keep;
  keep.keep_trailing_newline = true;
  EXPECT_EQ(TextsOf("a\n"), "[a]");
  EXPECT_EQ(TextsOf("a\r\n"), "[a]");
  EXPECT_EQ(TextsOf("a\r"), "[a]");
  EXPECT_EQ(TextsOf("a\n\n"), "[a\n]");
  EXPECT_EQ(TextsOf("\n"), "");
  EXPECT_EQ(TextsOf("a\n", keep), "[a\n]");
}

TEST(Lexer, MinusEatsAllBlanksOnItsSide) {
  EXPECT_EQ(TextsOf("a \n {{- x }} \n b"), "[a][ \n b]");
  EXPECT_EQ(TextsOf("a \n {{ x -}} \n b"), "[a \n ][b]");
  EXPECT_EQ(TextsOf("a \n {%- if x -%} \n b"), "[a][b]");
  EXPECT_EQ(TextsOf("a \n {#- x -#} \n b"), "[a][b]");
  EXPECT_EQ(TextsOf("a {%- raw -%} b {%- endraw -%} c"), "[a][b][c]");
  EXPECT_EQ(TextsOf("a\xC2\xA0{{- x -}}\xE3\x80\x80 b"), "[a][b]");
}

TEST(Lexer, SignBehindADelimiterIsNotAnOperator) {
  EXPECT_EQ(DumpOf("{{-1}}"), "print\n  const 1\n");
  EXPECT_EQ(DumpOf("{{+1}}"), "print\n  const 1\n");
  EXPECT_EQ(DumpOf("{{ -1}}"), "print\n  unary -\n    const 1\n");
}

TEST(Lexer, TrimBlocksEatsOneLineBreakBehindBlocksAndComments) {
  const SyntaxOptions options = Trimming();
  EXPECT_EQ(TextsOf("{% if x %}\n\na", options), "[\na]");
  EXPECT_EQ(TextsOf("{% if x %}\r\na", options), "[a]");
  EXPECT_EQ(TextsOf("{% if x %}\ra", options), "[a]");
  EXPECT_EQ(TextsOf("{% if x %} \na", options), "[ \na]");
  EXPECT_EQ(TextsOf("{% if x +%}\na", options), "[\na]");
  EXPECT_EQ(TextsOf("{# x #}\na", options), "[a]");
  EXPECT_EQ(TextsOf("{# x +#}\na", options), "[\na]");
  EXPECT_EQ(TextsOf("{{ x }}\na", options), "[\na]");
  EXPECT_EQ(TextsOf("{% raw %}\na{% endraw %}\nb", options), "[\na][b]");
  EXPECT_EQ(TextsOf("{% raw %}a{% endraw +%}\nb", options), "[a][\nb]");
}

TEST(Lexer, WithoutTrimBlocksLineBreaksStay) {
  EXPECT_EQ(TextsOf("{% if x %}\na{# x #}\nb"), "[\na][\nb]");
}

TEST(Lexer, LstripBlocksEatsTheIndentOfATagAloneOnItsLine) {
  const SyntaxOptions options = Stripping();
  EXPECT_EQ(TextsOf("a\n \t {% if x %}", options), "[a\n]");
  EXPECT_EQ(TextsOf("  {% if x %}", options), "");
  EXPECT_EQ(TextsOf("a\r  {# x #}", options), "[a\r]");
  EXPECT_EQ(TextsOf("a\n  {% raw %}b\n  {% endraw %}", options), "[a\n][b\n]");
  EXPECT_EQ(TextsOf("a  {% if x %}", options), "[a  ]");
  EXPECT_EQ(TextsOf("{{ x }}  {% if x %}", options), "[  ]");
  EXPECT_EQ(TextsOf("a\n  {{ x }}", options), "[a\n  ]");
  EXPECT_EQ(TextsOf("a\n  {%+ if x %}", options), "[a\n  ]");
  EXPECT_EQ(TextsOf("a\n  {#+ x #}", options), "[a\n  ]");
  EXPECT_EQ(TextsOf("a\n\n  {%- if x %}", options), "[a]");
}

TEST(Lexer, LstripBlocksSeesTheLineBreakThatATagAte) {
  SyntaxOptions options = Stripping();
  options.trim_blocks = true;
  EXPECT_EQ(TextsOf("{% if x %}\n  {% endif %}", options), "");
  EXPECT_EQ(TextsOf("{% if x %}  {% endif %}", options), "[  ]");
}

TEST(Lexer, WithoutLstripBlocksIndentsStay) { EXPECT_EQ(TextsOf("a\n  {% if x %}"), "[a\n  ]"); }

TEST(Lexer, RawBlocksHoldAnything) {
  EXPECT_EQ(TextsOf("{% raw %}{{ x }}{% if %}{# {% endraw %}"), "[{{ x }}{% if %}{# ]");
  EXPECT_EQ(TextsOf("{%raw%}a{%endraw%}"), "[a]");
  EXPECT_EQ(TextsOf("{%+ raw %}a{%+ endraw +%}"), "[a]");
  EXPECT_EQ(TextsOf("{% raw %}{% endrawx %}{% endraw %}"), "[{% endrawx %}]");
}

TEST(Lexer, RawBlockMustEndUnlessItIsEmpty) {
  EXPECT_EQ(TextsOf("{% raw %}a"), "error: the raw block is not closed");
  EXPECT_EQ(TextsOf("{% raw %}"), "");
}

TEST(Lexer, CommentsVanish) {
  EXPECT_EQ(TextsOf("a{# {{ x }} {% #}b{##}c{#-#}d"), "[a][b][c][d]");
  EXPECT_EQ(TextsOf("{# x"), "error: the comment is not closed");
  EXPECT_EQ(TextsOf("a{#"), "[a]");
}

TEST(Lexer, LineStatementsTakeTheirLine) {
  const SyntaxOptions options = LineSyntax();
  EXPECT_EQ(Compact(DumpOf("# if x\n a\n# endif\nb", options)),
            "(if (branch (name x) (body: (text \" a\\n\")))) (text \"b\")");
  EXPECT_EQ(Compact(DumpOf("# if x:\n\n\n  a\n \t# endif   \n\n  b", options)),
            "(if (branch (name x) (body: (text \"  a\\n\")))) (text \"  b\")");
  EXPECT_EQ(TextsOf("x # if", options), "[x # if]");
}

TEST(Lexer, BracketsCarryALineStatementOn) {
  EXPECT_EQ(Compact(DumpOf("# set a = [1,\n2]\nx", LineSyntax())),
            "(set (target: name a) (value: list (const 1) (const 2))) (text \"x\")");
}

TEST(Lexer, LineCommentsLeaveTheLineBreak) {
  const SyntaxOptions options = LineSyntax();
  EXPECT_EQ(TextsOf("a  ## c\nb", options), "[a][\nb]");
  EXPECT_EQ(TextsOf("  ## c\nb", options), "[\nb]");
  EXPECT_EQ(TextsOf("{{ x }}  ## c\nb", options), "[\nb]");
  EXPECT_EQ(TextsOf("a ##- c", options), "[a]");
  // The blank before it is gone already, and with it the start of the comment.
  EXPECT_EQ(TextsOf("{{ x -}}  ## c", options), "[## c]");
}

TEST(Lexer, MinusWorksOnLineStatements) {
  EXPECT_EQ(TextsOf("a\n\n  #- if x\nb", LineSyntax()), "[a][b]");
}

TEST(Lexer, LongerDelimiterWins) {
  const SyntaxOptions php = Delimiters("<?", "?>", "<?=", "?>", "<!--", "-->");
  EXPECT_EQ(DumpOf("<?= x ?>a<? x ?>", php), "template-syntax: unknown tag `x`");
  EXPECT_EQ(Compact(DumpOf("<?= x ?>a<!-- b -->", php)), "(print (name x)) (text \"a\")");

  const SyntaxOptions comments = Delimiters("<!--", "-->", "${", "}", "<!--#", "-->");
  EXPECT_EQ(Compact(DumpOf("<!--# c --><!-- if x -->${ {}['}'] }<!--- endif --->", comments)),
            "(if (branch (name x) (body: (print (item (dict) (const \"}\"))))))");
}

TEST(Lexer, LineStatementMayShareItsPrefix) {
  SyntaxOptions options = Delimiters("%%", "%%", "${", "}", "/*", "*/");
  options.line_statement_prefix = "%";
  EXPECT_EQ(Compact(DumpOf("%% if x %%a%% endif %%", options)),
            "(if (branch (name x) (body: (text \"a\"))))");
  // The indent is part of a line statement, which so begins before the block.
  EXPECT_EQ(Compact(DumpOf("  % if x\na\n  % endif", options)),
            "(if (branch (name x) (body: (text \"a\\n\"))))");
  EXPECT_EQ(CodeOf("  %% if x %%a%% endif %%", options), "template-syntax");
}

TEST(Lexer, OptionsAreChecked) {
  SyntaxOptions empty;
  empty.block_end = "";
  EXPECT_EQ(CodeOf("x", empty), "invalid-params");
  SyntaxOptions blank;
  blank.variable_end = " }}";
  EXPECT_EQ(CodeOf("x", blank), "invalid-params");
  SyntaxOptions alike;
  alike.variable_start = "{%";
  EXPECT_EQ(CodeOf("x", alike), "invalid-params");
  SyntaxOptions bytes;
  bytes.line_comment_prefix = "\xE2";
  EXPECT_EQ(CodeOf("x", bytes), "invalid-params");
}

TEST(Lexer, TextIsChecked) {
  EXPECT_EQ(CodeOf("a\xFFz"), "invalid-utf8");
  EXPECT_EQ(ErrorOf("ab\xFFz").range.start.offset, 2u);
  EXPECT_EQ(CodeOf(std::string_view("a\0b", 3)), "template-syntax");
}

TEST(Lexer, SizeAndTokensAreLimited) {
  Limits limits;
  limits.file = 10;
  EXPECT_EQ(CodeOf("0123456789", {}, limits), "ok");
  EXPECT_EQ(CodeOf("0123456789a", {}, limits), "limit-size");

  limits = Limits();
  limits.tokens = 5;
  EXPECT_EQ(CodeOf("a{{ b }}c", {}, limits), "ok");
  EXPECT_EQ(CodeOf("a{{ b }}c{{ d }}", {}, limits), "limit-size");
}

}  // namespace
}  // namespace galley::jinja
