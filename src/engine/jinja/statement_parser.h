// The statement parser: tags and the text between them to statement nodes.
//
// Blocks that are open lie on a stack of their own.  The statements of all of
// them lie on another, one behind the other; a block that ends takes those from
// where it began and leaves itself.
#ifndef GALLEY_ENGINE_JINJA_STATEMENT_PARSER_H_
#define GALLEY_ENGINE_JINJA_STATEMENT_PARSER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/jinja/ast.h"
#include "engine/jinja/cursor.h"
#include "engine/jinja/expression_parser.h"
#include "engine/jinja/tree_builder.h"
#include "galley/limits.h"

namespace galley::jinja {

// The tag that ends a block which `open` opened, or kNone.
Keyword EndOf(Keyword open) noexcept;

class StatementParser {
 public:
  // The arguments outlive the parser.
  StatementParser(Cursor* cursor, TreeBuilder* tree, const Limits& limits) noexcept
      : cursor_(*cursor), tree_(*tree), limits_(limits), expressions_(cursor, tree, limits) {}

  // Reads the whole template; false once the cursor holds a problem.
  bool Parse(ListId* body);

 private:
  // A block whose end was not read yet.
  struct OpenBlock {
    Keyword tag;
    bool in_else = false;
    Node node;                    // what is known of it so far
    uint32_t statements = 0;      // where its own begin on the stack
    uint32_t body = 0;            // where those of its current part begin
    uint32_t links = 0;           // of an `if`: branches
    uint32_t mentions = 0;        // of variables, before its tag
    uint8_t special = 0;          // special names mentioned before its body
    NodeId test = NodeId::kNone;  // of an `if`: of the current branch
    Span test_span = {};
  };

  // What is known of a `trans` so far.
  struct TransVariable {
    std::string_view name;
    Span span;
    NodeId value;
  };
  struct Trans {
    NodeId context = NodeId::kNone;
    std::vector<TransVariable> variables;
    std::vector<const Token*> mentioned;  // names in the messages
    NodeId number = NodeId::kNone;        // decides between the two
    std::string singular;
    std::string plural;
    bool has_plural = false;
    std::optional<bool> trim;
  };

  // How a target may be written, and what it may not be.
  struct TargetRule {
    bool attributes = false;  // `ns.name` as well
    bool loop = true;         // `loop` may be one
  };

  // statement_parser.cc: text, print statements, and which tag is which.
  bool ReadAll();
  bool Finish(ListId* body);
  bool ReadPrint();
  bool ReadTag();
  bool ReadStatement(const Token& tag);
  bool ReadExtension(const Token& tag);
  bool ReadExpression(Form form, NodeId* result) {
    return expressions_.Parse(form, open_.size(), result);
  }
  void Push(const Node& node) { statements_.push_back(tree_.Add(node)); }
  bool EndTag() { return cursor_.Expect(TokenKind::kBlockEnd); }

  // statement_blocks.cc: statements with a body.
  bool OpenBody(const Token& tag, const Node& node);
  bool OpenFor(const Token& tag);
  bool OpenIf(const Token& tag);
  bool OpenNamedBlock(const Token& tag);
  bool OpenMacro(const Token& tag);
  bool OpenCall(const Token& tag);
  bool OpenFilter(const Token& tag);
  bool OpenWith(const Token& tag);
  bool OpenAutoescape(const Token& tag);
  bool ReadParameters(ListId* parameters);
  bool ReadParameter(size_t first);
  bool ReadElse(const Token& tag);
  bool ReadElif(const Token& tag);
  bool ReadEnd(const Token& tag);
  void EndBranch();
  void EndLastPart();
  void EndSpecial();
  bool CheckRequired();

  // statement_simple.cc: statements without one, or with one only at times.
  bool ReadSet(const Token& tag);
  bool ReadPrintTag();
  bool ReadInclude(const Token& tag);
  bool ReadImport(const Token& tag);
  bool ReadFrom(const Token& tag);
  bool ReadAlias();
  bool ReadContext(Node* node);
  bool ReadExtends(const Token& tag);
  bool ReadDo(const Token& tag);
  bool ReadLoopControl(const Token& tag);
  bool IsInLoop() const noexcept;

  // statement_trans.cc: messages for a catalog.
  bool ReadTrans(const Token& tag);
  bool ReadTransContext(Trans* trans);
  bool ReadTransVariable(Trans* trans);
  bool ReadMessage(const Token& tag, Trans* trans, std::string* message);
  bool ReadPlural(const Token& tag, Trans* trans);
  bool FailInMessage(bool has_plural);
  void AddTransVariable(const Token& name, Trans* trans);
  NodeId AddMessage(const Token& tag, const Trans& trans, std::string message);
  void AddTrans(const Token& tag, Trans trans);

  // statement_targets.cc: what is assigned to.
  bool ReadNewName(NameId* name);
  bool ReadTarget(TargetRule rule, NodeId* target);
  bool IsSingleName() const noexcept;
  bool ReadTargetItem(TargetRule rule);
  bool CheckTarget(NodeId target, TargetRule rule);
  bool CheckTargetItem(const Node& item, TargetRule rule);

  // statement_problems.cc: tags that are unknown or out of place.
  bool FailUnknownTag(const Token& tag);
  bool FailMisplacedTag(const Token& tag);
  bool FailDisabledTag(const Token& tag);
  bool FailUnclosed();
  std::string ExpectedEnds() const;

  OpenBlock& block() noexcept { return open_.back(); }

  Cursor& cursor_;
  TreeBuilder& tree_;
  const Limits& limits_;
  ExpressionParser expressions_;
  std::vector<OpenBlock> open_;
  std::vector<NodeId> statements_;
  std::vector<NodeId> parts_;      // of the statement being read
  std::vector<Span> block_names_;  // by NameId: where a block took the name
  size_t loops_ = 0;               // how many of the open blocks are loops
  uint32_t mentions_ = 0;          // of variables, before the tag being read
};

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_STATEMENT_PARSER_H_
