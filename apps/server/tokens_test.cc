#include "apps/server/tokens.h"

#include <string>

#include <gtest/gtest.h>

namespace galley::server {
namespace {

TEST(Tokens, ANewOneIsFoundByItsLine) {
  const Result<NewToken> made = MakeToken("ann", kReadScope | kWriteScope);
  ASSERT_TRUE(made);
  const Result<std::vector<Token>> tokens = ParseTokens("# who\n\n" + made->line + "\n", "f");
  ASSERT_TRUE(tokens);
  ASSERT_EQ(tokens->size(), 1u);
  const Token* found = FindToken("bearer " + made->token, *tokens);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->name, "ann");
  EXPECT_EQ(found->scopes, kReadScope | kWriteScope);
  EXPECT_EQ(made->line.find(made->token), std::string::npos);
  EXPECT_FALSE(FindToken("Bearer " + made->token + "x", *tokens));
  EXPECT_FALSE(FindToken("Digest " + made->token, *tokens));
  EXPECT_FALSE(FindToken("", *tokens));
  EXPECT_FALSE(FindToken("Bearer", *tokens));
  EXPECT_FALSE(FindToken("Bearer   ", *tokens));
}

TEST(Tokens, BasicNeedsTheName) {
  // The SHA-256 of `secret`; YW5uOnNlY3JldA== is `ann:secret`.
  const Result<std::vector<Token>> tokens = ParseTokens(
      "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b render ann", "f");
  ASSERT_TRUE(tokens);
  EXPECT_TRUE(FindToken("Basic YW5uOnNlY3JldA==", *tokens));
  EXPECT_FALSE(FindToken("Basic Ym9iOnNlY3JldA==", *tokens));
  EXPECT_FALSE(FindToken("Basic !!!!", *tokens));
  EXPECT_TRUE(FindToken("Bearer secret", *tokens));
}

TEST(Tokens, ALineThatIsNoneIsAnError) {
  const std::string digest(64, 'a');
  for (const std::string& line : {std::string("x read n"), digest + " all n", digest + " read",
                                  digest + " read, n", digest + " read n m", digest + "a read n"}) {
    EXPECT_FALSE(ParseTokens(line, "f")) << line;
  }
  EXPECT_FALSE(MakeToken("a b", kReadScope));
  EXPECT_FALSE(MakeToken("", kReadScope));
}

}  // namespace
}  // namespace galley::server
