// The matcher; split_pattern_compiler.cc makes its instructions.
#include "tokenize/split_pattern.h"

#include "base/utf8.h"
#include "tokenize/character_class.h"

namespace galley {
namespace {

bool HoldsProperty(const SplitCharacters::Property& property, char32_t point) noexcept {
  using Kind = SplitCharacters::Property::Kind;
  bool holds = false;
  switch (property.kind) {
    case Kind::kCategory:
      holds = (CategoryOf(point) & property.categories) != 0;
      break;
    case Kind::kHan:
      holds = IsHan(point);
      break;
    case Kind::kSpace:
      holds = IsSplitSpace(point);
      break;
    case Kind::kOnigurumaWord:
      holds = IsOnigurumaWord(point);
      break;
    case Kind::kOnigurumaClassWord:
      holds = IsOnigurumaWord(point) && (point > 0xFF || CategoryOf(point) != kNo);
      break;
    case Kind::kRustWord:
      holds = IsRustWord(point);
      break;
  }
  return holds != property.negated;
}

// Long s and the Kelvin sign are a letter's other cases too.
bool FoldsTo(char32_t point, char32_t letter) noexcept {
  if (point < 0x80) return (point | 0x20) == letter;
  return (point == 0x17F && letter == 's') || (point == 0x212A && letter == 'k');
}

// Something to try when the way taken fails.
struct Choice {
  uint32_t code;
  uint32_t mark;  // the innermost open mark
  size_t at;
};

// An open group that cuts choices: how many there were when it began.
struct Mark {
  uint32_t outer;
  size_t choices;
  size_t at;
};

constexpr uint32_t kNoMark = UINT32_MAX;

}  // namespace

bool SplitPattern::HoldsFlat(const SplitCharacters& set, char32_t point) noexcept {
  for (const SplitCharacters::Range& range : set.ranges) {
    if (point >= range.first && point <= range.last) return !set.negated;
  }
  for (const SplitCharacters::Property& property : set.properties) {
    if (HoldsProperty(property, point)) return !set.negated;
  }
  return set.negated;
}

bool SplitPattern::Holds(const SplitCharacters& set, char32_t point) const noexcept {
  bool any = false;
  for (const SplitCharacters::Range& range : set.ranges) {
    any |= point >= range.first && point <= range.last;
  }
  for (size_t i = 0; !any && i < set.properties.size(); ++i) {
    any = HoldsProperty(set.properties[i], point);
  }
  for (size_t i = 0; !any && i < set.nested.size(); ++i) {
    any = HoldsFlat(sets_[set.nested[i]], point);
  }
  for (size_t i = 0; any && i < set.also.size(); ++i) any = HoldsFlat(sets_[set.also[i]], point);
  return any != set.negated;
}

SplitPattern::Match SplitPattern::Find(std::string_view text, size_t from, uint64_t* steps) const {
  for (size_t at = from; at <= text.size();) {
    const size_t end = MatchAt(text, at, steps);
    if (end == kOutOfSteps) return {kOutOfSteps, 0};
    if (end != kNoMatch) return {at, end};
    if (at == text.size()) break;
    at += DecodeUtf8(text, at).size;
  }
  return {kNoMatch, 0};
}

size_t SplitPattern::MatchAt(std::string_view text, size_t start, uint64_t* steps) const {
  using Op = Instruction::Op;
  std::vector<Choice> choices;
  std::vector<Mark> marks;
  uint32_t mark = kNoMark;
  uint32_t code = 0;
  size_t at = start;
  for (;;) {
    if (*steps == 0) return kOutOfSteps;
    --*steps;
    const Instruction& instruction = code_[code];
    bool failed = false;
    switch (instruction.op) {
      case Op::kCharacter:
      case Op::kFolded:
      case Op::kSet:
      case Op::kAny: {
        failed = at == text.size();
        if (failed) break;
        const CodePoint next = DecodeUtf8(text, at);
        const auto operand = static_cast<uint32_t>(instruction.a);
        failed = instruction.op == Op::kCharacter ? next.value != operand
                 : instruction.op == Op::kFolded  ? !FoldsTo(next.value, operand)
                 : instruction.op == Op::kSet     ? !Holds(sets_[operand], next.value)
                                                  : next.value == '\n';
        at += failed ? 0 : next.size;
        break;
      }
      case Op::kSplit:
        choices.push_back({code + static_cast<uint32_t>(instruction.b), mark, at});
        code += static_cast<uint32_t>(instruction.a);
        continue;
      case Op::kJump:
        code += static_cast<uint32_t>(instruction.a);
        continue;
      case Op::kNotAhead:
        choices.push_back({code + static_cast<uint32_t>(instruction.a), mark, at});
        [[fallthrough]];
      case Op::kAtomic:
      case Op::kAhead: {
        const size_t before = choices.size() - (instruction.op == Op::kNotAhead ? 1 : 0);
        marks.push_back({mark, before, at});
        mark = static_cast<uint32_t>(marks.size() - 1);
        break;
      }
      case Op::kCommit:
      case Op::kAheadEnd:
      case Op::kNotAheadEnd:
        choices.resize(marks[mark].choices);
        if (instruction.op == Op::kAheadEnd) at = marks[mark].at;
        failed = instruction.op == Op::kNotAheadEnd;
        mark = marks[mark].outer;
        break;
      case Op::kTextStart:
        failed = at != 0;
        break;
      case Op::kTextEnd:
        failed = at != text.size();
        break;
      case Op::kLineStart:
        failed = at != 0 && (at == text.size() || text[at - 1] != '\n');
        break;
      case Op::kLineEnd:
        failed = at != text.size() && text[at] != '\n';
        break;
      case Op::kMatch:
        return at;
    }
    if (!failed) {
      ++code;
      continue;
    }
    if (choices.empty()) return kNoMatch;
    code = choices.back().code;
    mark = choices.back().mark;
    at = choices.back().at;
    choices.pop_back();
  }
}

}  // namespace galley
