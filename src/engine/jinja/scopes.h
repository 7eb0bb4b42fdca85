// Scopes: which variable a name means, as Jinja2 decides it.
//
// Jinja2 settles the meaning of every name when compiling: a scope is analysed
// as a whole before any code is made for it, so a name that is assigned anywhere
// in a scope is that scope's own from its first line on.  A variable starts out
// as a look-up in the context, as a copy of the variable it shadows, as undefined,
// or as a parameter.
#ifndef GALLEY_ENGINE_JINJA_SCOPES_H_
#define GALLEY_ENGINE_JINJA_SCOPES_H_

#include <cstdint>
#include <span>
#include <vector>

#include "engine/jinja/ast.h"

namespace galley::jinja {

enum class SymbolId : uint32_t { kNone = UINT32_MAX };

enum class Start : uint8_t { kResolve, kAlias, kUndefined, kParameter };

inline constexpr uint16_t kNoVariable = UINT16_MAX;

struct Symbol {
  NameId name;
  Start start;
  bool present = true;   // false while another branch of an `if` is analysed
  bool stored = false;   // assigned in its scope, or a parameter
  bool listed = false;   // among those that are stored in some branch
  uint16_t routine = 0;  // how deep the routine is nested that holds it
  uint32_t scope = 0;
  uint16_t variable = kNoVariable;     // register, given by the lowering
  SymbolId aliased = SymbolId::kNone;  // of kAlias
  SymbolId outer = SymbolId::kNone;    // the symbol of that name further out
};

class Scopes {
 public:
  // The tree outlives this.
  explicit Scopes(const Tree& tree) : tree_(tree) {}

  // Forgets everything; the tree is another one.
  void Begin();

  // Scopes nest: Enter opens one inside the current one.
  void Enter(uint16_t routine);
  void Leave();

  // The symbols of the current scope, in the order of their first mention.
  std::span<const SymbolId> symbols() const noexcept { return OwnSymbols(scopes_.size() - 1); }
  Symbol& operator[](SymbolId id) noexcept { return symbols_[static_cast<uint32_t>(id)]; }

  // What `name` means here.
  SymbolId Find(NameId name) const noexcept {
    SymbolId id = newest_[static_cast<uint32_t>(name)];
    while (id != SymbolId::kNone && !symbols_[static_cast<uint32_t>(id)].present) {
      id = symbols_[static_cast<uint32_t>(id)].outer;
    }
    return id;
  }

  // Makes `name` a parameter of the current scope.
  SymbolId Declare(NameId name);

  // Adds everything that the statements in `list`, or one expression or target,
  // mention to the current scope.  Statements with a scope of their own are not
  // entered.
  void AnalyzeStatements(ListId list);
  void AnalyzeExpression(NodeId expression);
  void AnalyzeTarget(NodeId target);
  // The names in a target become parameters.
  void DeclareTarget(NodeId target);

  // How many symbols of the open scopes Visible looks at.
  size_t assigned() const noexcept { return assigned_.size(); }
  // All variables that can be seen here, nearest first, each name once.
  std::vector<SymbolId> Visible() const;

 private:
  struct Scope {
    uint16_t routine;
    uint32_t begin;     // of its symbols in own_
    uint32_t assigned;  // and in assigned_
  };
  // What one branch of an `if` did to the current scope.
  struct Change {
    SymbolId symbol;
    enum class Kind : uint8_t { kAppeared, kRestarted, kStored } kind;
    Start start;  // what it starts as now, and as what before
    SymbolId aliased;
    Start old_start;
    SymbolId old_aliased;
  };
  // A pending part of an analysis.
  struct Step {
    enum class Kind : uint8_t { kVisit, kBeginBranch, kEndBranch, kMerge };
    Kind kind;
    NodeId node = NodeId::kNone;
    uint32_t branches = 0;
  };

  std::span<const SymbolId> OwnSymbols(size_t scope) const noexcept {
    const size_t end = scope + 1 < scopes_.size() ? scopes_[scope + 1].begin : own_.size();
    return {own_.data() + scopes_[scope].begin, end - scopes_[scope].begin};
  }
  SymbolId FindOwn(NameId name) const noexcept;
  SymbolId FindOutside(NameId name) const noexcept;
  SymbolId Define(NameId name, Start start, SymbolId aliased);
  void Load(NameId name);
  void Store(NameId name);
  void MarkStored(SymbolId id);
  void Visit(NodeId id);
  void VisitIf(const Node& node);
  void PushList(ListId list);
  void PushExpression(NodeId expression);
  void EndBranch();
  void MergeBranches(uint32_t branches);
  void RestartStored();

  const Tree& tree_;
  std::vector<Symbol> symbols_;
  std::vector<SymbolId> newest_;  // by NameId: the innermost symbol
  std::vector<Scope> scopes_;
  std::vector<SymbolId> own_;       // of all open scopes, the innermost last
  std::vector<SymbolId> assigned_;  // those of own_ that some branch stores
  std::vector<Change> journal_;
  std::vector<size_t> marks_;     // where open branches began in the journal
  std::vector<Change> finished_;  // of branches that are finished, not merged yet
  std::vector<size_t> branches_;  // where each of those begins there
  std::vector<SymbolId> stores_;  // what MergeBranches works with
  std::vector<Step> steps_;       // what AnalyzeStatements has still to do
  std::vector<NodeId> pending_;   // what AnalyzeExpression and the like have
};

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_SCOPES_H_
