// Parse for the command in WebAssembly, whose standard library has no exceptions, which CLI11
// is made of.  The words mean what they mean there.
#include "parse.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace galley::cli {
namespace {

constexpr size_t kColumn = 26;  // where what is said of an option begins

std::string Quoted(std::string_view word) { return '`' + std::string(word) + '`'; }

bool HasName(const Option& option, std::string_view name) {
  const std::vector<std::string_view> names = NamesOf(option);
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool TakesMany(const Option& option) {
  return std::holds_alternative<std::vector<std::string>*>(option.target);
}

// ---------------------------------------------------------------------------
// Help

std::string ValueName(const Option& option) {
  if (option.choices.empty()) return std::string(option.value);
  std::string names;
  for (const std::string_view choice : option.choices) {
    if (!names.empty()) names += '|';
    names += choice;
  }
  return names;
}

void PrintRow(std::string_view left, std::string_view about, std::string* text) {
  std::string row = "  " + std::string(left);
  if (row.size() + 2 > kColumn) {
    row += '\n';
    row.append(kColumn, ' ');
  } else {
    row.resize(kColumn, ' ');
  }
  *text += row + std::string(about) + '\n';
}

void PrintOptions(std::string_view title, std::span<const Option* const> options,
                  std::string* text) {
  if (options.empty()) return;
  *text += '\n' + std::string(title) + ":\n";
  for (const Option* option : options) {
    std::string left(option->names);
    if (const std::string value = ValueName(*option); !value.empty()) left += ' ' + value;
    if (TakesMany(*option)) left += " ...";
    PrintRow(left, option->about, text);
  }
}

std::string HelpOf(const Program& program, const Command* command) {
  std::vector<const Option*> options;
  std::vector<const Option*> arguments;
  for (const Option* option : OptionsOf(program, command)) {
    if (option->hidden) continue;
    (IsPositional(*option) ? arguments : options).push_back(option);
  }
  std::string text(command ? command->about : program.about);
  text += "\nUsage: " + std::string(program.name);
  if (command) text += ' ' + std::string(command->name);
  text += " [OPTIONS]";
  for (const Option* argument : arguments) {
    const std::string name = std::string(argument->names) + (TakesMany(*argument) ? "..." : "");
    text += argument->required ? ' ' + name : " [" + name + ']';
  }
  text += command ? "\n" : " [COMMAND]\n";
  PrintOptions("Positionals", arguments, &text);
  PrintOptions("Options", options, &text);
  if (!command) {
    text += "\nCommands:\n";
    for (const Command& each : program.commands) PrintRow(each.name, each.about, &text);
    return text + '\n' + std::string(program.footer) + '\n';
  }
  if (command->list) return text + '\n' + command->list() + '\n';
  return text + "\nExamples:\n" + std::string(command->examples) + '\n';
}

// ---------------------------------------------------------------------------
// Values

Result<void> Set(const Option& option, std::string_view value) {
  if (option.given) *option.given = true;
  return std::visit(
      [&](auto target) -> Result<void> {
        using Target = decltype(target);
        if constexpr (std::is_same_v<Target, bool*>) {
          *target = value != "false";
        } else if constexpr (std::is_same_v<Target, std::string*>) {
          *target = value;
        } else if constexpr (std::is_same_v<Target, std::vector<std::string>*>) {
          target->emplace_back(value);
        } else if constexpr (std::is_same_v<Target, KeyedValue>) {
          target.list->emplace_back(target.key, value);
        } else if constexpr (std::is_same_v<Target, std::optional<uint32_t>*>) {
          uint32_t number = 0;
          const auto [end, problem] =
              std::from_chars(value.data(), value.data() + value.size(), number);
          if (problem != std::errc() || end != value.data() + value.size()) {
            return UsageProblem(Quoted(NameOf(option)) + " must be a number");
          }
          *target = number;
        }
        return {};
      },
      option.target);
}

Result<void> CheckChoice(const Option& option, std::string_view value) {
  const auto& choices = option.choices;
  if (choices.empty() || std::find(choices.begin(), choices.end(), value) != choices.end()) {
    return {};
  }
  std::string list;
  for (const std::string_view choice : choices) {
    list += (list.empty() ? "" : ", ") + Quoted(choice);
  }
  return UsageProblem(Quoted(NameOf(option)) + " must be one of " + list, value, choices);
}

// ---------------------------------------------------------------------------
// Words

class Parser {
 public:
  Parser(const Program& program, std::span<char* const> words) : program_(program), words_(words) {}

  Result<Parsed> Parse() {
    while (at_ < words_.size()) {
      const std::string_view word = words_[at_++];
      if (!only_arguments_ && word == "--") {
        only_arguments_ = true;
      } else if (!only_arguments_ && word.size() > 1 && word.front() == '-') {
        if (const Result<void> done = TakeOption(word); !done) return done.error();
      } else {
        if (const Result<void> done = TakeArgument(word); !done) return done.error();
      }
    }
    if (wants_help_) return HelpText{HelpOf(program_, command_)};
    if (wants_version_) return VersionWanted{};
    if (!command_) {
      Diagnostic missing = UsageProblem("a command is missing");
      missing.hint = "`galley --help` lists the commands";
      return missing;
    }
    if (const Result<void> done = CheckRequired(); !done) return done.error();
    return command_;
  }

 private:
  const Option* Find(std::string_view name) const {
    if (command_) {
      for (const Option& option : command_->options) {
        if (HasName(option, name)) return &option;
      }
    }
    for (const Option& option : program_.options) {
      if (HasName(option, name)) return &option;
    }
    return nullptr;
  }

  Result<void> TakeOption(std::string_view word) {
    const bool is_long = word.starts_with("--");
    const size_t equals = is_long ? word.find('=') : word.npos;
    const std::string_view name = is_long ? word.substr(0, equals) : word.substr(0, 2);
    wants_help_ |= HasName(program_.help, name);
    wants_version_ |= HasName(program_.version, name);
    if (HasName(program_.help, name) || HasName(program_.version, name)) return {};
    const Option* option = Find(name);
    if (!option) return Unknown(word, name);

    std::string_view value;
    if (equals != word.npos) {
      value = word.substr(equals + 1);
      if (value.empty()) return UsageProblem(Quoted(word) + " lacks a value");
    } else if (!is_long && word.size() > 2) {
      // `-n3`, or one flag behind the other.
      if (!TakesValue(*option)) {
        if (const Result<void> done = Set(*option, "true"); !done) return done.error();
        return TakeOption('-' + std::string(word.substr(2)));
      }
      value = word.substr(2);
    } else if (TakesValue(*option)) {
      if (at_ == words_.size()) return UsageProblem(Quoted(name) + " needs a value");
      value = words_[at_++];
    }
    return Give(*option, TakesValue(*option) || !value.empty() ? value : "true");
  }

  Result<void> Give(const Option& option, std::string_view value) {
    const bool is_repeated = std::find(given_.begin(), given_.end(), &option) != given_.end();
    if (is_repeated && TakesValue(option) && !TakesMany(option) &&
        !std::holds_alternative<KeyedValue>(option.target)) {
      return UsageProblem(Quoted(NameOf(option)) + " is given twice");
    }
    given_.push_back(&option);
    if (const Result<void> done = CheckChoice(option, value); !done) return done.error();
    return Set(option, value);
  }

  Result<void> TakeArgument(std::string_view word) {
    if (!command_) {
      const auto found = std::find_if(program_.commands.begin(), program_.commands.end(),
                                      [&](const Command& each) { return each.name == word; });
      if (found == program_.commands.end()) {
        return UsageProblem(Quoted(word) + " is not a command", word, CommandNames(program_));
      }
      command_ = &*found;
      return {};
    }
    for (const Option& option : command_->options) {
      if (!IsPositional(option)) continue;
      const bool is_given = std::find(given_.begin(), given_.end(), &option) != given_.end();
      if (!is_given || TakesMany(option)) return Give(option, word);
    }
    return UsageProblem(Quoted(word) + " is one word too many for " +
                        Quoted("galley " + std::string(command_->name)));
  }

  Diagnostic Unknown(std::string_view word, std::string_view name) const {
    // Every letter is one letter away from every other.
    return UsageProblem(Quoted(word) + " is not an option", name.starts_with("--") ? name : "",
                        OptionNames(program_, command_));
  }

  Result<void> CheckRequired() const {
    for (const Option& option : command_->options) {
      if (option.required && std::find(given_.begin(), given_.end(), &option) == given_.end()) {
        return RequiredProblem(option);
      }
    }
    return {};
  }

  const Program& program_;
  std::span<char* const> words_;
  size_t at_ = 1;
  bool only_arguments_ = false;
  bool wants_help_ = false;
  bool wants_version_ = false;
  const Command* command_ = nullptr;
  std::vector<const Option*> given_;
};

}  // namespace

Result<Parsed> Parse(const Program& program, int count, char** words) {
  return Parser(program, {words, static_cast<size_t>(count)}).Parse();
}

}  // namespace galley::cli
