// The expression parser: tokens to expression nodes.
//
// It never calls itself.  Operators that still wait for an operand lie on one
// stack, operands that wait for their operator on another, and each bracket that
// is open has a frame that knows where its part of both begins.  The parser is a
// machine of a few steps that loops until the outermost frame is done.
#ifndef GALLEY_ENGINE_JINJA_EXPRESSION_PARSER_H_
#define GALLEY_ENGINE_JINJA_EXPRESSION_PARSER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/jinja/ast.h"
#include "engine/jinja/cursor.h"
#include "engine/jinja/tree_builder.h"
#include "galley/limits.h"

namespace galley::jinja {

// What is to be read.
enum class Form : uint8_t {
  kExpression,
  kTuple,       // an expression, or several with commas: a tuple
  kPlainTuple,  // the same, where `if` ends an expression
  kPrimary,     // a name, literal or bracket, and nothing behind it
  kFilters,     // `a | b(c)`: filters that wait for their operand
};

class ExpressionParser {
 public:
  // The arguments outlive the parser.
  ExpressionParser(Cursor* cursor, TreeBuilder* tree, const Limits& limits) noexcept
      : cursor_(*cursor), tree_(*tree), limits_(limits) {}

  // Reads one expression from the cursor on; `depth` blocks are open around it.
  // False once the cursor holds a problem.
  bool Parse(Form form, size_t depth, NodeId* result);

 private:
  // What the machine does next.
  enum class Step : uint8_t {
    kItem,      // an item of a frame may begin, or the frame end
    kOperand,   // an operand must come, or an operator in front of one
    kPostfix,   // an operand was read: `.`, `[` or `(` may follow
    kFilter,    // `|`, `is` or a call of their result may follow
    kOperator,  // an operator between operands may follow
    kItemEnd,   // an item of a frame is complete
    kDone,
    kFailed,
  };

  // From loose to tight.  An operand belongs to the tighter of its neighbours.
  enum class Level : uint8_t {
    kCondition,
    kOr,
    kAnd,
    kNot,
    kCompare,
    kSum,
    kConcat,
    kProduct,
    kPower,
    kSign,
    kTestArgument,  // the one argument of a test without parentheses
  };

  // An operator that waits for its last operand.
  struct Pending {
    Level level;
    Op op = Op::kNone;
    bool negated = false;  // kTestArgument: behind `is not`
    // Operands it has beyond the first two; of kCondition: 1 behind `else`.
    uint32_t more = 0;
    NameId name = NameId::kNone;
    Span span = {};
  };

  // An operator as it is written: what it means and how many words it takes.
  struct Infix {
    Level level = Level::kCondition;
    Op op = Op::kNone;
    uint8_t words = 0;  // 0: not an operator
  };

  enum class FrameKind : uint8_t { kRoot, kParens, kList, kDict, kSubscript, kArguments };
  enum class Callee : uint8_t { kCall, kFilter, kTest };
  enum ArgumentKind : uint8_t { kSeenKeyword = 1, kSeenStar = 2, kSeenDoubleStar = 4 };

  // An open bracket, or all of the expression.  Its finished items are the
  // operands from `operands` on; what they belong to is the operand below.
  struct Frame {
    FrameKind kind;
    Form form = Form::kExpression;
    bool comma = false;  // one was read: this is a tuple
    bool slice = false;  // one of the indexes is a slice
    uint8_t part = 0;    // of a dict: 1 in a value; of a subscript: the colons read
    uint32_t begin = 0;  // offset of the bracket
    uint32_t operators = 0;
    uint32_t operands = 0;
    uint32_t links = 0;  // operators and the like in the current item
    // Of kArguments.
    Callee callee = Callee::kCall;
    bool negated = false;
    Step resume = Step::kPostfix;
    Op argument = Op::kPositional;  // what the current item is
    uint8_t seen = 0;               // the ArgumentKinds there were so far
    NameId name = NameId::kNone;    // of the filter or test
    NameId keyword = NameId::kNone;
    Span name_span = {};
    Span item_span = {};
  };

  bool ParsePath(Form form, NodeId* result);
  NodeId AddAttribute(NodeId object);
  Step Advance(Step step);

  // expression_operands.cc: what stands between operators.
  Step ReadOperand();
  Step ReadPrimary();
  Step ReadName();
  Step ReadString();
  bool AppendString(const Token& token);
  Step ReadInteger();
  Step FailIntegerRange(const Token& token);
  Step ReadFloat();
  Step ReadPostfix();
  bool HasPlainIndex() const noexcept;
  Step ReadPlainIndex(uint32_t begin);
  Step ReadAttribute();
  Step ReadFilterOrTest();
  Step ReadFilter();
  Step ReadTest();
  bool ReadDottedName(NameId* name, Span* span);
  bool StartsTestArgument() const noexcept;
  NodeId AddTest(NodeId operand, const Pending& test, ListId arguments);

  // expression_operators.cc: operators and what they bind.
  Step ReadOperator();
  Step ReadCondition(const Infix& infix);
  static Infix SymbolInfix(TokenKind kind) noexcept;
  Infix InfixHere() const noexcept;
  Step Push(const Pending& pending);
  bool HasPending(Level at_least) const noexcept;
  void ReduceTo(Level level);
  void ReduceTop();
  void ReduceCondition(const Pending& pending);
  void ReduceTest(const Pending& pending);
  void ReduceBinary(const Pending& pending);
  void ReduceList(NodeKind kind, const Pending& pending);
  void WrapComparedOperand(const Pending& pending);

  // expression_brackets.cc: frames and their items.
  Step Open(Frame frame);
  Step StartItem();
  Step StartTupleItem();
  Step StartListItem(TokenKind close, NodeKind kind);
  Step StartIndex();
  Step StartArgument();
  bool CheckArgumentOrder();
  bool CheckKeyword(const Token& token);
  Step EndItem();
  Step EndTupleItem();
  Step EndListItem(TokenKind close, NodeKind kind);
  Step EndKey();
  Step EndIndexPart();
  Step EndIndex();
  Step EndArgument();
  Step NextItem(uint64_t limit, std::string_view items);
  void FinishSlice();
  Step CloseTuple();
  Step CloseLiteral(NodeKind kind);
  Step CloseSubscript();
  Step CloseArguments();
  Step FailUnclosed(std::string_view expected);

  // Counts a link of the chain that the current item is; false beyond the limit.
  bool Link();
  Frame& frame() noexcept { return frames_.back(); }
  const Frame& frame() const noexcept { return frames_.back(); }
  size_t item_count() const noexcept { return operands_.size() - frame().operands; }
  Step PushOperand(NodeId id) {
    operands_.push_back(id);
    return Step::kPostfix;
  }
  NodeId PopOperand() noexcept {
    const NodeId id = operands_.back();
    operands_.pop_back();
    return id;
  }

  Cursor& cursor_;
  TreeBuilder& tree_;
  const Limits& limits_;
  size_t depth_ = 0;
  std::vector<Frame> frames_;
  std::vector<Pending> operators_;
  std::vector<NodeId> operands_;
  std::string unescaped_;  // the string being read
};

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_EXPRESSION_PARSER_H_
