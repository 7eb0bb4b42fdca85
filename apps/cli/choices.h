// What completions and error messages need to know about options, read from the
// options themselves: CLI11's type name holds the choices, as `text|json`.
#ifndef GALLEY_APPS_CLI_CHOICES_H_
#define GALLEY_APPS_CLI_CHOICES_H_

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "cli11.h"

namespace galley::cli {

// The name of an argument, or the type of an option, that is a file.
inline constexpr char kFileName[] = "FILE";

// The names of arguments that are an operation, or a diagnostic code.
inline constexpr char kMethodName[] = "METHOD";
inline constexpr char kCodeName[] = "CODE";

// The type name that stands for `choices`.
std::string ChoicesOf(std::initializer_list<std::string> choices);
// The choices of an option, or none.
std::vector<std::string> Choices(const CLI::Option& option);

// What a shell may offer for it: its choices, or the operations or codes there are.
std::vector<std::string> Suggestions(const CLI::Option& option);

// The names of an option, as `--name` and `-n`.
std::vector<std::string> NamesOf(const CLI::Option& option);
bool IsPositional(const CLI::Option& option);
bool IsFile(const CLI::Option& option);
bool TakesValue(const CLI::Option& option);

// The options that are meant to be seen.
std::vector<const CLI::Option*> ShownOptions(const CLI::App& app);
// What may be given with a command (null: with none): its own arguments and
// options, and the options of the whole program.
std::vector<const CLI::Option*> OptionsOf(const CLI::App& app, const CLI::App* command);
// Their names.
std::vector<std::string> OptionNames(const CLI::App& app, const CLI::App* command);
std::vector<std::string> CommandNames(const CLI::App& app);
std::vector<const CLI::App*> Commands(const CLI::App& app);

// Words with a blank between, and a text in single quotes as every shell takes it.
std::string JoinWords(const std::vector<std::string>& words);
std::string QuoteForShell(std::string_view text);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_CHOICES_H_
