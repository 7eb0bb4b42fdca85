#include "engine/handlebars/lexer.h"

#include <string>

#include <gtest/gtest.h>

namespace galley::handlebars {
namespace {

// The tokens as they are written, one letter for what each is.
std::string Tokens(std::string_view text) {
  const TokenList list = Lex(Source("t", text), Limits());
  std::string shown;
  for (const Token& token : list.tokens) {
    if (token.kind == TokenKind::kEnd) break;
    if (!shown.empty()) shown += ' ';
    shown += token.kind == TokenKind::kContent   ? 't'
             : token.kind == TokenKind::kComment ? 'c'
             : token.kind == TokenKind::kInverse ? 'e'
             : token.kind == TokenKind::kId      ? 'i'
             : token.kind == TokenKind::kBracket ? 'b'
             : token.kind == TokenKind::kString  ? 's'
             : token.kind == TokenKind::kNumber  ? 'n'
             : token.kind == TokenKind::kInvalid ? '!'
                                                 : '-';
    shown += '<' + std::string(token.text(text)) + '>';
  }
  return shown;
}

TEST(HandlebarsLexer, TextAndTags) {
  EXPECT_EQ(Tokens("a{{b}}c"), "t<a> -<{{> i<b> -<}}> t<c>");
  EXPECT_EQ(Tokens("{{{a}}}{{&b}}"), "-<{{{> i<a> -<}}}> -<{{&> i<b> -<}}>");
  EXPECT_EQ(Tokens("{{~#if a~}}{{~/if~}}"), "-<{{~#> i<if> i<a> -<~}}> -<{{~/> i<if> -<~}}>");
  EXPECT_EQ(Tokens("{{~{a}~}}"), "-<{{~{> i<a> -<}~}}>");
  EXPECT_EQ(Tokens("{{#*inline \"x\"}}"), "-<{{#*> i<inline> s<\"x\"> -<}}>");
  EXPECT_EQ(Tokens("{{#> p}}{{> q}}"), "-<{{#>> i<p> -<}}> -<{{>> i<q> -<}}>");
}

TEST(HandlebarsLexer, EscapedTags) {
  EXPECT_EQ(Tokens("\\{{a}} b"), "t<{{a}} b>");
  EXPECT_EQ(Tokens("x\\{{a}}\\{{b}}"), "t<x> t<{{a}}> t<{{b}}>");
  EXPECT_EQ(Tokens("\\\\{{a}}"), "t<\\> -<{{> i<a> -<}}>");
  EXPECT_EQ(Tokens("\\{{a}}{{b}}"), "t<{{a}}> -<{{> i<b> -<}}>");
  EXPECT_EQ(Tokens("a\\b"), "t<a\\b>");
}

TEST(HandlebarsLexer, Else) {
  EXPECT_EQ(Tokens("{{else}}{{^}}{{~ else ~}}"), "e<{{else}}> e<{{^}}> e<{{~ else ~}}>");
  EXPECT_EQ(Tokens("{{else if}}"), "-<{{else> i<if> -<}}>");
  EXPECT_EQ(Tokens("{{elsewhere}}"), "-<{{> i<elsewhere> -<}}>");
  EXPECT_EQ(Tokens("{{else-where}}"), "-<{{else> i<-where> -<}}>");
  EXPECT_EQ(Tokens("{{^a}}"), "-<{{^> i<a> -<}}>");
}

TEST(HandlebarsLexer, Comments) {
  EXPECT_EQ(Tokens("{{! a }}b"), "c<{{! a }}> t<b>");
  EXPECT_EQ(Tokens("{{!-- }} --}}b"), "c<{{!-- }} --}}> t<b>");
  EXPECT_EQ(Tokens("{{!--}}b--}}"), "c<{{!--}}> t<b--}}>");
  EXPECT_EQ(Tokens("{{!-- a"), "!<{{!-- a>");
}

TEST(HandlebarsLexer, Words) {
  EXPECT_EQ(Tokens("{{a.b/c}}"), "-<{{> i<a> -<.> i<b> -</> i<c> -<}}>");
  EXPECT_EQ(Tokens("{{../a ./b . ..}}"), "-<{{> i<..> -</> i<a> i<.> -</> i<b> i<.> i<..> -<}}>");
  EXPECT_EQ(Tokens("{{1 -2.5 1x true truey}}"), "-<{{> n<1> n<-2.5> i<1x> -<true> i<truey> -<}}>");
  EXPECT_EQ(Tokens("{{a.0.1}}"), "-<{{> i<a> -<.> i<0> -<.> i<1> -<}}>");
  EXPECT_EQ(Tokens("{{a[0] [b c]}}"), "-<{{> i<a> b<[0]> b<[b c]> -<}}>");
  EXPECT_EQ(Tokens("{{a as |b|}}"), "-<{{> i<a> -<as |> i<b> -<|> -<}}>");
  EXPECT_EQ(Tokens("{{as}}"), "-<{{> i<as> -<}}>");
  EXPECT_EQ(Tokens("{{(a b=1)}}"), "-<{{> -<(> i<a> i<b> -<=> n<1> -<)> -<}}>");
}

TEST(HandlebarsLexer, Quotes) {
  EXPECT_EQ(Tokens("{{\"a\\\"b\" 'c'}}"), "-<{{> s<\"a\\\"b\"> s<'c'> -<}}>");
  // Where nothing else closes it, a quote behind a backslash does.
  EXPECT_EQ(Tokens("{{\"a\\\"}}"), "-<{{> s<\"a\\\"> -<}}>");
  EXPECT_EQ(Tokens("{{[a\\]b]}}"), "-<{{> b<[a\\]b]> -<}}>");
  EXPECT_EQ(Tokens("{{\"a}}"), "-<{{> !<\">");
}

TEST(HandlebarsLexer, RawBlocks) {
  EXPECT_EQ(Tokens("{{{{a}}}} {{b}} {{{{/a}}}}c"), "-<{{{{> i<a> -<}}}}> t< {{b}} > -<a> t<c>");
  EXPECT_EQ(Tokens("{{{{a}}}}{{{{b}}}}x{{{{/b}}}}{{{{/a}}}}"),
            "-<{{{{> i<a> -<}}}}> t<{{{{> t<b}}}}x> t<{{{{/b}}}}> -<a>");
}

TEST(HandlebarsLexer, WhatMeansNothing) {
  EXPECT_EQ(Tokens("{{a%}}b"), "-<{{> !<%>");
  EXPECT_EQ(Tokens("{{a"), "-<{{>");
  EXPECT_EQ(Tokens("{{\u20ac\"}}"), "-<{{> !<\">");
}

TEST(HandlebarsLexer, TokensAreLimited) {
  Limits limits;
  limits.tokens = 4;
  EXPECT_FALSE(Lex(Source("t", "{{a}}"), limits).error);
  limits.tokens = 3;
  const TokenList list = Lex(Source("t", "{{a}}"), limits);
  ASSERT_TRUE(list.error);
  EXPECT_EQ(list.error->code, "limit-size");
}

TEST(HandlebarsLexer, TextMustBeUtf8) {
  EXPECT_EQ(Lex(Source("t", "a\xFF"), Limits()).error->code, "invalid-utf8");
}

}  // namespace
}  // namespace galley::handlebars
