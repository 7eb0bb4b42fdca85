#include "data_arguments.h"

#include "call_and_print.h"
#include "galley/galley.h"

namespace galley::cli {
namespace {

// One layer of the data: `KEY=VALUE`, where VALUE may be `@:FILE`.
Result<void> AddValue(const std::string& word, Context* params) {
  const size_t sign = word.find('=');
  if (sign == std::string::npos || sign == 0) {
    return UsageProblem("`--set` takes KEY=VALUE");
  }
  std::string value = word.substr(sign + 1);
  if (value.starts_with("@:")) {
    Result<std::string> read = ReadInput(value.substr(2), Limits().context);
    if (!read) return read.error();
    value = *std::move(read);
  }
  params->OpenMap().Key("path").Text(word.substr(0, sign)).Key("value").Text(value).Close();
  return {};
}

Result<void> AddFile(const std::string& file, Context* params) {
  const Result<std::string> text = ReadInput(file, Limits().context);
  if (!text) return text.error();
  params->OpenMap().Key("text").Text(*text).Key("name").Text(file).Close();
  return {};
}

Result<Context> ReadLayers(const Arguments& arguments) {
  Context params;
  params.Key("layers").OpenList();
  for (const std::string& file : arguments.data) {
    if (Result<void> added = AddFile(file, &params); !added) return added.error();
  }
  for (const std::string& word : arguments.values) {
    if (Result<void> added = AddValue(word, &params); !added) return added.error();
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
          {.names = "--set",
           .about = "One text of the data, over all files; KEY may be a path such as user.name, "
                    "and @:FILE stands for what a file holds",
           .target = &arguments->values,
           .value = "KEY=VALUE"}};
}

std::vector<Option> ChatOptions(Arguments* arguments) {
  return {{.names = "--inject",
           .about = "Messages to insert: a JSON or YAML file, or -",
           .target = &arguments->inject,
           .value = kFileName},
          {.names = "--no-squash",
           .about = "Keep neighbouring messages of one role apart",
           .target = &arguments->no_squash},
          {.names = "--strict",
           .about = "What fails or is dropped fails the render, and so does an undefined variable",
           .target = &arguments->strict}};
}

std::optional<ExitCode> SetData(const Arguments& arguments, std::string_view key,
                                const Output& output, Context* params) {
  if (arguments.data.empty() && arguments.values.empty()) return std::nullopt;
  Result<Context> layers = ReadLayers(arguments);
  if (!layers) return output.FailForInput(layers.error());
  const Result<Reply> merged = CallWithoutFiles("data.merge", *std::move(layers));
  if (!merged) return FailForData(merged.error(), output);
  params->Set(key, merged->result().Find("data"));
  return std::nullopt;
}

std::optional<ExitCode> SetChatOptions(const Arguments& arguments, const Output& output,
                                       Context* params) {
  if (arguments.no_squash) params->Set("squash", false);
  if (arguments.strict) params->Set("strict", true);
  if (arguments.inject.empty()) return std::nullopt;
  const Result<std::string> text = ReadInput(arguments.inject, Limits().context);
  if (!text) return output.FailForInput(text.error());
  // JSON is YAML, too.
  const bool is_json = arguments.inject.ends_with(".json");
  params->Key("injectionsText").OpenMap();
  params->Key("text").Text(*text).Key("name").Text(arguments.inject);
  params->Key("format").Text(is_json ? "json" : "yaml").Close();
  return std::nullopt;
}

}  // namespace galley::cli
