// Writer and reader of one encoding; after a damaged byte everything reads as empty.
#include "tokenize/steps.h"

#include <cstring>

#include "base/utf8.h"
#include "diag/report.h"

namespace galley {
namespace {

void PutNumber(size_t number, std::string* out) {
  const auto word = static_cast<uint32_t>(number);
  char bytes[sizeof(word)];
  std::memcpy(bytes, &word, sizeof(word));
  out->append(bytes, sizeof(word));
}

template <class Enum>
void PutEnum(Enum value, std::string* out) {
  PutNumber(static_cast<size_t>(value), out);
}

void PutText(std::string_view text, std::string* out) {
  PutNumber(text.size(), out);
  out->append(text);
}

// Reads what the functions above wrote; after a failure everything is 0 and empty.
class StepReader {
 public:
  explicit StepReader(std::string_view bytes) : rest_(bytes) {}

  uint32_t Number(uint32_t below = UINT32_MAX) {
    uint32_t word = 0;
    if (rest_.size() < sizeof(word)) return Fail();
    std::memcpy(&word, rest_.data(), sizeof(word));
    rest_.remove_prefix(sizeof(word));
    return word < below ? word : Fail();
  }
  template <class Enum>
  Enum EnumUpTo(Enum last) {
    return static_cast<Enum>(Number(static_cast<uint32_t>(last) + 1));
  }
  std::string Text() {
    const uint32_t size = Number();
    if (size > rest_.size()) {
      Fail();
      return {};
    }
    std::string text(rest_.substr(0, size));
    rest_.remove_prefix(size);
    if (!IsValidUtf8(text)) Fail();
    return text;
  }
  // A count of things that take a word each at least.
  uint32_t Count() {
    const uint32_t count = Number();
    return count <= rest_.size() / sizeof(uint32_t) ? count : Fail();
  }
  bool failed() const { return failed_; }

 private:
  uint32_t Fail() {
    failed_ = true;
    rest_ = {};
    return 0;
  }

  std::string_view rest_;
  bool failed_ = false;
};

}  // namespace

std::string WriteSteps(const TokenizerSteps& steps) {
  std::string out;
  PutNumber(steps.normalizers.size(), &out);
  for (const NormalizeStep& step : steps.normalizers) {
    PutEnum(step.kind, &out);
    PutText(step.from, &out);
    PutText(step.to, &out);
  }
  PutNumber(steps.splits.size(), &out);
  for (const SplitStep& step : steps.splits) {
    PutEnum(step.kind, &out);
    PutText(step.pattern, &out);
    PutEnum(step.behavior, &out);
    PutNumber(step.invert, &out);
    PutNumber(step.each, &out);
    PutEnum(step.prefix, &out);
  }
  PutNumber(steps.decoders.size(), &out);
  for (const DecodeStep& step : steps.decoders) {
    PutEnum(step.kind, &out);
    PutText(step.from, &out);
    PutText(step.to, &out);
    PutNumber(step.start, &out);
    PutNumber(step.stop, &out);
    PutEnum(step.prefix, &out);
  }
  return out;
}

Result<TokenizerSteps> ReadSteps(std::string_view bytes) {
  StepReader in(bytes);
  TokenizerSteps steps;
  steps.normalizers.resize(in.Count());
  for (NormalizeStep& step : steps.normalizers) {
    step.kind = in.EnumUpTo(NormalizeStep::Kind::kSqueeze);
    step.from = in.Text();
    step.to = in.Text();
  }
  steps.splits.resize(in.Count());
  for (SplitStep& step : steps.splits) {
    step.kind = in.EnumUpTo(SplitStep::Kind::kMetaspace);
    step.pattern = in.Text();
    step.behavior = in.EnumUpTo(SplitBehavior::kContiguous);
    step.invert = in.Number(2) != 0;
    step.each = in.Number(2) != 0;
    step.prefix = in.EnumUpTo(SplitStep::Prefix::kNever);
  }
  steps.decoders.resize(in.Count());
  for (DecodeStep& step : steps.decoders) {
    step.kind = in.EnumUpTo(DecodeStep::Kind::kByteLevel);
    step.from = in.Text();
    step.to = in.Text();
    step.start = in.Number();
    step.stop = in.Number();
    step.prefix = in.EnumUpTo(SplitStep::Prefix::kNever);
  }
  if (in.failed()) {
    return Report(Code::kTokenizerInvalid,
                  "the table of a tokenizer is damaged: its steps are cut off");
  }
  return steps;
}

}  // namespace galley
