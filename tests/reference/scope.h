// Scopes of the reference: which names a part of a template owns, and what each of
// them is before the part runs.
//
// The rule is Jinja2's, and one of text rather than of time: a name that is assigned
// before it is mentioned otherwise starts without a value, even where the context
// has one; a name that is assigned in some branches only starts as what it is outside.
#ifndef GALLEY_TESTS_REFERENCE_SCOPE_H_
#define GALLEY_TESTS_REFERENCE_SCOPE_H_

#include <cstdint>
#include <map>
#include <string_view>

#include "engine/jinja/ast.h"
#include "value/value.h"

namespace galley::reference {

struct Variable {
  enum class Start : uint8_t { kGiven, kOuter, kContext, kMissing };
  Start start = Start::kGiven;
  bool stored = false;  // assigned here, or given
  Value value = Value::Missing(nullptr);
};

struct Scope {
  Scope* outer = nullptr;
  std::map<std::string_view, Variable> own;

  // The variable of that name here or further out; null where there is none.
  Variable* Find(std::string_view name);

  // How a name comes to be owned.
  void Load(std::string_view name);
  void Store(std::string_view name);
  void Give(std::string_view name) { own[name] = {Variable::Start::kGiven, true}; }
};

// Each adds the names of a part of `tree` to `scope`.  Parts with a scope of their
// own are not entered.
void AddNames(const jinja::Tree& tree, jinja::ListId statements, Scope* scope);
void AddExpression(const jinja::Tree& tree, jinja::NodeId expression, Scope* scope);
void AddTarget(const jinja::Tree& tree, jinja::NodeId target, bool is_given, Scope* scope);

}  // namespace galley::reference

#endif  // GALLEY_TESTS_REFERENCE_SCOPE_H_
