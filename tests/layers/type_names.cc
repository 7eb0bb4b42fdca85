// Reads just enough of C++ to know in what scope a brace opens.
#include "tests/layers/type_names.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <map>
#include <utility>

namespace galley {
namespace {

namespace fs = std::filesystem;

struct Token {
  std::string_view text;
  size_t line;
};

bool IsWordByte(char byte) {
  return std::isalnum(static_cast<unsigned char>(byte)) != 0 || byte == '_';
}

// Words, `::`, and single marks; comments, literals and directives are left out.
class Tokens {
 public:
  explicit Tokens(std::string_view source) : source_(source) {}

  std::vector<Token> Read() {
    std::vector<Token> tokens;
    while (at_ < source_.size()) {
      if (SkipUnread()) continue;
      const size_t begin = at_;
      if (IsWordByte(source_[at_])) {
        while (at_ < source_.size() && IsWordByte(source_[at_])) ++at_;
        if (SkipRawString(source_.substr(begin, at_ - begin))) continue;
      } else {
        at_ += source_.substr(at_).starts_with("::") ? 2 : 1;
      }
      tokens.push_back({source_.substr(begin, at_ - begin), line_});
    }
    return tokens;
  }

 private:
  bool SkipUnread() {
    const std::string_view rest = source_.substr(at_);
    if (rest.front() == '#') return SkipDirective();
    if (rest.starts_with("//")) return SkipTo(source_.find('\n', at_));
    if (rest.starts_with("/*")) return SkipTo(End(source_.find("*/", at_ + 2), 2));
    if (rest.front() == '"') return SkipLiteral('"');
    // In a number `'` parts digits.
    const bool parts_digits =
        at_ > 0 && std::isxdigit(static_cast<unsigned char>(source_[at_ - 1]));
    if (rest.front() == '\'' && !parts_digits) return SkipLiteral('\'');
    if (!std::isspace(static_cast<unsigned char>(rest.front())) && rest.front() != '\'')
      return false;
    return SkipTo(at_ + 1);
  }

  bool SkipDirective() {
    size_t end = source_.find('\n', at_);
    while (end != source_.npos && source_[end - 1] == '\\') end = source_.find('\n', end + 1);
    return SkipTo(end);
  }

  bool SkipLiteral(char quote) {
    size_t end = at_ + 1;
    while (end < source_.size() && source_[end] != quote) end += source_[end] == '\\' ? 2 : 1;
    return SkipTo(end + 1);
  }

  // R"x(...)x", whose first letter was read as a word.
  bool SkipRawString(std::string_view word) {
    if (!word.ends_with('R') || at_ >= source_.size() || source_[at_] != '"') return false;
    const size_t open = source_.find('(', at_);
    const std::string close = ")" + std::string(source_.substr(at_ + 1, open - at_ - 1)) + "\"";
    return SkipTo(End(source_.find(close, open), close.size()));
  }

  size_t End(size_t found, size_t size) const {
    return found == source_.npos ? found : found + size;
  }

  bool SkipTo(size_t end) {
    end = std::min(end, source_.size());
    for (; at_ < end; ++at_) line_ += source_[at_] == '\n';
    return true;
  }

