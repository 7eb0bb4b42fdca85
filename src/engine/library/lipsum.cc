// The generator starts from the same number in every call.
#include "engine/library/lipsum.h"

#include "engine/library/arguments.h"
#include "engine/library/operators.h"

namespace galley {
namespace {

constexpr std::string_view kWords[] = {
    "ad",       "aliqua",    "aliquip",  "amet",     "anim",   "aute",   "cillum",  "commodo",
    "culpa",    "cupidatat", "deserunt", "dolor",    "dolore", "duis",   "ea",      "eiusmod",
    "elit",     "enim",      "esse",     "est",      "et",     "eu",     "ex",      "excepteur",
    "fugiat",   "id",        "in",       "ipsum",    "irure",  "labore", "laboris", "laborum",
    "lorem",    "magna",     "minim",    "mollit",   "nisi",   "non",    "nostrud", "nulla",
    "occaecat", "officia",   "pariatur", "proident", "qui",    "quis",   "sed",     "sint",
    "sit",      "sunt",      "tempor",   "ullamco",  "ut",     "velit",  "veniam",  "voluptate",
};

// A small generator of numbers that look random: xorshift.
class Numbers {
 public:
  // A number in [low, high), for low < high.
  uint64_t Between(uint64_t low, uint64_t high) {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return low + state_ % (high - low);
  }

 private:
  uint64_t state_ = 0x9e3779b97f4a7c15;
};

// Writes one paragraph: sentences with a comma here and there, and a full stop
// at the end of each.
class Paragraph {
 public:
  Paragraph(CallContext& cx, Numbers* numbers, Writer* out)
      : cx_(cx), numbers_(numbers), out_(out) {}

  void Write(uint64_t words) {
    for (uint64_t at = 0; at < words; ++at) {
      if (out_->overflowed() || !cx_.meter().Step()) return;
      if (at > 0) out_->Append(' ');
      WriteWord();
      if (at + 1 < words) Punctuate();
    }
    out_->Append('.');
  }

 private:
  void WriteWord() {
    uint64_t index = numbers_->Between(0, std::size(kWords));
    if (index == last_) index = (index + 1) % std::size(kWords);
    last_ = index;
    const std::string_view word = kWords[index];
    if (starts_sentence_) {
      out_->Append(static_cast<char>(word[0] - 'a' + 'A'));
      out_->Append(word.substr(1));
    } else {
      out_->Append(word);
    }
    starts_sentence_ = false;
  }

  void Punctuate() {
    ++since_comma_;
    ++since_stop_;
    if (since_stop_ > numbers_->Between(10, 20)) {
      out_->Append('.');
      starts_sentence_ = true;
      since_comma_ = since_stop_ = 0;
    } else if (since_comma_ > numbers_->Between(3, 8)) {
      out_->Append(',');
      since_comma_ = 0;
    }
  }

  CallContext& cx_;
  Numbers* numbers_;
  Writer* out_;
  uint64_t last_ = std::size(kWords);
  uint64_t since_comma_ = 0;
  uint64_t since_stop_ = 0;
  bool starts_sentence_ = true;
};

}  // namespace

Value Lipsum(CallContext& cx, std::span<const Value> args) {
  int64_t count;
  int64_t low;
  int64_t high;
  if (!ReadInteger(cx, {"lipsum", "n"}, args[0], &count)) return Value();
  if (!ReadInteger(cx, {"lipsum", "min"}, args[2], &low)) return Value();
  if (!ReadInteger(cx, {"lipsum", "max"}, args[3], &high)) return Value();
  const bool html = Truth(cx, args[1]);
  if (count > 0 && (low >= high || low < 0)) {
    return cx.FailType("`min` of `lipsum` must be from zero to below `max`");
  }
  Numbers numbers;
  HeapWriter out(&cx.heap());
  for (int64_t at = 0; at < count && !out.overflowed() && cx.meter().Step(); ++at) {
    if (at > 0) out.Append(html ? "\n" : "\n\n");
    if (html) out.Append("<p>");
    Paragraph(cx, &numbers, &out)
        .Write(numbers.Between(static_cast<uint64_t>(low), static_cast<uint64_t>(high)));
    if (html) out.Append("</p>");
  }
  return out.Finish(html ? kSafe : kPlain);
}

}  // namespace galley
