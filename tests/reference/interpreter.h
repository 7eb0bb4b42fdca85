// The reference: a Jinja that walks the syntax tree.
//
// It is slow, knows no limits but one on depth, and has as little as possible in
// common with the lowering and the virtual machine: the parser's tree goes in, text
// comes out, and only values, operators, filters and tests are the library's.  Where
// it and the machine differ, one of them is wrong.
#ifndef GALLEY_TESTS_REFERENCE_INTERPRETER_H_
#define GALLEY_TESTS_REFERENCE_INTERPRETER_H_

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/jinja/ast.h"
#include "engine/library/builtin.h"
#include "engine/library/objects.h"
#include "galley/limits.h"
#include "tests/reference/scope.h"
#include "value/heap.h"
#include "value/value.h"
#include "workspace/jinja_options.h"

namespace galley::reference {

struct Input {
  std::string_view source;
  std::map<std::string_view, std::string_view> templates;
  workspace::JinjaOptions options;
  Value data;     // a map
  Value globals;  // a map, or undefined
};

struct Outcome {
  std::string text;
  std::string_view code;  // of the failure, empty where there is none
  std::string message;

  bool ok() const { return code.empty(); }
};

class Interpreter {
 public:
  explicit Interpreter(const Input& input);

  Outcome Render();

 private:
  struct Template {
    std::string_view name;
    jinja::Tree tree;
    std::vector<jinja::NodeId> blocks;
  };
  struct Block {
    const Template* unit;
    jinja::NodeId node;
  };
  using Names = std::map<std::string_view, Value>;
  struct Context {
    Names parent;  // what it was given
    Names variables;
    std::set<std::string_view> exported;
    std::map<std::string_view, std::vector<Block>> blocks;  // the most derived first
    bool* autoescape;
  };

  // Where a statement or an expression stands.
  enum class Escape : uint8_t { kOff, kOn, kAsked };
  struct Place {
    const Template* unit;
    Context* context;
    Scope* scope;
    std::string* out;
    Escape escape;
    const Template** parent;         // what the template extends
    bool top_level = false;          // assignments are exported
    bool check_output = false;       // output is dropped once there is a parent
    Escape literals = Escape::kOff;  // of literals, known when compiling
  };
  enum class Flow : uint8_t { kNext, kBreak, kContinue };

  // What a template can hold besides the library's objects.
  struct Macro : Function {
    const jinja::Node* node;
    Place place;
    bool takes_caller;
    bool takes_varargs;
    bool takes_kwargs;
  };
  struct Loop : Function {
    std::vector<Value> items;
    size_t turn = 0;
    int64_t depth = 0;
    Value changed;
    const jinja::Node* recursive = nullptr;
    Place place;  // around it
  };
  struct Module : Function {
    Context* context;
    Value body;
  };
  struct BlockReference : Function {
    Context* context;
    std::string_view block;
    size_t depth;
  };
  struct Arguments {
    std::vector<Value> values;
    std::vector<std::string_view> names;  // empty for one by position
  };

  // --- templates.cc
  const Template* Parse(std::string_view name, std::string_view text);
  const Template* Load(const Value& name);
  const Template* LoadFirst(const Value& names, bool ignore_missing);
  Context* NewContext(Names parent);
  Context* Derived(const Place& place);
  Names Everything(const Place& place);
  void AddBlocks(Context* context, const Template& unit);
  void RunTemplate(const Template& unit, Context* context, std::string* out);
  void RunBlock(std::string_view name, size_t depth, Context* context, std::string* out);
  Value MakeModule(const Template& unit, Context* context);
  Value SharedModule(const Template& unit);
  void Include(const jinja::Node& node, const Place& place);
  void Import(const jinja::Node& node, const Place& place);
  void Extend(const jinja::Node& node, const Place& place);
  void CallBlock(const jinja::Node& node, const Place& place);
  Value BlockValue(Context* context, std::string_view block, size_t depth);
  bool Descend();

