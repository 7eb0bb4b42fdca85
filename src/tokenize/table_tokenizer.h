// TableTokenizer: counts, encodes and decodes exactly as the reference implementation does.
//
// Immutable, and shared between threads: copies share what they are made of, and each call
// borrows the memory it works in.
#ifndef GALLEY_TOKENIZE_TABLE_TOKENIZER_H_
#define GALLEY_TOKENIZE_TABLE_TOKENIZER_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "galley/result.h"
#include "galley/tokenizer.h"
#include "tokenize/measured_text.h"
#include "tokenize/scratch.h"
#include "tokenize/table.h"
#include "tokenize/text_cutter.h"
#include "tokenize/trie.h"

namespace galley {

// The bytes of a table, in memory or mapped.
class TableImage {
 public:
  virtual ~TableImage() = default;
  virtual std::string_view bytes() const noexcept = 0;
};

class TableTokenizer {
 public:
  // Fails with tokenizer-invalid where the image is damaged.
  static Result<TableTokenizer> Open(std::shared_ptr<const TableImage> image);
  // Of a table in memory.
  static Result<TableTokenizer> Of(std::string image);

  // How many tokens `text`, valid UTF-8, is.  These fail with limit-steps, and only where
  // the tokenizer has a split pattern without a scanner.
  Result<uint64_t> Count(std::string_view text, Specials specials) const;
  // Appends the ids.
  Result<void> Encode(std::string_view text, Specials specials, std::vector<uint32_t>* ids) const;

  // The longest prefix of `text` of at most `limit` tokens.
  Result<Fit> CountUpTo(std::string_view text, uint64_t limit) const;

  // A text with what is needed to join it to others, special tokens being text.
  Result<MeasuredText> Measure(std::string_view text) const;
  // The concatenation of two, both measured by this tokenizer: exactly what Measure gives for
  // it, at the cost of the seam and of appending.
  Result<MeasuredText> Join(MeasuredText left, const MeasuredText& right) const;
  // The tokens of the concatenation, at the cost of the seam.
  Result<uint64_t> CountJoined(const MeasuredText& left, const MeasuredText& right) const;

  // The text of `ids`; bytes that are no UTF-8 become U+FFFD.  Fails with invalid-params
  // where an id is none of this tokenizer's.
  Result<std::string> Decode(std::span<const uint32_t> ids) const;

  const TokenTable& table() const noexcept { return table_; }
  const TextCutter& cutter() const noexcept { return cutter_; }

 private:
  TableTokenizer(std::shared_ptr<const TableImage> image, const TokenTable& table,
                 TextCutter cutter);

  struct Seam;

  bool FindWhetherItJoins() const;
  bool StartsAnew(std::string_view text) const;
  size_t NextCut(std::string_view text, size_t at) const;
  Result<MeasuredText> MeasureNormal(std::string text) const;
  Seam FindSeam(const MeasuredText& left, const MeasuredText& right) const;
  uint64_t CountNormal(std::string_view text) const;

  template <class Sink>
  Result<void> Run(std::string_view text, Specials specials, Sink* sink) const;

  std::shared_ptr<const TableImage> image_;
  TokenTable table_;
  TextCutter cutter_;
  Trie added_;
  Trie added_normalized_;
  Trie user_defined_;
  bool joins_;  // by pieces; otherwise the whole is measured again
  std::shared_ptr<ScratchPool> scratches_ = std::make_shared<ScratchPool>();
};

}  // namespace galley

#endif  // GALLEY_TOKENIZE_TABLE_TOKENIZER_H_
