// One table of keys: reading, printing, environment variables and suggestions all come from it.
#include "discover/configuration.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "base/writer.h"
#include "diag/report.h"
#include "format/toml.h"
#include "format/tree.h"
#include "value/print.h"

namespace galley {
namespace {

constexpr std::array<ConfigKeyInfo, kConfigKeys> kKeys = {{
    {"project-template-paths", true, "roots of the project tier, relative to the project"},
    {"user-template-paths", true, "roots of the user tier, relative to the home directory"},
    {"builtin-template-paths", true, "roots of the builtin tier, relative to the home directory"},
    {"system-instruction-template", false, "name of the template of the system instruction"},
    {"user-instruction-template", false, "name of the template of the user instruction"},
    {"system-instruction", false, "text of the system instruction, or @:PATH"},
    {"user-instruction", false, "text of the user instruction, or @:PATH"},
    {"store", false, "the store: sqlite:PATH, relative to the project, or postgresql://..."},
    {"author", false, "who is named as the author of what is stored"},
    {"section_extensions", true, "more extensions of section templates: [\".prompt.yaml\"]"},
    {"handlebars_strict", false, "a missing variable is an error in Handlebars too", true},
    {"follow_links", false, "links out of a root lead to files; not in a project's own file", true},
    {"model", false, "the model that chat templates are rendered for, and tokens counted as"},
}};

constexpr std::array<std::string_view, 6> kLayerNames = {"default", "user",        "project",
                                                         "file",    "environment", "arguments"};

constexpr std::string_view kDefaultUserInstruction =
    "<document>\n{{ document }}\n</document>\n"
    "{% if input is defined %}\nUser Query: {{ input }}\n{% endif %}\n";

Diagnostic Refuse(const Source& source, Span span, std::string message) {
  return Report(Code::kConfigInvalid, source, span, std::move(message));
}

std::string_view KindOf(const Node& node) {
  return node.is_map() ? "table" : node.is_list() ? "list" : KindName(node.kind());
}

constexpr size_t kMostNotices = 100;

Diagnostic UnknownKey(const Source& source, const Node& node) {
  std::vector<std::string_view> names;
  names.reserve(std::size(kKeys));
  for (const ConfigKeyInfo& key : kKeys) names.push_back(key.name);
  return Report(Code::kConfigUnknownKey, source, node.key_span,
                Quoted(node.key) + " is not a key of the configuration",
                SuggestNearest(node.key, names));
}

std::string PrintNode(const Tree& tree, NodeId id, const Limits& limits) {
  Heap heap(limits);
  BufferWriter out;
  PrintJson(tree.ToValue(id, &heap), {}, &out, &heap.meter());
  return out.ToString();
}

Result<std::vector<std::string>> ReadList(const Tree& tree, NodeId id, const Source& source) {
  std::vector<std::string> values;
  for (const NodeId item : tree.Children(id)) {
    if (!tree[item].is_string()) {
      return Refuse(source, tree[item].span,
                    Quoted(tree[id].key) + " must be a list of strings; an item is of type " +
                        std::string(KindOf(tree[item])));
    }
    values.emplace_back(tree[item].value.as_string());
  }
  return values;
}

// The values of one key.
Result<std::vector<std::string>> ReadValues(const Tree& tree, NodeId id, const ConfigKeyInfo& key,
                                            const Source& source,
                                            std::vector<Diagnostic>* notices) {
  const Node& node = tree[id];
  if (key.is_list && node.is_list()) return ReadList(tree, id, source);
  if (key.is_flag && node.value.is_bool()) {
    return std::vector<std::string>{node.value.as_bool() ? "true" : "false"};
  }
  if (key.is_flag || !node.is_string()) {
    const std::string_view wanted = key.is_list   ? "a list of strings"
                                    : key.is_flag ? "true or false"
                                                  : "a string";
    return Refuse(source, node.span,
                  Quoted(key.name) + " must be " + std::string(wanted) + ", not of type " +
                      std::string(KindOf(node)));
  }
  if (key.is_list) {
    notices->push_back(Report(Code::kConfigNotList, source, node.span,
                              Quoted(key.name) + " is a list, and a string stands for one item",
                              "write it in brackets"));
  }
  return std::vector<std::string>{std::string(node.value.as_string())};
}

}  // namespace

std::string_view LayerName(Layer layer) noexcept { return kLayerNames[static_cast<size_t>(layer)]; }

std::span<const ConfigKeyInfo> AllConfigKeys() noexcept { return kKeys; }

std::string VariableOf(ConfigKey key) {
  std::string name = "GALLEY_";
  for (const char byte : kKeys[static_cast<size_t>(key)].name) {
    const bool divides = byte == '-' || byte == '_';
    name += divides ? '_' : static_cast<char>(byte - 'a' + 'A');
  }
  return name;
}

ConfigKey PathsKeyOf(Tier tier) noexcept {
  return static_cast<ConfigKey>(static_cast<size_t>(tier) - static_cast<size_t>(Tier::kProject));
}

std::optional<ConfigKey> FindConfigKey(std::string_view name) noexcept {
  for (size_t at = 0; at < kKeys.size(); ++at) {
    const bool is_it =
        std::equal(name.begin(), name.end(), kKeys[at].name.begin(), kKeys[at].name.end(),
                   [](char a, char b) { return a == b || (b == '_' && a == '-'); });
    if (is_it) return static_cast<ConfigKey>(at);
  }
  return std::nullopt;
}

Configuration::Configuration() {
  Set(ConfigKey::kProjectTemplatePaths, {{".galley/templates"}, Layer::kDefault, {}});
  Set(ConfigKey::kUserInstruction, {{std::string(kDefaultUserInstruction)}, Layer::kDefault, {}});
  Set(ConfigKey::kStore, {{"sqlite:.galley/store.db"}, Layer::kDefault, {}});
}

const std::string& Configuration::Text(ConfigKey key) const noexcept {
  static const std::string kNothing;
  const std::vector<std::string>& values = (*this)[key].values;
  return values.empty() ? kNothing : values.front();
}

void Configuration::SetText(ConfigKey key, std::string text, Layer layer, std::string origin) {
  // A list of no paths turns a tier off.
  const bool is_nothing = text.empty() && kKeys[static_cast<size_t>(key)].is_list;
  std::vector<std::string> values;
  if (!is_nothing) values.push_back(std::move(text));
  Set(key, {std::move(values), layer, std::move(origin)});
}

Result<void> Configuration::Read(const Source& source, Layer layer, const Limits& limits,
                                 std::vector<Diagnostic>* notices) {
  Result<Tree> read = ReadToml(source, limits);
  if (!read) {
    // Whatever is wrong with a configuration is one thing to its user.
    read.error().diagnostics().front().code = Describe(Code::kConfigInvalid).code;
    return std::move(read).error();
  }
  const Tree& tree = *read;
  Configuration next = *this;
  for (const NodeId id : tree.Children(Tree::root())) {
    const Node& node = tree[id];
    const std::optional<ConfigKey> key = FindConfigKey(node.key);
    if (!key) {
      // To find the line of each takes time linear in the file.
      if (notices->size() < kMostNotices) notices->push_back(UnknownKey(source, node));
      next.unknown_[std::string(node.key)] = {PrintNode(tree, id, limits), layer, source.name()};
      continue;
    }
    const ConfigKeyInfo& info = kKeys[static_cast<size_t>(*key)];
    if (*key == ConfigKey::kFollowLinks && layer == Layer::kProject) {
      // Whoever wrote the project must not decide what its user's files are.
      notices->push_back(Report(Code::kConfigUnknownKey, source, node.key_span,
                                Quoted(node.key) + " has no effect in a project's own file",
                                "set it in the user's configuration or on the command line"));
      continue;
    }
    next.Set(*key, {TRY(ReadValues(tree, id, info, source, notices)), layer, source.name()});
  }
  *this = std::move(next);
  return {};
}

}  // namespace galley
