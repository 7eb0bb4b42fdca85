// Partials of the virtual machine: registered ones, inline ones, and the blocks that
// are handed to them.
#include <string>
#include <vector>

#include "base/utf8.h"
#include "diag/report.h"
#include "engine/library/javascript.h"
#include "engine/vm/machine.h"

namespace galley {

// ---------------------------------------------------------------------------
// Programs

bool Machine::PushProgram(const Unit* unit, const Routine* routine, ProgramFrame program,
                          const Value& context) {
  if (!Push(unit, routine, frame().context, Ending::kWritten, 0)) return false;
  frame().registers[0] = context;
  handlebars_.programs.push_back(program);
  return true;
}

// What a program that begins now puts back.
ProgramFrame Machine::NewProgram() const noexcept {
  ProgramFrame program{};
  program.context_count = handlebars_.contexts.size();
  program.data_count = handlebars_.data.size();
  program.inline_count = handlebars_.inlines.size();
  program.block_count = handlebars_.blocks.size();
  program.given_count = handlebars_.given.size();
  return program;
}

void Machine::EndProgram() {
  const ProgramFrame& program = handlebars_.programs.back();
  if (!program.indent.empty()) IndentOutput(frame().written, program.indent);
  handlebars_.containers[program.container].inlines = program.inlines;
  heap_.meter().Give((handlebars_.inlines.size() - program.inline_count) * sizeof(InlinePartial));
  handlebars_.contexts.resize(program.context_count);
  handlebars_.data.resize(program.data_count, DataLevel{DataLevel::Kind::kRoot});
  handlebars_.inlines.resize(program.inline_count);
  handlebars_.blocks.resize(program.block_count);
  handlebars_.given.resize(program.given_count);
  handlebars_.programs.pop_back();
}

// Puts `indent` before each line written since `written`, but for an empty last one.
void Machine::IndentOutput(size_t written, std::string_view indent) {
  const std::string_view text = out_->view().substr(written);
  HeapWriter indented(&heap_);
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    indented.Append(indent);
    indented.Append(text.substr(begin, end - begin));
    begin = end;
  }
  const Value made = indented.Finish();
  out_->Truncate(written);
  out_->Append(made.as_string());
}

// ---------------------------------------------------------------------------
// Closures

// The variables of the current frame, for routines inside its own; null when memory
// is exhausted.
const Environment* Machine::OwnEnvironment() {
  Frame& current = frame();
  if (!current.own) {
    auto* own = New<Environment>();
    if (!own) return nullptr;
    *own = {current.registers, current.outside};
    current.own = own;
  }
  return current.own;
}

Closure Machine::MakeClosure(uint32_t routine) {
  const ProgramFrame& program = handlebars_.programs.back();
  Closure closure{};
  closure.unit = frame().unit;
  closure.routine = routine == UINT32_MAX ? nullptr : &frame().unit->routines[routine];
  // One that keeps no variables itself still leads to those around it.
  const bool leads_out = frame().routine->captured || frame().outside;
  closure.environment = leads_out ? OwnEnvironment() : nullptr;
  closure.contexts = program.contexts;
  closure.container = program.container;
  closure.block = kNowhere;
  return closure;
}

void Machine::DefineInline(const Value& name, uint32_t routine) {
  const Value text = FieldName(*cx_, name);
  PushInline({text, MakeClosure(routine), kNowhere});
}

// Makes it visible to the program that runs.
void Machine::PushInline(const InlinePartial& partial) {
  if (!heap_.meter().Take(sizeof(InlinePartial))) return;
  uint32_t& visible = handlebars_.containers[handlebars_.programs.back().container].inlines;
  handlebars_.inlines.push_back(partial);
  handlebars_.inlines.back().next = visible;
  visible = static_cast<uint32_t>(handlebars_.inlines.size() - 1);
}

