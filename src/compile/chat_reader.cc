// Reads every field there is before it reports, so that one run shows all mistakes of the shape.
#include "compile/chat_reader.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "diag/registry.h"
#include "diag/report.h"
#include "transform/transform.h"

namespace galley::chat {
namespace {

constexpr int64_t kDslVersion = 1;

}  // namespace

void ChatReader::Read() {
  Fields fields(reader_, {Tree::root(), ""});
  if (!fields.ok() || !ReadVersion(&fields)) return;
  ReadHead(&fields);
  const Item layout = fields.Find("layout", Need::kRequired);
  if (layout) ReadLayout(layout);
  const Item slots = fields.Find("slots", Need::kRequired);
  if (slots) ReadSlots(slots);
  artifact_->lanes = parts_.ReadLanes(fields.Find("attachments"));
  ReadToolFields(&fields);
  if (const Item inputs = fields.Find("inputs")) ReadInputs(inputs);
  if (const Item cache = fields.Find("cache")) ReadCache(cache);
  ReadResponse(&fields);
  fields.WarnOfUnknown();
}

// A document of another version means nothing to us: that is reported alone.
bool ChatReader::ReadVersion(Fields* fields) {
  const Item item = fields->Find("dsl");
  if (!item) return true;
  const DocumentFindings& findings = *reader_.findings();
  const bool had_errors = findings.has_errors();
  const std::optional<int64_t> version = reader_.Integer(item, INT64_MIN);
  if (had_errors || !version || *version == kDslVersion) return true;
  reader_.findings()->Add(Code::kUnsupportedDslVersion, reader_[item].span,
                          "the document is written for version " + std::to_string(*version) +
                              " of the template language; this galley reads version 1");
  return false;
}

void ChatReader::ReadHead(Fields* fields) {
  artifact_->id = fields->String("id", Need::kRequired).value_or("");
  artifact_->name = fields->String("name", Need::kRequired).value_or("");
  fields->String("description");
  artifact_->task = fields->String("task", Need::kRequired).value_or("");
  artifact_->model = fields->String("model").value_or("");
  artifact_->version = fields->Integer("version", 1, Need::kRequired).value_or(1);
  const std::optional<size_t> leaf = fields->Choice("leaf", {"handlebars", "jinja"});
  artifact_->language = static_cast<LeafLanguage>(leaf.value_or(0));
  parts_.set_language(artifact_->language);
  if (fields->Bool("strict").value_or(false)) artifact_->strict = true;
}

void ChatReader::ReadInputs(const Item& map) {
  if (!reader_.IsMap(map)) return;
  for (const NodeId id : reader_.tree().Children(map.id)) {
    const std::string path(reader_.tree()[id].key);
    const Item item{id, map.path + '.' + path};
    Input input;
    input.written = path;
    input.path = ParseValuePath(path);
    if (input.path.broken || input.path.steps.empty()) reader_.Wrong(item, "must be a path");
    Fields fields(reader_, item);
    // In the order of JsonType.
    const auto type = fields.Choice("type", {"string", "number", "boolean", "array", "object"});
    if (type) input.type = static_cast<JsonType>(*type);
    input.changes = parts_.ReadVolatility(&fields);
    input.ordered = fields.Bool("ordered").value_or(true);
    fields.WarnOfUnknown();
    artifact_->inputs.push_back(std::move(input));
  }
}

// `auto`, or {mode: auto, ttl?}.
void ChatReader::ReadCache(const Item& item) {
  artifact_->cache.is_set = true;
  if (!reader_[item].is_map()) {
    reader_.Choice(item, {"auto"});
    return;
  }
  Fields fields(reader_, item);
  fields.Choice("mode", {"auto"}, Need::kRequired);
  artifact_->cache.ttl = parts_.ReadTtl(&fields);
  fields.WarnOfUnknown();
}

void ChatReader::ReadResponse(Fields* fields) {
  const Item format = fields->Find("responseFormat");
  if (format && reader_[format].is_string()) {
    reader_.Choice(format, {"text", "json"});
  } else if (format) {
    Fields parts(reader_, format);
    parts.Choice("type", {"json_schema"}, Need::kRequired);
    const Item schema = parts.Find("schema", Need::kRequired);
    if (schema) reader_.IsMap(schema);
    parts.WarnOfUnknown();
  }
  artifact_->response_format = parts_.Copy(format);
  const Item transforms = fields->Find("responseTransforms");
  if (transforms && reader_.IsList(transforms)) ReadTransforms(transforms);
}

void ChatReader::ReadTransforms(const Item& list) {
  artifact_->response_transforms = parts_.Copy(list);
  const std::span<const Value> values = artifact_->response_transforms.items();
  size_t at = 0;
  uint64_t* const steps = parts_.pattern_steps();
  for (const Item& item : reader_.Items(list)) {
    Transform transform;
    const std::optional<TransformProblem> problem = ReadTransform(values[at++], &transform);
    if (problem) {
      const std::string field = problem->field.empty() ? "" : '.' + std::string(problem->field);
      const NodeId at_field = reader_.tree().Find(item.id, problem->field);
      const Span span = at_field == kNoNode ? reader_[item].span : reader_.tree()[at_field].span;
      reader_.findings()->Add(Code::kSchemaViolation, span,
                              Quoted(item.path + field) + ' ' + problem->message);
      continue;
    }
    Fields fields(reader_, item);
    for (const std::string_view name : TransformFields(transform.kind)) fields.Find(name);
    fields.WarnOfUnknown();
    // Beyond what may be reported nothing is compiled.
    if (!reader_.findings()->has_room_for_warnings()) continue;
    const std::optional<Diagnostic> invalid = CheckTransform(transform, limits_, steps);
    if (!invalid) continue;
    const bool is_limit = invalid->code == Describe(Code::kLimitRegex).code;
    reader_.findings()->Add(is_limit ? Code::kLimitRegex : Code::kInvalidPattern,
                            reader_[item].span, Quoted(item.path) + ": " + invalid->message,
                            invalid->hint);
  }
}

void ChatReader::ReadSlots(const Item& map) {
  if (!reader_.IsMap(map)) return;
  OrderedMap<NodeId, std::string_view> named;
  for (const NodeId id : reader_.tree().Children(map.id)) {
    const Node& node = reader_.tree()[id];
    const auto [first, is_new] = named.Insert(node.key, id);
    if (!is_new && reader_.findings()->has_room_for_errors()) {
      reader_.findings()->Add(RepeatedKey(Code::kDuplicateSlot, reader_.findings()->source(),
                                          reader_.tree()[*first], node));
    }
    ReadSlot({id, map.path + '.' + std::string(node.key)}, node.key);
  }
  // Those of one priority keep the order of the document.
  std::vector<uint32_t>& order = artifact_->fill_order;
  order.resize(artifact_->slots.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return artifact_->slots[a].priority < artifact_->slots[b].priority;
  });
}

void ChatReader::ReadSlot(const Item& item, std::string_view name) {
  Slot slot;
  slot.name = name;
  slot.place = parts_.Place(item);
  Fields fields(reader_, item);
  slot.priority = fields.Integer("priority", 0, Need::kRequired).value_or(0);
  slot.when = parts_.Condition(fields.Find("when"));
  slot.budget = parts_.ReadBudget(fields.Find("budget"));
  const Item plan = fields.Find("plan", Need::kRequired);
  has_required_ = false;
  if (plan) slot.plan = ReadPlan(plan);
  slot.required = has_required_;
  const Item meta = fields.Find("meta");
  if (meta && reader_[meta].value.is_none()) reader_.Wrong(meta, "must not be null");
  fields.WarnOfUnknown();
  artifact_->slots.push_back(std::move(slot));
  slot_nodes_.push_back(item.id);
}

uint32_t ChatReader::ReadBlock(Fields* fields) {
  const uint32_t block = parts_.Block(fields);
  prefix_nodes_.resize(block + 1, kNoNode);
  if (parts_.parts().blocks[block].prefix) prefix_nodes_[block] = fields->Find("prefix").id;
  return block;
}

}  // namespace galley::chat
