// Calls of what the host brings, and the way back into templates that such a call opens.
//
// What a callable has rendered runs in a loop of its own, inside of the instruction that
// called the host and above its frame.  That loop ends with the frame it began with; where
// it fails its frames stay, so that the message tells of both.  Only instructions that no
// short routine has call the host, so nothing runs without a frame around such a loop.
#include "engine/vm/host_calls.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "diag/report.h"
#include "engine/library/host_callables.h"
#include "engine/vm/handlebars_runtime.h"
#include "engine/vm/jinja_runtime.h"
#include "engine/vm/machine.h"

namespace galley {

// Each loop inside of a loop takes stack of the thread.
static constexpr uint32_t kMostNested = 32;

class HostCalls::ReentrantCall final : public HostCall {
 public:
  ReentrantCall(HostCalls* calls, CallContext* cx, HostKind kind, std::string_view name)
      : HostCall(*cx, kind, name), calls_(*calls) {}

  Value RenderBody(const HostBody& given) override { return Render(body, body_params, given); }
  Value RenderInverse(const HostBody& given) override {
    return Render(inverse, inverse_params, given);
  }
  Value RenderTemplate(std::string_view name, const Value& data) override {
    return calls_.RunTemplate(name, data);
  }
  Value Call(const Value& callee, std::span<const Value> values) override {
    return calls_.RunCallee(callee, values);
  }
  const Value* FindName(std::string_view name) const override {
    return calls_.frame().context->FindName(name, HashKey(name));
  }

  std::optional<Closure> body;
  std::optional<Closure> inverse;
  uint32_t inverse_params = 0;

 private:
  Value Render(const std::optional<Closure>& closure, uint32_t params, const HostBody& given) {
    return closure ? calls_.RunBody(*closure, params, given) : Value::String("");
  }

