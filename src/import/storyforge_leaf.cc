// Tags of StoryForge's leaves, parsed and written as Handlebars.
//
// An expression becomes nodes in one vector by operator precedence, without recursion, and is
// printed from there.  `&&` and `||` are n-ary, so a chain does not nest.
#include "import/storyforge_leaf.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "import/leaf_writer.h"

namespace galley::importing {
namespace {

enum class Sort : uint8_t {
  kPath,
  kString,
  kNumber,
  kWord,  // true, false, null
  kNot,
  kAnd,
  kOr,
  kEqual,
  kUnequal,
  kLess,
  kLessOrEqual,
  kGreater,
  kGreaterOrEqual,
  kOpen,  // of a token: ( and )
  kClose,
  kEnd,
};

constexpr uint32_t kNone = UINT32_MAX;

struct Token {
  Sort sort = Sort::kEnd;
  std::string text;  // of a path or a literal
  uint32_t begin = 0;
  uint32_t end = 0;
};

struct Node {
  Sort sort;
  std::string text;
  uint32_t first = kNone;  // operands
  uint32_t last = kNone;
  uint32_t next = kNone;  // the operand behind this one
};

bool IsBlank(char byte) { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; }
bool IsDigit(char byte) { return byte >= '0' && byte <= '9'; }
bool IsNameStart(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' || byte == '$';
}
bool IsNameByte(char byte) { return IsNameStart(byte) || IsDigit(byte); }

// Reads the tokens of one tag, up to its `}}`.
class TagLexer {
 public:
  TagLexer(std::string_view leaf, size_t at) : leaf_(leaf), at_(at) {}

  size_t at() const { return at_; }
  const std::string& problem() const { return problem_; }

  void SkipBlanks() {
    while (at_ < leaf_.size() && IsBlank(leaf_[at_])) ++at_;
  }
  bool TakeClosing() {
    SkipBlanks();
    if (!leaf_.substr(at_).starts_with("}}")) return false;
    at_ += 2;
    return true;
  }
  // `word` with no letter behind it.
  bool TakeWord(std::string_view word) {
    SkipBlanks();
    if (!leaf_.substr(at_).starts_with(word)) return false;
    const size_t end = at_ + word.size();
    if (end < leaf_.size() && IsNameByte(leaf_[end])) return false;
    at_ = end;
    return true;
  }
  bool Take(char byte) {
    SkipBlanks();
    if (at_ == leaf_.size() || leaf_[at_] != byte) return false;
    ++at_;
    return true;
  }

  // The next token; kEnd at the closing braces, and where there is a problem.
  Token Next() {
    SkipBlanks();
    Token token;
    token.begin = static_cast<uint32_t>(at_);
    if (at_ == leaf_.size()) {
      problem_ = "a tag is not closed";
    } else if (!leaf_.substr(at_).starts_with("}}")) {
      ReadToken(&token);
    }
    token.end = static_cast<uint32_t>(at_);
    return token;
  }

 private:
  struct Operator {
    std::string_view text;
    Sort sort;
  };

  void ReadToken(Token* token) {
    static constexpr Operator kOperators[] = {
        {"&&", Sort::kAnd},     {"||", Sort::kOr},          {"==", Sort::kEqual},
        {"!=", Sort::kUnequal}, {"<=", Sort::kLessOrEqual}, {">=", Sort::kGreaterOrEqual},
        {"<", Sort::kLess},     {">", Sort::kGreater},      {"!", Sort::kNot},
        {"(", Sort::kOpen},     {")", Sort::kClose},
    };
    const std::string_view rest = leaf_.substr(at_);
    for (const Operator& known : kOperators) {
      if (!rest.starts_with(known.text)) continue;
      token->sort = known.sort;
      at_ += known.text.size();
      return;
    }
    const char byte = rest.front();
    if (byte == '"' || byte == '\'') return ReadString(token);
    if (IsDigit(byte) || (byte == '-' && rest.size() > 1 && IsDigit(rest[1]))) {
      return ReadNumber(token);
    }
    if (IsNameStart(byte)) return ReadPath(token);
    problem_ = "this is no expression";
  }

  void ReadString(Token* token) {
    const char quote = leaf_[at_++];
    token->sort = Sort::kString;
    for (; at_ < leaf_.size() && leaf_[at_] != quote; ++at_) {
      if (leaf_[at_] != '\\' || at_ + 1 == leaf_.size()) {
        token->text += leaf_[at_];
        continue;
      }
      const char escaped = leaf_[++at_];
      token->text += escaped == 'n'   ? '\n'
                     : escaped == 't' ? '\t'
                     : escaped == 'r' ? '\r'
                                      : escaped;
    }
    if (at_ == leaf_.size()) {
      problem_ = "a string is not closed";
      return;
    }
    ++at_;
  }

