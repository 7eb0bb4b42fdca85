// Routes of Langfuse over operations of the store; what the store cannot say is refused rather
// than guessed.
#include "apps/server/langfuse.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "apps/server/langfuse_document.h"
#include "apps/server/problem.h"
#include "apps/server/routes.h"

namespace galley::server {
namespace {

constexpr std::string_view kLatest = "latest";
constexpr std::string_view kProduction = "production";
constexpr size_t kDefaultLimit = 50;
constexpr size_t kLargestLimit = 100;

Result<galley::Reply> CallNamed(const Workspace& workspace, std::string_view operation,
                                std::string_view name) {
  Context params;
  params.Set("name", name);
  return workspace.Call(operation, std::move(params));
}

Response Json200(const Context& context, int status = 200) {
  if (const Error* error = context.error()) return ResponseTo(*error);
  Response response;
  response.status = status;
  response.body = context.values().ToText();
  return response;
}

Response Invalid(std::string message) { return Refusal(400, "invalid-params", std::move(message)); }

// A name is followed by `@` and what is asked of it, and must not say that itself.
constexpr std::string_view kNameRule = "a name without `@` that does not begin with `store:`";
bool IsPlainName(std::string_view name) {
  return name.find('@') == name.npos && !name.starts_with("store:");
}

// Whether a document, or the whole store, is not there yet.
bool IsMissing(const Error& error) {
  return error.code() == "template-not-found" || error.code() == "store-not-found";
}

bool IsWellFormed(std::string_view query) {
  std::string decoded;
  return DecodePercent(query, true, &decoded);
}

// A number of a query; `fallback` where there is none, 0 where it is none.
size_t NumberIn(std::string_view query, std::string_view name, size_t fallback) {
  const std::string text = QueryValue(query, name);
  if (text.empty()) return fallback;
  if (text.size() > 9 || text.find_first_not_of("0123456789") != text.npos) return 0;
  return std::stoul(text);
}

// The labels of a version, with `latest` for the newest, into an open list.
void AddLabels(const Json& version, bool is_newest, Context* out) {
  const Json labels = version.Find("labels");
  for (size_t at = 0; at < labels.size(); ++at) out->Copy(labels.item(at));
  if (is_newest) out->Text(kLatest);
}

// The newest version of a prompt, which a new one comes after.
Result<Predecessor> FindPredecessor(const Workspace& workspace, std::string_view name) {
  const Result<galley::Reply> pulled = CallNamed(workspace, "store.pull", name);
  if (!pulled) {
    if (IsMissing(pulled.error())) return Predecessor();
    return pulled.error();
  }
  const Json document = pulled->result();
  return ReadPredecessor(document.Find("type").as_string(), document.Find("text").as_string(),
                         document.Find("version").Find("version").as_int());
}

// Who made a version, when and why.
void SetRemarks(const Json& info, Context* prompt) {
  const Json message = info.Find("message");
  if (message.as_string().empty()) {
    prompt->SetNull("commitMessage");
  } else {
    prompt->Set("commitMessage", message);
  }
  prompt->Set("createdAt", info.Find("time")).Set("updatedAt", info.Find("time"));
  prompt->Set("createdBy", info.Find("author")).SetNull("resolutionGraph");
}

// Tags belong to all versions: those of the newest count.
Result<void> SetTags(const Workspace& workspace, std::string_view name, Context* prompt) {
  const Result<Predecessor> newest = FindPredecessor(workspace, name);
  if (!newest) return newest.error();
  const Json tags = newest->prompt.values().Find("tags");
  if (tags.is_list()) prompt->Set("tags", tags);
  return {};
}

// The prompt that NAME@VERSION means.
Response ShowVersion(const Workspace& workspace, std::string_view name, std::string_view version,
                     int status = 200) {
  const std::string full =
      version.empty() ? std::string(name) : std::string(name) + '@' + std::string(version);
  const Result<galley::Reply> pulled = CallNamed(workspace, "store.pull", full);
  if (!pulled) return ResponseTo(pulled.error());
  const Result<galley::Reply> newest = CallNamed(workspace, "store.history", name);
  if (!newest) return ResponseTo(newest.error());
  const Json document = pulled->result();
  const Json info = document.Find("version");
  const int64_t number = info.Find("version").as_int();
  const Json latest = newest->result().Find("versions").item(0).Find("version");
  const bool is_newest = latest.as_int() == number;
  Context prompt;
  prompt.Set("id", std::string(info.Find("digest").as_string()) + '-' + std::to_string(number));
  prompt.Set("name", name).Set("version", number);
  const Result<void> made =
      FromDocument(document.Find("type").as_string(), document.Find("text").as_string(), &prompt);
  if (!made) return ResponseTo(made.error());
  const Result<void> tagged = is_newest ? Result<void>() : SetTags(workspace, name, &prompt);
  if (!tagged) return ResponseTo(tagged.error());
  prompt.Key("labels").OpenList();
  AddLabels(info, is_newest, &prompt);
  prompt.Close();
  SetRemarks(info, &prompt);
  return Json200(prompt, status);
}

Diagnostic WrongField(std::string_view key, std::string_view rule) {
  Diagnostic diagnostic;
  diagnostic.code = "invalid-params";
  diagnostic.message = '`' + std::string(key) + "` must be " + std::string(rule);
  return diagnostic;
}

// A list of strings of a request; none where it is null.
Result<std::vector<std::string>> ReadStrings(const Json& given, std::string_view key) {
  std::vector<std::string> list;
  if (!given.is_null() && !given.is_list()) return WrongField(key, "a list of strings");
  for (size_t at = 0; at < given.size(); ++at) {
    if (!given.item(at).is_string()) return WrongField(key, "a list of strings");
    list.emplace_back(given.item(at).as_string());
  }
  return list;
}

// The same for labels, of which one cannot be given.  The store knows which it takes.
Result<std::vector<std::string>> ReadLabels(const Json& given, std::string_view key) {
  Result<std::vector<std::string>> labels = ReadStrings(given, key);
  if (labels && std::find(labels->begin(), labels->end(), kLatest) != labels->end()) {
    return WrongField(key, "without `latest`, which is always the newest version");
  }
  return labels;
}

// All of them or none.
Result<void> SetLabels(const Workspace& workspace, std::string_view name, int64_t version,
                       const std::vector<std::string>& labels) {
  if (labels.empty()) return {};
  Context params;
  params.Set("name", std::string(name) + '@' + std::to_string(version));
  params.Set("label", labels.front()).Key("also").OpenList();
  for (size_t at = 1; at < labels.size(); ++at) params.Text(labels[at]);
  params.Close();
  const Result<galley::Reply> set = workspace.Call("store.label", std::move(params));
  if (!set) return set.error();
  return {};
}

constexpr std::string_view kKnownFields[] = {"type",   "name", "prompt",        "config",
                                             "labels", "tags", "commitMessage", "isActive"};

std::string UnknownField(const Json& request) {
  for (size_t at = 0; at < request.size(); ++at) {
    const std::string_view key = request.key(at);
    const bool is_known =
        std::find(std::begin(kKnownFields), std::end(kKnownFields), key) != std::end(kKnownFields);
    if (!is_known && !request.item(at).is_null()) return std::string(key);
  }
  return {};
}

// The type of each field of a request, and what a name is.
Result<void> CheckFields(const Json& request) {
  if (!request.Find("name").is_string()) return WrongField("name", "a string");
  if (!IsPlainName(request.Find("name").as_string())) return WrongField("name", kNameRule);
  for (const std::string_view key : {"type", "commitMessage"}) {
    const Json value = request.Find(key);
    if (!value.is_null() && !value.is_string()) return WrongField(key, "a string");
  }
  const Json is_active = request.Find("isActive");
  if (!is_active.is_null() && !is_active.is_bool()) return WrongField("isActive", "true or false");
  const Result<std::vector<std::string>> tags = ReadStrings(request.Find("tags"), "tags");
  if (!tags) return tags.error();
  return {};
}

bool IsPromptType(std::string_view type) {
  return type == "handlebars" || type == "jinja" || type == "chat";
}

// One row of the list, into an open list.
Result<void> AddRow(const Workspace& workspace, const Json& document, Context* out) {
  const std::string_view name = document.Find("name").as_string();
  const Result<galley::Reply> history = CallNamed(workspace, "store.history", name);
  if (!history) return history.error();
  const Result<Predecessor> newest = FindPredecessor(workspace, name);
  if (!newest) return newest.error();
  const Json said = newest->prompt.values();
  const Json versions = history->result().Find("versions");
  out->OpenMap().Key("name").Text(name);
  out->Key("type").Text(document.Find("type").as_string() == "chat" ? "chat" : "text");
  out->Key("versions").OpenList();
  for (size_t at = versions.size(); at > 0; --at) out->Copy(versions.item(at - 1).Find("version"));
  out->Close().Key("labels").OpenList();
  const Json labels = document.Find("labels");
  for (size_t at = 0; at < labels.size(); ++at) out->Text(labels.key(at));
  out->Text(kLatest).Close();
  out->Key("lastUpdatedAt").Copy(versions.item(0).Find("time"));
  if (said.size() > 0) {
    out->Key("tags").Copy(said.Find("tags"));
    out->Key("lastConfig").Copy(said.Find("config"));
  } else {
    out->Key("tags").OpenList().Close().Key("lastConfig").OpenMap().Close();
  }
  out->Close();
  return {};
}

// Whether a row of the list is asked for.
bool IsAskedFor(const Json& document, std::string_view query) {
  const std::string name = QueryValue(query, "name");
  const std::string label = QueryValue(query, "label");
  if (!IsPromptType(document.Find("type").as_string())) return false;
  if (!name.empty() && document.Find("name").as_string() != name) return false;
  return label.empty() || label == kLatest || !document.Find("labels").Find(label).is_null();
}

// Whether the newest version of a document has a tag.
bool HasTag(const Workspace& workspace, std::string_view name, std::string_view tag) {
  const Result<Predecessor> newest = FindPredecessor(workspace, name);
  if (!newest) return false;
  const Json tags = newest->prompt.values().Find("tags");
  for (size_t at = 0; at < tags.size(); ++at) {
    if (tags.item(at).as_string() == tag) return true;
  }
  return false;
}

}  // namespace

Response GetPrompt(const Workspace& workspace, std::string_view name, std::string_view query) {
  const std::string label = QueryValue(query, "label");
  const std::string version = QueryValue(query, "version");
  if (!IsPlainName(name)) return Invalid("`name` must be " + std::string(kNameRule));
  if (!IsWellFormed(query)) return Invalid("the query is not well-formed");
  if (!label.empty() && !version.empty()) {
    return Invalid("`label` and `version` exclude each other");
  }
  if (!version.empty()) {
    if (NumberIn(query, "version", 0) == 0) return Invalid("`version` must be a number");
    return ShowVersion(workspace, name, version);
  }
  if (label == kLatest) return ShowVersion(workspace, name, {});
  // Behind the name it would be a version.
  if (!label.empty() && label.find_first_not_of("0123456789") == label.npos) {
    return Invalid("`label` must not be a number");
  }
  return ShowVersion(workspace, name, label.empty() ? kProduction : std::string_view(label));
}

Response ListPrompts(const Workspace& workspace, std::string_view query) {
  if (!IsWellFormed(query)) return Invalid("the query is not well-formed");
  const size_t page = NumberIn(query, "page", 1);
  const size_t limit = NumberIn(query, "limit", kDefaultLimit);
  if (page == 0 || limit == 0 || limit > kLargestLimit) {
    return Invalid("`page` counts from 1, and `limit` is at most 100");
  }
  for (const std::string_view unsupported : {"fromUpdatedAt", "toUpdatedAt"}) {
    if (!QueryValue(query, unsupported).empty()) {
      return Invalid('`' + std::string(unsupported) + "` cannot be asked for");
    }
  }
  const Result<galley::Reply> listed = workspace.Call("store.list");
  const bool is_empty = !listed && listed.error().code() == "store-not-found";
  if (!listed && !is_empty) return ResponseTo(listed.error());
  std::vector<Json> found;
  const Json documents = listed ? listed->result().Find("documents") : Json();
  for (size_t at = 0; at < documents.size(); ++at) {
    const Json document = documents.item(at);
    const std::string tag = QueryValue(query, "tag");
    if (!IsAskedFor(document, query)) continue;
    if (tag.empty() || HasTag(workspace, document.Find("name").as_string(), tag)) {
      found.push_back(document);
    }
  }
  Context out;
  out.Key("data").OpenList();
  const size_t begin = std::min(found.size(), (page - 1) * limit);
  const size_t end = std::min(found.size(), begin + limit);
  for (size_t at = begin; at < end; ++at) {
    const Result<void> added = AddRow(workspace, found[at], &out);
    if (!added) return ResponseTo(added.error());
  }
  out.Close().Key("meta").OpenMap().Key("page").Unsigned(page).Key("limit").Unsigned(limit);
  out.Key("totalItems").Unsigned(found.size());
  out.Key("totalPages").Unsigned((found.size() + limit - 1) / limit).Close();
  return Json200(out);
}

Response CreatePrompt(const Workspace& workspace, std::string_view body, const Limits& limits) {
  Context request(limits);
  const Result<void> read = request.ReadJson(body);
  if (!read) return BadBody(read.error());
  const Json given = request.values();
  const std::string unknown = UnknownField(given);
  if (!unknown.empty()) return Invalid('`' + unknown + "` would be lost");
  const Result<void> checked = CheckFields(given);
  if (!checked) return ResponseTo(checked.error());
  const std::string_view name = given.Find("name").as_string();
  Result<std::vector<std::string>> labels = ReadLabels(given.Find("labels"), "labels");
  if (!labels) return ResponseTo(labels.error());
  // In earlier times this was how a version went into production.
  const bool is_active = given.Find("isActive").as_bool();
  if (is_active && std::find(labels->begin(), labels->end(), kProduction) == labels->end()) {
    labels->emplace_back(kProduction);
  }
  const Result<Predecessor> before = FindPredecessor(workspace, name);
  if (!before) return ResponseTo(before.error());
  const Result<StoredPrompt> document = ToDocument(given, name, *before);
  if (!document) return ResponseTo(document.error());
  Context params(limits);
  params.Set("name", name).Set("type", document->type).Set("text", document->text);
  // Each request is a version, as it is with Langfuse.
  params.Set("always", true).Key("labels").OpenList();
  for (const std::string& label : *labels) params.Text(label);
  params.Close();
  if (given.Find("commitMessage").is_string()) params.Set("message", given.Find("commitMessage"));
  const Result<galley::Reply> pushed = workspace.Call("store.push", std::move(params));
  if (!pushed) return ResponseTo(pushed.error());
  const int64_t version = pushed->result().Find("version").as_int();
  return ShowVersion(workspace, name, std::to_string(version), 201);
}

Response LabelPrompt(const Workspace& workspace, std::string_view name, int64_t version,
                     std::string_view body, const Limits& limits) {
  Context request(limits);
  const Result<void> read = request.ReadJson(body);
  if (!read) return BadBody(read.error());
  if (!IsPlainName(name)) return Invalid("`name` must be " + std::string(kNameRule));
  const Json labels = request.values().Find("newLabels");
  if (request.values().size() != 1 || !labels.is_list()) {
    return Invalid("`newLabels` must be a list, and nothing else is taken");
  }
  const Result<std::vector<std::string>> list = ReadLabels(labels, "newLabels");
  if (!list) return ResponseTo(list.error());
  // A version that is not there is told before anything is changed.
  Response before = ShowVersion(workspace, name, std::to_string(version));
  if (before.status != 200) return before;
  const Result<void> labelled = SetLabels(workspace, name, version, *list);
  if (!labelled) return ResponseTo(labelled.error());
  return ShowVersion(workspace, name, std::to_string(version));
}

}  // namespace galley::server
