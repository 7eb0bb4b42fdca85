// Why two requests differ at a byte: which node of which template printed it, from which value.
#ifndef GALLEY_DIFF_CAUSE_H_
#define GALLEY_DIFF_CAUSE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/seeded_hash.h"
#include "diff/cache_text.h"
#include "diff/side.h"

namespace galley::diff {

enum class Cause : uint8_t {
  kValue,
  kOrder,
  kEvicted,
  kInserted,
  kElided,
  kWhitespace,
  kToolChanged,
  kTemplateChanged,
};
std::string_view CauseName(Cause cause) noexcept;

struct Finding {
  std::optional<uint32_t> message;  // of the side that `place` is of
  bool is_in_b = true;              // which side that is
  std::string place;                // as the ledger has it; empty: not known
  std::string file;
  uint32_t line = 0;
  std::string path;  // empty: none
  Cause cause = Cause::kValue;
};

// Where a byte of a cache text stands.
struct Spot {
  const CacheElement* element = nullptr;     // null: behind the end
  const chat::TracedPiece* piece = nullptr;  // what printed it, or its message's first
  uint32_t message = UINT32_MAX;
  bool is_printed = false;  // it is a byte of a text that a node printed
};
Spot FindSpot(const Side& side, const CacheText& text, size_t byte);
// The beginning of a message.
Spot SpotOfMessage(const Side& side, uint32_t message, size_t offset);

// Knows what each of two renders printed.  Both outlive it.
class CauseFinder {
 public:
  CauseFinder(const Side& a, const Side& b);

  Finding Find(const Spot& a, const Spot& b) const;

 private:
  // The first piece of each node and item; null for what printed nothing.
  using Keys = std::unordered_map<std::string, const chat::TracedPiece*, SeededHash>;

  // What of the node and item of `piece` was printed on another side, or null.
  static const chat::TracedPiece* FindSame(const Keys& keys, const Side& side,
                                           const chat::TracedPiece& piece);
  bool IsTemplateChanged(std::string_view place) const;
  // Fills in the path of a list that holds the same items in another order.
  bool IsReordered(const Spot& spot, const Side& side, const Side& other, Finding* finding) const;
  bool IsEvicted(const chat::TracedPiece& piece, const Side& side, const Side& other,
                 const Keys& printed, const Keys& nothing, std::string* path) const;
  // One node and item, a part of which was shrunk on one side only.
  bool IsElided(const Spot& a, const Spot& b) const;
  bool ExplainSame(const Spot& a, const Spot& b, Finding* finding) const;
  void ExplainInserted(const chat::TracedPiece& piece, const Side& side, const Side& other,
                       Finding* finding) const;
  void Place(const Spot& spot, bool is_in_b, Finding* finding) const;

  const Side& a_;
  const Side& b_;
  bool templates_differ_ = false;
  Keys printed_a_;
  Keys printed_b_;
  Keys nothing_a_;  // printed nothing, though there were tokens for it
  Keys nothing_b_;
};

}  // namespace galley::diff

#endif  // GALLEY_DIFF_CAUSE_H_
