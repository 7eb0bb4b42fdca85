// A seam is measured again until enough pieces behind it are cut as they were before; from there
// on the counts of the second text hold.
#include "tokenize/measured_text.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "base/utf8.h"
#include "tokenize/normalize.h"
#include "tokenize/piece_encoder.h"
#include "tokenize/table_tokenizer.h"

namespace galley {
namespace {

// Pieces that are looked at again before a seam, and that must follow one before it counts
// as settled.
constexpr size_t kUnsettled = 2;
constexpr size_t kFirstLook = 48;

}  // namespace

// Whether texts are cut without regard to what stands before, so that joining is a matter of
// the seam alone.
bool TableTokenizer::FindWhetherItJoins() const {
  for (const NormalizeStep& step : cutter_.steps().normalizers) {
    const bool letter = step.kind == NormalizeStep::Kind::kReplace && step.from.size() == 1;
    if (!FormOf(step.kind) && !letter) return false;
  }
  if (!table_.Has(kTableCharacters)) return cutter_.only_scanners();
  // Unknown characters are joined to each other, and pieces that are tokens as a whole have no
  // inside: both reach over cuts.
  for (int byte = 0; byte < 256; ++byte) {
    if (table_.OfByte(static_cast<unsigned char>(byte)) == kNoSymbol) return false;
  }
  return cutter_.is_plain() && table_.Has(kTableByteFallback) && !table_.Has(kTableWholePieces);
}

bool TableTokenizer::StartsAnew(std::string_view text) const {
  if (text.empty()) return true;
  const char32_t first = DecodeUtf8(text, 0).value;
  for (const NormalizeStep& step : cutter_.steps().normalizers) {
    const std::optional<NormalForm> form = FormOf(step.kind);
    if (form && !galley::StartsAnew(first, *form)) return false;
  }
  return true;
}

// Where the piece ends that begins at `at`.
size_t TableTokenizer::NextCut(std::string_view text, size_t at) const {
  if (!table_.Has(kTableCharacters)) return cutter_.PieceEndAt(text, at);
  if (!user_defined_.empty()) {
    const Trie::Found found = user_defined_.Longest(text, at);
    if (found.size > 0) return at + found.size;
  }
  CodePoint before = DecodeUtf8(text, at);
  for (at += before.size; at < text.size(); at += before.size) {
    const CodePoint next = DecodeUtf8(text, at);
    if (!table_.AreNeighbours(before.value, next.value)) break;
    if (!user_defined_.empty() && user_defined_.Longest(text, at).size > 0) break;
    before = next;
  }
  return at;
}

Result<MeasuredText> TableTokenizer::MeasureNormal(std::string text) const {
  MeasuredText segment;
  segment.text_ = std::move(text);
  TokenCounter counter;
  ScratchPool::Loan scratch(scratches_.get());
  PieceEncoder<TokenCounter> encoder(table_, user_defined_, scratch.get(), &counter);
  CutText cut;
  const std::string_view whole = segment.text_;
  const bool by_scanner = table_.Has(kTableCharacters) || cutter_.only_scanner() != Scanner::kNone;
  const auto add = [&](size_t start, size_t end) {
    encoder.Encode(whole.substr(start, end - start));
    segment.pieces_.push_back({static_cast<uint32_t>(end), static_cast<uint32_t>(counter.count)});
  };
  if (!joins_ || whole.size() > UINT32_MAX) {
    TRY(cutter_.Cut(whole, true, &cut));
    for (const CutText::Piece piece : cut.spans) {
      encoder.Encode(cut.text.substr(piece.start, piece.end - piece.start));
    }
  } else if (by_scanner) {
    for (size_t at = 0; at < whole.size();) {
      const size_t end = NextCut(whole, at);
      add(at, end);
      at = end;
    }
  } else {
    TRY(cutter_.Cut(whole, true, &cut));
    for (const CutText::Piece piece : cut.spans) add(piece.start, piece.end);
  }
  segment.tokens_ = counter.count;
  return segment;
}

Result<MeasuredText> TableTokenizer::Measure(std::string_view text) const {
  std::string own;
  // What cannot be joined by pieces is measured as a whole each time, so it stays as it is.
  const std::string_view normal = joins_ ? cutter_.Normalize(text, &own) : text;
  if (!joins_) {
    MeasuredText segment;
    segment.text_ = text;
    segment.tokens_ = TRY(Count(text, Specials::kText));
    return segment;
  }
  MeasuredText segment = TRY(MeasureNormal(std::string(normal)));
  segment.starts_anew_ = StartsAnew(text);
  return segment;
}

// The seam of two segments: pieces of the first up to `kept` stay, those of the second from
// `from` on, and between them stand `middle`.
struct TableTokenizer::Seam {
  size_t kept = 0;
  size_t from = 0;
  std::vector<MeasuredText::Piece> middle;
  bool found = false;
};

TableTokenizer::Seam TableTokenizer::FindSeam(const MeasuredText& left,
                                              const MeasuredText& right) const {
  Seam seam;
  seam.kept = left.pieces_.size() - std::min(left.pieces_.size(), kUnsettled);
  const size_t longest = table_.header().longest_user_defined;
  const auto start_of = [&](size_t piece) {
    return piece == 0 ? size_t{0} : size_t{left.pieces_[piece - 1].end};
  };
  while (seam.kept > 0 && left.text_.size() - start_of(seam.kept) < longest) --seam.kept;
  const size_t start = start_of(seam.kept);
  const size_t size = left.text_.size() - start;
  const uint32_t before = seam.kept == 0 ? 0 : left.pieces_[seam.kept - 1].tokens;
  std::string window;
  std::vector<size_t> ends;
  for (size_t look = kFirstLook;; look *= 4) {
    size_t taken = std::min(look, right.text_.size());
    while (taken < right.text_.size() && IsContinuation(right.text_[taken])) ++taken;
    const bool whole = taken == right.text_.size();
    window.assign(left.text_, start);
    window.append(right.text_, 0, taken);
    ends.clear();
    for (size_t at = 0; at < window.size();) {
      at = NextCut(window, at);
      ends.push_back(at);
    }
    // What stands near the end of the window may be cut in another way by what follows.
    size_t settled = whole ? ends.size() : ends.size() - std::min(ends.size(), kUnsettled);
    while (!whole && settled > 0 && window.size() - ends[settled - 1] < longest) --settled;
    size_t other = 0;
    for (size_t i = 0; i < settled; ++i) {
      if (ends[i] < size) continue;
      const size_t place = ends[i] - size;
      while (other < right.pieces_.size() && right.pieces_[other].end < place) ++other;
      const bool met =
          place == 0 || (other < right.pieces_.size() && right.pieces_[other].end == place);
      if (!met) continue;
      TokenCounter counter;
      ScratchPool::Loan scratch(scratches_.get());
      PieceEncoder<TokenCounter> encoder(table_, user_defined_, scratch.get(), &counter);
      size_t at = 0;
      for (size_t piece = 0; piece <= i; ++piece) {
        encoder.Encode(std::string_view(window).substr(at, ends[piece] - at));
        at = ends[piece];
        seam.middle.push_back(
            {static_cast<uint32_t>(start + at), before + static_cast<uint32_t>(counter.count)});
      }
      seam.from = place == 0 ? 0 : other + 1;
      seam.found = true;
      return seam;
    }
    if (whole) return seam;
  }
}

Result<MeasuredText> TableTokenizer::Join(MeasuredText left, const MeasuredText& right) const {
  if (right.text_.empty()) return left;
  if (left.text_.empty()) return right;
  if (!joins_) return Measure(left.text_ + right.text_);
  const bool anew = left.starts_anew_;
  const bool fits = left.text_.size() + right.text_.size() <= UINT32_MAX;
  Seam seam;
  if (right.starts_anew_ && fits) seam = FindSeam(left, right);
  if (!seam.found) {
    std::string own;
    const std::string both = left.text_ + right.text_;
    MeasuredText whole = TRY(MeasureNormal(std::string(cutter_.Normalize(both, &own))));
    whole.starts_anew_ = anew;
    return whole;
  }
  const auto offset = static_cast<uint32_t>(left.text_.size());
  left.pieces_.resize(seam.kept);
  left.pieces_.insert(left.pieces_.end(), seam.middle.begin(), seam.middle.end());
  const uint32_t skipped = seam.from == 0 ? 0 : right.pieces_[seam.from - 1].tokens;
  const uint32_t here = left.pieces_.empty() ? 0 : left.pieces_.back().tokens;
  for (size_t i = seam.from; i < right.pieces_.size(); ++i) {
    const MeasuredText::Piece& piece = right.pieces_[i];
    left.pieces_.push_back({offset + piece.end, here + (piece.tokens - skipped)});
  }
  left.text_ += right.text_;
  left.tokens_ = left.pieces_.back().tokens;
  return left;
}

Result<uint64_t> TableTokenizer::CountJoined(const MeasuredText& left,
                                             const MeasuredText& right) const {
  if (right.text_.empty()) return left.tokens_;
  if (left.text_.empty()) return right.tokens_;
  if (joins_ && right.starts_anew_) {
    const Seam seam = FindSeam(left, right);
    if (seam.found) {
      const uint32_t skipped = seam.from == 0 ? 0 : right.pieces_[seam.from - 1].tokens;
      return uint64_t{seam.middle.back().tokens} + (right.tokens_ - skipped);
    }
  }
  return TRY(Join(left, right)).tokens_;
}

// Looks at prefixes from the longest that might fit down.  What lies three pieces before an
// end does not change with what follows, so no prefix fits that holds more such tokens.
Result<Fit> TableTokenizer::CountUpTo(std::string_view text, uint64_t limit) const {
  const MeasuredText whole = TRY(Measure(text));
  if (whole.tokens_ <= limit) return Fit{whole.tokens_, text.size()};
  const bool by_pieces = joins_ && whole.text_ == text;
  const std::vector<MeasuredText::Piece>& pieces = whole.pieces_;
  const size_t longest = table_.header().longest_user_defined;
  constexpr size_t kBack = kUnsettled + 1;
  size_t end = text.size();
  size_t piece = 0;  // the one that holds the end
  if (by_pieces) {
    while (pieces[piece].tokens <= limit) ++piece;
    const size_t last = pieces[piece].end + longest;
    piece = std::min(piece + kBack, pieces.size() - 1);
    while (piece + 1 < pieces.size() && pieces[piece].end < last) ++piece;
    end = pieces[piece].end;
  }
  while (end > 0) {
    uint64_t tokens = 0;
    size_t start = 0;
    if (by_pieces) {
      while (piece > 0 && pieces[piece - 1].end >= end) --piece;
      size_t kept = piece - std::min(piece, kBack);
      while (kept > 0 && pieces[kept - 1].end + longest > end) --kept;
      if (kept > 0) {
        start = pieces[kept - 1].end;
        tokens = pieces[kept - 1].tokens;
      }
    }
    const std::string_view rest = text.substr(start, end - start);
    tokens += by_pieces ? CountNormal(rest) : TRY(Count(rest, Specials::kText));
    if (tokens <= limit) return Fit{tokens, end};
    do --end;
    while (end > 0 && IsContinuation(text[end]));
  }
  return Fit{0, 0};
}

// The tokens of a text that begins at a cut.
uint64_t TableTokenizer::CountNormal(std::string_view text) const {
  TokenCounter counter;
  ScratchPool::Loan scratch(scratches_.get());
  PieceEncoder<TokenCounter> encoder(table_, user_defined_, scratch.get(), &counter);
  for (size_t at = 0; at < text.size();) {
    const size_t end = NextCut(text, at);
    encoder.Encode(text.substr(at, end - at));
    at = end;
  }
  return counter.count;
}

}  // namespace galley
