// Lowering of calls: which helper a name means, its arguments, its value.
#include <algorithm>
#include <array>

#include "base/ordered_map.h"
#include "diag/report.h"
#include "engine/handlebars/lowering.h"
#include "engine/library/builtin.h"
#include "engine/library/host_callables.h"

namespace galley::handlebars {
namespace {

struct KnownHelper {
  std::string_view name;
  Callee::Kind kind;
};

constexpr std::array<KnownHelper, 8> kKnownHelpers = {{
    {"blockHelperMissing", Callee::Kind::kHook},
    {"each", Callee::Kind::kEach},
    {"helperMissing", Callee::Kind::kHook},
    {"if", Callee::Kind::kIf},
    {"log", Callee::Kind::kLog},
    {"lookup", Callee::Kind::kLookup},
    {"unless", Callee::Kind::kUnless},
    {"with", Callee::Kind::kWith},
}};

Callee::Kind FindKnown(std::string_view name) noexcept {
  for (const KnownHelper& known : kKnownHelpers) {
    if (known.name == name) return known.kind;
  }
  return Callee::Kind::kUnknown;
}

}  // namespace

// As Handlebars.js tells helpers from fields.  Ours count only where they get
// arguments, so that they take no name away from the data.
Callee Lowering::Classify(const Node& call) {
  Callee callee;
  callee.path = PathOf(call.callee);
  const Path& path = callee.path;
  if (path.parts.size == 0 && call.kind != NodeKind::kSubExpression && call.params.size == 0 &&
      call.hash.size == 0) {
    return callee;
  }
  const std::string_view name = path.parts.size > 0 ? tree_.Parts(path)[0] : std::string_view();
  uint32_t index;
  if (path.is_simple() && FindParam(name, &index)) return callee;
  const bool has_arguments = call.params.size > 0 || call.hash.size > 0;
  const bool is_call = call.kind == NodeKind::kSubExpression || has_arguments;
  if (!is_call && !path.is_simple()) return callee;

  callee.kind = path.parts.size > 0 ? FindKnown(name) : Callee::Kind::kUnknown;
  if (callee.kind != Callee::Kind::kUnknown) return callee;
  if (path.is_simple() && options_.host && options_.host->Has(HostKind::kHelper, name)) {
    callee.kind = Callee::Kind::kHost;
    callee.takes_block = call.kind == NodeKind::kBlock && options_.host->TakesBlock(name);
  } else if (!is_call) {
    callee.kind = Callee::Kind::kPath;
  } else if (path.is_simple() && (callee.builtin = FindHelper(name))) {
    callee.kind = Callee::Kind::kOwn;
  }
  return callee;
}

// The value of a sub-expression.
bool Lowering::StepValue(Task* task) {
  const Node& call = tree_[task->node];
  if (task->state == 0) {
    code_.set_position(tree_[call.callee].span);
    task->callee = Classify(call);
    task->state = 1;
  }
  return StepCall(task, call, task->target);
}

bool Lowering::StepCall(Task* task, const Node& call, uint16_t target) {
  const Callee& callee = task->callee;
  if (callee.kind == Callee::Kind::kPath) {
    LoadInto(target, PathOperand(callee.path, true));
    return true;
  }
  if (callee.kind == Callee::Kind::kUnknown) {
    UnknownHelper(callee, call);
    return true;
  }
  if (!StepArguments(task, call)) return false;
  code_.set_position(tree_[call.callee].span);
  EmitCall(callee, call, task->base, target);
  return true;
}

// Arguments, then the values of the hash, into registers in that order.
bool Lowering::StepArguments(Task* task, const Node& call) {
  const uint32_t count = call.params.size + call.hash.size;
  if (task->index == 0) task->base = code_.NewRegisters(count);
  while (task->index < count) {
    const uint32_t at = task->index++;
    const NodeId item = at < call.params.size
                            ? tree_.Children(call.params)[at]
                            : tree_[tree_.Children(call.hash)[at - call.params.size]].callee;
    const auto target = static_cast<uint16_t>(task->base + at);
    if (at >= call.params.size && IsRepeated(call, at - call.params.size)) continue;
    if (tree_[item].kind != NodeKind::kSubExpression) {
      const uint16_t mark = code_.mark();
      code_.set_position(tree_[item].span);
      LoadInto(target, ValueOperand(item));
      code_.Release(mark);
      continue;
    }
    Task value{Task::Kind::kValue};
    value.node = item;
    value.target = target;
    Push(std::move(value));
    return false;
  }
  return true;
}

// True for a pair whose name an earlier one has: it is not even evaluated.
bool Lowering::IsRepeated(const Node& call, uint32_t pair) {
  const std::string_view name = tree_.texts[tree_[tree_.Children(call.hash)[pair]].index];
  return *HashRegister(call, 0, name) != call.params.size + pair;
}

// Of equal names the first counts.
std::optional<uint16_t> Lowering::HashRegister(const Node& call, uint16_t base,
                                               std::string_view name) {
  const std::span<const NodeId> pairs = tree_.Children(call.hash);
  for (uint32_t at = 0; at < pairs.size(); ++at) {
    if (tree_.texts[tree_[pairs[at]].index] == name) {
      return static_cast<uint16_t>(base + call.params.size + at);
    }
  }
  return std::nullopt;
}

// The hash as a map, in the order of Handlebars.js: the last pair comes first.  Of
// equal names the first gives the value, and `undefined` is no value.
uint16_t Lowering::MakeHash(const Node& call, uint16_t base) {
  const std::span<const NodeId> pairs = tree_.Children(call.hash);
  const uint16_t made = code_.NewRegister();
  const uint16_t items = code_.NewRegisters(2 * pairs.size());
  OrderedMap<bool, std::string_view> done;
  uint16_t count = 0;
  for (size_t at = pairs.size(); at-- > 0;) {
    const std::string_view name = tree_.texts[tree_[pairs[at]].index];
    const uint16_t value = *HashRegister(call, base, name);
    const Node& first = tree_[pairs[value - base - call.params.size]];
    if (!done.Insert(name, true).second) continue;
    if (tree_[first.callee].kind == NodeKind::kUndefined) continue;
    code_.EmitD(Opcode::kLoadConstant, static_cast<uint16_t>(items + count++), code_.AddText(name));
    code_.Emit(Opcode::kMove, static_cast<uint16_t>(items + count++), value);
  }
  code_.Emit(Opcode::kMakeMap, made, items, count);
  return made;
}

void Lowering::EmitCall(const Callee& callee, const Node& call, uint16_t base, uint16_t target) {
  switch (callee.kind) {
    case Callee::Kind::kLookup:
      return EmitLookup(call, base, target);
    case Callee::Kind::kLog:
      return EmitLog(call, base, target);
    case Callee::Kind::kHost:
      return EmitHost(callee, call, base, target);
    case Callee::Kind::kOwn:
      return EmitOwn(*callee.builtin, call, base, target);
    case Callee::Kind::kHook:
      return code_.EmitFailure(Code::kTemplateType,
                               Quoted(callee.path.original) + " cannot be called");
    default:
      return code_.EmitFailure(Code::kTemplateType,
                               Quoted(callee.path.original) + " needs a block");
  }
}

// Given another number of arguments, Handlebars.js fails unless the first is false,
// zero or empty.
void Lowering::EmitLookup(const Node& call, uint16_t base, uint16_t target) {
  const auto key = static_cast<uint16_t>(base + 1);
  if (call.params.size == 2) {
    code_.Emit(Opcode::kLookup, target, base, key);
    return;
  }
  const Label end = code_.NewLabel();
  if (call.params.size > 0) {
    LoadInto(target, base);
    code_.EmitJump(Opcode::kJumpIfFalsy, base, end);
  }
  code_.EmitFailure(Code::kTemplateType, "`lookup` takes a value and a key, not " +
                                             std::to_string(call.params.size) +
                                             (call.params.size == 1 ? " argument" : " arguments"));
  code_.Bind(end);
}

void Lowering::EmitLog(const Node& call, uint16_t base, uint16_t target) {
  uint16_t level = code_.Operand(code_.AddConstant(Value::Undefined()));
  if (const std::optional<uint16_t> given = HashRegister(call, base, "level")) level = *given;
  code_.Emit(Opcode::kLog, level, base, static_cast<uint16_t>(call.params.size));
  code_.EmitD(Opcode::kLoadConstant, target, code_.AddConstant(Value::Undefined()));
}

void Lowering::EmitHost(const Callee& callee, const Node& call, uint16_t base, uint16_t target) {
  HelperSite site = callee.site;
  site.name = code_.AddText(tree_.Parts(callee.path)[0]);
  site.context = code_.NewRegister();
  code_.Emit(Opcode::kOrNoContext, site.context, scope().context);
  site.base = base;
  site.count = static_cast<uint16_t>(call.params.size);
  if (call.hash.size > 0) site.hash = MakeHash(call, base);
  code_.unit().helpers.push_back(site);
  code_.EmitD(Opcode::kHelper, target, static_cast<uint32_t>(code_.unit().helpers.size() - 1));
}

// ---------------------------------------------------------------------------
// Helpers of ours

bool Lowering::CheckOwn(const Builtin& builtin, const Node& call) {
  const auto fail = [&](const std::string& problem) {
    code_.EmitFailure(Code::kTemplateType, Quoted(builtin.name) + " " + problem);
    return false;
  };
  const size_t known = builtin.parameters.size();
  if (call.params.size > known && !builtin.extra_positional) {
    return fail("takes at most " + std::to_string(known) + " arguments, not " +
                std::to_string(call.params.size));
  }
  for (const NodeId pair : tree_.Children(call.hash)) {
    const std::string_view name = tree_.texts[tree_[pair].index];
    const auto at =
        std::find_if(builtin.parameters.begin(), builtin.parameters.end(),
                     [&](const Parameter& parameter) { return parameter.name == name; });
    if (at == builtin.parameters.end()) return fail("has no argument " + Quoted(name));
  }
  for (size_t at = call.params.size; at < known; ++at) {
    const Parameter& parameter = builtin.parameters[at];
    if (parameter.required && !HashRegister(call, 0, parameter.name)) {
      return fail("lacks its argument " + Quoted(parameter.name));
    }
  }
  return true;
}

// The arguments in the order of the parameters; the first of their registers.
uint16_t Lowering::BindOwn(const Builtin& builtin, const Node& call, uint16_t base) {
  const size_t known = builtin.parameters.size();
  if (call.hash.size == 0 && call.params.size >= known) return base;
  const uint16_t bound = code_.NewRegisters(std::max<size_t>(known, call.params.size));
  for (uint32_t at = 0; at < std::max<size_t>(known, call.params.size); ++at) {
    const auto target = static_cast<uint16_t>(bound + at);
    std::optional<uint16_t> given;
    if (at < call.params.size) given = static_cast<uint16_t>(base + at);
    if (!given && at < known) given = HashRegister(call, base, builtin.parameters[at].name);
    if (given) {
      code_.Emit(Opcode::kMove, target, *given);
    } else {
      code_.EmitD(Opcode::kLoadConstant, target,
                  code_.AddConstant(builtin.parameters[at].fallback));
    }
  }
  return bound;
}

void Lowering::EmitOwn(const Builtin& builtin, const Node& call, uint16_t base, uint16_t target) {
  if (!CheckOwn(builtin, call)) return;
  const uint16_t bound = BindOwn(builtin, call, base);
  const size_t site = code_.unit().builtins.size();
  if (site > UINT16_MAX) {
    return code_.Fail(Code::kLimitSize, call.span, "the template calls more than 65,536 helpers");
  }
  const auto count =
      static_cast<uint16_t>(std::max<size_t>(builtin.parameters.size(), call.params.size));
  code_.unit().builtins.push_back({&builtin, count, false, {}});
  code_.Emit(Opcode::kFilter, target, bound, static_cast<uint16_t>(site));
}

void Lowering::UnknownHelper(const Callee& callee, const Node& call) {
  std::string message = "no helper is called " + Quoted(callee.path.original);
  std::vector<std::string_view> names = HelperNames();
  for (const KnownHelper& known : kKnownHelpers) {
    if (known.kind != Callee::Kind::kHook) names.push_back(known.name);
  }
  if (options_.host) {
    const std::vector<std::string_view> more = options_.host->Names(HostKind::kHelper);
    names.insert(names.end(), more.begin(), more.end());
  }
  std::string hint = SuggestNearest(callee.path.original, names);
  if (options_.refuse_unknown_helpers) {
    return code_.Fail(Code::kUnknownHelper, tree_[call.callee].span, std::move(message),
                      std::move(hint));
  }
  if (!hint.empty()) message += "; " + hint;
  code_.EmitFailure(Code::kUnknownHelper, message);
}

}  // namespace galley::handlebars
