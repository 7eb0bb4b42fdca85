// Each reader takes one item and either fills its part or adds a finding; none throws away what
// was read before.
#include "compile/chat_parts.h"

#include <charconv>
#include <utility>

#include "base/writer.h"
#include "compile/leaves.h"
#include "diag/report.h"
#include "value/map.h"
#include "value/print.h"

namespace galley::chat {
namespace {

struct ReservedSource {
  std::string_view name;
  SourceKind kind;
};

constexpr ReservedSource kReserved[] = {
    {"$item", SourceKind::kItem},     {"$index", SourceKind::kIndex},
    {"$parent", SourceKind::kParent}, {"$globals", SourceKind::kGlobals},
    {"$ctx", SourceKind::kContext},   {"$instructions", SourceKind::kInstructions},
};

SourceKind KindOf(std::string_view name) {
  for (const ReservedSource& source : kReserved) {
    if (source.name == name) return source.kind;
  }
  return SourceKind::kRegistry;
}

std::string JsonOf(const Value& value, const Limits& limits) {
  BufferWriter out;
  Meter meter(limits);
  PrintJson(value, {.javascript_numbers = true}, &out, &meter);
  return out.ToString();
}

}  // namespace

std::string_view VolatilityName(Volatility volatility) noexcept {
  constexpr std::string_view kNames[] = {"constant", "deploy", "user",
                                         "session",  "turn",   "request"};
  return kNames[static_cast<size_t>(volatility)];
}

std::string_view RoleName(Role role) noexcept {
  constexpr std::string_view kNames[] = {"system", "user", "assistant", "tool"};
  return kNames[static_cast<size_t>(role)];
}

ValuePath ParseValuePath(std::string_view text) {
  ValuePath path;
  size_t at = 0;
  while (at < text.size() && !path.broken) {
    const bool first = path.steps.empty();
    const bool dot = !first && text[at] == '.';
    if (dot) ++at;
    if (at < text.size() && text[at] == '[') {
      const size_t close = text.find(']', at);
      path.broken = close == text.npos;
      if (path.broken) break;
      path.steps.emplace_back(text.substr(at + 1, close - at - 1));
      at = close + 1;
    } else {
      const size_t end = std::min(text.find_first_of(".[", at), text.size());
      path.broken = end == at || (!first && !dot);
      path.steps.emplace_back(text.substr(at, end - at));
      at = end;
    }
  }
  if (text.ends_with('.')) path.broken = true;
  return path;
}

uint32_t PartsReader::Place(const Item& item) {
  const Span span = reader_[item].span;
  parts_->places.push_back({item.path, positions_.Find(span.begin).line, span});
  return static_cast<uint32_t>(parts_->places.size() - 1);
}

Value PartsReader::Copy(const Item& item) {
  return item ? reader_.tree().ToValue(item.id, &parts_->heap) : Value();
}

uint32_t PartsReader::Leaf(const Item& item) {
  if (!item) return kAbsent;
  const std::optional<std::string_view> text = reader_.String(item);
  if (!text) return kAbsent;
  parts_->leaves.push_back({std::string(*text), std::nullopt, false, reader_[item].span});
  leaf_nodes_.push_back(item.id);
  return static_cast<uint32_t>(parts_->leaves.size() - 1);
}

// What the arguments of a reserved source say, read once and for all.
void PartsReader::ReadReserved(DataRef* ref) {
  if (!ref->args.is_map()) return;
  if (const Value* path = FindItem(ref->args, "path")) {
    if (path->is_string()) ref->path = ParseValuePath(path->as_string());
    if (!path->is_string()) ref->path.broken = true;
  }
  const Value* level = FindItem(ref->args, "level");
  if (!level || !level->is_number() || level->is_bool()) return;
  const double number = level->is_int() ? static_cast<double>(level->as_int()) : level->as_double();
  constexpr double kDeepest = 1'000'000;
  ref->level = number < 1 ? 1 : static_cast<uint32_t>(std::min(number, kDeepest));
}

uint32_t PartsReader::Ref(const Item& item) {
  if (!item) return kAbsent;
  Fields fields(reader_, item);
  const std::optional<std::string_view> source = fields.String("source", Need::kRequired);
  const Item args = fields.Find("args");
  fields.WarnOfUnknown();
  if (!source) return kAbsent;
  DataRef ref;
  ref.name = *source;
  ref.kind = KindOf(*source);
  ref.args = Copy(args);
  ref.span = reader_[item].span;
  if (ref.kind != SourceKind::kRegistry) ReadReserved(&ref);
  parts_->refs.push_back(std::move(ref));
  ref_nodes_.push_back(item.id);
  return static_cast<uint32_t>(parts_->refs.size() - 1);
}

uint32_t PartsReader::Condition(const Item& item) {
  if (!item) return kAbsent;
  using Type = chat::Condition::Type;
  Fields fields(reader_, item);
  const std::optional<size_t> type =
      fields.Choice("type", {"exists", "nonEmpty", "eq", "neq", "gt", "lt"}, Need::kRequired);
  const Item ref_item = fields.Find("ref", Need::kRequired);
  const uint32_t ref = Ref(ref_item);
  const bool compares = type && static_cast<Type>(*type) >= Type::kEqual;
  Item value;
  if (compares) value = fields.Find("value", Need::kRequired);
  fields.WarnOfUnknown();
  if (!type || ref == kAbsent) return kAbsent;

  chat::Condition condition{static_cast<Type>(*type), ref, Copy(value), {}};
  if (condition.value.is_list() || condition.value.is_map()) {
    condition.json = JsonOf(condition.value, Limits::Ceiling());
  }
  parts_->conditions.push_back(std::move(condition));
  return static_cast<uint32_t>(parts_->conditions.size() - 1);
}

Run PartsReader::Conditions(const Item& list) {
  Run run;
  run.begin = run.end = static_cast<uint32_t>(parts_->conditions.size());
  if (!list || !reader_.IsList(list)) return run;
  for (const Item& item : reader_.Items(list)) Condition(item);
  run.end = static_cast<uint32_t>(parts_->conditions.size());
  return run;
}

uint32_t PartsReader::Block(Fields* fields) {
  chat::Block block;
  block.place = Place(fields->item());
  ReadBlockRole(fields, &block);
  ReadContent(fields->Find("content"), &block);
  block.from = Ref(fields->Find("from"));
  block.when = Conditions(fields->Find("when"));
  block.prefix = fields->Bool("prefix").value_or(false);
  block.required = fields->Bool("required").value_or(false);
  block.cache = ReadMark(fields->Find("cache"));
  block.skip_if_empty = fields->Bool("skipIfEmptyInterpolation").value_or(false);
  if (block.skip_if_empty && block.content != kAbsent) {
    parts_->leaves[block.content].mark_tags = true;
  }
  for (uint32_t at = block.parts.begin; at < block.parts.end && block.skip_if_empty; ++at) {
    const PartTemplate& part = parts_->part_templates[at];
    if (part.kind != PartTemplate::Kind::kFrom) parts_->leaves[part.index].mark_tags = true;
  }
  parts_->blocks.push_back(block);
  return static_cast<uint32_t>(parts_->blocks.size() - 1);
}

// One of three words, or a leaf that prints one of four.
void PartsReader::ReadBlockRole(Fields* fields, chat::Block* block) {
  const Item item = fields->Find("role", Need::kRequired);
  if (!item) return;
  const bool has_tags =
      reader_[item].is_string() && HasTags(language_, reader_[item].value.as_string());
  if (has_tags) {
    block->role_leaf = Leaf(item);
    return;
  }
  const std::optional<size_t> role = reader_.Choice(item, {"system", "user", "assistant"});
  if (role) block->role = static_cast<Role>(*role);
}

void PartsReader::ReadContent(const Item& item, chat::Block* block) {
  if (!item || !reader_[item].is_list()) {
    block->content = Leaf(item);
    return;
  }
  block->has_parts = true;
  block->parts.begin = static_cast<uint32_t>(parts_->part_templates.size());
  for (const Item& part : reader_.Items(item)) ReadPart(part, *block);
  block->parts.end = static_cast<uint32_t>(parts_->part_templates.size());
}

// {type: text, text}, {type: image, url} or {from}.
void PartsReader::ReadPart(const Item& item, const chat::Block& block) {
  using Kind = PartTemplate::Kind;
  Fields fields(reader_, item);
  if (!fields.ok()) return;
  PartTemplate part{Kind::kFrom};
  if (const Item from = fields.Find("from")) {
    part.index = Ref(from);
  } else if (const auto type = fields.Choice("type", {"text", "image"}, Need::kRequired)) {
    part.kind = static_cast<Kind>(*type);
    part.index = Leaf(fields.Find(part.kind == Kind::kText ? "text" : "url", Need::kRequired));
  }
  part.when = Conditions(fields.Find("when"));
  fields.WarnOfUnknown();
  if (part.kind == Kind::kImage && block.role_leaf == kAbsent && block.role != Role::kUser) {
    reader_.findings()->Add(Code::kInvalidHistory, reader_[item].span,
                            Quoted(item.path) + " is an image, which only the user may send");
  }
  if (part.index != kAbsent) parts_->part_templates.push_back(part);
}

// True, false, or {ttl}.
HandMark PartsReader::ReadMark(const Item& item) {
  HandMark mark;
  if (!item) return mark;
  if (!reader_[item].is_map()) {
    mark.is_set = reader_.Bool(item).value_or(false);
    return mark;
  }
  Fields fields(reader_, item);
  mark.is_set = true;
  mark.ttl = ReadTtl(&fields);
  fields.WarnOfUnknown();
  return mark;
}

std::string PartsReader::ReadTtl(Fields* fields) {
  constexpr std::string_view kTimes[] = {"5m", "30m", "1h", "12h"};
  const std::optional<size_t> time = fields->Choice("ttl", {"5m", "30m", "1h", "12h"});
  return time ? std::string(kTimes[*time]) : std::string();
}

Eviction PartsReader::ReadEviction(const Item& item) {
  Eviction eviction;
  if (!item) return eviction;
  Fields fields(reader_, item);
  const Item chunk = fields.Find("chunk", Need::kRequired);
  fields.WarnOfUnknown();
  if (!chunk) return eviction;
  eviction.is_percentage = reader_[chunk].is_string();
  if (!eviction.is_percentage) {
    eviction.chunk = static_cast<uint64_t>(reader_.Integer(chunk, 1).value_or(1));
    return eviction;
  }
  const std::string_view text = reader_[chunk].value.as_string();
  std::from_chars(text.data(), text.data() + text.size(), eviction.chunk);
  const bool is_spelt = text == std::to_string(eviction.chunk) + '%';
  if (!is_spelt || eviction.chunk < 1 || eviction.chunk > 100) {
    reader_.Wrong(chunk, "must be an integer above 0, or `1%` to `100%`");
  }
  return eviction;
}

uint32_t PartsReader::Anchor(Fields* fields) {
  chat::Anchor anchor;
  anchor.place = Place(fields->item());
  anchor.key = Leaf(fields->Find("key", Need::kRequired));
  anchor.when = Conditions(fields->Find("when"));
  parts_->anchors.push_back(anchor);
  return static_cast<uint32_t>(parts_->anchors.size() - 1);
}

Budget PartsReader::ReadBudget(const Item& item) {
  Budget budget;
  if (!item) return budget;
  Fields fields(reader_, item);
  const std::optional<int64_t> most = fields.Integer("maxTokens", 1);
  const std::optional<int64_t> soft = fields.Integer("softTokens", 1);
  fields.WarnOfUnknown();
  if (most) budget.max_tokens = static_cast<uint64_t>(*most);
  if (soft) budget.soft_tokens = static_cast<uint64_t>(*soft);
  budget.present = true;
  return budget;
}

std::optional<Volatility> PartsReader::ReadVolatility(Fields* fields) {
  const std::optional<size_t> word =
      fields->Choice("changes", {"constant", "deploy", "user", "session", "turn", "request"});
  return word ? std::optional(static_cast<Volatility>(*word)) : std::nullopt;
}

std::optional<Role> PartsReader::ReadRole(Fields* fields) {
  const std::optional<size_t> role = fields->Choice("role", {"system", "user", "assistant"});
  return role ? std::optional(static_cast<Role>(*role)) : std::nullopt;
}

Value PartsReader::ReadPayload(Fields* fields) {
  const Item payload = fields->Find("payload");
  return payload && reader_.IsMap(payload) ? Copy(payload) : Value();
}

}  // namespace galley::chat
