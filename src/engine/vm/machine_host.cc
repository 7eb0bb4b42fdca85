// Calls of what the host brings, and the way back into templates that such a call opens.
//
// What a callable has rendered runs in a loop of its own, inside of the instruction that
// called the host and above its frame.  That loop ends with the frame it began with; where
// it fails its frames stay, so that the message tells of both.  Only instructions that no
// short routine has call the host, so there is never a detour around such a loop.
#include <algorithm>
#include <optional>
#include <utility>

#include "diag/report.h"
#include "engine/library/host_callables.h"
#include "engine/vm/machine.h"

namespace galley {

// Each loop inside of a loop takes stack of the thread.
static constexpr uint32_t kMostNested = 32;

class Machine::ReentrantCall final : public HostCall {
 public:
  ReentrantCall(Machine* machine, HostKind kind, std::string_view name)
      : HostCall(*machine->cx_, kind, name), machine_(*machine) {}

  Value RenderBody(const HostBody& given) override { return Render(body, body_params, given); }
  Value RenderInverse(const HostBody& given) override {
    return Render(inverse, inverse_params, given);
  }
  Value RenderTemplate(std::string_view name, const Value& data) override {
    return machine_.RunTemplate(name, data);
  }
  Value Call(const Value& callee, std::span<const Value> values) override {
    return machine_.RunCallee(callee, values);
  }

  std::optional<Closure> body;
  std::optional<Closure> inverse;
  uint32_t inverse_params = 0;

 private:
  Value Render(const std::optional<Closure>& closure, uint32_t params, const HostBody& given) {
    return closure ? machine_.RunBody(*closure, params, given) : Value::String("");
  }

