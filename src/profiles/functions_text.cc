// Tools as OpenAI's models are said to see them: a namespace of TypeScript's.
//
//   namespace functions {
//
//   // what it does
//   type search = (_: {
//   // what to look for
//   query: string,
//   limit?: number,
//   }) => any;
//
//   } // namespace functions
#include <algorithm>
#include <string>
#include <vector>

#include "base/writer.h"
#include "profiles/request_counter.h"
#include "value/map.h"
#include "value/print.h"

namespace galley {
namespace {

std::string_view TextOf(const Value& map, std::string_view key) {
  const Value* value = map.is_map() ? FindItem(map, key) : nullptr;
  return value && value->is_string() ? value->as_string() : std::string_view();
}

// The properties of an object, being written.
struct OpenObject {
  std::span<const MapEntry> properties;
  const Value* required;  // a list, or null
  size_t next = 0;
  size_t indent = 0;
  std::string after;  // what follows its closing brace; empty for that of the parameters
};

bool Names(const Value* required, const Value& key) {
  if (!required || !required->is_list() || !key.is_string()) return false;
  const std::span<const Value> names = required->items();
  return std::any_of(names.begin(), names.end(), [&](const Value& name) {
    return name.is_string() && name.as_string() == key.as_string();
  });
}

std::span<const MapEntry> PropertiesOf(const Value& schema) {
  const Value* properties = schema.is_map() ? FindItem(schema, "properties") : nullptr;
  return properties && properties->is_map() ? EntriesOf(*properties) : std::span<const MapEntry>();
}

const Value* RequiredOf(const Value& schema) {
  return schema.is_map() ? FindItem(schema, "required") : nullptr;
}

std::string EnumOf(const Value& choices) {
  BufferWriter out;
  Meter meter(Limits::Ceiling());
  for (const Value& choice : choices.items()) {
    if (out.size() > 0) out.Append(" | ");
    out.Append('"');
    PrintStr(choice, &out, &meter);
    out.Append('"');
  }
  return out.ToString();
}

// The type of anything but an object.
std::string TypeOf(const Value& schema) {
  const std::string_view type = TextOf(schema, "type");
  if (type == "boolean" || type == "null") return std::string(type);
  if (type != "string" && type != "integer" && type != "number") return "any";
  const Value* choices = FindItem(schema, "enum");
  if (choices && choices->is_list()) return EnumOf(*choices);
  return type == "string" ? "string" : "number";
}

void WriteDescription(std::string_view text, size_t indent, std::string* out) {
  if (text.empty()) return;
  out->append(indent, ' ').append("// ").append(text).append("\n");
}

void WriteProperties(const Value& parameters, std::string* out) {
  std::vector<OpenObject> open;
  open.push_back({PropertiesOf(parameters), RequiredOf(parameters), 0, 0, {}});
  while (!open.empty()) {
    OpenObject& object = open.back();
    if (object.next == object.properties.size()) {
      const std::string after = object.after;
      open.pop_back();
      if (!after.empty()) *out += "\n}" + after;
      continue;
    }
    if (object.next > 0) *out += '\n';
    const MapEntry& entry = object.properties[object.next++];
    WriteDescription(TextOf(entry.value, "description"), object.indent, out);
    out->append(object.indent, ' ');
    if (entry.key.is_string()) out->append(entry.key.as_string());
    *out += Names(object.required, entry.key) ? ": " : "?: ";
    const Value* schema = &entry.value;
    std::string after;
    while (TextOf(*schema, "type") == "array") {
      after += "[]";
      const Value* items = FindItem(*schema, "items");
      if (!items) break;
      schema = items;
    }
    after += ',';
    if (TextOf(*schema, "type") != "object") {
      *out += TypeOf(*schema) + after;
      continue;
    }
    *out += "{\n";
    open.push_back({PropertiesOf(*schema), RequiredOf(*schema), 0, object.indent + 2, after});
  }
}

}  // namespace

std::string FunctionsAsText(const Value& tools) {
  std::string out = "namespace functions {\n\n";
  for (const Value& tool : tools.items()) {
    const std::string_view name = TextOf(tool, "name");
    if (name.empty()) continue;
    WriteDescription(TextOf(tool, "description"), 0, &out);
    const Value* parameters = FindItem(tool, "parameters");
    out.append("type ").append(name);
    if (!parameters || PropertiesOf(*parameters).empty()) {
      out += " = () => any;\n\n";
      continue;
    }
    out += " = (_: {\n";
    WriteProperties(*parameters, &out);
    out += "\n}) => any;\n\n";
  }
  return out + "} // namespace functions";
}

}  // namespace galley