  // --- statements.cc
  Scope* NewScope(Scope* outer);
  void Enter(Scope* scope, const Context& context);
  Place Inner(const Place& place, Scope* scope);
  Flow Run(jinja::ListId statements, const Place& place);
  Flow RunStatement(const jinja::Node& node, const Place& place);
  Flow RunIf(const jinja::Node& node, const Place& place);
  void RunFor(const jinja::Node& node, const Place& place);
  void RunLoop(const jinja::Node& node, const Value& iterable, int64_t depth, const Place& place,
               std::string* out);
  std::vector<Value> Passing(const jinja::Node& node, const std::vector<Value>& items,
                             const Place& place);
  Flow RunScoped(const jinja::Node& node, const Place& place);
  Flow RunWith(const jinja::Node& node, const Place& place);
  Flow RunAutoescape(const jinja::Node& node, const Place& place);
  Flow RunFilterBlock(const jinja::Node& node, const Place& place);
  Flow RunSetBlock(const jinja::Node& node, const Place& place);
  void Assign(jinja::NodeId target, const Value& value, const Place& place);
  void Export(jinja::NodeId target, const Place& place);
  void Write(const Value& value, const Place& place);
  Value Text(const std::string& text, bool safe);
  bool Escapes(const Place& place) const;
  void Print(jinja::NodeId expression, const Place& place);

  // --- expressions.cc
  Value Evaluate(jinja::NodeId id, const Place& place);
  Value NamedValue(std::string_view name, const Place& place);
  // What is stored or passed on.
  Value Kept(const Value& value);
  Value Binary(const jinja::Node& node, const Place& place);
  Value Logic(const jinja::Node& node, const Place& place);
  Value Compared(const jinja::Node& node, const Place& place);
  Value Sequence(const jinja::Node& node, const Place& place);
  Value Dict(const jinja::Node& node, const Place& place);
  Value Item(const jinja::Node& node, const Place& place);
  Value Attribute(const Value& object, const Value& name);
  Value LoopAttribute(const Loop& loop, std::string_view name, const Value& absent);
  Value Apply(const jinja::Node& node, const Value& operand, const Place& place);
  Value ApplyChain(jinja::NodeId filter, const Value& operand, const Place& place);
  Arguments Gather(jinja::ListId list, const Place& place);
  Value CallNode(const jinja::Node& node, const Place& place, const Value* caller);
  Value Call(const Value& callee, Arguments arguments);
  Value CallLoop(const Loop& loop, const Arguments& arguments);
  Value CallMacro(const Macro& macro, Arguments arguments);
  bool BindMacro(const Macro& macro, Arguments arguments, Scope* scope);
  Value NewMacro(const jinja::Node& node, const Place& place);
  const Value* Name(std::string_view text);

  const Input& input_;
  RenderPolicy policy_;
  Heap heap_;
  CallContext cx_;
  std::deque<Template> templates_;
  std::deque<Context> contexts_;
  std::deque<bool> escapes_;
  std::deque<Scope> scopes_;
  std::deque<Value> names_;
  std::deque<Macro> macros_;
  std::deque<Loop> loops_;
  std::deque<Module> modules_;
  std::deque<BlockReference> blocks_;
  std::deque<Function> selves_;
  std::map<const Function*, Context*> self_contexts_;
  std::map<const Template*, Value> shared_modules_;
  // The text that the filter of a block is for, while that is evaluated.
  Value block_text_;
  size_t depth_ = 0;
  size_t extended_ = 0;  // templates that were extended
};

// What is used in `statements` of the special `name` before anything is assigned to it.
bool UsesSpecial(const jinja::Tree& tree, jinja::ListId statements, std::string_view name);
// What is wrong with the filters and tests that Jinja2 looks for before it renders.
std::optional<Code> CheckBuiltins(const jinja::Tree& tree);

}  // namespace galley::reference

#endif  // GALLEY_TESTS_REFERENCE_INTERPRETER_H_
