// The only source that includes CLI11, which takes seconds to compile: it makes what the
// library knows from our description, and our messages from what the library found.
#include "parse.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <CLI/CLI.hpp>

namespace galley::cli {
namespace {

// Adds an option to CLI11 as its target needs it.
struct Adder {
  CLI::App* app;
  const Option& option;

  CLI::Option* operator()(std::monostate) const { return nullptr; }
  CLI::Option* operator()(bool* target) const {
    return app->add_flag(std::string(option.names), *target, std::string(option.about));
  }
  CLI::Option* operator()(std::string* target) const { return Add(target); }
  CLI::Option* operator()(std::optional<uint32_t>* target) const { return Add(target); }
  CLI::Option* operator()(std::vector<std::string>* target) const {
    // An option takes one value each time; an argument takes all words there are.
    return Add(target)->allow_extra_args(IsPositional(option));
  }
  CLI::Option* operator()(KeyedValue target) const {
    const auto append = [target](const std::string& value) {
      target.list->emplace_back(target.key, value);
    };
    return app
        ->add_option_function<std::string>(std::string(option.names), append,
                                           std::string(option.about))
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  }

  template <class Value>
  CLI::Option* Add(Value* target) const {
    return app->add_option(std::string(option.names), *target, std::string(option.about));
  }
};

std::string ValueName(const Option& option) {
  return option.choices.empty() ? std::string(option.value)
                                : CLI::detail::join(option.choices, "|");
}

void AddOption(CLI::App* app, const Option& option) {
  CLI::Option* added = std::visit(Adder{app, option}, option.target);
  if (TakesValue(option)) added->type_name(ValueName(option));
  if (option.required) added->required();
  if (option.hidden) added->group("");
  if (bool* given = option.given) added->each([given](const std::string&) { *given = true; });
}

using Words = std::span<char* const>;

void AddCommand(CLI::App* app, const Command& command, Words words) {
  CLI::App* added =
      app->add_subcommand(std::string(command.name), std::string(command.about))->group("Commands");
  // A command that no word names is never entered, and few are: what they take would be
  // half the work of `galley --version`.
  if (std::find(words.begin(), words.end(), command.name) == words.end()) return;
  added->fallthrough();  // so that options of the program may follow
  added->footer("Examples:\n" + std::string(command.examples));
  if (command.list) added->footer(command.list);
  for (const Option& option : command.options) AddOption(added, option);
}

void AddEverything(CLI::App* app, const Program& program, Words words) {
  app->get_formatter()->label("SUBCOMMAND", "COMMAND");
  app->get_formatter()->label("REQUIRED", "");
  app->get_formatter()->column_width(26);
  app->set_help_flag(std::string(program.help.names), std::string(program.help.about));
  app->set_version_flag(std::string(program.version.names), "", std::string(program.version.about));
  app->footer(std::string(program.footer));
  app->require_subcommand(0, 1);  // so that a template may be called as a command is
  for (const Option& option : program.options) AddOption(app, option);
  for (const Command& command : program.commands) AddCommand(app, command, words);
}

std::string Quoted(std::string_view word) { return '`' + std::string(word) + '`'; }

// The command that was named, or null.
const Command* Chosen(const Program& program, const CLI::App& app) {
  const std::vector<CLI::App*> chosen =
      const_cast<CLI::App&>(app).get_subcommands();  // CLI11 has no constant form
  if (chosen.empty()) return nullptr;
  return &*std::find_if(
      program.commands.begin(), program.commands.end(),
      [&](const Command& command) { return command.name == chosen.front()->get_name(); });
}

// Whether a word stands behind `--`, where nothing is an option.
bool IsBehindDashes(std::string_view word, Words words) {
  const auto dashes = std::find(words.begin(), words.end(), std::string_view("--"));
  return std::find(dashes, words.end(), word) != words.end();
}

// Refuses `--name=`, for which CLI11 would take the next word.
Result<void> CheckValues(Words words) {
  const auto dashes = std::find(words.begin(), words.end(), std::string_view("--"));
  const auto lacking = std::find_if(words.begin(), dashes, [](std::string_view word) {
    return word.starts_with("--") && word.find('=') == word.size() - 1;
  });
  if (lacking == dashes) return {};
  return UsageProblem(Quoted(*lacking) + " lacks a value");
}

Diagnostic UnknownWord(const Program& program, const Command* command, std::string_view word,
                       bool may_be_option) {
  if (may_be_option && word.starts_with('-')) {
    const std::string_view name = word.substr(0, word.find('='));
    const std::vector<std::string_view> names = OptionNames(program, command);
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      return UsageProblem(Quoted(name) + " must stand behind " + Quoted(command->name));
    }
    // Every letter is one letter away from every other.
    const bool is_letter = !name.starts_with("--");
    return UsageProblem(Quoted(word) + " is not an option", is_letter ? "" : name, names);
  }
  if (command) {
    return UsageProblem(Quoted(word) + " is one word too many for " +
                        Quoted("galley " + std::string(command->name)));
  }
  std::vector<std::string_view> names = CommandNames(program);
  names.push_back("help");
  return UsageProblem(Quoted(word) + " is not a command", word, names);
}

// What CLI11 found, in our words: a value that is missing or no number, an argument that is missing.
Diagnostic ExplainValue(const Command* command, const CLI::ParseError& error) {
  const std::string what = error.what();
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) && what.starts_with('-')) {
    const bool is_repeated = what.find(": At Most ") != what.npos;
    return UsageProblem(Quoted(what.substr(0, what.find(':'))) +
                        (is_repeated ? " may be given once only" : " lacks a value"));
  }
  if (dynamic_cast<const CLI::ConversionError*>(&error)) {
    // "Could not convert: --points = x"; numbers are all that is converted.
    const size_t name = what.find(": ") + 2;
    return UsageProblem(Quoted(what.substr(name, what.find(" = ") - name)) +
                        " must be a whole number");
  }
  if (!dynamic_cast<const CLI::RequiredError*>(&error) || !command) return UsageProblem(what);
  const std::string name = what.substr(0, what.find(' '));
  const auto found = std::find_if(command->options.begin(), command->options.end(),
                                  [&](const Option& option) { return NameOf(option) == name; });
  return found == command->options.end() ? UsageProblem(what) : RequiredProblem(*found);
}

