// Reads titles and descriptions from where each type of template keeps them.
#include "apps/mcp/template_list.h"

#include <algorithm>
#include <utility>

#include "galley/command.h"

namespace galley::mcp {
namespace {

constexpr std::string_view kStorePrefix = "store:";

std::string Text(const Json& value) { return std::string(value.as_string()); }

// What the author calls a template, and says of it.
void ReadTitle(const Json& said, Described* described) {
  const Json title = said.Find("title").is_string() ? said.Find("title") : said.Find("name");
  if (title.is_string()) described->title = Text(title);
  if (said.Find("description").is_string()) described->description = Text(said.Find("description"));
}

// What a declaration of a placeholder says besides its type.
void ReadPlaceholders(const Json& placeholders, Described* described) {
  for (Argument& argument : described->arguments) {
    const Json said = placeholders.Find(argument.name);
    argument.description = Text(said.Find("description"));
    const Json choices = said.Find("enum");
    for (size_t at = 0; at < choices.size(); ++at) {
      const Json choice = choices.item(at);
      argument.choices.push_back(choice.is_string() ? Text(choice) : choice.ToText());
    }
  }
}

std::string_view WordFor(std::string_view type) {
  if (type == "array" || type == "list") return "a list, as JSON";
  if (type == "object" || type == "map") return "a map, as JSON";
  if (type == "boolean") return "true or false";
  if (type == "number") return "a number";
  return {};
}

void DescribeArguments(Described* described) {
  for (Argument& argument : described->arguments) {
    if (argument.type == "boolean" && argument.choices.empty()) {
      argument.choices = {"true", "false"};
    }
    const std::string_view word = WordFor(argument.type.empty() ? argument.used_as : argument.type);
    if (word.empty()) continue;
    if (!argument.description.empty()) argument.description += " - ";
    argument.description += word;
  }
}

// For a template whose author says nothing of it.
std::string DescriptionOf(const Listed& listed, const Described& described) {
  std::string text = "Renders the " + listed.type + " template `" + listed.name + '`';
  std::string_view before = " with ";
  for (const Argument& argument : described.arguments) {
    text += std::string(before) + '`' + argument.name + '`';
    before = ", ";
  }
  return text + '.';
}

bool BelongsToNobody(const Json& entry) { return !entry.Find("reachable_as").is_string(); }

}  // namespace

const Argument* Described::Find(std::string_view argument) const {
  const auto found = std::find_if(arguments.begin(), arguments.end(),
                                  [&](const Argument& each) { return each.name == argument; });
  return found == arguments.end() ? nullptr : &*found;
}

Result<std::vector<Listed>> TemplateList::List() const {
  const Result<Reply> reply = workspace_.Call("catalog.list");
  if (!reply) return reply.error();
  std::vector<Listed> list;
  const Json entries = reply->result().Find("entries");
  for (size_t at = 0; at < entries.size(); ++at) {
    const Json entry = entries.item(at);
    // Task kinds are no prompts.
    if (BelongsToNobody(entry) || entry.Find("type").as_string() == "task") continue;
    list.push_back({Text(entry.Find("reachable_as")), Text(entry.Find("type")),
                    Text(entry.Find("absolute_path"))});
  }
  if (with_store_) {
    const Result<Reply> stored = workspace_.Call("store.list");
    const bool is_empty = !stored && stored.error().code() == "store-not-found";
    if (!stored && !is_empty) return stored.error();
    const Json documents = stored ? stored->result().Find("documents") : Json();
    for (size_t at = 0; at < documents.size(); ++at) {
      const Json document = documents.item(at);
      const std::string type = Text(document.Find("type"));
      if (type == "task" || type == "instructions") continue;
      list.push_back({std::string(kStorePrefix) + Text(document.Find("name")), type, {}});
    }
  }
  std::sort(list.begin(), list.end(),
            [](const Listed& a, const Listed& b) { return a.name < b.name; });
  return list;
}

Result<Listed> TemplateList::Find(std::string_view name) const {
  Context params;
  params.Set("name", name);
  const Result<Reply> reply = workspace_.Call("catalog.resolve", std::move(params));
  if (!reply) return reply.error();
  const Json entry = reply->result();
  return Listed{std::string(name), Text(entry.Find("type")), Text(entry.Find("absolute_path"))};
}

Described TemplateList::Describe(const Listed& listed) const {
  Described described;
  described.name = listed.name;
  const Result<Template> loaded = workspace_.Load(listed.name);
  if (!loaded) {
    described.description =
        "Cannot be rendered: " + loaded.error().diagnostics().front().message + '.';
    described.is_complete = false;
    return described;
  }
  const Inputs& inputs = loaded->inputs();
  described.is_complete = inputs.is_complete;
  for (const Input& input : inputs.list) {
    described.arguments.push_back({input.name, input.type, {}, input.required, {}, input.used_as});
  }
  DescribeDocument(listed, &described);
  DescribeArguments(&described);
  if (described.description.empty()) described.description = DescriptionOf(listed, described);
  return described;
}

Result<Context> TemplateList::ShowDocument(std::string_view name) const {
  Context params;
  params.Set("name", name);
  const Result<Reply> shown = workspace_.Call("catalog.show", std::move(params));
  if (!shown) return shown.error();
  return Context::FromFile(shown->result().Find("path").as_string(),
                           shown->result().Find("text").as_string());
}

void TemplateList::ReadTask(std::string_view task, Described* described) const {
  const Result<Listed> found = Find(task);
  // Those that are built in offer none.
  if (!found || found->type != "task") return;
  const Result<Context> document = ShowDocument(task);
  if (!document) return;
  const Json sources = document->values().Find("sources");
  for (size_t at = 0; at < sources.size(); ++at) {
    const Json reads = sources.item(at).Find("reads");
    const Json values = sources.item(at).Find("values");
    const Json first = reads.is_list() ? reads.item(0) : reads;
    const std::string_view root = first.is_string() ? first.as_string() : sources.key(at);
    for (Argument& argument : described->arguments) {
      if (argument.name != root) continue;
      if (values.is_string()) argument.choices.push_back(Text(values));
      for (size_t i = 0; i < values.size(); ++i) argument.choices.push_back(Text(values.item(i)));
    }
  }
}

void TemplateList::DescribeDocument(const Listed& listed, Described* described) const {
  const bool is_chat = listed.type == "chat";
  if (!is_chat && listed.type != "sections") return;
  // Only what the file inherits needs more than the file.
  Result<Context> document = [&]() -> Result<Context> {
    if (listed.path.empty()) return ShowDocument(listed.name);
    const Result<std::string> text = ReadInput(listed.path, Limits().file);
    if (!text) return text.error();
    return Context::FromFile(listed.path, *text);
  }();
  if (!document) return;
  const Json said = document->values();
  if (is_chat) {
    ReadTitle(said, described);
    return ReadTask(said.Find("task").as_string(), described);
  }
  if (said.Find("extends").is_null()) {
    ReadTitle(said.Find("metadata"), described);
    return ReadPlaceholders(said.Find("placeholders"), described);
  }
  Context params;
  params.Set("template", listed.name);
  const Result<Reply> flat = workspace_.Call("sections.resolve", std::move(params));
  if (!flat) return;
  ReadTitle(flat->result().Find("metadata"), described);
  ReadPlaceholders(flat->result().Find("placeholders"), described);
}

}  // namespace galley::mcp
