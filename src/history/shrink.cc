// Two passes over the list: images first, outputs of tools second; both leave what is newest.
#include "history/shrink.h"

#include <algorithm>
#include <string>

#include "base/checked.h"
#include "base/ordered_map.h"
#include "history/fill.h"
#include "history/image_size.h"
#include "value/print.h"

namespace galley::history {
namespace {

using Type = Part::Type;

uint64_t TokensOfContent(std::span<const Part> parts, const TokenRules& rules, Heap* heap) {
  uint64_t tokens = 0;
  for (const Part& part : parts) tokens = SaturatingAdd(tokens, TokensOf(part, rules, heap));
  return tokens;
}

uint64_t CountMedia(std::span<const Part> parts) {
  uint64_t count = 0;
  for (const Part& part : parts) {
    count += part.is_media();
    for (const Part& inner : part.content()) count += inner.is_media();
  }
  return count;
}

class Shrinker {
 public:
  Shrinker(std::span<Message> messages, const ShrinkRules& rules, const TokenRules& tokens,
           Heap* heap)
      : messages_(messages), rules_(rules), tokens_(tokens), heap_(heap) {}

  std::vector<Shrunk> Shrink() {
    if (rules_.keep_media) ShrinkMedia();
    if (rules_.keep_outputs) ShrinkOutputs();
    return std::move(shrunk_);
  }

 private:
  // All but the newest, in the order of the list, those in results too.
  void ShrinkMedia() {
    uint64_t media = 0;
    for (const Message& message : messages_) media += CountMedia(message.parts);
    uint64_t left = media - std::min(media, *rules_.keep_media);
    for (uint32_t at = 0; at < messages_.size() && left > 0; ++at) {
      if (CountMedia(messages_[at].parts) == 0) continue;
      std::vector<Part> parts;
      for (Part part : messages_[at].parts) {
        if (part.type == Type::kToolResult) {
          std::vector<Part> inner;
          for (const Part& one : part.content()) AddOrReplace(one, at, &left, &inner);
          SetInner(inner, &part);
          parts.push_back(part);
        } else {
          AddOrReplace(part, at, &left, &parts);
        }
      }
      SetParts(parts, heap_, &messages_[at]);
    }
  }

  void AddOrReplace(const Part& part, uint32_t message, uint64_t* left, std::vector<Part>* parts) {
    if (!part.is_media() || *left == 0) return parts->push_back(part);
    --*left;
    Part text;
    text.text = rules_.media_text;
    if (!text.text.data()) {
      text.text =
          heap_->NewString("[" + std::string(PartTypeName(part.type)) + " left out]").as_string();
    }
    shrunk_.push_back({message, tokens_.media(part), TokensOf(text, tokens_, heap_)});
    if (!text.text.empty()) parts->push_back(text);
  }

  // The outputs of all but the newest steps with calls; the step that ends the list stays.
  void ShrinkOutputs() {
    std::vector<uint32_t> steps;  // the message with the calls
    for (uint32_t at = 0; at < messages_.size(); ++at) {
      if (HasCalls(messages_[at])) steps.push_back(at);
    }
    if (steps.empty()) return;
    const bool ends_in_step =
        steps.back() + 1 == messages_.size() ||
        (steps.back() + 2 == messages_.size() && messages_.back().role == Role::kTool);
    const uint64_t keep = std::max<uint64_t>(*rules_.keep_outputs, ends_in_step ? 1 : 0);
    uint64_t old = steps.size() - std::min<uint64_t>(steps.size(), keep);
    old -= old % std::max<uint64_t>(rules_.grid, 1);
    for (uint64_t at = 0; at < old; ++at) {
      const uint32_t results = steps[at] + 1;
      if (results < messages_.size() && messages_[results].role == Role::kTool) {
        ShrinkResults(messages_[steps[at]], results);
      }
    }
  }

  void ShrinkResults(const Message& calls, uint32_t at) {
    std::vector<Part> parts(messages_[at].parts.begin(), messages_[at].parts.end());
    OrderedMap<std::string_view, std::string_view> names;
    bool changed = false;
    for (Part& result : parts) {
      const uint64_t before = TokensOfContent(result.content(), tokens_, heap_);
      if (before <= rules_.over) continue;
      if (names.empty()) {
        for (const Part& part : calls.parts) {
          if (part.type == Type::kToolCall) names.Insert(part.id, part.name);
        }
      }
      const std::string_view* name = result.name.data() ? &result.name : names.Find(result.id);
      const std::optional<std::string_view> text =
          rules_.text(before, name ? *name : std::string_view());
      const uint64_t after = text ? tokens_.text(*text) : before;
      if (after >= before) continue;
      Part part;
      part.text = *text;
      SetInner(text->empty() ? std::vector<Part>() : std::vector<Part>{part}, &result);
      shrunk_.push_back({at, before, after, true});
      changed = true;
    }
    if (changed) SetParts(parts, heap_, &messages_[at]);
  }

  void SetInner(const std::vector<Part>& inner, Part* result) {
    const std::span<const Part> copies = NewParts(heap_, inner);
    result->inner = copies.data();
    result->inner_size = static_cast<uint32_t>(copies.size());
  }

  std::span<Message> messages_;
  const ShrinkRules& rules_;
  const TokenRules& tokens_;
  Heap* heap_;
  std::vector<Shrunk> shrunk_;
};

}  // namespace

void SetParts(std::span<const Part> parts, Heap* heap, Message* message) {
  const bool is_text = parts.size() == 1 && parts[0].type == Type::kText;
  message->content = is_text ? parts[0].text : std::string_view();
  message->parts = is_text ? std::span<const Part>() : NewParts(heap, parts);
}

uint64_t TokensOfMedia(const Part& media, const ImageRule& rule) {
  if (media.type != Type::kImage || !rule.tokens) return kMediaTokens;
  uint32_t width = media.width;
  uint32_t height = media.height;
  if (width == 0 || height == 0) {
    const std::optional<ImageSize> read = ReadImageSize(media.data);
    width = read ? read->width : 0;
    height = read ? read->height : 0;
  }
  return rule.tokens(width, height, media.detail, rule.profile);
}

uint64_t TokensOf(const Part& part, const TokenRules& rules, Heap* heap) {
  switch (part.type) {
    case Type::kText:
    case Type::kThinking:
    case Type::kRefusal:
      return part.text.empty() ? 0 : rules.text(part.text);
    case Type::kImage:
    case Type::kAudio:
    case Type::kFile:
      return rules.media(part);
    case Type::kToolCall:
      return SaturatingAdd(rules.text(part.name), part.text.empty() ? 0 : rules.text(part.text));
    case Type::kToolResult: {
      uint64_t tokens = 0;
      // Results hold no results.
      for (const Part& inner : part.content()) {
        tokens =
            SaturatingAdd(tokens, inner.is_media() ? rules.media(inner) : rules.text(inner.text));
      }
      return tokens;
    }
    case Type::kOpaque:
      break;
  }
  BufferWriter json;
  PrintJson(part.value, {}, &json, &heap->meter());
  return rules.text(json.view());
}

uint64_t TokensOf(const Message& message, const TokenRules& rules, Heap* heap) {
  if (message.is_text()) return message.content.empty() ? 0 : rules.text(message.content);
  return TokensOfContent(message.parts, rules, heap);
}

std::vector<Shrunk> ShrinkMessages(std::span<Message> messages, const ShrinkRules& rules,
                                   const TokenRules& tokens, Heap* heap) {
  return Shrinker(messages, rules, tokens, heap).Shrink();
}

}  // namespace galley::history
