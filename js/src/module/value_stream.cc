// Reads the words of a map into values, without recursion: sizes come first, so that each list
// and map is filled where it stays.
#include "value_stream.h"

#include <bit>
#include <cstdint>
#include <string_view>
#include <vector>

#include "diag/report.h"
#include "exports.h"
#include "handles/context_state.h"
#include "value/heap.h"

namespace galley::module {
namespace {

enum Kind : uint32_t { kNull, kFalse, kTrue, kInt32, kDouble, kInt64, kText, kList, kMap };

// A list or map that is being filled.
struct Open {
  Value* items = nullptr;       // of a list
  MapEntry* entries = nullptr;  // of a map
  uint32_t size = 0;
  uint32_t filled = 0;
  bool is_map = false;
};

// What a reader remembers while it reads, kept from one map to the next.
struct Memory {
  std::vector<Open> outer;
  std::vector<Value> keys;
};

class Reader {
 public:
  Reader(const uint32_t* at, Context* context, Memory* memory)
      : words_(at + 2),
        texts_(reinterpret_cast<const char*>(words_ + at[0])),
        end_(texts_ + at[1]),
        context_(context),
        heap_(ContextAccess::HeapOf(context)),
        outer_(memory->outer),
        keys_(memory->keys) {
    outer_.clear();
    keys_.clear();
  }

  // Where a limit is passed the context has no map, and tells why.
  const char* Read() {
    if (Enter(true)) Fill();
    return end_;
  }

 private:
  void Fill() {
    for (;;) {
      if (open_.filled < open_.size) {
        Value* const place = Next();
        if (!ReadValue(place)) return;
        continue;
      }
      const Value made = Finish();
      if (outer_.empty()) return ContextAccess::Become(context_, made);
      open_ = outer_.back();
      outer_.pop_back();
      *Last() = made;
    }
  }

  // Where the next value goes.
  Value* Next() {
    const uint32_t at = open_.filled++;
    if (!open_.is_map) return &open_.items[at];
    open_.entries[at].key = TakeKey();
    return &open_.entries[at].value;
  }

  Value* Last() const noexcept {
    const uint32_t at = open_.filled - 1;
    return open_.is_map ? &open_.entries[at].value : &open_.items[at];
  }

  // Begins a list or map; false where there is no room for it.
  bool Enter(bool is_map) {
    open_ = {.size = *words_++, .is_map = is_map};
    if (open_.size == 0) return true;
    if (is_map) {
      open_.entries = heap_.NewEntries(open_.size);
    } else {
      open_.items = heap_.NewItems(open_.size);
    }
    if (open_.entries || open_.items) return true;
    ContextAccess::Become(context_, Value());
    return false;
  }

  Value Finish() noexcept {
    if (!open_.is_map) return Value::List({open_.items, open_.size});
    return open_.size == 0 ? Value::Map(nullptr, 0) : heap_.NewMap(open_.entries, open_.size);
  }

  std::string_view TakeText() noexcept {
    const std::string_view text(texts_, *words_++);
    texts_ += text.size();
    return text;
  }

  Value TakeKey() {
    const uint32_t place = *words_++;
    if (place == keys_.size()) keys_.push_back(ContextAccess::Intern(context_, TakeText()));
    return keys_[place];
  }

  uint64_t TakeTwo() noexcept {
    const uint64_t low = *words_++;
    return low | static_cast<uint64_t>(*words_++) << 32;
  }

  // Sets `*place`, or enters what it will be; false where a limit is passed.
  bool ReadValue(Value* place) {
    switch (*words_++) {
      case kNull:
        *place = Value::None();
        return true;
      case kFalse:
        *place = Value::Bool(false);
        return true;
      case kTrue:
        *place = Value::Bool(true);
        return true;
      case kInt32:
        *place = Value::Int(static_cast<int32_t>(*words_++));
        return true;
      case kDouble:
        *place = Value::Double(std::bit_cast<double>(TakeTwo()));
        return true;
      case kInt64:
        *place = Value::Int(static_cast<int64_t>(TakeTwo()));
        return true;
      case kText:
        return ReadText(place);
      case kList:
        return EnterInside(false);
      default:
        return EnterInside(true);
    }
  }

  bool ReadText(Value* place) noexcept {
    const std::string_view text = TakeText();
    *place = Value::String(text);
    if (heap_.meter().FitsString(text.size())) return true;
    ContextAccess::Become(context_, Value());
    return false;
  }

  bool EnterInside(bool is_map) {
    if (outer_.size() >= ContextAccess::LimitsOf(*context_).nesting) {
      ContextAccess::Fail(
          context_, Report(Code::kLimitNesting, "the context is nested deeper than the limit"));
      return false;
    }
    outer_.push_back(open_);
    return Enter(is_map);
  }

  const uint32_t* words_;
  const char* texts_;
  const char* end_;
  Context* context_;
  Heap& heap_;
  Open open_;
  std::vector<Open>& outer_;
  std::vector<Value>& keys_;
};

}  // namespace

const char* ReadValues(const char* at, Context* context) {
  static GALLEY_OF_THREAD Memory memory;
  constexpr uintptr_t kRest = sizeof(uint32_t) - 1;
  const uintptr_t aligned = (reinterpret_cast<uintptr_t>(at) + kRest) & ~kRest;
  return Reader(reinterpret_cast<const uint32_t*>(aligned), context, &memory).Read();
}

}  // namespace galley::module
