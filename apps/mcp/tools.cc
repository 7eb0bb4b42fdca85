// tools/list and tools/call: five operations that change nothing.
#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "apps/mcp/server.h"

namespace galley::mcp {
namespace {

// What a tool is called with, and calls.
struct Tool {
  std::string_view name;
  std::string_view title;
  std::string_view description;
  std::string_view input;   // JSON Schema
  std::string_view output;  // the same
  std::string_view operation;
};

#define DIAGNOSTICS \
  R"("diagnostics":{"type":"array","items":{"type":"object"},"description":"What is wrong, or worth knowing."})"

constexpr Tool kTools[] = {
    {"render", "Render a template",
     "Renders a template of the workspace: a text or section template to a text, a chat template "
     "to messages within a token budget.",
     R"({"type":"object","properties":{"name":{"type":"string","description":"The template."},)"
     R"("data":{"type":"object","description":"What it may read."},)"
     R"("maxTokens":{"type":"integer","minimum":0,"description":"The budget of a chat template."},)"
     R"("as":{"type":"string","description":"The form of a conversation: messages, openai, )"
     R"(anthropic, gemini, text and others."}},"required":["name"],"additionalProperties":false})",
     R"({"type":"object","properties":{"text":{"type":"string"},)"
     R"("messages":{"type":"array","items":{"type":"object"}},)"
     R"("request":{"description":"The request in the form that was asked for."},)"
     R"("usage":{"type":"object"},"dropped":{"type":"array"},)" DIAGNOSTICS
     R"(},"anyOf":[{"required":["text"]},{"required":["messages"]},{"required":["request"]},)"
     R"({"required":["diagnostics"]}]})",
     "template.render"},
    {"explain", "Explain a chat template",
     "Tells why each message that a chat template renders is there, what it costs in tokens, and "
     "what was left out and why.",
     R"({"type":"object","properties":{"name":{"type":"string","description":"The chat template."},)"
     R"("data":{"type":"object","description":"What it may read."},)"
     R"("maxTokens":{"type":"integer","minimum":0,"description":"The budget."}},)"
     R"("required":["name"],"additionalProperties":false})",
     R"({"type":"object","properties":{"usage":{"type":"object"},"file":{"type":"string"},)"
     R"("messages":{"type":"array","items":{"type":"object"}},"budgets":{"type":"array"},)"
     R"("dropped":{"type":"array"},"drops":{"type":"array"},"text":{"type":"string"},)" DIAGNOSTICS
     R"(},"anyOf":[{"required":["usage","messages"]},{"required":["diagnostics"]}]})",
     "chat.explain"},
    {"check", "Check templates", "Finds everything that is wrong with templates of the workspace.",
     R"({"type":"object","properties":{"names":{"type":"array","items":{"type":"string"},)"
     R"("description":"The templates to check; without it all."}},"additionalProperties":false})",
     R"({"type":"object","properties":{"checked":{"type":"integer"},"errors":{"type":"integer"},)"
     R"("warnings":{"type":"integer"},"findings":{"type":"array","items":{"type":"object"}},)" DIAGNOSTICS
     R"(},"anyOf":[{"required":["checked","findings"]},{"required":["diagnostics"]}]})",
     "catalog.check"},
    {"count_tokens", "Count tokens",
     "Counts the tokens of a text or of messages, exactly where the tokenizer is known.",
     R"({"type":"object","properties":{"text":{"type":"string"},)"
     R"("messages":{"type":"array","items":{"type":"object"},"description":"{role, content}, )"
     R"(instead of a text."},"tokenizer":{"type":"string","description":"The name of a tokenizer )"
     R"(or estimator; by default chars/4."}},"additionalProperties":false})",
     R"({"type":"object","properties":{"tokens":{"type":"integer"},"exactness":{"type":"string"},)" DIAGNOSTICS
     R"(},"anyOf":[{"required":["tokens","exactness"]},{"required":["diagnostics"]}]})",
     "tokens.count"},
    {"list_templates", "List templates", "Lists the templates of the workspace.",
     R"({"type":"object","properties":{"filter":{"type":"string","description":"Only those whose )"
     R"(name holds this text."},"type":{"type":"string",)"
     R"("enum":["jinja","handlebars","sections","chat","task"]},)"
     R"("tier":{"type":"string","enum":["project","user","builtin"]}},)"
     R"("additionalProperties":false})",
     R"({"type":"object","properties":{"entries":{"type":"array","items":{"type":"object"}},)" DIAGNOSTICS
     R"(},"anyOf":[{"required":["entries"]},{"required":["diagnostics"]}]})",
     "catalog.list"},
};

void AddTool(const Tool& tool, Context* result) {
  Context schemas;
  schemas.SetJson("input", tool.input).SetJson("output", tool.output);
  result->OpenMap().Key("name").Text(tool.name).Key("title").Text(tool.title);
  result->Key("description").Text(tool.description);
  result->Key("inputSchema").Copy(schemas.values().Find("input"));
  result->Key("outputSchema").Copy(schemas.values().Find("output"));
  result->Key("annotations").OpenMap().Key("title").Text(tool.title);
  result->Key("readOnlyHint").Bool(true).Key("destructiveHint").Bool(false);
  result->Key("idempotentHint").Bool(true).Key("openWorldHint").Bool(false).Close();
  result->Close();
}

