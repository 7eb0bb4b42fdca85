#include "engine/library/library_testing.h"

namespace galley {
namespace {

TEST(UrlizeTest, LinksAddressesInText) {
  constexpr Row kRows[] = {
      {"'foo http://www.example.com/ bar'|urlize",
       "'foo <a href=\"http://www.example.com/\" rel=\"noopener\">http://www.example.com/</a> "
       "bar'"},
      {"'foo example.org bar'|urlize",
       "'foo <a href=\"https://example.org\" rel=\"noopener\">example.org</a> bar'"},
      {"'see (https://example.com/a?b=c&d=e).'|urlize",
       "'see (<a href=\"https://example.com/a?b=c&amp;d=e\" "
       "rel=\"noopener\">https://example.com/a?b=c&amp;d=e</a>).'"},
      {"'www.x.org, and HTTP://X.ORG'|urlize",
       "'<a href=\"https://www.x.org\" rel=\"noopener\">www.x.org</a>, and <a "
       "href=\"https://HTTP://X.ORG\" rel=\"noopener\">HTTP://X.ORG</a>'"},
      {"'mail me@example.org or mailto:me@example.org'|urlize",
       "'mail <a href=\"mailto:me@example.org\">me@example.org</a> or <a "
       "href=\"mailto:me@example.org\">me@example.org</a>'"},
      {"'http://127.0.0.1:80/ http://[::1]/x'|urlize",
       "'<a href=\"http://127.0.0.1:80/\" rel=\"noopener\">http://127.0.0.1:80/</a> <a "
       "href=\"http://[::1]/x\" rel=\"noopener\">http://[::1]/x</a>'"},
      {"'https://en.org/wiki/A_(b) (https://en.org/a)'|urlize",
       "'<a href=\"https://en.org/wiki/A_(b)\" rel=\"noopener\">https://en.org/wiki/A_(b)</a> (<a "
       "href=\"https://en.org/a\" rel=\"noopener\">https://en.org/a</a>)'"},
      {"'<https://x.org>'|urlize",
       "'&lt;<a href=\"https://x.org\" rel=\"noopener\">https://x.org</a>&gt;'"},
      {"markup('<https://x.org>')|urlize",
       "'<<a href=\"https://x.org\" rel=\"noopener\">https://x.org</a>>'"},
      {"'no links: http:// www. a.b x@y'|urlize", "'no links: http:// www. a.b x@y'"},
      {"'a\\n b'|urlize", "'a\\n b'"},
      {"5|urlize", "'5'"},
      {"missing|urlize", "''"},
  };
  ExpectRows(kRows);
}

TEST(UrlizeTest, StylesLinks) {
  constexpr Row kRows[] = {
      {"'http://www.example.com/'|urlize(12)",
       "'<a href=\"http://www.example.com/\" rel=\"noopener\">http://www.e...</a>'"},
      {"'http://www.example.com/'|urlize(trim_url_limit=-3)",
       "'<a href=\"http://www.example.com/\" rel=\"noopener\">http://www.example.c...</a>'"},
      {"'http://x.org'|urlize(nofollow=true)",
       "'<a href=\"http://x.org\" rel=\"nofollow noopener\">http://x.org</a>'"},
      {"'http://x.org'|urlize(target='_blank')",
       "'<a href=\"http://x.org\" rel=\"noopener\" target=\"_blank\">http://x.org</a>'"},
      {"'http://x.org'|urlize(target='\"')",
       "'<a href=\"http://x.org\" rel=\"noopener\" target=\"&#34;\">http://x.org</a>'"},
      {"'http://x.org'|urlize(rel='me b')",
       "'<a href=\"http://x.org\" rel=\"b me noopener\">http://x.org</a>'"},
      {"'http://x.org'|urlize(10, true, '_top', 'z a')",
       "'<a href=\"http://x.org\" rel=\"a nofollow noopener z\" "
       "target=\"_top\">http://x.o...</a>'"},
      {"'me@x.org'|urlize(nofollow=true)", "'<a href=\"mailto:me@x.org\">me@x.org</a>'"},
      {"'http://x.org'|urlize('x')", "error[template-type]"},
      {"'http://x.org'|urlize(rel=5)", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(UrlizeTest, TakesFurtherSchemes) {
  constexpr Row kRows[] = {
      {"'tel:+1-514 ftp://localhost'|urlize(extra_schemes=['tel:', 'ftp:'])",
       "'<a href=\"tel:+1-514\" rel=\"noopener\">tel:+1-514</a> <a href=\"ftp://localhost\" "
       "rel=\"noopener\">ftp://localhost</a>'"},
      {"'tel: x'|urlize(extra_schemes=['tel:'])", "'tel: x'"},
      {"'tel:1'|urlize(extra_schemes=[])", "'tel:1'"},
      {"'tel:1'|urlize(extra_schemes=['t:'])", "error[template-type]"},
      {"'tel:1'|urlize(extra_schemes=['tel'])", "error[template-type]"},
      {"'tel:1'|urlize(extra_schemes=[5])", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(UrlizeTest, GivesMarkupWhereOutputIsEscaped) {
  constexpr Row kRows[] = {
      {"'<x> www.x.org'|urlize",
       "Markup('&lt;x&gt; <a href=\"https://www.x.org\" rel=\"noopener\">www.x.org</a>')"},
  };
  ExpectRows(kRows, {}, /*autoescape=*/true);
}

TEST(UrlizeTest, UrlencodesTextAndPairs) {
  constexpr Row kRows[] = {
      {"'Hello, wörld/x ~_.-'|urlencode", "'Hello%2C%20w%C3%B6rld/x%20~_.-'"},
      {"{'a b': 'c&d', 'x': none}|urlencode", "'a+b=c%26d&x=None'"},
      {"[('a', 1), ['b', '/']]|urlencode", "'a=1&b=%2F'"},
      {"['ab']|urlencode", "'a=b'"},
      {"5|urlencode", "'5'"},
      {"none|urlencode", "'None'"},
      {"missing|urlencode", "''"},
      {"{}|urlencode", "''"},
      {"[1]|urlencode", "error[template-type]"},
      {"['abc']|urlencode", "error[template-type]"},
  };
  ExpectRows(kRows);
}

}  // namespace
}  // namespace galley
