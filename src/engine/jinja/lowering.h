// The working state of lowering, private to lower*.cc.
//
// Nothing here recurses.  Whatever is left to do lies on a stack of tasks; a task
// is run one state at a time, and in each state it either pushes the tasks it
// needs done first or is finished.  Registers for variables are handed out once
// and for all in a routine; temporaries lie above them and follow the stack
// discipline of the tasks.
#ifndef GALLEY_ENGINE_JINJA_LOWERING_H_
#define GALLEY_ENGINE_JINJA_LOWERING_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diag/registry.h"
#include "engine/code/code.h"
#include "engine/code/code_builder.h"
#include "engine/jinja/ast.h"
#include "engine/jinja/lower.h"
#include "engine/jinja/scopes.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley {
class HostCallables;
}

namespace galley::jinja {

// Where a statement stands; what Jinja2 keeps in its frames.
struct Place {
  bool top_level = false;     // assignments are exported
  bool root_level = false;    // not even inside an `if`
  bool soft = false;          // unknown filters and tests fail when reached, not before
  bool check_output = false;  // output is dropped once the template has a parent
  // How output is escaped: never, always, or as a register says.
  enum class Escape : uint8_t { kOff, kOn, kAsked } escape = Escape::kOff;
  // How literals are escaped, which Jinja2 does when compiling: never as a register says.
  Escape literals = Escape::kOff;

  bool is_asked() const noexcept { return escape == Escape::kAsked; }
};

struct Task {
  enum class Kind : uint8_t { kStatements, kStatement, kValue, kBranch };
  Kind kind;
  NodeId node = NodeId::kNone;
  uint8_t state = 0;
  uint8_t call_state = 0;  // of StepCallSite
  bool flag = false;       // kBranch: jump if true, else if false
  uint16_t target = 0;     // kValue: register for the result
  uint16_t mark = 0;       // temporaries in use when the task began
  uint16_t first = 0;      // registers of the task's own
  uint16_t second = 0;
  uint32_t index = 0;  // progress through a list
  ListId list{};       // kStatements
  Label label{};       // kBranch: where to jump
  Label label2{};
};

class Lowering {
 public:
  // The arguments outlive the lowering.  It takes the heap out of the tree.
  Lowering(Tree* tree, const Limits& limits, const HostCallables* host)
      : tree_(*tree), host_(host), limits_(limits), code_(limits), scopes_(*tree) {}
  Lowering(const Lowering&) = delete;
  Lowering& operator=(const Lowering&) = delete;

  // Tells of each name of the context where it is read; null: nobody asks.
  void NoteReads(std::vector<ContextRead>* reads) noexcept { reads_ = reads; }

  // Lowers what the tree is now.
  Result<Unit> Run(const Source& source, bool autoescape);

 private:
  struct LoopState {
    uint16_t registers;  // where its state begins
    uint32_t begin;      // its ForBegin, to be marked when the loop escapes
    uint16_t item;       // register of the item, or of the key
    uint16_t value;      // of a loop over pairs, else kNoVariable
    Label body;
    Label next;         // `continue`
    Label done;         // `break`
    uint32_t captures;  // open around it
  };
  // A name that a routine looks up at its start, and what was known of the name
  // before that.
  struct ResolvedName {
    NameId name;
    uint32_t outer_routine;
    uint16_t outer_variable;
  };
  // What Jinja needs to know of a routine besides its code.
  struct RoutineState {
    std::vector<LoopState> loops;
    std::vector<ResolvedName> resolved;
    uint16_t next_resolved = 0;  // the next register that was reserved for one of those
    uint32_t captures = 0;       // open where code is being made

    // Empties it, keeping its memory.
    void Start() noexcept;
  };

  // What is known of a name, by NameId.
  struct NameState {
    uint32_t constant = UINT32_MAX;   // its text, or none yet
    uint32_t routine = UINT32_MAX;    // the innermost routine that looks it up at its start
    uint16_t variable = 0;            // the register there
    bool is_map_method = false;       // known once there is a constant
    const Builtin* filter = nullptr;  // where it was looked for and found
    const Builtin* test = nullptr;
  };

