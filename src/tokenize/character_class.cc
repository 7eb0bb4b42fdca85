// A two-stage table of records, generated; names of categories are as in regular expressions.
#include "tokenize/character_class.h"

namespace galley {
namespace {

#include "tokenize/character_class_tables.inc"

struct NamedCategory {
  std::string_view name;
  CategorySet set;
};

constexpr NamedCategory kNames[] = {
    {"L", kLetters},     {"Letter", kLetters},
    {"M", kMarks},       {"Mark", kMarks},
    {"N", kNumbers},     {"Number", kNumbers},
    {"P", kPunctuation}, {"Punctuation", kPunctuation},
    {"S", kSymbols},     {"Symbol", kSymbols},
    {"Z", kSeparators},  {"Separator", kSeparators},
    {"C", kOthers},      {"Other", kOthers},
    {"Cn", kCn},         {"Unassigned", kCn},
    {"Lu", kLu},         {"Uppercase_Letter", kLu},
    {"Ll", kLl},         {"Lowercase_Letter", kLl},
    {"Lt", kLt},         {"Titlecase_Letter", kLt},
    {"Lm", kLm},         {"Modifier_Letter", kLm},
    {"Lo", kLo},         {"Other_Letter", kLo},
    {"Mn", kMn},         {"Nonspacing_Mark", kMn},
    {"Mc", kMc},         {"Spacing_Mark", kMc},
    {"Me", kMe},         {"Enclosing_Mark", kMe},
    {"Nd", kNd},         {"Decimal_Number", kNd},
    {"Nl", kNl},         {"Letter_Number", kNl},
    {"No", kNo},         {"Other_Number", kNo},
    {"Pc", kPc},         {"Pd", kPd},
    {"Ps", kPs},         {"Pe", kPe},
    {"Pi", kPi},         {"Pf", kPf},
    {"Po", kPo},         {"Sm", kSm},
    {"Sc", kSc},         {"Sk", kSk},
    {"So", kSo},         {"Zs", kZs},
    {"Zl", kZl},         {"Zp", kZp},
    {"Cc", kCc},         {"Cf", kCf},
    {"Co", kCo},
};

}  // namespace

const CharacterTable kCharacterTable = {kClassIndex, kClassBlocks};

CategorySet CategoryByName(std::string_view name) noexcept {
  for (const NamedCategory& each : kNames) {
    if (each.name == name) return each.set;
  }
  return 0;
}

}  // namespace galley