// A tool that failed says so in its result, where a model reads it.
void SetFailure(std::span<const Diagnostic> diagnostics, Context* result) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    text += FormatText(diagnostic, Colour::kNever);
  }
  result->Key("content").OpenList().OpenMap().Key("type").Text("text");
  result->Key("text").Text(text).Close().Close();
  Context structured;
  structured.SetJson("diagnostics", DiagnosticsAsJson(diagnostics));
  result->Set("structuredContent", std::move(structured));
  result->Set("isError", true);
}

void SetSuccess(std::string_view text, Context structured, Context* result) {
  result->Key("content").OpenList().OpenMap().Key("type").Text("text");
  result->Key("text").Text(text).Close().Close();
  result->Set("structuredContent", std::move(structured));
  result->Set("isError", false);
}

Diagnostic WrongArguments(std::string message) {
  Diagnostic diagnostic;
  diagnostic.code = "invalid-params";
  diagnostic.message = std::move(message);
  return diagnostic;
}

// The parameters of the operation, out of what the tool was called with.
Result<Context> ParametersOf(const Tool& tool, const Json& arguments) {
  if (!arguments.is_null() && !arguments.is_map()) {
    return WrongArguments("`arguments` must be a map");
  }
  Context schema;
  schema.SetJson("schema", tool.input);
  const Json properties = schema.values().Find("schema").Find("properties");
  const bool explains = tool.operation == "chat.explain";
  Context params;
  for (size_t at = 0; at < arguments.size(); ++at) {
    const std::string_view key = arguments.key(at);
    const Json value = arguments.item(at);
    if (properties.Find(key).is_null()) {
      return WrongArguments("`" + std::string(key) + "` is not an argument of `" +
                            std::string(tool.name) + '`');
    }
    if (value.is_null()) continue;
    // A name is one of the workspace, never a path.
    const bool is_path = value.as_string().starts_with('/') || value.as_string().starts_with('.');
    if (key == "name" && is_path) return WrongArguments("`name` must be the name of a template");
    if (explains && key == "name") {
      params.Key("template").OpenMap().Key("name").Copy(value).Close();
    } else {
      params.Set(explains && key == "data" ? "context" : key, value);
    }
  }
  if (explains && params.values().Find("template").is_null()) {
    return WrongArguments("`name` is missing");
  }
  if (explains && params.values().Find("context").is_null()) {
    params.Key("context").OpenMap().Close();
  }
  return params;
}

void CopyAll(const Json& from, Context* to) {
  for (size_t at = 0; at < from.size(); ++at) to->Set(from.key(at), from.item(at));
}

// What the tool gives; a conversation in no provider's form is its messages.
Context StructuredOf(const Json& given) {
  Context structured;
  for (size_t at = 0; at < given.size(); ++at) {
    const Json messages = given.item(at).Find("messages");
    if (given.key(at) == "request" && given.item(at).size() == 1 && messages.is_list()) {
      structured.Set("messages", messages);
    } else {
      structured.Set(given.key(at), given.item(at));
    }
  }
  return structured;
}

}  // namespace

Outcome Server::ListTools(const Json& params, Context* result) const {
  if (!params.Find("cursor").is_null()) {
    return InvalidParams("`cursor` is not one that was handed out");
  }
  result->Key("tools").OpenList();
  for (const Tool& tool : kTools) AddTool(tool, result);
  result->Close();
  return {};
}

Outcome Server::CallTool(const Json& params, Context* result) const {
  const Json name = params.Find("name");
  if (!name.is_string()) return InvalidParams("`name` must be a string");
  const auto tool = std::find_if(std::begin(kTools), std::end(kTools),
                                 [&](const Tool& each) { return each.name == name.as_string(); });
  if (tool == std::end(kTools)) return InvalidParams("there is no such tool");
  Result<Context> given = ParametersOf(*tool, params.Find("arguments"));
  if (!given) {
    SetFailure(given.error().diagnostics(), result);
    return {};
  }
  const Result<Reply> reply = templates_.workspace().Call(tool->operation, *std::move(given));
  if (!reply) {
    Tell(tool->operation, &reply.error(), Json());
    SetFailure(reply.error().diagnostics(), result);
    return {};
  }
  Tell(tool->operation, nullptr, reply->result());
  Context structured = tool->name == "render" ? StructuredOf(reply->result()) : Context();
  if (tool->name != "render") CopyAll(reply->result(), &structured);
  if (!reply->warnings().empty()) {
    structured.SetJson("diagnostics", DiagnosticsAsJson(reply->warnings()));
  }
  const Json text = reply->result().Find("text");
  const std::string shown =
      text.is_string() ? std::string(text.as_string()) : structured.values().ToText();
  SetSuccess(shown, std::move(structured), result);
  return {};
}

}  // namespace galley::mcp
