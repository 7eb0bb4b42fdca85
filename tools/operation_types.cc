// Both languages are written from the same walk over the table; they differ in how a type, a
// map and an operation are spelt.
#include "operation_types.h"

#include <algorithm>
#include <span>
#include <string_view>

#include "api/operation.h"
#include "workspace/parameter_types.h"

namespace galley {
namespace {

using workspace::Field;

// `catalog.check` and `jinja_options` as CatalogCheck and JinjaOptions.
std::string CamelCase(std::string_view name) {
  std::string camel;
  bool is_start = true;
  for (const char byte : name) {
    if (byte == '.' || byte == '_') {
      is_start = true;
      continue;
    }
    camel += is_start && byte >= 'a' && byte <= 'z' ? static_cast<char>(byte - 'a' + 'A') : byte;
    is_start = false;
  }
  return camel;
}

// The choices of `a|b|c` in quotes, with `separator` between them.
std::string Choices(std::string_view type, std::string_view separator) {
  std::string list;
  for (size_t begin = 0; begin <= type.size();) {
    const size_t end = std::min(type.find('|', begin), type.size());
    if (!list.empty()) list += separator;
    list.append("\"").append(type.substr(begin, end - begin)).append("\"");
    begin = end + 1;
  }
  return list;
}

struct Spelling {
  std::string_view type;
  std::string_view spelt;
};

std::string Spelt(std::string_view type, std::span<const Spelling> spellings) {
  for (const Spelling& each : spellings) {
    if (each.type == type) return std::string(each.spelt);
  }
  return CamelCase(type);
}

// A chat template may be the document itself, whose fields are not of the table.
std::string_view OpenType(std::string_view type) { return type == "template" ? "map" : type; }

// --- TypeScript

constexpr Spelling kTypeScript[] = {
    {"string", "string"},
    {"bool", "boolean"},
    {"int", "number"},
    {"list", "readonly unknown[]"},
    {"map", "Record<string, unknown>"},
    {"any", "unknown"},
    {"[string]", "readonly string[]"},
    {"{string}", "Record<string, string>"},
    {"tokens", "number | string"},
    {"options", "JinjaOptions | HandlebarsOptions"},
};

// A list that is given back may be changed; one that is taken is not.
std::string TypeScriptType(std::string_view type, bool is_result) {
  constexpr std::string_view kReadOnly = "readonly ";
  if (type.find('|') != type.npos) return Choices(type, " | ");
  std::string spelt = Spelt(OpenType(type), kTypeScript);
  return is_result && spelt.starts_with(kReadOnly) ? spelt.substr(kReadOnly.size()) : spelt;
}

void AppendTypeScriptFields(std::span<const Field> fields, std::string_view indent, bool is_result,
                            std::string* out) {
  for (const Field& field : fields) {
    if (!field.about.empty()) {
      out->append(indent).append("/** ").append(field.about).append(" */\n");
    }
    out->append(indent).append(field.name()).append(field.is_optional() ? "?: " : ": ");
    out->append(TypeScriptType(field.type, is_result)).append(";\n");
  }
}

// --- Python

constexpr Spelling kPython[] = {
    {"string", "str"},
    {"bool", "bool"},
    {"int", "int"},
    {"list", "Sequence[Any]"},
    {"map", "Mapping[str, Any]"},
    {"any", "Any"},
    {"[string]", "Sequence[str]"},
    {"{string}", "Mapping[str, str]"},
    {"tokens", "int | str"},
    {"options", "JinjaOptions | HandlebarsOptions"},
};
// What is given back is what it is, not what can be read as such.
constexpr Spelling kPythonResult[] = {
    {"list", "list[Any]"},
    {"map", "dict[str, Any]"},
    {"[string]", "list[str]"},
    {"{string}", "dict[str, str]"},
};

std::string PythonType(std::string_view type, bool is_result) {
  if (type.find('|') != type.npos) return "Literal[" + Choices(type, ", ") + "]";
  if (is_result) {
    for (const Spelling& each : kPythonResult) {
      if (each.type == type) return std::string(each.spelt);
    }
  }
  return Spelt(OpenType(type), kPython);
}

// In the functional form, since keys such as `as` and `from` are words of the language.
void AppendPythonMap(std::string_view name, std::span<const Field> fields, bool takes_limits,
                     bool is_result, std::string* out) {
  out->append(name).append(" = TypedDict(\n    \"").append(name).append("\",\n    {\n");
  for (const Field& field : fields) {
    const std::string type = PythonType(field.type, is_result);
    out->append("        \"").append(field.name()).append("\": ");
    out->append(field.is_optional() ? "NotRequired[" + type + "]" : type).append(",\n");
  }
  if (takes_limits) out->append("        \"limits\": NotRequired[Mapping[str, int]],\n");
  out->append("    },\n)\n\n");
}

}  // namespace

std::string TypeScriptTypes() {
  std::string out =
      "// What each operation takes and gives.  Generated from src/api/operations.def by\n"
      "// `./dev format`.\n\n";
  for (const workspace::ParameterType& type : workspace::kParameterTypes) {
    out.append("/** ").append(type.about).append(" */\nexport interface ");
    out.append(CamelCase(type.name)).append(" {\n");
    AppendTypeScriptFields(type.fields, "  ", false, &out);
    out.append("}\n\n");
  }
  out.append("export interface Operations {\n");
  for (const api::Operation& operation : api::AllOperations()) {
    out.append("  /** ").append(operation.about).append(" */\n  \"").append(operation.name);
    out.append("\": {\n    params: {\n");
    AppendTypeScriptFields(operation.parameters, "      ", false, &out);
    out.append("      limits?: Record<string, number>;\n    };\n    result: {\n");
    AppendTypeScriptFields(operation.result, "      ", true, &out);
    out.append("      diagnostics?: unknown[];\n    };\n  };\n");
  }
  out.append(
      "}\n\n"
      "/** The parameters of an operation; of one that is not known when compiling, any. */\n"
      "export type ParamsOf<Method extends string> = Method extends keyof Operations\n"
      "  ? Operations[Method][\"params\"]\n"
      "  : Record<string, unknown>;\n"
      "/** What it gives. */\n"
      "export type ResultOf<Method extends string> = Method extends keyof Operations\n"
      "  ? Operations[Method][\"result\"]\n"
      "  : Record<string, unknown>;\n");
  return out;
}

std::string PythonTypes() {
  std::string out =
      "\"\"\"What each operation takes and gives.  Generated from src/api/operations.def by\n"
      "`./dev format`.\"\"\"\n\n"
      "from collections.abc import Mapping, Sequence\n"
      "from typing import Any, Literal, Protocol, TypedDict, overload\n\n"
      "from typing_extensions import NotRequired, Unpack\n\n";
  for (const workspace::ParameterType& type : workspace::kParameterTypes) {
    AppendPythonMap(CamelCase(type.name), type.fields, false, false, &out);
  }
  std::string calls;
  for (const api::Operation& operation : api::AllOperations()) {
    const std::string name = CamelCase(operation.name);
    AppendPythonMap(name + "Params", operation.parameters, true, false, &out);
    AppendPythonMap(name + "Result", operation.result, false, true, &out);
    calls.append("    @overload\n    def __call__(\n        self, method: Literal[\"");
    calls.append(operation.name).append("\"], /, **params: Unpack[").append(name);
    calls.append("Params]\n    ) -> ").append(name).append("Result: ...\n");
  }
  out.append("class Call(Protocol):\n    \"\"\"Runs an operation by its name.\"\"\"\n\n");
  out.append(calls);
  out.append("    @overload\n    def __call__(self, method: str, /, **params: Any) -> Any: ...\n");
  return out;
}

}  // namespace galley
