// Reads a kind with the readers of chat documents, so that mistakes in both are told in the same
// words.
#include "compile/task_kind.h"

#include <utility>

#include "compile/chat_parts.h"
#include "compile/fields.h"
#include "diag/report.h"
#include "value/map.h"
#include "value/scalars.h"

namespace galley::chat {
namespace {

class TaskReader {
 public:
  TaskReader(const DocumentReader& reader, TaskKind* kind)
      : reader_(reader), kind_(kind), parts_(reader, &kind->parts) {}

  void Read(std::optional<std::string_view> called) {
    Fields fields(reader_, {Tree::root(), ""});
    const std::optional<std::string_view> name = fields.String("name", Need::kRequired);
    if (called && name && *name != *called) {
      reader_.Wrong(fields.Find("name"), "must be " + Quoted(*called) + ", as its file is called");
    }
    kind_->name = name.value_or("");
    fields.String("description");
    const Item sources = fields.Find("sources", Need::kRequired);
    if (sources && reader_.IsMap(sources)) ReadSources(sources);
    kind_->lanes = parts_.ReadLanes(fields.Find("lanes"));
    fields.WarnOfUnknown();
  }

 private:
  void ReadSources(const Item& map) {
    for (const NodeId id : reader_.tree().Children(map.id)) {
      const std::string name(reader_.tree()[id].key);
      const Item item{id, map.path + '.' + name};
      ReadSource(item, name);
      const TaskSource& source = kind_->sources.back();
      Name(item, source.name);
      for (const std::string& alias : source.aliases) Name(item, alias);
    }
  }

  void Name(const Item& item, const std::string& name) {
    const auto at = static_cast<uint32_t>(kind_->sources.size() - 1);
    if (name.starts_with('$')) reader_.Wrong(item, "has a name that begins with `$`");
    if (!kind_->by_name.Insert(name, at).second) {
      reader_.Wrong(item, "has a name that another source has");
    }
  }

  void ReadSource(const Item& item, const std::string& name) {
    TaskSource source;
    source.name = name;
    Fields fields(reader_, item);
    source.aliases = Strings(fields.Find("aliases"));
    std::vector<std::string> reads = Strings(fields.Find("reads"));
    if (reads.empty()) reads.push_back(name);
    for (const std::string& path : reads) source.reads.push_back(ParseValuePath(path));
    source.is_no_list = !fields.Bool("list").value_or(true);
    source.changes = parts_.ReadVolatility(&fields);
    source.ordered = fields.Bool("ordered").value_or(true);
    // For whoever fills in a context; a render takes any.
    Strings(fields.Find("values"));
    const Item arguments = fields.Find("args");
    if (arguments && reader_.IsMap(arguments)) ReadArguments(arguments, &source);
    fields.WarnOfUnknown();
    kind_->sources.push_back(std::move(source));
  }

  void ReadArguments(const Item& map, TaskSource* source) {
    for (const NodeId id : reader_.tree().Children(map.id)) {
      const std::string name(reader_.tree()[id].key);
      Fields fields(reader_, {id, map.path + '.' + name});
      const std::optional<size_t> role = fields.Choice(
          "does", {"key", "match", "select", "window", "start", "end", "order", "limit"},
          Need::kRequired);
      TaskArgument argument{name, static_cast<ArgumentRole>(role.value_or(0)), {}, {}, false};
      const bool compares =
          argument.role >= ArgumentRole::kMatch && argument.role <= ArgumentRole::kWindow;
      if (compares) argument.fields = Strings(fields.Find("field", Need::kRequired));
      argument.required = fields.Bool("required").value_or(false);
      argument.fallback = parts_.Copy(fields.Find("default"));
      fields.WarnOfUnknown();
      source->arguments.push_back(std::move(argument));
    }
  }

  // A string, or a list of strings.
  std::vector<std::string> Strings(const Item& item) {
    std::vector<std::string> strings;
    if (!item) return strings;
    if (reader_[item].is_list()) {
      for (const Item& each : reader_.Items(item)) {
        strings.emplace_back(reader_.String(each).value_or(""));
      }
    } else {
      strings.emplace_back(reader_.String(item).value_or(""));
    }
    return strings;
  }

  const DocumentReader& reader_;
  TaskKind* kind_;
  PartsReader parts_;
};

}  // namespace

bool TaskArgument::Takes(const Value& value) const noexcept {
  switch (role) {
    case ArgumentRole::kKey:
      return value.is_string();
    case ArgumentRole::kOrder:
      return value.is_string() && (value.as_string() == "asc" || value.as_string() == "desc");
    case ArgumentRole::kSelect:
      return value.is_list();
    case ArgumentRole::kMatch:
      if (fallback.is_string()) return value.is_string();
      return value.is_string() || value.is_number();
    case ArgumentRole::kWindow: {
      if (!value.is_map()) return false;
      const Value* start = FindItem(value, "startOffset");
      const Value* end = FindItem(value, "endOffset");
      return (!start || WholeNumber(*start)) && (!end || WholeNumber(*end));
    }
    case ArgumentRole::kLimit:
      return WholeNumber(value).value_or(-1) >= 0;
    default:
      return WholeNumber(value).has_value();
  }
}

Result<std::unique_ptr<TaskKind>> ReadTaskKind(std::optional<std::string_view> name,
                                               const Source& source, const Tree& tree,
                                               std::vector<Diagnostic>* warnings) {
  DocumentFindings findings(&source);
  const DocumentReader reader(tree, Code::kSchemaViolation, &findings);
  auto kind = std::make_unique<TaskKind>();
  TaskReader(reader, kind.get()).Read(name);
  if (findings.has_errors()) return Error(std::move(findings.errors()));
  for (Diagnostic& warning : findings.warnings()) warnings->push_back(std::move(warning));
  return kind;
}

}  // namespace galley::chat
