// Configuration: the keys there are, and the value of each with the layer that set
// it.  A stronger layer replaces the whole value of a key; nothing is merged.
//
// Reading files and the environment is for the caller.
#ifndef GALLEY_DISCOVER_CONFIGURATION_H_
#define GALLEY_DISCOVER_CONFIGURATION_H_

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ordered_map.h"
#include "diag/source.h"
#include "discover/root.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley {

// Weakest first.
enum class Layer : uint8_t { kDefault, kUser, kProject, kFile, kEnvironment, kArguments };

// `default`, `user`, `project`, `file`, `environment`, `arguments`.
std::string_view LayerName(Layer layer) noexcept;

enum class ConfigKey : uint8_t {
  kProjectTemplatePaths,
  kUserTemplatePaths,
  kBuiltinTemplatePaths,
  kSystemInstructionTemplate,
  kUserInstructionTemplate,
  kSystemInstruction,
  kUserInstruction,
  kStore,
  kAuthor,
  kSectionExtensions,
  kHandlebarsStrict,
  kFollowLinks,
  kModel,
};
inline constexpr size_t kConfigKeys = 13;

struct ConfigKeyInfo {
  std::string_view name;
  bool is_list;
  std::string_view about;
  bool is_flag = false;  // true or false
};

// In the order of the enum.
std::span<const ConfigKeyInfo> AllConfigKeys() noexcept;
// The name of the environment variable that sets a key: GALLEY_USER_INSTRUCTION.
std::string VariableOf(ConfigKey key);
// The key that holds the roots of a tier.
ConfigKey PathsKeyOf(Tier tier) noexcept;

struct Setting {
  std::vector<std::string> values;  // of a list; otherwise one
  Layer layer = Layer::kDefault;
  std::string origin;  // the file or the variable that set it; empty: built in
};

// A key that nobody knows.
struct UnknownSetting {
  std::string json;  // its value
  Layer layer;
  std::string origin;
};

class Configuration {
 public:
  // Only the defaults; those of roots below the user's directory and beside the
  // program depend on where these are, and are for the caller to set.
  Configuration();

  const Setting& operator[](ConfigKey key) const noexcept {
    return settings_[static_cast<size_t>(key)];
  }
  // Whether a flag is on.
  bool IsOn(ConfigKey key) const noexcept { return Text(key) == "true" || Text(key) == "1"; }
  // The text of a key that is no list; empty where it is not set.
  const std::string& Text(ConfigKey key) const noexcept;
  const OrderedMap<UnknownSetting>& unknown() const noexcept { return unknown_; }

  void Set(ConfigKey key, Setting setting) {
    settings_[static_cast<size_t>(key)] = std::move(setting);
  }
  // A text from the environment or the command line; for a list it is one item.
  void SetText(ConfigKey key, std::string text, Layer layer, std::string origin);

  // Lays the TOML of `source` over what is there.  Unknown keys and a text where a
  // list belongs are notices.  Fails with config-invalid, and changes nothing then.
  Result<void> Read(const Source& source, Layer layer, const Limits& limits,
                    std::vector<Diagnostic>* notices);

 private:
  std::array<Setting, kConfigKeys> settings_;
  OrderedMap<UnknownSetting> unknown_;
};

// The key of that name.
std::optional<ConfigKey> FindConfigKey(std::string_view name) noexcept;

}  // namespace galley

#endif  // GALLEY_DISCOVER_CONFIGURATION_H_
