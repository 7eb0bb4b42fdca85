// A recorded conversation from a file, or one made from a seed.
#include "simulate_command.h"

#include <utility>

#include "arguments.h"
#include "call_and_print.h"
#include "diff_command.h"
#include "galley/galley.h"
#include "models_command.h"
#include "output.h"
#include "workspace_arguments.h"

namespace galley::cli {
namespace {

// The parameters for a text in `format`; empty: none.  A file that cannot be read has been told.
std::optional<ExitCode> SetParams(const Arguments& arguments, std::string_view format,
                                  const Output& output, Context* params) {
  const SimulateArguments& simulate = arguments.simulate;
  params->Key("template").OpenMap().Key("name").Text(arguments.name).Close();
  if (!simulate.conversation.empty()) {
    const Result<std::string> text = ReadInput(simulate.conversation, arguments.limits.context);
    if (!text) return output.FailForInput(text.error());
    // A list alone is no context, so it is read under a name.
    params->SetJson("conversation", *text);
  } else if (simulate.synthetic) {
    params->Set("synthetic", *simulate.synthetic);
  } else {
    return output.Fail(
        Error(UsageProblem("`--conversation FILE` or `--synthetic SEED` is needed")));
  }
  if (!arguments.as.empty()) params->Set("as", arguments.as);
  if (!arguments.model.empty()) params->Set("model", arguments.model);
  if (!arguments.budget.empty()) params->Set("maxTokens", arguments.budget);
  if (!format.empty()) params->Set("format", format);
  return SetPrices(simulate.prices, arguments, output, params);
}

ExitCode RunSimulate(const Arguments& arguments, const Output& output) {
  if (!arguments.simulate.plot.empty()) {
    Context params;
    if (const auto failed = SetParams(arguments, "svg", output, &params)) return *failed;
    const Result<Reply> reply = CallOn(arguments, "chat.simulate", std::move(params));
    if (!reply) return output.Fail(reply.error());
    const Result<void> written =
        WriteOutput(arguments.simulate.plot, reply->result().Find("text").as_string());
    if (!written) return output.Fail(written.error());
  }
  Context params;
  const std::string_view format = output.as_json() ? "" : "text";
  if (const auto failed = SetParams(arguments, format, output, &params)) return *failed;
  return CallAndPrint(
      arguments, "chat.simulate", std::move(params), output,
      [](const Reply& reply) { return std::string(reply.result().Find("text").as_string()); });
}

}  // namespace

Command SimulateCommand(Arguments* arguments) {
  return {
      .name = "simulate",
      .about =
          "Compare what a conversation costs with a prompt cache under several ways to trim it",
      .examples =
          "  galley simulate turn_writer --conversation talk.json --as anthropic --budget 16k\n"
          "  galley simulate turn_writer --synthetic 1 --as openai --budget 8k --plot cost.svg\n"
          "  galley simulate turn_writer --synthetic 1 --budget 8k --format json",
      .run = RunSimulate,
      .options =
          Join({WorkspaceOptions(arguments),
                {{.names = "NAME",
                  .about = "A chat template: a name, a path as ./a.chat.yaml, or -",
                  .target = &arguments->name,
                  .required = true,
                  .is_template = true},
                 TypeOption(arguments),
                 {.names = "--conversation",
                  .about = "Recorded messages: a JSON file with a list, or with {messages, data}",
                  .target = &arguments->simulate.conversation,
                  .value = kFileName},
                 {.names = "--synthetic",
                  .about = "A conversation made up from this number instead",
                  .target = &arguments->simulate.synthetic,
                  .value = "SEED"},
                 {.names = "--budget",
                  .about = "Tokens of a request: 4096, 4k, 1.5k",
                  .target = &arguments->budget,
                  .value = "N"},
                 {.names = "--as",
                  .about = "The provider whose rules and prices apply",
                  .target = &arguments->as,
                  .choices = {"messages", "openai", "responses", "anthropic", "gemini", "mistral",
                              "huggingface"}},
                 {.names = "--model",
                  .about = "The model whose rules and prices apply",
                  .target = &arguments->model,
                  .value = "MODEL",
                  .listing = kModelListing},
                 PricesOption(&arguments->simulate.prices),
                 {.names = "--plot",
                  .about = "Also write the cost of each policy, request by request, as SVG",
                  .target = &arguments->simulate.plot,
                  .value = kFileName}}}),
  };
}

}  // namespace galley::cli
