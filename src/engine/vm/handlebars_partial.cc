// Partials of Handlebars: calls of them, their blocks, and those defined inline.
//
// A program that ends leaves the stacks of the state as it found them.
#include <string>
#include <vector>

#include "base/utf8.h"
#include "diag/report.h"
#include "engine/library/javascript.h"
#include "engine/vm/handlebars_runtime.h"

namespace galley {

bool HandlebarsRuntime::PushProgram(UnitState* state, const Routine* routine, ProgramFrame program,
                                    const Value& context) {
  if (!core_.Push(state, routine, frame().context, Ending::kWritten, 0)) return false;
  frame().registers[0] = context;
  state_.programs.push_back(program);
  return true;
}

// What a program that begins now puts back.
ProgramFrame HandlebarsRuntime::NewProgram() const noexcept {
  ProgramFrame program{};
  program.context_count = state_.contexts.size();
  program.data_count = state_.data.size();
  program.inline_count = state_.inlines.size();
  program.block_count = state_.blocks.size();
  return program;
}

void HandlebarsRuntime::EndProgram() {
  const ProgramFrame& program = state_.programs.back();
  if (!program.indent.empty()) IndentOutput(frame().written, program.indent);
  state_.containers[program.container].inlines = program.inlines;
  heap().meter().Give((state_.inlines.size() - program.inline_count) * sizeof(InlinePartial));
  state_.contexts.resize(program.context_count);
  state_.data.resize(program.data_count, DataLevel{DataLevel::Kind::kRoot});
  state_.inlines.resize(program.inline_count);
  state_.blocks.resize(program.block_count);
  while (!state_.given.empty() && state_.given.back().level >= program.data_count) {
    state_.given.pop_back();
  }
  state_.programs.pop_back();
}

// Puts `indent` before each line written since `written`, but for an empty last one.
void HandlebarsRuntime::IndentOutput(size_t written, std::string_view indent) {
  const std::string_view text = out().view().substr(written);
  HeapWriter indented(&heap());
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    indented.Append(indent);
    indented.Append(text.substr(begin, end - begin));
    begin = end;
  }
  const Value made = indented.Finish();
  out().Truncate(written);
  out().Append(made.as_string());
}

Closure HandlebarsRuntime::MakeClosure(uint32_t routine) {
  const ProgramFrame& program = state_.programs.back();
  Closure closure{};
  closure.unit = frame().unit;
  closure.routine = routine == UINT32_MAX ? nullptr : &frame().unit->routines[routine];
  // One that keeps no variables itself still leads to those around it.
  const bool leads_out = frame().routine->captured || frame().outside;
  closure.environment = leads_out ? core_.OwnEnvironment() : nullptr;
  closure.contexts = program.contexts;
  closure.container = program.container;
  closure.block = kNowhere;
  return closure;
}

void HandlebarsRuntime::DefineInline(const Value& name, uint32_t routine) {
  const Value text = FieldName(cx(), name);
  PushInline({text, MakeClosure(routine), kNowhere});
}

// Makes it visible to the program that runs.
void HandlebarsRuntime::PushInline(const InlinePartial& partial) {
  if (!heap().meter().Take(sizeof(InlinePartial))) return;
  uint32_t& visible = state_.containers[state_.programs.back().container].inlines;
  state_.inlines.push_back(partial);
  state_.inlines.back().next = visible;
  visible = static_cast<uint32_t>(state_.inlines.size() - 1);
}

void HandlebarsRuntime::DropInlines(size_t count) {
  uint32_t& visible = state_.containers[state_.programs.back().container].inlines;
  for (size_t i = 0; i < count; ++i) visible = state_.inlines[visible].next;
  state_.inlines.resize(state_.inlines.size() - count);
  heap().meter().Give(count * sizeof(InlinePartial));
}

