#include "choices.h"

#include <algorithm>
#include <utility>

#include <CLI/CLI.hpp>

#include "galley/operations.h"

namespace galley::cli {
namespace {

// The texts `key` in the list `list` that an operation gives.
std::vector<std::string> TextsIn(std::string_view method, std::string_view list,
                                 std::string_view key) {
  std::vector<std::string> texts;
  const Result<Reply> reply = Call(method);
  if (!reply) return texts;
  const Json items = reply->result().Find(list);
  for (size_t at = 0; at < items.size(); ++at) {
    texts.emplace_back(items.item(at).Find(key).as_string());
  }
  return texts;
}

}  // namespace

std::string ChoicesOf(std::initializer_list<std::string> choices) {
  return CLI::detail::join(choices, "|");
}

std::vector<std::string> Choices(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  if (type.find('|') == std::string::npos) return {};
  return CLI::detail::split(type, '|');
}

std::vector<std::string> Suggestions(const CLI::Option& option) {
  if (option.get_name() == kMethodName) return TextsIn("operations.list", "operations", "name");
  if (option.get_name() == kCodeName) return TextsIn("diagnostics.list", "codes", "code");
  return Choices(option);
}

std::vector<std::string> NamesOf(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  return names;
}

bool IsPositional(const CLI::Option& option) { return !option.nonpositional(); }

bool IsFile(const CLI::Option& option) {
  return option.get_name() == kFileName || option.get_type_name() == kFileName;
}

bool TakesValue(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

std::vector<const CLI::Option*> ShownOptions(const CLI::App& app) {
  return app.get_options([](const CLI::Option* option) { return !option->get_group().empty(); });
}

std::vector<const CLI::Option*> OptionsOf(const CLI::App& app, const CLI::App* command) {
  std::vector<const CLI::Option*> options;
  if (command) options = ShownOptions(*command);
  const size_t own = options.size();
  for (const CLI::Option* option : ShownOptions(app)) {
    // A command may have an option of the same name; that is the one it takes.
    const bool repeated =
        std::any_of(options.begin(), options.begin() + static_cast<long>(own),
                    [&](const CLI::Option* other) { return NamesOf(*other) == NamesOf(*option); });
    if (!repeated) options.push_back(option);
  }
  return options;
}

std::vector<std::string> OptionNames(const CLI::App& app, const CLI::App* command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : OptionsOf(app, command)) {
    for (std::string& name : NamesOf(*option)) names.push_back(std::move(name));
  }
  return names;
}

std::vector<const CLI::App*> Commands(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

std::vector<std::string> CommandNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : Commands(app)) names.push_back(command->get_name());
  return names;
}

std::string JoinWords(const std::vector<std::string>& words) {
  return CLI::detail::join(words, " ");
}

std::string QuoteForShell(std::string_view text) {
  std::string quoted = "'";
  for (const char byte : text) quoted += byte == '\'' ? std::string("'\\''") : std::string(1, byte);
  return quoted + "'";
}

}  // namespace galley::cli
