// A table in the order of the enum, and a hash table over it that the compiler makes.
#include "engine/jinja/keyword.h"

#include <array>
#include <cstddef>

#include "base/equal_text.h"

namespace galley::jinja {
namespace {

struct Word {
  std::string_view spelling;
  Keyword keyword = Keyword::kNone;
};

// In the order of the enum; the capitalised constants come last.
constexpr Word kWords[] = {
    {"and", Keyword::kAnd},
    {"or", Keyword::kOr},
    {"not", Keyword::kNot},
    {"in", Keyword::kIn},
    {"is", Keyword::kIs},
    {"true", Keyword::kTrue},
    {"false", Keyword::kFalse},
    {"none", Keyword::kNull},
    {"autoescape", Keyword::kAutoescape},
    {"block", Keyword::kBlock},
    {"break", Keyword::kBreak},
    {"call", Keyword::kCall},
    {"continue", Keyword::kContinue},
    {"debug", Keyword::kDebug},
    {"do", Keyword::kDo},
    {"elif", Keyword::kElif},
    {"else", Keyword::kElse},
    {"endautoescape", Keyword::kEndautoescape},
    {"endblock", Keyword::kEndblock},
    {"endcall", Keyword::kEndcall},
    {"endfilter", Keyword::kEndfilter},
    {"endfor", Keyword::kEndfor},
    {"endgeneration", Keyword::kEndgeneration},
    {"endif", Keyword::kEndif},
    {"endmacro", Keyword::kEndmacro},
    {"endset", Keyword::kEndset},
    {"endtrans", Keyword::kEndtrans},
    {"endwith", Keyword::kEndwith},
    {"extends", Keyword::kExtends},
    {"filter", Keyword::kFilter},
    {"for", Keyword::kFor},
    {"from", Keyword::kFrom},
    {"generation", Keyword::kGeneration},
    {"if", Keyword::kIf},
    {"import", Keyword::kImport},
    {"include", Keyword::kInclude},
    {"macro", Keyword::kMacro},
    {"pluralize", Keyword::kPluralize},
    {"print", Keyword::kPrint},
    {"set", Keyword::kSet},
    {"trans", Keyword::kTrans},
    {"with", Keyword::kWith},
    {"as", Keyword::kAs},
    {"context", Keyword::kContext},
    {"ignore", Keyword::kIgnore},
    {"missing", Keyword::kMissing},
    {"recursive", Keyword::kRecursive},
    {"required", Keyword::kRequired},
    {"scoped", Keyword::kScoped},
    {"without", Keyword::kWithout},
    {"True", Keyword::kTrue},
    {"False", Keyword::kFalse},
    {"None", Keyword::kNull},
};

constexpr bool FollowsEnum() {
  for (size_t at = 0; at < static_cast<size_t>(Keyword::kWithout); ++at) {
    if (static_cast<size_t>(kWords[at].keyword) != at + 1) return false;
  }
  return true;
}
static_assert(FollowsEnum());

// A hash table made by the compiler, open addressing, less than half full.
constexpr size_t kSlots = 128;
constexpr size_t kLongest = 13;

constexpr size_t SlotOf(std::string_view name) noexcept {
  const size_t first = static_cast<unsigned char>(name.front());
  const size_t last = static_cast<unsigned char>(name.back());
  return (name.size() * 11 + first * 5 + last * 3) % kSlots;
}

constexpr std::array<Word, kSlots> BuildTable() {
  std::array<Word, kSlots> table{};
  for (const Word& word : kWords) {
    size_t slot = SlotOf(word.spelling);
    while (!table[slot].spelling.empty()) slot = (slot + 1) % kSlots;
    table[slot] = word;
  }
  return table;
}

constexpr std::array<Word, kSlots> kTable = BuildTable();

}  // namespace

Keyword KeywordOf(std::string_view name) noexcept {
  if (name.size() < 2 || name.size() > kLongest) return Keyword::kNone;
  for (size_t slot = SlotOf(name);; slot = (slot + 1) % kSlots) {
    const Word& word = kTable[slot];
    if (word.spelling.empty()) return Keyword::kNone;
    if (EqualText(word.spelling, name)) return word.keyword;
  }
}

std::string_view Spelling(Keyword keyword) noexcept {
  if (keyword == Keyword::kNone) return {};
  return kWords[static_cast<size_t>(keyword) - 1].spelling;
}

}  // namespace galley::jinja