void Machine::DropInlines(size_t count) {
  uint32_t& visible = handlebars_.containers[handlebars_.programs.back().container].inlines;
  for (size_t i = 0; i < count; ++i) visible = handlebars_.inlines[visible].next;
  handlebars_.inlines.resize(handlebars_.inlines.size() - count);
  heap_.meter().Give(count * sizeof(InlinePartial));
}

uint32_t Machine::ContainerOf(const Unit* unit) {
  std::vector<Container>& containers = handlebars_.containers;
  for (uint32_t at = 0; at < containers.size(); ++at) {
    if (containers[at].unit == unit) return at;
  }
  containers.push_back({unit, kNowhere});
  return static_cast<uint32_t>(containers.size() - 1);
}

// ---------------------------------------------------------------------------
// Calls

Value Machine::PartialName(const PartialSite& site) {
  const Value& name = Operand(site.name);
  // A name that is nothing is still a name.
  if (site.is_dynamic && IsFalsy(name)) return Value::String("undefined");
  return FieldName(*cx_, name);
}

Value Machine::PartialContext(const PartialSite& site) {
  const Value& context = Operand(site.context);
  return site.hash == UINT16_MAX ? context : MergedContext(context, frame().registers[site.hash]);
}

// A map of the fields of both; those of the hash count.  Items of a list and
// characters of a string are fields too.
Value Machine::MergedContext(const Value& context, const Value& hash) {
  size_t size = 0;
  if (context.is_map() || context.is_sequence()) size = context.size();
  if (context.is_string()) size = Utf16Length(context.as_string());
  MapEntry* entries = heap_.NewEntries(size + hash.size());
  if (!entries) return Value();
  if (context.is_string()) AddUnits(context.as_string(), context.marks(), entries);
  for (size_t at = 0; at < size && !context.is_string(); ++at) {
    entries[at] = context.is_map()
                      ? context.entries()[at]
                      : MapEntry{heap_.NewString(std::to_string(at)), context.items()[at]};
  }
  if (cx_->stopped()) return Value();
  for (size_t at = 0; at < hash.size(); ++at) entries[size + at] = hash.entries()[at];
  return heap_.NewMap(entries, size + hash.size());
}

// The UTF-16 units of a string by their numbers, as FieldOfOther gives them.
void Machine::AddUnits(std::string_view text, uint8_t marks, MapEntry* entries) {
  const auto mark = static_cast<uint8_t>(marks & kFromData);
  size_t number = 0;
  for (size_t at = 0; at < text.size() && heap_.meter().Step();) {
    const CodePoint decoded = DecodeUtf8(text, at);
    const bool is_pair = decoded.value > 0xFFFF;
    const Value unit = Value::String(is_pair ? "\uFFFD" : text.substr(at, decoded.size), mark);
    for (size_t units = is_pair ? 2 : 1; units > 0; --units, ++number) {
      entries[number] = {heap_.NewString(std::to_string(number)), unit};
    }
    at += decoded.size;
  }
}

// What a name means: the block of the call around, an inline partial, or a template.
Machine::PartialTarget Machine::FindPartial(const PartialSite& site, const Value& name) {
  PartialTarget target;
  if (!site.is_dynamic && name.as_string() == "@partial-block") {
    const uint32_t block = handlebars_.data.back().block;
    if (block == kNowhere) return target;
    target.closure = handlebars_.blocks[block];
    target.is_block = true;
    return target;
  }
  uint32_t at = handlebars_.containers[handlebars_.programs.back().container].inlines;
  for (; at != kNowhere; at = handlebars_.inlines[at].next) {
    if (!heap_.meter().Step()) return target;
    if (handlebars_.inlines[at].name.as_string() != name.as_string()) continue;
    const Closure& closure = handlebars_.inlines[at].closure;
    if (closure.routine) target.closure = closure;
    return target;
  }
  // One that stands alone has the fall-back of the call, where there is one.
  if (request_->loader) target.unit = LoadOne(name, true);
  return target;
}