  struct BoundArgument {
    NodeId node = NodeId::kNone;
    const Value* fallback = nullptr;
  };

  // --- lower.cc
  void Start(const Source& source, bool autoescape);
  void RunTasks();
  bool Step(Task* task);
  void Push(const Task& task) {
    tasks_.push_back(task);
    tasks_.back().mark = code_.mark();
  }
  void BeginRoutine(RoutineKind kind, std::string_view name, Span span);
  uint32_t EndRoutine();
  RoutineState& routine() noexcept { return routines_[code_.level()]; }
  NameState& StateOf(NameId name) noexcept { return names_[static_cast<uint32_t>(name)]; }
  uint32_t NameConstant(NameId name);
  uint32_t AttributeOf(NameId name);
  uint32_t SiteOf(const Node& node);
  void EnterScope();
  void StartVariables();
  void LeaveScope() { scopes_.Leave(); }
  void ReserveResolved(uint32_t mentions);
  uint16_t ResolveAtStart(NameId name);
  void LoadSymbol(SymbolId id, uint16_t target, bool is_value = true);
  std::optional<uint16_t> LocalVariable(NameId name);
  void NoteRead(const Node& node);
  std::span<const VisibleVariable> VisibleVariables();
  void MarkLoopUsed(const Symbol& symbol);
  bool IsLoop(NodeId object);

  // --- lower_expression.cc
  void PushValue(NodeId node, uint16_t target);
  void PushBranch(NodeId node, bool jump_if, Label label);
  std::optional<uint16_t> SimpleOperand(NodeId id);
  bool Ready(NodeId node, uint16_t* operand);
  bool IsNamed(const Node& node) const;
  bool NamedOperand(NodeId id, uint16_t* object, uint16_t* site);
  bool KeyAtHand(const Node& node, uint16_t* key);
  bool LoadAttributes(NodeId id, uint16_t target);
  uint16_t InRegister(uint16_t operand);
  void EmitGetAttribute(const Node& node, uint16_t object, uint16_t target);
  uint32_t AddLiteral(const Node& node);
  bool StepValue(Task* task);
  bool StepBinary(Task* task, const Node& node);
  bool StepUnary(Task* task, const Node& node);
  bool StepLogic(Task* task, const Node& node);
  bool StepCompare(Task* task, const Node& node);
  bool StepCondition(Task* task, const Node& node);
  bool StepOperands(Task* task, std::span<const NodeId> nodes, uint16_t base);
  bool StepSequence(Task* task, const Node& node);
  std::optional<uint32_t> ConstantSequence(const Node& node);
  bool StepAttribute(Task* task, const Node& node);
  bool StepItem(Task* task, const Node& node);
  bool StepCall(Task* task, const Node& node);
  std::optional<uint32_t> StepCallSite(Task* task, const Node& node,
                                       std::optional<uint16_t> caller);
  bool StepArguments(Task* task, std::span<const NodeId> arguments);
  uint32_t AddCallSite(CallSite site, std::span<const NodeId> arguments, uint16_t base,
                       std::optional<uint16_t> caller);
  bool BindStatically(std::span<const NodeId> arguments, const Builtin& builtin);
  bool IsHostBuiltin(const Node& node) const;
  const Builtin* FindBuiltin(const Node& node);
  bool StepBuiltin(Task* task, const Node& node);
  bool StepPlan(Task* task);
  bool KeepFixedArguments(Task* task);
  void EmitFixedBuiltin(const Task& task, const Node& node, const Builtin& builtin);
  void FailBuiltins();
  void EmitBuiltin(const Task& task, const Builtin& builtin, size_t count, bool is_test);
  void UnknownBuiltin(const Node& node, std::string_view name, bool is_test);
  bool StepBranch(Task* task);
  bool StepBranchLogic(Task* task, const Node& node);
  bool StepBranchCompare(Task* task, const Node& node);
  bool BranchAtOnce(const Task& task, const Node& node);
  bool BranchOnAttribute(const Task& task, const Node& node);
  void EmitCondition(const Instruction& test, bool jump_if, Label label);

