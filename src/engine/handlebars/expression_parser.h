// What stands inside a tag: a name, its arguments and its hash, nested in
// parentheses to any depth that the limits allow.
#ifndef GALLEY_ENGINE_HANDLEBARS_EXPRESSION_PARSER_H_
#define GALLEY_ENGINE_HANDLEBARS_EXPRESSION_PARSER_H_

#include <string_view>
#include <vector>

#include "engine/handlebars/ast.h"
#include "engine/handlebars/cursor.h"
#include "galley/limits.h"

namespace galley::handlebars {

// Parsers report to the cursor and return false after a failure.
class ExpressionParser {
 public:
  ExpressionParser(Cursor* cursor, Tree* tree, const Limits& limits)
      : cursor_(*cursor), tree_(*tree), limits_(limits) {}

  // `name params hash` into the callee, params and hash of `*call`.
  [[nodiscard]] bool ParseCall(Node* call);
  // The same for a partial, whose name may be computed.
  [[nodiscard]] bool ParsePartialCall(Node* call);
  // A path or a literal.
  [[nodiscard]] bool ParseName(NodeId* id);
  // `as |a b|`, where there is one.
  [[nodiscard]] bool ParseBlockParams(ListId* params);

  // A list of what lies above the first `size` of `stack`, which is taken off.
  ListId TakeList(std::vector<NodeId>* stack, size_t size);
  NodeId Add(const Node& node);

 private:
  // A call that is open: what follows its `(`, or its tag.
  struct Open {
    Node call;
    size_t params;          // in params_
    size_t hash;            // in hash_
    bool in_hash = false;   // its arguments are over
    bool has_pair = false;  // the next value belongs to `pair`
    Node pair{NodeKind::kHashPair};
  };

  bool ParseArguments(Node* call);
  bool ParseArgument();
  bool AddValue(NodeId value);
  bool OpenSubExpression();
  bool CloseSubExpression();
  bool BeginPair();
  void Finish(Node* call);
  bool ParsePath(NodeId* id);
  bool AddPart(const Token& token, std::string_view separator, Path* path, std::string* original);
  std::string_view NameOf(const Token& token);
  std::string_view StringOf(const Token& token);
  std::string_view Keep(std::string text);
  uint32_t AddText(std::string_view text);

  Cursor& cursor_;
  Tree& tree_;
  const Limits& limits_;
  std::vector<Open> open_;
  std::vector<NodeId> params_;
  std::vector<NodeId> hash_;
};

}  // namespace galley::handlebars

#endif  // GALLEY_ENGINE_HANDLEBARS_EXPRESSION_PARSER_H_
