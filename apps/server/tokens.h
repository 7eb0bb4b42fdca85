// Tokens: who may do what.  A token itself is never kept, only its SHA-256.
#ifndef GALLEY_APPS_SERVER_TOKENS_H_
#define GALLEY_APPS_SERVER_TOKENS_H_

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "galley/result.h"

namespace galley::server {

// None includes another.
enum Scope : uint8_t { kNoScope = 0, kReadScope = 1, kRenderScope = 2, kWriteScope = 4 };

// `read`, `render` or `write`; kNoScope for another word.
Scope ScopeCalled(std::string_view word);
std::string_view NameOf(Scope scope);

struct Token {
  std::string digest;  // 64 hexadecimal digits
  uint8_t scopes = 0;
  std::string name;
};

// The lines `SHA256-HEX SCOPE[,SCOPE] NAME` of a file; `#` begins a comment.  Fails with
// `usage` for a line that is none.
Result<std::vector<Token>> ParseTokens(std::string_view text, const std::string& file);

// A file of tokens, read again when it changes.
class TokenFile {
 public:
  using Table = std::shared_ptr<const std::vector<Token>>;

  // Fails with what is wrong with the file.
  static Result<std::unique_ptr<TokenFile>> Open(const std::string& path);

  // Reads the file again where it changed.  Where it cannot be read or is wrong, what was
  // known stays, and the problem is returned.
  Result<void> Refresh(bool always);

  Table table() const;

 private:
  explicit TokenFile(std::string path) : path_(std::move(path)) {}
  Result<void> Read();

  std::string path_;
  std::string stamp_;  // tells whether the file changed
  mutable std::mutex lock_;
  Table table_;
};

// The token that the value of an `Authorization` field presents: `Bearer TOKEN`, or `Basic`
// with its name and the token.  Takes the same time whichever it is, and whether it is one.
// Null where it is none.
const Token* FindToken(std::string_view authorization, const std::vector<Token>& tokens);

// A new token, and its line for the file.
struct NewToken {
  std::string token;
  std::string line;
};
Result<NewToken> MakeToken(std::string_view name, uint8_t scopes);

}  // namespace galley::server

#endif  // GALLEY_APPS_SERVER_TOKENS_H_
