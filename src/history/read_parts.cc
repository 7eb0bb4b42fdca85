// The parts of all forms.  What a part is, its `type` says; where a type has another shape
// in another form, its fields do.
#include <algorithm>
#include <iterator>
#include <utility>

#include "base/try.h"
#include "base/writer.h"
#include "diag/report.h"
#include "history/reader.h"
#include "value/map.h"
#include "value/print.h"
#include "value/scalars.h"

namespace galley::history {
namespace {

// `data:image/png;base64,...` holds the data itself.
void SplitUrl(std::string_view url, Part* media) {
  constexpr std::string_view kScheme = "data:";
  constexpr std::string_view kEncoding = ";base64,";
  const size_t comma = url.starts_with(kScheme) ? url.find(',') : url.npos;
  if (comma == url.npos || !url.substr(0, comma + 1).ends_with(kEncoding)) {
    media->url = url;
    return;
  }
  media->mime = url.substr(kScheme.size(), comma + 1 - kEncoding.size() - kScheme.size());
  media->data = url.substr(comma + 1);
}

// What data in base64 that do not say so are, by how they begin.
std::string_view MimeOf(std::string_view data) {
  // The twelve bytes of RIFF end with what it holds.
  constexpr size_t kRiffType = 12;
  if (data.starts_with("UklGR") && data.size() > kRiffType) {
    if (data.substr(kRiffType).starts_with("RUJQ")) return "image/webp";
    if (data.substr(kRiffType).starts_with("QVZF")) return "audio/wav";
  }
  constexpr std::pair<std::string_view, std::string_view> kBeginnings[] = {
      {"iVBORw0KGgo", "image/png"}, {"/9j/", "image/jpeg"},  {"R0lGOD", "image/gif"},
      {"SUQz", "audio/mpeg"},       {"T2dnUw", "audio/ogg"},
  };
  for (const auto& [beginning, mime] : kBeginnings) {
    if (data.starts_with(beginning)) return mime;
  }
  return "application/octet-stream";
}

// Whether a list of words between blanks has `word`.
bool HasWord(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const std::string_view first = words.substr(0, words.find(' '));
    if (first == word) return true;
    words.remove_prefix(std::min(words.size(), first.size() + 1));
  }
  return false;
}

// A field that says nothing.
bool IsNothing(const Value& value) {
  return value.is_none() || ((value.is_list() || value.is_map()) && value.size() == 0);
}

// Blocks that only Anthropic understands.
bool IsForeignBlock(std::string_view type) {
  return type == "server_tool_use" || type == "mcp_tool_use" || type == "search_result" ||
         type == "container_upload" || type.ends_with("_tool_result");
}

}  // namespace

// --- Fields

const Value* Reader::Find(const Value& map, std::string_view key) noexcept {
  const Value* value = FindItem(map, key);
  return value && !value->is_none() ? value : nullptr;
}

Result<std::string_view> Reader::String(const Value& map, std::string_view key) const {
  const Value* value = Find(map, key);
  if (!value) return std::string_view();
  if (!value->is_string()) return Invalid("has a `" + std::string(key) + "` that is no text");
  // An empty one is there too.
  return value->size() > 0 ? value->as_string() : std::string_view("");
}

Result<std::string_view> Reader::RequiredString(const Value& map, std::string_view key) const {
  const std::string_view text = TRY(String(map, key));
  if (!text.data()) return Invalid("lacks a `" + std::string(key) + "`");
  return text;
}

Result<bool> Reader::Bool(const Value& map, std::string_view key) const {
  const Value* value = Find(map, key);
  if (!value) return false;
  if (value->is_bool()) return value->as_bool();
  return Invalid("has a `" + std::string(key) + "` that is neither true nor false");
}

Result<uint32_t> Reader::Pixels(const Value& map, std::string_view key) const {
  const Value* value = Find(map, key);
  if (!value) return 0u;
  const std::optional<int64_t> pixels = WholeNumber(*value);
  if (pixels && *pixels >= 1 && *pixels <= UINT32_MAX) return static_cast<uint32_t>(*pixels);
  return Invalid("has a `" + std::string(key) + "` that is no number of pixels");
}

Value Reader::JsonText(const Value& value) {
  HeapWriter text(heap_);
  PrintJson(value, {}, &text, &heap_->meter());
  return text.Finish();
}

