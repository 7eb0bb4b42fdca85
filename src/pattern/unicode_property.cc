// Sorted tables; a name that ECMAScript does not have is refused even where PCRE2 knows it.
#include "pattern/unicode_property.h"

#include <algorithm>
#include <iterator>

namespace galley {
namespace {

struct Category {
  std::string_view name;
  std::string_view value;
};

// The long names of general categories, and what else PCRE2 calls otherwise;
// sorted.
constexpr Category kCategories[] = {
    {"C", "C"},
    {"Cased_Letter", "L&"},
    {"Cc", "Cc"},
    {"Cf", "Cf"},
    {"Close_Punctuation", "Pe"},
    {"Cn", "Cn"},
    {"Co", "Co"},
    {"Combining_Mark", "M"},
    {"Connector_Punctuation", "Pc"},
    {"Control", "Cc"},
    {"Cs", "Cs"},
    {"Currency_Symbol", "Sc"},
    {"Dash_Punctuation", "Pd"},
    {"Decimal_Number", "Nd"},
    {"Enclosing_Mark", "Me"},
    {"Final_Punctuation", "Pf"},
    {"Format", "Cf"},
    {"Initial_Punctuation", "Pi"},
    {"L", "L"},
    {"LC", "L&"},
    {"Letter", "L"},
    {"Letter_Number", "Nl"},
    {"Line_Separator", "Zl"},
    {"Ll", "Ll"},
    {"Lm", "Lm"},
    {"Lo", "Lo"},
    {"Lowercase_Letter", "Ll"},
    {"Lt", "Lt"},
    {"Lu", "Lu"},
    {"M", "M"},
    {"Mark", "M"},
    {"Math_Symbol", "Sm"},
    {"Mc", "Mc"},
    {"Me", "Me"},
    {"Mn", "Mn"},
    {"Modifier_Letter", "Lm"},
    {"Modifier_Symbol", "Sk"},
    {"N", "N"},
    {"Nd", "Nd"},
    {"Nl", "Nl"},
    {"No", "No"},
    {"Nonspacing_Mark", "Mn"},
    {"Number", "N"},
    {"Open_Punctuation", "Ps"},
    {"Other", "C"},
    {"Other_Letter", "Lo"},
    {"Other_Number", "No"},
    {"Other_Punctuation", "Po"},
    {"Other_Symbol", "So"},
    {"P", "P"},
    {"Paragraph_Separator", "Zp"},
    {"Pc", "Pc"},
    {"Pd", "Pd"},
    {"Pe", "Pe"},
    {"Pf", "Pf"},
    {"Pi", "Pi"},
    {"Po", "Po"},
    {"Private_Use", "Co"},
    {"Ps", "Ps"},
    {"Punctuation", "P"},
    {"S", "S"},
    {"Sc", "Sc"},
    {"Separator", "Z"},
    {"Sk", "Sk"},
    {"Sm", "Sm"},
    {"So", "So"},
    {"Space_Separator", "Zs"},
    {"Spacing_Mark", "Mc"},
    {"Surrogate", "Cs"},
    {"Symbol", "S"},
    {"Titlecase_Letter", "Lt"},
    {"Unassigned", "Cn"},
    {"Uppercase_Letter", "Lu"},
    {"Z", "Z"},
    {"Zl", "Zl"},
    {"Zp", "Zp"},
    {"Zs", "Zs"},
    {"cntrl", "Cc"},
    {"digit", "Nd"},
    {"punct", "P"},
};

// Properties that hold or do not, under both of their names; sorted.
constexpr std::string_view kBinary[] = {
    "AHex",
    "ASCII_Hex_Digit",
    "Alpha",
    "Alphabetic",
    "Bidi_C",
    "Bidi_Control",
    "Bidi_M",
    "Bidi_Mirrored",
    "CI",
    "CWCF",
    "CWCM",
    "CWL",
    "CWT",
    "CWU",
    "Case_Ignorable",
    "Cased",
    "Changes_When_Casefolded",
    "Changes_When_Casemapped",
    "Changes_When_Lowercased",
    "Changes_When_Titlecased",
    "Changes_When_Uppercased",
    "DI",
    "Dash",
    "Default_Ignorable_Code_Point",
    "Dep",
    "Deprecated",
    "Dia",
    "Diacritic",
    "EBase",
    "EComp",
    "EMod",
    "EPres",
    "Emoji",
    "Emoji_Component",
    "Emoji_Modifier",
    "Emoji_Modifier_Base",
    "Emoji_Presentation",
    "Ext",
    "ExtPict",
    "Extended_Pictographic",
    "Extender",
    "Gr_Base",
    "Gr_Ext",
    "Grapheme_Base",
    "Grapheme_Extend",
    "Hex",
    "Hex_Digit",
    "IDC",
    "IDS",
    "IDSB",
    "IDST",
    "IDS_Binary_Operator",
    "IDS_Trinary_Operator",
    "ID_Continue",
    "ID_Start",
    "Ideo",
    "Ideographic",
    "Join_C",
    "Join_Control",
    "LOE",
    "Logical_Order_Exception",
    "Lower",
    "Lowercase",
    "Math",
    "NChar",
    "Noncharacter_Code_Point",
    "Pat_Syn",
    "Pat_WS",
    "Pattern_Syntax",
    "Pattern_White_Space",
    "QMark",
    "Quotation_Mark",
    "RI",
    "Radical",
    "Regional_Indicator",
    "SD",
    "STerm",
    "Sentence_Terminal",
    "Soft_Dotted",
    "Term",
    "Terminal_Punctuation",
    "UIdeo",
    "Unified_Ideograph",
    "Upper",
    "Uppercase",
    "VS",
    "Variation_Selector",
    "White_Space",
    "XIDC",
    "XIDS",
    "XID_Continue",
    "XID_Start",
    "space",
};

std::optional<std::string> FindCategory(std::string_view name) {
  const Category* found =
      std::lower_bound(std::begin(kCategories), std::end(kCategories), name,
                       [](const Category& row, std::string_view key) { return row.name < key; });
  if (found == std::end(kCategories) || found->name != name) return {};
  return std::string(found->value);
}

// PCRE2 takes the names of scripts in any spelling; ECMAScript in one.
bool IsSpeltLikeScript(std::string_view name) {
  if (name == "SignWriting") return true;
  bool begins = true;
  for (const char c : name) {
    const bool fits = begins ? c >= 'A' && c <= 'Z' : (c >= 'a' && c <= 'z') || c == '_';
    if (!fits) return false;
    begins = c == '_';
  }
  return !begins;
}

std::optional<std::string> FindScript(std::string_view kind, std::string_view name) {
  if (!IsSpeltLikeScript(name)) return {};
  return std::string(kind) + std::string(name);
}

std::optional<std::string> FindAlone(std::string_view name) {
  if (name == "Any") return "Any";
  if (name == "ASCII") return "ASCII";
  if (name == "Assigned") return "^Cn";
  if (std::binary_search(std::begin(kBinary), std::end(kBinary), name)) return std::string(name);
  return FindCategory(name);
}

}  // namespace

std::optional<std::string> FindUnicodeProperty(std::string_view name) {
  const size_t equals = name.find('=');
  if (equals == name.npos) return FindAlone(name);
  const std::string_view key = name.substr(0, equals);
  const std::string_view value = name.substr(equals + 1);
  if (key == "General_Category" || key == "gc") return FindCategory(value);
  if (key == "Script" || key == "sc") return FindScript("sc:", value);
  if (key == "Script_Extensions" || key == "scx") return FindScript("scx:", value);
  return {};
}

}  // namespace galley
