// simdjson parses the text onto its tape, and one pass over the tape makes the
// Values.  The tape tells the size of a container before what it holds, so each
// is allocated once and filled in place.
//
// A word of the tape has its type in the upper 8 bits; the rest is, for a string,
// where it lies in the buffer of strings (its length, then its bytes); for the
// start of a container, how many items it has (24 bits, saturated) and where it
// ends (32 bits).  A number is in the word that follows.
#include "format/json_data.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include <simdjson.h>

#include "base/try.h"
#include "format/json.h"
#include "format/json_strings.h"
#include "format/text.h"
#include "value/map.h"

namespace galley {
namespace {

// Why a tape did not become a value.
enum class TapeResult : uint8_t { kOk, kTooDeep, kNumberRange, kExhausted };

constexpr size_t kNoHashes = SIZE_MAX;

// A container that is being filled.
struct Frame {
  Value* next;  // the slot to fill next; keys and values of a map take turns
  Value* end;
  Value* slot;        // where the container itself goes
  MapEntry* entries;  // of a map; null for a list
  size_t hashes;      // where those of a large map's keys begin, or kNoHashes
};

// What a reader keeps between texts.
struct Scratch {
  std::vector<Frame> frames;
  std::vector<uint32_t> hashes;
  KeyCache keys;
  std::vector<RepeatedEntry> repeated;
};

class TapeWalk {
 public:
  TapeWalk(const simdjson::dom::document& document, size_t text_size, const Limits& limits,
           Scratch* scratch, Heap* heap) noexcept
      : tape_(document.tape.get()),
        strings_(reinterpret_cast<const char*>(document.string_buf.get())),
        nesting_(limits.nesting),
        frames_(scratch->frames),
        hashes_(scratch->hashes),
        keys_(scratch->keys),
        repeated_(scratch->repeated),
        heap_(*heap),
        store_(text_size, heap) {}

  TapeResult Run(Value* root);

 private:
  static char TypeOf(uint64_t word) noexcept { return static_cast<char>(word >> 56); }
  static uint64_t PayloadOf(uint64_t word) noexcept { return word & 0x00FFFFFFFFFFFFFF; }

  std::string_view StringAt(uint64_t word) const noexcept {
    const char* at = strings_ + PayloadOf(word);
    uint32_t size;
    std::memcpy(&size, at, sizeof size);
    return {at + sizeof size, size};
  }
  size_t CountItems(size_t at, bool is_map) const noexcept;
  size_t After(size_t at) const noexcept;
  TapeResult Open(Value* slot, bool is_map);
  void Close();
  Value MakeMap();
  void KeepRepeatedKeys(const Value& map);
  Value TakeKey();

  const uint64_t* tape_;
  const char* strings_;
  uint64_t nesting_;
  std::vector<Frame>& frames_;
  std::vector<uint32_t>& hashes_;
  KeyCache& keys_;
  std::vector<RepeatedEntry>& repeated_;
  Heap& heap_;
  StringStore store_;
  size_t at_ = 1;  // behind the root word
  Frame frame_{};
};

// The word after the value at `at`.
size_t TapeWalk::After(size_t at) const noexcept {
  const uint64_t word = tape_[at];
  switch (TypeOf(word)) {
    case '[':
    case '{':
      return static_cast<uint32_t>(word);
    case 'l':
    case 'u':
    case 'd':
      return at + 2;
    default:
      return at + 1;
  }
}

// The items of the container that starts at `at`.
size_t TapeWalk::CountItems(size_t at, bool is_map) const noexcept {
  constexpr uint64_t kSaturated = 0xFFFFFF;
  const uint64_t count = (tape_[at] >> 32) & kSaturated;
  if (count < kSaturated) return count;

  const size_t end = static_cast<uint32_t>(tape_[at]) - 1;
  size_t items = 0;
  for (size_t item = at + 1; item < end; ++items) item = After(item);
  return is_map ? items / 2 : items;
}

// Starts the container at at_, whose value goes to `slot`.
TapeResult TapeWalk::Open(Value* slot, bool is_map) {
  if (frames_.size() >= nesting_) return TapeResult::kTooDeep;
  const size_t count = CountItems(at_++, is_map);
  frames_.push_back(frame_);
  if (is_map) {
    MapEntry* entries = heap_.NewEntries(count);
    if (!entries) return TapeResult::kExhausted;
    auto* values = reinterpret_cast<Value*>(entries);
    frame_ = {values, values + 2 * count, slot, entries,
              count > kSmallMap ? hashes_.size() : kNoHashes};
  } else {
    Value* items = heap_.NewItems(count);
    if (!items) return TapeResult::kExhausted;
    frame_ = {items, items + count, slot, nullptr, kNoHashes};
    *slot = Value::List({items, count});
  }
  return TapeResult::kOk;
}

void TapeWalk::Close() {
  if (frame_.entries) *frame_.slot = MakeMap();
  frame_ = frames_.back();
  frames_.pop_back();
  ++at_;
}

Value TapeWalk::MakeMap() {
  const auto values = frame_.end - reinterpret_cast<Value*>(frame_.entries);
  const size_t size = static_cast<size_t>(values) / 2;
  const bool is_small = frame_.hashes == kNoHashes;
  const Value map =
      heap_.NewMap(frame_.entries, size, is_small ? nullptr : hashes_.data() + frame_.hashes);
  if (!is_small) hashes_.resize(frame_.hashes);
  if (map.size() < size && heap_.exhausted() == Exhausted::kNo) [[unlikely]]
    KeepRepeatedKeys(map);
  return map;
}

// The map that ends at at_ has lost entries: its keys on the tape tell which.
void TapeWalk::KeepRepeatedKeys(const Value& map) {
  std::vector<std::string_view> keys;
  for (size_t at = PayloadOf(tape_[at_]) + 1; at < at_; at = After(at + 1)) {
    keys.push_back(StringAt(tape_[at]));
  }
  std::sort(keys.begin(), keys.end());
  for (size_t at = 1; at < keys.size(); ++at) {
    if (keys[at] != keys[at - 1]) continue;
    const MapEntry& entry = EntriesOf(map)[FindKey(map, keys[at])];
    repeated_.push_back({EntriesOf(map).data(), entry.key.as_string()});
  }
}

Value TapeWalk::TakeKey() {
  CachedKey& key = keys_.Intern(StringAt(tape_[at_++]), &store_);
  if (frame_.hashes != kNoHashes) hashes_.push_back(key.Hash());
  return key.key;
}

TapeResult TapeWalk::Run(Value* root) {
  frames_.clear();
  hashes_.clear();
  keys_.Clear();
  repeated_.clear();
  frame_ = {root, root + 1, nullptr, nullptr, kNoHashes};
  for (;;) {
    while (frame_.next == frame_.end) {
      if (frames_.empty()) {
        return heap_.exhausted() == Exhausted::kNo ? TapeResult::kOk : TapeResult::kExhausted;
      }
      Close();
    }
    if (frame_.entries) *frame_.next++ = TakeKey();
    Value* slot = frame_.next++;
    const uint64_t word = tape_[at_];
    switch (TypeOf(word)) {
      case '"':
        *slot = store_.Add(StringAt(word));
        ++at_;
        break;
      case 'l':
        *slot = Value::Int(std::bit_cast<int64_t>(tape_[at_ + 1]));
        at_ += 2;
        break;
      case 'd':
        *slot = Value::Double(std::bit_cast<double>(tape_[at_ + 1]));
        at_ += 2;
        break;
      case 'u':
        return TapeResult::kNumberRange;
      case 't':
      case 'f':
        *slot = Value::Bool(TypeOf(word) == 't');
        ++at_;
        break;
      case 'n':
        *slot = Value::None();
        ++at_;
        break;
      default:
        if (const TapeResult opened = Open(slot, TypeOf(word) == '{'); opened != TapeResult::kOk) {
          return opened;
        }
    }
  }
}

// A text from here on may hold so many values that simdjson takes a large part of the memory
// that there is for them, before the first is made.
constexpr size_t kLargeText = size_t{4} << 20;

// How many values and keys a text holds, or a few more; what is in strings does not count.
size_t CountValues(std::string_view text) noexcept {
  size_t count = 1;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') {
      for (++at; at < text.size() && text[at] != '"'; ++at) at += text[at] == '\\';
    } else {
      count += c == ',' || c == ':' || c == '[' || c == '{';
    }
  }
  return count;
}