  std::string_view source_;
  size_t at_ = 0;
  size_t line_ = 1;
};

// The sources and headers that are linked together, sorted.
std::vector<std::string> SourcesOf(const fs::path& root) {
  std::vector<std::string> paths;
  for (const std::string_view top : {"apps", "include", "src"}) {
    if (!fs::is_directory(root / top)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      const fs::path extension = entry.path().extension();
      if (extension != ".h" && extension != ".cc") continue;
      paths.push_back(entry.path().lexically_relative(root).generic_string());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

class Finder {
 public:
  explicit Finder(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  std::vector<TypeDefinition> Run() {
    while (at_ < tokens_.size()) Step();
    return std::move(found_);
  }

 private:
  // What a brace opened: a part of names, or code, in which types are nobody else's.
  struct Scope {
    std::string name;
    bool is_private = false;
  };

  bool Is(std::string_view text) const { return at_ < tokens_.size() && tokens_[at_].text == text; }

  void Step() {
    if (Is("namespace")) return ReadNamespace();
    if (Is("template")) return SkipTemplate();
    if (Is("struct") || Is("class") || Is("union") || Is("enum")) return ReadType();
    if (Is("inline")) return ReadConstant();
    if (Is("{")) scopes_.push_back({"", !OpensLinkage()});
    if (Is("}") && !scopes_.empty()) scopes_.pop_back();
    ++at_;
  }

  // `extern "C" {` is no scope; the literal was left out.
  bool OpensLinkage() const { return at_ > 0 && tokens_[at_ - 1].text == "extern"; }

  void ReadNamespace() {
    std::string name;
    for (++at_; at_ < tokens_.size() && !Is("{") && !Is(";") && !Is("="); ++at_) {
      name += tokens_[at_].text;
    }
    if (!Is("{")) return;
    ++at_;
    scopes_.push_back({name, name.empty()});
  }

  // The parameters of a template, among which `class` means something else.
  void SkipTemplate() {
    ++at_;
    if (!Is("<")) return;
    int depth = 0;
    do {
      depth += Is("<") ? 1 : Is(">") ? -1 : 0;
      ++at_;
    } while (depth > 0 && at_ < tokens_.size());
  }

  // inline constexpr uint32_t kName = 1;
  void ReadConstant() {
    const size_t line = tokens_[at_++].line;
    if (!Is("constexpr")) return;
    std::string name;
    for (; at_ < tokens_.size() && !Is("=") && !Is("{") && !Is("[") && !Is("(") && !Is(";");
         ++at_) {
      name = tokens_[at_].text;
    }
    if (Is("(") || !IsPublic()) return;  // a function
    scopes_.push_back({name});
    found_.push_back({QualifiedName(), line});
    scopes_.pop_back();
  }

  // struct [[attribute]] MACRO Outer::Name final : Base<T> {
  void ReadType() {
    const size_t line = tokens_[at_].line;
    std::string name;
    bool is_specialized = false;
    bool joins = false;
    for (++at_; at_ < tokens_.size(); ++at_) {
      const std::string_view text = tokens_[at_].text;
      if (text == "class" || text == "final" || text == "[" || text == "]") continue;
      if (text == "<") is_specialized = true;
      if (text == ":" || text == "<") break;
      if (text != "::" && !IsWordByte(text.front())) break;
      if (text != "::" && !joins) name.clear();
      name += text;
      joins = text == "::";
    }
    // The bases, and of an enumeration the type.
    while (at_ < tokens_.size() && !name.empty() && IsBeforeBody()) ++at_;
    if (!Is("{")) return;
    ++at_;
    scopes_.push_back({name, name.empty() || is_specialized});
    if (IsPublic()) found_.push_back({QualifiedName(), line});
  }

  bool IsBeforeBody() const {
    for (const std::string_view end : {"{", "}", ";", "(", ")", "=", "&", "*"}) {
      if (Is(end)) return false;
    }
    return true;
  }

  bool IsPublic() const {
    for (const Scope& scope : scopes_) {
      if (scope.is_private) return false;
    }
    return true;
  }

  std::string QualifiedName() const {
    std::string name;
    for (const Scope& scope : scopes_) {
      if (scope.name.empty()) continue;
      if (!name.empty()) name += "::";
      name += scope.name;
    }
    return name;
  }

  std::vector<Token> tokens_;
  size_t at_ = 0;
  std::vector<Scope> scopes_;
  std::vector<TypeDefinition> found_;
};

}  // namespace

std::vector<TypeDefinition> FindTypes(std::string_view source) {
  return Finder(Tokens(source).Read()).Run();
}

std::vector<Violation> FindTypesDefinedTwice(const fs::path& root) {
  std::map<std::string, std::string> first;  // file and line, by name
  std::vector<Violation> violations;
  for (const std::string& path : SourcesOf(root)) {
    std::ifstream file(root / path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    for (const TypeDefinition& type : FindTypes(text)) {
      const std::string place = path + ":" + std::to_string(type.line);
      const auto [known, is_new] = first.emplace(type.name, place);
      if (is_new || known->second.starts_with(path + ":")) continue;
      violations.push_back(
          {path, type.line, "defines " + type.name + ", as does " + known->second});
    }
  }
  return violations;
}

}  // namespace galley