uint32_t HandlebarsRuntime::ContainerOf(const Unit* unit) {
  std::vector<Container>& containers = state_.containers;
  for (uint32_t at = 0; at < containers.size(); ++at) {
    if (containers[at].unit == unit) return at;
  }
  containers.push_back({unit, kNowhere});
  return static_cast<uint32_t>(containers.size() - 1);
}

Value HandlebarsRuntime::PartialName(const PartialSite& site) {
  const Value& name = core_.Operand(site.name);
  // A name that is nothing is still a name.
  if (site.is_dynamic && IsFalsy(name)) return Value::String("undefined");
  return FieldName(cx(), name);
}

Value HandlebarsRuntime::PartialContext(const PartialSite& site) {
  const Value& context = core_.Operand(site.context);
  return site.hash == UINT16_MAX ? context : MergedContext(context, frame().registers[site.hash]);
}

// A map of the fields of both; those of the hash count.  Items of a list and
// characters of a string are fields too.
Value HandlebarsRuntime::MergedContext(const Value& context, const Value& hash) {
  size_t size = 0;
  if (context.is_map() || context.is_sequence()) size = context.size();
  if (context.is_string()) size = Utf16Length(context.as_string());
  MapEntry* entries = heap().NewEntries(size + hash.size());
  if (!entries) return Value();
  if (context.is_string()) AddUnits(context.as_string(), entries);
  for (size_t at = 0; at < size && !context.is_string(); ++at) {
    entries[at] = context.is_map()
                      ? context.entries()[at]
                      : MapEntry{heap().NewString(std::to_string(at)), context.items()[at]};
  }
  if (cx().stopped()) return Value();
  for (size_t at = 0; at < hash.size(); ++at) entries[size + at] = hash.entries()[at];
  return heap().NewMap(entries, size + hash.size());
}

// The UTF-16 units of a string by their numbers, as FieldOfOther gives them.
void HandlebarsRuntime::AddUnits(std::string_view text, MapEntry* entries) {
  size_t number = 0;
  for (size_t at = 0; at < text.size() && heap().meter().Step();) {
    const CodePoint decoded = DecodeUtf8(text, at);
    const bool is_pair = decoded.value > 0xFFFF;
    const Value unit = Value::String(is_pair ? "\uFFFD" : text.substr(at, decoded.size));
    for (size_t units = is_pair ? 2 : 1; units > 0; --units, ++number) {
      entries[number] = {heap().NewString(std::to_string(number)), unit};
    }
    at += decoded.size;
  }
}

// What a name means: the block of the call around, an inline partial, or a template.
HandlebarsRuntime::PartialTarget HandlebarsRuntime::FindPartial(const PartialSite& site,
                                                                const Value& name) {
  PartialTarget target;
  if (!site.is_dynamic && name.as_string() == "@partial-block") {
    const uint32_t block = state_.data.back().block;
    if (block == kNowhere) return target;
    target.closure = state_.blocks[block];
    target.is_block = true;
    return target;
  }
  uint32_t at = state_.containers[state_.programs.back().container].inlines;
  for (; at != kNowhere; at = state_.inlines[at].next) {
    if (!heap().meter().Step()) return target;
    if (state_.inlines[at].name.as_string() != name.as_string()) continue;
    const Closure& closure = state_.inlines[at].closure;
    if (closure.routine) target.closure = closure;
    return target;
  }
  // One that stands alone has the fall-back of the call, where there is one.
  if (request().loader) target.state = FindTemplate(site, name);
  return target;
}

// A name that is written means one template as long as the render lasts; null where there is
// none.
UnitState* HandlebarsRuntime::FindTemplate(const PartialSite& site, const Value& name) {
  UnitState** known = nullptr;
  if (!site.is_dynamic) {
    known = frame().state->partials + (&site - frame().unit->partials.data());
    if (*known) return *known;
  }
  const Unit* unit = core_.LoadOne(name, true);
  if (!unit) return nullptr;
  UnitState* state = core_.StateOf(unit);
  if (!state) heap().meter().Stop(Exhausted::kHeap);
  if (known) *known = state;
  return state;
}

