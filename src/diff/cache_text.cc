// Prints elements in the order in which a provider compares them, and remembers where each text
// of a message went.
#include "diff/cache_text.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/json_text.h"
#include "base/ordered_map.h"
#include "base/writer.h"
#include "value/map.h"
#include "value/print.h"

namespace galley::diff {
namespace {

using Kind = CacheElement::Kind;
using history::Message;
using history::Part;

constexpr std::string_view kMessageLists[] = {"messages", "input", "contents"};

bool IsMessageList(std::string_view key) {
  return std::find(std::begin(kMessageLists), std::end(kMessageLists), key) !=
         std::end(kMessageLists);
}

// The bytes that one of a text takes in JSON.
size_t EscapedSize(char byte) {
  const auto number = static_cast<unsigned char>(byte);
  if (byte == '"' || byte == '\\') return 2;
  if (byte == '\b' || byte == '\f' || byte == '\n' || byte == '\r' || byte == '\t') return 2;
  return number < 0x20 ? 6 : 1;
}

// Prints elements and remembers where the texts of messages went.
class CacheTextWriter {
 public:
  CacheTextWriter(std::span<const Message> messages) : messages_(messages) {
    for (uint32_t i = 0; i < messages.size(); ++i) {
      if (messages[i].is_text()) Remember(messages[i].content, i);
      for (const Part& part : messages[i].parts) {
        Remember(part.text, i);
        Remember(part.id, i, false);
        for (const Part& inner : part.content()) Remember(inner.text, i);
      }
    }
    std::stable_sort(texts_.begin(), texts_.end(), [](const Known& a, const Known& b) {
      return std::less<>()(a.text.data(), b.text.data());
    });
  }

  CacheText Run(const Value& request) {
    AddList(request, "tools", Kind::kTool);
    AddSystem(request);
    for (const MapEntry& entry : EntriesOf(request)) {
      const std::string_view key = entry.key.as_string();
      const bool is_done = key == "tools" || key == "system" || key == "systemInstruction";
      if (!is_done && !IsMessageList(key)) AddKey(entry);
    }
    for (const std::string_view list : kMessageLists) AddList(request, list, Kind::kMessage);
    NameTheRest();
    made_.text = out_.ToString();
    return std::move(made_);
  }

 private:
  struct Known {
    std::string_view text;
    uint32_t message;
    bool is_printed = true;  // it is a text, not the id of a call
    bool is_used = false;
  };
  struct Open {
    Value value;
    uint32_t next = 0;
  };

  void Remember(std::string_view text, uint32_t message, bool is_printed = true) {
    if (!text.empty()) texts_.push_back({text, message, is_printed});
  }

  // A message of media alone holds nothing that is known: it follows the one before it, or is
  // what the provider wants behind that.
  void NameTheRest() {
    std::vector<bool> is_there(messages_.size());
    for (const CacheElement& element : made_.elements) {
      for (uint32_t at = element.message; at != UINT32_MAX && at <= element.last_message; ++at) {
        is_there[at] = true;
      }
    }
    uint32_t before = UINT32_MAX;
    for (CacheElement& element : made_.elements) {
      if (element.kind != Kind::kMessage) continue;
      if (element.message == UINT32_MAX) {
        const uint32_t next = before == UINT32_MAX ? 0 : before + 1;
        const bool is_next = next < messages_.size() && !is_there[next];
        element.message = element.last_message = is_next ? next : before;
      }
      before = element.last_message;
    }
  }

  void AddList(const Value& request, std::string_view key, Kind kind) {
    const Value* list = FindItem(request, key);
    if (!list || !list->is_list()) return;
    uint32_t number = 0;
    // Where nothing was moved, split or left out, the lines are the messages.
    is_whole_ = kind == Kind::kMessage && list->size() == messages_.size();
    for (const Value& item : list->items()) AddElement(item, kind, number++, key);
    is_whole_ = false;
  }

