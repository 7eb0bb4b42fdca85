// Merges the text of each token by the rules and takes the last merge: that is the only one that
// can make it.  Takes n log n steps of a text of n units, whatever the rules are.
#include "tokenize/derive_merges.h"

#include <algorithm>
#include <utility>

#include "base/seeded_hash.h"
#include "base/utf8.h"
#include "diag/report.h"

namespace galley {
namespace {

struct Rule {
  uint32_t rank = 0;
  uint32_t result = TokenUnitTable::kNone;
  bool exists() const noexcept { return result != TokenUnitTable::kNone; }
};

// The whole rule of a definition: what two neighbours become.
class MergeRules {
 public:
  explicit MergeRules(const TokenizerDefinition& definition) : definition_(definition) {
    if (definition.order == MergeOrder::kListed) {
      for (size_t i = 0; i < definition.merges.size(); ++i) {
        const DefinedMerge& merge = definition.merges[i];
        listed_[Key(merge.left, merge.right)] = {static_cast<uint32_t>(i), merge.result};
      }
      return;
    }
    for (size_t i = 0; i < definition.tokens.size(); ++i) {
      const DefinedToken& token = definition.tokens[i];
      if (token.kind == TokenKind::kNormal) by_text_[token.text] = static_cast<uint32_t>(i);
    }
  }

  // `text` is that of both together.
  Rule Find(uint32_t left, uint32_t right, std::string_view text) {
    if (definition_.order == MergeOrder::kListed) {
      const auto found = listed_.find(Key(left, right));
      return found == listed_.end() ? Rule{} : found->second;
    }
    // Tokens begin alike, so that the same pairs are asked for again, however long they are.
    Known& known = known_[(left * 0x9E3779B1u ^ right * 0x85EBCA6Bu) >> kKnownShift];
    if (known.left != left || known.right != right) {
      const auto found = by_text_.find(text);
      known = {left, right, {}};
      if (found != by_text_.end()) {
        known.rule = {definition_.tokens[found->second].rank, found->second};
      }
    }
    return known.rule;
  }

 private:
  static constexpr int kKnownShift = 16;
  struct Known {
    uint32_t left = TokenUnitTable::kNone;
    uint32_t right = TokenUnitTable::kNone;
    Rule rule;
  };

  static uint64_t Key(uint32_t left, uint32_t right) { return uint64_t{left} << 32 | right; }

  const TokenizerDefinition& definition_;
  std::unordered_map<uint64_t, Rule, SeededHash> listed_;
  std::unordered_map<std::string_view, uint32_t, SeededHash> by_text_;
  std::vector<Known> known_ = std::vector<Known>(size_t{1} << (32 - kKnownShift));
};

// A unit of a token's text, or what some of them were merged to.
struct Stretch {
  uint32_t number;
  uint32_t begin;
  uint32_t end;
  uint32_t before;
  uint32_t after;
};

// The units of a token's text; false where one has no number.
bool Units(const TokenizerDefinition& definition, const TokenUnitTable& units,
           std::string_view text, std::vector<Stretch>* out) {
  out->clear();
  for (uint32_t at = 0; at < text.size();) {
    const uint32_t begin = at;
    uint32_t number;
    if (definition.units == TokenUnits::kBytes) {
      number = units.OfByte(static_cast<unsigned char>(text[at++]));
    } else {
      const CodePoint next = DecodeUtf8(text, at);
      number = units.OfCharacter(next.value);
      at += next.size;
    }
    if (number == TokenUnitTable::kNone) return false;
    const auto place = static_cast<uint32_t>(out->size());
    out->push_back({number, begin, at, place - 1, place + 1});
  }
  if (!out->empty()) out->back().after = TokenUnitTable::kNone;
  return true;
}

// Merges the units of one token after the other to the end, as encoding does: the lowest rank
// first, of equal ones the leftmost.
class TokenMerger {
 public:
  explicit TokenMerger(const TokenizerDefinition& definition) : rules_(definition) {}

  // The merge that makes token `wanted` of its own text, if one does.
  TokenMerge LastMerge(std::string_view text, uint32_t wanted, std::vector<Stretch>* stretches) {
    std::vector<Stretch>& all = *stretches;
    heap_.clear();
    for (uint32_t at = 0; at + 1 < all.size(); ++at) AddPair(text, all, at);
    TokenMerge last;
    uint32_t made = TokenUnitTable::kNone;
    size_t left = all.size();
    while (!heap_.empty()) {
      std::pop_heap(heap_.begin(), heap_.end());
      const Candidate best = heap_.back();
      heap_.pop_back();
      Stretch& first = all[best.at];
      // Both may have been merged since; a stretch only grows.
      if (first.number != best.left || first.after == TokenUnitTable::kNone) continue;
      Stretch& second = all[first.after];
      if (second.number != best.right) continue;
      last = {best.left, best.right, best.rule.rank};
      first.number = made = best.rule.result;
      first.end = second.end;
      second.number = TokenUnitTable::kNone;
      first.after = second.after;
      if (first.after != TokenUnitTable::kNone) {
        all[first.after].before = best.at;
        AddPair(text, all, best.at);
      }
      if (best.at > 0) AddPair(text, all, first.before);
      --left;
    }
    return left == 1 && made == wanted ? last : TokenMerge{};
  }

