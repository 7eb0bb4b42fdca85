// Added tokens are cut out first; what lies between is normalized, cut and merged, into a sink
// that counts or collects.
#include "tokenize/table_tokenizer.h"

#include <array>
#include <utility>

#include "base/try.h"
#include "base/utf8.h"
#include "tokenize/piece_encoder.h"
#include "tokenize/steps.h"

namespace galley {
namespace {

class OwnedImage final : public TableImage {
 public:
  explicit OwnedImage(std::string bytes) : bytes_(std::move(bytes)) {}
  std::string_view bytes() const noexcept override { return bytes_; }

 private:
  std::string bytes_;
};

struct IdSink {
  std::vector<uint32_t>* ids;
  void Add(uint32_t id) { ids->push_back(id); }
};

constexpr size_t kPiecesAtOnce = 256;

// Calls between(start, end) for the stretches of `text` between the longest matches of
// `trie`, leftmost first, and matched(value) for these.  Stretches may be empty.
template <class Between, class Matched>
Result<void> CutOut(const Trie& trie, std::string_view text, Between between, Matched matched) {
  size_t start = 0;
  for (size_t at = 0; !trie.empty() && at < text.size();) {
    const Trie::Found found = trie.Longest(text, at);
    const size_t end = at + found.size;
    if (found.size == 0 || IsContinuation(text[at]) ||
        (end < text.size() && IsContinuation(text[end]))) {
      ++at;
      continue;
    }
    TRY(between(start, at));
    matched(found.value);
    at = start = end;
  }
  return between(start, text.size());
}

}  // namespace

TableTokenizer::TableTokenizer(std::shared_ptr<const TableImage> image, const TokenTable& table,
                               TextCutter cutter)
    : image_(std::move(image)),
      table_(table),
      cutter_(std::move(cutter)),
      added_(table_.Section(TableSection::kAdded)),
      added_normalized_(table_.Section(TableSection::kAddedNormalized)),
      user_defined_(table_.Section(TableSection::kUserDefined)),
      joins_(FindWhetherItJoins()) {}

Result<TableTokenizer> TableTokenizer::Open(std::shared_ptr<const TableImage> image) {
  const TokenTable table = TRY(TokenTable::Open(image->bytes()));
  TextCutter cutter = TRY(TextCutter::Create(TRY(ReadSteps(table.Section(TableSection::kSteps)))));
  return TableTokenizer(std::move(image), table, std::move(cutter));
}

Result<TableTokenizer> TableTokenizer::Of(std::string image) {
  return Open(std::make_shared<OwnedImage>(std::move(image)));
}

template <class Sink>
Result<void> TableTokenizer::Run(std::string_view text, Specials specials, Sink* sink) const {
  ScratchPool::Loan scratch(scratches_.get());
  PieceEncoder<Sink> encoder(table_, user_defined_, scratch.get(), sink);
  CutText cut;
  std::string own;
  // A stretch without added tokens, normalized; `is_first`: it begins the text.
  const auto encode = [&](std::string_view stretch, bool is_first) -> Result<void> {
    if (const Scanner scanner = cutter_.only_scanner(); scanner != Scanner::kNone) {
      std::array<size_t, kPiecesAtOnce> ends;
      for (size_t at = 0; at < stretch.size();) {
        const size_t count = FindPieces(scanner, stretch, at, ends);
        encoder.EncodeAll(stretch, at, std::span(ends).first(count));
        at = ends[count - 1];
      }
      return {};
    }
    TRY(cutter_.Cut(stretch, is_first, &cut));
    for (const CutText::Piece span : cut.spans) {
      if (span.end > span.start) {
        encoder.Encode(cut.text.substr(span.start, span.end - span.start));
      }
    }
    return {};
  };
  if (specials == Specials::kText) return encode(cutter_.Normalize(text, &own), true);
  const auto add = [&](uint32_t id) { sink->Add(id); };
  return CutOut(
      added_, text,
      [&](size_t start, size_t end) -> Result<void> {
        const std::string_view normal = cutter_.Normalize(text.substr(start, end - start), &own);
        return CutOut(
            added_normalized_, normal,
            [&](size_t from, size_t to) {
              return encode(normal.substr(from, to - from), start == 0 && from == 0);
            },
            add);
      },
      add);
}

Result<uint64_t> TableTokenizer::Count(std::string_view text, Specials specials) const {
  TokenCounter sink;
  TRY(Run(text, specials, &sink));
  return sink.count;
}

Result<void> TableTokenizer::Encode(std::string_view text, Specials specials,
                                    std::vector<uint32_t>* ids) const {
  IdSink sink{ids};
  return Run(text, specials, &sink);
}

}  // namespace galley
