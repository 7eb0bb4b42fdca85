// Formats differ in layout only: text, SARIF and GitHub's annotations say the same findings in
// the same order.
#include "check/findings.h"

#include <string_view>
#include <vector>

#include "base/writer.h"
#include "diag/display.h"
#include "diag/registry.h"
#include "galley/version.h"
#include "value/print.h"
#include "value/record.h"

namespace galley::check {
namespace {

Value NewPosition(Heap* heap, const Position& position) {
  return NewRecord(heap, {{"line", Value::Int(position.line)},
                          {"column", Value::Int(position.column)},
                          {"offset", Value::Int(position.offset)}});
}

std::string_view LevelOf(const Diagnostic& finding) {
  return finding.severity == Severity::kError ? "error" : "warning";
}

// `text` with the bytes in `special` as %XX.
std::string Escaped(std::string_view text, std::string_view special) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string escaped;
  for (const char byte : text) {
    if (special.find(byte) == std::string_view::npos) {
      escaped += byte;
      continue;
    }
    const auto number = static_cast<unsigned char>(byte);
    escaped += {'%', kDigits[number >> 4], kDigits[number & 15]};
  }
  return escaped;
}

// A path as a relative reference of a URI.
std::string UriOf(std::string_view path) {
  constexpr std::string_view kSafe =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  std::string special;
  for (int byte = 0; byte < 256; ++byte) {
    if (kSafe.find(static_cast<char>(byte)) == std::string_view::npos) {
      special += static_cast<char>(byte);
    }
  }
  return Escaped(path, special);
}

// What a finding says, without its place.
std::string TextOf(const Diagnostic& finding) {
  std::string text = finding.message;
  for (const std::string& note : finding.notes) text += "\n" + note;
  if (!finding.hint.empty()) text += "\nhint: " + finding.hint;
  return ToValidUtf8(text);
}

Value NewText(Heap* heap, std::string_view text) {
  return NewRecord(heap, {{"text", heap->NewString(text)}});
}

Value NewRegion(Heap* heap, const Range& range) {
  if (range.start.line == 0) return Value();
  return NewRecord(heap, {{"startLine", Value::Int(range.start.line)},
                          {"startColumn", Value::Int(range.start.column)},
                          {"endLine", Value::Int(range.end.line)},
                          {"endColumn", Value::Int(range.end.column)}});
}

Value NewLocations(Heap* heap, const Diagnostic& finding) {
  if (finding.file.empty()) return Value::List({});
  const Value file = NewRecord(heap, {{"uri", heap->NewString(UriOf(finding.file))}});
  const Value place =
      NewRecord(heap, {{"artifactLocation", file}, {"region", NewRegion(heap, finding.range)}});
  const Value location = NewRecord(heap, {{"physicalLocation", place}});
  return heap->NewList({&location, 1});
}

Value NewResult(Heap* heap, const Diagnostic& finding) {
  return NewRecord(heap, {{"ruleId", Value::String(finding.code)},
                          {"level", Value::String(LevelOf(finding))},
                          {"message", NewText(heap, TextOf(finding))},
                          {"locations", NewLocations(heap, finding)}});
}

// The codes that occur, as the rules of the log.
Value NewRules(Heap* heap, std::span<const Diagnostic> findings) {
  std::vector<const CodeInfo*> used;
  for (const CodeInfo& info : AllCodes()) {
    for (const Diagnostic& finding : findings) {
      if (finding.code != info.code) continue;
      used.push_back(&info);
      break;
    }
  }
  return NewListOf(heap, used.size(), [&](size_t at) {
    return NewRecord(heap, {{"id", Value::String(used[at]->code)},
                            {"shortDescription", NewText(heap, used[at]->about)}});
  });
}

}  // namespace

Value NewRange(Heap* heap, const Range& range) {
  return NewRecord(
      heap, {{"start", NewPosition(heap, range.start)}, {"end", NewPosition(heap, range.end)}});
}

Value NewDiagnosticRecord(Heap* heap, const Diagnostic& diagnostic) {
  const auto text = [&](std::string_view each) {
    return each.empty() ? Value() : heap->NewString(ToValidUtf8(each));
  };
  const Value notes = NewListOf(heap, diagnostic.notes.size(), [&](size_t at) {
    return heap->NewString(ToValidUtf8(diagnostic.notes[at]));
  });
  const bool has_place = diagnostic.range.start.line > 0;
  return NewRecord(heap, {{"code", Value::String(diagnostic.code)},
                          {"severity", Value::String(LevelOf(diagnostic))},
                          {"message", text(diagnostic.message)},
                          {"file", text(diagnostic.file)},
                          {"range", has_place ? NewRange(heap, diagnostic.range) : Value()},
                          {"notes", diagnostic.notes.empty() ? Value() : notes},
                          {"hint", text(diagnostic.hint)}});
}

std::string PrintForGitHub(std::span<const Diagnostic> findings) {
  constexpr std::string_view kInText = "%\r\n";
  constexpr std::string_view kInProperty = "%\r\n:,";
  std::string text;
  for (const Diagnostic& finding : findings) {
    text += "::" + std::string(LevelOf(finding)) + " title=" + std::string(finding.code);
    if (!finding.file.empty()) text += ",file=" + Escaped(ToValidUtf8(finding.file), kInProperty);
    if (const Range& range = finding.range; range.start.line > 0) {
      text += ",line=" + std::to_string(range.start.line) +
              ",col=" + std::to_string(range.start.column) +
              ",endLine=" + std::to_string(range.end.line) +
              ",endColumn=" + std::to_string(range.end.column);
    }
    text += "::" + Escaped(TextOf(finding), kInText) + '\n';
  }
  return text;
}

std::string PrintSarif(std::span<const Diagnostic> findings, Heap* heap) {
  const Value driver = NewRecord(heap, {{"name", Value::String("galley")},
                                        {"version", heap->NewString(Version())},
                                        {"rules", NewRules(heap, findings)}});
  const Value results =
      NewListOf(heap, findings.size(), [&](size_t at) { return NewResult(heap, findings[at]); });
  const Value run = NewRecord(heap, {{"tool", NewRecord(heap, {{"driver", driver}})},
                                     {"columnKind", Value::String("unicodeCodePoints")},
                                     {"results", results}});
  const Value log =
      NewRecord(heap, {{"$schema", Value::String("https://json.schemastore.org/sarif-2.1.0.json")},
                       {"version", Value::String("2.1.0")},
                       {"runs", heap->NewList({&run, 1})}});
  BufferWriter out;
  JsonStyle style;
  style.indent = 2;
  style.key_separator = ": ";
  PrintJson(log, style, &out, &heap->meter());
  return out.ToString() + '\n';
}

}  // namespace galley::check
