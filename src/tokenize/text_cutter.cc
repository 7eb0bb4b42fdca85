// Normalizers first, then splits in their order; pieces stay views until a step changes a byte.
#include "tokenize/text_cutter.h"

#include <utility>

#include "base/try.h"
#include "base/utf8.h"
#include "diag/report.h"
#include "tokenize/character_class.h"
#include "tokenize/normalize.h"

namespace galley {
namespace {

using Piece = CutText::Piece;

// Steps of a matcher for each byte of a text, and for the start.
constexpr uint64_t kStepsPerByte = 2'000;
constexpr uint64_t kStepsAtLeast = 1'000'000;

std::string ReplaceAll(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  size_t at = 0;
  for (size_t found = text.find(from); found != std::string_view::npos;
       found = text.find(from, at)) {
    out += text.substr(at, found - at);
    out += to;
    at = found + from.size();
  }
  return out += text.substr(at);
}

// `space` is what stands for spaces, where something does: at the end it is dropped too.
std::string Squeeze(std::string_view text, std::string_view space) {
  std::string out;
  for (const char byte : text) {
    if (byte != ' ' || (!out.empty() && out.back() != ' ')) out += byte;
  }
  for (;;) {
    if (out.ends_with(' ')) {
      out.pop_back();
    } else if (!space.empty() && out.ends_with(space)) {
      out.resize(out.size() - space.size());
    } else {
      return out;
    }
  }
}

// Whether a step leaves the text as it is.
bool Leaves(const NormalizeStep& step, std::string_view text) {
  if (const auto form = FormOf(step.kind)) return UnchangedPrefix(text, *form) == text.size();
  if (step.kind == NormalizeStep::Kind::kReplace) return text.find(step.from) == text.npos;
  if (step.kind == NormalizeStep::Kind::kPrepend) return text.empty() || step.to.empty();
  return Squeeze(text, step.from) == text;
}

std::string Apply(const NormalizeStep& step, std::string_view text) {
  if (const auto form = FormOf(step.kind)) return Normalize(text, *form);
  if (step.kind == NormalizeStep::Kind::kReplace) return ReplaceAll(text, step.from, step.to);
  if (step.kind == NormalizeStep::Kind::kPrepend) return step.to + std::string(text);
  return Squeeze(text, step.from);
}

// Stretches of a piece, in order, each matched or not, to the pieces that a behaviour
// makes of them.
class Joiner {
 public:
  Joiner(SplitBehavior behavior, bool invert, std::vector<Piece>* out)
      : behavior_(behavior), invert_(invert), out_(out), first_(out->size()) {}

  void Add(Piece span, bool matched) {
    if (span.start == span.end) return;
    matched = matched != invert_;
    switch (behavior_) {
      case SplitBehavior::kIsolated:
        out_->push_back(span);
        break;
      case SplitBehavior::kRemoved:
        if (!matched) out_->push_back(span);
        break;
      case SplitBehavior::kContiguous:
        Append(span, any_ && matched == before_);
        break;
      case SplitBehavior::kMergedWithPrevious:
        Append(span, any_ && matched && !before_);
        break;
      case SplitBehavior::kMergedWithNext:
        // A match takes what follows unless that is a match too.
        Append(span, any_ && before_ && !matched);
        break;
    }
    before_ = matched;
    any_ = true;
  }

 private:
  void Append(Piece span, bool join) {
    if (join && out_->size() > first_) {
      out_->back().end = span.end;
    } else {
      out_->push_back(span);
    }
  }

