// One Run for each action; `show` colours pieces in turn so that neighbours can be told apart.
#include "tokens_command.h"

#include <array>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

#include "arguments.h"
#include "call_and_print.h"
#include "galley/command.h"
#include "galley/galley.h"
#include "models_command.h"
#include "output.h"
#include "table.h"
#include "workspace_arguments.h"

namespace galley::cli {
namespace {

constexpr char kExamples[] =
    "  galley tokens count prompt.txt --tokenizer o200k\n"
    "  galley tokens count prompt.txt --model gpt-5\n"
    "  galley tokens count request.json --messages --model claude-sonnet-4-5\n"
    "  galley tokens show prompt.txt --tokenizer qwen\n"
    "  galley tokens list\n"
    "  galley tokens import tokenizer.json --as llama3\n"
    "  galley tokens count prompt.txt --tokenizer llama3\n"
    "  galley tokens calibrate usage.jsonl --model claude-sonnet-4-5";

// The text of the file and the tokenizer; or the command has failed.
Result<Context> TextParams(const Arguments& arguments) {
  const TokensArguments& given = arguments.tokens;
  Result<std::string> text = ReadInput(given.file, arguments.limits.request);
  if (!text) return std::move(text).error();
  Context params;
  if (given.messages) {
    params.SetJson("messages", *text);
  } else {
    params.Set("text", *text);
  }
  if (!given.model.empty()) params.Set("model", given.model);
  if (!given.tokenizer.empty()) params.Set("tokenizer", given.tokenizer);
  if (given.specials) params.Set("specials", "recognised");
  return params;
}

ExitCode RunCount(const Arguments& arguments, const Output& output) {
  Result<Context> params = TextParams(arguments);
  if (!params) return output.FailForInput(params.error());
  // The profile of a model may be one of the project, and so may the name of the model.
  const TokensArguments& given = arguments.tokens;
  const bool needs_project = given.tokenizer.empty() || !given.model.empty();
  const Result<Reply> counted =
      needs_project ? CallOn(arguments, "tokens.count", std::move(*params))
                    : CallWithoutFiles("tokens.count", std::move(*params), arguments.limits);
  return PrintReply(counted, output, [](const Reply& reply) {
    const Json result = reply.result();
    const Json margin = result.Find("estimatedMargin");
    return Cell(result.Find("tokens")) + " (" + std::string(result.Find("exactness").as_string()) +
           (margin.is_null() ? "" : " \u00B1 " + Cell(margin)) + ")\n";
  });
}

// Backgrounds that neighbours take in turn.
constexpr std::array<std::string_view, 5> kColours = {
    "\x1b[48;5;153m", "\x1b[48;5;157m", "\x1b[48;5;223m", "\x1b[48;5;217m", "\x1b[48;5;189m"};

// A piece on a line of its own would not read as text, so what breaks a line is shown and
// then done.
std::string Colorize(std::string_view piece, size_t number) {
  std::string out = std::string(kColours[number % kColours.size()]) + "\x1b[30m";
  std::string breaks;
  for (const char byte : piece) {
    if (byte == '\n') {
      out += "\u23CE";
      breaks += '\n';
    } else if (static_cast<unsigned char>(byte) < 0x20 || byte == 0x7F) {
      out += byte == '\t' ? "\u2192" : "\u00B7";
    } else {
      out += byte;
    }
  }
  return out + "\x1b[0m" + breaks;
}

ExitCode RunShow(const Arguments& arguments, const Output& output) {
  Result<Context> params = TextParams(arguments);
  if (!params) return output.FailForInput(params.error());
  const Result<Reply> reply =
      CallWithoutFiles("tokens.pieces", std::move(*params), arguments.limits);
  if (!reply) return output.Fail(reply.error());
  if (output.as_json()) return output.Print(reply->text() + '\n');
  std::string text;
  const Json pieces = reply->result().Find("pieces");
  for (size_t at = 0; at < pieces.size(); ++at) {
    const Json piece = pieces.item(at);
    if (output.has_colour()) {
      text += Colorize(piece.Find("text").as_string(), at);
    } else {
      text += Cell(piece.Find("id")) + '\t' + piece.Find("text").ToText() + '\n';
    }
  }
  return output.Print(output.has_colour() ? output.Ended(std::move(text)) : text);
}

ExitCode RunList(const TokensArguments&, const Output& output) {
  return PrintReply(CallWithoutFiles("tokens.list"), output, [](const Reply& reply) {
    return Table(Rows(reply.result().Find("tokenizers"), {"name", "origin", "about"}));
  });
}

ExitCode RunImport(const Arguments& arguments, const Output& output) {
  const TokensArguments& given = arguments.tokens;
  Context params;
  params.Set("file", given.file);
  if (!given.as.empty()) params.Set("as", given.as);
  if (!given.pattern.empty()) params.Set("pattern", given.pattern);
  if (!given.definition.empty()) params.Set("format", given.definition);
  const Result<Reply> imported =
      CallWithoutFiles("tokens.import", std::move(params), arguments.limits);
  return PrintReply(imported, output, [](const Reply& reply) {
    const Json result = reply.result();
    return Cell(result.Find("name")) + ": " + Cell(result.Find("tokens")) + " tokens\n";
  });
}

std::string Percent(const Json& part) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %%", 100 * part.as_double());
  return text;
}

std::string ErrorLine(std::string_view when, const Json& error) {
  return std::string(when) + "off by " + Percent(error.Find("mean")) + " on average, " +
         Percent(error.Find("worst")) + " at most; all together " + Percent(error.Find("bias")) +
         '\n';
}

// Learns from the records in a file, and writes the profile.
ExitCode RunCalibrate(const Arguments& arguments, const Output& output) {
  const TokensArguments& given = arguments.tokens;
  if (given.model.empty()) {
    return output.Fail(
        Error(UsageProblem("`tokens calibrate` needs `--model`, whose records they are")));
  }
  const Result<std::string> records = ReadInput(given.file, arguments.limits.request);
  if (!records) return output.FailForInput(records.error());
  Context params;
  params.Set("records", *records).Set("model", given.model);
  if (!given.as.empty()) params.Set("as", given.as);
  const Result<Reply> reply = CallOn(arguments, "tokens.calibrate", std::move(params));
  if (!reply) return output.Fail(reply.error());
  const Json result = reply->result();
  const std::string path = given.output.empty()
                               ? std::string(result.Find("name").as_string()) + ".model.yaml"
                               : given.output;
  const Result<void> written = WriteOutput(path, result.Find("profile").as_string());
  if (!written) return output.Fail(written.error());
  return PrintReply(reply, output, [&](const Reply&) {
    return Cell(result.Find("records")) + " records, factor " + Cell(result.Find("factor")) +
           ", margin " + Percent(result.Find("margin")) + "; wrote " + path + '\n' +
           ErrorLine("before: ", result.Find("before")) +
           ErrorLine("after:  ", result.Find("after"));
  });
}

ExitCode RunTokens(const Arguments& arguments, const Output& output) {
  const TokensArguments& given = arguments.tokens;
  if (given.action == "count") return RunCount(arguments, output);
  if (given.action == "show") return RunShow(arguments, output);
  if (given.action == "calibrate") return RunCalibrate(arguments, output);
  if (given.action == "import") return RunImport(arguments, output);
  return RunList(given, output);
}

}  // namespace