// What a provider notes of its answers is no part of what was said; marks for caching are read of
// every part.
void Reader::NoteUnread(const Value& map, std::string_view known) {
  constexpr std::string_view kNotes =
      "type id status model usage stop_reason stop_sequence cache_control prompt_cache_breakpoint";
  for (const MapEntry& entry : EntriesOf(map)) {
    if (!entry.key.is_string() || IsNothing(entry.value)) continue;
    const std::string_view key = entry.key.as_string();
    if (!HasWord(known, key) && !HasWord(kNotes, key)) MarkUnread();
  }
}

void Reader::MarkUnread() {
  if (first_unread_ == kAbsent) first_unread_ = item_;
  unread_elsewhere_ |= first_unread_ != item_;
}

// No field is named: it came with the data.
void Reader::TellUnread() {
  if (first_unread_ == kAbsent) return;
  warnings_->push_back(
      Report(Code::kUnknownKey, "`messages[" + std::to_string(first_unread_) + "]`" +
                                    (unread_elsewhere_ ? " and elsewhere" : "") +
                                    ": a field that no message has here is left out"));
}

Diagnostic Reader::Invalid(std::string_view what) const {
  return Report(Code::kInvalidHistory,
                "`messages[" + std::to_string(item_) + "]` " + std::string(what));
}

// --- Adding

// To the result being read, or to the last message.  A message that is one text has no
// parts until another one comes.
void Reader::AddPart(const Part& part, Place place) {
  if (!heap_->meter().Take(sizeof(Part))) return;
  if (place == kInResult) {
    inner_.push_back(part);
    return;
  }
  Draft& draft = drafts_.back();
  if (std::string_view& sole = draft.message.content; sole.data()) {
    Part text;
    text.text = std::exchange(sole, {});
    list_.parts.push_back(text);
  }
  list_.parts.push_back(part);
  draft.parts.end = static_cast<uint32_t>(list_.parts.size());
}

void Reader::AddText(std::string_view text, Place place) {
  if (text.empty()) return;
  if (place != kInResult) {
    Draft& draft = drafts_.back();
    if (draft.parts.size() == 0 && !draft.message.content.data()) {
      draft.message.content = text;
      return;
    }
  }
  Part part;
  part.text = text;
  AddPart(part, place);
}

Result<void> Reader::AddMedia(Part media, Place place) {
  if (!media.url.data() && !media.data.data() && !media.file_id.data()) {
    return Invalid("has media without a `url`, `data` or a `fileId`");
  }
  AddPart(media, place);
  return {};
}

// A call without an id is numbered among all calls.
Result<void> Reader::AddCall(std::string_view id, std::string_view name, const Value* arguments) {
  Part call{Part::Type::kToolCall};
  call.name = name;
  call.id = id;
  if (id.empty()) {
    call.id = heap_->NewString("call_" + std::to_string(calls_.size())).as_string();
  }
  call.text = "{}";
  if (arguments && arguments->is_string()) {
    call.text = arguments->size() > 0 ? arguments->as_string() : std::string_view("");
  } else if (arguments && (arguments->is_map() || arguments->is_list())) {
    call.text = JsonText(*arguments).as_string();
  } else if (arguments) {
    return Invalid("has a call whose arguments are neither a text nor a map");
  }
  AddPart(call, kInAssistant);
  calls_.push_back(
      {static_cast<uint32_t>(list_.parts.size() - 1), static_cast<uint32_t>(drafts_.size() - 1)});
  return {};
}

Result<void> Reader::AddForeign(std::string_view provider, const Value& part, Place place) {
  if (place != kInUser && place != kInAssistant) {
    return Invalid("has a part that only its provider knows, in a place for text");
  }
  Part opaque{Part::Type::kOpaque};
  opaque.provider = provider;
  opaque.value = part;
  AddPart(opaque, place);
  return {};
}

// With what was read into inner_.
void Reader::AddResult(Part result) {
  const std::span<const Part> inner = NewParts(heap_, inner_);
  result.inner = inner.data();
  result.inner_size = static_cast<uint32_t>(inner.size());
  AddPart(result, kInUser);
}

// --- Parts by type

