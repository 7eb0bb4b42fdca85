// Every schema is derived from the table of operations.
#include "apps/server/openapi.h"

#include <string_view>

#include "galley/context.h"
#include "galley/version.h"

namespace galley::server {
namespace {

void AddChoices(std::string_view choices, Context* out) {
  out->Key("type").Text("string").Key("enum").OpenList();
  while (true) {
    const size_t bar = choices.find('|');
    out->Text(choices.substr(0, bar));
    if (bar == choices.npos) break;
    choices.remove_prefix(bar + 1);
  }
  out->Close();
}

// The schema of a type of the table, into an open map.
void AddType(std::string_view type, Context* out) {
  if (type == "string") {
    out->Key("type").Text("string");
  } else if (type == "bool") {
    out->Key("type").Text("boolean");
  } else if (type == "int") {
    out->Key("type").Text("integer");
  } else if (type == "list") {
    out->Key("type").Text("array");
  } else if (type == "map" || type == "workspace" || type == "options") {
    out->Key("type").Text("object");
  } else if (type == "[string]") {
    out->Key("type").Text("array").Key("items").OpenMap().Key("type").Text("string").Close();
  } else if (type == "{string}") {
    out->Key("type").Text("object").Key("additionalProperties");
    out->OpenMap().Key("type").Text("string").Close();
  } else if (type.find('|') != type.npos) {
    AddChoices(type, out);
  }
}

// The schema of fields, as a map under the key that was set.
void AddFields(const Json& fields, Context* out) {
  out->OpenMap().Key("type").Text("object").Key("properties").OpenMap();
  bool any_required = false;
  for (size_t at = 0; at < fields.size(); ++at) {
    const Json field = fields.item(at);
    out->Key(field.Find("name").as_string()).OpenMap();
    AddType(field.Find("type").as_string(), out);
    const std::string_view about = field.Find("about").as_string();
    if (!about.empty()) out->Key("description").Text(about);
    out->Close();
    any_required = any_required || field.Find("required").as_bool();
  }
  out->Close();
  if (any_required) {
    out->Key("required").OpenList();
    for (size_t at = 0; at < fields.size(); ++at) {
      if (fields.item(at).Find("required").as_bool()) out->Copy(fields.item(at).Find("name"));
    }
    out->Close();
  }
  out->Close();
}

void AddOperation(const Json& operation, Context* out) {
  const std::string_view name = operation.Find("name").as_string();
  out->Key("/v1/" + std::string(name)).OpenMap().Key("post").OpenMap();
  out->Key("operationId").Text(name);
  out->Key("summary").Copy(operation.Find("about"));
  out->Key("x-scope").Copy(operation.Find("scope"));
  out->Key("requestBody").OpenMap().Key("content").OpenMap();
  out->Key("application/json").OpenMap().Key("schema");
  AddFields(operation.Find("parameters"), out);
  out->Close().Close().Close();
  out->Key("responses").OpenMap();
  out->Key("200").OpenMap().Key("description").Text("The result.").Key("content").OpenMap();
  out->Key("application/json").OpenMap().Key("schema");
  AddFields(operation.Find("result"), out);
  out->Close().Close().Close();
  out->Key("default").OpenMap().Key("$ref").Text("#/components/responses/Problem").Close();
  out->Close();
  out->Close().Close();
}

}  // namespace

std::string DescribeApi(const Json& operations) {
  Context out;
  out.Set("openapi", "3.1.0");
  out.Key("info").OpenMap().Key("title").Text("Galley").Key("version").Text(Version()).Close();
  out.Key("paths").OpenMap();
  for (size_t at = 0; at < operations.size(); ++at) AddOperation(operations.item(at), &out);
  out.Close();
  out.Key("components").OpenMap();
  out.Key("securitySchemes").OpenMap();
  out.Key("token").OpenMap().Key("type").Text("http").Key("scheme").Text("bearer").Close();
  out.Close();
  out.Key("responses").OpenMap().Key("Problem").OpenMap();
  out.Key("description").Text("What is wrong.").Key("content").OpenMap();
  out.Key("application/json").OpenMap().Key("schema").OpenMap();
  out.Key("type").Text("object").Key("properties").OpenMap();
  out.Key("diagnostics").OpenMap().Key("type").Text("array").Key("items").OpenMap();
  out.Key("type").Text("object").Close().Close();
  out.Close().Close().Close().Close().Close().Close().Close();
  out.Key("security").OpenList().OpenMap().Key("token").OpenList().Close().Close().Close();
  return out.values().ToText();
}

}  // namespace galley::server