// CLI11 says what is missing before it says what is too much; the latter explains
// more.
Diagnostic Explain(const Program& program, const CLI::App& app, const CLI::ParseError& error,
                   Words words) {
  std::vector<std::string> unknown = app.remaining(true);
  std::erase(unknown, "--");
  if (unknown.empty()) return ExplainValue(Chosen(program, app), error);
  return UnknownWord(program, Chosen(program, app), unknown.front(),
                     !IsBehindDashes(unknown.front(), words));
}

// Refuses a value that is none of the choices of its option.
Result<void> CheckChoices(const CLI::App& app, const std::vector<Option>& options) {
  for (const Option& option : options) {
    const std::string name(NameOf(option));
    if (option.choices.empty() || app.count(name) == 0) continue;
    const std::string value = app.get_option(name)->as<std::string>();
    if (std::find(option.choices.begin(), option.choices.end(), value) != option.choices.end()) {
      continue;
    }
    return UsageProblem(Quoted(name) + " must be one of " + ListOfChoices(option), value,
                        option.choices);
  }
  return {};
}

Result<Parsed> Finish(const Program& program, const CLI::App& app) {
  const Command* command = Chosen(program, app);
  if (!command) {
    Diagnostic missing = UsageProblem("a command is missing");
    missing.hint = "`galley --help` lists the commands";
    return missing;
  }
  Result<void> checked = CheckChoices(app, program.options);
  if (checked) {
    checked = CheckChoices(*app.get_subcommand(std::string(command->name)), command->options);
  }
  if (!checked) return checked.error();
  return command;
}

}  // namespace

Result<Parsed> Parse(const Program& program, int count, char** words) {
  CLI::App app(std::string(program.about), std::string(program.name));
  const Words given(words, static_cast<size_t>(count));
  const Result<void> checked = CheckValues(given);
  if (!checked) return checked.error();
  AddEverything(&app, program, given);
  try {
    app.parse(count, words);
  } catch (const CLI::CallForHelp&) {
    return HelpText{app.help()};
  } catch (const CLI::CallForVersion&) {
    return VersionWanted{};
  } catch (const CLI::ParseError& error) {
    return Explain(program, app, error, given);
  }
  return Finish(program, app);
}

}  // namespace galley::cli
