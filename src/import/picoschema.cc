// `name?(array, what it is): string, what else`, field by field.
//
// Nodes are made from the last to the first, so that what a map holds is there before the
// map is; nothing recurses.
#include "import/picoschema.h"

#include <algorithm>
#include <vector>

#include "diag/report.h"
#include "value/map.h"
#include "value/record.h"

namespace galley::importing {
namespace {

constexpr std::string_view kScalars[] = {"string", "number", "integer", "boolean", "null"};

std::string_view Trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// `text` up to the first comma, and what is behind it.
struct Described {
  std::string_view word;
  std::string_view description;
};

Described Split(std::string_view text) {
  const size_t comma = text.find(',');
  if (comma == text.npos) return {Trim(text), {}};
  return {Trim(text.substr(0, comma)), Trim(text.substr(comma + 1))};
}

// A key: `name`, `name?`, `name(kind)`, `name?(kind, description)`, `(*)`.
struct Key {
  std::string_view name;
  bool is_optional = false;
  Described kind;  // of the parentheses
};

Key ReadKey(std::string_view text) {
  Key key;
  const size_t open = text.find('(');
  if (open != text.npos && text.ends_with(')')) {
    key.kind = Split(text.substr(open + 1, text.size() - open - 2));
    text = text.substr(0, open);
  }
  text = Trim(text);
  if (text.ends_with('?')) {
    key.is_optional = true;
    text.remove_suffix(1);
  }
  key.name = Trim(text);
  return key;
}

class Reader {
 public:
  Reader(Job* job, const Tree& tree, NodeId root)
      : job_(job),
        tree_(tree),
        first_(static_cast<size_t>(root)),
        values_(static_cast<size_t>(tree[root].end) - first_) {}

  Value Run() {
    for (size_t at = values_.size(); at-- > 0;) {
      values_[at] = Make(NodeId{static_cast<uint32_t>(first_ + at)});
    }
    return values_.front();
  }

 private:
  Value& At(NodeId id) { return values_[static_cast<size_t>(id) - first_]; }

  Value Make(NodeId id) {
    const Node& node = tree_[id];
    if (node.is_map()) return MakeObject(id);
    if (node.is_list()) return MakeList(id);
    // An item of a list is a choice of an enum, not a type.
    const bool is_choice = node.key.empty();
    if (node.is_string() && !is_choice) return MakeScalar(node);
    return node.value;
  }

  Value MakeList(NodeId id) {
    // The choices of an enum.
    std::vector<Value> items;
    for (const NodeId child : tree_.Children(id))
      items.push_back(tree_.ToValue(child, job_->heap()));
    return job_->heap()->NewList(items);
  }

  Value MakeScalar(const Node& node) {
    const Described type = Split(node.value.as_string());
    Heap* heap = job_->heap();
    const bool is_known =
        std::find(std::begin(kScalars), std::end(kScalars), type.word) != std::end(kScalars);
    if (!is_known && type.word != "any") {
      job_->LeaveAlone(node.span, "the schema " + Quoted(type.word));
    }
    return NewRecord(
        heap,
        {{"type", is_known ? heap->NewString(type.word) : Value()},
         {"description", type.description.empty() ? Value() : heap->NewString(type.description)}});
  }

  Value MakeObject(NodeId id) {
    Heap* heap = job_->heap();
    std::vector<NodeId> fields;
    for (const NodeId child : tree_.Children(id)) fields.push_back(child);
    MapEntry* entries = heap->NewEntries(fields.size());
    if (!fields.empty() && !entries) return Value();
    std::vector<Value> required;
    Value others = Value::Bool(false);
    size_t size = 0;
    for (const NodeId field : fields) {
      const Key key = ReadKey(tree_[field].key);
      const Value schema = MakeField(key, field);
      if (key.name.empty() && key.kind.word == "*") {
        others = At(field);
        continue;
      }
      entries[size++] = {heap->NewString(key.name), schema};
      if (!key.is_optional) required.push_back(heap->NewString(key.name));
    }
    return NewRecord(heap, {{"type", Value::String("object")},
                            {"properties", heap->NewMap(entries, size)},
                            {"required", required.empty() ? Value() : heap->NewList(required)},
                            {"additionalProperties", others}});
  }

  Value MakeField(const Key& key, NodeId field) {
    Heap* heap = job_->heap();
    const Value made = At(field);
    const Value description =
        key.kind.description.empty() ? Value() : heap->NewString(key.kind.description);
    Value schema = made;
    if (key.kind.word == "array") {
      schema = NewRecord(
          heap, {{"type", Value::String("array")}, {"items", made}, {"description", description}});
    } else if (key.kind.word == "enum") {
      schema = NewRecord(heap, {{"enum", made}, {"description", description}});
    } else if (made.is_map() && !description.is_undefined()) {
      schema = WithDescription(made, description);
    }
    return key.is_optional ? OrNull(schema) : schema;
  }

  Value WithDescription(const Value& schema, const Value& description) {
    Heap* heap = job_->heap();
    MapEntry* entries = heap->NewEntries(schema.size() + size_t{1});
    if (!entries) return schema;
    std::copy_n(schema.entries(), schema.size(), entries);
    entries[schema.size()] = {Value::String("description"), description};
    return heap->NewMap(entries, schema.size() + size_t{1});
  }

  // What may be left out may be null too.
  Value OrNull(const Value& schema) {
    if (!schema.is_map()) return schema;
    const Value* type = FindItem(schema, "type");
    if (!type || !type->is_string()) return schema;
    Heap* heap = job_->heap();
    MapEntry* entries = heap->NewEntries(schema.size());
    if (!entries) return schema;
    for (uint32_t at = 0; at < schema.size(); ++at) {
      entries[at] = schema.entries()[at];
      if (entries[at].key.as_string() != "type") continue;
      const Value both[] = {*type, Value::String("null")};
      entries[at].value = heap->NewList(both);
    }
    return heap->NewMap(entries, schema.size());
  }

  Job* job_;
  const Tree& tree_;
  size_t first_;
  std::vector<Value> values_;
};

// JSON Schema says what it is: it has a type of its own, or properties.
bool IsJsonSchema(const Tree& tree, NodeId id) {
  if (!tree[id].is_map()) return false;
  const std::string_view type = TextUnder(tree, id, "type");
  const bool names_type =
      type == "object" || type == "array" ||
      std::find(std::begin(kScalars), std::end(kScalars), type) != std::end(kScalars);
  return names_type && (tree.Find(id, "properties") != kNoNode ||
                        tree.Find(id, "items") != kNoNode || tree.CountChildren(id) == 1);
}

}  // namespace

Value PicoschemaToJsonSchema(Job* job, const Tree& tree, NodeId id) {
  if (IsJsonSchema(tree, id)) return tree.ToValue(id, job->heap());
  return Reader(job, tree, id).Run();
}

}  // namespace galley::importing
