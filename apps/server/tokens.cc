// Digests are compared in constant time; a file that is wrong in one line is wrong as a whole.
#include "apps/server/tokens.h"

#include <sys/random.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <utility>

#include "apps/server/base64.h"
#include "apps/server/request_head.h"
#include "galley/command.h"

namespace galley::server {
namespace {

constexpr uint64_t kLargestFile = 1 << 20;
constexpr std::string_view kTokenPrefix = "galley_";

struct ScopeName {
  Scope scope;
  std::string_view name;
};
constexpr ScopeName kScopes[] = {
    {kReadScope, "read"}, {kRenderScope, "render"}, {kWriteScope, "write"}};

std::string_view TakeWord(std::string_view* line) {
  const size_t begin = std::min(line->find_first_not_of(" \t\r"), line->size());
  line->remove_prefix(begin);
  const size_t end = std::min(line->find_first_of(" \t\r"), line->size());
  const std::string_view word = line->substr(0, end);
  line->remove_prefix(end);
  return word;
}

bool IsDigest(std::string_view word) {
  return word.size() == 64 && word.find_first_not_of("0123456789abcdef") == word.npos;
}

uint8_t ReadScopes(std::string_view list) {
  uint8_t scopes = 0;
  while (true) {
    const size_t comma = list.find(',');
    const Scope scope = ScopeCalled(list.substr(0, comma));
    if (scope == kNoScope) return 0;
    scopes = static_cast<uint8_t>(scopes | scope);
    if (comma == list.npos) return scopes;
    list.remove_prefix(comma + 1);
  }
}

// Looks at every byte, wherever they differ.
bool EqualsSlowly(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned different = 0;
  for (size_t at = 0; at < a.size(); ++at) {
    different |= static_cast<unsigned>(static_cast<unsigned char>(a[at]) ^
                                       static_cast<unsigned char>(b[at]));
  }
  return different == 0;
}

// Where the file is as it was, this is the same.
std::string StampOf(const std::string& path) {
  struct stat info = {};
  if (stat(path.c_str(), &info) != 0) return {};
  return std::to_string(info.st_ino) + ' ' + std::to_string(info.st_size) + ' ' +
         std::to_string(info.st_mtim.tv_sec) + '.' + std::to_string(info.st_mtim.tv_nsec);
}

}  // namespace

Scope ScopeCalled(std::string_view word) {
  for (const ScopeName& each : kScopes) {
    if (each.name == word) return each.scope;
  }
  return kNoScope;
}

std::string_view NameOf(Scope scope) {
  for (const ScopeName& each : kScopes) {
    if (each.scope == scope) return each.name;
  }
  return "none";
}

Result<std::vector<Token>> ParseTokens(std::string_view text, const std::string& file) {
  std::vector<Token> tokens;
  for (size_t number = 1; !text.empty(); ++number) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::string_view digest = TakeWord(&line);
    if (digest.empty() || digest.starts_with('#')) continue;
    const uint8_t scopes = ReadScopes(TakeWord(&line));
    const std::string_view name = TakeWord(&line);
    if (!IsDigest(digest) || scopes == 0 || name.empty() || !TakeWord(&line).empty()) {
      Diagnostic wrong =
          UsageProblem("`" + file + "`, line " + std::to_string(number) + ": not a token");
      wrong.hint = "a line is SHA256-HEX SCOPE[,SCOPE] NAME; `galley token new` prints one";
      return wrong;
    }
    tokens.push_back({std::string(digest), scopes, std::string(name)});
  }
  return tokens;
}

Result<std::unique_ptr<TokenFile>> TokenFile::Open(const std::string& path) {
  std::unique_ptr<TokenFile> file(new TokenFile(path));
  const Result<void> read = file->Read();
  if (!read) return read.error();
  return file;
}

Result<void> TokenFile::Read() {
  stamp_ = StampOf(path_);
  const Result<std::string> text = ReadInput(path_, kLargestFile);
  if (!text) return text.error();
  Result<std::vector<Token>> tokens = ParseTokens(*text, path_);
  if (!tokens) return tokens.error();
  const std::lock_guard hold(lock_);
  table_ = std::make_shared<const std::vector<Token>>(*std::move(tokens));
  return {};
}

Result<void> TokenFile::Refresh(bool always) {
  if (!always && StampOf(path_) == stamp_) return {};
  return Read();
}

TokenFile::Table TokenFile::table() const {
  const std::lock_guard hold(lock_);
  return table_;
}

const Token* FindToken(std::string_view authorization, const std::vector<Token>& tokens) {
  const size_t blank = authorization.find(' ');
  if (blank == authorization.npos) return nullptr;
  const std::string_view scheme = authorization.substr(0, blank);
  std::string secret(
      authorization.substr(authorization.find_first_not_of(' ', blank) == authorization.npos
                               ? authorization.size()
                               : authorization.find_first_not_of(' ', blank)));
  std::string name;
  const bool is_basic = EqualsIgnoringCase(scheme, "basic");
  if (!is_basic && !EqualsIgnoringCase(scheme, "bearer")) return nullptr;
  if (is_basic) {
    secret = DecodeBase64(secret).value_or("");
    const size_t colon = secret.find(':');
    if (colon == secret.npos) return nullptr;
    name = secret.substr(0, colon);
    secret = secret.substr(colon + 1);
  }
  const std::string digest = Sha256Hex(secret);
  const Token* found = nullptr;
  for (const Token& token : tokens) {
    const bool is_right = EqualsSlowly(token.digest, digest);
    const bool is_named = !is_basic || EqualsSlowly(token.name, name);
    if (is_right && is_named) found = &token;
  }
  return found;
}

Result<NewToken> MakeToken(std::string_view name, uint8_t scopes) {
  if (name.empty() || name.find_first_of(" \t\r\n:#") != name.npos) {
    return UsageProblem("the name of a token is a word without blanks, `:` and `#`");
  }
  std::array<unsigned char, 32> random = {};
  if (getrandom(random.data(), random.size(), 0) != static_cast<ssize_t>(random.size())) {
    return InternalProblem("there are no random numbers");
  }
  NewToken made;
  made.token = kTokenPrefix;
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz234567";
  uint32_t bits = 0;
  int count = 0;
  for (const unsigned char byte : random) {
    bits = bits << 8 | byte;
    for (count += 8; count >= 5; count -= 5) made.token += kLetters[bits >> (count - 5) & 31];
  }
  std::string list;
  for (const ScopeName& each : kScopes) {
    if (!(scopes & each.scope)) continue;
    list += (list.empty() ? "" : ",") + std::string(each.name);
  }
  made.line = Sha256Hex(made.token) + ' ' + list + ' ' + std::string(name);
  return made;
}

}  // namespace galley::server
