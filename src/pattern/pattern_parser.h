// The grammar of ECMAScript regular expressions: what JavaScript refuses is
// refused here, whatever the engine behind would take.
//
// Without the flag u the grammar is that of the specification's Annex B, in
// which nearly every slip is a literal; with it, the strict one.
#ifndef GALLEY_PATTERN_PATTERN_PARSER_H_
#define GALLEY_PATTERN_PATTERN_PARSER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "diag/registry.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "pattern/pattern_tree.h"

namespace galley {

// Parses one pattern, and is done after that.
class PatternParser {
 public:
  // `text` is UTF-16 and outlives the parser.
  PatternParser(std::u16string_view text, PatternFlags flags, const Limits& limits) noexcept
      : text_(text), flags_(flags), limits_(limits) {}

  // Fails with invalid-pattern, or with limit-regex where it is nested too deeply.
  Result<PatternTree> Parse();

 private:
  // A group that is not closed yet, with where its parts begin on the stacks.
  struct OpenGroup {
    PatternNode node;
    size_t begin;  // in the text
    size_t terms;
    size_t alternatives;
  };
  struct Reference {
    std::string name;
    PatternId node;
    size_t begin;
  };
  struct Bounds {
    uint32_t min;
    uint32_t max;
  };

  // --- pattern_parser.cc
  void CountGroups();
  Result<void> ParseTerm();
  Result<void> ParseOpen();
  Result<void> ParseNamedGroup(PatternNode* node);
  Result<void> OpenNode(PatternNode node, size_t begin);
  Result<void> ParseClose();
  Result<void> ParseLiteral();
  Result<void> ParseQuantifier();
  std::optional<Bounds> TakeBounds();
  std::optional<Bounds> TakeBraces();
  Result<void> ResolveNames();
  void FinishAlternative();
  PatternId FinishDisjunction();
  PatternId Whole(PatternKind kind, std::vector<PatternId>* parts, size_t from);

  PatternId Add(PatternNode node);
  void AddTerm(PatternNode node) { terms_.push_back(Add(node)); }
  void AddAssertion(PatternKind kind, bool negated = false);
  void AddClass(bool negated, size_t first_item);

  // --- pattern_escapes.cc
  Result<void> ParseEscape();
  bool ParseBackReference();
  Result<void> ParseNamedReference();
  Result<std::string> TakeGroupName();
  Result<char32_t> TakeNameCharacter();
  Result<std::optional<ClassItem>> TakeClassEscape();
  Result<ClassItem> TakeProperty(bool negated);
  Result<char32_t> TakeCharacterEscape(bool in_class);
  Result<char32_t> TakeDigitEscape();
  Result<char32_t> TakeControlEscape(bool in_class);
  std::optional<char32_t> TakeCodePointEscape();
  Result<char32_t> TakeIdentityEscape(bool in_class);
  Result<void> ParseClass();
  Result<ClassItem> TakeClassAtom();
  Result<void> ParseClassItem();
  void AddItem(ClassItem item) { tree_.items.push_back(item); }

  // --- The text.
  bool AtEnd() const noexcept { return at_ >= text_.size(); }
  // 0 past the end; a NUL in a pattern is a literal anyway.
  char16_t Peek(size_t ahead = 0) const noexcept {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : u'\0';
  }
  bool Consume(char16_t unit) noexcept {
    if (AtEnd() || text_[at_] != unit) return false;
    ++at_;
    return true;
  }
  bool Consume(std::u16string_view word) noexcept;
  // The next character, there is one: a code point with the flag u, else a unit.
  char32_t TakeCharacter() noexcept;
  char32_t TakeCodePoint() noexcept;
  std::optional<char32_t> TakeHex(size_t digits) noexcept;
  std::optional<uint32_t> TakeDecimal() noexcept;

  // `problem` at a place of the text.
  Diagnostic Refuse(std::string problem, size_t place, Code code = Code::kInvalidPattern) const;

  std::u16string_view text_;
  PatternFlags flags_;
  const Limits& limits_;
  size_t at_ = 0;
  uint32_t all_groups_ = 0;  // that the text has, known from the start
  bool has_names_ = false;

  PatternTree tree_;
  uint32_t opened_groups_ = 0;
  bool quantifiable_ = false;  // the last term may be repeated
  std::vector<OpenGroup> open_;
  std::vector<PatternId> terms_;         // of the alternatives at hand
  std::vector<PatternId> alternatives_;  // of the groups at hand
  std::vector<Reference> references_;
};

}  // namespace galley

#endif  // GALLEY_PATTERN_PATTERN_PARSER_H_
