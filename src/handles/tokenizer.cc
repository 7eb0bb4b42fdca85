// The public class over TableTokenizer: texts are checked, and nothing throws.
#include "galley/tokenizer.h"

#include <atomic>
#include <utility>

#include "base/try.h"
#include "base/utf8.h"
#include "diag/report.h"
#include "handles/guarded.h"
#include "tokenize/table_tokenizer.h"
#include "workspace/tokenizers.h"

namespace galley {
namespace {

Result<void> CheckText(std::string_view text) {
  if (IsValidUtf8(text)) return {};
  return Report(Code::kInvalidUtf8, "the text is not valid UTF-8");
}

}  // namespace

struct Segment::State {
  MeasuredText text;
};

Segment::Segment(const Segment& other)
    : state_(other.state_ ? new State(*other.state_) : nullptr) {}
Segment::Segment(Segment&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
Segment& Segment::operator=(Segment other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}
Segment::~Segment() { delete state_; }

uint64_t Segment::tokens() const noexcept { return state_ ? state_->text.tokens() : 0; }
bool Segment::empty() const noexcept { return !state_ || state_->text.empty(); }

struct Tokenizer::State {
  explicit State(TableTokenizer opened) : tokenizer(std::move(opened)) {}

  TableTokenizer tokenizer;
  std::atomic<size_t> owners{1};
};

Tokenizer::Tokenizer(const Tokenizer& other) noexcept : state_(other.state_) {
  if (state_) state_->owners.fetch_add(1, std::memory_order_relaxed);
}
Tokenizer::Tokenizer(Tokenizer&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
Tokenizer& Tokenizer::operator=(Tokenizer other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}
Tokenizer::~Tokenizer() {
  if (state_ && state_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) delete state_;
}

Result<Tokenizer> Tokenizer::Open(std::string_view name_or_path) {
  return handles::Guarded([&]() -> Result<Tokenizer> {
    TableTokenizer opened = TRY(workspace::OpenTokenizer(name_or_path));
    return Tokenizer(new State(std::move(opened)));
  });
}

Result<uint64_t> Tokenizer::Count(std::string_view text, Specials specials) const {
  return handles::Guarded([&]() -> Result<uint64_t> {
    TRY(CheckText(text));
    return state_->tokenizer.Count(text, specials);
  });
}

Result<std::vector<uint32_t>> Tokenizer::Encode(std::string_view text, Specials specials) const {
  return handles::Guarded([&]() -> Result<std::vector<uint32_t>> {
    TRY(CheckText(text));
    std::vector<uint32_t> ids;
    TRY(state_->tokenizer.Encode(text, specials, &ids));
    return ids;
  });
}

Result<Fit> Tokenizer::CountUpTo(std::string_view text, uint64_t limit) const {
  return handles::Guarded([&]() -> Result<Fit> {
    TRY(CheckText(text));
    return state_->tokenizer.CountUpTo(text, limit);
  });
}

Result<std::string> Tokenizer::Decode(std::span<const uint32_t> ids) const {
  return handles::Guarded([&] { return state_->tokenizer.Decode(ids); });
}

Result<Segment> Tokenizer::Measure(std::string_view text) const {
  return handles::Guarded([&]() -> Result<Segment> {
    TRY(CheckText(text));
    MeasuredText measured = TRY(state_->tokenizer.Measure(text));
    return Segment(new Segment::State{std::move(measured)});
  });
}

Result<Segment> Tokenizer::Join(Segment left, const Segment& right) const {
  return handles::Guarded([&]() -> Result<Segment> {
    if (right.empty()) return std::move(left);
    if (left.empty()) return right;
    MeasuredText& text = left.state_->text;
    text = TRY(state_->tokenizer.Join(std::move(text), right.state_->text));
    return std::move(left);
  });
}

Result<uint64_t> Tokenizer::CountJoined(const Segment& left, const Segment& right) const {
  return handles::Guarded([&]() -> Result<uint64_t> {
    if (right.empty()) return left.tokens();
    if (left.empty()) return right.tokens();
    return state_->tokenizer.CountJoined(left.state_->text, right.state_->text);
  });
}

}  // namespace galley