  void ReadNumber(Token* token) {
    const size_t begin = at_++;
    while (at_ < leaf_.size() && IsDigit(leaf_[at_])) ++at_;
    if (at_ + 1 < leaf_.size() && leaf_[at_] == '.' && IsDigit(leaf_[at_ + 1])) {
      for (++at_; at_ < leaf_.size() && IsDigit(leaf_[at_]);) ++at_;
    }
    token->sort = Sort::kNumber;
    token->text = leaf_.substr(begin, at_ - begin);
  }

  std::string_view ReadName() {
    const size_t begin = at_;
    while (at_ < leaf_.size() && IsNameByte(leaf_[at_])) ++at_;
    return leaf_.substr(begin, at_ - begin);
  }

  // name, .name and [number], as a path of Handlebars.
  void ReadPath(Token* token) {
    const std::string_view name = ReadName();
    if (name == "true" || name == "false" || name == "null") {
      token->sort = Sort::kWord;
      token->text = name;
      return;
    }
    token->sort = Sort::kPath;
    // Words that mean something of their own are fields only behind the whole context.
    constexpr std::string_view kReserved[] = {"item", "ctx", "globals", "payload"};
    const bool is_reserved =
        std::find(std::begin(kReserved), std::end(kReserved), name) != std::end(kReserved);
    token->text = is_reserved ? std::string(name) : VariableName(Leaf::kHandlebars, name);
    while (at_ < leaf_.size()) {
      if (leaf_[at_] == '.' && at_ + 1 < leaf_.size() && IsNameStart(leaf_[at_ + 1])) {
        ++at_;
        token->text += '.';
        token->text += ReadName();
      } else if (leaf_[at_] == '[') {
        const size_t close = leaf_.find(']', at_);
        if (close == leaf_.npos || close == at_ + 1) break;
        token->text += '.';
        token->text += leaf_.substr(at_, close + 1 - at_);
        at_ = close + 1;
      } else {
        break;
      }
    }
  }

  std::string_view leaf_;
  size_t at_;
  std::string problem_;
};

// Higher binds tighter.
int Precedence(Sort sort) {
  switch (sort) {
    case Sort::kOr:
      return 1;
    case Sort::kAnd:
      return 2;
    case Sort::kEqual:
    case Sort::kUnequal:
      return 3;
    case Sort::kLess:
    case Sort::kLessOrEqual:
    case Sort::kGreater:
    case Sort::kGreaterOrEqual:
      return 4;
    case Sort::kNot:
      return 5;
    default:
      return 0;
  }
}

bool IsOperand(Sort sort) { return sort <= Sort::kWord; }

// One expression: parsed by precedence with two stacks, printed with one.
class Expression {
 public:
  // Reads up to the closing braces.  False where there is a problem.
  bool Parse(TagLexer* lexer, uint64_t nesting) {
    bool wants_operand = true;
    for (;;) {
      const Token token = lexer->Next();
      place_ = {token.begin, token.end};
      if (!lexer->problem().empty()) return Fail(lexer->problem());
      if (token.sort == Sort::kEnd) break;
      if (operators_.size() > nesting) return Fail("an expression is nested too deeply");
      if (wants_operand) {
        if (token.sort == Sort::kNot || token.sort == Sort::kOpen) {
          operators_.push_back(token.sort);
        } else if (IsOperand(token.sort)) {
          operands_.push_back(Add({token.sort, token.text}));
          wants_operand = false;
        } else {
          return Fail("a value is missing here");
        }
      } else if (token.sort == Sort::kClose) {
        if (!ReduceToOpen()) return Fail("this parenthesis closes nothing");
      } else if (Precedence(token.sort) > 0 && token.sort != Sort::kNot) {
        Reduce(Precedence(token.sort));
        operators_.push_back(token.sort);
        wants_operand = true;
      } else {
        return Fail("an operator is missing here");
      }
    }
    if (wants_operand) return Fail("a value is missing here");
    Reduce(1);
    if (!operators_.empty()) return Fail("a parenthesis is not closed");
    return true;
  }

  const std::string& problem() const { return problem_; }
  Span place() const { return place_; }
  const Node& root() const { return nodes_[operands_.back()]; }

  // As what `if` takes: it holds where the expression does.
  bool PrintTruth(std::string* out) const { return Print(operands_.back(), true, out); }