  // --- lower_statement.cc
  void PushStatements(ListId list);
  bool StepStatements(Task* task);
  void MarkTag(Task* task, bool begins);
  bool StepStatement(Task* task);
  uint8_t EscapeMode() const;
  bool IsLiteral(const Node& expression) const;
  void EmitText(const Value& text);
  std::optional<uint16_t> TakeText();
  void EmitValue(uint16_t operand) { EmitValue(operand, EscapeMode()); }
  void EmitValue(uint16_t operand, uint8_t mode);
  bool EmitAttribute(NodeId id);
  void FusePathReads(uint16_t object);
  bool WriteFilter(uint16_t result);
  bool WriteAtOnce(const Node& node);
  bool StepPrint(Task* task, const Node& expression);
  bool StepPrintConcat(Task* task, const Node& expression);
  bool IsAdd(const Node& node) const;
  bool IsTextSum(const Node& expression) const;
  bool StepPrintSum(Task* task);
  void BeginMacro(const Node& node, RoutineKind kind, std::string_view name);
  uint32_t EndMacro();
  bool StepDefaults(Task* task, const Node& node);
  void BeginCapture();
  uint16_t EndCapture();
  void KeepStored(NodeId expression, uint16_t variable);
  void AssignTarget(NodeId target, uint16_t source);
  void ExportTarget(NodeId target);
  bool StepIf(Task* task, const Node& node);
  bool StepMacro(Task* task, const Node& node);
  bool StepCallBlock(Task* task, const Node& node);
  bool StepFilterBlock(Task* task, const Node& node);
  bool StepSet(Task* task, const Node& node);
  bool StepSetBlock(Task* task, const Node& node);
  void MakeMarkup(uint16_t variable);
  bool StepWith(Task* task, const Node& node);
  bool StepAutoescape(Task* task, const Node& node);
  void EmitDebug();
  bool StepGeneration(Task* task, const Node& node);

  // --- lower_loop.cc
  bool StepFor(Task* task, const Node& node);
  LoopState& PushLoop(uint32_t begin, uint16_t registers);
  void NextItem(uint16_t item, uint16_t value);
  void Again();
  void BeginFilterLoop(Task* task, const Node& node);
  void BeginLoop(Task* task, const Node& node);
  void EndFilterLoop(Task* task);
  void EndLoop(Task* task, const Node& node);
  void CallRecursiveLoop(const Task& task);
  bool LoopsOverItems(const Node& node);
  void LeaveLoop(const Node& node);

  // --- lower_template.cc
  void LowerTemplate();
  void LowerBlock(NodeId block);
  void DeclareAt(SpecialName name, uint16_t variable);
  void AddLinks(NodeId name);
  uint32_t AddIncludeSite(const Node& node);
  bool StepInclude(Task* task, const Node& node);
  bool StepImport(Task* task, const Node& node);
  bool StepExtends(Task* task, const Node& node);
  bool StepBlock(Task* task, const Node& node);

  Tree& tree_;
  const HostCallables* host_;
  const Limits& limits_;
  CodeBuilder code_;
  Scopes scopes_;
  std::vector<RoutineState> routines_;  // by how deep they are nested
  std::vector<Task> tasks_;
  std::vector<Place> places_;
  // The arguments of the builtins that are being called, the innermost last, and
  // where those of each begin.
  std::vector<BoundArgument> arguments_;
  std::vector<size_t> plans_;
  std::vector<std::span<const Value>> fixed_;  // of those that have constants only
  std::vector<CallArgument> given_;            // of the call site being made
  std::vector<RoutineParameter> parameters_;   // of the macro that begins
  std::vector<NameState> names_;
  std::vector<NodeId> blocks_;  // found, lowered last
  std::vector<NodeId> sums_;    // the additions that are being written, the next one last
  uint64_t visible_ = 0;        // variables that includes and scoped blocks see, in all
  uint16_t block_operand_ = 0;  // what a filter block's filter works on
  bool known_extends_ = false;  // a parent is certain from here on
  // Filters and tests that there are not; all of them are told.
  static constexpr size_t kMostUnknown = 100;
  std::vector<Diagnostic> unknown_;
  std::vector<ContextRead>* reads_ = nullptr;
};

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_LOWERING_H_
