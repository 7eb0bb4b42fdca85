// Lowering of paths and literals: where a path starts (a context, a block parameter, @data), then
// one instruction a field.  Which instruction depends on strictness, so that no mode is read while
// rendering.
#include <cmath>

#include "base/writer.h"
#include "diag/report.h"
#include "engine/handlebars/lowering.h"
#include "value/print.h"

namespace galley::handlebars {
namespace {

// The largest integer that JavaScript's numbers hold exactly.
constexpr double kLargestInteger = 9007199254740992.0;

Value NumberValue(double number) {
  const bool is_integer = std::floor(number) == number && std::abs(number) <= kLargestInteger;
  return is_integer ? Value::Int(static_cast<int64_t>(number)) : Value::Double(number);
}

DataPart PartOf(std::string_view name) noexcept {
  if (name == "index") return DataPart::kIndex;
  if (name == "key") return DataPart::kKey;
  if (name == "first") return DataPart::kFirst;
  if (name == "last") return DataPart::kLast;
  if (name == "root") return DataPart::kRoot;
  return name == "partial-block" ? DataPart::kPartialBlock : DataPart::kNamed;
}

}  // namespace

// ---------------------------------------------------------------------------
// Literals

uint32_t Lowering::LiteralConstant(const Node& node) {
  switch (node.kind) {
    case NodeKind::kString:
      return code_.AddText(tree_.texts[node.index]);
    case NodeKind::kNumber:
      return code_.AddConstant(NumberValue(node.number));
    case NodeKind::kTrue:
      return code_.AddConstant(Value::Bool(true));
    case NodeKind::kFalse:
      return code_.AddConstant(Value::Bool(false));
    case NodeKind::kNull:
      return code_.AddConstant(Value::None());
    default:
      return code_.AddConstant(Value::Undefined());
  }
}

// A literal where a name is called is the name of a field.
Path Lowering::PathOf(NodeId callee) {
  const Node& node = tree_[callee];
  if (node.kind == NodeKind::kPath) return tree_.paths[node.index];
  BufferWriter text;
  Meter meter{Limits()};
  switch (node.kind) {
    case NodeKind::kUndefined:
      text.Append("undefined");
      break;
    case NodeKind::kNull:
      text.Append("null");
      break;
    default:
      PrintJs(code_.unit().constants[LiteralConstant(node)], &text, &meter);
  }
  Path path;
  path.original = tree_.strings.emplace_back(text.view());
  path.parts = {static_cast<uint32_t>(tree_.parts.size()), 1};
  path.is_scoped = IsScopedPath(path.original);
  tree_.parts.push_back(path.original);
  return path;
}

void Lowering::LoadInto(uint16_t target, uint16_t operand) {
  if (operand != target) code_.Emit(Opcode::kMove, target, operand);
}

// The value of a literal or a path.
uint16_t Lowering::ValueOperand(NodeId id) {
  const Node& node = tree_[id];
  if (node.kind != NodeKind::kPath) return code_.Operand(LiteralConstant(node));
  return PathOperand(tree_.paths[node.index], false);
}

// ---------------------------------------------------------------------------
// Block parameters

const Scope* Lowering::FindParam(std::string_view name, uint32_t* index) const {
  for (size_t i = param_scopes_.size(); i-- > 0;) {
    const Scope& holder = scopes_[param_scopes_[i]];
    const std::span<const std::string_view> names = tree_.Params(tree_[holder.body]);
    for (uint32_t at = 0; at < names.size(); ++at) {
      if (names[at] != name) continue;
      *index = at;
      return &holder;
    }
  }
  return nullptr;
}

uint16_t Lowering::ParamOperand(const Scope& holder, uint32_t index, std::string_view name) {
  if (holder.source == ParamSource::kNobody) {
    code_.EmitFailure(Code::kTemplateType,
                      "the block parameter " + Quoted(name) + " is given by nobody");
    return scope().context;
  }
  auto operand = static_cast<uint16_t>(holder.first_param + index);
  if (const auto levels = static_cast<uint16_t>(code_.level() - holder.level); levels > 0) {
    const uint16_t loaded = code_.NewRegister();
    code_.Capture(levels);
    code_.Emit(Opcode::kLoadOuter, loaded, levels, operand);
    operand = loaded;
  }
  if (holder.source == ParamSource::kSection) code_.Emit(Opcode::kNeedParam, operand);
  return operand;
}

// ---------------------------------------------------------------------------
// Paths

uint16_t Lowering::ContextAt(uint32_t depth) {
  if (depth == 0) return scope().context;
  const uint16_t target = code_.NewRegister();
  code_.EmitD(Opcode::kOuterContext, target, depth);
  return target;
}

uint16_t Lowering::LoadData(const Path& path, bool strict) {
  const std::string_view name = tree_.Parts(path)[0];
  DataSite site;
  site.part = PartOf(name);
  site.strict = options_.strict && strict && path.parts.size == 1;
  site.sure = !IsLoose();
  site.depth = path.depth;
  site.name = code_.AddText(name);
  code_.unit().data_sites.push_back(site);
  const uint16_t target = code_.NewRegister();
  code_.EmitD(Opcode::kLoadData, target, static_cast<uint32_t>(code_.unit().data_sites.size() - 1));
  return target;
}

Lowering::Start Lowering::StartOf(const Path& path, bool strict) {
  if (path.parts.size == 0) return {ContextAt(path.depth), 0, false};
  const std::string_view name = tree_.Parts(path)[0];
  uint32_t index;
  if (path.depth == 0 && !path.is_scoped) {
    if (const Scope* holder = FindParam(name, &index)) {
      return {ParamOperand(*holder, index, name), 1, true};
    }
  }
  if (path.is_data) return {LoadData(path, strict), 1, false};
  if (options_.compat && path.depth == 0 && !path.is_scoped) {
    const uint16_t target = code_.NewRegister();
    code_.Emit(Opcode::kDepthField, target, 0, code_.AddField(name));
    return {target, 1, false};
  }
  return {ContextAt(path.depth), 0, false};
}

// How the part with that number is looked up.
Opcode Lowering::FieldOpcode(const Path& path, const Start& start, uint32_t part,
                             bool strict) const {
  const bool must_exist =
      options_.strict && strict && !start.is_param && part + 1 == path.parts.size;
  if (must_exist) return Opcode::kStrictField;
  if (IsLoose()) return path.is_data ? Opcode::kDataField : Opcode::kField;
  return Opcode::kSureField;
}

// The value behind the parts before `end`.
uint16_t Lowering::FollowParts(const Path& path, const Start& start, uint32_t end, bool strict) {
  uint16_t operand = start.operand;
  if (start.next >= end) return operand;
  const uint16_t target = code_.NewRegister();
  for (uint32_t part = start.next; part < end; ++part) {
    const uint16_t site = code_.AddField(tree_.Parts(path)[part]);
    code_.Emit(FieldOpcode(path, start, part, strict), target, operand, site);
    operand = target;
  }
  return operand;
}

bool Lowering::FallsBack(const Path& path, const Start& start) const noexcept {
  return options_.global_fallback && path.depth == 0 && !path.is_scoped && !path.is_data &&
         !start.is_param && path.parts.size > 0;
}

// The last step keeps what it is taken from: none there means that the path leads
// nowhere, none behind it does not.
uint16_t Lowering::PathOrGlobal(const Path& path, const Start& start, bool strict) {
  const uint32_t last = path.parts.size - 1;
  const uint16_t holder = FollowParts(path, start, last, false);
  const uint16_t target = code_.NewRegister();
  std::vector<uint16_t> fields;
  for (const std::string_view part : tree_.Parts(path)) fields.push_back(code_.AddField(part));
  code_.Emit(Opcode::kField, target, holder, fields.back());
  std::vector<PathSite>& sites = code_.unit().paths;
  if (sites.size() > UINT16_MAX) {
    code_.Fail(Code::kLimitSize, code_.position(), "the template has too many paths");
    return target;
  }
  const uint8_t must_exist = options_.strict && strict ? 1 : 0;
  code_.Emit(Opcode::kOrGlobal, target, holder, static_cast<uint16_t>(sites.size()), must_exist);
  sites.push_back({code_.unit().Keep(std::span<const uint16_t>(fields))});
  return target;
}

uint16_t Lowering::PathOperand(const Path& path, bool strict) {
  const Start start = StartOf(path, strict);
  if (FallsBack(path, start)) return PathOrGlobal(path, start, strict);
  const uint16_t operand = FollowParts(path, start, path.parts.size, strict);
  // Handlebars.js looks a name for its own field here.
  const bool again = options_.compat && options_.strict && strict && !start.is_param &&
                     !path.is_data && !path.is_scoped && path.depth == 0 && path.parts.size == 1;
  if (!again) return operand;
  const uint16_t target = code_.NewRegister();
  code_.Emit(Opcode::kStrictField, target, operand, code_.AddField(tree_.Parts(path)[0]));
  return target;
}

void Lowering::EmitPath(const Path& path, uint8_t style) {
  if (!IsLoose() || path.is_data || path.parts.size == 0 || options_.global_fallback) {
    code_.Emit(Opcode::kEmitJs, PathOperand(path, true), 0, 0, style);
    return;
  }
  const Start start = StartOf(path, true);
  if (start.next == path.parts.size) {
    code_.Emit(Opcode::kEmitJs, start.operand, 0, 0, style);
    return;
  }
  code_.Emit(Opcode::kEmitJs, FollowParts(path, start, path.parts.size, true), 0, 0, style);
}

}  // namespace galley::handlebars