  // A text, blocks, or the parts of Gemini's.
  void AddSystem(const Value& request) {
    const Value* system = FindItem(request, "system");
    const Value* instruction = FindItem(request, "systemInstruction");
    if (instruction && instruction->is_map()) system = FindItem(*instruction, "parts");
    if (!system) return;
    if (!system->is_list()) return AddElement(*system, Kind::kSystem, 0, "system");
    uint32_t number = 0;
    for (const Value& block : system->items()) {
      AddElement(block, Kind::kSystem, number++, "system");
    }
  }

  void AddKey(const MapEntry& entry) {
    const MapEntry alone[] = {entry};
    AddElement(Value::Map(alone, 1), Kind::kKey, keys_++, entry.key.as_string());
  }

  void AddElement(const Value& value, Kind kind, uint32_t number, std::string_view key) {
    CacheElement element{kind, number, std::string(key), out_.size()};
    first_ = last_ = UINT32_MAX;
    canonical_ = is_whole_ ? &messages_[number] : nullptr;
    canonical_texts_ = OrderedMap<bool, std::string_view>();
    Print(value);
    out_.Append('\n');
    element.end = out_.size();
    if (canonical_ && first_ == UINT32_MAX) first_ = last_ = number;
    element.message = first_;
    element.last_message = last_;
    made_.elements.push_back(std::move(element));
  }

  // Compact JSON; maps and lists that are open lie on a stack.
  void Print(const Value& root) {
    std::vector<Open> open;
    Begin(root, &open);
    while (!open.empty()) {
      Open& top = open.back();
      if (top.next == top.value.size()) {
        out_.Append(top.value.is_map() ? '}' : ']');
        open.pop_back();
        continue;
      }
      if (top.next > 0) out_.Append(',');
      if (!top.value.is_map()) {
        const Value item = top.value.items()[top.next++];
        Begin(item, &open);
        continue;
      }
      const MapEntry entry = top.value.entries()[top.next++];
      AppendJsonString(entry.key.as_string(), {}, &out_);
      out_.Append(':');
      Begin(entry.value, &open);
    }
  }

  void Begin(const Value& value, std::vector<Open>* open) {
    if (value.is_map() || value.is_sequence()) {
      out_.Append(value.is_map() ? '{' : '[');
      open->push_back({value});
    } else if (value.is_string()) {
      PrintText(value.as_string());
    } else {
      Meter meter(Limits::Ceiling());
      PrintJson(value, {}, &out_, &meter);
    }
  }

  void PrintText(std::string_view text) {
    Stretch stretch;
    stretch.begin = out_.size() + 1;
    AppendJsonString(text, {}, &out_);
    stretch.end = out_.size() - 1;
    Known* known = text.empty() ? nullptr : Find(text);
    if (!known) return;
    known->is_used = true;
    first_ = std::min(first_, known->message);
    last_ = last_ == UINT32_MAX ? known->message : std::max(last_, known->message);
    if (!known->is_printed) return;
    stretch.text = text;
    stretch.message = known->message;
    made_.stretches.push_back(stretch);
  }

  // The text of a message that `text` is: itself, or a copy in the canonical form.
  // A result has the id of its call, which comes first.
  Known* Find(std::string_view text) {
    auto at = std::lower_bound(texts_.begin(), texts_.end(), text,
                               [](const Known& known, std::string_view wanted) {
                                 return std::less<>()(known.text.data(), wanted.data());
                               });
    const auto is_it = [&](auto one) {
      return one != texts_.end() && one->text.data() == text.data();
    };
    while (is_it(at) && at->is_used && is_it(at + 1)) ++at;
    if (is_it(at)) return &*at;
    if (!canonical_ || !IsOfCanonical(text)) return nullptr;
    copy_ = {text, static_cast<uint32_t>(canonical_ - messages_.data())};
    return &copy_;
  }

