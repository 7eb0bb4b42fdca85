#include "engine/library/library_testing.h"

namespace galley {
namespace {

TEST(HtmlTest, Escapes) {
  constexpr Row kRows[] = {
      {"'<a href=\"x\">Tom & Jerry\\'s</a>'|escape",
       "Markup('&lt;a href=&#34;x&#34;&gt;Tom &amp; Jerry&#39;s&lt;/a&gt;')"},
      {"'plain'|e", "Markup('plain')"},
      {"markup('<b>')|e", "Markup('<b>')"},
      {"5|e", "Markup('5')"},
      {"[1, '<']|e", "Markup('[1, &#39;&lt;&#39;]')"},
      {"none|e", "Markup('None')"},
      {"missing|e", "Markup('')"},
      {"'no special characters in more than thirty-two bytes'|e",
       "Markup('no special characters in more than thirty-two bytes')"},
      {"'a special one after more than thirty-two bytes: <'|e",
       "Markup('a special one after more than thirty-two bytes: &lt;')"},
      {"'<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<'|e",
       "Markup('&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&"
       "lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;')"},
  };
  ExpectRows(kRows);
}

TEST(HtmlTest, ForceescapeEscapesMarkupToo) {
  constexpr Row kRows[] = {
      {"'<b>'|forceescape", "Markup('&lt;b&gt;')"},
      {"markup('&lt;')|forceescape", "Markup('&amp;lt;')"},
      {"missing|forceescape", "Markup('')"},
  };
  ExpectRows(kRows);
}

TEST(HtmlTest, SafeMarksAnyText) {
  constexpr Row kRows[] = {
      {"'<b>'|safe", "Markup('<b>')"},
      {"5|safe", "Markup('5')"},
      {"none|safe", "Markup('None')"},
      {"missing|safe", "Markup('')"},
  };
  ExpectRows(kRows);
}

TEST(HtmlTest, StrictUndefinedHasNoText) {
  constexpr Row kRows[] = {
      {"missing|e", "error[undefined-variable]"},
      {"missing|safe", "error[undefined-variable]"},
      {"missing|forceescape", "error[undefined-variable]"},
      {"missing|striptags", "error[undefined-variable]"},
  };
  ExpectRows(kRows, PolicyOf(UndefinedPolicy::kStrict));
}

TEST(HtmlTest, StripsTagsAndComments) {
  constexpr Row kRows[] = {
      {"'<p>just a  small \\n <a href=\"x\">example</a> link</p>'|striptags",
       "'just a small example link'"},
      {"'a<!-- b -->c'|striptags", "'ac'"},
      {"'a<!-->b-->c'|striptags", "'ac'"},
      {"'<<!-- -->b>x</b>'|striptags", "'x'"},
      {"'a <b'|striptags", "'a <b'"},
      {"'a > b'|striptags", "'a > b'"},
      {"'<!-- a'|striptags", "'<!-- a'"},
      {"'1 &lt; 2 &amp; 3'|striptags", "'1 < 2 & 3'"},
      {"markup('<i>x</i>')|striptags", "'x'"},
      {"'\u00A0a\u2003b\u00A0'|striptags", "'a b'"},
      {"none|striptags", "'None'"},
  };
  ExpectRows(kRows);
}

TEST(HtmlTest, XmlattrWritesAttributes) {
  constexpr Row kRows[] = {
      {"{'class': 'my_list', 'missing': none, 'id': 'list-42', 'x': missing}|xmlattr",
       "' class=\"my_list\" id=\"list-42\"'"},
      {"{'a': '<\">', 'b': markup('<'), 'c': 1.5, 'd': true}|xmlattr",
       "' a=\"&lt;&#34;&gt;\" b=\"<\" c=\"1.5\" d=\"True\"'"},
      {"{'a': 1}|xmlattr(false)", "'a=\"1\"'"},
      {"{'a': 1, 'b': 2}|xmlattr(autospace=false)", "'a=\"1\" b=\"2\"'"},
      {"{}|xmlattr", "''"},
      {"{'a b': none}|xmlattr", "''"},
      {"{'<': 1}|xmlattr", "' &lt;=\"1\"'"},
      {"[1]|xmlattr", "error[template-type]"},
      {"missing|xmlattr", "error[undefined-variable]"},
  };
  ExpectRows(kRows);
}

TEST(HtmlTest, XmlattrRefusesKeysThatEndAName) {
  constexpr Row kRows[] = {
      {"{'a b': 1}|xmlattr", "error[template-type]"},
      {"{'a/': 1}|xmlattr", "error[template-type]"},
      {"{'a>': 1}|xmlattr", "error[template-type]"},
      {"{'a=': 1}|xmlattr", "error[template-type]"},
      {"{'a\\t': 1}|xmlattr", "error[template-type]"},
      {"{1: 2}|xmlattr", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(HtmlTest, XmlattrGivesMarkupWhereOutputIsEscaped) {
  constexpr Row kRows[] = {
      {"{'a': '<'}|xmlattr", "Markup(' a=\"&lt;\"')"},
      {"{'a': none}|xmlattr", "Markup('')"},
  };
  ExpectRows(kRows, {}, /*autoescape=*/true);
}

TEST(HtmlTest, AMessageAboutAKeyDoesNotShowIt) {
  EXPECT_EQ(Give("{'secret key': 1}|xmlattr").find("secret"), std::string::npos);
}

}  // namespace
}  // namespace galley
