// Maps of known keys.  What is not there, or has another type than it should, is as it is in C++.
#include "options.h"

#include <iterator>
#include <string_view>

namespace galley::module {
namespace {

struct LimitName {
  std::string_view name;
  uint64_t Limits::*member;
};

constexpr LimitName kLimits[] = {
    {"file", &Limits::file},
    {"context", &Limits::context},
    {"request", &Limits::request},
    {"nesting", &Limits::nesting},
    {"tokens", &Limits::tokens},
    {"chain", &Limits::chain},
    {"arguments", &Limits::arguments},
    {"keys", &Limits::keys},
    {"yaml_nodes", &Limits::yaml_nodes},
    {"inheritance", &Limits::inheritance},
    {"units", &Limits::units},
    {"roots", &Limits::roots},
    {"files", &Limits::files},
    {"directory_depth", &Limits::directory_depth},
    {"name", &Limits::name},
    {"segments", &Limits::segments},
    {"steps", &Limits::steps},
    {"heap", &Limits::heap},
    {"output", &Limits::output},
    {"messages", &Limits::messages},
    {"depth", &Limits::depth},
    {"string", &Limits::string},
    {"list", &Limits::list},
    {"regex", &Limits::regex},
};

Limits ReadLimits(const Json& map) {
  Limits limits;
  for (const LimitName& each : kLimits) {
    const Json value = map.Find(each.name);
    if (value.is_int() && value.as_int() >= 0) {
      limits.*each.member = static_cast<uint64_t>(value.as_int());
    }
  }
  return limits;
}

std::optional<Limits> ReadOptionalLimits(const Json& map) {
  const Json limits = map.Find("limits");
  return limits.is_map() ? std::optional(ReadLimits(limits)) : std::nullopt;
}

// The place of a name in a list, or the first.
template <class Choice, size_t kSize>
Choice Choose(const Json& value, const std::string_view (&names)[kSize]) {
  for (size_t at = 0; at < kSize; ++at) {
    if (value.as_string() == names[at]) return static_cast<Choice>(at);
  }
  return static_cast<Choice>(0);
}

constexpr std::string_view kLanguages[] = {"jinja", "handlebars", "sections", "chat"};
constexpr std::string_view kUndefined[] = {"", "lenient", "strict", "chainable", "debug"};

}  // namespace

WorkspaceOptions ReadWorkspaceOptions(const Json& map) {
  return {
      .root = map.Find("root").as_string(),
      .project_root = map.Find("projectRoot").as_string(),
      .config = map.Find("config").as_string(),
      .settings = map.Find("settings"),
      .jinja = map.Find("jinja"),
      .handlebars = map.Find("handlebars"),
      .limits = ReadLimits(map.Find("limits")),
  };
}

CompileOptions ReadCompileOptions(const Json& map) {
  CompileOptions options = {.language = Choose<Language>(map.Find("language"), kLanguages),
                            .options = map.Find("options")};
  if (map.Find("name").is_string()) options.name = map.Find("name").as_string();
  return options;
}

RenderOptions ReadRenderOptions(const Json& map) {
  return {
      .limits = ReadOptionalLimits(map),
      .undefined = Choose<Undefined>(map.Find("undefined"), kUndefined),
      .now = map.Find("now").as_string(),
  };
}

ChatOptions ReadChatOptions(const Json& map) {
  ChatOptions options = {
      .model = map.Find("model").as_string(),
      .estimator = map.Find("estimator").as_string(),
      .injections = map.Find("injections"),
      .explain = map.Find("explain").as_bool(),
      .strict = map.Find("strict").as_bool(),
      .macros = map.Find("macros"),
      .limits = ReadOptionalLimits(map),
  };
  if (const Json budget = map.Find("budget"); budget.is_int() && budget.as_int() >= 0) {
    options.budget = static_cast<uint64_t>(budget.as_int());
  }
  if (const Json squash = map.Find("squash"); squash.is_bool()) options.squash = squash.as_bool();
  return options;
}

}  // namespace galley::module