void Machine::CallPartial(const PartialSite& site) {
  const Value name = PartialName(site);
  const Value context = PartialContext(site);
  PartialTarget target = FindPartial(site, name);
  if (cx_->stopped()) return;
  const bool found = target.unit || target.closure;
  if (!found && site.block == UINT32_MAX) {
    if (!site.is_dynamic && name.as_string() == "@partial-block") {
      cx_->Fail(Code::kTemplateNotFound, "`@partial-block` is used where no block was given");
      return;
    }
    LoadOne(name, false);
    if (!cx_->stopped()) {
      cx_->Fail(Code::kTemplateNotFound, "the partial is not defined");
    }
    return;
  }
  ProgramFrame program = NewProgram();
  if (site.indent != UINT32_MAX) program.indent = Constant(site.indent).as_string();
  if (!site.passes_data) {
    DataLevel bare{DataLevel::Kind::kBare};
    bare.is_hidden = true;
    bare.has_root = false;
    handlebars_.data.push_back(bare);
  }
  if (site.block != UINT32_MAX) {
    PushPartialBlock(site);
    if (!found) {
      target.closure = handlebars_.blocks.back();
      target.is_block = true;
    }
  }
  RunTarget(target, site, context, program);
}

// A level that has what the one around it has, but for its block.
void Machine::PushBlockLevel(uint32_t block) {
  DataLevel level{DataLevel::Kind::kBlock};
  const DataLevel& around = handlebars_.data.back();
  level.has_root = around.has_root;
  level.loop = around.is_hidden ? kNowhere : around.loop;
  level.block = block;
  level.given = around.is_hidden ? kNowhere : around.given;
  handlebars_.data.push_back(level);
}

// The block of a call, with the inline partials that it defines.
void Machine::PushPartialBlock(const PartialSite& site) {
  Closure block = MakeClosure(site.block);
  block.block = handlebars_.data.back().block;
  block.inlines = static_cast<uint32_t>(handlebars_.inlines.size());
  block.inline_count = static_cast<uint32_t>(site.inlines.size());
  handlebars_.blocks.push_back(block);
  PushBlockLevel(static_cast<uint32_t>(handlebars_.blocks.size() - 1));
}

void Machine::RunTarget(const PartialTarget& target, const PartialSite& site, const Value& context,
                        ProgramFrame program) {
  const ProgramFrame caller = handlebars_.programs.back();
  const uint32_t visible = handlebars_.containers[caller.container].inlines;
  for (const InlineSite& definition : site.inlines) {
    DefineInline(Operand(definition.name), definition.routine);
  }
  // Only the template that is called sees what the block defines.
  const uint32_t defined = handlebars_.containers[caller.container].inlines;
  handlebars_.containers[caller.container].inlines = visible;
  if (cx_->stopped()) return;
  if (target.closure) return RunClosure(*target.closure, target.is_block, context, program);

  program.container = ContainerOf(target.unit);
  program.inlines = handlebars_.containers[program.container].inlines;
  program.contexts = site.passes_contexts ? caller.contexts : kNowhere;
  if (!PushProgram(target.unit, &target.unit->routines[0], program, context)) return;
  handlebars_.containers[program.container].inlines = defined;
}

void Machine::RunClosure(const Closure& closure, bool is_block, const Value& context,
                         ProgramFrame program) {
  if (is_block) PushBlockLevel(closure.block);
  program.container = closure.container;
  program.inlines = handlebars_.containers[closure.container].inlines;
  program.contexts = closure.contexts;
  if (!PushProgram(closure.unit, closure.routine, program, context)) return;
  frame().outside = closure.environment;
  if (!is_block) return;
  for (uint32_t i = 0; i < closure.inline_count && !cx_->stopped(); ++i) {
    PushInline(InlinePartial(handlebars_.inlines[closure.inlines + i]));
  }
}

}  // namespace galley
