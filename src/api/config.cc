// The configuration: `config.view`, `config.path` and `config.validate`.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "api/operation.h"
#include "base/json_text.h"
#include "base/try.h"
#include "base/writer.h"
#include "diag/report.h"
#include "files/disk_files.h"
#include "format/json.h"
#include "format/json_data.h"
#include "store/secrets.h"
#include "store/store_url.h"
#include "value/record.h"
#include "workspace/jinja_options.h"
#include "workspace/params.h"
#include "workspace/render_entry.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

// The project of the parameter `workspace`, which has a configuration.
Result<const workspace::Project*> ProjectOf(workspace::Workspace* workspace) {
  const workspace::Project* project = TRY(workspace->project());
  if (project) return project;
  return Report(Code::kInvalidParams,
                "a workspace in memory, or with roots of its own, has no configuration");
}

Value NewOrigin(Heap* heap, const std::string& origin) {
  return origin.empty() ? Value::None() : heap->NewString(origin);
}

Value NewSetting(Heap* heap, const ConfigKeyInfo& key, const Setting& setting) {
  const std::vector<std::string>& values = setting.values;
  Value value = Value::None();
  if (key.is_list) {
    value = NewListOf(heap, values.size(), [&](size_t at) { return heap->NewString(values[at]); });
  } else if (!values.empty()) {
    const bool is_store = key.name == AllConfigKeys()[static_cast<size_t>(ConfigKey::kStore)].name;
    value = heap->NewString(is_store ? ShownStore(values.front()) : values.front());
  }
  return NewRecord(heap, {{"key", Value::String(key.name)},
                          {"value", value},
                          {"layer", Value::String(LayerName(setting.layer))},
                          {"origin", NewOrigin(heap, setting.origin)},
                          {"about", Value::String(key.about)}});
}

// The JSON of a setting that nobody knows: it may be the misspelt key of a store, or a table of
// somebody else's with secrets of its own.
Result<std::string> WithoutSecrets(const std::string& key, const std::string& json,
                                   const Limits& limits) {
  const Tree tree = TRY(ReadJson(Source(key, json), limits));
  BufferWriter shown;
  size_t copied = 0;
  size_t hidden = 0;  // all nodes before this one are
  for (size_t at = 0; at < tree.size(); ++at) {
    const Node& node = tree[static_cast<NodeId>(at)];
    if (NamesSecret(at == 0 ? std::string_view(key) : node.key)) {
      hidden = std::max(hidden, static_cast<size_t>(node.end));
    }
    if (!node.is_string()) continue;
    const std::string text = at < hidden ? "***" : ShownStore(node.value.as_string());
    if (text == node.value.as_string()) continue;
    shown.Append(std::string_view(json).substr(copied, node.span.begin - copied));
    AppendJsonString(text, {}, &shown);
    copied = node.span.end;
  }
  shown.Append(std::string_view(json).substr(copied));
  return shown.ToString();
}

Value NewUnknown(Heap* heap, const std::string& key, const UnknownSetting& setting,
                 const Limits& limits) {
  const Result<std::string> json = WithoutSecrets(key, setting.json, limits);
  const Result<Value> value =
      json ? ReadJsonData(Source(key, *json, Nature::kData), heap, limits) : Result<Value>(Value());
  return NewRecord(heap, {{"key", heap->NewString(key)},
                          {"value", value ? *value : Value::None()},
                          {"layer", Value::String(LayerName(setting.layer))},
                          {"origin", NewOrigin(heap, setting.origin)}});
}

// That the templates of the instructions exist, and that the texts for them stand alone.
Result<void> CheckInstructions(const workspace::Project& project, const Catalog& catalog,
                               const Limits& limits) {
  const Configuration& configuration = project.configuration;
  for (const ConfigKey key :
       {ConfigKey::kSystemInstructionTemplate, ConfigKey::kUserInstructionTemplate}) {
    const std::string& name = configuration.Text(key);
    if (name.empty()) continue;
    Result<const Entry*> found = catalog.Find(name);
    if (found) continue;
    const std::string_view key_name = AllConfigKeys()[static_cast<size_t>(key)].name;
    found.error().diagnostics().front().notes.push_back("named by " + Quoted(key_name));
    return std::move(found).error();
  }
  for (const ConfigKey key : {ConfigKey::kSystemInstruction, ConfigKey::kUserInstruction}) {
    const std::string& text = configuration.Text(key);
    if (text.starts_with("@:")) continue;  // it may come and go
    const Source source(std::string(AllConfigKeys()[static_cast<size_t>(key)].name), text);
    TRY(workspace::CheckStandsAlone(source, workspace::JinjaOptions::OfWorkspace().syntax, limits));
  }
  return {};
}

}  // namespace

// {workspace?} -> {project_root, settings: [{key, value, layer, origin or null, about?}]}
Result<Value> ViewConfig(const Invocation& call) {
  const Params params = Params::Of(call);
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  const workspace::Project& project = *TRY(ProjectOf(&workspace));
  Heap* heap = call.heap;
  std::vector<Value> settings;
  for (size_t at = 0; at < kConfigKeys; ++at) {
    settings.push_back(
        NewSetting(heap, AllConfigKeys()[at], project.configuration[static_cast<ConfigKey>(at)]));
  }
  for (const auto& [key, setting] : project.configuration.unknown()) {
    settings.push_back(NewUnknown(heap, key, setting, call.limits));
  }
  return NewRecord(heap, {{"project_root", heap->NewString(project.root)},
                          {"settings", heap->NewList(settings)}});
}

// {workspace?} -> {files: [{layer, path, exists}]}, weakest first
Result<Value> ListConfigFiles(const Invocation& call) {
  const Params params = Params::Of(call);
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  const workspace::Project& project = *TRY(ProjectOf(&workspace));
  Heap* heap = call.heap;
  const Value files = NewListOf(heap, project.files.size(), [&](size_t at) {
    const workspace::ConfigFile& file = project.files[at];
    return NewRecord(heap, {{"layer", Value::String(LayerName(file.layer))},
                            {"path", heap->NewString(file.path)},
                            {"exists", Value::Bool(file.exists)}});
  });
  return NewRecord(heap, {{"files", files}});
}

// {workspace?} or {text, name?} -> {valid: true}; problems are diagnostics
Result<Value> ValidateConfig(const Invocation& call) {
  const Params params = Params::Of(call);
  if (params.has("text")) {
    const std::string name(TRY(params.String("name", "<text>")));
    Configuration configuration;
    const Source source(name, TRY(params.String("text")));
    TRY(workspace::ReadConfiguration(source, Layer::kFile, call.limits, call.warnings,
                                     &configuration));
  } else {
    workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
    // The templates tell what the texts alone do not.
    TRY(CheckInstructions(*TRY(ProjectOf(&workspace)), *TRY(workspace.catalog()), call.limits));
  }
  return NewRecord(call.heap, {{"valid", Value::Bool(true)}});
}

}  // namespace galley::api
