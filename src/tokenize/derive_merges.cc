// Merges the text of each token by the rules and takes the last merge: that is the only one that
// can make it.
#include "tokenize/derive_merges.h"

#include <algorithm>
#include <utility>

#include "base/utf8.h"
#include "diag/report.h"

namespace galley {
namespace {

struct Rule {
  uint32_t rank;
  uint32_t result;
};

// The whole rule of a definition: what two neighbours become.
class MergeRules {
 public:
  MergeRules(const TokenizerDefinition& definition, const TokenUnitTable& units)
      : definition_(definition), units_(units) {
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

  const Rule* Find(uint32_t left, uint32_t right, Rule* room) const {
    if (definition_.order == MergeOrder::kListed) {
      const auto found = listed_.find(Key(left, right));
      return found == listed_.end() ? nullptr : &found->second;
    }
    const std::string text = TextOf(left) + TextOf(right);
    const auto found = by_text_.find(text);
    if (found == by_text_.end()) return nullptr;
    *room = {definition_.tokens[found->second].rank, found->second};
    return room;
  }

 private:
  static uint64_t Key(uint32_t left, uint32_t right) { return uint64_t{left} << 32 | right; }

  std::string TextOf(uint32_t number) const {
    if (number < definition_.tokens.size()) return definition_.tokens[number].text;
    char bytes[4];
    const char32_t point = units_.extra()[number - definition_.tokens.size()];
    return std::string(bytes, EncodeUtf8(point, bytes));
  }

  const TokenizerDefinition& definition_;
  const TokenUnitTable& units_;
  std::unordered_map<uint64_t, Rule> listed_;
  std::unordered_map<std::string_view, uint32_t> by_text_;
};

// The units of a token's text; false where one has no number.
bool Units(const TokenizerDefinition& definition, const TokenUnitTable& units,
           std::string_view text, std::vector<uint32_t>* out) {
  out->clear();
  for (size_t at = 0; at < text.size();) {
    uint32_t number;
    if (definition.units == TokenUnits::kBytes) {
      number = units.OfByte(static_cast<unsigned char>(text[at++]));
    } else {
      const CodePoint next = DecodeUtf8(text, at);
      number = units.OfCharacter(next.value);
      at += next.size;
    }
    if (number == TokenUnitTable::kNone) return false;
    out->push_back(number);
  }
  return true;
}

// Merges `symbols` to the end.  Returns the last merge where one symbol is left.
TokenMerge LastMerge(const MergeRules& rules, std::vector<uint32_t>* symbols) {
  TokenMerge last;
  while (symbols->size() > 1) {
    size_t best = SIZE_MAX;
    Rule best_rule{};
    Rule room{};
    for (size_t i = 0; i + 1 < symbols->size(); ++i) {
      const Rule* rule = rules.Find((*symbols)[i], (*symbols)[i + 1], &room);
      if (rule && (best == SIZE_MAX || rule->rank < best_rule.rank)) {
        best = i;
        best_rule = *rule;
      }
    }
    if (best == SIZE_MAX) return {};
    last = {(*symbols)[best], (*symbols)[best + 1], best_rule.rank};
    (*symbols)[best] = best_rule.result;
    symbols->erase(symbols->begin() + static_cast<std::ptrdiff_t>(best) + 1);
  }
  return last;
}

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
  const MergeRules rules(definition, units);
  std::vector<uint32_t> symbols;
  for (size_t i = 0; i < definition.tokens.size(); ++i) {
    const DefinedToken& token = definition.tokens[i];
    if (token.kind != TokenKind::kNormal) continue;
    if (!Units(definition, units, token.text, &symbols) || symbols.size() < 2) continue;
    const TokenMerge last = LastMerge(rules, &symbols);
    if (symbols.size() == 1 && symbols[0] == i) merges[i] = last;
  }
  return merges;
}

}  // namespace galley
