// Data becomes layers in the order of the words, which `data.merge` reads; wrong data ends with
// the exit code for data.
#include "data_arguments.h"

#include "call_and_print.h"
#include "galley/galley.h"
#include "models_command.h"

namespace galley::cli {
namespace {

// One layer of the data: `KEY=VALUE`, where VALUE may be `@:FILE`; what `key` makes of it.
Result<void> AddValue(const std::string& word, std::string_view option, std::string_view key,
                      const Limits& limits, Context* params) {
  const size_t sign = word.find('=');
  if (sign == std::string::npos || sign == 0) {
    return UsageProblem('`' + std::string(option) + "` takes KEY=VALUE");
  }
  std::string value = word.substr(sign + 1);
  if (value.starts_with("@:")) {
    Result<std::string> read = ReadInput(value.substr(2), limits.context);
    if (!read) return read.error();
    value = *std::move(read);
  }
  params->OpenMap().Key("path").Text(word.substr(0, sign)).Key(key).Text(value).Close();
  return {};
}

Result<void> AddFile(const std::string& file, const Arguments& arguments, Context* params) {
  const Result<std::string> text = ReadInput(file, arguments.limits.context);
  if (!text) return text.error();
  params->OpenMap().Key("text").Text(*text).Key("name").Text(file);
  if (file == "-" && !arguments.data_format.empty()) {
    params->Key("format").Text(arguments.data_format);
  }
  params->Close();
  return {};
}

Result<Context> ReadLayers(const Arguments& arguments) {
  Context params;
  params.Key("layers").OpenList();
  for (const std::string& file : arguments.data) {
    const Result<void> added = AddFile(file, arguments, &params);
    if (!added) return added.error();
  }
  for (const std::string& word : arguments.typed) {
    Result<void> added = AddValue(word, "--json", "json", arguments.limits, &params);
    if (!added) return added.error();
  }
  for (const std::string& word : arguments.values) {
    Result<void> added = AddValue(word, "--set", "value", arguments.limits, &params);
    if (!added) return added.error();
  }
  params.Close();
  return params;
}

// What is wrong with the data is the data's fault, whatever it is.
ExitCode FailForData(const Error& error, const Output& output) {
  output.Fail(error);
  return ExitCode::kInvalidData;
}

}  // namespace

std::vector<Option> DataOptions(Arguments* arguments) {
  return {{.names = "-d,--data",
           .about = "Data: a JSON, YAML or TOML file, or -",
           .target = &arguments->data,
           .value = kFileName},
          {.names = "--data-format",
           .about = "The format of data from standard input; detected by default",
           .target = &arguments->data_format,
           .choices = {"json", "yaml", "toml"}},
          {.names = "--set",
           .about = "Set one text, overriding all files; KEY may be a path such as user.name, and "
                    "@:FILE is the text of a file. A section template converts it to the type of "
                    "its placeholder, a chat template to the type that `inputs` declares",
           .target = &arguments->values,
           .value = "KEY=VALUE"},
          {.names = "--json",
           .about = "Set one value as JSON, such as beta=false or topics='[\"a\"]'; "
                    "--set takes precedence",
           .target = &arguments->typed,
           .value = "KEY=JSON"}};
}

std::vector<Option> ChatOptions(Arguments* arguments) {
  return Join({CountingOptions(arguments),
               {{.names = "--inject",
                 .about = "Messages to insert: a JSON or YAML file, or -",
                 .target = &arguments->inject,
                 .value = kFileName},
                {.names = "--no-squash",
                 .about = "Keep neighbouring messages of one role apart",
                 .target = &arguments->no_squash},
                {.names = "--strict",
                 .about = "Fail where anything fails, is dropped, or is undefined",
                 .target = &arguments->strict}}});
}

std::vector<Option> CountingOptions(Arguments* arguments) {
  return {{.names = "--model",
           .about = "Count tokens as this model does, see `galley models list`; the budget is its "
                    "window, unless one is given",
           .target = &arguments->model,
           .value = "NAME",
           .listing = kModelListing},
          {.names = "--tokenizer",
           .about = "Count tokens by this tokenizer, see `galley tokens list`",
           .target = &arguments->tokenizer,
           .value = "NAME"}};
}

void SetCounting(const Arguments& arguments, Context* params) {
  if (!arguments.model.empty()) params->Set("model", arguments.model);
  if (!arguments.tokenizer.empty()) params->Set("tokenizer", arguments.tokenizer);
}

bool HasData(const Arguments& arguments) {
  return !arguments.data.empty() || !arguments.values.empty() || !arguments.typed.empty();
}

std::optional<ExitCode> SetData(const Arguments& arguments, std::string_view key,
                                const Output& output, Context* params) {
  if (!HasData(arguments)) return std::nullopt;
  Result<Context> layers = ReadLayers(arguments);
  if (!layers) return output.FailForInput(layers.error());
  const Result<Reply> merged = CallWithoutFiles("data.merge", *std::move(layers), arguments.limits);
  if (!merged) return FailForData(merged.error(), output);
  output.WarnAlways(*merged);
  params->Set(key, merged->result().Find("data"));
  return std::nullopt;
}

void SetNames(const Arguments& arguments, Context* params) {
  if (arguments.values.empty()) return;
  params->Key("set").OpenList();
  for (const std::string& word : arguments.values) params->Text(word.substr(0, word.find('=')));
  params->Close();
}

std::optional<ExitCode> SetChatOptions(const Arguments& arguments, const Output& output,
                                       Context* params) {
  if (arguments.no_squash) params->Set("squash", false);
  if (arguments.strict) params->Set("strict", true);
  SetCounting(arguments, params);
  if (arguments.inject.empty()) return std::nullopt;
  const Result<std::string> text = ReadInput(arguments.inject, arguments.limits.context);
  if (!text) return output.FailForInput(text.error());
  // JSON is YAML, too.
  const bool is_json = arguments.inject.ends_with(".json");
  params->Key("injectionsText").OpenMap();
  params->Key("text").Text(*text).Key("name").Text(arguments.inject);
  params->Key("format").Text(is_json ? "json" : "yaml").Close();
  return std::nullopt;
}

}  // namespace galley::cli
