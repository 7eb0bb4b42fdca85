// Both directions stand side by side: what is written here must read back as the same.
#include "apps/server/langfuse_document.h"

#include <algorithm>
#include <utility>

namespace galley::server {
namespace {

// The comment that holds what a template has no place for.
constexpr std::string_view kTextBegin = "{{!-- langfuse ";
constexpr std::string_view kTextEnd = " --}}\n";
constexpr std::string_view kChatBegin = "# langfuse ";

Diagnostic Wrong(std::string_view code, std::string message) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  return diagnostic;
}
Diagnostic Invalid(std::string message) { return Wrong("invalid-params", std::move(message)); }

struct Escape {
  std::string_view plain;
  std::string_view escaped;
};
// What ends a comment, or a line where somebody reads one so; all of it is in strings only.
constexpr Escape kEscapes[] = {
    {"--", "\\u002d\\u002d"},
    {"\xC2\x85", "\\u0085"},
    {"\xE2\x80\xA8", "\\u2028"},
    {"\xE2\x80\xA9", "\\u2029"},
};

// JSON in which nothing ends a comment.
std::string InComment(std::string json) {
  for (const Escape& each : kEscapes) {
    for (size_t at = 0; (at = json.find(each.plain, at)) != json.npos;) {
      json.replace(at, each.plain.size(), each.escaped);
    }
  }
  return json;
}

// {config?, tags?} as JSON; empty where both are what a prompt has that says nothing.
std::string ExtrasOf(const Json& config, const Json& tags) {
  Context extras;
  const bool is_usual = config.is_null() || (config.is_map() && config.size() == 0);
  if (!is_usual) extras.Set("config", config);
  if (tags.size() > 0) extras.Set("tags", tags);
  return extras.values().size() == 0 ? std::string() : InComment(extras.values().ToText());
}

bool IsRole(std::string_view role) {
  return role == "system" || role == "user" || role == "assistant";
}

Result<void> AddMessage(const Json& message, size_t at, Context* layout) {
  const std::string where = "`prompt[" + std::to_string(at) + "]`";
  const std::string_view type = message.Find("type").as_string();
  layout->OpenMap();
  if (type == "placeholder") {
    if (!message.Find("name").is_string() || message.size() != 2) {
      return Invalid(where + " must be {type, name}");
    }
    layout->Key("kind").Text("anchor").Key("key").Copy(message.Find("name")).Close();
    return {};
  }
  const size_t known = message.Find("type").is_null() ? 2 : 3;
  if (!message.Find("content").is_string() || message.size() != known ||
      (known == 3 && type != "chatmessage")) {
    return Invalid(where + " must be {role, content}: nothing else is kept");
  }
  if (!IsRole(message.Find("role").as_string())) {
    return Invalid(where + " must have the role system, user or assistant");
  }
  layout->Key("kind").Text("message").Key("role").Copy(message.Find("role"));
  layout->Key("content").Copy(message.Find("content")).Close();
  return {};
}

Result<StoredPrompt> ChatDocument(const Json& prompt, std::string_view name, int64_t version,
                                  const std::string& extras) {
  if (!prompt.is_list()) return Invalid("`prompt` of a chat prompt must be a list");
  Context document;
  document.Set("id", name).Set("name", name).Set("version", version);
  document.Set("task", "turn_generation");
  document.Key("layout").OpenList();
  for (size_t at = 0; at < prompt.size(); ++at) {
    Result<void> added = AddMessage(prompt.item(at), at, &document);
    if (!added) return added.error();
  }
  document.Close().Key("slots").OpenMap().Close();
  if (const Error* error = document.error()) return *error;
  std::string text = extras.empty() ? "" : std::string(kChatBegin) + extras + '\n';
  return StoredPrompt{"chat", text + document.values().ToText(2) + '\n'};
}

// Takes the comment at the start of `text`; what it holds goes to `prompt`.
void TakeExtras(std::string_view begin, std::string_view end, std::string_view* text,
                Context* prompt) {
  Context extras;
  const size_t stop = text->starts_with(begin) ? text->find(end) : text->npos;
  if (stop != text->npos) {
    extras.SetJson("extras", text->substr(begin.size(), stop - begin.size()));
    text->remove_prefix(stop + end.size());
  }
  const Json said = extras.values().Find("extras");
  if (said.Find("config").is_null()) {
    prompt->Key("config").OpenMap().Close();
  } else {
    prompt->Set("config", said.Find("config"));
  }
  if (said.Find("tags").is_null()) {
    prompt->Key("tags").OpenList().Close();
  } else {
    prompt->Set("tags", said.Find("tags"));
  }
}

Result<void> ReadLayout(const Json& document, Context* prompt) {
  const Json layout = document.Find("layout");
  prompt->Key("prompt").OpenList();
  for (size_t at = 0; at < layout.size(); ++at) {
    const Json node = layout.item(at);
    const std::string_view kind = node.Find("kind").as_string();
    const bool is_message =
        kind == "message" && node.size() == 3 && node.Find("content").is_string();
    const bool is_anchor = kind == "anchor" && node.size() == 2;
    if (!is_message && !is_anchor) {
      return Wrong("wrong-template-type",
                   "the chat template has more than messages and anchors, which is no prompt of "
                   "Langfuse's");
    }
    prompt->OpenMap();
    if (is_anchor) {
      prompt->Key("type").Text("placeholder").Key("name").Copy(node.Find("key")).Close();
    } else {
      prompt->Key("type").Text("chatmessage").Key("role").Copy(node.Find("role"));
      prompt->Key("content").Copy(node.Find("content")).Close();
    }
  }
  prompt->Close();
  return {};
}

}  // namespace