 private:
  bool Fail(std::string problem) {
    problem_ = std::move(problem);
    return false;
  }

  uint32_t Add(Node node) {
    nodes_.push_back(std::move(node));
    return static_cast<uint32_t>(nodes_.size() - 1);
  }

  void Append(uint32_t parent, uint32_t operand) {
    Node& node = nodes_[parent];
    if (node.first == kNone) {
      node.first = operand;
    } else {
      nodes_[node.last].next = operand;
    }
    node.last = operand;
  }

  void Apply() {
    const Sort sort = operators_.back();
    operators_.pop_back();
    const uint32_t right = operands_.back();
    operands_.pop_back();
    if (sort == Sort::kNot) {
      const uint32_t node = Add({sort, {}});
      Append(node, right);
      operands_.push_back(node);
      return;
    }
    const uint32_t left = operands_.back();
    const bool is_chain = (sort == Sort::kAnd || sort == Sort::kOr) && nodes_[left].sort == sort;
    if (is_chain) {
      Append(left, right);
      return;
    }
    operands_.pop_back();
    const uint32_t node = Add({sort, {}});
    Append(node, left);
    Append(node, right);
    operands_.push_back(node);
  }

  // Applies what binds at least as tight as `precedence`.
  void Reduce(int precedence) {
    while (!operators_.empty() && operators_.back() != Sort::kOpen &&
           Precedence(operators_.back()) >= precedence) {
      Apply();
    }
  }

  bool ReduceToOpen() {
    Reduce(1);
    if (operators_.empty()) return false;
    operators_.pop_back();
    return true;
  }

  // What is still to be printed: a node, or a text.
  struct Pending {
    uint32_t node;
    bool as_truth;
    std::string_view text;
  };

  bool Print(uint32_t root, bool as_truth, std::string* out) const {
    std::vector<Pending> stack = {{root, as_truth, {}}};
    while (!stack.empty()) {
      const Pending next = stack.back();
      stack.pop_back();
      if (next.node == kNone) {
        *out += next.text;
      } else if (IsOperand(nodes_[next.node].sort)) {
        if (!PrintOperand(nodes_[next.node], next.as_truth, out)) return false;
      } else {
        PushOperation(next, &stack);
      }
    }
    return true;
  }

  static bool PrintOperand(const Node& node, bool as_truth, std::string* out) {
    if (node.sort == Sort::kString) return QuoteText(node.text, out);
    if (node.sort == Sort::kPath && as_truth) {
      *out += "(or " + node.text + " (eq (json " + node.text + ") \"[]\"))";
    } else {
      *out += node.text;
    }
    return true;
  }

  void PushOperation(const Pending& operation, std::vector<Pending>* stack) const {
    const Node& node = nodes_[operation.node];
    const bool is_logic = node.sort == Sort::kAnd || node.sort == Sort::kOr;
    const bool is_equality = node.sort == Sort::kEqual || node.sort == Sort::kUnequal;
    // `and` and `or` give operands; as a value the original has true or false.
    const bool needs_bool = is_logic && !operation.as_truth;
    std::vector<Pending> parts;
    const auto add_text = [&](std::string_view text) { parts.push_back({kNone, false, text}); };
    if (needs_bool) add_text("(not (not ");
    add_text(Opening(node.sort));
    for (uint32_t at = node.first; at != kNone; at = nodes_[at].next) {
      add_text(is_equality ? " (json " : " ");
      parts.push_back({at, is_logic || node.sort == Sort::kNot, {}});
      if (is_equality) add_text(")");
    }
    add_text(Closing(node.sort));
    if (needs_bool) add_text("))");
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) stack->push_back(*part);
  }

  static std::string_view Opening(Sort sort) {
    switch (sort) {
      case Sort::kNot:
        return "(not";
      case Sort::kAnd:
        return "(and";
      case Sort::kOr:
        return "(or";
      case Sort::kEqual:
        return "(eq";
      case Sort::kUnequal:
        return "(ne";
      case Sort::kLess:
        return "(lt";
      case Sort::kLessOrEqual:
        return "(le";
      case Sort::kGreater:
        return "(gt";
      default:
        return "(ge";
    }
  }
  static std::string_view Closing(Sort sort) {
    return Precedence(sort) == 4 ? " numbers=true)" : ")";
  }

  std::vector<Node> nodes_;
  std::vector<uint32_t> operands_;
  std::vector<Sort> operators_;
  std::string problem_;
  Span place_;
};

// The whole leaf.
class Translator {
 public:
  Translator(std::string_view leaf, uint64_t nesting) : leaf_(leaf), nesting_(nesting) {}

