#include "value_stream.h"

#include <bit>
#include <cstdint>
#include <string_view>
#include <vector>

namespace galley::module {
namespace {

enum Kind : uint32_t { kNull, kFalse, kTrue, kInt32, kDouble, kInt64, kText, kList, kMap };

// A list or map whose items are being read.
struct Open {
  uint32_t left;
  bool is_map;
};

class Reader {
 public:
  Reader(const uint32_t* at, Context* context)
      : words_(at + 2),
        texts_(reinterpret_cast<const char*>(words_ + at[0])),
        end_(texts_ + at[1]),
        context_(*context) {}

  const char* Read() {
    open_ = {*words_++, true};
    for (;;) {
      if (open_.left == 0) {
        if (outer_.empty()) return end_;
        context_.Close();
        open_ = outer_.back();
        outer_.pop_back();
        continue;
      }
      --open_.left;
      if (open_.is_map) context_.Key(TakeKey());
      ReadValue();
    }
  }

 private:
  std::string_view TakeText() noexcept {
    const std::string_view text(texts_, *words_++);
    texts_ += text.size();
    return text;
  }

  std::string_view TakeKey() {
    const uint32_t place = *words_++;
    if (place == keys_.size()) keys_.push_back(TakeText());
    return keys_[place];
  }

  uint64_t TakeTwo() noexcept {
    const uint64_t low = *words_++;
    return low | static_cast<uint64_t>(*words_++) << 32;
  }

  void ReadValue() {
    switch (*words_++) {
      case kNull:
        context_.Null();
        return;
      case kFalse:
        context_.Bool(false);
        return;
      case kTrue:
        context_.Bool(true);
        return;
      case kInt32:
        context_.Int(static_cast<int32_t>(*words_++));
        return;
      case kDouble:
        context_.Double(std::bit_cast<double>(TakeTwo()));
        return;
      case kInt64:
        context_.Int(static_cast<int64_t>(TakeTwo()));
        return;
      case kText:
        context_.Borrowed(TakeText());
        return;
      case kList:
        context_.OpenList();
        return Enter(false);
      case kMap:
        context_.OpenMap();
        return Enter(true);
    }
  }

  void Enter(bool is_map) {
    outer_.push_back(open_);
    open_ = {*words_++, is_map};
  }

  const uint32_t* words_;
  const char* texts_;
  const char* end_;
  Context& context_;
  Open open_ = {};
  std::vector<Open> outer_;
  std::vector<std::string_view> keys_;
};

}  // namespace

const char* ReadValues(const char* at, Context* context) {
  constexpr uintptr_t kRest = sizeof(uint32_t) - 1;
  const uintptr_t aligned = (reinterpret_cast<uintptr_t>(at) + kRest) & ~kRest;
  return Reader(reinterpret_cast<const uint32_t*>(aligned), context).Read();
}

}  // namespace galley::module