Result<void> Reader::ReadPart(const Value& part, Place place) {
  constexpr uint8_t kMediaPlaces = kInUser | kInResult;
  static constexpr std::string_view kMediaFields =
      "url data mime fileId file_id detail width height name source file image audio path base64";
  static constexpr PartReader kReaders[] = {
      {"text", &Reader::ReadText, kAnywhere, "text"},
      {"image_url", &Reader::ReadImageUrl, kMediaPlaces, "image_url"},
      {"image", &Reader::ReadMedia, kMediaPlaces, kMediaFields},
      {"tool_call", &Reader::ReadCall, kInAssistant, "id name arguments"},
      {"tool_use", &Reader::ReadToolUse, kInAssistant, "id name input"},
      {"thinking", &Reader::ReadThinking, kInAssistant, "text thinking signature redacted closed"},
      {"redacted_thinking", &Reader::ReadRedactedThinking, kInAssistant, "data"},
      {"refusal", &Reader::ReadRefusal, kInAssistant, "refusal text"},
      {"input_text", &Reader::ReadText, kAnywhere, "text"},
      {"output_text", &Reader::ReadText, kAnywhere, "text"},
      {"input_image", &Reader::ReadInputImage, kMediaPlaces, "image_url file_id detail"},
      {"input_file", &Reader::ReadInputFile, kMediaPlaces,
       "file_id file_url file_data filename detail"},
      {"audio", &Reader::ReadMedia, kMediaPlaces, kMediaFields},
      {"input_audio", &Reader::ReadInputAudio, kMediaPlaces, "input_audio"},
      {"file", &Reader::ReadMedia, kMediaPlaces, kMediaFields},
      {"document", &Reader::ReadDocument, kMediaPlaces, "source title context citations"},
      {"document_url", &Reader::ReadDocumentUrl, kMediaPlaces, "document_url document_name"},
      {"opaque", &Reader::ReadOpaque, kInUser | kInAssistant, "provider value"},
  };
  if (!part.is_map()) return Invalid("has a part that is no map");
  const std::string_view type = TRY(RequiredString(part, "type"));
  const auto reader = std::find_if(std::begin(kReaders), std::end(kReaders),
                                   [&](const PartReader& one) { return one.type == type; });
  if (reader != std::end(kReaders)) {
    if (!(reader->places & place)) {
      return Invalid("has a part that a message of its role cannot hold");
    }
    NoteUnread(part, reader->fields);
    ReadCacheMark(part);
    return (this->*reader->read)(part, place);
  }
  if (type == "reference") return AddForeign("mistral", part, place);
  if (type == "video") return AddForeign("huggingface", part, place);
  if (!IsForeignBlock(type)) return Invalid("has a part of no known type");
  if (place == kInResult) {
    AddText(JsonText(part).as_string(), place);
    return {};
  }
  return AddForeign("anthropic", part, place);
}

// A provider's own mark on a part is one on its message.
void Reader::ReadCacheMark(const Value& part) {
  const Value* mark = Find(part, "cache_control");
  if (!mark) mark = Find(part, "prompt_cache_breakpoint");
  if (!mark || !mark->is_map()) return;
  Message& message = drafts_.back().message;
  message.cache = true;
  const Value* ttl = Find(*mark, "ttl");
  if (ttl && ttl->is_string()) message.ttl = ttl->as_string();
}

Result<void> Reader::ReadText(const Value& part, Place place) {
  AddText(TRY(RequiredString(part, "text")), place);
  return {};
}

// The canonical form of images, audios and files, Anthropic's `source`, OpenAI's `file` and
// Mistral's `file_id`.
Result<void> Reader::ReadMedia(const Value& part, Place place) {
  const std::string_view type = part.is_map() ? TRY(RequiredString(part, "type")) : "";
  Part media{type == "image"   ? Part::Type::kImage
             : type == "audio" ? Part::Type::kAudio
                               : Part::Type::kFile};
  if (Find(part, "source")) {
    TRY(ReadAnthropicSource(part, &media));
    return AddMedia(media, place);
  }
  if (const Value* file = Find(part, "file")) {
    if (!file->is_map()) return Invalid("has a `file` that is no map");
    NoteUnread(*file, "file_id filename file_data");
    return ReadInputFile(*file, place);
  }
  media.file_id = TRY(String(part, "fileId"));
  if (!media.file_id.data()) media.file_id = TRY(String(part, "file_id"));
  media.mime = TRY(String(part, "mime"));
  media.data = TRY(String(part, "data"));
  if (media.data.data() && !media.mime.data()) return Invalid("has `data` without a `mime`");
  TRY(ReadTemplateMedia(part, type, &media));
  const std::string_view url = TRY(String(part, "url"));
  if (url.data()) SplitUrl(url, &media);
  media.detail = TRY(String(part, "detail"));
  media.width = TRY(Pixels(part, "width"));
  media.height = TRY(Pixels(part, "height"));
  media.name = TRY(String(part, "name"));
  const bool is_elsewhere = !media.url.data() && !media.data.data() && !media.file_id.data();
  // A chat template may be told that an image comes without being told which.
  if (is_elsewhere && options_.form == Form::kHuggingFace) {
    return AddForeign("huggingface", part, place);
  }
  return AddMedia(media, place);
}