  TranslatedLeaf Run() {
    size_t at = 0;
    while (result_.problem.empty() && at < leaf_.size()) {
      const size_t open = std::min(leaf_.find("{{", at), leaf_.size());
      out_.Text(leaf_.substr(at, open - at));
      if (open == leaf_.size()) break;
      at = TranslateTag(open);
    }
    if (result_.problem.empty() && !blocks_.empty()) {
      Fail({blocks_.back().begin, blocks_.back().begin + 2},
           "`{{#if}}` is not closed by `{{#endif}}`");
    }
    result_.text = out_.Take();
    return std::move(result_);
  }

 private:
  struct Block {
    uint32_t begin;
    bool has_else;
  };

  void Fail(Span place, std::string problem) {
    result_.problem = std::move(problem);
    result_.place = place;
  }

  // Returns where the text behind the tag begins.
  size_t TranslateTag(size_t open) {
    TagLexer lexer(leaf_, open + 2);
    const bool is_block_tag = lexer.Take('#');
    if (!is_block_tag) return TranslatePrinting(open, &lexer);
    const uint32_t begin = static_cast<uint32_t>(open);
    std::string tag;
    if (lexer.TakeWord("if")) {
      if (blocks_.size() >= nesting_) {
        Fail({begin, begin + 2}, "blocks are nested too deeply");
        return leaf_.size();
      }
      tag = "{{#if " + Condition(&lexer) + "}}";
      blocks_.push_back({begin, false});
    } else if (lexer.TakeWord("else") && !blocks_.empty() && !blocks_.back().has_else) {
      blocks_.back().has_else = true;
      tag = "{{else}}";
    } else if (lexer.TakeWord("endif") && !blocks_.empty()) {
      blocks_.pop_back();
      tag = "{{/if}}";
    } else {
      Fail({begin, begin + 3},
           "a block tag is `{{#if}}`, `{{#else}}` or `{{#endif}}`, in this order");
    }
    if (!result_.problem.empty()) return leaf_.size();
    if (!lexer.TakeClosing()) {
      Fail({begin, static_cast<uint32_t>(lexer.at())}, "a tag is not closed");
      return leaf_.size();
    }
    // An empty comment before it keeps Handlebars from taking the line for the tag's own.
    out_.Tag(IsAloneOnLine(open, lexer.at()) ? "{{!}}" + tag : tag);
    return lexer.at();
  }

  std::string Condition(TagLexer* lexer) {
    Expression expression;
    std::string text;
    if (!expression.Parse(lexer, nesting_)) {
      Fail(expression.place(), expression.problem());
    } else if (!expression.PrintTruth(&text)) {
      Fail(expression.place(), "a string with both quotes or a backslash cannot be written");
    }
    return text;
  }

  size_t TranslatePrinting(size_t open, TagLexer* lexer) {
    Expression expression;
    if (!expression.Parse(lexer, nesting_)) {
      Fail(expression.place(), expression.problem());
      return leaf_.size();
    }
    lexer->TakeClosing();
    const Node& root = expression.root();
    if (root.sort == Sort::kPath) {
      out_.Tag("{{" + root.text + "}}");
    } else if (root.sort == Sort::kString || root.sort == Sort::kNumber) {
      out_.Text(root.text);
    } else if (root.sort == Sort::kWord) {
      if (root.text != "null") out_.Text(root.text);
    } else {
      std::string text;
      if (!expression.PrintTruth(&text)) {
        Fail({static_cast<uint32_t>(open), static_cast<uint32_t>(lexer->at())},
             "a string with both quotes or a backslash cannot be written");
      }
      out_.Tag("{{#if " + text + "}}true{{else}}false{{/if}}");
    }
    return lexer->at();
  }

  bool IsAloneOnLine(size_t begin, size_t end) const {
    while (begin > 0 && (leaf_[begin - 1] == ' ' || leaf_[begin - 1] == '\t')) --begin;
    while (end < leaf_.size() && (leaf_[end] == ' ' || leaf_[end] == '\t' || leaf_[end] == '\r'))
      ++end;
    return (begin == 0 || leaf_[begin - 1] == '\n') && (end == leaf_.size() || leaf_[end] == '\n');
  }

  std::string_view leaf_;
  uint64_t nesting_;
  LeafWriter out_{Leaf::kHandlebars};
  std::vector<Block> blocks_;
  TranslatedLeaf result_;
};

}  // namespace

TranslatedLeaf TranslateStoryForgeLeaf(std::string_view leaf, uint64_t nesting) {
  return Translator(leaf, nesting).Run();
}

}  // namespace galley::importing
