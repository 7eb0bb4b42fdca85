// Targets are rows of a table.  The sum in the first comment covers everything behind it.
#include "emit/instruction_export.h"

#include <algorithm>
#include <vector>

#include "base/hash.h"
#include "base/json_text.h"
#include "base/writer.h"
#include "diag/source.h"
#include "format/markdown.h"
#include "value/map.h"
#include "value/print.h"

namespace galley {
namespace {

struct TargetRow {
  std::string_view name;
  std::string_view path;
  std::string_view start;  // what the tool wants before anything else
};

// In the order of ExportTarget.
constexpr TargetRow kTargets[] = {
    {"agents", "AGENTS.md", ""},
    {"claude", "CLAUDE.md", ""},
    {"copilot", ".github/copilot-instructions.md", ""},
    {"cursor", ".cursor/rules/instructions.mdc",
     "---\ndescription: Instructions of this project\nalwaysApply: true\n---\n"},
};

constexpr std::string_view kMark = "<!-- Written by galley, sum ";
constexpr size_t kSumDigits = 16;

const TargetRow& RowOf(ExportTarget target) noexcept {
  return kTargets[static_cast<size_t>(target)];
}

// The same in every process: the seed is no secret here.
std::string SumOf(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  uint64_t hash = SipHash(text, HashSeed{0, 0});
  std::string sum(kSumDigits, '0');
  for (size_t at = kSumDigits; at-- > 0; hash >>= 4) sum[at] = kDigits[hash & 15];
  return sum;
}

// A comment on a line of its own; a path in it cannot end it.
std::string Comment(std::string text) {
  for (size_t at = text.find("--"); at != text.npos; at = text.find("--", at)) {
    text.replace(at, 2, "- -");
  }
  text.erase(
      std::remove_if(text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }),
      text.end());
  return "<!-- " + text + " -->\n";
}

bool IsPlainKey(std::string_view key) noexcept {
  constexpr std::string_view kLetters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789-";
  return !key.empty() && key.find_first_not_of(kLetters) == key.npos;
}

// The fields as a block of YAML, one a line; what only tells kind and name is left
// out.
std::string FieldBlock(const Value& fields, Meter* meter) {
  BufferWriter out;
  for (const MapEntry& entry : EntriesOf(fields)) {
    const std::string_view key = entry.key.as_string();
    if (key == "kind" || key == "name") continue;
    if (IsPlainKey(key)) {
      out.Append(key);
    } else {
      AppendJsonString(key, {}, &out);
    }
    out.Append(": ");
    JsonStyle style;
    style.item_separator = ", ";
    style.key_separator = ": ";
    PrintJson(entry.value, style, &out, meter);
    out.Append('\n');
  }
  return out.size() == 0 ? "" : "```yaml\n" + out.ToString() + "```\n";
}

// A line that closes what is left open, so that the parts behind are not swallowed.
std::string OpenFenceOf(const std::string& part) {
  const Markdown markdown = SplitMarkdown(Source("", part));
  return markdown.has_open_fence() ? markdown.open_fence + '\n' : "";
}

class Exporter {
 public:
  explicit Exporter(Meter* meter) : meter_(meter) {}

  std::string Run(const InstructionSet& set) {
    for (const KindInstructions& kind : set.kinds) AddKind(kind);
    return std::move(text_);
  }

 private:
  void AddKind(const KindInstructions& kind) {
    const bool overlaid = kind.override_mode == OverrideMode::kOverlay;
    if (kind.inputs.empty()) return;
    text_ += '\n' + Comment("kind: " + kind.kind);
    if (overlaid) AddPart("", FieldBlock(kind.effective_fields, meter_));
    const std::vector<bool> changed = FindChanged(kind);
    for (size_t at = 0; at < kind.inputs.size(); ++at) {
      const InstructionInput& input = kind.inputs[at];
      std::string part = overlaid ? "" : FieldBlock(input.fields, meter_);
      if (!part.empty() && !input.text.empty()) part += '\n';
      AddPart(SourceOf(kind, input, changed[at]), part + input.text);
    }
  }

  void AddPart(const std::string& source, const std::string& part) {
    if (part.empty()) return;
    if (!source.empty()) text_ += '\n' + Comment(source);
    text_ += '\n' + part;
    if (!part.ends_with('\n')) text_ += '\n';
    text_ += OpenFenceOf(part);
  }

  // Which inputs hold sections of the override.
  static std::vector<bool> FindChanged(const KindInstructions& kind) {
    std::vector<bool> changed(kind.inputs.size());
    for (const SectionChange& change : kind.changes) {
      const bool came_in =
          change.action == SectionAction::kReplaced || change.action == SectionAction::kInserted;
      if (came_in) changed[change.input] = true;
    }
    return changed;
  }

  static std::string SourceOf(const KindInstructions& kind, const InstructionInput& input,
                              bool changed) {
    std::string source = "from " + input.file + " (" + std::string(InputSourceName(input.source));
    if (changed) source += ", with sections from " + kind.inputs.back().file;
    return source + ")";
  }

  Meter* meter_;
  std::string text_;
};

}  // namespace

std::string_view ExportTargetName(ExportTarget target) noexcept { return RowOf(target).name; }
std::string_view ExportPath(ExportTarget target) noexcept { return RowOf(target).path; }

std::string ExportInstructions(const InstructionSet& set, ExportTarget target, Meter* meter) {
  const std::string body = Exporter(meter).Run(set);
  std::string text(RowOf(target).start);
  text +=
      std::string(kMark) + SumOf(body) + ": change the sources instead and export them again -->\n";
  return text + body;
}

bool IsExported(std::string_view text, ExportTarget target) noexcept {
  const std::string_view start = RowOf(target).start;
  if (!text.starts_with(start)) return false;
  text.remove_prefix(start.size());
  if (!text.starts_with(kMark)) return false;
  const std::string_view sum = text.substr(kMark.size(), kSumDigits);
  const size_t line = text.find('\n');
  return line != text.npos && SumOf(text.substr(line + 1)) == sum;
}

}  // namespace galley