void HandlebarsRuntime::CallPartial(const PartialSite& site) {
  const Value name = PartialName(site);
  const Value context = PartialContext(site);
  PartialTarget target = FindPartial(site, name);
  if (cx().stopped()) return;
  const bool found = target.state || target.closure;
  if (!found && site.block == UINT32_MAX) {
    if (!site.is_dynamic && name.as_string() == "@partial-block") {
      cx().Fail(Code::kTemplateNotFound, "`@partial-block` is used where no block was given");
      return;
    }
    core_.LoadOne(name, false);
    if (!cx().stopped()) {
      cx().Fail(Code::kTemplateNotFound, "the partial is not defined");
    }
    return;
  }
  ProgramFrame program = NewProgram();
  if (site.indent != UINT32_MAX) program.indent = core_.Constant(site.indent).as_string();
  if (!site.passes_data) {
    DataLevel bare{DataLevel::Kind::kBare};
    bare.is_hidden = true;
    bare.has_root = false;
    state_.data.push_back(bare);
  }
  if (site.block != UINT32_MAX) {
    PushPartialBlock(site);
    if (!found) {
      target.closure = state_.blocks.back();
      target.is_block = true;
    }
  }
  RunTarget(target, site, context, program);
}

// A level that has what the one around it has, but for its block.
void HandlebarsRuntime::PushBlockLevel(uint32_t block) {
  DataLevel level{DataLevel::Kind::kBlock};
  const DataLevel& around = state_.data.back();
  level.has_root = around.has_root;
  level.loop = around.is_hidden ? kNowhere : around.loop;
  level.block = block;
  level.given = around.is_hidden ? kNowhere : around.given;
  state_.data.push_back(level);
}

// The block of a call, with the inline partials that it defines.
void HandlebarsRuntime::PushPartialBlock(const PartialSite& site) {
  Closure block = MakeClosure(site.block);
  block.block = state_.data.back().block;
  block.inlines = static_cast<uint32_t>(state_.inlines.size());
  block.inline_count = static_cast<uint32_t>(site.inlines.size());
  state_.blocks.push_back(block);
  PushBlockLevel(static_cast<uint32_t>(state_.blocks.size() - 1));
}

void HandlebarsRuntime::RunTarget(const PartialTarget& target, const PartialSite& site,
                                  const Value& context, ProgramFrame program) {
  const ProgramFrame caller = state_.programs.back();
  const uint32_t visible = state_.containers[caller.container].inlines;
  for (const InlineSite& definition : site.inlines) {
    DefineInline(core_.Operand(definition.name), definition.routine);
  }
  // Only the template that is called sees what the block defines.
  const uint32_t defined = state_.containers[caller.container].inlines;
  state_.containers[caller.container].inlines = visible;
  if (cx().stopped()) return;
  if (target.closure) return RunClosure(*target.closure, target.is_block, context, program);

  const Unit* unit = target.state->unit;
  program.container = ContainerOf(unit);
  program.inlines = state_.containers[program.container].inlines;
  program.contexts = site.passes_contexts ? caller.contexts : kNowhere;
  if (!PushProgram(target.state, &unit->routines[0], program, context)) return;
  state_.containers[program.container].inlines = defined;
}

void HandlebarsRuntime::RunClosure(const Closure& closure, bool is_block, const Value& context,
                                   ProgramFrame program) {
  if (is_block) PushBlockLevel(closure.block);
  program.container = closure.container;
  program.inlines = state_.containers[closure.container].inlines;
  program.contexts = closure.contexts;
  if (!PushProgram(core_.StateOf(closure.unit), closure.routine, program, context)) return;
  frame().outside = closure.environment;
  if (!is_block) return;
  for (uint32_t i = 0; i < closure.inline_count && !cx().stopped(); ++i) {
    PushInline(InlinePartial(state_.inlines[closure.inlines + i]));
  }
}

}  // namespace galley
