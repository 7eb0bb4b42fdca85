// A recursive-descent evaluator: test code, for expressions that the tests write themselves.
#include "engine/library/library_testing.h"

#include <algorithm>

#include "base/writer.h"
#include "value/convert.h"
#include "value/map.h"
#include "value/print.h"

namespace galley {
namespace {

bool IsDigit(char byte) { return byte >= '0' && byte <= '9'; }

bool IsNameCharacter(char byte) {
  return IsDigit(byte) || byte == '_' || (byte >= 'a' && byte <= 'z') ||
         (byte >= 'A' && byte <= 'Z');
}

Comparison ComparisonOf(std::string_view symbol) {
  if (symbol == "==") return Comparison::kEqual;
  if (symbol == "!=") return Comparison::kNotEqual;
  if (symbol == "<") return Comparison::kLess;
  if (symbol == "<=") return Comparison::kLessEqual;
  if (symbol == ">") return Comparison::kGreater;
  if (symbol == ">=") return Comparison::kGreaterEqual;
  return symbol == "in " ? Comparison::kIn : Comparison::kNotIn;
}

char Unescape(char byte) {
  switch (byte) {
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return byte;
  }
}

}  // namespace

TestExpression::TestExpression(const RenderPolicy& policy, const Limits& limits)
    : policy_(policy), heap_(limits), cx_(&heap_, &policy_) {}

void TestExpression::Set(std::string_view name, const Value& value) {
  variables_.push_back({name, value});
}

Value TestExpression::Evaluate(std::string_view text) {
  text_ = texts_.emplace_back(text);
  at_ = 0;
  const Value value = Binary();
  Take("");
  if (!cx_.stopped() && at_ < text_.size()) cx_.FailType("TEST: not an expression");
  return value;
}

std::string TestExpression::Show(Value value) {
  std::string before;
  if (!cx_.stopped() && IsObject(value, ObjectType::kGenerator)) {
    before = "<generator> ";
    value = Value::List(Iterate(cx_, value));
  }
  if (cx_.failed()) {
    return "error[" + std::string(Describe(cx_.code()).code) + "]: " + cx_.message();
  }
  if (cx_.stopped()) return "exhausted";
  BufferWriter out;
  PrintRepr(value, &out, &cx_.meter());
  return before + out.ToString();
}

// Skips blanks, then `token` where it is next.
bool TestExpression::Take(std::string_view token) {
  while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  if (!text_.substr(at_).starts_with(token)) return false;
  at_ += token.size();
  return true;
}

std::string_view TestExpression::Name() {
  Take("");
  const size_t begin = at_;
  while (at_ < text_.size() && IsNameCharacter(text_[at_])) ++at_;
  return text_.substr(begin, at_ - begin);
}

// `name=`, but not `name==`.
bool TestExpression::TakeArgumentName(std::string_view* name) {
  const size_t before = at_;
  *name = Name();
  const std::string_view rest = text_.substr(at_);
  if (!name->empty() && rest.starts_with("=") && !rest.starts_with("==")) return Take("=");
  at_ = before;
  *name = {};
  return false;
}

std::string_view TestExpression::Symbol() {
  for (std::string_view symbol : {"not in ", "in ", "**", "//", "==", "!=", "<=", ">=", "+", "-",
                                  "*", "/", "%", "<", ">", "~"}) {
    if (Take(symbol)) return symbol;
  }
  return {};
}

// NOLINTBEGIN(misc-no-recursion): the expressions are those of our own tests
Value TestExpression::Binary() {
  Value left = Postfix();
  while (!cx_.stopped()) {
    const std::string_view symbol = Symbol();
    if (symbol.empty()) return left;
    const Value right = Postfix();
    if (!cx_.stopped()) left = Apply(symbol, left, right);
  }
  return Value();
}

Value TestExpression::Apply(std::string_view symbol, const Value& a, const Value& b) {
  if (symbol == "+") return Add(cx_, a, b);
  if (symbol == "-") return Subtract(cx_, a, b);
  if (symbol == "*") return Multiply(cx_, a, b);
  if (symbol == "/") return Divide(cx_, a, b);
  if (symbol == "//") return FloorDivide(cx_, a, b);
  if (symbol == "%") return Modulo(cx_, a, b);
  if (symbol == "**") return Power(cx_, a, b);
  if (symbol != "~") return Value::Bool(CompareValues(cx_, ComparisonOf(symbol), a, b));
  const Value parts[] = {a, b};
  return Concatenate(cx_, parts);
}

Value TestExpression::Postfix() {
  Value value = Operand();
  while (!cx_.stopped()) {
    if (Take("|")) {
      value = Call(FindFilter(Name()), value);
    } else if (Take("is ")) {
      value = Call(FindTest(Name()), value);
    } else if (Take(".")) {
      value = GetAttribute(cx_, value, heap_.NewString(Name(), kWritten));
    } else if (Take("[")) {
      value = Subscript(value);
    } else if (Take("(")) {
      Arguments(")");
      if (!cx_.stopped()) value = CallObject(cx_, value, values_, names_);
    } else {
      return value;
    }
  }
  return Value();
}

Value TestExpression::Call(const Builtin* builtin, const Value& operand) {
  if (!builtin) return cx_.FailType("TEST: no such builtin");
  values_.clear();
  names_.clear();
  if (Take("(")) Arguments(")");
  return cx_.stopped() ? Value() : CallBuiltin(cx_, *builtin, &operand, values_, names_);
}

// The arguments or items up to `end`, into values_ and names_.
void TestExpression::Arguments(std::string_view end) {
  std::vector<Value> values;
  std::vector<std::string_view> names;
  while (!cx_.stopped() && !Take(end)) {
    std::string_view name;
    TakeArgumentName(&name);
    values.push_back(Binary());
    names.push_back(name);
    Take(",");
  }
  values_ = values;
  names_ = names;
}

Value TestExpression::Subscript(const Value& object) {
  Value parts[3] = {Value::None(), Value::None(), Value::None()};
  size_t colons = 0;
  while (!cx_.stopped() && !Take("]")) {
    if (Take(":")) {
      ++colons;
    } else {
      parts[colons] = Binary();
    }
  }
  if (cx_.stopped()) return Value();
  return colons > 0 ? GetSlice(cx_, object, parts[0], parts[1], parts[2])
                    : GetItem(cx_, object, parts[0]);
}

Value TestExpression::Operand() {
  if (Take("-")) return Negate(cx_, Operand());
  if (Take("+")) return Plus(cx_, Operand());
  if (Take("not ")) return Value::Bool(!Truth(cx_, Postfix()));
  if (Take("[")) return Items("]", false);
  if (Take("(")) return Items(")", true);
  if (Take("{")) return Entries();
  const char next = at_ < text_.size() ? text_[at_] : ' ';
  if (next == '\'' || next == '"') return String();
  return IsDigit(next) ? Number() : Named(Name());
}

// A tuple of one item needs its comma; without it the parentheses only group.
Value TestExpression::Items(std::string_view end, bool is_tuple) {
  const size_t begin = at_;
  Arguments(end);
  const std::vector<Value> items = values_;
  if (!is_tuple) return heap_.NewList(items);
  const bool groups = items.size() == 1 && !text_.substr(begin, at_ - begin).ends_with(",)");
  return groups ? items[0] : heap_.NewTuple(items);
}

Value TestExpression::Entries() {
  std::vector<MapEntry> entries;
  while (!cx_.stopped() && !Take("}")) {
    const Value key = Binary();
    Take(":");
    entries.push_back({key, Binary()});
    Take(",");
  }
  MapEntry* room = heap_.NewEntries(entries.size());
  if (room) std::copy(entries.begin(), entries.end(), room);
  return heap_.NewMap(room, entries.size());
}

Value TestExpression::String() {
  const char quote = text_[at_++];
  std::string text;
  for (; at_ < text_.size() && text_[at_] != quote; ++at_) {
    const bool is_escape = text_[at_] == '\\';
    text += is_escape ? Unescape(text_[++at_]) : text_[at_];
  }
  ++at_;
  return heap_.NewString(text, kWritten);
}

Value TestExpression::Number() {
  const size_t begin = at_;
  const auto goes_on = [&] {
    const char next = text_[at_];
    const bool is_sign = (next == '-' || next == '+') && text_[at_ - 1] == 'e';
    return IsNameCharacter(next) || next == '.' || is_sign;
  };
  while (at_ < text_.size() && goes_on()) ++at_;
  const std::string_view digits = text_.substr(begin, at_ - begin);
  int64_t integer;
  if (ParseInt(digits, 0, &integer) == NumberResult::kOk) return Value::Int(integer);
  double number = 0;
  ParseDouble(digits, &number);
  return Value::Double(number);
}

Value TestExpression::Named(std::string_view name) {
  for (const Variable& variable : variables_) {
    if (variable.name == name) return variable.value;
  }
  if (name == "none") return Value::None();
  if (name == "true" || name == "false") return Value::Bool(name == "true");
  if (name == "lowest") return Value::Int(INT64_MIN);
  if (name == "markup") return heap_.NewString(Grouped().as_string(), kSafe);
  if (name == "data") return heap_.NewString(Grouped().as_string());
  if (name == "gen") return NewGenerator(cx_, Grouped().items(), "<generator object gen>");
  if (name == "missing") {
    static constexpr Value kMissing = Value::String("missing");
    return Value::Undefined(&kMissing);
  }
  const Builtin* global = FindGlobal(name);
  if (!global) return cx_.FailType("TEST: unknown name " + std::string(name));
  return NewBuiltinObject(cx_, global);
}

Value TestExpression::Grouped() {
  Take("(");
  Arguments(")");
  return values_.empty() ? Value::String("") : values_[0];
}
// NOLINTEND(misc-no-recursion)

std::string Give(std::string_view expression, const RenderPolicy& policy, bool autoescape) {
  TestExpression test(policy);
  test.cx().autoescape = autoescape;
  return test.Show(test.Evaluate(expression));
}

void ExpectRows(std::span<const Row> rows, const RenderPolicy& policy, bool autoescape) {
  for (const Row& row : rows) {
    const std::string given = Give(row.expression, policy, autoescape);
    const bool fails_as_expected = row.gives.starts_with("error[") && given.starts_with(row.gives);
    EXPECT_TRUE(given == row.gives || fails_as_expected)
        << row.expression << "\n  gives  " << given << "\n  not    " << row.gives;
  }
}

RenderPolicy PolicyOf(UndefinedPolicy undefined) {
  RenderPolicy policy;
  policy.undefined = undefined;
  return policy;
}

}  // namespace galley