// What loads media for the chat templates of Hugging Face finds them under several names.
Result<void> Reader::ReadTemplateMedia(const Value& part, std::string_view type, Part* media) {
  for (const std::string_view key : {type, std::string_view("path")}) {
    const std::string_view address = TRY(String(part, key));
    if (address.data()) SplitUrl(address, media);
  }
  const std::string_view data = TRY(String(part, "base64"));
  if (!data.data()) return {};
  SplitUrl(data, media);
  if (media->data.data()) return {};
  media->data = std::exchange(media->url, {});
  media->mime = MimeOf(media->data);
  return {};
}

// {image_url: {url, detail?}}, or just the url.
Result<void> Reader::ReadImageUrl(const Value& part, Place place) {
  Part media{Part::Type::kImage};
  const Value* image = Find(part, "image_url");
  if (image && image->is_map()) {
    NoteUnread(*image, "url detail");
    SplitUrl(TRY(RequiredString(*image, "url")), &media);
    media.detail = TRY(String(*image, "detail"));
  } else {
    SplitUrl(TRY(RequiredString(part, "image_url")), &media);
  }
  return AddMedia(media, place);
}

Result<void> Reader::ReadInputImage(const Value& part, Place place) {
  Part media{Part::Type::kImage};
  const std::string_view url = TRY(String(part, "image_url"));
  if (url.data()) SplitUrl(url, &media);
  media.file_id = TRY(String(part, "file_id"));
  media.detail = TRY(String(part, "detail"));
  return AddMedia(media, place);
}

// {input_audio: {data, format}}, or just the data or a url.
Result<void> Reader::ReadInputAudio(const Value& part, Place place) {
  Part media{Part::Type::kAudio};
  const Value* audio = Find(part, "input_audio");
  if (audio && audio->is_map()) {
    NoteUnread(*audio, "data format");
    media.data = TRY(RequiredString(*audio, "data"));
    const std::string_view format = TRY(RequiredString(*audio, "format"));
    media.mime = format == "mp3" ? std::string_view("audio/mpeg")
                                 : heap_->NewString("audio/" + std::string(format)).as_string();
    return AddMedia(media, place);
  }
  const std::string_view text = TRY(RequiredString(part, "input_audio"));
  if (text.starts_with("http") || text.starts_with("data:")) {
    SplitUrl(text, &media);
  } else {
    media.data = text;
    media.mime = "audio/mpeg";
  }
  return AddMedia(media, place);
}

// A file of OpenAI's: by id, by url, or with its data.
Result<void> Reader::ReadInputFile(const Value& part, Place place) {
  Part media{Part::Type::kFile};
  media.file_id = TRY(String(part, "file_id"));
  media.name = TRY(String(part, "filename"));
  media.detail = TRY(String(part, "detail"));
  const std::string_view url = TRY(String(part, "file_url"));
  if (url.data()) SplitUrl(url, &media);
  const std::string_view data = TRY(String(part, "file_data"));
  if (data.data()) {
    SplitUrl(data, &media);
    // Data that does not say what it is.
    if (!media.data.data()) {
      media.data = std::exchange(media.url, {});
      media.mime = "application/octet-stream";
    }
  }
  return AddMedia(media, place);
}

// A document of Anthropic's; one with text of its own, a context or citations only it knows.
Result<void> Reader::ReadDocument(const Value& part, Place place) {
  const Value* source = Find(part, "source");
  const Value* kind = source && source->is_map() ? Find(*source, "type") : nullptr;
  const bool is_own =
      kind && kind->is_string() && (kind->as_string() == "text" || kind->as_string() == "content");
  if (is_own || Find(part, "context") || Find(part, "citations")) {
    if (place != kInResult) return AddForeign("anthropic", part, place);
    AddText(JsonText(part).as_string(), place);
    return {};
  }
  Part media{Part::Type::kFile};
  TRY(ReadAnthropicSource(part, &media));
  media.name = TRY(String(part, "title"));
  return AddMedia(media, place);
}

