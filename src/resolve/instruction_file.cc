// Splits, then reads the header; what those readers report is translated into codes of
// instruction files.
#include "resolve/instruction_file.h"

#include <utility>

#include "base/try.h"
#include "diag/report.h"
#include "format/text.h"
#include "format/yaml.h"
#include "value/value.h"

namespace galley {
namespace {

// What the readers of text and YAML report, in the words of instruction files.  A
// header that runs into a limit of YAML is as unusable as one that is none.
constexpr std::pair<Code, Code> kTranslations[] = {
    {Code::kInvalidUtf8, Code::kInvalidEncoding}, {Code::kYamlSyntax, Code::kInvalidYaml},
    {Code::kYamlUnsupported, Code::kInvalidYaml}, {Code::kDuplicateKey, Code::kInvalidYaml},
    {Code::kNumberRange, Code::kInvalidYaml},     {Code::kLimitNodes, Code::kInvalidYaml},
    {Code::kLimitNesting, Code::kInvalidYaml},
};

Error Translate(Error error) {
  Diagnostic& reason = error.diagnostics().front();
  for (const auto& [from, to] : kTranslations) {
    if (Describe(from).code != reason.code) continue;
    reason.code = Describe(to).code;
    break;
  }
  return error;
}

}  // namespace

Result<std::unique_ptr<LoadedInstructions>> LoadedInstructions::Parse(std::string name,
                                                                      std::string bytes,
                                                                      const Limits& limits) {
  std::unique_ptr<LoadedInstructions> file(
      new LoadedInstructions(std::move(name), std::move(bytes)));
  const Source& source = file->source_;
  if (Result<void> checked = CheckText(source, limits); !checked) {
    return Translate(std::move(checked).error());
  }
  file->parts_ = SplitInstructionFile(source);
  if (!file->parts_.is_closed) {
    return Report(Code::kUnterminatedHeader, source, file->parts_.opening,
                  "the header opens here and has no closing line",
                  "end it with a line of three hyphens");
  }
  if (!file->parts_.has_header) return file;

  Result<Tree> header = ReadYaml(source, file->parts_.header, limits);
  if (!header) return Translate(std::move(header).error());
  const Node& root = (*header)[Tree::root()];
  // A header of comments is one without fields.
  if (root.value.is_none()) return file;
  if (!root.is_map()) {
    return Report(
        Code::kInvalidYaml, source, root.span,
        "the header is of type " + std::string(KindName(root.kind())) + "; it must be a map");
  }
  file->header_ = std::move(*header);
  return file;
}

std::string_view LoadedInstructions::text() const noexcept { return TextOf(source_, parts_.text); }

std::optional<std::string> LoadedInstructions::format() const {
  if (parts_.format == Span{}) return std::nullopt;
  return std::string(TextOf(source_, parts_.format));
}

NodeId LoadedInstructions::Find(std::string_view key) const noexcept {
  return header_ ? header_->Find(Tree::root(), key) : kNoNode;
}

Value LoadedInstructions::Fields(Heap* heap) const {
  return header_ ? header_->ToValue(Tree::root(), heap) : Value::Map(nullptr, 0);
}

Result<void> LoadedInstructions::ExpectKind(std::string_view kind, bool may_be_missing) const {
  const NodeId found = Find("kind");
  if (found == kNoNode || (*header_)[found].value.is_none()) {
    if (may_be_missing) return {};
    const Span at =
        found == kNoNode ? Span{parts_.header.begin, parts_.header.begin} : (*header_)[found].span;
    return Report(Code::kKindMissing, source_, at, "the file does not declare its kind",
                  "begin its header with `kind: " + std::string(kind) + "`");
  }
  const Node& node = (*header_)[found];
  if (node.is_string() && node.value.as_string() == kind) return {};
  const std::string seen = node.is_string()
                               ? "of kind " + Quoted(node.value.as_string())
                               : "of a kind of type " + std::string(KindName(node.kind()));
  return Report(Code::kKindMismatch, source_, node.span,
                "the file is " + seen + "; here it must be " + Quoted(kind));
}

}  // namespace galley
