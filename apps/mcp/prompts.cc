// prompts/list, prompts/get and completion/complete.
#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include "apps/mcp/server.h"

namespace galley::mcp {
namespace {

void AddPrompt(const Described& described, Context* out) {
  out->OpenMap().Key("name").Text(described.name);
  if (!described.title.empty()) out->Key("title").Text(described.title);
  out->Key("description").Text(described.description);
  out->Key("arguments").OpenList();
  for (const Argument& argument : described.arguments) {
    out->OpenMap().Key("name").Text(argument.name);
    if (!argument.description.empty()) out->Key("description").Text(argument.description);
    out->Key("required").Bool(argument.required).Close();
  }
  out->Close().Close();
}

Problem WrongArgument(std::string_view name, std::string_view wanted) {
  return InvalidParams("the argument `" + std::string(name) + "` must be " + std::string(wanted));
}

// A text, or what it stands for where the template takes it for a list or a map.
void SetUntyped(const Argument& argument, std::string_view text, Context* data) {
  Context read;
  if (!argument.used_as.empty()) read.SetJson("value", text);
  const Json value = read.values().Find("value");
  const bool fits = argument.used_as == "list" ? value.is_list() : value.is_map();
  if (fits) {
    data->Set(argument.name, value);
  } else {
    data->Set(argument.name, text);
  }
}

// The text of an argument as a value of the type that the template declares.
Outcome SetArgument(const Argument& argument, std::string_view text, Context* data) {
  if (argument.type.empty() || argument.type == "string") {
    SetUntyped(argument, text, data);
    return {};
  }
  if (argument.type == "boolean") {
    if (text != "true" && text != "false") return WrongArgument(argument.name, "true or false");
    data->Set(argument.name, text == "true");
    return {};
  }
  Context read;
  read.SetJson("value", text);
  const Json value = read.values().Find("value");
  const bool is_list = argument.type == "array";
  const bool is_map = argument.type == "object";
  const bool fits = is_list  ? value.is_list()
                    : is_map ? value.is_map()
                             : value.is_int() || value.is_double();
  if (!fits) {
    return WrongArgument(argument.name, is_list  ? "a list, as JSON"
                                        : is_map ? "a map, as JSON"
                                                 : "a number");
  }
  data->Set(argument.name, value);
  return {};
}

// The arguments as data of the template.
Outcome ReadArguments(const Described& described, const Json& given, Context* data) {
  if (!given.is_null() && !given.is_map()) return InvalidParams("`arguments` must be a map");
  for (size_t at = 0; at < given.size(); ++at) {
    const std::string_view name = given.key(at);
    if (!given.item(at).is_string()) return WrongArgument(name, "a string");
    const std::string_view text = given.item(at).as_string();
    const Argument* argument = described.Find(name);
    if (!argument && described.is_complete) {
      return InvalidParams("the prompt has no argument `" + std::string(name) + '`');
    }
    const Argument any{std::string(name), {}, {}, false, {}, {}};
    if (Outcome wrong = SetArgument(argument ? *argument : any, text, data)) return wrong;
  }
  for (const Argument& argument : described.arguments) {
    if (argument.required && given.Find(argument.name).is_null()) {
      return InvalidParams("the argument `" + argument.name + "` is required");
    }
  }
  return {};
}

void AddMessage(std::string_view role, std::string_view text, Context* result) {
  result->OpenMap().Key("role").Text(role).Key("content").OpenMap();
  result->Key("type").Text("text").Key("text").Text(text).Close().Close();
}

void AddData(std::string_view role, const Json& part, Context* result) {
  result->OpenMap().Key("role").Text(role).Key("content").OpenMap();
  result->Key("type").Copy(part.Find("type")).Key("data").Copy(part.Find("data"));
  result->Key("mimeType").Copy(part.Find("mime")).Close().Close();
}

void AddLink(std::string_view role, const Json& part, Context* result) {
  const Json name = part.Find("name");
  result->OpenMap().Key("role").Text(role).Key("content").OpenMap();
  result->Key("type").Text("resource_link").Key("uri").Copy(part.Find("url"));
  result->Key("name").Copy(name.is_string() ? name : part.Find("url"));
  if (part.Find("mime").is_string()) result->Key("mimeType").Copy(part.Find("mime"));
  result->Close().Close();
}

// A part of a message as a message of its own, which is what prompts have: each is one text, one
// image, one sound or one link.
Outcome AddPart(std::string_view role, const Json& part, Context* result) {
  const std::string_view type = part.Find("type").as_string();
  const bool has_data = part.Find("data").is_string() && part.Find("mime").is_string();
  if (type == "text") {
    AddMessage(role, part.Find("text").as_string(), result);
  } else if (has_data && (type == "image" || type == "audio")) {
    AddData(role, part, result);
  } else if (part.Find("url").is_string()) {
    AddLink(role, part, result);
  } else {
    return InvalidParams("a message has a part of the type `" + std::string(type) +
                         "`, which prompts do not have");
  }
  return {};
}

Outcome AddParts(std::string_view role, const Message& message, Context* result) {
  if (!message.parts.is_list()) {
    AddMessage(role, message.content, result);
    return {};
  }
  for (size_t at = 0; at < message.parts.size(); ++at) {
    if (Outcome wrong = AddPart(role, message.parts.item(at), result)) return wrong;
  }
  return {};
}

// What is wrong with the arguments, as against the template.
bool IsAboutData(std::string_view code) {
  return code == "input-invalid" || code == "undefined-variable" || code == "invalid-data" ||
         code == "template-not-found" || code == "template-ambiguous" ||
         code == "invalid-template-name" || code == "invalid-params";
}

Problem RenderFailed(const Error& error) {
  return Failed(IsAboutData(error.code()) ? kInvalidParams : kInternalError, error);
}

// At most so many values are told of.
constexpr size_t kMostValues = 100;

void SetValues(const std::vector<std::string>& all, std::string_view prefix, Context* result) {
  size_t total = 0;
  result->Key("completion").OpenMap().Key("values").OpenList();
  for (const std::string& value : all) {
    if (!value.starts_with(prefix)) continue;
    if (++total <= kMostValues) result->Text(value);
  }
  result->Close().Key("total").Unsigned(total);
  result->Key("hasMore").Bool(total > kMostValues).Close();
}

}  // namespace

Outcome Server::ListPrompts(const Json& params, Context* result) const {
  std::vector<Listed> page;
  std::string next;
  if (Outcome wrong = TakePage("prompts", params, &page, &next)) return wrong;
  const Result<void> looked = Workspace(templates_.workspace()).Refresh();
  if (!looked) return Failed(kInternalError, looked.error());
  result->Key("prompts").OpenList();
  for (const Listed& listed : page) AddPrompt(templates_.Describe(listed), result);
  result->Close();
  if (!next.empty()) result->Set("nextCursor", next);
  return {};
}

Outcome Server::GetPrompt(const Json& params, Context* result) const {
  if (!params.Find("name").is_string()) return InvalidParams("`name` must be a string");
  const Result<void> looked = Workspace(templates_.workspace()).Refresh();
  if (!looked) return Failed(kInternalError, looked.error());
  const Result<Listed> listed = templates_.Find(params.Find("name").as_string());
  if (!listed) return RenderFailed(listed.error());
  if (listed->type == "task") {
    return InvalidParams('`' + listed->name + "` is a task kind, which is no prompt");
  }
  const Described described = templates_.Describe(*listed);
  Context data;
  if (Outcome wrong = ReadArguments(described, params.Find("arguments"), &data)) return wrong;
  const Result<Template> loaded = templates_.workspace().Load(described.name);
  if (!loaded) {
    Tell("template.render", &loaded.error(), Json());
    return RenderFailed(loaded.error());
  }
  result->Set("description", described.description);
  return loaded->language() == Language::kChat ? AddMessages(*loaded, data, result)
                                               : AddText(*loaded, data, result);
}

Outcome Server::AddText(const Template& loaded, const Context& data, Context* result) const {
  const Result<std::string> text = loaded.Render(data);
  Tell("template.render", text ? nullptr : &text.error(), Json());
  if (!text) return RenderFailed(text.error());
  result->Key("messages").OpenList();
  AddMessage("user", *text, result);
  result->Close();
  return {};
}

Outcome Server::AddMessages(const Template& loaded, const Context& data, Context* result) const {
  const Result<Conversation> conversation = loaded.RenderChat(data);
  Context told;
  if (conversation) {
    told.Key("usage").OpenMap().Key("tokens").Unsigned(conversation->tokens()).Close();
  }
  Tell("template.render", conversation ? nullptr : &conversation.error(), told.values());
  if (!conversation) return RenderFailed(conversation.error());
  result->Key("messages").OpenList();
  for (const Message& message : conversation->messages()) {
    const bool is_system = message.role == "system";
    if (is_system && options_.system == SystemRole::kRefuse) {
      return InvalidParams("the prompt has a system message, a role that prompts do not have");
    }
    const std::string_view role = message.role == "assistant" ? "assistant" : "user";
    if (Outcome wrong = AddParts(role, message, result)) return wrong;
  }
  result->Close();
  return {};
}

Outcome Server::Complete(const Json& params, Context* result) const {
  const Json ref = params.Find("ref");
  const Json argument = params.Find("argument");
  if (!ref.is_map() || !argument.Find("name").is_string() || !argument.Find("value").is_string()) {
    return InvalidParams("`ref` and `argument` {name, value} are needed");
  }
  const std::string_view name = argument.Find("name").as_string();
  const std::string_view value = argument.Find("value").as_string();
  const std::string_view type = ref.Find("type").as_string();
  if (type == "ref/resource") {
    const bool is_ours = ref.Find("uri").as_string().starts_with("galley://template/");
    if (!is_ours || name != "name") return InvalidParams("there is no such resource template");
    return CompleteNames({}, value, result);
  }
  if (type != "ref/prompt" || !ref.Find("name").is_string()) {
    return InvalidParams("`ref` must be a prompt or a resource template");
  }
  return CompleteArgument(ref, name, value, result);
}

// The names that begin so, both ways; an error where none is begun so.
Outcome Server::CompleteNames(std::string_view begun, std::string_view value,
                              Context* result) const {
  const Result<std::vector<Listed>> all = templates_.List();
  if (!all) return Failed(kInternalError, all.error());
  std::vector<std::string> names;
  for (const Listed& listed : *all) {
    if (listed.name.starts_with(begun)) names.push_back(listed.name);
  }
  if (names.empty() && !begun.empty()) {
    return InvalidParams("there is no prompt `" + std::string(begun) + "`, and none begins so");
  }
  SetValues(names, value, result);
  return {};
}

Outcome Server::CompleteArgument(const Json& ref, std::string_view name, std::string_view value,
                                 Context* result) const {
  const Result<void> looked = Workspace(templates_.workspace()).Refresh();
  if (!looked) return Failed(kInternalError, looked.error());
  const std::string_view prompt = ref.Find("name").as_string();
  const Result<Listed> listed = templates_.Find(prompt);
  // Before there is a prompt, its name is what is typed.
  if (!listed && name == "name") return CompleteNames(prompt, value, result);
  if (!listed) return RenderFailed(listed.error());
  const Described described = templates_.Describe(*listed);
  const Argument* found = described.Find(name);
  if (!found && described.is_complete) {
    return InvalidParams("the prompt has no argument `" + std::string(name) + '`');
  }
  SetValues(found ? found->choices : std::vector<std::string>(), value, result);
  return {};
}

}  // namespace galley::mcp