Result<void> Reader::ReadAnthropicSource(const Value& part, Part* media) {
  const Value* source = Find(part, "source");
  if (!source || !source->is_map()) return Invalid("has a `source` that is no map");
  NoteUnread(*source, "url data media_type file_id");
  media->url = TRY(String(*source, "url"));
  media->data = TRY(String(*source, "data"));
  media->mime = TRY(String(*source, "media_type"));
  media->file_id = TRY(String(*source, "file_id"));
  return {};
}

Result<void> Reader::ReadDocumentUrl(const Value& part, Place place) {
  Part media{Part::Type::kFile};
  SplitUrl(TRY(RequiredString(part, "document_url")), &media);
  media.name = TRY(String(part, "document_name"));
  return AddMedia(media, place);
}

// Anthropic's is a text, Mistral's a list of texts, ours has a `text`.
Result<void> Reader::ReadThinking(const Value& part, Place place) {
  Part thinking{Part::Type::kThinking};
  thinking.signature = TRY(String(part, "signature"));
  thinking.redacted = TRY(String(part, "redacted"));
  const Value* content = Find(part, "thinking");
  // Mistral's thinking that goes on.
  if (!TRY(Bool(part, "closed")) && Find(part, "closed")) MarkUnread();
  if (content && content->is_list()) {
    HeapWriter text(heap_);
    for (const Value& piece : content->items()) {
      if (!piece.is_map()) return Invalid("has thinking that is no text");
      NoteUnread(piece, "text");
      text.Append(TRY(String(piece, "text")));
    }
    thinking.text = text.Finish().as_string();
  } else {
    thinking.text = TRY(String(part, content ? "thinking" : "text"));
  }
  AddPart(thinking, place);
  return {};
}

Result<void> Reader::ReadRedactedThinking(const Value& part, Place place) {
  Part thinking{Part::Type::kThinking};
  thinking.redacted = TRY(RequiredString(part, "data"));
  AddPart(thinking, place);
  return {};
}

Result<void> Reader::ReadRefusal(const Value& part, Place place) {
  Part refusal{Part::Type::kRefusal};
  refusal.text = TRY(RequiredString(part, Find(part, "refusal") ? "refusal" : "text"));
  AddPart(refusal, place);
  return {};
}

Result<void> Reader::ReadCall(const Value& part, Place) {
  return AddCall(TRY(String(part, "id")), TRY(RequiredString(part, "name")),
                 Find(part, "arguments"));
}

Result<void> Reader::ReadToolUse(const Value& part, Place) {
  return AddCall(TRY(String(part, "id")), TRY(RequiredString(part, "name")), Find(part, "input"));
}

// Ours or Anthropic's.
Result<void> Reader::ReadToolResult(const Value& part) {
  Part result{Part::Type::kToolResult};
  result.id = TRY(String(part, "id"));
  if (!result.id.data()) result.id = TRY(String(part, "tool_use_id"));
  result.name = TRY(String(part, "name"));
  NoteUnread(part, "tool_use_id name isError is_error content");
  result.is_error = TRY(Bool(part, "isError"));
  if (!result.is_error) result.is_error = TRY(Bool(part, "is_error"));
  ReadCacheMark(part);
  const Value* content = Find(part, "content");
  return ReadResult(content ? *content : Value(), result);
}

// A text, parts, or nothing.
Result<void> Reader::ReadResult(const Value& content, Part result) {
  inner_.clear();
  if (content.is_string()) {
    AddText(content.as_string(), kInResult);
  } else if (content.is_list()) {
    for (const Value& part : content.items()) TRY(ReadPart(part, kInResult));
  } else if (!content.is_undefined()) {
    return Invalid("has a result that is neither a text nor a list");
  }
  AddResult(result);
  return {};
}

Result<void> Reader::ReadOpaque(const Value& part, Place place) {
  const Value* value = FindItem(part, "value");
  if (!value) return Invalid("lacks a `value`");
  return AddForeign(TRY(RequiredString(part, "provider")), *value, place);
}

}  // namespace galley::history
