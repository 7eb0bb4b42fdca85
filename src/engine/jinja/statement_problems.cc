// What is said about tags that are unknown, out of place, or never closed.
#include <string>
#include <string_view>
#include <vector>

#include "diag/report.h"
#include "engine/jinja/statement_parser.h"

namespace galley::jinja {
namespace {

// Tags that begin a statement, whatever is open.
constexpr Keyword kStatements[] = {
    Keyword::kAutoescape, Keyword::kBlock, Keyword::kCall, Keyword::kExtends, Keyword::kFilter,
    Keyword::kFor,        Keyword::kFrom,  Keyword::kIf,   Keyword::kImport,  Keyword::kInclude,
    Keyword::kMacro,      Keyword::kPrint, Keyword::kSet,  Keyword::kWith,
};

bool IsPartOfBlock(Keyword keyword) noexcept {
  if (keyword == Keyword::kElse || keyword == Keyword::kElif) return true;
  if (keyword == Keyword::kPluralize) return true;
  return keyword >= Keyword::kEndautoescape && keyword <= Keyword::kEndwith;
}

std::string_view ExtensionOf(Keyword keyword) noexcept {
  const bool loop = keyword == Keyword::kBreak || keyword == Keyword::kContinue;
  if (keyword == Keyword::kTrans) return "i18n";
  return loop ? "loopcontrols" : Spelling(keyword);
}

}  // namespace

bool StatementParser::FailUnknownTag(const Token& tag) {
  const std::string_view text = cursor_.text(tag);
  if (IsPartOfBlock(tag.keyword) || text == "endraw") return FailMisplacedTag(tag);

  std::vector<std::string_view> candidates = {"raw"};
  for (const Keyword keyword : kStatements) candidates.push_back(Spelling(keyword));
  if (!open_.empty()) {
    candidates.insert(candidates.end(), {Spelling(EndOf(block().tag)), "else", "elif"});
  }
  return cursor_.FailAt(tag.span(), "unknown tag " + Quoted(text),
                        SuggestNearest(text, candidates));
}

// A tag that goes on with a block, or ends one, that is not the innermost.
bool StatementParser::FailMisplacedTag(const Token& tag) {
  const std::string name = Quoted(cursor_.text(tag));
  if (open_.empty()) return cursor_.FailAt(tag.span(), name + " belongs to no open block");
  cursor_.FailAt(tag.span(), name + " does not belong to " + Quoted(Spelling(block().tag)),
                 "expected " + ExpectedEnds());
  cursor_.AddNote(Quoted(Spelling(block().tag)) + " was opened in " +
                  cursor_.PlaceOf(block().node.span));
  return false;
}

bool StatementParser::FailDisabledTag(const Token& tag) {
  return cursor_.FailAt(
      tag.span(), "unknown tag " + Quoted(cursor_.text(tag)),
      "it belongs to the extension " + Quoted(ExtensionOf(tag.keyword)) + ", which is off");
}

bool StatementParser::FailUnclosed() {
  const SyntaxOptions& options = cursor_.options();
  const std::string end(Spelling(EndOf(block().tag)));
  return cursor_.FailAt(
      block().node.span, Quoted(Spelling(block().tag)) + " is not closed",
      "close it with " + Quoted(options.block_start + " " + end + " " + options.block_end));
}

// The tags that may go on with the innermost block, or end it.
std::string StatementParser::ExpectedEnds() const {
  const OpenBlock& open = open_.back();
  std::string end = Quoted(Spelling(EndOf(open.tag)));
  if (open.in_else) return end;
  if (open.tag == Keyword::kIf) return "`elif`, `else` or " + end;
  if (open.tag == Keyword::kFor) return "`else` or " + end;
  return end;
}

}  // namespace galley::jinja
