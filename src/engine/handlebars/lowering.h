// The working state of lowering, private to lower*.cc.
//
// Nothing here recurses.  Whatever is left to do lies on a stack of tasks; a task is
// run one state at a time, and in each state it either pushes the tasks it needs done
// first or is finished.  Blocks become code in place; only inline partials and the
// blocks of partial calls are routines of their own.
#ifndef GALLEY_ENGINE_HANDLEBARS_LOWERING_H_
#define GALLEY_ENGINE_HANDLEBARS_LOWERING_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/code/code.h"
#include "engine/code/code_builder.h"
#include "engine/handlebars/ast.h"
#include "engine/handlebars/options.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley {
struct Builtin;
}

namespace galley::handlebars {

// What the name of a call means.
struct Callee {
  enum class Kind : uint8_t {
    kPath,  // no helper: the value there
    kIf,
    kUnless,
    kEach,
    kWith,
    kLookup,
    kLog,
    kHook,  // helperMissing and blockHelperMissing, which cannot be called
    kOwn,   // one of ours, in `builtin`
    kHost,  // one of the host's
    kUnknown,
  };
  Kind kind = Kind::kPath;
  const Builtin* builtin = nullptr;
  bool takes_block = false;  // kHost: it renders the block itself
  HelperSite site = {};      // kHost: the routines of that block
  Path path;
};

// Where the block parameters of a body come from.
enum class ParamSource : uint8_t {
  kRegisters,  // they lie in registers
  kSection,    // the same, but a section may turn out to have none
  kNobody,     // the helper gives none: using one fails
};

// A body that code is being made for.
struct Scope {
  BodyId body = BodyId::kNone;
  uint16_t context = 0;     // register
  bool never_null = false;  // the context is something
  bool enters = false;      // the context is a level for `..`
  bool defines = true;      // it defines its own inline partials
  ParamSource source = ParamSource::kNobody;
  uint16_t first_param = 0;  // register
  uint16_t level = 0;        // of its routine
};

struct Task {
  enum class Kind : uint8_t { kBody, kRoutine, kMustache, kSum, kBlock, kPartial, kValue };
  Kind kind;
  NodeId node = NodeId::kNone;
  uint8_t state = 0;
  Callee callee = {};    // of a call
  Scope scope = {};      // kBody and kRoutine
  uint16_t mark = 0;     // registers in use when the task began
  uint16_t target = 0;   // kValue: register for the result
  uint16_t base = 0;     // registers of arguments
  uint16_t operand = 0;  // what a block or a partial is about
  uint32_t index = 0;    // progress through a list
  uint32_t routine = 0;  // of the block of a partial
  std::vector<InlineSite> definitions = {};
  std::vector<NodeId> summands = {};  // kSum
  Label next{};                       // kBlock
  Label otherwise{};
  Label end{};
};

class Lowering {
 public:
  Lowering(Tree tree, const Source& source, const CompileOptions& options, const Limits& limits);
  Result<Unit> Run();

 private:
  // --- lower.cc
  void RunTasks();
  bool Step(Task* task);
  void Push(Task task);
  void PushBody(const Scope& scope);
  void PushScope(const Scope& made);
  void PopScope();
  void PushHiddenParams(BodyId body);
  bool StepBody(Task* task);
  bool StepStatements(Task* task);
  void MarkTag(Task* task, bool begins);
  bool StepRoutine(Task* task);
  bool StepMustache(Task* task);
  std::vector<NodeId> UnescapedAtBeginning(BodyId body, uint32_t* end) const;
  bool StepSum(Task* task);
  const Scope& scope() const noexcept { return scopes_.back(); }
  uint8_t StyleOf(const Node& mustache) const noexcept;