Predecessor ReadPredecessor(std::string_view type, std::string_view text, int64_t version) {
  Predecessor before;
  before.version = version;
  if (!FromDocument(type, text, &before.prompt)) before.prompt.Clear();
  if (type != "chat") return before;
  const Result<Context> document = Context::FromFile("prompt.chat.yaml", text);
  if (document) before.version = std::max(version, document->values().Find("version").as_int());
  return before;
}

Result<StoredPrompt> ToDocument(const Json& request, std::string_view name,
                                const Predecessor& before) {
  const Json given = request.Find("tags");
  const Json tags = given.is_null() ? before.prompt.values().Find("tags") : given;
  std::string extras = ExtrasOf(request.Find("config"), tags);
  const Json prompt = request.Find("prompt");
  const std::string_view type = request.Find("type").as_string();
  if (type == "chat") return ChatDocument(prompt, name, before.version + 1, extras);
  if (!type.empty() && type != "text") return Invalid("`type` must be text or chat");
  if (!prompt.is_string()) return Invalid("`prompt` of a text prompt must be a string");
  // What begins like our comment stays behind one of ours.
  if (extras.empty() && prompt.as_string().starts_with(kTextBegin)) extras = "{}";
  std::string text = extras.empty() ? "" : std::string(kTextBegin) + extras + std::string(kTextEnd);
  return StoredPrompt{"handlebars", text + std::string(prompt.as_string())};
}

Result<void> FromDocument(std::string_view type, std::string_view text, Context* prompt) {
  if (type == "jinja" || type == "handlebars") {
    prompt->Set("type", "text");
    TakeExtras(kTextBegin, kTextEnd, &text, prompt);
    prompt->Set("prompt", text);
    return {};
  }
  if (type != "chat") {
    return Wrong("wrong-template-type",
                 "a document of the type " + std::string(type) + " is no prompt of Langfuse's");
  }
  prompt->Set("type", "chat");
  TakeExtras(kChatBegin, "\n", &text, prompt);
  const Result<Context> document = Context::FromFile("prompt.chat.yaml", text);
  if (!document) return document.error();
  if (document->values().Find("slots").size() > 0) {
    return Wrong("wrong-template-type",
                 "the chat template has slots, which no prompt of Langfuse's has");
  }
  return ReadLayout(document->values(), prompt);
}

}  // namespace galley::server
