// For the tests of this folder: evaluates one expression, such as
//   [1, 2]|batch(2, fill_with='x')      'a' in {'a': 1}      range(5)[1:3]
// with the builtins and operators under test, and prints what it gives as Python's
// repr, or the failure as `error[code]: message`.
//
// Binary operators have no precedence, they apply from left to right.  `missing` is
// undefined, `lowest` the lowest integer, `gen(list)` a generator, `markup('text')`
// markup, `data('text')` a string that no template holds.
#ifndef GALLEY_ENGINE_LIBRARY_LIBRARY_TESTING_H_
#define GALLEY_ENGINE_LIBRARY_LIBRARY_TESTING_H_

#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "engine/library/builtin.h"
#include "engine/library/objects.h"
#include "engine/library/operators.h"
#include "galley/limits.h"
#include "value/value.h"

namespace galley {

class TestExpression {
 public:
  explicit TestExpression(const RenderPolicy& policy = {}, const Limits& limits = {});

  CallContext& cx() { return cx_; }

  // Makes `name`, which outlives this, stand for `value`.
  void Set(std::string_view name, const Value& value);

  Value Evaluate(std::string_view text);
  // A value that Evaluate gave, or the failure there was; `exhausted` after a limit.
  std::string Show(Value value);

 private:
  struct Variable {
    std::string_view name;
    Value value;
  };

  bool Take(std::string_view token);
  bool TakeArgumentName(std::string_view* name);
  std::string_view Name();
  std::string_view Symbol();

  Value Binary();
  Value Apply(std::string_view symbol, const Value& a, const Value& b);
  Value Postfix();
  Value Call(const Builtin* builtin, const Value& operand);
  void Arguments(std::string_view end);
  Value Subscript(const Value& object);
  Value Operand();
  Value Items(std::string_view end, bool is_tuple);
  Value Entries();
  Value String();
  Value Number();
  Value Named(std::string_view name);
  Value Grouped();

  RenderPolicy policy_;
  Heap heap_;
  CallContext cx_;
  std::vector<Variable> variables_;
  // Names of keyword arguments are views of the texts and outlive Evaluate.
  std::deque<std::string> texts_;
  std::string_view text_;
  size_t at_ = 0;
  std::vector<Value> values_;
  std::vector<std::string_view> names_;
};

// What one expression gives.
std::string Give(std::string_view expression, const RenderPolicy& policy = {},
                 bool autoescape = false);

// One row of a table of expressions.
struct Row {
  std::string_view expression;
  std::string_view gives;  // as Give says it; an error may be cut after its code
};

// Expects of each row that its expression gives what it says.
void ExpectRows(std::span<const Row> rows, const RenderPolicy& policy = {},
                bool autoescape = false);

RenderPolicy PolicyOf(UndefinedPolicy undefined);

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_LIBRARY_TESTING_H_