  // --- lower_path.cc
  struct Start {
    uint16_t operand;  // what the first part is looked up in
    uint32_t next;     // the first part that is left
    bool is_param;     // it is a block parameter
  };
  Path PathOf(NodeId callee);
  const Scope* FindParam(std::string_view name, uint32_t* index) const;
  uint16_t ParamOperand(const Scope& scope, uint32_t index, std::string_view name);
  // Where names are tried in the globals too, a step that leads nowhere is no error yet.
  bool IsLoose() const noexcept {
    return options_.global_fallback || (!options_.strict && !options_.assume_objects);
  }
  Start StartOf(const Path& path, bool strict);
  uint16_t ContextAt(uint32_t depth);
  uint16_t LoadData(const Path& path, bool strict);
  Opcode FieldOpcode(const Path& path, const Start& start, uint32_t part, bool strict) const;
  uint16_t FollowParts(const Path& path, const Start& start, uint32_t end, bool strict);
  bool FallsBack(const Path& path, const Start& start) const noexcept;
  uint16_t PathOrGlobal(const Path& path, const Start& start, bool strict);
  uint16_t PathOperand(const Path& path, bool strict);
  void EmitPath(const Path& path, uint8_t style);
  uint16_t ValueOperand(NodeId id);
  uint32_t LiteralConstant(const Node& node);
  void LoadInto(uint16_t target, uint16_t operand);

  // --- lower_call.cc
  Callee Classify(const Node& call);
  bool StepValue(Task* task);
  bool StepCall(Task* task, const Node& call, uint16_t target);
  bool StepArguments(Task* task, const Node& call);
  std::optional<uint16_t> HashRegister(const Node& call, uint16_t base, std::string_view name);
  bool IsRepeated(const Node& call, uint32_t pair);
  uint16_t MakeHash(const Node& call, uint16_t base);
  void EmitCall(const Callee& callee, const Node& call, uint16_t base, uint16_t target);
  void EmitLookup(const Node& call, uint16_t base, uint16_t target);
  void EmitLog(const Node& call, uint16_t base, uint16_t target);
  void EmitHost(const Callee& callee, const Node& call, uint16_t base, uint16_t target);
  void EmitOwn(const Builtin& builtin, const Node& call, uint16_t base, uint16_t target);
  uint16_t BindOwn(const Builtin& builtin, const Node& call, uint16_t base);
  bool CheckOwn(const Builtin& builtin, const Node& call);
  void UnknownHelper(const Callee& callee, const Node& call);

  // --- lower_block.cc
  bool StepBlock(Task* task);
  bool BeginBlock(Task* task, const Node& node);
  bool StepSubject(Task* task, const Node& node);
  bool StepHelperBodies(Task* task, const Node& node);
  bool PushHelperBody(Task* task, BodyId body, uint32_t* routine, uint16_t* params);
  bool CheckSubject(const Callee& callee, const Node& node);
  void BeginCondition(Task* task, const Node& node);
  void BeginWith(Task* task, const Node& node);
  void BeginLoop(Task* task, const Node& node);
  void BeginInverse(Task* task, const Node& node);
  bool IsSection(const Callee& callee) const noexcept;
  Scope ScopeOf(BodyId body, uint16_t context);
  Scope SafeScopeOf(BodyId body);
  void DeclareLoopParams(Scope* scope, bool is_section);

  // --- lower_partial.cc
  bool StepPartial(Task* task);
  bool StepDefinitions(Task* task, BodyId body);
  std::optional<uint16_t> DefinitionName(const Node& decorator);
  void EmitPartial(Task* task, const Node& node);
  uint16_t PartialName(const Node& node);
  bool IsInline(const Node& decorator) const;

  Tree tree_;
  const CompileOptions& options_;
  CodeBuilder code_;
  bool uses_depths_ = false;  // contexts are kept for `..`
  bool uses_data_ = false;
  std::vector<Task> tasks_;
  std::vector<Scope> scopes_;
  std::vector<uint32_t> param_scopes_;  // those that have block parameters
};

}  // namespace galley::handlebars

#endif  // GALLEY_ENGINE_HANDLEBARS_LOWERING_H_
