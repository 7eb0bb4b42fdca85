// The words that mean something in Jinja.  None of them is reserved: a word is
// read as a keyword only where the grammar asks for one, and is a name elsewhere.
#ifndef GALLEY_ENGINE_JINJA_KEYWORD_H_
#define GALLEY_ENGINE_JINJA_KEYWORD_H_

#include <cstdint>
#include <string_view>

namespace galley::jinja {

enum class Keyword : uint8_t {
  kNone,  // any other name, and what is not a name

  // In expressions.
  kAnd,
  kOr,
  kNot,
  kIn,
  kIs,
  kTrue,   // also `True`
  kFalse,  // also `False`
  kNull,   // `none` and `None`

  // Tags.
  kAutoescape,
  kBlock,
  kBreak,
  kCall,
  kContinue,
  kDebug,
  kDo,
  kElif,
  kElse,
  kEndautoescape,
  kEndblock,
  kEndcall,
  kEndfilter,
  kEndfor,
  kEndgeneration,
  kEndif,
  kEndmacro,
  kEndset,
  kEndtrans,
  kEndwith,
  kExtends,
  kFilter,
  kFor,
  kFrom,
  kGeneration,
  kIf,
  kImport,
  kInclude,
  kMacro,
  kPluralize,
  kPrint,
  kSet,
  kTrans,
  kWith,

  // Inside tags.
  kAs,
  kContext,
  kIgnore,
  kMissing,
  kRecursive,
  kRequired,
  kScoped,
  kWithout,
};

inline bool IsConstant(Keyword keyword) noexcept {
  return keyword == Keyword::kTrue || keyword == Keyword::kFalse || keyword == Keyword::kNull;
}

// The keyword that `name` is, or kNone.
Keyword KeywordOf(std::string_view name) noexcept;

// How it is written, in lower case; empty for kNone.
std::string_view Spelling(Keyword keyword) noexcept;

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_KEYWORD_H_
