// Texts are counted one by one and frames added; a model with a template is counted on the
// rendered prompt.
#include "profiles/request_counter.h"

#include <cmath>
#include <utility>
#include <vector>

#include "base/try.h"
#include "base/writer.h"
#include "format/json_data.h"
#include "history/image_size.h"
#include "value/map.h"
#include "value/print.h"

namespace galley {
namespace {

// What an image, a sound or a file takes of which nothing is known.
constexpr uint64_t kMediaTokens = 1'000;

std::string_view TextOf(const Value& map, std::string_view key) {
  const Value* value = map.is_map() ? FindItem(map, key) : nullptr;
  return value && value->is_string() ? value->as_string() : std::string_view();
}

uint64_t NumberOf(const Value& map, std::string_view key) {
  const Value* value = FindItem(map, key);
  return value && value->is_int() && value->as_int() > 0 ? static_cast<uint64_t>(value->as_int())
                                                         : 0;
}

std::string CompactJson(const Value& value) {
  BufferWriter out;
  Meter meter(Limits::Ceiling());  // the value was read within the limits already
  PrintJson(value, {}, &out, &meter);
  return out.ToString();
}

bool IsMedia(std::string_view type) { return type == "image" || type == "audio" || type == "file"; }

// The media of messages, those inside results too, in their order.
std::vector<Value> MediaOf(std::span<const Value> messages) {
  std::vector<Value> media;
  const auto add = [&](const Value& part) {
    if (IsMedia(TextOf(part, "type"))) media.push_back(part);
  };
  for (const Value& message : messages) {
    const Value* content = message.is_map() ? FindItem(message, "content") : nullptr;
    if (!content || !content->is_list()) continue;
    for (const Value& part : content->items()) {
      add(part);
      const Value* inside = part.is_map() ? FindItem(part, "content") : nullptr;
      if (!inside || !inside->is_list()) continue;
      for (const Value& each : inside->items()) add(each);
    }
  }
  return media;
}

}  // namespace

Exactness RequestCounter::ExactnessOf(bool has_media, bool has_tools) const noexcept {
  if (has_media || texts_.exactness() == Exactness::kEstimate) return Exactness::kEstimate;
  // Which part of a template prints tools, and how, differs with each.
  if (exactness_ == Exactness::kExact && has_tools) return Exactness::kTextExact;
  return exactness_;
}

uint64_t RequestCounter::MarginOf(uint64_t tokens) const {
  return static_cast<uint64_t>(std::ceil(static_cast<double>(tokens) * texts_.margin()));
}

Result<TokenCount> RequestCounter::CountText(std::string_view text) const {
  const uint64_t tokens = TRY(texts_.Count(text));
  return TokenCount{tokens, texts_.exactness(), MarginOf(tokens)};
}

Result<TokenCount> RequestCounter::CountRequest(std::span<const Value> messages, const Value& tools,
                                                const Value& tool_choice) const {
  const bool has_tools = tools.is_list() && tools.size() > 0;
  const Exactness exactness = ExactnessOf(!MediaOf(messages).empty(), has_tools);
  if (messages.empty() && !has_tools) return TokenCount{0, exactness, 0};
  uint64_t tokens = 0;
  if (prompt_) {
    tokens = TRY(CountPrompt(messages, tools));
  } else {
    tokens = request_frame();
    bool has_system = false;
    for (const Value& message : messages) {
      const std::string_view role = TextOf(message, "role");
      has_system = has_system || role == "system" || role == "developer";
      tokens += TRY(MessageFrame(role, TextOf(message, "name")));
      const Value* content = message.is_map() ? FindItem(message, "content") : nullptr;
      if (content) tokens += TRY(CountContent(*content));
    }
    tokens += TRY(CountTools(tools, tool_choice, has_system));
  }
  return TokenCount{tokens, exactness, MarginOf(tokens)};
}

// A template prints no more than the place of an image.
Result<uint64_t> RequestCounter::CountPrompt(std::span<const Value> messages,
                                             const Value& tools) const {
  uint64_t tokens = TRY(texts_.Count(TRY(prompt_->Render(messages, tools))));
  for (const Value& part : MediaOf(messages)) tokens += TRY(CountPart(part));
  return tokens;
}

Result<uint64_t> RequestCounter::MessageFrame(std::string_view role, std::string_view name) const {
  uint64_t tokens = frame_.message;
  if (frame_.kind != FrameRule::Kind::kOpenAi) return tokens;
  tokens += TRY(texts_.Count(role));
  if (!name.empty()) tokens += frame_.name + TRY(texts_.Count(name));
  return tokens;
}

Result<uint64_t> RequestCounter::CountContent(const Value& content) const {
  if (content.is_string()) return texts_.Count(content.as_string());
  uint64_t tokens = 0;
  if (!content.is_list()) return tokens;
  for (const Value& part : content.items()) {
    tokens += TRY(CountPart(part));
    // A result holds texts and media, and nothing that holds more.
    const Value* inside = part.is_map() ? FindItem(part, "content") : nullptr;
    if (inside && inside->is_string()) tokens += TRY(texts_.Count(inside->as_string()));
    if (!inside || !inside->is_list()) continue;
    for (const Value& each : inside->items()) tokens += TRY(CountPart(each));
  }
  return tokens;
}

uint64_t RequestCounter::CountImage(uint64_t width, uint64_t height,
                                    std::string_view detail) const {
  if (detail == "low" && images_.kind == ImageRule::Kind::kTiles) return images_.base;
  return ImageTokens(images_, width, height).value_or(kMediaTokens);
}

// What a part takes besides the parts inside.
Result<uint64_t> RequestCounter::CountPart(const Value& part) const {
  if (part.is_string()) return texts_.Count(part.as_string());
  if (!part.is_map()) return uint64_t{0};
  const std::string_view type = TextOf(part, "type");
  const bool is_gemini = frame_.kind == FrameRule::Kind::kGemini;
  if (type == "tool_call") {
    uint64_t tokens = TRY(texts_.Count(TextOf(part, "name")));
    const std::string_view arguments = TextOf(part, "arguments");
    if (!is_gemini) return tokens + TRY(texts_.Count(arguments));
    Heap heap{Limits()};
    const Result<Value> read =
        ReadJsonData(Source("arguments", arguments, Nature::kData), &heap, Limits());
    if (!read || !read->is_map()) return tokens + TRY(texts_.Count(arguments));
    return tokens + TRY(CountInside(*read));
  }
  if (type == "tool_result") {
    if (!is_gemini) return uint64_t{0};
    return TRY(texts_.Count(TextOf(part, "name"))) + TRY(texts_.Count("output"));
  }
  if (type == "image") {
    uint64_t width = NumberOf(part, "width");
    uint64_t height = NumberOf(part, "height");
    if (width == 0 || height == 0) {
      const auto read = history::ReadImageSize(TextOf(part, "data"));
      width = read ? read->width : 0;
      height = read ? read->height : 0;
    }
    return CountImage(width, height, TextOf(part, "detail"));
  }
  if (IsMedia(type)) return kMediaTokens;
  if (type == "opaque") {
    const Value* value = FindItem(part, "value");
    return value ? TRY(texts_.Count(CompactJson(*value))) : 0;
  }
  return texts_.Count(TextOf(part, "text"));
}

// The texts inside a value, and its keys, each counted by itself.
Result<uint64_t> RequestCounter::CountInside(const Value& value) const {
  uint64_t tokens = 0;
  std::vector<Value> open = {value};
  while (!open.empty()) {
    const Value next = open.back();
    open.pop_back();
    if (next.is_string()) {
      tokens += TRY(texts_.Count(next.as_string()));
    } else if (next.is_list()) {
      for (const Value& item : next.items()) open.push_back(item);
    } else if (next.is_map()) {
      for (const MapEntry& entry : EntriesOf(next)) {
        open.push_back(entry.key);
        open.push_back(entry.value);
      }
    }
  }
  return tokens;
}

// What of a schema a Gemini model counts: names of properties and what is written for people.
Result<uint64_t> RequestCounter::CountSchema(const Value& schema) const {
  uint64_t tokens = 0;
  std::vector<Value> open = {schema};
  while (!open.empty()) {
    const Value next = open.back();
    open.pop_back();
    if (!next.is_map()) continue;
    for (const std::string_view key : {"format", "description"}) {
      tokens += TRY(texts_.Count(TextOf(next, key)));
    }
    for (const std::string_view key : {"enum", "required", "example"}) {
      const Value* value = FindItem(next, key);
      if (value) tokens += TRY(CountInside(*value));
    }
    if (const Value* items = FindItem(next, "items")) open.push_back(*items);
    const Value* properties = FindItem(next, "properties");
    if (!properties || !properties->is_map()) continue;
    for (const MapEntry& entry : EntriesOf(*properties)) {
      if (entry.key.is_string()) tokens += TRY(texts_.Count(entry.key.as_string()));
      open.push_back(entry.value);
    }
  }
  return tokens;
}

Result<uint64_t> RequestCounter::CountTools(const Value& tools, const Value& tool_choice,
                                            bool has_system) const {
  if (!tools.is_list() || tools.size() == 0) return uint64_t{0};
  if (frame_.kind == FrameRule::Kind::kGemini) {
    uint64_t tokens = 0;
    for (const Value& tool : tools.items()) {
      tokens += TRY(texts_.Count(TextOf(tool, "name")));
      tokens += TRY(texts_.Count(TextOf(tool, "description")));
      const Value* parameters = tool.is_map() ? FindItem(tool, "parameters") : nullptr;
      if (parameters) tokens += TRY(CountSchema(*parameters));
    }
    return tokens;
  }
  if (frame_.kind != FrameRule::Kind::kOpenAi) {
    return frame_.tools + TRY(texts_.Count(CompactJson(tools)));
  }
  uint64_t tokens = frame_.tools + TRY(texts_.Count(FunctionsAsText(tools)));
  // The definitions join a system message, whose frame is there already.
  constexpr uint64_t kJoined = 4;
  if (has_system) tokens -= std::min(tokens, kJoined);
  constexpr uint64_t kNamedChoice = 7;
  if (tool_choice.is_string() && tool_choice.as_string() == "none") ++tokens;
  if (tool_choice.is_map()) {
    tokens += kNamedChoice + TRY(texts_.Count(TextOf(tool_choice, "name")));
  }
  return tokens;
}

}  // namespace galley