 private:
  struct Candidate {
    Rule rule;
    uint32_t at;
    uint32_t left;
    uint32_t right;
    // The heap of the standard library keeps the greatest in front.
    friend bool operator<(const Candidate& a, const Candidate& b) noexcept {
      return a.rule.rank != b.rule.rank ? a.rule.rank > b.rule.rank : a.at > b.at;
    }
  };

  void AddPair(std::string_view text, const std::vector<Stretch>& all, uint32_t at) {
    const Stretch& left = all[at];
    const Stretch& right = all[left.after];
    const std::string_view both = text.substr(left.begin, right.end - left.begin);
    const Rule rule = rules_.Find(left.number, right.number, both);
    if (!rule.exists()) return;
    heap_.push_back({rule, at, left.number, right.number});
    std::push_heap(heap_.begin(), heap_.end());
  }

  MergeRules rules_;
  std::vector<Candidate> heap_;
};

Result<void> CheckListed(const TokenizerDefinition& definition) {
  const size_t count = definition.tokens.size();
  for (const DefinedMerge& merge : definition.merges) {
    if (merge.left >= count || merge.right >= count || merge.result >= count) {
      return Report(Code::kTokenizerInvalid, "a merge names a token that is not there");
    }
    const DefinedToken& left = definition.tokens[merge.left];
    const DefinedToken& right = definition.tokens[merge.right];
    const std::string& made = definition.tokens[merge.result].text;
    if (made.size() != left.text.size() + right.text.size() || !made.starts_with(left.text) ||
        !made.ends_with(right.text)) {
      return Report(Code::kTokenizerInvalid, "a merge makes another token than its two halves");
    }
    if (left.kind == TokenKind::kByte || right.kind == TokenKind::kByte) {
      return Report(Code::kTokenizerUnsupported, "merges of byte tokens are not implemented");
    }
  }
  return {};
}

}  // namespace

TokenUnitTable::TokenUnitTable(const TokenizerDefinition& definition) {
  std::fill(std::begin(bytes_), std::end(bytes_), kNone);
  const bool bytes = definition.units == TokenUnits::kBytes;
  for (size_t i = 0; i < definition.tokens.size(); ++i) {
    const DefinedToken& token = definition.tokens[i];
    if (token.kind != TokenKind::kNormal || token.text.empty()) continue;
    const auto number = static_cast<uint32_t>(i);
    if (bytes) {
      if (token.text.size() == 1) bytes_[static_cast<unsigned char>(token.text[0])] = number;
    } else if (const CodePoint first = DecodeUtf8(token.text, 0); first.size == token.text.size()) {
      characters_[first.value] = number;
    }
  }
  // By rank, what merges is looked up by text, so a half needs no token of its own.
  if (bytes || definition.order == MergeOrder::kListed) return;
  for (const DefinedToken& token : definition.tokens) {
    if (token.kind != TokenKind::kNormal) continue;
    for (size_t at = 0; at < token.text.size();) {
      const CodePoint next = DecodeUtf8(token.text, at);
      at += next.size;
      const auto number = static_cast<uint32_t>(definition.tokens.size() + extra_.size());
      if (characters_.emplace(next.value, number).second) extra_.push_back(next.value);
    }
  }
}

uint32_t TokenUnitTable::OfCharacter(char32_t point) const noexcept {
  const auto found = characters_.find(point);
  return found == characters_.end() ? kNone : found->second;
}

Result<std::vector<TokenMerge>> DeriveMerges(const TokenizerDefinition& definition,
                                             const TokenUnitTable& units) {
  if (definition.order == MergeOrder::kListed) {
    if (auto checked = CheckListed(definition); !checked) return std::move(checked).error();
  }
  std::vector<TokenMerge> merges(definition.tokens.size());
  if (definition.merges_are_minimal) {
    for (const DefinedMerge& merge : definition.merges) {
      merges[merge.result] = {merge.left, merge.right, definition.tokens[merge.result].rank};
    }
    return merges;
  }
  TokenMerger merger(definition);
  std::vector<Stretch> stretches;
  for (size_t i = 0; i < definition.tokens.size(); ++i) {
    const DefinedToken& token = definition.tokens[i];
    if (token.kind != TokenKind::kNormal) continue;
    if (!Units(definition, units, token.text, &stretches) || stretches.size() < 2) continue;
    merges[i] = merger.LastMerge(token.text, static_cast<uint32_t>(i), &stretches);
  }
  return merges;
}

}  // namespace galley
