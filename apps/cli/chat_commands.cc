// Both commands make the same parameters and differ in the operation and in what is printed.
#include "chat_commands.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "call_and_print.h"
#include "data_arguments.h"
#include "galley/galley.h"
#include "output.h"
#include "workspace_arguments.h"
#include "workspace_commands.h"

namespace galley::cli {
namespace {

// What both commands take.
std::vector<Option> TemplateAndData(Arguments* arguments) {
  return Join({WorkspaceOptions(arguments),
               {{.names = "NAME",
                 .about = "A chat template: a name, a path as ./a.chat.yaml, or -",
                 .target = &arguments->name,
                 .required = true,
                 .is_template = true},
                TypeOption(arguments)},
               DataOptions(arguments),
               ChatOptions(arguments)});
}

// The parameters that both commands have; they are made, or the command ends.
std::optional<ExitCode> SetParams(const Arguments& arguments, const Output& output,
                                  Context* params) {
  params->Key("template").OpenMap().Key("name").Text(arguments.name).Close();
  if (!HasData(arguments)) params->Key("context").OpenMap().Close();
  if (const auto failed = SetData(arguments, "context", output, params)) return failed;
  SetNames(arguments, params);
  return SetChatOptions(arguments, output, params);
}

void SetTextStyle(const Output& output, Context* params) {
  params->Set("format", "text").Set("colour", output.has_colour());
  params->Set("width", output.width());
}

ExitCode CallForText(const Arguments& arguments, std::string_view method, Context params,
                     const Output& output) {
  const Result<Reply> reply = CallOn(arguments, method, std::move(params));
  if (!reply) return output.Fail(reply.error());
  output.Warn(*reply);
  if (output.as_json()) return output.Print(reply->text() + '\n');
  return output.Print(reply->result().Find("text").as_string());
}

ExitCode RunExplain(const Arguments& arguments, const Output& output) {
  Context params;
  if (const auto failed = SetParams(arguments, output, &params)) return *failed;
  if (!arguments.budget.empty()) params.Set("maxTokens", arguments.budget);
  if (!arguments.as.empty()) params.Set("as", arguments.as);
  if (arguments.html.empty()) {
    if (!output.as_json()) SetTextStyle(output, &params);
    return CallForText(arguments, "chat.explain", std::move(params), output);
  }
  params.Set("format", "html");
  const Result<Reply> reply = CallOn(arguments, "chat.explain", std::move(params));
  if (!reply) return output.Fail(reply.error());
  output.WarnAlways(*reply);
  const std::string_view page = reply->result().Find("text").as_string();
  if (arguments.html == "-") return output.Print(page);
  const Result<void> written = WriteOutput(arguments.html, page);
  return written ? ExitCode::kOk : output.Fail(written.error());
}

ExitCode RunBudget(const Arguments& arguments, const Output& output) {
  Context params;
  if (const auto failed = SetParams(arguments, output, &params)) return *failed;
  params.Set("from", arguments.from.empty() ? "1k" : arguments.from);
  params.Set("to", arguments.to.empty() ? "32k" : arguments.to);
  if (arguments.points) params.Set("points", *arguments.points);
  if (!output.as_json()) SetTextStyle(output, &params);
  return CallForText(arguments, "chat.budget", std::move(params), output);
}

}  // namespace

Command ExplainCommand(Arguments* arguments) {
  return {
      .name = "explain",
      .about = "Show what each message is made of, and why something is missing",
      .examples =
          "  galley explain turn_writer -d ctx.json --budget 4k\n"
          "  galley explain turn_writer -d ctx.json --budget 900 --inject lore.yaml\n"
          "  galley explain turn_writer -d ctx.json --budget 4k --html page.html\n"
          "  galley explain turn_writer -d ctx.json --format json",
      .run = RunExplain,
      .options = Join({TemplateAndData(arguments),
                       {{.names = "--budget",
                         .about = "Tokens: 4096, 4k, 1.5k; without it, all fits",
                         .target = &arguments->budget,
                         .value = "N"},
                        {.names = "--as",
                         .about = "Also show where `cache: auto` places marks for this provider",
                         .target = &arguments->as,
                         .choices = {"messages", "openai", "responses", "anthropic", "gemini",
                                     "mistral", "huggingface", "text"}},
                        {.names = "--html",
                         .about = "Write an HTML page with a budget slider instead; - prints it",
                         .target = &arguments->html,
                         .value = kFileName}}}),
  };
}

Command BudgetCommand(Arguments* arguments) {
  return {
      .name = "budget",
      .about = "Show what appears and disappears as the budget grows",
      .examples =
          "  galley budget turn_writer -d ctx.json --from 1k --to 32k\n"
          "  galley budget turn_writer -d ctx.json --from 0 --to 8k --points 100\n"
          "  galley budget turn_writer -d ctx.json --from 1k --to 32k --format json",
      .run = RunBudget,
      .options = Join({TemplateAndData(arguments),
                       {{.names = "--from",
                         .about = "The smallest budget: 1000, 1k",
                         .target = &arguments->from,
                         .value = "N"},
                        {.names = "--to",
                         .about = "The largest budget: 32000, 32k",
                         .target = &arguments->to,
                         .value = "N"},
                        {.names = "--points",
                         .about = "Print at most this many lines",
                         .target = &arguments->points,
                         .value = "N"}}}),
  };
}

}  // namespace galley::cli
