// Groups that are open lie on a stack; groups are counted in a pass before, since `\1` may name
// one that follows.
#include "pattern/pattern_parser.h"

#include <algorithm>

#include "base/checked.h"
#include "base/try.h"
#include "diag/report.h"

namespace galley {
namespace {

constexpr bool IsDigit(char16_t unit) { return unit >= u'0' && unit <= u'9'; }

}  // namespace

Result<PatternTree> PatternParser::Parse() {
  CountGroups();
  while (!AtEnd()) TRY(ParseTerm());
  if (!open_.empty()) return Refuse("a group is not closed", open_.back().begin);
  // The whole is a sequence even of one part, so that the root is the last node.
  const PatternId body = FinishDisjunction();
  terms_.push_back(body);
  Whole(PatternKind::kSequence, &terms_, 0);
  TRY(ResolveNames());
  tree_.groups = opened_groups_;
  return std::move(tree_);
}

// What `\1` and `\k` mean depends on groups that may follow.
void PatternParser::CountGroups() {
  bool in_class = false;
  for (size_t at = 0; at < text_.size(); ++at) {
    const std::u16string_view rest = text_.substr(at);
    if (rest[0] == u'\\') {
      ++at;
    } else if (rest[0] == u'[' || rest[0] == u']') {
      in_class = rest[0] == u'[';
    } else if (rest[0] == u'(' && !in_class) {
      const bool named =
          rest.starts_with(u"(?<") && !rest.starts_with(u"(?<=") && !rest.starts_with(u"(?<!");
      has_names_ |= named;
      all_groups_ += named || !rest.starts_with(u"(?");
    }
  }
}

Result<void> PatternParser::ParseTerm() {
  const size_t begin = at_;
  switch (Peek()) {
    case u'|':
      ++at_;
      FinishAlternative();
      return {};
    case u'(':
      return ParseOpen();
    case u')':
      return ParseClose();
    case u'^':
    case u'$':
      AddAssertion(text_[at_++] == u'^' ? PatternKind::kStart : PatternKind::kEnd);
      return {};
    case u'*':
    case u'+':
    case u'?':
      return Refuse("there is nothing to repeat", begin);
    case u'.':
      ++at_;
      AddTerm({.kind = PatternKind::kAny});
      break;
    case u'[':
      TRY(ParseClass());
      break;
    case u'\\':
      quantifiable_ = true;
      TRY(ParseEscape());
      if (!quantifiable_) return {};
      break;
    default:
      TRY(ParseLiteral());
  }
  return ParseQuantifier();
}

Result<void> PatternParser::ParseLiteral() {
  const size_t begin = at_;
  const char16_t unit = Peek();
  if (unit == u'{' && TakeBraces()) return Refuse("there is nothing to repeat", begin);
  at_ = begin;
  if (flags_.unicode && (unit == u'{' || unit == u'}' || unit == u']')) {
    return Refuse("with the flag `u` a bracket alone needs a `\\` before it", begin);
  }
  AddTerm({.kind = PatternKind::kCharacter, .character = TakeCharacter()});
  return {};
}

Result<void> PatternParser::ParseOpen() {
  const size_t begin = at_++;
  PatternNode node{.kind = PatternKind::kGroup};
  if (Consume(u"?<=") || Consume(u"?<!")) {
    node.kind = PatternKind::kLook;
    node.backward = true;
    node.negated = text_[at_ - 1] == u'!';
  } else if (Consume(u"?=") || Consume(u"?!")) {
    node.kind = PatternKind::kLook;
    node.negated = text_[at_ - 1] == u'!';
  } else if (Consume(u"?<")) {
    TRY(ParseNamedGroup(&node));
  } else if (!Consume(u"?:")) {
    if (Peek() == u'?') return Refuse("no kind of group begins like this", begin);
    node.captures = true;
  }
  return OpenNode(node, begin);
}

Result<void> PatternParser::ParseNamedGroup(PatternNode* node) {
  const size_t begin = at_;
  std::string name = TRY(TakeGroupName());
  if (!tree_.names.Insert(std::move(name), opened_groups_ + 1).second) {
    return Refuse("two groups have the same name", begin);
  }
  node->captures = true;
  return {};
}

Result<void> PatternParser::OpenNode(PatternNode node, size_t begin) {
  if (open_.size() >= limits_.nesting) {
    return Refuse("groups are nested deeper than " + std::to_string(limits_.nesting), begin,
                  Code::kLimitRegex);
  }
  node.groups_begin = opened_groups_ + 1;
  opened_groups_ += node.captures;
  open_.push_back({node, begin, terms_.size(), alternatives_.size()});
  return {};
}

Result<void> PatternParser::ParseClose() {
  if (open_.empty()) return Refuse("`)` closes no group", at_);
  ++at_;
  const PatternId body = FinishDisjunction();
  PatternNode node = open_.back().node;
  open_.pop_back();
  node.first = body;
  node.groups_end = opened_groups_ + 1;
  terms_.push_back(Add(node));
  // Annex B lets a look-ahead be repeated; nothing lets a look-behind.
  if (node.kind == PatternKind::kLook && (node.backward || flags_.unicode)) return {};
  return ParseQuantifier();
}

Result<void> PatternParser::ParseQuantifier() {
  const size_t begin = at_;
  const std::optional<Bounds> bounds = TakeBounds();
  if (!bounds) {
    at_ = begin;
    return {};
  }
  if (bounds->min > bounds->max) return Refuse("a repeat's counts are out of order", begin);
  const PatternId body = terms_.back();
  PatternNode node{.kind = PatternKind::kRepeat, .lazy = Consume(u'?')};
  node.min = bounds->min;
  node.max = bounds->max;
  node.groups_begin = tree_[body].groups_begin;
  node.groups_end = tree_[body].groups_end;
  node.first = body;
  terms_.back() = Add(node);
  return {};
}

std::optional<PatternParser::Bounds> PatternParser::TakeBounds() {
  if (Consume(u'*')) return Bounds{0, kNoUpperBound};
  if (Consume(u'+')) return Bounds{1, kNoUpperBound};
  if (Consume(u'?')) return Bounds{0, 1};
  return TakeBraces();
}

std::optional<PatternParser::Bounds> PatternParser::TakeBraces() {
  if (!Consume(u'{')) return {};
  const std::optional<uint32_t> min = TakeDecimal();
  if (!min) return {};
  std::optional<uint32_t> max = min;
  if (Consume(u',')) max = IsDigit(Peek()) ? TakeDecimal() : kNoUpperBound;
  if (!Consume(u'}')) return {};
  return Bounds{*min, *max};
}

Result<void> PatternParser::ResolveNames() {
  for (const Reference& reference : references_) {
    const uint32_t* group = tree_.names.Find(reference.name);
    if (!group) return Refuse("no group is called " + Quoted(reference.name), reference.begin);
    tree_[reference.node].index = *group;
  }
  return {};
}

// --- Building ---------------------------------------------------------------

void PatternParser::FinishAlternative() {
  const size_t from = open_.empty() ? 0 : open_.back().terms;
  alternatives_.push_back(Whole(PatternKind::kSequence, &terms_, from));
}

PatternId PatternParser::FinishDisjunction() {
  FinishAlternative();
  const size_t from = open_.empty() ? 0 : open_.back().alternatives;
  if (alternatives_.size() > from + 1) {
    return Whole(PatternKind::kAlternation, &alternatives_, from);
  }
  const PatternId only = alternatives_.back();
  alternatives_.pop_back();
  return only;
}

// The whole of all `parts` behind `from`, which it takes off the stack.
PatternId PatternParser::Whole(PatternKind kind, std::vector<PatternId>* parts, size_t from) {
  PatternNode node{.kind = kind};
  node.groups_begin = node.groups_end = opened_groups_ + 1;
  if (parts->size() > from) {
    node.first = (*parts)[from];
    node.groups_begin = tree_[node.first].groups_begin;
    for (size_t at = from; at + 1 < parts->size(); ++at) {
      tree_[(*parts)[at]].next = (*parts)[at + 1];
    }
  }
  parts->resize(from);
  return Add(node);
}

PatternId PatternParser::Add(PatternNode node) {
  if (node.first == kNoPattern) node.groups_begin = node.groups_end = opened_groups_ + 1;
  tree_.nodes.push_back(node);
  return tree_.root();
}

void PatternParser::AddAssertion(PatternKind kind, bool negated) {
  AddTerm({.kind = kind, .negated = negated});
  quantifiable_ = false;
}

void PatternParser::AddClass(bool negated, size_t first_item) {
  tree_.classes.push_back(
      {negated, static_cast<uint32_t>(first_item), static_cast<uint32_t>(tree_.items.size())});
  PatternNode node{.kind = PatternKind::kClass};
  node.index = static_cast<uint32_t>(tree_.classes.size() - 1);
  AddTerm(node);
}

// --- The text ---------------------------------------------------------------

bool PatternParser::Consume(std::u16string_view word) noexcept {
  if (!text_.substr(at_).starts_with(word)) return false;
  at_ += word.size();
  return true;
}

char32_t PatternParser::TakeCharacter() noexcept {
  return flags_.unicode ? TakeCodePoint() : text_[at_++];
}

char32_t PatternParser::TakeCodePoint() noexcept {
  const char32_t high = text_[at_++];
  const char32_t low = Peek();
  if (high < 0xD800 || high > 0xDBFF || low < 0xDC00 || low > 0xDFFF) return high;
  ++at_;
  return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

// Exactly `digits` digits, or nothing taken.
std::optional<char32_t> PatternParser::TakeHex(size_t digits) noexcept {
  char32_t value = 0;
  for (size_t ahead = 0; ahead < digits; ++ahead) {
    const char16_t unit = Peek(ahead);
    const char16_t letter = unit | 0x20;
    if (IsDigit(unit)) {
      value = value * 16 + (unit - u'0');
    } else if (letter >= u'a' && letter <= u'f') {
      value = value * 16 + (letter - u'a' + 10u);
    } else {
      return {};
    }
  }
  at_ += digits;
  return value;
}

// A number too large to matter is kNoUpperBound.
std::optional<uint32_t> PatternParser::TakeDecimal() noexcept {
  if (!IsDigit(Peek())) return {};
  uint64_t value = 0;
  for (; IsDigit(Peek()); ++at_) {
    value = std::min<uint64_t>(value * 10 + (text_[at_] - u'0'), kNoUpperBound);
  }
  return static_cast<uint32_t>(value);
}

Diagnostic PatternParser::Refuse(std::string problem, size_t place, Code code) const {
  return Report(code, std::move(problem) + " (at character " + std::to_string(place + 1) + ")");
}

}  // namespace galley
