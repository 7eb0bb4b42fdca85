#include "tokens_command.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "arguments.h"
#include "call_and_print.h"
#include "galley/galley.h"
#include "output.h"
#include "table.h"
#include "workspace_arguments.h"

namespace galley::cli {
namespace {

constexpr char kExamples[] =
    "  galley tokens count prompt.txt --tokenizer o200k\n"
    "  galley tokens show prompt.txt --tokenizer qwen\n"
    "  galley tokens list\n"
    "  galley tokens import tokenizer.json --as llama3\n"
    "  galley tokens count prompt.txt --tokenizer llama3";

// The text of the file and the tokenizer; or the command has failed.
Result<Context> TextParams(const TokensArguments& given) {
  Result<std::string> text = ReadInput(given.file, Limits().request);
  if (!text) return std::move(text).error();
  Context params;
  params.Set("text", *text);
  if (!given.tokenizer.empty()) params.Set("tokenizer", given.tokenizer);
  if (given.specials) params.Set("specials", "recognised");
  return params;
}

ExitCode RunCount(const TokensArguments& given, const Output& output) {
  Result<Context> params = TextParams(given);
  if (!params) return output.FailForInput(params.error());
  const Result<Reply> counted = CallWithoutFiles("tokens.count", std::move(*params));
  return PrintReply(counted, output, [](const Reply& reply) {
    const Json result = reply.result();
    return Cell(result.Find("tokens")) + " (" +
           std::string(result.Find("exactness").as_string()) + ")\n";
  });
}

// Backgrounds that neighbours take in turn.
constexpr std::array<std::string_view, 5> kColours = {"\x1b[48;5;153m", "\x1b[48;5;157m",
                                                      "\x1b[48;5;223m", "\x1b[48;5;217m",
                                                      "\x1b[48;5;189m"};

// A piece on a line of its own would not read as text, so what breaks a line is shown and
// then done.
std::string Painted(std::string_view piece, size_t number) {
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

ExitCode RunShow(const TokensArguments& given, const Output& output) {
  Result<Context> params = TextParams(given);
  if (!params) return output.FailForInput(params.error());
  const Result<Reply> reply = CallWithoutFiles("tokens.pieces", std::move(*params));
  if (!reply) return output.Fail(reply.error());
  if (output.as_json()) return output.Print(reply->text() + '\n');
  std::string text;
  const Json pieces = reply->result().Find("pieces");
  for (size_t at = 0; at < pieces.size(); ++at) {
    const Json piece = pieces.item(at);
    if (output.has_colour()) {
      text += Painted(piece.Find("text").as_string(), at);
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

ExitCode RunImport(const TokensArguments& given, const Output& output) {
  Context params;
  params.Set("file", given.file);
  if (!given.as.empty()) params.Set("as", given.as);
  if (!given.pattern.empty()) params.Set("pattern", given.pattern);
  if (!given.definition.empty()) params.Set("format", given.definition);
  const Result<Reply> imported = CallWithoutFiles("tokens.import", std::move(params));
  return PrintReply(imported, output, [](const Reply& reply) {
    const Json result = reply.result();
    return Cell(result.Find("name")) + ": " + Cell(result.Find("tokens")) + " tokens\n";
  });
}

ExitCode RunTokens(const Arguments& arguments, const Output& output) {
  const TokensArguments& given = arguments.tokens;
  if (given.action == "count") return RunCount(given, output);
  if (given.action == "show") return RunShow(given, output);
  if (given.action == "import") return RunImport(given, output);
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
      .options = {{.names = "ACTION",
                   .about = "What to do",
                   .target = &own->action,
                   .choices = {"count", "show", "list", "import"},
                   .required = true},
                  {.names = kFileName,
                   .about = "The text, by default - for standard input; import: the definition",
                   .target = &own->file},
                  {.names = "-t,--tokenizer",
                   .about = "The tokenizer, see `galley tokens list`; without one, chars/4",
                   .target = &own->tokenizer,
                   .value = "NAME"},
                  {.names = "--specials",
                   .about = "Take the texts of special tokens for these tokens",
                   .target = &own->specials},
                  {.names = "--as",
                   .about = "import: the name, by default that of the file",
                   .target = &own->as,
                   .value = "NAME"},
                  {.names = "--from",
                   .about = "import: the format, by default what the file looks like",
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
