#include "data_arguments.h"

#include "galley/galley.h"

namespace galley::cli {
namespace {

// One layer of the data: `KEY=VALUE`, where VALUE may be `@:FILE`.
Result<std::string> ReadValue(const std::string& word) {
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
  return JsonObject().Set("path", word.substr(0, sign)).Set("value", value).text();
}

Result<std::string> ReadLayers(const Arguments& arguments) {
  std::string layers;
  const auto add = [&](const std::string& layer) { layers += (layers.empty() ? "" : ",") + layer; };
  for (const std::string& file : arguments.data) {
    const Result<std::string> text = ReadInput(file, Limits().context);
    if (!text) return text.error();
    add(JsonObject().Set("text", *text).Set("name", file).text());
  }
  for (const std::string& word : arguments.values) {
    const Result<std::string> layer = ReadValue(word);
    if (!layer) return layer.error();
    add(*layer);
  }
  return '[' + layers + ']';
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
           .target = &arguments->no_squash}};
}

std::optional<ExitCode> SetData(const Arguments& arguments, std::string_view key,
                                const Output& output, JsonObject* params) {
  if (arguments.data.empty() && arguments.values.empty()) return std::nullopt;
  const Result<std::string> layers = ReadLayers(arguments);
  if (!layers) return output.FailForInput(layers.error());
  const Result<Reply> merged = Call("data.merge", JsonObject().SetJson("layers", *layers).text());
  if (!merged) return FailForData(merged.error(), output);
  params->SetJson(key, merged->result().Find("data").ToText());
  return std::nullopt;
}

std::optional<ExitCode> SetChatOptions(const Arguments& arguments, const Output& output,
                                       JsonObject* params) {
  if (arguments.no_squash) params->Set("squash", false);
  if (arguments.inject.empty()) return std::nullopt;
  const Result<std::string> text = ReadInput(arguments.inject, Limits().context);
  if (!text) return output.FailForInput(text.error());
  // JSON is YAML, too.
  const bool is_json = arguments.inject.ends_with(".json");
  const JsonObject document = JsonObject()
                                  .Set("text", *text)
                                  .Set("name", arguments.inject)
                                  .Set("format", is_json ? "json" : "yaml");
  params->SetJson("injectionsText", document.text());
  return std::nullopt;
}

}  // namespace galley::cli