// The diagnostic for a text that was refused.
Diagnostic Refused(const Source& source, const Limits& limits) {
  if (auto checked = CheckJson(source, limits); !checked) {
    return std::move(checked.error().diagnostics().front());
  }
  // Only the lack of memory can stop the fast reader from taking what is JSON.
  return ValuesDoNotFit(source, Exhausted::kMemory);
}

}  // namespace

struct JsonDataReader::State {
  simdjson::dom::parser parser;
  Scratch scratch;

  // Parses onto the tape; false where the text is refused.
  bool Parse(std::string_view text, uint64_t nesting) noexcept {
    // The exact limit is kept on the tape: simdjson does not count a container
    // that is empty.
    const size_t depth = std::min<uint64_t>(nesting, text.size()) + 2;
    if (parser.max_depth() < depth &&
        parser.allocate(std::max(parser.capacity(), text.size()), depth) != simdjson::SUCCESS) {
      return false;
    }
    return parser.parse(text.data(), text.size()).error() == simdjson::SUCCESS;
  }

  // The tape; that of a large text is all that is kept of what the parser took.
  simdjson::dom::document TakeLarge() noexcept {
    simdjson::dom::document taken = std::move(parser.doc);
    parser = simdjson::dom::parser();
    return taken;
  }
};

JsonDataReader::JsonDataReader() : state_(std::make_unique<State>()) {}
JsonDataReader::~JsonDataReader() = default;
JsonDataReader::JsonDataReader(JsonDataReader&&) noexcept = default;
JsonDataReader& JsonDataReader::operator=(JsonDataReader&&) noexcept = default;

Result<Value> JsonDataReader::Read(const Source& source, Heap* heap, const Limits& limits) {
  state_->scratch.repeated.clear();
  TRY(CheckTextSize(source, limits));
  const std::string_view text = TextOf(source, WholeText(source));
  const bool is_large = text.size() > kLargeText;
  if (is_large && CountValues(text) > heap->meter().bytes_left() / sizeof(Value)) {
    return ValuesDoNotFit(source, Exhausted::kHeap);
  }
  if (!state_->Parse(text, limits.nesting)) return Refused(source, limits);

  Value root;
  const simdjson::dom::document large = is_large ? state_->TakeLarge() : simdjson::dom::document();
  TapeWalk walk(is_large ? large : state_->parser.doc, text.size(), limits, &state_->scratch, heap);
  const TapeResult result = walk.Run(&root);
  std::sort(state_->scratch.repeated.begin(), state_->scratch.repeated.end());
  switch (result) {
    case TapeResult::kOk:
      return root;
    case TapeResult::kExhausted:
      return ValuesDoNotFit(source, heap->exhausted());
    default:
      return Refused(source, limits);
  }
}

std::span<const RepeatedEntry> JsonDataReader::repeated_keys() const noexcept {
  return state_->scratch.repeated;
}

Result<Value> ReadJsonData(const Source& source, Heap* heap, const Limits& limits) {
  return JsonDataReader().Read(source, heap, limits);
}

}  // namespace galley