  SplitBehavior behavior_;
  bool invert_;
  std::vector<Piece>* out_;
  size_t first_;
  bool before_ = false;
  bool any_ = false;
};

// The reference asks Rust, whose tables are of Unicode 17, not of the version that expressions
// are read with: ten numbers are new there.
bool IsNumeric(char32_t point) {
  return (CategoryOf(point) & kNumbers) != 0 || (point >= 0x11DE0 && point <= 0x11DE9);
}

void CutDigits(std::string_view text, Piece span, bool each, std::vector<Piece>* out) {
  Joiner joiner(each ? SplitBehavior::kIsolated : SplitBehavior::kContiguous, false, out);
  size_t gap = span.start;
  for (size_t at = span.start; at < span.end;) {
    const CodePoint next = DecodeUtf8(text, at);
    const size_t end = at + next.size;
    if (IsNumeric(next.value)) {
      joiner.Add({gap, at}, false);
      joiner.Add({at, end}, true);
      gap = end;
    }
    at = end;
  }
  joiner.Add({gap, span.end}, false);
}

void CutLiteral(std::string_view text, Piece span, const SplitStep& step, std::vector<Piece>* out) {
  Joiner joiner(step.behavior, step.invert, out);
  const std::string_view piece = text.substr(span.start, span.end - span.start);
  size_t at = 0;
  while (!step.pattern.empty()) {
    const size_t found = piece.find(step.pattern, at);
    if (found == piece.npos) break;
    joiner.Add({span.start + at, span.start + found}, false);
    at = found + step.pattern.size();
    joiner.Add({span.start + found, span.start + at}, true);
  }
  joiner.Add({span.start + at, span.end}, false);
}

// Rebuilds the text with every piece changed; spans follow.
template <class Change>
void ChangePieces(CutText* cut, Change change) {
  std::string text;
  for (size_t i = 0; i < cut->spans.size(); ++i) {
    Piece& span = cut->spans[i];
    const size_t start = text.size();
    change(i, cut->text.substr(span.start, span.end - span.start), &text);
    span = {start, text.size()};
  }
  cut->own = std::move(text);
  cut->text = cut->own;
}

void PrefixSpaces(CutText* cut) {
  ChangePieces(cut, [](size_t, std::string_view piece, std::string* out) {
    if (!piece.starts_with(' ')) *out += ' ';
    *out += piece;
  });
}

void ApplyMetaspace(const SplitStep& step, bool is_first, CutText* cut) {
  ChangePieces(cut, [&](size_t index, std::string_view piece, std::string* out) {
    const bool may = step.prefix == SplitStep::Prefix::kAlways ||
                     (step.prefix == SplitStep::Prefix::kFirst && is_first && index == 0);
    const std::string replaced = ReplaceAll(piece, " ", step.pattern);
    if (may && !replaced.starts_with(step.pattern)) *out += step.pattern;
    *out += replaced;
  });
  if (!step.each) return;
  SplitStep literal;
  literal.pattern = step.pattern;
  literal.behavior = SplitBehavior::kMergedWithNext;
  cut->next.clear();
  for (const Piece span : cut->spans) CutLiteral(cut->text, span, literal, &cut->next);
  cut->spans.swap(cut->next);
}

PatternDialect DialectOf(const SplitStep& step) {
  return step.kind == SplitStep::Kind::kMatchesOnly ? PatternDialect::kRust
                                                    : PatternDialect::kOniguruma;
}
bool HasPattern(const SplitStep& step) {
  return step.kind == SplitStep::Kind::kPattern || step.kind == SplitStep::Kind::kMatchesOnly;
}

}  // namespace

std::optional<NormalForm> FormOf(NormalizeStep::Kind kind) noexcept {
  switch (kind) {
    case NormalizeStep::Kind::kNfc:
      return NormalForm::kNfc;
    case NormalizeStep::Kind::kNfd:
      return NormalForm::kNfd;
    case NormalizeStep::Kind::kNfkc:
      return NormalForm::kNfkc;
    case NormalizeStep::Kind::kNfkd:
      return NormalForm::kNfkd;
    default:
      return std::nullopt;
  }
}

Result<TextCutter> TextCutter::Create(TokenizerSteps steps) {
  TextCutter cutter;
  cutter.steps_ = std::move(steps);
  for (const NormalizeStep& step : cutter.steps_.normalizers) {
    if (step.kind == NormalizeStep::Kind::kReplace && step.from.empty()) {
      return Report(Code::kTokenizerInvalid, "a normalizer replaces nothing");
    }
  }
  for (const SplitStep& step : cutter.steps_.splits) {
    Matcher matcher;
    const bool isolates = step.behavior == SplitBehavior::kIsolated && !step.invert;
    if (HasPattern(step) && (isolates || step.kind == SplitStep::Kind::kMatchesOnly)) {
      matcher.scanner = ScannerOf(step.pattern, DialectOf(step));
    }
    if (HasPattern(step) && matcher.scanner == Scanner::kNone) {
      matcher.pattern = TRY(SplitPattern::Compile(step.pattern, DialectOf(step)));
    }
    cutter.splits_.push_back(std::move(matcher));
  }
  if (cutter.splits_.size() == 1) cutter.only_scanner_ = cutter.splits_[0].scanner;
  return cutter;
}

bool TextCutter::only_scanners() const noexcept {
  for (const Matcher& matcher : splits_) {
    if (matcher.scanner == Scanner::kNone) return false;
  }
  return !splits_.empty();
}

// A cut of an earlier split is a cut whatever the later ones do, so what is inside is cut
// without regard to what is behind it.
size_t TextCutter::PieceEndAt(std::string_view text, size_t at) const noexcept {
  for (const Matcher& matcher : splits_) {
    text = text.substr(0, PieceEnd(matcher.scanner, text, at));
  }
  return text.size();
}

bool TextCutter::IsNormal(std::string_view text) const {
  for (const NormalizeStep& step : steps_.normalizers) {
    if (!Leaves(step, text)) return false;
  }
  return true;
}

std::string_view TextCutter::Normalize(std::string_view text, std::string* own) const {
  for (const NormalizeStep& step : steps_.normalizers) {
    if (Leaves(step, text)) continue;
    *own = galley::Apply(step, text);
    text = *own;
  }
  return text;
}

Result<void> TextCutter::Cut(std::string_view text, bool is_first, CutText* cut) const {
  cut->text = text;
  cut->spans.clear();
  if (!text.empty()) cut->spans.push_back({0, text.size()});
  for (size_t split = 0; split < splits_.size(); ++split) TRY(Apply(split, is_first, cut));
  return {};
}

Result<void> TextCutter::Apply(size_t split, bool is_first, CutText* cut) const {
  const SplitStep& step = steps_.splits[split];
  if (step.kind == SplitStep::Kind::kPrefixSpace) {
    PrefixSpaces(cut);
    return {};
  }
  if (step.kind == SplitStep::Kind::kMetaspace) {
    ApplyMetaspace(step, is_first, cut);
    return {};
  }
  cut->next.clear();
  for (const Piece span : cut->spans) {
    if (step.kind == SplitStep::Kind::kDigits) {
      CutDigits(cut->text, span, step.each, &cut->next);
    } else if (step.kind == SplitStep::Kind::kLiteral) {
      CutLiteral(cut->text, span, step, &cut->next);
    } else {
      TRY(CutByMatches(split, span, cut));
    }
  }
  cut->spans.swap(cut->next);
  return {};
}

Result<void> TextCutter::CutByMatches(size_t split, Piece span, CutText* cut) const {
  const SplitStep& step = steps_.splits[split];
  const Matcher& matcher = splits_[split];
  const std::string_view piece = cut->text.substr(span.start, span.end - span.start);
  if (matcher.scanner != Scanner::kNone) {
    for (size_t at = 0; at < piece.size();) {
      const size_t end = PieceEnd(matcher.scanner, piece, at);
      cut->next.push_back({span.start + at, span.start + end});
      at = end;
    }
    return {};
  }
  const bool only_matches = step.kind == SplitStep::Kind::kMatchesOnly;
  Joiner joiner(only_matches ? SplitBehavior::kRemoved : step.behavior, only_matches || step.invert,
                &cut->next);
  uint64_t left = kStepsAtLeast + kStepsPerByte * piece.size();
  size_t at = 0;
  while (at < piece.size()) {
    const SplitPattern::Match match = matcher.pattern->Find(piece, at, &left);
    if (match.start == SplitPattern::kOutOfSteps) {
      return Report(Code::kLimitSteps, "the split pattern of a tokenizer takes too many steps");
    }
    if (match.start == SplitPattern::kNoMatch) break;
    joiner.Add({span.start + at, span.start + match.start}, false);
    joiner.Add({span.start + match.start, span.start + match.end}, true);
    at = match.end;
  }
  joiner.Add({span.start + at, span.end}, false);
  return {};
}

}  // namespace galley