  Machine& machine_;
};

// ---------------------------------------------------------------------------
// Calls

// A copy that what the callable has rendered does not overwrite.
std::span<const Value> Machine::KeepArguments(std::span<const Value> values) {
  Value* kept = heap_.NewItems(values.size());
  if (!kept) return {};
  std::copy(values.begin(), values.end(), kept);
  return {kept, values.size()};
}

// Hands over the arguments at hand.
void Machine::HandOverArguments(HostCall* call) {
  const size_t positional = static_cast<size_t>(
      std::find_if(names_.begin(), names_.end(), [](std::string_view n) { return !n.empty(); }) -
      names_.begin());
  call->arguments = KeepArguments({values_.data(), positional});
  const auto first = static_cast<ptrdiff_t>(positional);
  values_.erase(values_.begin(), values_.begin() + first);
  names_.erase(names_.begin(), names_.begin() + first);
  if (values_.empty()) return;
  const size_t count = values_.size();
  call->named = KeywordMap(count);
  if (call->named.size() < count) {
    cx_->FailType(Quoted(call->name()) + " gets a keyword argument twice");
  }
}

Value Machine::CallHostFilter(const CallSite& site) {
  if (!GatherArguments(site)) return Value();
  values_.insert(values_.begin(), Operand(site.callee));
  names_.insert(names_.begin(), std::string_view());
  ReentrantCall call(this, site.is_test ? HostKind::kTest : HostKind::kFilter,
                     Constant(site.host).as_string());
  HandOverArguments(&call);
  return cx_->stopped() ? Value() : CallHost(*request_->host, call);
}

Value Machine::CallHostObject(const HostObject& object) {
  ReentrantCall call(this, HostKind::kGlobal, object.name);
  HandOverArguments(&call);
  return cx_->stopped() ? Value() : CallHost(*object.host, call);
}

Value Machine::CallHelper(const HelperSite& site) {
  const Value* registers = frame().registers;
  ReentrantCall call(this, HostKind::kHelper, Constant(site.name).as_string());
  call.arguments = KeepArguments({registers + site.base, site.count});
  if (site.hash != UINT16_MAX) call.named = registers[site.hash];
  call.context = Operand(site.context);
  call.has_body = site.body != UINT32_MAX;
  call.has_inverse = site.inverse != UINT32_MAX;
  call.body_params = site.body_params;
  call.inverse_params = site.inverse_params;
  if (call.has_body) call.body = MakeClosure(site.body);
  if (call.has_inverse) call.inverse = MakeClosure(site.inverse);
  return cx_->stopped() ? Value() : CallHost(*request_->host, call);
}

// ---------------------------------------------------------------------------
// The way back

// Runs what `begin` makes a frame for, and takes what it writes.
template <class Begin>
Value Machine::RunInside(Begin begin) {
  if (cx_->stopped()) return Value();
  if (nested_ == kMostNested) {
    return cx_->Fail(Code::kLimitDepth, "calls of the host are nested deeper than " +
                                            std::to_string(kMostNested));
  }
  const size_t written = out_->size();
  const bool from_data = std::exchange(from_data_, false);
  const size_t tag_begin = tag_begin_;
  const bool tag_seen = tag_seen_;
  const bool tag_printed = tag_printed_;
  begin();
  if (cx_->stopped()) return Value();
  const bool is_program = frame().routine->kind == RoutineKind::kProgram;
  const size_t floor = std::exchange(floor_, frames_.size());
  ++nested_;
  const bool done = Run() && !out_->overflowed();
  --nested_;
  floor_ = floor;
  if (!done || cx_->stopped()) {
    halted_ = true;
    return cx_->stopped() ? Value() : cx_->Fail(Code::kLimitOutput, OutputLimit());
  }
  Pop();
  tag_begin_ = tag_begin;
  tag_seen_ = tag_seen;
  tag_printed_ = tag_printed;
  return TakeText(written, from_data, is_program || cx_->autoescape);
}

// @ variables for the block that begins, above those around.
void Machine::GiveData(const Value& variables) {
  DataLevel level{DataLevel::Kind::kGiven};
  const DataLevel& around = handlebars_.data.back();
  level.has_root = around.has_root;
  level.loop = around.is_hidden ? kNowhere : around.loop;
  level.block = around.block;
  level.given = static_cast<uint32_t>(handlebars_.given.size());
  handlebars_.given.push_back({variables, static_cast<uint32_t>(handlebars_.data.size()),
                               around.is_hidden ? kNowhere : around.given});
  handlebars_.data.push_back(level);
}

Value Machine::RunBody(const Closure& closure, uint32_t params, const HostBody& body) {
  return RunInside([&] {
    const ProgramFrame program = NewProgram();
    if (body.data.is_map()) GiveData(body.data);
    RunClosure(closure, false, body.context, program);
    if (cx_->stopped()) return;
    for (size_t at = 0; at < params; ++at) {
      frame().registers[1 + at] = at < body.params.size() ? body.params[at] : Value();
    }
  });
}

Value Machine::RunTemplate(std::string_view name, const Value& data) {
  const Unit* unit = cx_->stopped() ? nullptr : LoadOne(heap_.NewString(name), false);
  if (!unit) return Value();
  return RunInside([&] { PushTemplate(*unit, data); });
}

// A template with a context of its own, which sees nothing of the ones around.
void Machine::PushTemplate(const Unit& unit, const Value& data) {
  TemplateContext* context = NewContext();
  if (!context) return;
  context->data = data;
  context->globals = request_->globals;
  AddBlocks(context, unit);
  const Routine& main = unit.routines[0];
  ProgramFrame program = NewProgram();
  if (!Push(&unit, &main, context, Ending::kWritten, 0) || main.kind != RoutineKind::kProgram) {
    return;
  }
  program.container = ContainerOf(&unit);
  program.inlines = std::exchange(handlebars_.containers[program.container].inlines, kNowhere);
  program.contexts = kNowhere;
  handlebars_.programs.push_back(program);
  frame().registers[0] = data;
  MapEntry* root = heap_.NewEntries(1);
  if (!root) return;
  root[0] = {Value::String("root"), data};
  DataLevel level{DataLevel::Kind::kRoot};
  level.given = static_cast<uint32_t>(handlebars_.given.size());
  handlebars_.given.push_back(
      {heap_.NewMap(root, 1), static_cast<uint32_t>(handlebars_.data.size()), kNowhere});
  handlebars_.data.push_back(level);
}

Value Machine::RunCallee(const Value& callee, std::span<const Value> values) {
  if (cx_->stopped()) return Value();
  values_.assign(values.begin(), values.end());
  names_.assign(values.size(), std::string_view());
  const bool is_code =
      IsObject(callee, ObjectType::kMacro) || IsObject(callee, ObjectType::kBlock);
  if (is_code) return RunInside([&] { CallValue(callee, Ending::kWritten, 0, 0); });
  if (IsObject(callee, ObjectType::kHost)) {
    return CallHostObject(*static_cast<const HostObject*>(callee.function()));
  }
  return CallObject(*cx_, callee, values_, names_);
}

}  // namespace galley