  // Whether the message that the element at hand is holds `text`.
  bool IsOfCanonical(std::string_view text) {
    if (canonical_texts_.empty()) {
      if (canonical_->is_text()) canonical_texts_.Insert(canonical_->content, true);
      for (const Part& part : canonical_->parts) {
        canonical_texts_.Insert(part.text, true);
        for (const Part& inner : part.content()) canonical_texts_.Insert(inner.text, true);
      }
    }
    return canonical_texts_.Find(text) != nullptr;
  }

  std::span<const Message> messages_;
  std::vector<Known> texts_;  // by where they lie
  bool is_whole_ = false;     // the list at hand has a line a message
  const Message* canonical_ = nullptr;
  OrderedMap<bool, std::string_view> canonical_texts_;  // once one was asked for
  Known copy_ = {};
  uint32_t first_ = UINT32_MAX;  // messages in the element at hand
  uint32_t last_ = UINT32_MAX;
  uint32_t keys_ = 0;
  BufferWriter out_;
  CacheText made_;
};

// Finds the texts of messages in a prompt, in order.  Templates trim them, leave some out and
// put their own words between them.
class PromptReader {
 public:
  explicit PromptReader(std::string_view prompt) {
    made_.text = prompt;
    made_.is_prompt = true;
  }

  CacheText Run(std::span<const Message> messages) {
    for (uint32_t i = 0; i < messages.size(); ++i) {
      const size_t begin = end_;
      if (messages[i].is_text()) Look(messages[i].content, i);
      for (const Part& part : messages[i].parts) {
        Look(part.text, i);
        for (const Part& inner : part.content()) Look(inner.text, i);
      }
      if (end_ == begin) continue;
      made_.elements.push_back({Kind::kMessage, i, "messages", begin, end_, i, i});
    }
    return std::move(made_);
  }

 private:
  void Look(std::string_view text, uint32_t message) {
    constexpr std::string_view kBlank = " \t\r\n";
    const size_t first = text.find_first_not_of(kBlank);
    if (first == text.npos) return;
    for (const bool is_trimmed : {false, true}) {
      if (is_trimmed) text = text.substr(first, text.find_last_not_of(kBlank) - first + 1);
      const size_t at = made_.text.find(text, end_);
      if (at == made_.text.npos) continue;
      end_ = at + text.size();
      made_.stretches.push_back({at, end_, text, message});
      return;
    }
  }

  CacheText made_;
  size_t end_ = 0;  // of what was found last
};

}  // namespace

const CacheElement* CacheText::ElementAt(size_t byte) const {
  const auto at =
      std::upper_bound(elements.begin(), elements.end(), byte,
                       [](size_t wanted, const CacheElement& each) { return wanted < each.end; });
  return at != elements.end() && at->begin <= byte ? &*at : nullptr;
}

const Stretch* CacheText::StretchAt(size_t byte, size_t* offset) const {
  const auto at =
      std::upper_bound(stretches.begin(), stretches.end(), byte,
                       [](size_t wanted, const Stretch& each) { return wanted < each.end; });
  if (at == stretches.end() || at->begin > byte) return nullptr;
  size_t place = at->begin;
  *offset = 0;
  while (*offset < at->text.size()) {
    place += is_prompt ? 1 : EscapedSize(at->text[*offset]);
    if (place > byte) break;
    ++*offset;
  }
  return &*at;
}

std::vector<size_t> EndsOfMessages(const CacheText& text, size_t count) {
  std::vector<size_t> ends(count);
  for (const CacheElement& element : text.elements) {
    for (uint32_t at = element.message; at != UINT32_MAX && at <= element.last_message; ++at) {
      ends[at] = element.end;
    }
  }
  return ends;
}

CacheText MakeCacheText(const Value& request, std::span<const Message> messages) {
  return CacheTextWriter(messages).Run(request);
}

CacheText MakeCacheText(std::string_view prompt, std::span<const Message> messages) {
  return PromptReader(prompt).Run(messages);
}

}  // namespace galley::diff
