#include "value_stream.h"

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace galley::module {
namespace {

enum Tag : char { kNull, kFalse, kTrue, kInt32, kDouble, kInt64, kText, kList, kMap };

template <class T>
T Take(const char** at) noexcept {
  T number;
  std::memcpy(&number, *at, sizeof number);
  *at += sizeof number;
  return number;
}

std::string_view TakeText(const char** at) noexcept {
  const auto size = Take<uint32_t>(at);
  const std::string_view text(*at, size);
  *at += size;
  return text;
}

// A list or map whose items are being read.
struct Open {
  uint32_t left;
  bool is_map;
};

class Reader {
 public:
  Reader(const char* at, Context* context) : at_(at), context_(*context) {}

  const char* Read() {
    ++at_;  // the tag of the map
    open_ = {Take<uint32_t>(&at_), true};
    for (;;) {
      if (open_.left == 0) {
        if (outer_.empty()) return at_;
        context_.Close();
        open_ = outer_.back();
        outer_.pop_back();
        continue;
      }
      --open_.left;
      if (open_.is_map) context_.Key(TakeText(&at_));
      ReadValue();
    }
  }

 private:
  void ReadValue() {
    switch (*at_++) {
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
        context_.Int(Take<int32_t>(&at_));
        return;
      case kDouble:
        context_.Double(Take<double>(&at_));
        return;
      case kInt64:
        context_.Int(Take<int64_t>(&at_));
        return;
      case kText:
        context_.Borrowed(TakeText(&at_));
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
    open_ = {Take<uint32_t>(&at_), is_map};
  }

  const char* at_;
  Context& context_;
  Open open_ = {};
  std::vector<Open> outer_;
};

}  // namespace

const char* ReadValues(const char* at, Context* context) { return Reader(at, context).Read(); }

}  // namespace galley::module
