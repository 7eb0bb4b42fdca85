// Looks for the first byte of any delimiter and then compares; the delimiters lie longest first.
#include "engine/jinja/opening.h"

#include <cstring>

#include "engine/jinja/blanks.h"

namespace galley::jinja {
namespace {

bool IsLineStatementIndent(char byte) noexcept {
  return byte == ' ' || byte == '\t' || byte == '\v';
}

// Where the indent of a line statement with its prefix at `at` begins, or `at + 1`
// where anything else stands before it on the line.
uint32_t LineStatementBegin(std::string_view text, uint32_t from, uint32_t at) noexcept {
  uint32_t begin = at;
  while (begin > from && IsLineStatementIndent(text[begin - 1])) --begin;
  return StartsLine(text, begin) ? begin : at + 1;
}

// The same for a line comment, which may follow other text on its line.  Blanks
// that an earlier tag has eaten do not count: Jinja2 looks only at the character
// before the match.
uint32_t LineCommentBegin(std::string_view text, uint32_t from, uint32_t at) noexcept {
  uint32_t begin = at;
  while (begin > from && !IsLineBreak(text[begin - 1])) {
    const uint32_t size = BlankBefore(text, begin);
    if (size == 0) return begin;
    begin -= size;
  }
  const bool clean = StartsLine(text, begin) || BlankBefore(text, begin) == 0;
  return clean ? begin : at + 1;
}

}  // namespace

OpeningFinder::OpeningFinder(const SyntaxOptions& options) noexcept
    : options_(options),
      is_usual_(options.variable_start == "{{" && options.block_start == "{%" &&
                options.comment_start == "{#" && options.line_statement_prefix.empty() &&
                options.line_comment_prefix.empty()) {
  // Those added first win where delimiters have one length.
  AddRule(OpeningKind::kVariable, options.variable_start);
  AddRule(OpeningKind::kLineStatement, options.line_statement_prefix);
  AddRule(OpeningKind::kLineComment, options.line_comment_prefix);
  AddRule(OpeningKind::kComment, options.comment_start);
  AddRule(OpeningKind::kBlock, options.block_start);
}

void OpeningFinder::AddRule(OpeningKind kind, std::string_view delimiter) noexcept {
  if (delimiter.empty()) return;
  const char first = delimiter.front();
  only_first_ = rule_count_ == 0 || only_first_ == first ? first : '\0';
  is_first_[static_cast<unsigned char>(first)] = true;
  size_t at = rule_count_++;
  for (; at > 0 && rules_[at - 1].delimiter.size() < delimiter.size(); --at) {
    rules_[at] = rules_[at - 1];
  }
  rules_[at] = {kind, delimiter};
}

uint32_t OpeningFinder::NextCandidate(std::string_view text, uint32_t at) const noexcept {
  const char* begin = text.data() + at;
  const size_t size = text.size() - at;
  if (only_first_ != 0) {
    const void* found = size == 0 ? nullptr : std::memchr(begin, only_first_, size);
    if (!found) return static_cast<uint32_t>(text.size());
    return static_cast<uint32_t>(static_cast<const char*>(found) - text.data());
  }
  while (at < text.size() && !is_first_[static_cast<unsigned char>(text[at])]) ++at;
  return at;
}

bool OpeningFinder::Find(std::string_view text, uint32_t from, Opening* opening) const noexcept {
  for (uint32_t at = NextCandidate(text, from); at < text.size();
       at = NextCandidate(text, at + 1)) {
    if (is_usual_ ? MatchUsual(text, at, opening) : MatchAt(text, from, at, opening)) return true;
  }
  return false;
}

// With the usual delimiters one byte behind the brace tells all.
bool OpeningFinder::MatchUsual(std::string_view text, uint32_t at,
                               Opening* opening) const noexcept {
  const char second = at + 1 < text.size() ? text[at + 1] : '\0';
  if (second != '{' && second != '%' && second != '#') return false;
  const char sign = at + 2 < text.size() ? text[at + 2] : '\0';
  const bool signed_tag = sign == '-' || sign == '+';
  *opening = {second == '{'   ? OpeningKind::kVariable
              : second == '%' ? OpeningKind::kBlock
                              : OpeningKind::kComment,
              signed_tag ? sign : '\0', at, at, at + 2 + signed_tag};
  if (second == '%') BecomesRaw(text, opening);
  return true;
}

bool OpeningFinder::MatchAt(std::string_view text, uint32_t from, uint32_t at,
                            Opening* opening) const noexcept {
  bool found = false;
  for (size_t i = 0; i < rule_count_; ++i) {
    if (!MatchesAt(text, at, rules_[i].delimiter)) continue;
    Opening candidate;
    if (!MatchRule(rules_[i], text, from, at, &candidate)) continue;
    const bool raw = candidate.kind == OpeningKind::kBlock && BecomesRaw(text, &candidate);
    const bool earlier = !found || candidate.begin < opening->begin;
    if (earlier || (raw && candidate.begin == opening->begin)) *opening = candidate;
    found = true;
  }
  return found;
}

bool OpeningFinder::MatchRule(const Rule& rule, std::string_view text, uint32_t from, uint32_t at,
                              Opening* opening) noexcept {
  uint32_t begin = at;
  if (rule.kind == OpeningKind::kLineStatement) begin = LineStatementBegin(text, from, at);
  if (rule.kind == OpeningKind::kLineComment) begin = LineCommentBegin(text, from, at);
  if (begin > at) return false;

  const auto behind = static_cast<uint32_t>(at + rule.delimiter.size());
  const char sign = behind < text.size() ? text[behind] : '\0';
  const bool signed_tag = sign == '-' || sign == '+';
  *opening = {rule.kind, signed_tag ? sign : '\0', begin, at, behind + signed_tag};
  return true;
}

// Reads `raw` and the end of the tag behind the start of a block.
bool OpeningFinder::BecomesRaw(std::string_view text, Opening* opening) const noexcept {
  constexpr std::string_view kRaw = "raw";
  uint32_t at = SkipBlanks(text, opening->next);
  if (!MatchesAt(text, at, kRaw)) return false;
  at = SkipBlanks(text, static_cast<uint32_t>(at + kRaw.size()));
  const auto end_size = static_cast<uint32_t>(options_.block_end.size());
  if (at < text.size() && text[at] == '-' && MatchesAt(text, at + 1, options_.block_end)) {
    opening->next = SkipBlanks(text, at + 1 + end_size);
  } else if (MatchesAt(text, at, options_.block_end)) {
    opening->next = at + end_size;
  } else {
    return false;
  }
  opening->kind = OpeningKind::kRaw;
  return true;
}

}  // namespace galley::jinja
