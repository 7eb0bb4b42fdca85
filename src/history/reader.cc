// The messages of all forms.
#include "history/reader.h"

#include <utility>

#include "base/try.h"
#include "diag/report.h"
#include "value/map.h"
#include "value/record.h"

namespace galley::history {
namespace {

// Items of responses that only OpenAI understands; whatever else has a type is no message.
bool IsForeignItem(std::string_view type) {
  return type == "reasoning" || type == "item_reference" || type.ends_with("_call") ||
         type.ends_with("_call_output") || type.starts_with("mcp_") ||
         type.starts_with("compaction");
}

// What a message of the user's or the system's may say.
constexpr std::string_view kFields = "role content name prefix cache pin";

bool IsResult(const Value& part) {
  const Value* type = part.is_map() ? FindItem(part, "type") : nullptr;
  return type && type->is_string() && type->as_string() == "tool_result";
}

bool HoldsResult(const Value* content) {
  if (!content || !content->is_list()) return false;
  for (const Value& part : content->items()) {
    if (IsResult(part)) return true;
  }
  return false;
}

bool IsGeminiResult(const Value& part) {
  const Value* response = part.is_map() ? FindItem(part, "functionResponse") : nullptr;
  return response && !response->is_none();
}

// Texts of an assistant that only responses writes so.
bool HoldsOutputText(const Value* content) {
  if (!content || !content->is_list() || content->size() == 0) return false;
  const Value& first = content->items()[0];
  const Value* type = first.is_map() ? FindItem(first, "type") : nullptr;
  return type && type->is_string() && type->as_string() == "output_text";
}

}  // namespace

Result<MessageList> ReadMessages(std::span<const Value> items, const ReadOptions& options,
                                 Heap* heap, std::vector<Diagnostic>* warnings) {
  return Reader(options, heap, warnings).Read(items);
}

Result<std::vector<Part>> ReadParts(const Value& value, Role role, Heap* heap) {
  const ReadOptions options;
  std::vector<Diagnostic> unsaid;
  return Reader(options, heap, &unsaid).ReadPartsOf(value, role);
}

Result<MessageList> Reader::Read(std::span<const Value> items) {
  // Each is kept as it was read, as it was mended and as a message.
  constexpr uint64_t kBytesOfMessage = 2 * sizeof(Draft) + sizeof(Message);
  if (heap_->meter().bytes_left() / kBytesOfMessage < items.size()) {
    heap_->meter().Stop(Exhausted::kHeap);
    return CheckHeap().error();
  }
  drafts_.reserve(items.size());
  for (const Value& item : items) {
    if (!heap_->meter().Take(kBytesOfMessage)) break;
    TRY(ReadItem(item));
    ++item_;
  }
  TRY(CheckHeap());
  TRY(CheckCalls());
  TRY(Mend());
  TRY(CheckHeap());
  Finish();
  TellUnread();
  return std::move(list_);
}

Result<std::vector<Part>> Reader::ReadPartsOf(const Value& value, Role role) {
  Begin(role);
  const Place place = role == Role::kAssistant ? kInAssistant
                      : role == Role::kSystem  ? kInSystem
                                               : kInUser;
  const std::span<const Value> parts =
      value.is_list() ? value.items() : std::span<const Value>(&value, 1);
  for (const Value& part : parts) {
    if (role != Role::kTool) {
      TRY(ReadPart(part, place));
    } else if (IsResult(part)) {
      TRY(ReadToolResult(part));
    } else {
      return Invalid("has a part that a message of its role cannot hold");
    }
  }
  TRY(CheckHeap());
  if (drafts_.back().message.content.data()) {
    Part text;
    text.text = drafts_.back().message.content;
    list_.parts.push_back(text);
  }
  return std::move(list_.parts);
}

Result<void> Reader::CheckHeap() const {
  switch (heap_->exhausted()) {
    case Exhausted::kNo:
      return {};
    case Exhausted::kSteps:
      return Report(Code::kLimitSteps, "reading the messages took more steps than the limit");
    default:
      return Report(Code::kLimitHeap, "the messages hold more or larger values than the limit");
  }
}

// Drafts become messages; the parts have stopped moving.
void Reader::Finish() {
  list_.messages.reserve(mended_.size());
  for (Draft& draft : mended_) {
    if (draft.parts.size() > 0) {
      draft.message.parts =
          std::span<const Part>(list_.parts).subspan(draft.parts.begin, draft.parts.size());
    }
    // A message of which mending left one text is that text.
    if (draft.parts.size() == 1 && draft.message.parts[0].type == Part::Type::kText) {
      draft.message.content = draft.message.parts[0].text;
      draft.message.parts = {};
    }
    list_.messages.push_back(draft.message);
    if (options_.sources) options_.sources->push_back(draft.item);
  }
}

void Reader::Begin(Role role, bool is_item) {
  Draft draft;
  draft.message.role = role;
  draft.item = item_;
  draft.is_item = is_item;
  draft.parts.begin = draft.parts.end = static_cast<uint32_t>(list_.parts.size());
  drafts_.push_back(draft);
}

// A message with results, after others of its kind: they are one.
void Reader::BeginResults() {
  if (drafts_.empty() || drafts_.back().message.role != Role::kTool) Begin(Role::kTool);
}

// An item of the assistant's, after others of its kind: they are one.
void Reader::BeginItem() {
  const bool continues =
      !drafts_.empty() && drafts_.back().is_item && drafts_.back().message.role == Role::kAssistant;
  if (!continues) Begin(Role::kAssistant, true);
}

// A role and a text and nothing else, as most messages are: nothing has to be looked for.
bool Reader::ReadPlain(const Value& item) {
  if (item.size() != 2 || options_.form == Form::kResponses) return false;
  const MapEntry* role = item.entries();
  const MapEntry* content = role + 1;
  if (!role->key.is_string() || !content->key.is_string()) return false;
  if (role->key.as_string() != "role") std::swap(role, content);
  if (role->key.as_string() != "role" || content->key.as_string() != "content") return false;
  if (!role->value.is_string() || !content->value.is_string()) return false;
  const std::string_view name = role->value.as_string();
  if (name != "user" && name != "assistant" && name != "system") return false;
  const bool is_user = name == "user";
  const bool is_system = name == "system";
  Begin(is_user ? Role::kUser : is_system ? Role::kSystem : Role::kAssistant);
  AddText(content->value.as_string(), is_user ? kInUser : is_system ? kInSystem : kInAssistant);
  return true;
}

Result<void> Reader::ReadItem(const Value& item) {
  if (!item.is_map()) return Invalid("is no map");
  if (ReadPlain(item)) return {};
  const Value* parts = Find(item, "parts");
  if (parts && !Find(item, "content")) return ReadGemini(item);
  const std::string_view role = TRY(String(item, "role"));
  const std::string_view type = TRY(String(item, "type"));
  if (type.data() && !role.data()) return ReadResponsesItem(item, type);
  if (type.data() && type != "message") return Invalid("has a `type` that no message has");
  if (!role.data()) return Invalid("has no `role`");
  return ReadRoleMessage(item, role);
}

Result<void> Reader::ReadRoleMessage(const Value& item, std::string_view role) {
  if (role == "user") return ReadUser(item);
  if (role == "assistant") {
    const bool is_item = Find(item, "type") || options_.form == Form::kResponses ||
                         HoldsOutputText(Find(item, "content"));
    return ReadAssistant(item, is_item);
  }
  if (role == "tool" || role == "function") return ReadToolMessage(item);
  if (role != "system" && role != "developer") return Invalid("has a `role` that is none of ours");
  NoteUnread(item, kFields);
  Begin(Role::kSystem);
  TRY(ReadContent(item, kInSystem));
  return ReadMarks(item);
}

// Thinking, then what it says, then its calls.
Result<void> Reader::ReadAssistant(const Value& item, bool is_item) {
  if (is_item) {
    BeginItem();
  } else {
    Begin(Role::kAssistant);
  }
  NoteUnread(item,
             "role content name prefix cache pin reasoning_content refusal tool_calls "
             "function_call");
  const std::string_view reasoning = TRY(String(item, "reasoning_content"));
  if (!reasoning.empty()) {
    Part thinking{Part::Type::kThinking};
    thinking.text = reasoning;
    AddPart(thinking, kInAssistant);
  }
  TRY(ReadContent(item, kInAssistant));
  const std::string_view refusal = TRY(String(item, "refusal"));
  if (!refusal.empty()) {
    Part part{Part::Type::kRefusal};
    part.text = refusal;
    AddPart(part, kInAssistant);
  }
  TRY(ReadToolCalls(item));
  return ReadMarks(item);
}

Result<void> Reader::ReadToolCalls(const Value& item) {
  if (const Value* calls = Find(item, "tool_calls")) {
    if (!calls->is_list()) return Invalid("has `tool_calls` that are no list");
    for (const Value& call : calls->items()) TRY(ReadToolCall(call));
  }
  const Value* call = Find(item, "function_call");
  if (!call) return {};
  if (!call->is_map()) return Invalid("has a `function_call` that is no map");
  NoteUnread(*call, "name arguments");
  return AddCall({}, TRY(RequiredString(*call, "name")), Find(*call, "arguments"));
}

Result<void> Reader::ReadToolCall(const Value& call) {
  if (!call.is_map()) return Invalid("has a call that is no map");
  const std::string_view id = TRY(String(call, "id"));
  if (const Value* custom = Find(call, "custom"); custom && custom->is_map()) {
    NoteUnread(call, "custom index");
    NoteUnread(*custom, "name input");
    MarkUnread();  // that its input is any text
    return AddCall(id, TRY(RequiredString(*custom, "name")), Find(*custom, "input"));
  }
  const Value* function = Find(call, "function");
  if (!function) function = &call;
  if (!function->is_map()) return Invalid("has a call whose `function` is no map");
  // Streams number the calls that they send in pieces.
  NoteUnread(call, "function name arguments index");
  if (function != &call) NoteUnread(*function, "name arguments");
  return AddCall(id, TRY(RequiredString(*function, "name")), Find(*function, "arguments"));
}

Result<void> Reader::ReadUser(const Value& item) {
  NoteUnread(item, kFields);
  const Value* content = Find(item, "content");
  if (content && content->is_list()) {
    return ReadUserParts(item, content->items(),
                         {IsResult, &Reader::ReadToolResult, &Reader::ReadPart});
  }
  Begin(Role::kUser);
  TRY(ReadContent(item, kInUser));
  return ReadMarks(item);
}

// Results, wherever they stand, are a message of the tools before what else there is.
Result<void> Reader::ReadUserParts(const Value& item, std::span<const Value> parts,
                                   const PartsForm& form) {
  bool results = false;
  bool rest = parts.empty();
  for (const Value& part : parts) {
    if (!form.is_result(part)) {
      rest = true;
      continue;
    }
    if (!results) BeginResults();
    results = true;
    TRY((this->*form.read_result)(part));
  }
  if (!rest) return ReadMarks(item);
  Begin(Role::kUser);
  for (const Value& part : parts) {
    if (!form.is_result(part)) TRY((this->*form.read_part)(part, kInUser));
  }
  TRY(ReadMarks(item));
  if (!results) return {};
  const Draft user = drafts_.back();
  Message& tools = drafts_[drafts_.size() - 2].message;
  tools.pin |= user.message.pin;
  if (!user.message.content.data() && user.parts.size() == 0) {
    tools.cache |= user.message.cache;
    drafts_.pop_back();
  }
  return {};
}

Result<void> Reader::ReadToolMessage(const Value& item) {
  BeginResults();
  const Value* content = Find(item, "content");
  if (HoldsResult(content)) {
    NoteUnread(item, "role content prefix cache pin");
    for (const Value& part : content->items()) {
      if (!IsResult(part)) return Invalid("has a part that a message of the tools cannot hold");
      TRY(ReadToolResult(part));
    }
    return ReadMarks(item);
  }
  NoteUnread(item, "role content prefix cache pin tool_call_id name is_error");
  Part result{Part::Type::kToolResult};
  result.id = TRY(String(item, "tool_call_id"));
  result.name = TRY(String(item, "name"));
  result.is_error = TRY(Bool(item, "is_error"));
  TRY(ReadResult(content ? *content : Value(), result));
  return ReadMarks(item);
}

Result<void> Reader::ReadContent(const Value& item, Place place) {
  const Value* content = Find(item, "content");
  if (!content) return {};
  if (content->is_string()) {
    AddText(content->as_string(), place);
    return {};
  }
  if (!content->is_list()) return Invalid("has a `content` that is neither a text nor a list");
  for (const Value& part : content->items()) TRY(ReadPart(part, place));
  return {};
}

// What is said of the whole message.
Result<void> Reader::ReadMarks(const Value& item) {
  Message& message = drafts_.back().message;
  message.pin |= TRY(Bool(item, "pin"));
  if (TRY(Bool(item, "prefix"))) {
    if (message.role != Role::kAssistant) {
      return Report(Code::kPrefixNotAssistant,
                    "`messages[" + std::to_string(item_) + "].prefix` is true, but the message " +
                        "is the " + std::string(RoleName(message.role)) + "'s");
    }
    message.prefix = true;
  }
  // The name of a message of the tools is that of a result.
  if (message.role != Role::kTool) message.name = TRY(String(item, "name"));
  ReadCacheMark(item);
  const Value* cache = Find(item, "cache");
  if (!cache) return {};
  if (cache->is_map()) {
    message.ttl = TRY(String(*cache, "ttl"));
    message.cache = true;
  } else if (cache->is_bool()) {
    message.cache |= cache->as_bool();
  } else {
    return Invalid("has a `cache` that is neither true nor false");
  }
  return {};
}

// --- Responses

Result<void> Reader::ReadResponsesItem(const Value& item, std::string_view type) {
  if (type == "function_call" || type == "custom_tool_call") {
    BeginItem();
    NoteUnread(item, type == "function_call" ? "call_id name arguments" : "call_id name input");
    if (type != "function_call") MarkUnread();  // that its input is any text
    const Value* arguments = Find(item, type == "function_call" ? "arguments" : "input");
    return AddCall(TRY(String(item, "call_id")), TRY(RequiredString(item, "name")), arguments);
  }
  if (type == "function_call_output" || type == "custom_tool_call_output") {
    BeginResults();
    NoteUnread(item, "call_id name output");
    Part result{Part::Type::kToolResult};
    result.id = TRY(String(item, "call_id"));
    result.name = TRY(String(item, "name"));
    const Value* output = Find(item, "output");
    return ReadResult(output ? *output : Value(), result);
  }
  if (!IsForeignItem(type)) return Invalid("has a `type` that no message has");
  BeginItem();
  return AddForeign("responses", item, kInAssistant);
}

// --- Gemini

Result<void> Reader::ReadGemini(const Value& item) {
  const Value& parts = *Find(item, "parts");
  if (!parts.is_list()) return Invalid("has `parts` that are no list");
  NoteUnread(item, "role parts name prefix cache pin");
  const std::string_view role = TRY(String(item, "role"));
  if (role == "model" || role == "system") {
    Begin(role == "model" ? Role::kAssistant : Role::kSystem);
    for (const Value& part : parts.items()) {
      TRY(ReadGeminiPart(part, role == "model" ? kInAssistant : kInSystem));
    }
    return ReadMarks(item);
  }
  // Results may say that they are a tool's.
  if (role.data() && role != "user" && role != "function" && role != "tool") {
    return Invalid("has a `role` that is none of ours");
  }
  return ReadUserParts(item, parts.items(),
                       {IsGeminiResult, &Reader::ReadGeminiResult, &Reader::ReadGeminiPart});
}

Result<void> Reader::ReadGeminiPart(const Value& part, Place place) {
  if (!part.is_map()) return Invalid("has a part that is no map");
  NoteUnread(part,
             "text thought thoughtSignature functionCall inlineData fileData executableCode "
             "codeExecutionResult");
  const std::string_view text = TRY(String(part, "text"));
  const std::string_view signature = TRY(String(part, "thoughtSignature"));
  if (TRY(Bool(part, "thought"))) {
    if (place != kInAssistant) return Invalid("has a part that a message of its role cannot hold");
    Part thinking{Part::Type::kThinking};
    thinking.text = text;
    thinking.signature = signature;
    AddPart(thinking, place);
    return {};
  }
  if (signature.data()) {
    const Value value = NewRecord(heap_, {{"thoughtSignature", Value::String(signature)}});
    TRY(AddForeign("gemini", value, place));
  }
  if (const Value* call = Find(part, "functionCall")) {
    if (!call->is_map() || place != kInAssistant) return Invalid("has a call that is out of place");
    NoteUnread(*call, "name args");
    return AddCall(TRY(String(*call, "id")), TRY(RequiredString(*call, "name")),
                   Find(*call, "args"));
  }
  if (Find(part, "inlineData") || Find(part, "fileData")) return ReadGeminiMedia(part, place);
  if (text.data()) {
    AddText(text, place);
    return {};
  }
  if (Find(part, "executableCode") || Find(part, "codeExecutionResult")) {
    return AddForeign("gemini", part, place);
  }
  if (signature.data()) return {};
  return Invalid("has a part of no known type");
}

// What it is, only its type of media says.
Result<void> Reader::ReadGeminiMedia(const Value& part, Place place) {
  // A picture that a model drew: no other provider takes one from it.
  if (place == kInAssistant) return AddForeign("gemini", part, place);
  Part media;
  const Value* data = Find(part, "inlineData");
  const Value* file = Find(part, "fileData");
  if (data && data->is_map()) {
    NoteUnread(*data, "data mimeType displayName");
    media.data = TRY(RequiredString(*data, "data"));
    media.mime = TRY(RequiredString(*data, "mimeType"));
    media.name = TRY(String(*data, "displayName"));
  } else if (file && file->is_map()) {
    NoteUnread(*file, "fileUri mimeType displayName");
    media.url = TRY(RequiredString(*file, "fileUri"));
    media.mime = TRY(String(*file, "mimeType"));
    media.name = TRY(String(*file, "displayName"));
  } else {
    return Invalid("has media that are no map");
  }
  media.type = media.mime.starts_with("image/")   ? Part::Type::kImage
               : media.mime.starts_with("audio/") ? Part::Type::kAudio
                                                  : Part::Type::kFile;
  return AddMedia(media, place);
}

// What a function returned: its output, its error, or whatever else the object holds.
Result<void> Reader::ReadGeminiResult(const Value& part) {
  const Value& response = *Find(part, "functionResponse");
  if (!response.is_map()) return Invalid("has a `functionResponse` that is no map");
  NoteUnread(part, "functionResponse");
  NoteUnread(response, "name response parts");
  Part result{Part::Type::kToolResult};
  result.id = TRY(String(response, "id"));
  result.name = TRY(String(response, "name"));
  const Value* media = Find(response, "parts");
  if (media && !media->is_list()) return Invalid("has `parts` that are no list");
  inner_.clear();
  if (const Value* object = Find(response, "response")) {
    if (!object->is_map()) return Invalid("has a `response` that is no map");
    const MapEntry* sole = object->size() == 1 ? object->entries() : nullptr;
    const bool named = sole && sole->key.is_string();
    result.is_error = named && sole->key.as_string() == "error";
    const bool is_whole = !result.is_error && !(named && sole->key.as_string() == "output");
    const Value content = is_whole ? *object : sole->value;
    // Where there are only media, the object is empty.
    if (!(object->size() == 0 && media && media->size() > 0)) {
      AddText(content.is_string() ? content.as_string() : JsonText(content).as_string(), kInResult);
    }
  }
  if (media) {
    for (const Value& inner : media->items()) {
      if (!inner.is_map()) return Invalid("has a part that is no map");
      TRY(ReadGeminiMedia(inner, kInResult));
    }
  }
  AddResult(result);
  return {};
}

}  // namespace galley::history