  HostCalls& calls_;
};

// A copy that what the callable has rendered does not overwrite.
std::span<const Value> HostCalls::KeepArguments(std::span<const Value> values) {
  Value* kept = heap().NewItems(values.size());
  if (!kept) return {};
  std::copy(values.begin(), values.end(), kept);
  return {kept, values.size()};
}

// Hands over the arguments at hand.
void HostCalls::HandOverArguments(HostCall* call) {
  const size_t positional =
      static_cast<size_t>(std::find_if(jinja_.names_.begin(), jinja_.names_.end(),
                                       [](std::string_view n) { return !n.empty(); }) -
                          jinja_.names_.begin());
  call->arguments = KeepArguments({jinja_.values_.data(), positional});
  const auto first = static_cast<ptrdiff_t>(positional);
  jinja_.values_.erase(jinja_.values_.begin(), jinja_.values_.begin() + first);
  jinja_.names_.erase(jinja_.names_.begin(), jinja_.names_.begin() + first);
  if (jinja_.values_.empty()) return;
  const size_t count = jinja_.values_.size();
  call->named = jinja_.KeywordMap(count);
  if (call->named.size() < count) {
    cx().FailType(Quoted(call->name()) + " gets a keyword argument twice");
  }
}

Value HostCalls::CallHostFilter(const CallSite& site) {
  if (!jinja_.GatherArguments(site)) return Value();
  jinja_.values_.insert(jinja_.values_.begin(), core_.Operand(site.callee));
  jinja_.names_.insert(jinja_.names_.begin(), std::string_view());
  ReentrantCall call(this, &cx(), site.is_test ? HostKind::kTest : HostKind::kFilter,
                     core_.Constant(site.host).as_string());
  HandOverArguments(&call);
  return cx().stopped() ? Value() : CallHost(*request().host, call);
}

Value HostCalls::CallHostObject(const HostObject& object) {
  ReentrantCall call(this, &cx(), HostKind::kGlobal, object.name);
  HandOverArguments(&call);
  return cx().stopped() ? Value() : CallHost(*object.host, call);
}

Value HostCalls::CallHelper(const HelperSite& site) {
  const Value* registers = frame().registers;
  ReentrantCall call(this, &cx(), HostKind::kHelper, core_.Constant(site.name).as_string());
  call.arguments = KeepArguments({registers + site.base, site.count});
  if (site.hash != UINT16_MAX) call.named = registers[site.hash];
  call.context = core_.Operand(site.context);
  call.has_body = site.body != UINT32_MAX;
  call.has_inverse = site.inverse != UINT32_MAX;
  call.body_params = site.body_params;
  call.inverse_params = site.inverse_params;
  if (call.has_body) call.body = handlebars_.MakeClosure(site.body);
  if (call.has_inverse) call.inverse = handlebars_.MakeClosure(site.inverse);
  return cx().stopped() ? Value() : CallHost(*request().host, call);
}

// Runs what `begin` makes a frame for, and takes what it writes.
template <class Begin>
Value HostCalls::RunInside(Begin begin) {
  if (cx().stopped()) return Value();
  if (core_.nested == kMostNested) {
    return cx().Fail(Code::kLimitDepth,
                     "calls of the host are nested deeper than " + std::to_string(kMostNested));
  }
  const size_t written = out().size();
  const Machine::Tags tags = machine_.tags_;
  begin();
  if (cx().stopped()) return Value();
  const bool is_program = frame().routine->kind == RoutineKind::kProgram;
  const size_t floor = std::exchange(core_.floor, core_.frames.size());
  ++core_.nested;
  const bool done = machine_.Run() && !out().overflowed();
  --core_.nested;
  core_.floor = floor;
  if (!done || cx().stopped()) {
    core_.halted = true;
    return cx().stopped() ? Value() : cx().Fail(Code::kLimitOutput, core_.OutputLimit());
  }
  core_.Pop();
  machine_.tags_ = tags;
  return core_.TakeText(written, is_program || cx().autoescape);
}

// @ variables for the block that begins, above those around.
void HostCalls::GiveData(const Value& variables) {
  DataLevel level{DataLevel::Kind::kGiven};
  const DataLevel& around = handlebars_.state().data.back();
  level.has_root = around.has_root;
  level.loop = around.is_hidden ? kNowhere : around.loop;
  level.block = around.block;
  level.given = static_cast<uint32_t>(handlebars_.state().given.size());
  handlebars_.state().given.push_back({variables,
                                       static_cast<uint32_t>(handlebars_.state().data.size()),
                                       around.is_hidden ? kNowhere : around.given});
  handlebars_.state().data.push_back(level);
}

Value HostCalls::RunBody(const Closure& closure, uint32_t params, const HostBody& body) {
  return RunInside([&] {
    const ProgramFrame program = handlebars_.NewProgram();
    if (body.data.is_map()) GiveData(body.data);
    handlebars_.RunClosure(closure, false, body.context, program);
    if (cx().stopped()) return;
    for (size_t at = 0; at < params; ++at) {
      frame().registers[1 + at] = at < body.params.size() ? body.params[at] : Value();
    }
  });
}

Value HostCalls::RunTemplate(std::string_view name, const Value& data) {
  const Unit* unit = cx().stopped() ? nullptr : core_.LoadOne(heap().NewString(name), false);
  if (!unit) return Value();
  return RunInside([&] { PushTemplate(*unit, data); });
}

// A template with a context of its own, which sees nothing of the ones around.
void HostCalls::PushTemplate(const Unit& unit, const Value& data) {
  TemplateContext* context = core_.NewContext();
  if (!context) return;
  context->data = data;
  context->globals = request().globals;
  jinja_.AddBlocks(context, unit);
  const Routine& main = unit.routines[0];
  ProgramFrame program = handlebars_.NewProgram();
  if (!core_.Push(&unit, &main, context, Ending::kWritten, 0) ||
      main.kind != RoutineKind::kProgram) {
    return;
  }
  program.container = handlebars_.ContainerOf(&unit);
  program.inlines =
      std::exchange(handlebars_.state().containers[program.container].inlines, kNowhere);
  program.contexts = kNowhere;
  handlebars_.state().programs.push_back(program);
  frame().registers[0] = data;
  MapEntry* root = heap().NewEntries(1);
  if (!root) return;
  root[0] = {Value::String("root"), data};
  DataLevel level{DataLevel::Kind::kRoot};
  level.given = static_cast<uint32_t>(handlebars_.state().given.size());
  handlebars_.state().given.push_back(
      {heap().NewMap(root, 1), static_cast<uint32_t>(handlebars_.state().data.size()), kNowhere});
  handlebars_.state().data.push_back(level);
}

Value HostCalls::RunCallee(const Value& callee, std::span<const Value> values) {
  if (cx().stopped()) return Value();
  jinja_.values_.assign(values.begin(), values.end());
  jinja_.names_.assign(values.size(), std::string_view());
  const bool is_code = IsObject(callee, ObjectType::kMacro) || IsObject(callee, ObjectType::kBlock);
  if (is_code) return RunInside([&] { jinja_.CallValue(callee, Ending::kWritten, 0, 0); });
  if (IsObject(callee, ObjectType::kHost)) {
    return CallHostObject(*static_cast<const HostObject*>(callee.function()));
  }
  return CallObject(cx(), callee, jinja_.values_, jinja_.names_);
}

}  // namespace galley
