#include "compile/leaves.h"

#include <string>
#include <utility>

#include "base/try.h"
#include "diag/report.h"
#include "engine/handlebars/compile.h"
#include "engine/jinja/compile.h"

namespace galley::chat {
namespace {

bool HasTags(LeafLanguage language, std::string_view text) {
  if (text.find("{{") != text.npos) return true;
  return language == LeafLanguage::kJinja &&
         (text.find("{%") != text.npos || text.find("{#") != text.npos);
}

Result<Unit> CompileJinja(const Source& source, bool mark_tags, const Limits& limits) {
  jinja::SyntaxOptions options;
  options.keep_trailing_newline = true;
  options.mark_tags = mark_tags;
  return jinja::Compile(source, options, false, limits);
}

Result<Unit> CompileHandlebars(const Source& source, bool mark_tags, const Limits& limits) {
  handlebars::CompileOptions options;
  options.no_escape = true;
  options.adds_numbers = false;
  options.json_structures = true;
  options.global_fallback = true;
  options.mark_tags = mark_tags;
  options.refuse_unknown_helpers = true;
  return handlebars::Compile(source, options, limits);
}

// Where the part `range` of a leaf stands in the document.  Known to the byte where
// the string is written without escapes, else it is the whole string.
Span Place(const Node& node, const Source& document, const Range& range) {
  const std::string_view text = node.value.as_string();
  const std::string_view written =
      document.text().substr(node.span.begin, node.span.end - node.span.begin);
  const size_t at = written.find(text);
  if (at == written.npos || at > 1) return node.span;
  const uint32_t begin = node.span.begin + static_cast<uint32_t>(at);
  return {begin + range.start.offset, begin + range.end.offset};
}

// The finding for a leaf that did not compile.
Diagnostic Translate(const Diagnostic& problem, const Node& node, Code code,
                     const Source& document) {
  const Span span = Place(node, document, problem.range);
  Diagnostic finding = Report(code, document, span, problem.message, problem.hint);
  const bool syntax = problem.code == Describe(Code::kTemplateSyntax).code;
  if (!syntax && code == Code::kLeafSyntax) finding.code = problem.code;
  finding.notes = problem.notes;
  return finding;
}

}  // namespace

Result<void> CompileLeaf(const Artifact& artifact, Leaf* leaf, const Limits& limits) {
  if (!HasTags(artifact.language, leaf->text)) return {};
  const Source source(artifact.file, leaf->text);
  leaf->unit = TRY(artifact.language == LeafLanguage::kJinja
                       ? CompileJinja(source, leaf->mark_tags, limits)
                       : CompileHandlebars(source, leaf->mark_tags, limits));
  return {};
}

void CompileLeaves(const Artifact& artifact, Parts* parts, const std::vector<NodeId>& nodes,
                   const Tree& tree, Code code, const Limits& limits, DocumentFindings* findings) {
  for (size_t i = 0; i < parts->leaves.size(); ++i) {
    const Result<void> done = CompileLeaf(artifact, &parts->leaves[i], limits);
    if (done) continue;
    for (const Diagnostic& problem : done.error().diagnostics()) {
      findings->Add(Translate(problem, tree[nodes[i]], code, findings->source()));
    }
  }
}

}  // namespace galley::chat
