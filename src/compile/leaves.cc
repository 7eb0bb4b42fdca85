// A leaf string is a text template of its own, compiled strictly; its spans lie inside of the
// document, and so do its errors.
#include "compile/leaves.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ordered_map.h"
#include "base/try.h"
#include "compile/leaf_failure.h"
#include "diag/report.h"
#include "engine/handlebars/compile.h"
#include "engine/handlebars/reads.h"
#include "engine/jinja/compile.h"
#include "engine/jinja/reads.h"
#include "format/text.h"
#include "format/written_text.h"

namespace galley::chat {
namespace {

// What leaves include is read as the templates of a workspace are.
jinja::SyntaxOptions JinjaTemplate() {
  jinja::SyntaxOptions options;
  options.trim_blocks = options.lstrip_blocks = true;
  return options;
}

// A leaf itself keeps its last line break.
jinja::SyntaxOptions JinjaLeaf() {
  jinja::SyntaxOptions options = JinjaTemplate();
  options.keep_trailing_newline = true;
  return options;
}

handlebars::CompileOptions HandlebarsLeaf(const HostCallables* helpers, bool strict) {
  handlebars::CompileOptions options;
  options.no_escape = true;
  options.strict = strict;
  options.adds_numbers = false;
  options.json_structures = true;
  options.global_fallback = true;
  options.refuse_unknown_helpers = true;
  options.host = helpers;
  return options;
}

Result<Unit> CompileUnit(const Artifact& artifact, const Source& source, bool mark_tags,
                         const Limits& limits) {
  if (artifact.language == LeafLanguage::kJinja) {
    jinja::SyntaxOptions options = JinjaLeaf();
    options.mark_tags = mark_tags;
    return jinja::Compile(source, options, false, limits);
  }
  handlebars::CompileOptions options = HandlebarsLeaf(artifact.helpers, artifact.strict);
  options.mark_tags = mark_tags;
  return handlebars::Compile(source, options, limits);
}

// The partials that a template cannot do without: no block stands in for them, and
// it does not define them itself.
std::vector<std::string_view> NeededPartials(const Unit& unit) {
  std::vector<std::string_view> needed;
  OrderedMap<bool, std::string_view> defined;
  const auto text = [&](uint16_t operand) {
    if (!(operand & kConstantBit)) return std::string_view();
    const Value& value = unit.constants[operand & ~kConstantBit];
    return value.is_string() ? value.as_string() : std::string_view();
  };
  for (const Instruction& instruction : unit.instructions) {
    if (instruction.op == Opcode::kDefineInline) defined.Insert(text(instruction.a), true);
  }
  for (const PartialSite& site : unit.partials) {
    for (const InlineSite& definition : site.inlines) defined.Insert(text(definition.name), true);
  }
  for (const PartialSite& site : unit.partials) {
    const std::string_view name = text(site.name);
    const bool own = name.empty() || name == "@partial-block" || defined.Find(name);
    if (!site.is_dynamic && site.block == UINT32_MAX && !own) needed.push_back(name);
  }
  return needed;
}

// The templates that Jinja links, unless any of them may be missing.
std::vector<std::string_view> NeededTemplates(const Unit& unit) {
  for (const IncludeSite& site : unit.includes) {
    if (site.ignore_missing) return {};
  }
  std::vector<std::string_view> needed;
  for (const uint32_t link : unit.links) needed.push_back(unit.constants[link].as_string());
  return needed;
}

// What a leaf includes is there when it is compiled.
Result<void> CheckLinks(const Artifact& artifact, const Unit& unit) {
  const bool is_jinja = artifact.language == LeafLanguage::kJinja;
  for (const std::string_view name : is_jinja ? NeededTemplates(unit) : NeededPartials(unit)) {
    if (!artifact.loader) {
      return Report(Code::kTemplateNotFound, "there is no template " + Quoted(name),
                    "only the templates of a workspace can include others");
    }
    TRY(artifact.loader->Load(name));
  }
  return {};
}

// Where the part `range` of the leaf `text`, written at `written`, stands in the document;
// the whole string where that cannot be told.
Span SpanOfPart(Span written, std::string_view text, const Source& document, const Range& range) {
  if (range.start.line == 0) return written;
  const std::optional<Span> part =
      FindWritten(TextOf(document, written), text, {range.start.offset, range.end.offset});
  if (!part) return written;
  return {written.begin + part->begin, written.begin + part->end};
}

// The finding for a leaf that did not compile.
Diagnostic Translate(const Diagnostic& problem, const Node& node, Code code,
                     const Source& document) {
  const Span span = SpanOfPart(node.span, node.value.as_string(), document, problem.range);
  Diagnostic finding = Report(code, document, span, problem.message, problem.hint);
  const bool syntax = problem.code == Describe(Code::kTemplateSyntax).code;
  if (!syntax && code == Code::kLeafSyntax) finding.code = problem.code;
  finding.notes = problem.notes;
  return finding;
}

}  // namespace

// Jinja writes every line break as \n.
bool HasTags(LeafLanguage language, std::string_view text) noexcept {
  if (text.find("{{") != text.npos) return true;
  return language == LeafLanguage::kJinja &&
         (text.find("{%") != text.npos || text.find("{#") != text.npos ||
          text.find('\r') != text.npos);
}

Result<void> CompileLeaf(const Artifact& artifact, Leaf* leaf, const Limits& limits) {
  if (!HasTags(artifact.language, leaf->text)) return {};
  const Source source(artifact.file, leaf->text);
  leaf->unit = TRY(CompileUnit(artifact, source, leaf->mark_tags, limits));
  return CheckLinks(artifact, *leaf->unit);
}

TextReads ReadsOfLeaf(const Artifact& artifact, const Leaf& leaf, const Limits& limits) {
  if (!leaf.unit) return {};
  const Source source(artifact.file, leaf.text);
  Result<TextReads> reads = artifact.language == LeafLanguage::kJinja
                                ? jinja::FindReads(source, JinjaLeaf(), limits)
                                : handlebars::FindReads(source, limits);
  return reads ? std::move(*reads) : TextReads();
}

Diagnostic ShowLeafFailure(const Artifact& artifact, const Parts& parts, const Leaf& leaf,
                           const Diagnostic& problem) {
  const Source document(parts.file, parts.text);
  const bool is_inside = problem.file == artifact.file;
  const Range range = is_inside ? problem.range : Range();
  Diagnostic finding =
      Report(Code::kLeafFailed, document, SpanOfPart(leaf.span, leaf.text, document, range),
             "this text printed nothing: " + problem.message, problem.hint);
  finding.notes = problem.notes;
  if (!is_inside && problem.range.start.line > 0) {
    finding.notes.push_back("in " + Quoted(problem.file) + ", line " +
                            std::to_string(problem.range.start.line) + ", column " +
                            std::to_string(problem.range.start.column));
  }
  return finding;
}

TextSet LeafTemplates(LeafLanguage language, const Limits& limits, const HostCallables* helpers,
                      bool strict) {
  if (language == LeafLanguage::kJinja) return {JinjaCompilation{JinjaTemplate(), false}, limits};
  return {HandlebarsLeaf(helpers, strict), limits};
}

void CompileLeaves(const Artifact& artifact, Parts* parts, const std::vector<NodeId>& nodes,
                   const Tree& tree, Code code, const Limits& limits, DocumentFindings* findings) {
  for (size_t i = 0; i < parts->leaves.size() && findings->has_room_for_errors(); ++i) {
    const Result<void> done = CompileLeaf(artifact, &parts->leaves[i], limits);
    if (done) continue;
    for (const Diagnostic& problem : done.error().diagnostics()) {
      findings->Add(Translate(problem, tree[nodes[i]], code, findings->source()));
    }
  }
}

}  // namespace galley::chat
