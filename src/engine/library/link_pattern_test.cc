#include "engine/library/link_pattern.h"

#include <string>

#include <gtest/gtest.h>

namespace galley {
namespace {

TEST(LinkPatternTest, TakesHostsBehindASchemeOrWww) {
  for (const std::string_view text :
       {"http://a.de", "https://localhost", "HTTP://X.ORG", "www.x.org", "www.com",
        "http://a_b.c-d.ef", "http://x.xn--p1ai", "http://é.fr", "https://x.museum/path?a=b#c",
        "http://x.org:80", "http://x.org:80/", "http://x.org?", "http://x.org#"}) {
    EXPECT_TRUE(IsWebAddress(text)) << text;
  }
  for (const std::string_view text :
       {"http://", "http://a", "http://.de", "http://a..de", "http://x.org:", "http://x.org:123456",
        "http://x.o1", "http://x.org!", "ftp://x.org", "www.", "www..org", "http:/x.org",
        "http://x.xn--", "http://user@x.org"}) {
    EXPECT_FALSE(IsWebAddress(text)) << text;
  }
}

TEST(LinkPatternTest, TakesCommonDomainsWithoutAScheme) {
  for (const std::string_view text :
       {"example.com", "a-b.example.ORG", "ex.info/x", "foo.mil:8080", "12.net"}) {
    EXPECT_TRUE(IsWebAddress(text)) << text;
  }
  for (const std::string_view text : {"example.de", "x.com", "com", ".com", "a..com", "ex.comx"}) {
    EXPECT_FALSE(IsWebAddress(text)) << text;
  }
  EXPECT_FALSE(IsWebAddress(std::string(64, 'a') + ".com"));
  EXPECT_TRUE(IsWebAddress(std::string(63, 'a') + ".com"));
}

TEST(LinkPatternTest, TakesNumericHosts) {
  for (const std::string_view text :
       {"http://127.0.0.1", "https://1.2.3.4:80/x", "http://[::1]", "http://[2001:DB8::1]:80/",
        "http://[1:2:3:4:5:6:7:8]", "http://[::]"}) {
    EXPECT_TRUE(IsWebAddress(text)) << text;
  }
  for (const std::string_view text :
       {"http://1.2.3", "http://1.2.3.4.5", "http://1234.1.1.1", "127.0.0.1", "http://[1]",
        "http://[12345::1]", "http://[1:2:3:4:5:6:7:8:9]", "http://[::1", "http://[g::1]"}) {
    EXPECT_FALSE(IsWebAddress(text)) << text;
  }
}

TEST(LinkPatternTest, TakesMailAddresses) {
  for (const std::string_view text : {"a@b.c", "me.too+x@example.co.uk", "a@b@c.de", "é@é.é"}) {
    EXPECT_TRUE(IsMailAddress(text)) << text;
  }
  for (const std::string_view text :
       {"@b.c", "a@", "a@b", "a@.b", "a@b.", "a@-b.c", "a@b.c-", "a@b!c.de", "ab.c"}) {
    EXPECT_FALSE(IsMailAddress(text)) << text;
  }
}

TEST(LinkPatternTest, TakesSchemes) {
  for (const std::string_view text : {"tel:", "ftp:/", "ftp://", "a+b.c-d:"}) {
    EXPECT_TRUE(IsSchemePrefix(text)) << text;
  }
  for (const std::string_view text : {"", ":", "t:", "tel", "ftp:///", "f p:", "tel:x"}) {
    EXPECT_FALSE(IsSchemePrefix(text)) << text;
  }
}

}  // namespace
}  // namespace galley
