// Reads two sides from names, files or a revision, calls one operation, and ends with a finding
// where the limit that was asked for is passed.
#include "diff_command.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "arguments.h"
#include "call_and_print.h"
#include "data_arguments.h"
#include "galley/galley.h"
#include "git_revision.h"
#include "output.h"
#include "workspace_arguments.h"

namespace galley::cli {
namespace {

// What `--data` and `--budget` give one side: of two the first is A's and the second B's.
std::string PickFor(size_t side, const std::vector<std::string>& given) {
  if (given.empty()) return {};
  return given[given.size() > 1 ? side : 0];
}

// A conversation that `render --save` wrote; templates in JSON have another ending before that.
bool IsSaved(std::string_view name) {
  return name.ends_with(".json") && !name.ends_with(".chat.json") &&
         !name.ends_with(".prompt.json");
}

// `NAME@2` is a version of the store's.
std::string TemplateName(const std::string& name) {
  const size_t at = name.rfind('@');
  const bool is_path = name.starts_with('.') || name.starts_with('/');
  const bool is_version =
      at != name.npos && at > 0 && !is_path && name.find_first_of("/.", at) == name.npos;
  return is_version && !name.starts_with("store:") ? "store:" + name : name;
}

std::optional<ExitCode> SetSaved(const std::string& file, const Arguments& arguments,
                                 const Output& output, Context* side) {
  const Result<std::string> text = ReadInput(file, arguments.limits.context);
  if (!text) return output.FailForInput(text.error());
  Result<Context> saved = Context::FromFile(file, *text);
  if (!saved) return output.FailForInput(saved.error());
  *side = std::move(*saved);
  return std::nullopt;
}

std::optional<ExitCode> SetSide(size_t number, const std::string& name,
                                const std::string& directory, const Arguments& arguments,
                                const Output& output, Context* side) {
  if (IsSaved(name)) return SetSaved(name, arguments, output, side);
  Arguments own = arguments;
  own.data.clear();
  if (const std::string file = PickFor(number, arguments.data); !file.empty()) {
    own.data.push_back(file);
  }
  side->Set("name", TemplateName(name));
  if (!directory.empty()) {
    side->Key("workspace").OpenMap().Key("dir").Text(directory).Close();
  }
  if (const auto failed = SetData(own, "data", output, side)) return failed;
  SetNames(own, side);
  if (const auto failed = SetChatOptions(arguments, output, side)) return failed;
  const std::string budget = PickFor(number, arguments.diff.budgets);
  if (!budget.empty()) side->Set("maxTokens", budget);
  return std::nullopt;
}

// `90%` as 90; nothing where it is no such number.
std::optional<double> ParsePercentage(std::string_view text) {
  if (text.ends_with('%')) text.remove_suffix(1);
  // Digits only: strtod takes blanks, signs and names, too.
  if (text.empty() || text.find_first_not_of("0123456789.") != text.npos) return std::nullopt;
  const std::string whole(text);
  char* end = nullptr;
  const double number = std::strtod(whole.c_str(), &end);
  if (end != whole.c_str() + whole.size() || number > 100) return std::nullopt;
  return number;
}

ExitCode PrintDiff(const Reply& reply, const Arguments& arguments, const Output& output) {
  const std::string text(reply.result().Find("text").as_string());
  const ExitCode printed = output.Print(output.as_json() ? reply.text() + '\n' : text);
  if (printed != ExitCode::kOk || arguments.diff.least_prefix.empty()) return printed;
  const Json prefix = reply.result().Find("prefix");
  const double least = *ParsePercentage(arguments.diff.least_prefix);
  const auto kept = static_cast<double>(prefix.Find("tokens").as_int());
  const auto all = static_cast<double>(prefix.Find("of").as_int());
  return kept * 100 < least * all ? ExitCode::kFindings : ExitCode::kOk;
}

// Whether a template changed as much as `--fail-on` says.
bool HasChange(const Json& templates, std::string_view least) {
  constexpr std::string_view kOrder[] = {"unchanged", "warnings", "text",
                                         "tokens",    "prefix",   "error"};
  const auto rank = [&](std::string_view change) {
    return std::find(std::begin(kOrder), std::end(kOrder), change) - std::begin(kOrder);
  };
  for (size_t at = 0; at < templates.size(); ++at) {
    if (rank(templates.item(at).Find("change").as_string()) >= rank(least)) return true;
  }
  return false;
}

// Everything that tests render, now and at a revision or in another directory.
ExitCode RunWorkspaceDiff(const Arguments& arguments, const Output& output) {
  const DiffArguments& diff = arguments.diff;
  std::optional<GitRevision> revision;
  std::string directory = diff.workspace;
  if (access((directory + "/.").c_str(), F_OK) != 0) {
    Result<GitRevision> made =
        GitRevision::CheckOut(arguments.workspace.project_root, diff.workspace);
    if (!made) return output.Fail(made.error());
    revision.emplace(std::move(*made));
    directory = revision->directory();
  }
  Context params;
  params.Key("before").OpenMap().Key("dir").Text(directory).Close();
  if (!output.as_json()) {
    params.Set("format", arguments.format.empty() ? "text" : arguments.format);
  }
  const Result<Reply> reply = CallOn(arguments, "workspace.diff", std::move(params));
  if (!reply) return output.Fail(reply.error());
  output.Warn(*reply);
  const ExitCode printed =
      output.Print(output.as_json() ? reply->text() + '\n'
                                    : std::string(reply->result().Find("text").as_string()));
  if (printed != ExitCode::kOk || diff.fail_on.empty()) return printed;
  const bool failed = HasChange(reply->result().Find("templates"), diff.fail_on);
  return failed ? ExitCode::kFindings : ExitCode::kOk;
}

ExitCode RunDiff(const Arguments& arguments, const Output& output) {
  const DiffArguments& diff = arguments.diff;
  if (!diff.workspace.empty()) return RunWorkspaceDiff(arguments, output);
  if (diff.a.empty()) {
    return output.Fail(Error(UsageProblem("`diff` takes a template, or `--workspace REV`")));
  }
  if (arguments.format == "markdown" || arguments.format == "junit") {
    return output.Fail(
        Error(UsageProblem("`--format markdown` and `junit` are for `--workspace`")));
  }
  if (!diff.least_prefix.empty() && !ParsePercentage(diff.least_prefix)) {
    return output.Fail(Error(UsageProblem("`--min-prefix` takes a percentage, as in 90%")));
  }
  if (arguments.data.size() > 2 || diff.budgets.size() > 2) {
    return output.Fail(
        UsageProblem("`--data` and `--budget` may be given twice at most: once for "
                     "both sides, or once for each"));
  }
  std::optional<GitRevision> revision;
  if (!diff.revision.empty()) {
    Result<GitRevision> made =
        GitRevision::CheckOut(arguments.workspace.project_root, diff.revision);
    if (!made) return output.Fail(made.error());
    revision.emplace(std::move(*made));
  }
  Context a;
  Context b;
  const std::string before = revision ? revision->directory() : std::string();
  if (const auto failed = SetSide(0, diff.a, before, arguments, output, &a)) return *failed;
  const std::string& second = diff.b.empty() ? diff.a : diff.b;
  if (const auto failed = SetSide(1, second, "", arguments, output, &b)) return *failed;
  Context params;
  params.Set("a", std::move(a)).Set("b", std::move(b));
  if (!arguments.as.empty()) params.Set("as", arguments.as);
  if (!arguments.model.empty()) params.Set("model", arguments.model);
  if (const auto failed = SetPrices(diff.prices, arguments, output, &params)) return *failed;
  if (!output.as_json()) {
    params.Set("format", arguments.format.empty() ? "text" : arguments.format);
    params.Set("colour", output.has_colour() && arguments.format != "github");
  }
  Arguments opened = arguments;
  std::erase_if(opened.workspace.templates, IsSaved);
  const Result<Reply> reply = CallOn(opened, "chat.diff", std::move(params));
  if (!reply) return output.Fail(reply.error());
  output.Warn(*reply);
  return PrintDiff(*reply, arguments, output);
}

}  // namespace

Option PricesOption(std::string* file) {
  return {.names = "--prices",
          .about = "Rules and prices: a JSON, YAML or TOML file as those in share/galley/prices",
          .target = file,
          .value = kFileName};
}

std::optional<ExitCode> SetPrices(const std::string& file, const Arguments& arguments,
                                  const Output& output, Context* params) {
  if (file.empty()) return std::nullopt;
  const Result<std::string> text = ReadInput(file, arguments.limits.context);
  if (!text) return output.FailForInput(text.error());
  Result<Context> prices = Context::FromFile(file, *text);
  if (!prices) return output.FailForInput(prices.error());
  params->Set("prices", std::move(*prices));
  return std::nullopt;
}

Command DiffCommand(Arguments* arguments) {
  return {
      .name = "diff",
      .about =
          "Show where two prompts diverge, which line and value cause it, and what stays cached",
      .examples =
          "  galley diff turn_writer -d turn20.json -d turn21.json\n"
          "  galley diff turn_writer -d ctx.json --budget 8k --budget 4k\n"
          "  galley diff turn_writer -d ctx.json --rev HEAD~1 --as anthropic\n"
          "  galley diff turn_writer store:turn_writer@production -d ctx.json\n"
          "  galley diff turn_writer@1 turn_writer@2 -d ctx.json\n"
          "  galley diff yesterday.json today.json --min-prefix 90%\n"
          "  galley diff --workspace origin/main --format markdown --fail-on prefix",
      .run = RunDiff,
      .options = Join(
          {WorkspaceOptions(arguments),
           {{.names = "A",
             .about = "A template: a name, a path or -; NAME@VERSION of the store; or what "
                      "`render --save` wrote: a .json file",
             .target = &arguments->diff.a,
             .is_template = true},
            {.names = "B",
             .about = "The other one; by default A with other data, budget or revision",
             .target = &arguments->diff.b,
             .is_template = true},
            TypeOption(arguments)},
           DataOptions(arguments),
           ChatOptions(arguments),
           {{.names = "--budget",
             .about = "Tokens: once for both, or once for each",
             .target = &arguments->diff.budgets,
             .value = "N"},
            {.names = "--rev",
             .about = "A as it was at this Git revision",
             .target = &arguments->diff.revision,
             .value = "REV"},
            {.names = "--as",
             .about = "The provider whose request is compared",
             .target = &arguments->as,
             .choices = {"messages", "openai", "responses", "anthropic", "gemini", "mistral",
                         "huggingface"}},
            PricesOption(&arguments->diff.prices),
            {.names = "--min-prefix",
             .about = "Exit with 1 if less of A's tokens stay the same",
             .target = &arguments->diff.least_prefix,
             .value = "PERCENT"},
            {.names = "--workspace",
             .about = "Compare what all tests render, now and at a Git revision or in a directory",
             .target = &arguments->diff.workspace,
             .value = "REV"},
            {.names = "--fail-on",
             .about = "With --workspace: exit status 1 for this change or a larger one",
             .target = &arguments->diff.fail_on,
             .choices = {"warnings", "text", "tokens", "prefix", "error"}},
            {.names = "--format",
             .about = "How to print the differences; markdown and junit with --workspace",
             .target = &arguments->format,
             .choices = {"text", "json", "github", "html", "markdown", "junit"}}}}),
  };
}

}  // namespace galley::cli