Command TokensCommand(Arguments* arguments) {
  TokensArguments* own = &arguments->tokens;
  return {
      .name = "tokens",
      .about = "Count the tokens of a text as a model does",
      .examples = kExamples,
      .run = RunTokens,
      .options =
          {{.names = "ACTION",
            .about = "What to do",
            .target = &own->action,
            .choices = {"count", "show", "list", "import", "calibrate"},
            .required = true},
           {.names = kFileName,
            .about = "The text, by default - for standard input; import: the definition; "
                     "calibrate: records, a line of JSON each",
            .target = &own->file},
           {.names = "-t,--tokenizer",
            .about = "The tokenizer, see `galley tokens list`; without one, the `model` of the "
                     "configuration, or chars/4",
            .target = &own->tokenizer,
            .value = "NAME"},
           {.names = "-m,--model",
            .about = "count, calibrate: the model whose tokens they are, see `galley models list`",
            .target = &own->model,
            .value = "NAME",
            .listing = kModelListing},
           {.names = "--messages",
            .about = "count: the file holds messages of a request, a JSON list",
            .target = &own->messages},
           {.names = "--specials",
            .about = "Read the texts of special tokens as those tokens",
            .target = &own->specials},
           {.names = "--as",
            .about = "import, calibrate: the name, by default that of the file or of the profile",
            .target = &own->as,
            .value = "NAME"},
           {.names = "-o,--output",
            .about = "calibrate: the file to write, by default NAME.model.yaml",
            .target = &own->output,
            .value = kFileName},
           {.names = "--from",
            .about = "import: the format; detected by default",
            .target = &own->definition,
            .value = "FORMAT",
            .choices = {"huggingface", "tiktoken", "tekken", "sentencepiece"}},
           {.names = "--pattern",
            .about = "import: the split of a rank file, an expression or a built-in tokenizer",
            .target = &own->pattern,
            .value = "PATTERN"}},
  };
}

}  // namespace galley::cli
